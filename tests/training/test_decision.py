"""The test that suits two models: when it is made, on which splits, and what it is made of."""

from dataclasses import replace

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError
from mx2core.training import Question, Rule, compare, decide
from mx2core.training.decisions.decision import Decision
from tests.training.small import halves, models, tagged
from tests.training.test_fixed_predictions import frozen

PARTITIONS = halves(60, m=3)


@pytest.fixture(scope="module")
def compared():
    return compare(tagged(), models(20), partitions=PARTITIONS, n_workers=0)


def running(compared, folds):
    """The same while trainings are still coming in."""
    results = tuple(result for result in compared.results if result.fold < folds)
    return replace(compared, results=results)


def test_it_is_made_once_when_more_splits_no_longer_help_or_all_are_done(compared):
    found = decide(compared, "A", "B", partitions=PARTITIONS, metric="f1", question=Question(margin=0.01))
    assert (found.last, found.m) == (3, found.stop.m)
    alone = mx.out_of_fold_t_test(
        found.differences[: found.m], found.masks[: found.m], alternative="two-sided"
    )
    assert found.test.pvalue == alone.pvalue
    assert found.verdict.answer == mx.inference.verdict(alone, 0.01).answer
    assert [test.m for test in found.by_split()] == [1, 2, 3]
    assert found.by_split()[found.m - 1].lower == found.test.lower


def test_splits_that_are_not_done_are_waited_for(compared):
    found = decide(running(compared, 3), "A", "B", partitions=PARTITIONS, metric="f1")  # a split and a half
    assert found.stop.state == "continue"
    assert (found.m, found.test, found.verdict) == (1, None, None)
    fixed = decide(running(compared, 3), "A", "B", partitions=PARTITIONS, metric="f1", rule=Rule(stop="all"))
    assert (fixed.stop, fixed.test) == (None, None)
    with pytest.raises(InputError, match="No split is finished yet"):
        decide(running(compared, 1), "A", "B", partitions=PARTITIONS, metric="f1")


def test_a_set_that_is_balanced_as_a_whole_is_tested_as_a_whole(compared):
    balanced = replace(PARTITIONS, method="balanced")
    found = decide(compared, "A", "B", partitions=balanced, metric="f1")
    assert (found.stop, found.test.m) == (None, 3)
    assert decide(running(compared, 4), "A", "B", partitions=balanced, metric="f1").test is None


def test_predictions_that_no_split_changes_get_the_test_of_fixed_models(compared):
    found = decide(
        frozen(compared), "A", "B", partitions=PARTITIONS, metric="f1", question=Question(margin=0.5)
    )
    assert found.test is None
    assert found.fixed.pvalue == mx.training.fixed_models_test(frozen(compared), "A", "B", metric="f1").pvalue
    assert found.verdict.answer == "A better"


def test_a_half_length_below_the_margin_is_not_said_to_be_near_it():
    """The interval is shorter than δ and reaches beyond it; the difference lies at .21 δ or elsewhere."""
    halves_, rng = mx.random_partitions(200, 4), np.random.default_rng(1)
    noise = rng.normal(size=200) + rng.normal(size=(4, 200)) / 2
    noise -= noise.mean()
    half = mx.verdict(mx.out_of_fold_t_test(noise, halves_.masks, alternative="two-sided"), 1.0)
    lower, upper = half.equivalence_interval
    margin = (upper - lower) / 2 / 0.85
    question = Question(margin=margin)
    test = mx.out_of_fold_t_test(noise + 0.21 * margin, halves_.masks, **question.of_units)
    verdict = mx.verdict(test, margin)
    assert verdict.answer == "undecided"
    assert (upper - lower) / 2 < margin  # shorter than δ already
    assert abs(test.mean) < margin / 4
    found = Decision("A", "B", "f1", question, Rule(), noise, halves_.masks, 4, test=test, verdict=verdict)
    words = " ".join(map(str, found.meaning()))
    assert "near" not in words
    assert all(f"{end:+.4f}" in words for end in (test.lower, test.upper))
    assert "80%" in words
