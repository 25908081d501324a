"""A difference claimed on one split, and the splits that would show it."""

from math import inf, sqrt

import numpy as np
import pytest
from scipy.stats import t as student
from scipy.stats import ttest_1samp

from mx2core.errors import InputError
from mx2core.inference import claimed_difference, plan_test
from mx2core.inference.mx2.claimed import LAST, RandomSplits, plain_error


def test_one_split_says_nothing_of_another():
    claim = claimed_difference(0.006, part=["dev"])
    assert claim.splits == ()
    unknown, ask, plain = map(str, claim.notices)
    assert plain.startswith("A plain paired t-test of 5 random 80:20 splits errs in 13.8% of cases, not 5%")
    assert "would reverse a lead of 0.006" in unknown
    assert "both models' scores over five or more random splits and seeds" in ask
    assert "Predictions on dev alone" in ask


def test_points_and_the_ratio_of_the_split_are_those_that_were_asked_about():
    claim = claimed_difference(0.006, 0.0015, tested=0.23, points=True)
    unknown, needed, _ask, plain = map(str, claim.notices)
    assert "a lead of 0.6 points" in unknown
    assert "With SD 0.15 points, a two-sided m×2 test of 0.6 points needs 5–6" in needed
    assert "5 random 77:23 splits" in plain
    over = RandomSplits(10, 0.8, "sd", 0.02)
    assert "interval -1.58 to +3.78 points" in str(
        claimed_difference(0.011, over=over, points=True).notices[0]
    )


@pytest.mark.parametrize(("k", "rho"), [(5, 0.2), (10, 0.1), (5, 0.0)])
def test_a_plain_test_errs_as_simulated(k, rho):
    rng, n = np.random.default_rng(0), 40_000
    differences = sqrt(rho) * rng.normal(size=(n, 1)) + sqrt(1 - rho) * rng.normal(size=(n, k))
    rejected = ttest_1samp(differences, 0, axis=1).pvalue <= 0.05
    assert rejected.mean() == pytest.approx(plain_error(k, rho), abs=0.006)


def test_the_spread_within_a_corpus_is_less_than_over_corpora():
    claim = claimed_difference(0.006, 0.0015)
    assert claim.splits == tuple(
        plan_test(4 * sqrt(1 - rho), rho, rho2=rho, comparisons=2).m_for(0.8) for rho in (0.2, 0.5)
    )
    assert "5–6 half splits" in str(claim.notices[1])


def test_both_sides_are_asked_about_as_a_comparison_does():
    assert "two-sided" in str(claimed_difference(0.006, 0.0015).notices[1])
    one_sided = tuple(plan_test(4 * sqrt(1 - rho), rho, rho2=rho).m_for(0.8) for rho in (0.2, 0.5))
    assert claimed_difference(0.006, 0.0015).splits > one_sided


@pytest.mark.parametrize(
    ("ratio", "splits", "words"),
    [
        (12.0, (3, 3), " 3 half splits"),
        (3.2, (11, None), "≥11"),
        (2.9, (None, None), ">20"),
        (2.6, (None, inf), "At .5 no number suffices."),
        (1.0, (inf, inf), "However many half splits, with SD 0.006"),
    ],
)
def test_no_number_of_splits_is_promised_that_is_not_enough(ratio, splits, words):
    claim = claimed_difference(0.006, 0.006 / ratio)
    assert claim.splits == splits
    assert any(words in str(notice) for notice in claim.notices)
    assert (inf in splits) == any(
        "no number" in shown or "However many" in shown for shown in map(str, claim.notices)
    )


@pytest.mark.parametrize("ratio", [1.0, 2.6])
def test_where_no_number_suffices_ten_times_as_many_do_not(ratio):
    claim = claimed_difference(0.006, 0.006 / ratio)
    for rho, needed in zip((0.2, 0.5), claim.splits, strict=True):
        many = plan_test(
            ratio * sqrt(1 - rho), rho, rho2=rho, alpha=0.025, looks=(10 * LAST,), mode="fixed", n_runs=4_000
        )
        if needed == inf:
            assert many.power[-1] < 0.8


@pytest.mark.parametrize(("stated", "value"), [("sd", 0.02), ("t", 0.011 / 0.02 * sqrt(10)), ("p", None)])
def test_a_mean_over_random_splits_is_tested_by_the_corrected_test(stated, value):
    t = 0.011 / 0.02 * sqrt(10)
    over = RandomSplits(10, 0.8, stated, 2 * student.sf(t, 9) if value is None else value)
    corrected, plain = over.tests(0.011)
    assert plain.statistic == pytest.approx(t)
    assert plain.pvalue == pytest.approx(2 * student.sf(t, 9))
    assert corrected.statistic == pytest.approx(t / sqrt(1 + 10 * 0.25))
    assert corrected.pvalue == pytest.approx(2 * student.sf(t / sqrt(3.5), 9))
    found, approximate = map(str, claimed_difference(0.011, over=over).notices)
    assert found.startswith(
        "Not shown by 10 random splits: corrected resampled t-test p = 0.38, 95% interval -"
    )
    assert "p = 0.12" in approximate
    assert str(claimed_difference(0.1, over=RandomSplits(10, 0.8, "sd", 0.02)).notices[0]).startswith("Shown")


@pytest.mark.parametrize(
    "over", [(1, 0.8, "sd", 1.0), (5, 1.0, "t", 2.0), (5, 0.8, "p", 1.0), (5, 0.8, "sd", 0.0)]
)
def test_what_no_paper_can_state_is_refused(over):
    with pytest.raises(InputError):
        claimed_difference(0.1, over=RandomSplits(*over))


@pytest.mark.parametrize("values", [(0.0,), (-0.1,), (0.006, 0.0), (float("nan"),)])
def test_impossible(values):
    with pytest.raises(InputError):
        claimed_difference(*values)
