"""Groups of units, one number a unit: as a table, and joined with other groups."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components


def membership(groups: NDArray[np.int64]) -> csr_array:
    """One label a unit, the number of its group: counts (n_units, n_groups)."""
    n_units = len(groups)
    places = np.arange(n_units), groups
    return csr_array((np.ones(n_units, np.int64), places), shape=(n_units, int(groups.max()) + 1))


def joined_groups(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Groups of units that either grouping puts together."""
    linked = membership(first).T @ membership(second)
    n = linked.shape[0]
    places = linked.tocoo()
    graph = coo_array((places.data, (places.row, places.col + n)), shape=(n + linked.shape[1],) * 2)
    _, groups = connected_components(graph, directed=False)
    return np.asarray(groups[:n], dtype=np.int64)[first]
