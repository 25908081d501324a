"""Picking among random candidates, as sections 3.4 and 6.2 of the paper do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_range
from ...brief import frozen
from ...errors import DesignError, InputError, Whole
from ..checks import check_different, check_seed, check_units, check_whole
from .evenness import most_even
from .random_halves import random_masks

CHUNK_UNITS = 2**26  # mask entries made at a time


@frozen(eq=False)
class Extreme:
    """The best or the worst of the candidates."""

    indices: NDArray[np.int64]  # most extreme first
    bound: float  # the common c: the largest admitted for good ones, the smallest for bad ones


@frozen(eq=False)
class SurvivalCurve:
    """How many candidates stay within a common bound c as it falls."""

    c: NDArray[np.float64]  # ascending
    share: NDArray[np.float64]  # with every attribute at most c


def select_good(divergences: ArrayLike, share: float = 0.05) -> Extreme:
    """The candidates that are good in every attribute, by the rule of section 6.2.

    Of B candidates the floor(share B) with the smallest max_k Phi_k; their largest
    is the common bound c_1 = c_2 = ... that no more than this share survives. Ties
    go by the sum over attributes, then by number.

    Parameters
    ----------
    divergences : array of float, shape (B, K) or (B, m, K)
        chi2/J of B candidates in K attributes; with three axes a candidate is a set
        of m partitions, and the largest of its values counts.
    share : float
        Between 0 and 1.

    Raises
    ------
    InputError
        If the values or the share cannot be used, or the share is less than one
        candidate.

    Examples
    --------
    >>> mx.partitions.select_good([[0.3], [0.1], [0.9], [0.5]], 0.5).indices.tolist()
    [1, 0]
    """
    values = _per_candidate(divergences)
    return _extreme(values.max(axis=1), values.sum(axis=1), share)


def select_bad(divergences: ArrayLike, share: float = 0.05) -> Extreme:
    """The candidates that violate every bound most: the largest min_k Phi_k.

    Parameters and ties as for `select_good`; the bound is the smallest admitted.

    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> values = mx.random_divergences([counts], 100)
    >>> worst = mx.partitions.select_bad(values, 0.05)
    >>> bool(values[worst.indices].min() >= worst.bound)
    True
    """
    values = _per_candidate(divergences)
    worst = _extreme(-values.min(axis=1), -values.sum(axis=1), share)
    return Extreme(worst.indices, -worst.bound)


def survivors(
    divergences: ArrayLike,
    lower: Sequence[float | None] | NDArray[np.float64] | None = None,
    upper: Sequence[float | None] | NDArray[np.float64] | None = None,
) -> NDArray[np.bool_]:
    """Which candidates keep every attribute between its bounds, bounds included.

    Parameters
    ----------
    divergences : array of float, shape (B, K) or (B, m, K)
        With three axes a candidate survives if all its m partitions do.
    lower, upper : sequence of K floats, optional
        None, as a whole or for an attribute, is no bound. An upper bound alone is
        the paper's Phi_k <= c_k.

    Returns
    -------
    ndarray of bool, shape (B,)

    Examples
    --------
    >>> mx.partitions.survivors([[0.3], [0.1], [0.9]], upper=[0.5]).tolist()
    [True, True, False]
    """
    values = _check_divergences(divergences)
    n_attributes = values.shape[-1]
    low, high = _bounds(lower, n_attributes, -np.inf), _bounds(upper, n_attributes, np.inf)
    return pass_mask(values, low, high)


def pass_mask(
    values: NDArray[np.float64],
    low: Sequence[float] | NDArray[np.float64],
    high: Sequence[float] | NDArray[np.float64],
) -> NDArray[np.bool_]:
    """The same of numbers and bounds that need no check."""
    passing = np.ones(len(values), dtype=bool)
    for k in range(
        values.shape[-1]
    ):  # a reduction over an axis as short as that of attributes takes 10 times as long
        inside = (values[..., k] >= low[k]) & (values[..., k] <= high[k])
        passing &= inside if inside.ndim == 1 else inside.all(axis=1)
    return passing


def survival_curve(divergences: ArrayLike, c: ArrayLike | None = None) -> SurvivalCurve:
    """Share of candidates whose every chi2/J is at most a common c.

    Parameters
    ----------
    divergences : array of float, shape (B, K) or (B, m, K)
    c : array of float, optional
        Where to evaluate; 201 points over the range of the values if not given.

    Examples
    --------
    >>> mx.partitions.survival_curve([[0.3], [0.1], [0.9], [0.5]], [0.2, 0.6]).share.tolist()
    [0.25, 0.75]
    """
    worst = np.sort(_per_candidate(divergences).max(axis=1))
    points = (
        np.linspace(worst[0], worst[-1], 201) if c is None else np.sort(np.asarray(c, np.float64), axis=None)
    )
    # linspace may end a last bit below its end, which would leave the last candidate out
    if c is None:
        points[-1] = worst[-1]
    return SurvivalCurve(points, np.searchsorted(worst, points, side="right") / len(worst))


def even_candidates(numbers: ArrayLike, n_units: int, *, m: int, seed: int = 0) -> NDArray[np.int64]:
    """Numbers of m random halves, among those given, whose overlaps are nearest n/4, ascending.

    Starts with the first one, adds the one whose largest overlap deviation from those
    chosen is least, then exchanges while that lowers the largest deviation or, at the
    same largest, the sum of squares. A bounded search, not the best of all choices; it
    draws nothing at random. Candidates are made again a few at a time, so that
    thousands of survivors need little memory.
    """
    candidates, n_units = np.asarray(numbers, dtype=np.int64), check_units(n_units)
    m, seed = check_whole(m, "m", 1), check_seed(seed)
    if len(candidates) < m:
        raise DesignError("{found} partitions are fewer than m={m}.", found=len(candidates), m=m)
    step = max(1, CHUNK_UNITS // n_units)
    packed = np.concatenate(
        [
            np.packbits(random_masks(n_units, candidates[start : start + step].tolist(), seed=seed), axis=1)
            for start in range(0, len(candidates), step)
        ]
    )
    chosen = most_even(packed, n_units, m)
    # A copy overlaps worst, so one is taken only for want of others.
    check_different(np.unpackbits(packed[chosen], axis=1, count=n_units).astype(bool))
    return candidates[chosen]


def _check_divergences(divergences: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(divergences, dtype=np.float64)
    if values.ndim not in (2, 3) or not values.size or np.isnan(values).any():
        raise InputError(
            "`divergences` must hold numbers of shape {expected}, found {shape}.",
            expected=Whole("(candidates, attributes)"),
            shape=values.shape,
        )
    return values


def _per_candidate(divergences: ArrayLike) -> NDArray[np.float64]:
    values = _check_divergences(divergences)
    return values if values.ndim == 2 else values.max(axis=1)


def _extreme(key: NDArray[np.float64], tie: NDArray[np.float64], share: float) -> Extreme:
    check_range("share", share, "(0, 1]")
    count = int(share * len(key) + 1e-9)  # .29 * 100 is 28.999... in binary
    if not count:
        raise InputError(
            "A share of {share} of {n} candidates is less than one; draw more.", share=share, n=len(key)
        )
    order = np.lexsort((np.arange(len(key)), tie, key))[:count]
    return Extreme(order.astype(np.int64), float(key[order[-1]]))


def _bounds(
    bounds: Sequence[float | None] | NDArray[np.float64] | None, n_attributes: int, missing: float
) -> NDArray[np.float64]:
    if bounds is None:
        return np.full(n_attributes, missing)
    values = np.array([missing if bound is None else bound for bound in bounds], dtype=np.float64)
    if len(values) != n_attributes or np.isnan(values).any():
        raise InputError(
            "{n_bounds} thresholds for {n_attributes} attributes; give one per attribute.",
            n_bounds=len(values),
            n_attributes=n_attributes,
        )
    return values
