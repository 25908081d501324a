"""Texts with several labels: scored as sets, against scikit-learn, and learned label by label."""

import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn import metrics as theirs
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import MultiLabelBinarizer

import mx2core as mx
from mx2core.errors import InputError
from mx2core.models import TextClassifier
from mx2core.schemes import labels_of
from mx2core.training.run.documents import model_document, model_of
from tests.training.small import folds_of

LABELS = ("art", "food", "money", "sport")
WORDS = {"art": "paint song", "food": "soup bread", "money": "bank loan", "sport": "goal race"}
METRICS = (
    *("subset_accuracy", "f1", "precision", "recall", "macro_f1", "weighted_f1", "f2", "f1:art"),
    *("samples_f1", "samples_precision", "samples_recall", "hamming_loss"),
)


def texts_of(n=90, seed=1):
    random = np.random.default_rng(seed)
    rows = []
    for _ in range(n):
        gold = [label for label in LABELS if random.random() < 0.4] or ["art"]
        words = [random.choice(WORDS[label].split()) for label in gold if random.random() < 0.8]
        noise = [f"w{random.integers(12)}" for _ in range(4)]
        rows.append({"text": " ".join([*words, *noise]), "label": gold})
    return rows


CORPUS = mx.read_corpus("\n".join(map(json.dumps, texts_of())).encode(), name="several.jsonl")
HALVES = mx.random_partitions(len(CORPUS), 3, seed=2)


@pytest.fixture(scope="module")
def compared():
    presets = {one.model.name: one.model for one in mx.models.all_presets(CORPUS)}
    return mx.compare(
        CORPUS, [presets[name] for name in ("A", "svm", "combinations")], partitions=HALVES, n_workers=0
    )


def indicator(fold):
    """Right and predicted labels of a fold as scikit-learn takes them."""
    sets = [[labels_of(fold.values[code]) for code in codes] for codes in (fold.gold, fold.predicted)]
    turned = MultiLabelBinarizer(classes=LABELS)
    return [turned.fit_transform(one) for one in sets]


def test_scores_are_scikit_learns(compared):
    for row, model in enumerate(compared.models):
        for fold in range(6):
            y, p = indicator(compared.evaluation.answered(model, fold))
            expected = {
                "subset_accuracy": theirs.accuracy_score(y, p),
                "hamming_loss": theirs.hamming_loss(y, p),
            }
            for average in ("micro", "macro", "weighted", "samples"):
                before = "" if average == "micro" else f"{average}_"
                scores = theirs.precision_recall_fscore_support(y, p, average=average, zero_division=0)
                names = (f"{before}{part}" for part in ("precision", "recall", "f1"))
                expected |= dict(zip(names, scores[:3], strict=True))
            for metric, value in expected.items():
                assert compared.evaluation.scores(metric)[row, fold] == pytest.approx(value), metric


@pytest.mark.parametrize("metric", METRICS)
def test_scores_are_divided_among_texts(compared, metric):
    for row, model in enumerate(compared.models):
        found = folds_of(compared.unit_scores(model, metric), compared)
        assert found == pytest.approx(compared.scores(metric)[row], abs=1e-12)


def test_one_against_the_rest_is_scikit_learns(compared):
    texts = [sentence.fields["text"] for sentence in CORPUS.sentences_of(range(len(CORPUS)))]
    y = MultiLabelBinarizer(classes=LABELS).fit_transform(map(labels_of, CORPUS.sentences.fields["label"]))
    own = OneVsRestClassifier(LogisticRegression(max_iter=1000))
    for fold, (train, validation) in enumerate(HALVES.folds()):
        vectors = TfidfVectorizer(ngram_range=(1, 2), token_pattern=r"(?u)\b\w\w+\b")
        own.fit(vectors.fit_transform([texts[i] for i in train]), y[train])
        predicted = own.predict(vectors.transform([texts[i] for i in validation]))
        assert np.array_equal(indicator(compared.evaluation.answered("A", fold))[1], predicted)


def test_each_text_is_one_answer_and_sets_are_compared_as_sets(compared):
    assert compared.task == "labels"
    assert set(compared.labels) == set(LABELS)
    answered = compared.evaluation.answered("A", 0)
    reverse = tuple(" | ".join(reversed(labels_of(one))) for one in answered.values)
    n = len(reverse)
    turned = replace(answered, values=(*answered.values, *reverse), predicted=answered.predicted + n)
    for metric in ("subset_accuracy", "samples_f1", "hamming_loss"):
        known = mx.metrics.METRICS[metric]
        score = compared.scorer.score(compared.results[0], metric)
        assert score == pytest.approx(known.of_sums(known.sums(turned).sum(axis=0)))


def test_it_is_kept_and_sent_back(compared, tmp_path):
    data = mx.io.write_predictions(compared, CORPUS)
    back = mx.read_predictions(data, CORPUS, partitions=HALVES)
    for metric in METRICS:
        assert back.scores(metric) == pytest.approx(compared.scores(metric)), metric
    experiment = mx.training.Experiment("E", CORPUS, mx.models.presets(CORPUS), (HALVES,))
    with mx.store.Store(tmp_path / "kept.db") as store:
        first = mx.training.run_experiment(store, experiment, run=mx.training.Run(n_workers=0))
        again = mx.training.run_experiment(store, experiment, run=mx.training.Run(n_workers=0))
    assert (first.trained, again.trained, again.reused) == (12, 0, 12)
    assert np.array_equal(first.comparisons[0].scores("f1"), again.comparisons[0].scores("f1"))
    for model in mx.models.presets(CORPUS):
        assert model_of(model_document(model)) == model


def test_predictions_from_elsewhere_may_be_lists_in_any_order_and_empty():
    rows = [
        {"model": "A", "unit_id": id, "predicted": list(reversed(labels_of(right))) if k else []}
        for k, (id, right) in enumerate(zip(CORPUS.unit_ids, CORPUS.sentences.fields["label"], strict=True))
    ]
    found = mx.io.read_fixed_predictions("\n".join(map(json.dumps, rows)).encode(), CORPUS)
    n = len(CORPUS)
    assert found.scores("subset_accuracy")[0, 0] == pytest.approx((n - 1) / n)
    assert found.scores("samples_f1")[0, 0] == pytest.approx((n - 1) / n)
    assert found.notices == ()
    score = mx.training.fixed_model_score(found, "A", metric="hamming_loss")
    assert score.score == pytest.approx(len(labels_of(CORPUS.sentences.fields["label"][0])) / (4 * n))


def test_what_is_wrong_is_one_sentence():
    single = mx.read_corpus(b"text,label\n" + b"a b,x\nc d,y\n" * 8)
    halves = mx.random_partitions(16, 1)
    models = [TextClassifier(name, "bayes", one_vs_rest=True) for name in "AB"]
    with pytest.raises(InputError, match="needs texts with several labels"):
        mx.compare(single, models, partitions=halves, n_workers=0)
    nothing = [{**row, "label": [] if k == 3 else row["label"]} for k, row in enumerate(texts_of(20))]
    empty = mx.read_corpus("\n".join(map(json.dumps, nothing)).encode())
    with pytest.raises(InputError, match="has no label; every text needs one"):
        mx.compare(empty, mx.models.presets(empty), partitions=mx.random_partitions(20, 1), n_workers=0)
    with pytest.raises(InputError, match="`metric` must be one of f1, subset_accuracy"):
        mx.compare(
            CORPUS, mx.models.presets(CORPUS), partitions=mx.random_partitions(len(CORPUS), 1), n_workers=0
        ).scores("mae")
