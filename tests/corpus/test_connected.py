"""Sets that pairs connect are SciPy's, numbers included."""

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from mx2core.corpus.units.connected import connected


@pytest.mark.parametrize("n_pairs", [0, 5, 40, 100, 400])
def test_sets_are_those_of_scipy(n_pairs):
    rng = np.random.default_rng(n_pairs)
    for n in (100, 101):
        first, second = rng.integers(0, n, (2, n_pairs))
        _, groups = connected_components(
            coo_array((np.ones(n_pairs), (first, second)), (n, n)), directed=False
        )
        assert np.array_equal(connected(first, second, n), groups)


def test_a_chain_in_any_order_is_one_set():
    order = np.random.default_rng(0).permutation(100_000)
    assert not connected(order[:-1], order[1:], 100_000).any()
