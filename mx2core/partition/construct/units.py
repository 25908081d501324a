"""Exchange of single units, where whole rows of signs do not reach the target of a partition."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..halves.philox import Draws
from .objectives import Band
from .search import Tick
from .state import Floats, State, joined_columns

LOOKED_AT = 40  # units of each half, at a time
LARGEST_PRODUCT = 6  # four times 1.5, by which overlaps of first halves may deviate from n/4


def exchange_units(
    state: State, tables: Sequence[csr_array], band: Band, draws: Draws, *, budget: int, tick: Tick
) -> NDArray[np.bool_]:
    """Masks after exchanges of one unit of each half, partition by partition.

    Each exchange is the best of those looked at that keep the overlap with every
    other partition within 1.5 of n/4, or where it was if that was further. At most
    `budget` groups of units are looked at per partition; a partition that gets stuck
    makes a random exchange and goes on, and its best version is kept.
    """
    columns = joined_columns(tables)
    signs = np.where(state.masks(), 1, -1)
    work = _SignedUnits(state, columns, signs, band)
    for i in np.argsort(-work.costs, kind="stable"):
        best = (work.costs[i], signs[i].copy(), state.imbalance[i].copy())
        idle = 0
        for _ in range(budget):
            if best[0] == 0:
                break
            exchange = work.best_exchange(int(i), draws, anywhere=idle >= 3)
            tick()
            if exchange is None or (exchange[0] >= work.costs[i] and idle < 3):
                idle += 1
                continue
            work.apply(int(i), *exchange[1:])
            idle = 0
            if work.costs[i] < best[0]:
                best = (work.costs[i], signs[i].copy(), state.imbalance[i].copy())
        work.restore(int(i), *best)
    return signs > 0


class _SignedUnits:
    """The partitions as signs of units, with what their labels and overlaps are."""

    def __init__(self, state: State, columns: csr_array, signs: NDArray[np.int64], band: Band) -> None:
        self.state, self.columns, self.signs, self.band = state, columns, signs, band
        self.products = signs @ signs.T
        np.fill_diagonal(self.products, 0)
        # |I_i and I_j| - n/4 = (s_i + s_j + x_i . x_j)/4, s_i = 0, or -1 for odd n.
        self.center = 2 * (signs.shape[1] % 2)
        self.limits = np.maximum(LARGEST_PRODUCT, np.abs(self.products - self.center))
        self.costs = band.excess(state.divergence()).sum(axis=1)
        self.weights = state.whole_weights(state.weights)

    def best_exchange(self, i: int, draws: Draws, *, anywhere: bool) -> tuple[float, int, int] | None:
        """Cost after the best allowed exchange found in partition i, and its units; `anywhere` takes any."""
        first, second = (np.flatnonzero(self.signs[i] == side) for side in (1, -1))
        first = first[draws.permutation(len(first))[:LOOKED_AT]]
        second = second[draws.permutation(len(second))[:LOOKED_AT]]
        allowed = self._allowed(i, first, second)
        if not allowed.any():
            return None
        costs = np.where(allowed, self._costs_after(i, first, second), np.inf)
        if anywhere:
            a, b = (int(x[0]) for x in np.nonzero(allowed))
        else:
            a, b = divmod(int(np.argmin(costs)), len(second))
        return float(costs[a, b]), int(first[a]), int(second[b])

    def _allowed(self, i: int, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which exchanges keep every overlap within its limit, shape (len(first), len(second)).

        Exchanging u and v adds 2 (x_jv - x_ju) to x_i . x_j: 4 where v is in the first
        half of partition j and u is not, -4 the other way round. Partitions in which
        that would go too far are counted by products of zeros and ones.
        """
        products = self.products[i] - self.center
        too_far_up = np.abs(products + 4) > self.limits[i]
        too_far_down = np.abs(products - 4) > self.limits[i]
        too_far_up[i] = too_far_down[i] = False
        u, v = self.signs[:, first] > 0, self.signs[:, second] > 0
        up = (~u[too_far_up]).T.astype(np.float64) @ v[too_far_up].astype(np.float64)
        down = u[too_far_down].T.astype(np.float64) @ (~v[too_far_down]).astype(np.float64)
        return np.asarray(up + down == 0)

    def _costs_after(self, i: int, first: NDArray[np.int64], second: NDArray[np.int64]) -> Floats:
        first_counts, second_counts = (
            self.columns[units].toarray().astype(np.float64) for units in (first, second)
        )
        state, total = self.state, np.zeros((len(first), len(second)))
        quadratic, factor = state.chi_square(rows=slice(i, i + 1))
        # D_j loses 2 (x_j - y_j): sum w D^2 changes by -4 sum w D (x - y) + 4 sum w (x - y)^2.
        for k, a in enumerate(state.attributes):
            weights, pull = self.weights[a], state.imbalance[i, a] * self.weights[a]
            x, y = first_counts[:, a], second_counts[:, a]
            along = (x @ pull)[:, None] - y @ pull
            norm = (x * x * weights).sum(axis=1)[:, None] + (y * y * weights).sum(axis=1)
            norm -= 2 * ((x * weights) @ y.T)
            phi = (quadratic[0, k] - 4 * along + 4 * norm) * (factor[0, k] / state.n_labels[k])
            total += self.band.excess_of(phi, k)
        return total

    def apply(self, i: int, first: int, second: int) -> None:
        """Exchange a unit of the first half of partition i with one of its second half."""
        self.signs[i, first], self.signs[i, second] = -1, 1
        change = self.columns[[first]].toarray()[0] - self.columns[[second]].toarray()[0]
        self._take(i, self.signs[i], self.state.imbalance[i] - 2 * change)
        self.costs[i] = self.band.excess(self.state.divergence(rows=slice(i, i + 1))).sum()

    def restore(self, i: int, cost: float, signs: NDArray[np.int64], imbalance: Floats) -> None:
        self._take(i, signs, imbalance)
        self.costs[i] = cost

    def _take(self, i: int, signs: NDArray[np.int64], imbalance: Floats) -> None:
        self.signs[i], self.state.imbalance[i] = signs, imbalance
        products = self.signs @ signs
        products[i] = 0
        self.products[i], self.products[:, i] = products, products
