"""Resamples are drawn as SciPy draws them, and do not depend on the machine."""

import numpy as np
import pytest
from scipy import stats

from mx2core.errors import InputError
from mx2core.studies.resampling import CHUNK, Resampling, _distribution, bootstrap_interval
from mx2core.studies.spread import log_sd


def columns(n, k=1, seed=0, scale=1.0):
    return scale * np.random.default_rng(seed).standard_normal((n, k))


def log_of_sd(values, axis=-1):
    return np.log(np.std(values, axis=axis, ddof=1))


def test_resamples_are_distributed_as_scipy_draws_them():
    scores = columns(25)
    ours = _distribution([scores], log_sd, Resampling(n_resamples=4000))[0]
    theirs = stats.bootstrap(
        (scores[:, 0],), log_of_sd, n_resamples=4000, method="percentile", rng=np.random.default_rng(3)
    ).bootstrap_distribution
    assert stats.ks_2samp(ours, theirs).pvalue > 1e-3


def test_studentized_by_a_plain_loop():
    scores, how = columns(12, 2), Resampling(n_resamples=200)
    values, errors = _distribution([scores], log_sd, how)
    value, error = log_sd(scores)
    t = sorted((v - value) / e for v, e in zip(values, errors, strict=True))
    lower, upper = bootstrap_interval([scores], log_sd, how)
    assert lower == pytest.approx(value - error * np.percentile(t, 97.5))
    assert upper == pytest.approx(value - error * np.percentile(t, 2.5))


def test_whole_repetitions_are_drawn():
    """Two scores of a split that cancel leave a spread that no resample of whole splits changes."""
    scores = np.column_stack([np.ones(20), -np.ones(20)])
    values, errors = _distribution([scores], log_sd, Resampling())
    np.testing.assert_allclose(values, 0.5 * np.log(40 / 39), rtol=1e-12)
    assert bootstrap_interval([scores], log_sd, Resampling()) is None  # nothing varies
    assert (errors < 1e-12).all()


def test_the_first_numbers_drawn_stay():
    values = _distribution([np.arange(10.0)[:, None] ** 2], log_sd, Resampling(n_resamples=100))[0]
    np.testing.assert_allclose(
        values[:3], [3.162935579866316, 2.7731092844939864, 3.457911325029948], rtol=1e-12
    )


def test_memory_is_bounded_and_chunks_leave_no_trace(monkeypatch):
    scores, how = columns(40, 3), Resampling(n_resamples=300)
    whole = _distribution([scores], log_sd, how)[0]
    assert scores.size * how.n_resamples < CHUNK
    monkeypatch.setattr("mx2core.studies.resampling.CHUNK", 40 * 3 * 7 * 4)
    np.testing.assert_allclose(_distribution([scores], log_sd, how)[0], whole)


def test_seed_and_level():
    scores = columns(40, 2)
    narrow = bootstrap_interval([scores], log_sd, Resampling(level=0.5))
    wide = bootstrap_interval([scores], log_sd, Resampling(level=0.99))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]
    assert bootstrap_interval([scores], log_sd, Resampling(seed=1)) != bootstrap_interval(
        [scores], log_sd, Resampling()
    )


def test_too_few_repetitions_or_no_variation_give_no_interval():
    assert bootstrap_interval([columns(9, 2)], log_sd, Resampling()) is None
    assert bootstrap_interval([np.full((30, 2), 0.7)], log_sd, Resampling()) is None
    rare = np.zeros((12, 1))
    rare[0] = 1  # a third of the resamples have no spread at all
    assert bootstrap_interval([rare], log_sd, Resampling()) is None


@pytest.mark.parametrize("setting", [{"level": 1.0}, {"n_resamples": 10}, {"seed": -1}, {"level": 0}])
def test_impossible_settings(setting):
    with pytest.raises(InputError):
        Resampling(**setting)
