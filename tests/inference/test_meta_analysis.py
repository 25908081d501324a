"""Differences of several corpora: statsmodels, and the published example of BCG vaccination."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects

import mx2core as mx
from mx2core.errors import InputError

# Colditz et al. (1994): cases and others, vaccinated and not, in 13 trials
BCG = np.array(
    [
        [4, 119, 11, 128], [6, 300, 29, 274], [3, 228, 11, 209], [62, 13536, 248, 12619],
        [33, 5036, 47, 5761], [180, 1361, 372, 1079], [8, 2537, 10, 619], [505, 87886, 499, 87892],
        [29, 7470, 45, 7232], [17, 1699, 65, 1600], [186, 50448, 141, 27197], [5, 2493, 3, 2338],
        [27, 16886, 29, 17825],
    ]
)  # fmt: skip


def log_risk_ratios():
    a, b, c, d = BCG.T.astype(float)
    return np.log(a / (a + b) / (c / (c + d))), 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)


def test_published_example():
    found = mx.inference.meta_analysis(*log_risk_ratios())
    assert found.heterogeneity == pytest.approx(152.233, abs=1e-3)  # Q, 12 degrees of freedom
    assert found.share_between == pytest.approx(0.9212, abs=1e-4)
    assert found.between == pytest.approx(0.3181, abs=1e-4)  # by Paule and Mandel
    assert found.mean == pytest.approx(-0.7150, abs=1e-4)
    assert found.df == 12
    assert (found.lower, found.upper) == pytest.approx((-1.1094, -0.3206), abs=2e-3)


def test_statsmodels_has_the_same():
    """Wherever theirs finds the root; by rounding, so by machine, it ends at 0 before it instead."""
    found = 0
    for seed in range(24):
        generator = np.random.default_rng(seed)
        variances = generator.uniform(0.5, 3, 8) * 1e-4
        estimates = generator.normal(0.01, np.sqrt(variances + 1e-4 * (seed > 0)))
        theirs = combine_effects(
            estimates, variances, method_re="iterated", use_t=True, atol=1e-16, maxiter=500
        )
        ours = mx.inference.meta_analysis(estimates, variances)
        assert ours.heterogeneity == pytest.approx(theirs.q, rel=1e-9)
        if theirs.tau2 > 0 or ours.between == 0:
            found += 1
            assert ours.between == pytest.approx(theirs.tau2, rel=1e-4, abs=1e-9)
            assert ours.mean == pytest.approx(theirs.mean_effect_re, rel=1e-4)
            least = 1 / np.sqrt((1 / (variances + ours.between)).sum())
            assert ours.standard_error == pytest.approx(max(theirs.sd_eff_w_re_hksj, least), rel=1e-4)
            assert ours.weights == pytest.approx(theirs.weights_rel_re, rel=1e-4)
    assert found >= 8


def test_corpora_that_agree_by_chance_are_not_known_better_than_each():
    """Five of .02 with a standard error of .01 each: their spread alone would say .0192 to .0208."""
    estimates, variances = [0.0195, 0.0205, 0.02, 0.0193, 0.0207], [1e-4] * 5
    found = mx.inference.meta_analysis(estimates, variances)
    half = 2.776445 * 0.01 / 5**0.5
    assert (found.lower, found.upper) == pytest.approx((0.02 - half, 0.02 + half), abs=1e-8)
    alike = mx.inference.meta_analysis([0.02] * 5, variances)
    assert (alike.lower, alike.upper) == pytest.approx((0.02 - half, 0.02 + half), abs=1e-8)


def test_weights_add_up_and_the_next_corpus_is_less_certain_than_the_mean():
    found = mx.inference.meta_analysis(*log_risk_ratios(), alternative="less")
    assert (found.level, found.rejected) == (0.9, True)
    assert sum(found.weights) == pytest.approx(1)
    assert found.lower_prediction < found.lower


def test_rows_are_those_of_a_forest_plot():
    estimates, variances = log_risk_ratios()
    found = mx.inference.meta_analysis(estimates, variances, names=[f"trial {k}" for k in range(13)])
    theirs = combine_effects(estimates, variances, method_re="iterated", atol=1e-14, maxiter=500)
    frame = theirs.summary_frame()
    for k, row in enumerate(found.rows):
        assert (row.corpus, row.estimate) == (f"trial {k}", estimates[k])
        assert (row.lower, row.upper) == pytest.approx(tuple(frame.iloc[k][["ci_low", "ci_upp"]]))
    assert found.weights == pytest.approx(theirs.weights_rel_re, rel=1e-4)
    assert [row.corpus for row in mx.inference.meta_analysis(estimates, variances).rows][:2] == ["1", "2"]


def test_where_corpora_agree_a_further_one_is_expected_as_near_as_the_mean():
    for scale in (1.0, 1e-9):
        for estimates in ([0.5, 0.5, 0.5], [0.5, 0.51, 0.49]):
            found = mx.inference.meta_analysis(scale * np.array(estimates), 3 * [scale**2])
            assert found.between == 0
            reach = stats.t.isf(0.025, 2) * scale / np.sqrt(3)
            assert found.upper_prediction - found.mean == pytest.approx(reach)


@pytest.mark.slow
def test_it_errs_as_often_as_it_says():
    generator = np.random.default_rng(7)
    rejected = 0
    for _ in range(4000):
        variances = generator.uniform(0.3, 3, 6)
        estimates = generator.normal(0, np.sqrt(variances + 0.5))
        rejected += mx.inference.meta_analysis(estimates, variances).rejected
    assert 0.01 < rejected / 4000 < 0.07  # near where corpora differ, cautious where they agree


def test_names_fit():
    with pytest.raises(InputError, match="`names` must have shape"):
        mx.inference.meta_analysis([0.1, 0.2], [0.1, 0.1], names=["one"])


@pytest.mark.parametrize(
    ("estimates", "variances", "says"),
    [
        ([0.1], [0.1], "per corpus, two at least"),
        ([0.1, 0.2], [0.1], "per corpus, two at least"),
        ([0.1, 0.2], [0.1, 0.0], "a positive variance"),
        ([0.1, np.nan], [0.1, 0.1], "a difference"),
    ],
)
def test_what_is_wrong_is_one_sentence(estimates, variances, says):
    with pytest.raises(InputError, match=says):
        mx.inference.meta_analysis(estimates, variances)


def test_a_further_corpus_lies_where_it_is_expected():
    """By the estimated variance between corpora alone .87."""
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(150):
        *true, further = rng.normal(0, 0.01, 11)
        found = mx.inference.meta_analysis(rng.normal(true, 0.01), [1e-4] * 10)
        inside += found.lower_prediction <= further <= found.upper_prediction
    assert inside / 150 > 0.92
