"""Candidates counted in bins, once for all the pictures drawn of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BINS = 56


@dataclass(frozen=True, slots=True, eq=False)
class Binned:
    """The candidates along one attribute."""

    edges: NDArray[np.float64]  # (n_bins + 1,)
    cells: NDArray[np.int64]  # (n_candidates,): the bin of each
    beyond: int = 0  # how many of those in the last bin lie beyond its end

    @property
    def middle(self) -> NDArray[np.float64]:
        return (self.edges[1:] + self.edges[:-1]) / 2

    def count(self, which: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """Candidates in each bin, all or those marked in `which`, shape (n_bins,)."""
        cells = self.cells if which is None else self.cells[which]
        return np.bincount(cells, minlength=len(self.edges) - 1)


def binned(values: NDArray[np.float64], ends: tuple[float, float] | None = None) -> Binned:
    """Bins between two ends; without them the last per mille of a long tail is left to the outermost one."""
    low, high = ends or (float(values.min()), float(np.quantile(values, 0.999)))
    if high <= low:  # all alike: a little room around them
        low, high = low - 0.5, low + 0.5
    cells = np.floor((values - low) * (BINS / (high - low))).astype(np.int64)
    edges = np.linspace(low, high, BINS + 1)
    return Binned(edges, np.clip(cells, 0, BINS - 1), int((values > high).sum()))


def joint(across: Binned, up: Binned) -> NDArray[np.float32]:
    """Candidates in each cell of the plane, shape (bins up, bins across); NaN where there is none.

    An empty cell is no colour, so that it does not cover a dark page with a pale one.
    """
    shape = len(up.edges) - 1, len(across.edges) - 1
    count = np.bincount(up.cells * shape[1] + across.cells, minlength=shape[0] * shape[1]).reshape(shape)
    return np.where(count > 0, count, np.nan).astype(np.float32)  # half as much to send; exact up to 2^24
