"""Survivors of pairs of bounds, against counting them one pair at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import InputError
from mx2core.partition import survival_grid, survivors


@given(n=st.integers(1, 60), n1=st.integers(1, 6), n2=st.integers(1, 6), seed=st.integers(0, 10**6))
def test_grid_counts_what_each_pair_of_bounds_admits(n, n1, n2, seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 6, (n, 2)) / 4  # many values that equal a bound
    grid = survival_grid(values, rng.integers(-1, 7, n1) / 4, rng.integers(-1, 7, n2) / 4)
    for a, first in enumerate(grid.c1):
        for b, second in enumerate(grid.c2):
            assert grid.survivors[a, b] == survivors(values, None, [first, second]).sum()


def test_without_bounds_the_grid_reaches_over_all_candidates():
    values = np.random.default_rng(3).random((500, 2))
    grid = survival_grid(values)
    assert grid.survivors.shape == (41, 41)
    assert grid.survivors[-1, -1] == 500
    assert (np.diff(grid.survivors, axis=0) >= 0).all()
    assert (np.diff(grid.survivors, axis=1) >= 0).all()


def test_no_candidate_is_no_survivor():
    grid = survival_grid(np.empty((0, 2)), [1.0], [1.0, 2.0])
    assert grid.survivors.tolist() == [[0, 0]]


@pytest.mark.parametrize("values", [np.ones(3), np.ones((3, 3)), np.empty((0, 2)), [[np.nan, 1.0]]])
def test_what_is_no_list_of_pairs_is_refused(values):
    with pytest.raises(InputError):
        survival_grid(values)
