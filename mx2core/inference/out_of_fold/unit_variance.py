"""The variance of the mean of out-of-fold differences, taken apart by what the units still tell.

A fold score is, up to first order, a constant, plus an effect of every unit trained on, plus
an effect of every unit tested. The mean over folds has each unit once in either part, so its
variance over corpora is that of testing, that of training, their covariance, and what the
random halves themselves add.

All functions work on the last two axes, (m, n_units), so that thousands of corpora are one call.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...brief import Tabular, frozen
from ...errors import ScoresError

Floats = NDArray[np.float64]
PRIOR = 0.5  # covariance over V_u that is taken for granted before splits tell
PRIOR_SPLITS = 4  # how many splits that is worth
FEWER = 2.0  # that e effective units are themselves known from e units only: e^2 / (e + 2) of them
MORE = 1.5  # times R^2 whose spread a level that many tests share allows for (docs/decisions/0054)
FEWEST_TAIL = 3  # degrees of freedom beyond m that it leaves at least


@frozen(eq=False)
class MeanVariance(Tabular):
    """The variance of the mean, with the leading axes of the differences.

    `variance` is the sum of `units`, `covariance`, `training` and `splits`. With one split
    the last is 0, since nothing shows it.
    """

    mean: Floats  # over splits and units
    units: Floats  # V_u: of testing on these units
    covariance: Floats  # of the two effects of a unit, shrunk towards half of V_u
    training: Floats  # of training on these units
    splits: Floats  # N / m: of cutting the corpus as it was cut
    df: Floats  # as many as the parts are known to, by Satterthwaite's rule; at most `most_df(effective)`
    tail_df: Floats  # at most `df`: for levels that many tests share, where a small `training` decides
    skewness: Floats  # of the mean, from the third moment of the units
    effective: Floats  # normal units that would know V_u as well as these units do

    @property
    def variance(self) -> Floats:
        return self.units + self.covariance + self.training + self.splits


def mean_variance(
    differences: Floats, masks: NDArray[np.bool_], *, conservative: bool = False
) -> MeanVariance:
    """Variance of the mean of differences, (..., m, n_units), in parts; `masks`: what trains run 1.

    With V_u = sum (d_u - mean)^2 / (n (n - 1)), d_u the mean of a unit over splits, and
    the runs' means E_1, E_2 of each split:

    m = 1: 1.5 V_u + |tau| / 2, tau = (E_1 - E_2)^2 / 2 less the sampling variance of a run.

    m > 1: V_u + max(0, w C + (1 - w) V_u / 2) + A + N / m, w = m / (m + 4), where N is the
    variance of split means and W that of a unit over splits, averaged;
    L = mean over units of x d, x = +1 in the first run's training half and d the mean over the
    other splits less its mean over units; R = (E_1 - E_2) / 2 + L; C = 2 (mean R L - W / ((m - 1) n));
    A = max(0, mean R^2 - W / ((m - 1) n) - N).

    Conservative, never below the variance of random halves in the mean (docs/theory.md):
    with w2 = (W - N) / (n - 1), R and L freed of 1 / (n - 1) of each other, and
    k = ((n - 1) / (n - 2))^2 w2 / (m - 1), the noise of either: units = V_u - w2 / m,
    C = 2 n / (n - 1) (mean R L - k), A = n (n - 2) / (n - 1)^2 (mean R^2 - k), N is not taken off A, and
    parts are only cut upwards: units at V_u / 2, A at 0, covariance max(0, C, w C + (1 - w) V_u / 2).
    """
    m, n = differences.shape[-2:]
    mean = differences.mean(axis=(-2, -1))
    of_unit = differences.mean(axis=-2)
    units, skew, kurtosis = moments(of_unit - mean[..., None])
    first, first_variance = _run(differences, ~masks)  # run 1 validates where the mask is False
    second, second_variance = _run(differences, masks)
    half = (first - second) / 2
    if m == 1 and conservative:
        raise ScoresError("The conservative variance needs at least 2 splits.")
    if m == 1:
        # tau: (E_1 - E_2)^2 / 2 estimates A - C and noise; 1.5 V_u stands for B + C (docs/method.md, 9).
        excess = 2 * half**2 - (first_variance + second_variance) / 2
        covariance, training = PRIOR * units, np.abs(excess[..., 0]) / 2
        square = half[..., 0] ** 2
        splits = told = np.zeros_like(units)
    else:
        # W and N: variance of d_iu over splits, averaged over units, and of the means of splits.
        within = ((differences - of_unit[..., None, :]) ** 2).sum(axis=-2).mean(axis=-1) / (m - 1)
        splits = ((differences.mean(axis=-1) - mean[..., None]) ** 2).sum(axis=-1) / (m - 1)
        others = (m * of_unit[..., None, :] - differences) / (m - 1)
        others = others - others.mean(axis=-1, keepdims=True)  # halves of unlike size see no constant
        tested = (np.where(masks, 1.0, -1.0) * others).mean(axis=-1)  # L
        if conservative:
            return _conservative(mean, units, skew, kurtosis, within, splits, half, tested, (m, n))
        trained = half + tested  # R: half a difference of runs has -L of testing in it, which L takes out
        noise = within / ((m - 1) * n)  # of L, W / ((m - 1) n); it is in R, too, so both products lose it
        # E R^2 = A + W / ((m - 1) n) + N, and E R L = C / 2 + W / ((m - 1) n) over random halves.
        square = (trained**2).mean(axis=-1)
        training = np.maximum(0.0, square - noise - splits)
        weight = m / (m + PRIOR_SPLITS)
        prior = (1 - weight) * PRIOR * units
        covariance = np.maximum(0.0, weight * 2 * ((trained * tested).mean(axis=-1) - noise) + prior)
        told = covariance - prior  # what the splits say of it
        splits = splits / m
    # each part with the squares it is a mean of: n units, or m splits
    of_units = (units + covariance - told) ** 2 * (kurtosis - 1) / (2 * n)  # half of Var(V_u)
    spread, tail = (of_units + ((one + splits) ** 2 + told**2) / m for one in (training, MORE * square))
    parts = units, covariance, training, splits
    return _mean_variance(mean, parts, spread, tail, skew, kurtosis, (m, n))


def _conservative(
    mean: Floats,
    units: Floats,
    skew: Floats,
    kurtosis: Floats,
    within: Floats,
    splits: Floats,
    half: Floats,
    tested: Floats,
    shape: tuple[int, int],
) -> MeanVariance:
    """Parts whose sum is unbiased for the mean of (R + L)^2 + N / m, each cut upwards only."""
    m, n = shape
    # docs/theory.md, "The estimate": over halves E x_u x_v = -1 / (n - 1), which couples R and L.
    noise = (within - splits) / (n - 1)  # omega: of L from one split
    trained = (half + tested) * (n - 1) / (n - 2)  # what a unit does by being trained on, and no more
    tested = tested + trained / (n - 1)  # what it does by being tested
    of_both = noise / (m - 1) * ((n - 1) / (n - 2)) ** 2
    # The factors make C and A unbiased for effects of single units (step 3 of the proof).
    told = 2 * n / (n - 1) * ((trained * tested).mean(axis=-1) - of_both)
    uncut = n * (n - 2) / (n - 1) ** 2 * (trained**2).mean(axis=-1)
    square = uncut - n * (n - 2) / (n - 1) ** 2 * of_both
    weight = m / (m + PRIOR_SPLITS)
    shrunk = weight * told + (1 - weight) * PRIOR * units
    own, training, splits = np.maximum(units - noise / m, units / 2), np.maximum(square, 0.0), splits / m
    covariance = np.maximum(np.maximum(told, shrunk), 0.0)
    # Variance of the mean of R^2 + 2 R L of m splits where R and L are normal; N / m is of m squares, too.
    told = np.where(told > PRIOR * units, told, weight * told)
    of_splits = np.maximum(training**2 + 2 * training * (units + told) + told**2 / 2, 0.0) + splits**2
    of_units = units**2 * (kurtosis - 1) / (2 * n)
    tail = of_units + ((MORE * uncut + splits) ** 2 + told**2) / m
    parts = own, covariance, training, splits
    return _mean_variance(mean, parts, of_units + of_splits / m, tail, skew, kurtosis, (m, n))


def _mean_variance(
    mean: Floats,
    parts: tuple[Floats, Floats, Floats, Floats],
    spread: Floats,
    tail: Floats,
    skew: Floats,
    kurtosis: Floats,
    shape: tuple[int, int],
) -> MeanVariance:
    """The parts with what is known of them: `spread` is half the variance of their sum.

    `tail`: the same with the mean of R^2 before its noise is taken off, which is not 0 by chance.
    """
    m, n = shape
    units, covariance, training, splits = parts
    variance = units + covariance + training + splits
    effective = effective_units(kurtosis, n)
    # Satterthwaite: 2 V^2 / Var(V), and `spread` is Var(V) / 2.
    df = np.clip(_ratio(variance**2, spread), 1.0, most_df(effective))
    return MeanVariance(
        mean=mean,
        units=units,
        covariance=covariance,
        training=training,
        splits=splits,
        df=df,
        tail_df=np.minimum(df, np.maximum(_ratio(variance**2, tail), m + FEWEST_TAIL)),
        skewness=_ratio(skew, variance**1.5),
        effective=effective,
    )


def effective_units(kurtosis: Floats, n: int) -> Floats:
    """Normal units that would know V_u as well: Var(s^2) / s^4 = (kurtosis - 1) / n against 2 / e."""
    effective: Floats = np.minimum(2 * n / (kurtosis - 1), float(n))
    return effective


def most_df(effective: Floats) -> Floats:
    """Most degrees of freedom that so many effective units allow: e^2 / (e + 2) - 1, at least 1.

    A rare class is few units, and how few is known from these alone: hence less than e - 1.
    """
    most: Floats = np.maximum(np.square(effective) / (effective + FEWER) - 1.0, 1.0)
    return most


def adjusted_statistic(statistic: Floats, skewness: Floats) -> Floats:
    """Hall's transformation of a t statistic whose mean is skewed: monotone, near t where it is not.

    Hall (1992), On the removal of skewness by transformation.
    """
    # T + g T^2 / 3 + g^2 T^3 / 27 + g / 6, g the skewness of the mean.
    third = skewness / 3
    adjusted: Floats = statistic * (1 + third * statistic * (1 + third * statistic / 3)) + skewness / 6
    return adjusted


def statistic_at(adjusted: Floats, skewness: Floats) -> Floats:
    """The inverse of `adjusted_statistic`."""
    small = np.abs(skewness) < 1e-6
    divisor = np.where(small, 1.0, skewness)
    # (1 + g T / 3)^3 = 1 + g (adjusted - g / 6).
    found = 3 / divisor * (np.cbrt(1 + skewness * (adjusted - skewness / 6)) - 1)
    straight = adjusted - skewness * (1 / 6 + np.square(adjusted) / 3)  # to first order in g
    result: Floats = np.where(small, straight, found)
    return result


def moments(rest: Floats) -> tuple[Floats, Floats, Floats]:
    """Variance and third moment of the mean of units, and the kurtosis of the units, at least 1.5."""
    n = rest.shape[-1]
    squares = rest**2
    variance = squares.sum(axis=-1) / (n * (n - 1))
    kurtosis = _ratio((squares**2).mean(axis=-1), squares.mean(axis=-1) ** 2, otherwise=3.0)
    return variance, (squares * rest).sum(axis=-1) / n**3, np.maximum(kurtosis, 1.5)


def _run(differences: Floats, validated: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Mean of the units that a run validated, and the sampling variance of that mean, (..., m)."""
    size = validated.sum(axis=-1)
    mean = (differences * validated).sum(axis=-1) / size
    rest = (differences - mean[..., None]) * validated
    return mean, (rest**2).sum(axis=-1) / (size * (size - 1))


def _ratio(part: Floats, whole: Floats, otherwise: float = 0.0) -> Floats:
    ratio: Floats = np.divide(part, whole, out=np.full(np.shape(whole), otherwise), where=whole > 0)
    return ratio
