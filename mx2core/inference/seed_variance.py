"""How much of a result is due to the seeds that models were trained with, and what more seeds would buy."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import check_finite, check_range, check_shape
from ..brief import Tabular, frozen
from ..errors import Notice, ScoresError
from .out_of_fold.unit_by_unit import OutOfFoldTTest

Floats = NDArray[np.float64]


@frozen
class SeedVariance(Tabular):
    """The part of the variance of the mean over 2m folds that comes from seeds."""

    variance: float  # of the mean, with the seeds there are
    one_seed: float  # what it would be with one seed for each training
    n_seeds: tuple[int, ...]  # of A, and of B

    def share(self, whole: float) -> float:
        """Of a whole variance, such as that of an `OutOfFoldTTest`; at most 1."""
        return min(1.0, self.variance / whole) if whole > 0 else 0.0

    def half_length(self, half_length: float, whole: float, times: float = float("inf")) -> float:
        """Of the interval, if each training had so many times as many seeds; without end if not given.

        `half_length`: of the interval now.
        `whole`: variance of the mean now, of which seeds are a part.
        `times`: at least 1.
        """
        check_range("times", times, "[1, ∞]")
        return half_length * sqrt(1 - self.share(whole) * (1 - 1 / times))

    def sentences(self, models: Sequence[str], test: OutOfFoldTTest | None = None) -> tuple[Notice, ...]:
        """How much seeds add to the mean of one or two models, and to the interval of a test."""
        names = dict(zip(("a", "b"), models, strict=False)) | dict(
            zip(("n_a", "n_b"), self.n_seeds, strict=False)
        )
        of = {**names, "sd": sqrt(self.variance)}
        if len(models) > 1:
            sd = Notice("Seeds ({n_a} of {a}, {n_b} of {b}): sd of the mean {sd:.4f}.", of)
        else:
            sd = Notice("Seeds ({n_a} of {a}): sd of the mean {sd:.4f}.", of)
        if test is None or test.lower is None or test.upper is None:
            return (sd, Notice("With one seed each it would be {sd:.4f}.", {"sd": sqrt(self.one_seed)}))
        half = (test.upper - test.lower) / 2
        twice, limit = self.half_length(half, test.variance, 2), self.half_length(half, test.variance)
        length = Notice(
            "Half-length {half:.4f}; with twice the seeds {twice:.4f}, with ever more {limit:.4f}.",
            {"half": half, "twice": twice, "limit": limit},
        )
        return (sd, length)


def seed_variance(a: ArrayLike, b: ArrayLike | None = None) -> SeedVariance:
    """Variance of the mean difference due to seeds, from scores of the same folds with other seeds.

    Parameters
    ----------
    a, b : array_like of float, shape (n_seeds, m, 2)
        Scores of each model with each seed; without `b` those of one model. A model with one
        seed adds nothing, since nothing shows what another would have done.

    Returns
    -------
    SeedVariance
        Of the mean over seeds, folds and splits: the variance over seeds (divisor n_seeds - 1) is
        averaged over folds, then divided by n_seeds and by the number of folds.

    Raises
    ------
    ScoresError
        If scores do not have that shape, or one is not finite.

    Examples
    --------
    >>> found = seed_variance([[[.8, .7]], [[.9, .7]]], [[[.6, .6]]])
    >>> found.n_seeds, round(found.variance, 6), round(found.one_seed, 6)
    ((2, 1), 0.000625, 0.00125)
    """
    given = [_check_scores(scores) for scores in ((a,) if b is None else (a, b))]
    if b is not None and given[0].shape[1:] != given[1].shape[1:]:
        raise ScoresError(
            "Both models need scores of the same folds, found shapes {a} and {b}.",
            a=given[0].shape,
            b=given[1].shape,
        )
    each = [float(scores.var(axis=0, ddof=1).mean()) if len(scores) > 1 else 0.0 for scores in given]
    n_folds = given[0][0].size
    return SeedVariance(
        variance=sum(value / len(scores) for value, scores in zip(each, given, strict=True)) / n_folds,
        one_seed=sum(each) / n_folds,
        n_seeds=tuple(len(scores) for scores in given),
    )


def _check_scores(scores: ArrayLike) -> Floats:
    values = np.asarray(scores, dtype=np.float64)
    check_shape("scores", values.shape, "(n_seeds, m, 2)", ScoresError)
    check_finite("scores", values, ScoresError)
    return values
