"""Functions as scores: of an answered fold, or those of scikit-learn, of right and predicted labels."""

from functools import partial

import numpy as np
import pytest
from sklearn import metrics

import mx2core as mx
from mx2core.errors import ScoresError

TABLE = "text,label\n" + "".join(f"text {'xyz'[k % 3]} {k},{'abc'[k % 3]}\n" for k in range(18))
CORPUS = mx.read_corpus(TABLE.encode())
HALVES = mx.random_partitions(len(CORPUS), 2, seed=1)
NAMES = ("partition", "fold", "model", "index", "predicted")
ROWS = [
    dict(zip(NAMES, (fold // 2 + 1, fold % 2 + 1, model, int(unit), answer), strict=True))
    for fold, (_train, validation) in enumerate(HALVES.folds())
    for place, unit in enumerate(validation)
    for model, answer in (("A", "abc"[unit % 3 - (place % 4 == 0)]), ("B", "a"))
]


@pytest.fixture(scope="module")
def compared():
    pd = pytest.importorskip("pandas")
    return mx.read_predictions(pd.DataFrame(ROWS), CORPUS, partitions=HALVES)


def test_a_metric_of_scikit_learn_is_a_score(compared):
    assert np.allclose(compared.scores(metrics.accuracy_score), compared.scores("accuracy"))
    macro = partial(metrics.f1_score, average="macro", labels=["a", "b", "c"])
    assert np.allclose(compared.scores(macro), compared.scores("macro_f1"))
    first = partial(metrics.recall_score, labels=["b"], average="macro", zero_division=0)
    assert np.allclose(compared.scores(first), compared.scores("recall:b"))


def test_it_says_which_way_it_is_better(compared):
    assert np.allclose(
        compared.differences("A", "B", metrics.accuracy_score), compared.differences("A", "B", "accuracy")
    )
    wrong = compared.differences("A", "B", metrics.zero_one_loss)
    assert np.allclose(wrong, compared.differences("A", "B", "accuracy"))


def test_what_it_refuses_is_one_sentence(compared):
    with pytest.raises(ScoresError, match=r"f1_score failed: .*average='macro'"):
        compared.scores(metrics.f1_score)
    with pytest.raises(ScoresError, match=r"roc_auc_score must take a fold.*lambda fold: roc_auc_score"):
        compared.scores(metrics.roc_auc_score)
    with pytest.raises(ScoresError, match="must take a fold"):
        compared.scores(lambda: 0.0)


def test_a_function_of_a_fold_and_a_built_in():
    from mx2core.training.scores.own_metrics import takes_labels

    assert not takes_labels(lambda fold: 0.0)
    assert not takes_labels(float)
