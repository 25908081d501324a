"""What the targets mean, as functions to be lowered.

A move changes D_ij by step_i change_j, so the sum over labels of w_j D_ij^2 in
partition i changes by 2 step_i sum_j w_j D_ij change_j + step_i^2 sum_j w_j change_j^2.
"""

from __future__ import annotations

import numpy as np

from ..philox import Draws
from .moves import Index, Moves
from .state import Floats, State


class Sum:
    """The sum of chi2/J over all partitions and attributes, weighted by attribute."""

    wanted = None

    def __init__(self, state: State, weights: Floats) -> None:
        self._state = state
        per_column = np.concatenate(
            [np.full(j + 1, w / j) for j, w in zip(state.n_labels, weights / weights.max(), strict=True)]
        )
        self._weights = state.whole_weights(state.weights * per_column)

    def refresh(self) -> None:
        """Nothing is kept between moves."""

    def reached(self) -> bool:
        return False  # how low a sum can be is not known

    def changes(self, moves: Moves) -> Floats:
        weights = self._weights[moves.columns]
        along = moves.changes @ (self._state.imbalance[:, moves.columns] * weights).T  # (a, m), exact
        gram = (moves.changes * weights) @ moves.changes.T
        products = moves.products(moves.rows @ along.T)
        return 2 * products + moves.step_norms() * moves.difference_norms(gram)


class Band:
    """How far chi2/J lies outside a band: squared distances in units of `scale`, summed."""

    wanted = None

    def __init__(self, state: State, lower: Floats, upper: Floats, scale: Floats) -> None:
        self._state = state
        self._lower, self._upper, self._scale = lower, upper, scale
        self._weights = state.whole_weights(state.weights)
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

    def reached(self) -> bool:
        return self.cost() == 0

    def changes(self, moves: Moves) -> Floats:
        steps = moves.steps(moves.rows)
        total = np.full(len(steps), -self.cost())
        for k, part in enumerate(_parts(self._state, moves.columns)):
            columns, changes = moves.columns[part], moves.changes[:, part]
            weights = self._weights[columns]
            pull = (self._state.imbalance[:, columns] * weights).T
            along = moves.differences(changes @ pull)
            norms = moves.difference_norms((changes * weights) @ changes.T)
            change = 2 * steps * along + steps * steps * norms[:, None]
            # N^2/(N^2-D^2) is taken as it stands; it moves by terms of order 1/n.
            phi = (self._quadratic[:, k] + change) * self._factor[:, k]
            total += self.excess_of(phi, k).sum(axis=1)
        return total


class Moments:
    """How far the set of partitions is from random halves in the mean.

    For every attribute the mean of chi2/J over the partitions, in standard
    deviations of random halves, enforced first; for every label the mean of D_j^2
    relative to its value for random halves.
    """

    MEAN_TOLERANCE = 0.01  # in standard deviations
    LABEL_TOLERANCE = 0.06
    FIRST = 2e4  # what a squared deviation of a mean counts for, against one of a label

    def __init__(self, state: State, mean: Floats, sd: Floats, variances: Floats, weights: Floats) -> None:
        self._state = state
        self._mean, self._sd = mean, np.where(sd > 0, sd, 1.0)
        self._importance = self.FIRST * weights / weights.max()
        moving = np.zeros(len(variances), bool)
        moving[state.live] = True
        counted = moving & (variances > 0)  # totals of attributes have none
        self._counted = counted.astype(np.float64)
        self._per_variance = np.where(counted, 1 / (state.m * np.where(counted, variances, 1.0)), 0.0)
        self._squares = self._means = self._factor = np.zeros(0)

    def refresh(self) -> None:
        imbalance = self._state.imbalance
        self._squares = (imbalance * imbalance).sum(axis=0)
        quadratic, factor = self._state.chi_square()
        self._means = (quadratic * factor).mean(axis=0) / self._state.n_labels
        self._factor = factor.mean(axis=0) / self._state.n_labels / self._state.m

    def label_deviations(self) -> Floats:
        """Mean of D_j^2 over that of random halves, minus 1; 0 where no pair differs."""
        return self._squares * self._per_variance - self._counted

    def _label_excess(self, squares: Floats, use: Index) -> Floats:
        outside = np.abs(squares * self._per_variance[use] - self._counted[use]) - self.LABEL_TOLERANCE
        excess: Floats = np.maximum(outside, 0)
        return excess * excess

    def _mean_excess(self, means: Floats, k: int) -> Floats:
        excess: Floats = np.maximum(np.abs(means - self._mean[k]) / self._sd[k] - self.MEAN_TOLERANCE, 0)
        weighed: Floats = self._importance[k] * (excess * excess)
        return weighed

    def cost(self) -> float:
        labels = self._label_excess(self._squares, np.arange(len(self._squares))).sum()
        means = [float(self._mean_excess(self._means[k : k + 1], k)[0]) for k in range(len(self._means))]
        return float(labels) + sum(means)

    def reached(self) -> bool:
        return self.cost() == 0

    def changes(self, moves: Moves) -> Floats:
        use = moves.columns
        along = moves.steps(moves.rows @ self._state.imbalance[:, use])
        change = moves.differences(moves.changes)
        squares = 2 * along * change + moves.step_norms()[:, None] * change * change
        before = self._label_excess(self._squares[use], use).sum()
        total: Floats = self._label_excess(self._squares[use] + squares, use).sum(axis=1) - before
        weights = self._state.weights[use]
        for k, part in enumerate(_parts(self._state, use)):
            moved = (squares[:, part] * weights[part]).sum(axis=1) * self._factor[k]
            total += self._mean_excess(self._means[k] + moved, k) - self._mean_excess(self._means[k], k)
        return total

    def wanted(self, draws: Draws) -> Index:
        """Pairs with a label whose mean is off, which groups of any pairs seldom hold."""
        off = np.flatnonzero(np.abs(self.label_deviations()) > self.LABEL_TOLERANCE)
        if not len(off):
            return off
        return self._state.pairs_with(int(off[draws.below(len(off), 1)[0]]))


def _parts(state: State, columns: Index) -> list[slice]:
    """Which of ascending columns belong to each attribute."""
    starts = np.searchsorted(columns, [a.start for a in state.attributes])
    stops = np.searchsorted(columns, [a.stop for a in state.attributes])
    return [slice(int(a), int(b)) for a, b in zip(starts, stops, strict=True)]
