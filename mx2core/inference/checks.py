"""What every test asks of its input."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import check_choice, check_finite, check_range, check_shape
from ..errors import InputError, Notice, ScoresError

Alternative = Literal["greater", "less", "two-sided"]
Mode = Literal["overall", "paper", "fixed", "guaranteed"]  # the last is an older name of the first
ALTERNATIVES = get_args(Alternative)

EQUAL = 1e-12
"""Differences that agree this closely are equal: what separates them is rounding.

A - B of two equal pairs of scores may differ in the last bit (.4 - .3 and .3 - .2), and
a test that divides by that bit would reject anything."""

TIED = 1e-11
"""Numbers closer than this share of the scores behind them tie: files hold twelve digits of a score."""

LARGEST = 1e100


def as_splits(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores of 2m folds, the two of a split after each other, as (m, 2); any other shape as it is."""
    return scores.reshape(-1, 2) if scores.ndim == 1 and len(scores) % 2 == 0 else scores


def check_differences(differences: ArrayLike) -> NDArray[np.float64]:
    """Differences as floats of shape (m, 2), all finite, m >= 1; those of 2m folds in a row will do."""
    array = as_splits(float_differences(differences))
    check_shape("differences", array.shape, "(m, 2)", ScoresError)
    check_finite("differences", array, ScoresError)
    check_size(array)
    return array


def check_numbers(differences: ArrayLike) -> NDArray[np.float64]:
    """Differences as one row of floats, all finite, at least two."""
    scores = float_differences(differences).ravel()
    if len(scores) < 2:
        raise ScoresError("A test needs at least 2 differences, found {n}.", n=len(scores))
    check_finite("differences", scores, ScoresError)
    check_size(scores)
    return scores


def float_differences(differences: ArrayLike, shape: str = "(m, 2)") -> NDArray[np.float64]:
    """Differences as floats, of any shape; refused by the one they should have."""
    try:
        return np.asarray(differences, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise ScoresError(
            "`differences` must be numbers of shape {shape}: A minus B.", shape=shape
        ) from cause


def check_size(scores: NDArray[np.float64]) -> None:
    """Differences whose squares are finite."""
    largest = float(np.abs(scores).max())
    if largest > LARGEST:
        raise ScoresError("Difference {value:g} cannot be squared; scale the scores.", value=largest)


def check_alpha(alpha: float) -> None:
    """A level of significance strictly between 0 and one half."""
    check_range("alpha", alpha, "(0, 0.5)")


def check_level(level: float) -> None:
    check_range("level", level, "(0, 1)")


def check_alternative(alternative: str) -> None:
    check_choice("alternative", alternative, ALTERNATIVES)


def check_seed(seed: int) -> None:
    """A seed of the counter-based generator."""
    check_range("seed", seed, f"[0, {2**64})")


def check_runs(n_runs: int) -> None:
    """A number of simulated runs that has a standard error."""
    check_range("n_runs", n_runs, "[2, ∞)")


def check_effect(effect: float) -> None:
    """A true difference, in standard deviations of one hold-out difference."""
    check_range("effect", effect, "(-∞, ∞)")


def check_correlations(rho1: float, rho2: float) -> None:
    """Correlations that scores of half splits can have, whatever m."""
    check_range("rho1", rho1, "(-1, 1)")
    check_range("rho2", rho2, "[0, 1)")
    if rho1 < 2 * rho2 - 1 - EQUAL:
        raise InputError(
            "`rho1` must be at least 2 `rho2` - 1, found {rho1!r} and {rho2!r}.", rho1=rho1, rho2=rho2
        )


def tied(values: ArrayLike, scale: ArrayLike) -> NDArray[np.float64]:
    """The values, those that differ by rounding alone made equal, so that they share ranks and signs.

    `values`: array_like of float, shape (n,).
    `scale` (array_like of float, shape (n,) or ()): size of the scores that each value was computed from: .72
    - .71 is known to 16 digits of .72.
    """
    numbers = np.asarray(values, dtype=np.float64)
    order = np.argsort(numbers, kind="stable")
    room = TIED * np.broadcast_to(scale, numbers.shape)[order]
    further = np.diff(numbers[order]) > np.maximum(room[1:], room[:-1])
    first = np.maximum.accumulate(np.where(np.append(True, further), np.arange(len(order)), 0))
    result = np.empty_like(numbers)
    result[order] = numbers[order][first]
    return result


def tied_differences(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """a - b: 0 where they are equal but for rounding; sizes that only rounding tells apart are one."""
    differences = a - b
    scale = np.maximum(np.abs(a), np.abs(b))
    sizes = tied(np.append(0.0, np.abs(differences)), np.append(0.0, scale))[1:]
    result: NDArray[np.float64] = np.sign(differences) * sizes
    return result


def all_equal(differences: NDArray[np.float64]) -> bool:
    """Whether the differences vary by no more than rounding."""
    scale = max(1.0, float(np.abs(differences).max()))
    return bool(np.ptp(differences) <= EQUAL * scale)


def halves_equal(differences: NDArray[np.float64]) -> bool:
    """Whether the two differences of each split vary by no more than rounding."""
    return all_equal(np.append(differences[:, 0] - differences[:, 1], 0.0))


def no_variation(differences: NDArray[np.float64]) -> Notice:
    """Why there is no statistic."""
    return Notice(
        "All {n} differences equal {value:.6g}, so nothing is decided.",
        {"n": differences.size, "value": float(differences.flat[0])},
    )


def mode_of(name: str) -> str:
    """A mode, rule or test by its name: the overall-level rule was called "guaranteed" in earlier files.

    >>> mode_of("guaranteed"), mode_of("paper")
    ('overall', 'paper')
    """
    return "overall" if name == "guaranteed" else name
