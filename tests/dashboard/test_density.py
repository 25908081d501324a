"""Bins against NumPy's histograms; results that are kept."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.figures.splits.density import binned, joint
from dashboard.figures.splits.divergence import divergence_histogram


@given(n=st.integers(2, 300), seed=st.integers(0, 10**6))
def test_bins_hold_every_candidate(n, seed):
    values = np.random.default_rng(seed).gamma(2, size=(n, 2))
    across, up = binned(values[:, 0]), binned(values[:, 1])
    inside = np.clip(values[:, 0], across.edges[0], across.edges[-1])
    assert across.count().sum() == n
    assert (
        np.abs(across.count().cumsum() - np.histogram(inside, across.edges)[0].cumsum()).max() <= 1
    )  # rounding
    cells = joint(across, up)
    assert np.nansum(cells) == n
    assert not (cells == 0).any()  # an empty cell has no colour
    assert np.array_equal(np.nansum(cells, axis=0), across.count())
    assert np.array_equal(np.nansum(cells, axis=1), up.count())
    which = values[:, 0] < 1
    assert across.count(which).sum() == which.sum()


def test_coarse_bins_are_sums_of_fine_ones():
    fine = binned(np.random.default_rng(1).random(500))
    coarse = fine.coarse(2)
    assert np.array_equal(coarse.count(), fine.count().reshape(-1, 2).sum(axis=1))
    assert (coarse.edges[0], coarse.edges[-1]) == (fine.edges[0], fine.edges[-1])


def test_bars_of_a_histogram_are_equally_wide_and_count_every_split():
    """Values of few labels lie on a comb; bars as wide as their values would draw a second hump."""
    values = np.random.default_rng(3).integers(0, 9, 700) / 7
    drawn = divergence_histogram(values, density=lambda _: None, expected=0.6, floor=0.0, title="")
    (bars,) = drawn.to_dict()["data"]
    assert np.diff(bars["x"]) == pytest.approx(np.full(len(bars["x"]) - 1, bars["x"][1] - bars["x"][0]))
    assert "width" not in bars
    assert sum(bars["y"]) == 700
