"""Sets that pairs connect; SciPy's own takes longer to import than this does for a million pairs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def connected(first: NDArray[np.int64], second: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """The number of the set of each of 0..n-1, in the order of the sets' first members, (n,)."""
    least = np.arange(n)  # member known of the set of each
    while True:
        one, other = least[first], least[second]
        if (one == other).all():
            return np.unique(least, return_inverse=True)[1].astype(np.int64, copy=False)
        np.minimum.at(least, np.maximum(one, other), np.minimum(one, other))
        while ((further := least[least]) != least).any():
            least = further
