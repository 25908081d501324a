"""Balanced sets: over the m partitions, means of the labels as random halves have them.

A unit has m signs, one for each partition. Two units that exchange their signs change
places in every partition where these differ. That leaves the sizes of all halves and
all overlaps as they are, and moves labels: D_ij changes by step_i change_j, where

    step = signs of the second - signs of the first     change_j = y_first,j - y_second,j

so that sum_i D_ij^2 changes by 2 change_j sum_i step_i D_ij + change_j^2 |step|^2. The
chi2/J of an attribute, averaged over the partitions, is a weighted sum of these squares.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..checks import label_totals
from ..law import label_variances
from ..philox import Draws
from .search import Tick
from .state import Floats, State, joined_columns

Index = NDArray[np.int64]
FULL_CELLS = 2**22  # counts are kept as a full table up to this size
FIRST, SECOND = 4, 48  # units looked at together: each of the first with each of the second
FEWEST_STEPS = 400  # after which what is promised is good enough
MOST_STEPS, STEPS_OF_A_LABEL = 1200, 100  # the fewer of these, and two more for each label
FINAL = 0.85  # of the steps, after which means of attributes come first
ALLOWANCE = 0.02  # by how much the best exchange may raise the cost at first


class Moments:
    """How far a set of partitions is from random halves in the mean.

    For every label the mean of D_j^2, relative to that of random halves; for every
    attribute the mean of chi2/J, in standard deviations of random halves. Both cost the
    square of what lies beyond a tolerance. At the end means of attributes come first;
    before, they would stand in the way of labels that need several exchanges.
    """

    MEAN_AIM, MEAN_PROMISE = 0.01, 0.02  # in standard deviations
    LABEL_AIM, LABEL_PROMISE = 0.09, 0.1  # relative
    MEAN_WEIGHT, FINAL_MEAN_WEIGHT = 3.0, 2e4  # of a mean against a label

    def __init__(
        self,
        state: State,
        tables: Sequence[csr_array],
        mean: Floats,
        sd: Floats,
        *,
        unavoidable: Floats,
        weights: Floats,
    ) -> None:
        """`unavoidable` is how far the mean of chi2/J has to be from `mean`, in `sd`."""
        self._state = state
        self._mean, self._sd = mean, sd
        self._mean_aim = np.maximum(self.MEAN_AIM, unavoidable)
        self._mean_promise = np.maximum(self.MEAN_PROMISE, unavoidable)
        self._importance = weights / weights.max()
        self._weight = self.MEAN_WEIGHT
        self._attribute = np.repeat(np.arange(len(state.n_labels)), state.n_labels + 1)
        variances = np.concatenate(
            [np.append(label_variances(table)[label_totals(table) > 0], 0.0) for table in tables]
        )
        counted = variances > 1e-9  # not totals of attributes, nor labels that all units have alike
        wanted = state.m * np.where(counted, variances, 1.0)
        self._scale = np.where(counted, 1 / wanted, 0.0)
        # D_j is as odd as N_j. So sums of its squares are 4 or 8 apart, and few partitions
        # may have none near what is wanted.
        odd = state.totals % 2
        apart, least = 4.0 + 4 * odd, state.m * odd
        nearest = least + apart * np.maximum(0, np.rint((wanted - least) / apart))
        off = np.abs(nearest - wanted) * (1 + 1e-9)
        aim, promise = (np.maximum(off, share * wanted) for share in (self.LABEL_AIM, self.LABEL_PROMISE))
        self._lower, self._upper = wanted - aim, wanted + aim
        self._wanted, self._label_promise = wanted, promise
        self._squares = self._means = self._factor = self._label_costs = np.zeros(0)

    def refresh(self) -> None:
        """Take note of the state after an exchange."""
        imbalance = self._state.imbalance
        self._squares = (imbalance * imbalance).sum(axis=0)
        quadratic, factor = self._state.chi_square()
        self._means = (quadratic * factor).mean(axis=0) / self._state.n_labels
        self._factor = factor.mean(axis=0) / self._state.n_labels / self._state.m
        self._label_costs = self._label_cost(self._squares, slice(None))

    def weigh_means_first(self) -> None:
        self._weight = self.FINAL_MEAN_WEIGHT

    def _label_cost(self, squares: Floats, use: Index | slice) -> Floats:
        outside = np.maximum(squares - self._upper[use], self._lower[use] - squares)
        excess: Floats = np.maximum(outside, 0) * self._scale[use]
        return excess * excess

    def _mean_cost(self, means: Floats) -> Floats:
        excess: Floats = np.maximum(np.abs(means - self._mean) / self._sd - self._mean_aim, 0)
        weighed: Floats = self._weight * self._importance * (excess * excess)
        return weighed

    def cost(self) -> float:
        return float(self._label_costs.sum() + self._mean_cost(self._means).sum())

    def kept(self) -> bool:
        """Whether all means are as promised."""
        labels = (np.abs(self._squares - self._wanted) <= self._label_promise) | (self._scale == 0)
        return bool(labels.all()) and self.means_kept()

    def means_kept(self) -> bool:
        """Whether the means of chi2/J are."""
        return bool((self.off() <= self._mean_promise).all())

    def off(self) -> Floats:
        """Distance of the mean of chi2/J from that of random halves, in standard deviations."""
        distance: Floats = np.abs(self._means - self._mean) / self._sd
        return distance

    def labels_off(self) -> Index:
        return np.flatnonzero(self._label_costs)

    def changes(self, squares: Floats, columns: Index, exchange: Index, n_exchanges: int) -> Floats:
        """By how much each exchange would change the cost.

        Parameters
        ----------
        squares : ndarray, shape (n_changes,)
            What each exchange adds to sum_i D_ij^2 in each of the columns it changes.
        columns, exchange : ndarray of int, shape (n_changes,)
            Which column, and which exchange.
        """
        costs = self._label_cost(self._squares[columns] + squares, columns) - self._label_costs[columns]
        of_labels = np.bincount(exchange, weights=costs, minlength=n_exchanges)
        n_attributes = len(self._means)
        moved = np.bincount(
            exchange * n_attributes + self._attribute[columns],
            weights=squares * self._state.weights[columns],
            minlength=n_exchanges * n_attributes,
        ).reshape(n_exchanges, n_attributes)
        before = self._mean_cost(self._means)
        of_means = self._mean_cost(self._means + moved * self._factor) - before
        total: Floats = of_labels + of_means.sum(axis=1)
        return total


def balance(
    state: State, tables: Sequence[csr_array], moments: Moments, draws: Draws, tick: Tick
) -> NDArray[np.bool_]:
    """Masks after exchanges of units that bring the moments to those of random halves.

    At every step a label that is off is drawn, and some of its units are tried against
    any others. The best exchange is made if it improves, or at first does little harm
    (threshold acceptance). `tick` is called for each step; an exception it raises ends
    the search.
    """
    table = joined_columns(tables)
    units_with = table.tocsc()
    n_units, width = table.shape
    full = table.toarray() if n_units * width <= FULL_CELLS else None
    signs = np.where(state.masks(), 1.0, -1.0).T.copy()  # (n_units, m)
    n_steps = min(MOST_STEPS, STEPS_OF_A_LABEL * width) + 2 * width
    moments.refresh()
    for step in range(n_steps):
        if step == int(FINAL * n_steps):
            moments.weigh_means_first()
        if moments.cost() == 0 or (step >= FEWEST_STEPS and moments.kept()):
            break
        tick()
        labels = moments.labels_off()
        if len(labels):
            label = labels[draws.below(len(labels), 1)[0]]
            units = units_with.indices[units_with.indptr[label] : units_with.indptr[label + 1]].astype(
                np.int64
            )
        else:
            units = np.arange(n_units)
        first, second = units[draws.below(len(units), FIRST)], draws.below(n_units, SECOND)
        both = np.concatenate([first, second])
        counts = full[both] if full is not None else table[both].toarray()
        use = np.flatnonzero(counts.any(axis=0))
        counts, rows = counts[:, use], signs[both]
        change = counts[:FIRST, None] - counts[FIRST:]
        place = np.flatnonzero(change != 0)
        exchange, columns = np.divmod(place, len(use))
        one, other = np.divmod(exchange, SECOND)
        pull = rows @ state.imbalance[:, use]
        along = pull[FIRST + other, columns] - pull[one, columns]
        norms = 2 * state.m - 2 * (rows[:FIRST] @ rows[FIRST:].T)
        step_change = change.ravel()[place]
        squares = (2 * along + norms.ravel()[exchange] * step_change) * step_change
        changes = moments.changes(squares, use[columns], exchange, FIRST * SECOND)
        best = int(np.argmin(changes))
        allowance = ALLOWANCE * (1 - 4 * step / (3 * n_steps))
        if changes[best] < max(0.0, allowance):
            a, b = divmod(best, SECOND)
            state.imbalance[:, use] += np.outer(rows[FIRST + b] - rows[a], change[a, b])
            signs[[first[a], second[b]]] = signs[[second[b], first[a]]]
            moments.refresh()
    return signs.T > 0
