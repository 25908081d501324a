"""Spread of scores across splits of one corpus, and the mean in units of it.

These are statements about dividing one corpus again: how well laboratories with other
seeds would agree. They are not the sampling error of an estimate, which is about other
corpora and does not go to 0 with the number of splits.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from .resampling import Estimate, Floats, Resampling, Statistic, bootstrap_interval


@frozen
class SpreadAcrossSplits:
    """Standard deviation across splits of this corpus, and the mean divided by it."""

    sd: Estimate
    snr: Estimate | None  # signal-to-noise ratio, section 6 of the paper; None without spread


@frozen
class SpreadRatio:
    """One scheme against another on the same corpus: below 1 in `sd` is steadier."""

    sd: Estimate | None  # None where a scheme has no spread
    snr: Estimate | None  # None also where the means are not both positive


def spread(scores: Floats, how: Resampling) -> SpreadAcrossSplits:
    """Spread of the scores in `scores`, shape (n, k): n independent repetitions with k each.

    The standard deviation is that of all n k scores around their mean, with divisor
    n k - 1.
    """
    value = float(_moments(scores)[1])
    sd = Estimate(value, *_scaled(bootstrap_interval([scores], log_sd, how), np.exp))
    if value == 0:
        return SpreadAcrossSplits(sd, None)
    snr = Estimate(
        float(scores.mean()) / value,
        *_scaled(bootstrap_interval([scores], stable_snr, how), lambda h: SQRT2 * np.sinh(h / SQRT2)),
    )
    return SpreadAcrossSplits(sd, snr)


def spread_ratio(scores: Floats, baseline: Floats, how: Resampling) -> SpreadRatio:
    """Spread of `scores` over that of `baseline`, drawn independently of each other."""
    ratios = [
        None if np.isnan(ratio) else Estimate(float(ratio), *_scaled(interval, np.exp))
        for ratio, interval in (
            (_ratio(scores, baseline, statistic), bootstrap_interval([scores, baseline], statistic, how))
            for statistic in (log_sd_ratio, log_snr_ratio)
        )
    ]
    return SpreadRatio(*ratios)


SQRT2 = float(np.sqrt(2))


def log_sd(scores: Floats) -> tuple[Floats, Floats]:
    """Logarithm of the standard deviation, and its standard error from the influence of repetitions."""
    _, sd, _, inner = _moments(scores)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(sd), _error(inner)


def stable_snr(scores: Floats) -> tuple[Floats, Floats]:
    """sqrt(2) asinh(SNR / sqrt(2)): for normal scores its variance is 1/n whatever the SNR."""
    mean, sd, shift, inner = _moments(scores)
    with np.errstate(divide="ignore", invalid="ignore"):
        snr = mean / sd
        influence = shift / sd[..., None] - snr[..., None] * inner
        return SQRT2 * np.arcsinh(snr / SQRT2), _error(influence) / np.sqrt(1 + snr * snr / 2)


def log_sd_ratio(scores: Floats, baseline: Floats) -> tuple[Floats, Floats]:
    """Difference of the logarithms of two standard deviations."""
    return _difference(log_sd(scores), log_sd(baseline))


def log_snr_ratio(scores: Floats, baseline: Floats) -> tuple[Floats, Floats]:
    """Difference of the logarithms of two SNR; NaN unless both are positive."""
    return _difference(_log_snr(scores), _log_snr(baseline))


def _log_snr(scores: Floats) -> tuple[Floats, Floats]:
    mean, sd, shift, inner = _moments(scores)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(mean / sd), _error(shift / mean[..., None] - inner)


def _moments(scores: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Mean and sd, shape (...), and how each repetition moves the mean and log sd, shape (..., n)."""
    n, k = scores.shape[-2:]
    mean = scores.mean(axis=(-2, -1))
    centred = scores - mean[..., None, None]
    squares = (centred * centred).mean(axis=-1)
    # scores that are all equal have no spread, whatever rounding made of their mean
    varies = np.ptp(scores, axis=(-2, -1)) > 0
    variance = np.where(varies, squares.mean(axis=-1) * (n * k) / (n * k - 1), 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = (squares / variance[..., None] - 1) / 2
    return mean, np.sqrt(variance), centred.mean(axis=-1), inner


def _error(influence: Floats) -> Floats:
    error: Floats = influence.std(axis=-1) / np.sqrt(influence.shape[-1])
    return error


def _difference(a: tuple[Floats, Floats], b: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    with np.errstate(invalid="ignore"):
        return a[0] - b[0], np.sqrt(a[1] ** 2 + b[1] ** 2)


def _ratio(scores: Floats, baseline: Floats, statistic: Statistic) -> float:
    value = float(statistic(scores, baseline)[0])
    return float(np.exp(value)) if np.isfinite(value) else float("nan")


def _scaled(
    interval: tuple[float, float] | None, back: Callable[[float], NDArray[np.float64] | float]
) -> tuple[float | None, float | None]:
    """Bounds on the usual scale; none where a sample hardly varies and one of them is beyond all numbers."""
    if interval is None:
        return None, None
    with np.errstate(over="ignore"):
        lower, upper = (float(back(bound)) for bound in interval)
    return (lower, upper) if np.isfinite(lower) and np.isfinite(upper) else (None, None)
