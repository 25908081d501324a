"""What the targets mean, as functions to be lowered.

A move changes D_ij by step_i change_j, so the sum over labels of w_j D_ij^2 in
partition i changes by 2 step_i sum_j w_j D_ij change_j + step_i^2 sum_j w_j change_j^2.
"""

from __future__ import annotations

import numpy as np

from .moves import Index, Moves
from .state import Floats, State


class Sum:
    """The sum of chi2/J over all partitions and attributes."""

    def __init__(self, state: State) -> None:
        self._state = state
        per_column = np.repeat(1 / state.n_labels, state.n_labels + 1)
        self._weights = state.whole_weights(state.weights * per_column)

    def refresh(self) -> None:
        """Nothing is kept between moves."""

    def is_met(self) -> bool:
        return False  # how low a sum can be is not known

    def changes(self, moves: Moves) -> Floats:
        weights = self._weights[moves.columns]
        along = moves.changes @ (self._state.imbalance[:, moves.columns] * weights).T  # (a, m), exact
        gram = (moves.changes * weights) @ moves.changes.T
        products = moves.products(moves.rows @ along.T)
        return 2 * products + moves.step_norms() * moves.difference_norms(gram)


class Band:
    """How far chi2/J lies outside a band: squared distances in units of `scale`, summed."""

    def __init__(self, state: State, lower: Floats, upper: Floats, scale: Floats) -> None:
        self._state = state
        self._lower, self._upper, self._scale = lower, upper, scale
        self._weights = state.whole_weights(state.weights)
        self._bounded = np.isfinite(upper) | (lower > 0)
        self._quadratic = self._factor = np.zeros((0, 0))

    def refresh(self) -> None:
        self._quadratic, self._factor = self._state.chi_square()
        self._factor /= self._state.n_labels

    def cost(self) -> float:
        return float(self.excess(self._quadratic * self._factor).sum())

    def excess(self, phi: Floats) -> Floats:
        """Cost of chi2/J by partition and attribute, the last axis."""
        outside: Floats = np.maximum(np.maximum(phi - self._upper, self._lower - phi), 0) / self._scale
        return outside * outside

    def excess_of(self, phi: Floats, k: int) -> Floats:
        """Cost of chi2/J in attribute k, of any shape."""
        outside: Floats = np.maximum(np.maximum(phi - self._upper[k], self._lower[k] - phi), 0)
        outside = outside / self._scale[k]
        return outside * outside

    def is_met(self) -> bool:
        return self.cost() == 0

    def changes(self, moves: Moves) -> Floats:
        steps = moves.steps(moves.rows)
        total = np.full(len(steps), -self.cost())
        for k, part in enumerate(_parts(self._state, moves.columns)):
            if not self._bounded[k]:
                continue
            columns, changes = moves.columns[part], moves.changes[:, part]
            weights = self._weights[columns]
            pull = (self._state.imbalance[:, columns] * weights).T
            along = moves.differences(changes @ pull)
            norms = moves.difference_norms((changes * weights) @ changes.T)
            change = 2 * steps * along + steps * steps * norms[:, None]  # of the sum of w_j D_ij^2
            # N^2/(N^2-D^2) is taken as it stands; it moves by terms of order 1/n.
            phi = (self._quadratic[:, k] + change) * self._factor[:, k]
            total += self.excess_of(phi, k).sum(axis=1)
        return total


def _parts(state: State, columns: Index) -> list[slice]:
    """Which of ascending columns belong to each attribute."""
    starts = np.searchsorted(columns, [a.start for a in state.attributes])
    stops = np.searchsorted(columns, [a.stop for a in state.attributes])
    return [slice(int(a), int(b)) for a, b in zip(starts, stops, strict=True)]
