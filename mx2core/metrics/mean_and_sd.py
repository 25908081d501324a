"""Mean and standard deviation of scores, as far as they are there."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..brief import frozen


@frozen
class MeanAndSD:
    """Of the scores that are there."""

    n: int
    mean: float | None  # None where there is none
    sd: float | None  # with divisor n - 1; None below two scores


def mean_and_sd(scores: ArrayLike) -> MeanAndSD:
    """Mean and standard deviation of scores of any shape; those not there yet are NaN."""
    values = np.asarray(scores, dtype=np.float64)
    there = values[np.isfinite(values)]
    return MeanAndSD(
        n=there.size,
        mean=float(there.mean()) if there.size else None,
        sd=float(there.std(ddof=1)) if there.size > 1 else None,
    )
