"""Runs of a model with several seeds: other predictions, other keys, the same model."""

import pickle

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError
from mx2core.models import CRF, Estimator, FeatureTemplate, TextClassifier, draws_random_numbers
from mx2core.training import compare
from mx2core.training.run.documents import model_document, model_of
from tests.training.small import halves, tagged

TEMPLATE = FeatureTemplate.parse("U0:%x[-1,0]\nU1:%x[0,0]\nB")
PERCEPTRON = CRF("P", TEMPLATE, ("word",), algorithm="ap", max_iterations=3)
PLAIN = CRF("L", TEMPLATE, ("word",), max_iterations=20)


def test_a_model_without_random_numbers_is_trained_once():
    assert mx.models.with_seeds(PLAIN, 3) == [PLAIN]
    assert mx.models.with_seeds(PERCEPTRON, 1) == [PERCEPTRON]
    assert [draws_random_numbers(TextClassifier("T", kind)) for kind in ("svm", "bayes", "logistic")] == [
        True, False, False,
    ]  # fmt: skip


def test_runs_are_kept_under_keys_of_their_own():
    runs = mx.models.with_seeds(PERCEPTRON, 2)
    assert [run.name for run in runs] == ["P, seed 1", "P, seed 2"]
    assert runs[0].settings != runs[1].settings
    assert "seed" not in PERCEPTRON.settings  # what was trained before is found again
    for run in (*runs, *mx.models.with_seeds(TextClassifier("S", "svm"), 2)):
        assert model_of(model_document(run)) == run


def test_estimators_get_the_seed_as_their_random_state():
    linear_model = pytest.importorskip("sklearn.linear_model")
    given = Estimator("E", linear_model.SGDClassifier(random_state=0))
    runs = mx.models.with_seeds(given, 3)
    assert [run.estimator.random_state for run in runs] == [1, 2, 3]
    assert given.estimator.random_state == 0
    again = pickle.loads(pickle.dumps(runs[1]))
    assert (again.name, again.seed) == ("E, seed 2", 2)
    assert (
        mx.models.with_seeds(Estimator("B", linear_model.RidgeClassifier(random_state=None)), 2)[0].seed == 1
    )


def test_a_comparison_averages_them():
    corpus, partitions = tagged(), halves(60)
    found = compare(corpus, [*mx.models.with_seeds(PERCEPTRON, 3), PLAIN], partitions=partitions, n_workers=0)
    assert found.names == ("P", "L")
    scores = found.seed_scores("P", "f1")
    assert scores.shape == (3, 2, 2)
    assert np.ptp(scores, axis=0).max() > 0  # another order of sentences, another model
    assert np.array_equal(
        scores[0], compare(corpus, [PERCEPTRON, PLAIN], partitions=partitions, n_workers=0).scores()[0]
    )
    assert found.differences("P", "L", "f1") == pytest.approx(scores.mean(axis=0) - found.scores("f1")[3])
    table = mx.io.read_scores(mx.io.write_scores(found, ["f1"]))
    assert table.models == ("P", "L")
    assert table.seed_scores("P", "f1") == pytest.approx(scores)


def test_how_many_is_said():
    for n in (0, 101):
        with pytest.raises(InputError, match="`n_seeds` must lie in"):
            mx.models.with_seeds(PERCEPTRON, n)
