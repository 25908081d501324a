"""Trials with real learners: reproducible, consistent, and exchangeable models rarely told apart."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest

import mx2core as mx
from benchmarks.trials.batch import rejections
from benchmarks.trials.known_truth import masks_of
from benchmarks.trials.learners import LearnerTrial, _all_scores, rows_of, run_learners
from benchmarks.trials.tasks import TASKS
from mx2core.inference import mx2_t_test, overall_level

SMALL = LearnerTrial(n_units=120, n_corpora=10, methods=("random", "centered", "floor"), sizes=(3, 5))


@pytest.fixture(scope="module")
def found():
    return run_learners(SMALL)


def test_the_same_trial_gives_the_same_figures(found):
    assert rows_of([found]) == rows_of([run_learners(SMALL)])
    assert rows_of([found]) != rows_of([run_learners(replace(SMALL, seed=1))])


def test_scores_are_those_of_models_trained_on_the_halves():
    trial = replace(SMALL, methods=("centered",), sizes=(3,))
    task = TASKS["texts"]
    scores = _all_scores(task, trial, lambda done, total: None)["centered", 3]
    corpus = task.population.draw(120, (0, 4))
    masks = masks_of("centered", task.counts(corpus), 3, seed=4 * 2 + 1)
    for i, mask in enumerate(masks):
        for k, train in enumerate((mask, ~mask)):
            a, twin, b = (task.models[name](corpus, train[None])[0] for name in ("A", "twin", "B"))
            assert scores["A"][4, 1, i, k] == a
            assert scores["A-twin"][4, 1, i, k] == a - twin
            assert scores["A-B"][4, 1, i, k] == a - b


def test_smaller_sets_of_nested_splits_are_the_first_of_larger_ones():
    scores = _all_scores(TASKS["texts"], replace(SMALL, methods=("random",)), lambda done, total: None)
    assert np.array_equal(scores["random", 3]["A"], scores["random", 5]["A"][:, :, :3])


def test_figures_follow_from_the_scores(found):
    scores = _all_scores(TASKS["texts"], SMALL, lambda done, total: None)["floor", 3]
    means = scores["A-B"].mean(axis=(2, 3))
    assert found.get("floor", 3, "A-B", "bias").value == pytest.approx(
        means.mean() - found.truth["A-B"].value
    )
    tests = [[mx2_t_test(one, 0.05) for one in sets] for sets in scores["A-B"]]
    inside = [
        test.lower <= found.truth["A-B"].value <= test.upper for of_corpus in tests for test in of_corpus
    ]
    assert found.get("floor", 3, "A-B", "coverage").value == pytest.approx(np.mean(inside))
    wrong = [
        mx.sequential_t_test(sign * one, mode=mode).rejected
        for mode in ("paper",)
        for sign in (1, -1)
        for one in scores["A-twin"].reshape(-1, 3, 2)
    ]
    assert found.get("floor", 3, "A-twin", "error, paper").value == pytest.approx(np.mean(wrong))
    assert found.get("floor", 3, "A-twin", "bias") is None
    assert found.get("random", 3, "A", "shift") is None
    assert found.get("floor", 3, "A", "shift").value == pytest.approx(
        found.get("floor", 3, "A", "bias").value - found.get("random", 3, "A", "bias").value
    )


def test_trainings_are_counted():
    # random and floor sets of 5 hold those of 3; centered ones are made anew.
    assert SMALL.n_trainings == 2 * 10 * 2 * (5 + 8 + 5)


def wrongly_decided(task_name, method, n_corpora, m=20):
    """How often each of two exchangeable models is called better by the overall-level rule, of n_corpora."""
    task = TASKS[task_name]
    differences = []
    for c in range(n_corpora):
        corpus = task.population.draw(240, (40, c))
        masks = masks_of(method, task.counts(corpus), m, seed=c)
        folds = np.stack([masks, ~masks], axis=1).reshape(2 * m, -1)
        a, twin = (task.models[name](corpus, folds) for name in ("A", "twin"))
        differences.append((a - twin).reshape(m, 2))
    looks, level = range(3, m + 1), overall_level(0.05)
    return [int(rejections(sign * np.stack(differences), looks, level).any(axis=1).sum()) for sign in (1, -1)]


@pytest.mark.slow
@pytest.mark.parametrize("task", list(TASKS))
@pytest.mark.parametrize("method", ["balanced", "centered"])
def test_exchangeable_models_are_rejected_at_most_alpha_each_way(task, method):
    for wrong in wrongly_decided(task, method, 500):
        assert binomtest(wrong, 500, 0.05, alternative="greater").pvalue > 1e-3


@pytest.mark.parametrize(("task", "method"), [("texts", "balanced"), ("sequences", "centered")])
def test_few_exchangeable_models_are_told_apart(task, method):
    for wrong in wrongly_decided(task, method, 15, m=10):
        assert wrong <= 3
