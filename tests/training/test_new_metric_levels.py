"""How often the out-of-fold test tells equal models apart, by metrics of numbers and of label sets."""

import json

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import MultiLabelBinarizer

import mx2core as mx
from mx2core.models import Prediction
from mx2core.schemes import SEVERAL, labels_of
from tests.training.small import FakeModel

RUNS, N, ALPHA = 120, 80, 0.05


class View(FakeModel):
    """A model of one of two equally good views of a text: neither is better by construction."""

    def __init__(self, name, task, rows):
        self.name, self.task, self.rows = name, task, rows
        self.settings = {"kind": "view", "of": name}

    def prepare(self, material, folder):
        codes, self.values = material.gold
        self.right = np.array(self.values, dtype=object)[codes]
        return self

    def predict(self, train, validation):
        if self.task == "numbers":
            fitted = Ridge().fit(self.rows[train], self.right[train].astype(float))
            return Prediction.of([f"{x:.9g}" for x in fitted.predict(self.rows[validation])], self.values)
        turned = MultiLabelBinarizer(classes=["a", "b", "c"])
        known = turned.fit_transform([labels_of(one) for one in self.right[train]])
        fitted = OneVsRestClassifier(LogisticRegression()).fit(self.rows[train], known)
        sets = turned.inverse_transform(fitted.predict(self.rows[validation]))
        return Prediction.of([SEVERAL.join(one) for one in sets], self.values)


def rejected(task, metrics, seed):
    random = np.random.default_rng(seed)
    if task == "numbers":
        signal = random.normal(0, 1, (N, 1))
        right = [round(float(x), 3) for x in 10 * signal[:, 0] + random.normal(0, 3, N)]
        right[0] += 0.5
    else:
        signal = random.normal(0, 1, (N, 3))
        has = signal + random.normal(0, 0.7, (N, 3)) > 0
        has[~has.any(axis=1), 0] = True
        right = [[label for label, is_there in zip("abc", row, strict=True) if is_there] for row in has]
    rows = ({"text": f"text {k}", "label": one} for k, one in enumerate(right))
    corpus = mx.read_corpus("\n".join(map(json.dumps, rows)).encode(), name="generated.jsonl")
    kind = "numbers" if task == "numbers" else "class"
    views = [View(name, kind, signal + random.normal(0, 0.8, signal.shape)) for name in "AB"]
    halves = mx.random_partitions(N, 3, seed=seed)
    found = mx.compare(corpus, views, partitions=halves, n_workers=0)
    about = {"partitions": halves, "question": mx.training.Question(ALPHA)}
    return [mx.training.decide(found, "A", "B", metric=one, **about).pvalue < ALPHA for one in metrics]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "metrics"),
    [
        ("numbers", ("mae", "rmse", "r2", "spearman")),
        ("labels", ("subset_accuracy", "f1", "macro_f1", "samples_f1", "hamming_loss")),
    ],
)
def test_equal_models_are_rarely_told_apart(task, metrics):
    times = np.sum([rejected(task, metrics, seed) for seed in range(RUNS)], axis=0)
    for metric, n in zip(metrics, times.tolist(), strict=True):
        assert stats.binomtest(n, RUNS, ALPHA, alternative="greater").pvalue > 1e-3, (metric, n / RUNS)
    assert times.max() > 0  # the populations are not trivial
