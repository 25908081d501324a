"""How many pairs of partitions share how many units, against what random halves would."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import DesignError
from ..design import PartitionSet
from ..law import overlap_law

MOST_BARS = 40
REACH = 3.0  # standard deviations of random halves that are covered on either side of n/4


@frozen(eq=False)
class OverlapCounts:
    """Pairs of partitions by the number of units that their first halves share."""

    quarter: float  # n/4, at which the variance of the estimate is least
    width: int  # numbers of shared units in a bar
    values: NDArray[np.int64]  # (n_bars,): the least number of shared units of each bar
    pairs: NDArray[np.int64]  # (n_bars,)
    random: NDArray[np.float64]  # (n_bars,): pairs that as many random halves would have on average


def overlap_counts(partitions: PartitionSet) -> OverlapCounts:
    """Histogram of the overlaps of training sets, condition Phi(0) of the paper, section 3.1.

    The law of random halves is that of Markatou et al., Analysis of variance of cross-validation
    estimators, JMLR 6, 2005.
    """
    if partitions.m < 2:
        raise DesignError("Overlaps need m = 2 or more.")
    shared = partitions.overlaps()[np.triu_indices(partitions.m, 1)]
    sizes = partitions.masks.sum(axis=1)
    law = overlap_law(partitions.n_units, int(sizes[0]), int(sizes[1]))
    reach = REACH * float(np.sqrt(law.variance))
    low = int(min(shared.min(), np.floor(law.mean - reach)))
    high = int(max(shared.max(), np.ceil(law.mean + reach)))
    width = -(-(high - low + 1) // MOST_BARS)
    edges = np.arange(low, high + width + 1, width)
    return OverlapCounts(
        quarter=partitions.n_units / 4,
        width=width,
        values=edges[:-1],
        pairs=np.histogram(shared, edges)[0].astype(np.int64),
        random=np.histogram(law.values, edges, weights=law.probabilities * len(shared))[0],
    )
