"""Means, the three kinds of spread, and shifts against random halves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mx2core.errors import ScoresError
from mx2core.studies import Resampling, mean_shift, spread_ratios, summarize

QUICK = Resampling(n_resamples=200)


def sets(n=20, m=3, seed=0, mean=0.7, sd=0.01):
    return mean + sd * np.random.default_rng(seed).standard_normal((n, m, 2))


def test_each_kind_of_spread_by_its_definition():
    scores = sets()
    found = summarize(scores, QUICK)
    assert (found.n, found.splits, found.folds) == (20, 3, 2)
    assert found.one_score.sd.value == pytest.approx(np.std(scores, ddof=1))
    assert found.two_fold.sd.value == pytest.approx(np.std(scores.mean(axis=2), ddof=1))
    assert found.set_mean.sd.value == pytest.approx(np.std(scores.mean(axis=(1, 2)), ddof=1))
    assert found.set_mean.snr.value == pytest.approx(scores.mean() / found.set_mean.sd.value)
    assert found.notices == ()


def test_the_mean_has_students_interval():
    scores = sets(m=1)[:, 0]
    found = summarize(scores, QUICK).mean
    oracle = stats.ttest_1samp(scores.mean(axis=1), 0).confidence_interval(0.95)
    assert (found.lower, found.upper) == pytest.approx(tuple(oracle))


@pytest.mark.parametrize(
    ("shape", "present"),
    [
        ((12, 2), (True, True, False)),
        ((12, 1), (True, False, False)),
        ((12, 4, 2), (True, True, True)),
        ((1, 4, 2), (True, True, False)),
        ((1, 2), (True, False, False)),
    ],
)
def test_what_a_shape_lets_be_said(shape, present):
    found = summarize(np.random.default_rng(0).uniform(size=shape), QUICK)
    assert tuple(part is not None for part in (found.one_score, found.two_fold, found.set_mean)) == present


def test_splits_by_themselves_and_sets_of_one_are_the_same():
    scores = sets(m=1)
    assert summarize(scores, QUICK).two_fold == summarize(scores[:, 0], QUICK).two_fold


def test_few_repetitions_are_said_and_have_no_interval():
    found = summarize(sets(n=9), QUICK)
    assert found.one_score.sd.lower is None
    assert found.mean.lower is not None
    assert "repetitions, found 9" in str(found.notices[0])


def test_equal_scores():
    found = summarize(np.full((12, 2), 0.7), QUICK)
    assert found.one_score.snr is None
    assert found.mean.lower is None
    assert "equal" in str(found.notices[0])


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        (np.zeros(5), "must have shape"),
        (np.zeros((5, 3)), "must have shape"),
        (np.zeros((0, 2)), "must have shape"),
        ([[0.1, np.nan], [0.2, 0.3]], "1 of 4 scores"),
    ],
)
def test_scores_that_cannot_be_summarized(scores, message):
    with pytest.raises(ScoresError, match=message):
        summarize(scores)


def test_ratios_of_every_kind():
    a, b = sets(sd=0.005), sets(seed=1)
    found = spread_ratios(a, b, how=QUICK)
    assert found.one_score.sd.value == pytest.approx(a.std(ddof=1) / b.std(ddof=1))
    assert found.set_mean.sd.lower < found.set_mean.sd.value < found.set_mean.sd.upper
    assert found.two_fold.snr.value > 1.5
    assert spread_ratios(a, sets(m=4), how=QUICK).set_mean is None  # means of 3 and of 4 splits
    assert spread_ratios(a[:, 0, :1], b, how=QUICK).two_fold is None


def test_shift_has_welchs_interval():
    a, b = sets(n=14, mean=0.72), sets(n=30, seed=1, sd=0.02)
    found = mean_shift(a, b)
    oracle = stats.ttest_ind(a.mean(axis=(1, 2)), b.mean(axis=(1, 2)), equal_var=False)
    interval = oracle.confidence_interval(0.95)
    assert found.df == pytest.approx(oracle.df)
    assert (found.shift.lower, found.shift.upper) == pytest.approx((interval.low, interval.high))
    assert found.in_sd == pytest.approx(found.shift.value / b.std(ddof=1))
    assert found.significant
    assert str(found.notice).startswith(f"Shift of the mean against random halves: {found.shift.value:+.4f}")


def test_no_shift_is_not_flagged_and_two_scores_are_too_few():
    assert not mean_shift(sets(), sets(seed=1)).significant
    alone = mean_shift(sets(n=1), sets(seed=1))
    assert (alone.shift.lower, alone.df, alone.significant) == (None, None, False)
    same = np.full((5, 2), 0.7)
    assert mean_shift(same, same).in_sd is None


@given(n=st.integers(2, 6), m=st.integers(1, 4), seed=st.integers(0, 99), c=st.floats(-1, 1))
def test_adding_a_constant_moves_means_and_shifts_alone(n, m, seed, c):
    scores = sets(n, m, seed)
    there, here = summarize(scores + c, QUICK), summarize(scores, QUICK)
    assert there.mean.value == pytest.approx(here.mean.value + c)
    assert there.one_score.sd.value == pytest.approx(here.one_score.sd.value)
    assert mean_shift(scores + c, scores).shift.value == pytest.approx(c, abs=1e-12)


def test_shifts_are_flagged_as_often_as_the_level_says():
    flagged = sum(
        mean_shift(sets(12, 2, seed), sets(15, 2, seed + 10_000)).significant for seed in range(1000)
    )
    assert 30 <= flagged <= 72  # 50 within 3 standard errors
