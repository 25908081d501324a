"""Spreads by plain arithmetic, and how often their intervals hold what they are intervals of."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.studies.resampling import Resampling
from mx2core.studies.spread import log_sd, spread, spread_ratio, stable_snr
from tests.few import few

QUICK = Resampling(n_resamples=300)


def scores(n, seed, *, k=2, law="normal", rho=-0.3, mean=0.7, sd=0.01):
    """n splits whose two scores are correlated, as they are on real corpora."""
    generator = np.random.default_rng(seed)
    draws = {
        "normal": lambda: generator.standard_normal((n, k)),
        "skewed": lambda: (generator.gamma(4, 1, (n, k)) - 4) / 2,
        "heavy": lambda: generator.standard_t(5, (n, k)) / np.sqrt(5 / 3),
    }[law]()
    if k == 2:
        draws[:, 1] = rho * draws[:, 0] + np.sqrt(1 - rho**2) * draws[:, 1]
    return mean + sd * draws


def test_numbers():
    found = spread(scores(30, 0), QUICK)
    flat = scores(30, 0).ravel()
    assert found.sd.value == pytest.approx(np.std(flat, ddof=1), rel=1e-12)
    assert found.snr.value == pytest.approx(flat.mean() / np.std(flat, ddof=1), rel=1e-12)
    assert found.sd.lower < found.sd.value < found.sd.upper
    assert found.snr.lower < found.snr.value < found.snr.upper


def test_standard_errors_are_those_of_the_jackknife():
    sample = scores(60, 1)
    for statistic in (log_sd, stable_snr):
        left_out = np.array([statistic(np.delete(sample, i, axis=0))[0] for i in range(60)])
        jackknife = np.sqrt(59 / 60 * ((left_out - left_out.mean()) ** 2).sum())
        assert float(statistic(sample)[1]) == pytest.approx(jackknife, rel=0.05)


@given(factor=st.floats(0.01, 100), seed=st.integers(0, 99))
def test_units_do_not_matter(factor, seed):
    sample = scores(12, seed)
    one, other = spread(sample, QUICK), spread(factor * sample, QUICK)
    assert other.sd.value == pytest.approx(factor * one.sd.value)
    assert other.sd.upper == pytest.approx(factor * one.sd.upper)
    assert other.snr.value == pytest.approx(one.snr.value)
    assert other.snr.lower == pytest.approx(one.snr.lower)


@given(seed=st.integers(0, 99))
def test_a_ratio_turned_round_is_its_inverse(seed):
    a, b = scores(15, seed), scores(15, seed + 1000, sd=0.02)
    there, back = spread_ratio(a, b, QUICK), spread_ratio(b, a, QUICK)
    assert there.sd.value * back.sd.value == pytest.approx(1)
    assert there.snr.value * back.snr.value == pytest.approx(1)
    assert there.sd.lower < there.sd.value < there.sd.upper


def test_negative_differences_have_an_snr_but_no_ratio():
    a, b = scores(20, 0, mean=-0.03), scores(20, 1, mean=0.03)
    found = spread(a, QUICK)
    assert found.snr.upper < 0
    assert spread_ratio(a, b, QUICK).snr is None
    assert spread_ratio(a, b, QUICK).sd is not None


def test_equal_scores_have_no_snr():
    same = np.full((20, 2), 0.7)
    found = spread(same, QUICK)
    assert (found.sd.value, found.sd.lower, found.snr) == (0.0, None, None)
    ratio = spread_ratio(scores(20, 0), same, QUICK)
    assert (ratio.sd, ratio.snr) == (None, None)


def truth(law):
    values = scores(1_000_000, 9, law=law).ravel()
    return {"sd": float(values.std()), "snr": float(values.mean() / values.std())}


def coverage(n, law, runs, how):
    """Shares of runs in which the intervals of sd and of SNR hold the true value."""
    true, hits = truth(law), {"sd": 0, "snr": 0}
    for run in range(runs):
        found = spread(scores(n, 1000 + run, law=law), how)
        for name, value in true.items():
            estimate = getattr(found, name)
            hits[name] += int(estimate.lower <= value <= estimate.upper)
    return {name: hit / runs for name, hit in hits.items()}


@few("n", 1, [10, 30])
def test_intervals_of_normal_scores_cover(n):
    for share in coverage(n, "normal", 300, Resampling(n_resamples=400)).values():
        assert 0.91 <= share <= 0.98  # .95 within 3 standard errors of 300 runs


def test_intervals_of_a_ratio_cover():
    how, hits = Resampling(n_resamples=400), 0
    for run in range(300):
        found = spread_ratio(scores(20, run), scores(30, 5000 + run, sd=0.02), how)
        hits += found.sd.lower <= 0.5 <= found.sd.upper
    assert 0.91 <= hits / 300 <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize(
    ("law", "n", "least"),
    [
        *(("normal", 10, 0.93), ("normal", 20, 0.93), ("normal", 100, 0.93)),
        *(("skewed", 10, 0.88), ("skewed", 20, 0.90), ("skewed", 100, 0.92)),
        *(("heavy", 10, 0.85), ("heavy", 20, 0.87), ("heavy", 100, 0.90)),
    ],
)
def test_coverage_at_full_size(law, n, least):
    found = coverage(n, law, 500, Resampling(n_resamples=500))
    print(law, n, found)
    for share in found.values():
        assert least <= share <= 0.97


def test_a_bound_beyond_all_numbers_is_no_interval(monkeypatch):
    """JSON could not say it, and an experiment ended without its table."""
    monkeypatch.setattr("mx2core.studies.spread.bootstrap_interval", lambda *_: (0.0, 800.0))
    values = np.array([[0.7, 0.72], [0.71, 0.69], [0.74, 0.7]])
    found = spread_ratio(values, values, QUICK)
    assert (found.sd.value, found.sd.lower, found.sd.upper) == (1, None, None)
