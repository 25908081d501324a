"""Balanced sets: over the m partitions, labels as uneven as random halves have them.

D_ij = T_ij - V_ij is the imbalance of label j in partition i. For every label m values
of |D_j| are drawn from random halves, one from each m-th of their law. Any of them has
this law, with all its moments, while their mean, and that of any function of them,
scatters less from set to set: a Latin hypercube (McKay, Beckman and Conover 1979). Units
are then exchanged until the m partitions have these values, in whatever order, and
the mean of chi2/J is that of random halves.

A unit has m signs, one for each partition. Two units that exchange their signs change
places in every partition where these differ. That leaves the sizes of all halves and
all overlaps as they are, and moves labels: D_ij changes by step_i change_j, where

    step = signs of the second - signs of the first     change_j = y_first,j - y_second,j
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..checks import label_totals
from ..halves.philox import Draws
from ..halves.random_halves import random_masks
from ..law import label_variances
from .search import Tick
from .state import Floats, State, joined_columns

Index = NDArray[np.int64]
POOL = 16  # random halves for each partition
FIRST_OF_POOL = 2**40  # their numbers, which no set of random halves has
POOL_CELLS = 2**24  # of their signs at a time
OFFERS = 64  # draws of imbalances, of which the one with the nearest mean of chi2/J is taken
FULL_CELLS = 2**22  # counts are kept as a full table up to this size
FIRST, SECOND = 4, 48  # units looked at together: each of the first with each of the second
STEPS, STEPS_OF_A_LABEL = 200, 2
CLOSE = 0.001  # relative mean square distance of a label that is good enough, about 3 % of its deviation
FINAL = 0.75  # of the steps, after which means of attributes come first
ALLOWANCE = 0.02  # how far the best exchange may raise the cost at first


class Imbalances:
    """How far a set of partitions is from the imbalances drawn for it.

    For every label the mean squared distance of the m values of |D_j|, in ascending
    order, from those drawn, relative to E[D_j^2] of random halves. For every attribute
    the mean of chi2/J, in standard deviations of random halves: the square of what lies
    beyond a tolerance. At the end means of attributes come first; before, they would
    stand in the way of labels that need several exchanges.
    """

    MEAN_AIM, MEAN_PROMISE = 0.01, 0.02  # in standard deviations
    MEAN_WEIGHT, FINAL_MEAN_WEIGHT = 3.0, 2e4  # of a mean against a label

    def __init__(
        self,
        state: State,
        tables: Sequence[csr_array],
        mean: Floats,
        sd: Floats,
        pool: Floats,
        draws: Draws,
        *,
        unavoidable: Floats,
    ) -> None:
        """`unavoidable` is how far the mean of chi2/J has to be from `mean`, in `sd`."""
        self._state = state
        self._mean, self._sd = mean, sd
        self._mean_aim = np.maximum(self.MEAN_AIM, unavoidable)
        self._mean_promise = np.maximum(self.MEAN_PROMISE, unavoidable)
        self._weight = self.MEAN_WEIGHT
        self._attribute = np.repeat(np.arange(len(state.n_labels)), state.n_labels + 1)
        variances = np.concatenate(
            [np.append(label_variances(table)[label_totals(table) > 0], 0.0) for table in tables]
        )
        counted = variances > 1e-9  # not totals of attributes, nor labels that all units have alike
        self._scale = np.where(counted, 1 / (state.m * np.where(counted, variances, 1.0)), 0.0)
        terms = np.where(counted, state.weights, 0.0) / np.repeat(state.n_labels * sd, state.n_labels + 1)
        self._target = sample_imbalances(pool, variances, terms, state.attributes, draws)
        self._squares = self._means = self._factor = self._label_costs = np.zeros(0)

    def refresh(self) -> None:
        """Take note of the state after an exchange."""
        imbalance = self._state.imbalance
        self._squares = (imbalance * imbalance).sum(axis=0)
        quadratic, factor = self._state.chi_square()
        self._means = (quadratic * factor).mean(axis=0) / self._state.n_labels
        self._factor = factor.mean(axis=0) / self._state.n_labels / self._state.m
        self._label_costs = self._label_cost(imbalance.T, slice(None))

    def weigh_means_first(self) -> None:
        self._weight = self.FINAL_MEAN_WEIGHT

    def _label_cost(self, imbalance: Floats, use: Index | slice) -> Floats:
        """Of columns whose imbalances, shape (n_columns, m), are given."""
        off = np.sort(np.abs(imbalance), axis=1) - self._target[use]
        cost: Floats = (off * off).sum(axis=1) * self._scale[use]
        return cost

    def _mean_cost(self, means: Floats) -> Floats:
        excess: Floats = np.maximum(np.abs(means - self._mean) / self._sd - self._mean_aim, 0)
        weighed: Floats = self._weight * (excess * excess)
        return weighed

    def cost(self) -> float:
        return float(self._label_costs.sum() + self._mean_cost(self._means).sum())

    def is_met(self) -> bool:
        """Whether labels are close on average, and the means of chi2/J as promised."""
        return self.means_kept() and bool(self._label_costs.sum() <= CLOSE * self._state.n_labels.sum())

    def means_kept(self) -> bool:
        """Whether the means of chi2/J are as promised."""
        return bool((self.mean_distances() <= self._mean_promise).all())

    def mean_distances(self) -> Floats:
        """Distance of the mean of chi2/J from that of random halves, in standard deviations."""
        distance: Floats = np.abs(self._means - self._mean) / self._sd
        return distance

    def uneven_labels(self) -> Index:
        return np.flatnonzero(self._label_costs)

    def changes(self, imbalance: Floats, columns: Index, exchange: Index, n_exchanges: int) -> Floats:
        """The change of the cost by each exchange.

        `imbalance` (ndarray, shape (n_changes, m)): the imbalances that each exchange would give each of the
        columns it changes.
        `columns`, `exchange` (ndarray of int, shape (n_changes,)): which column, and which exchange.
        """
        costs = self._label_cost(imbalance, columns) - self._label_costs[columns]
        of_labels = np.bincount(exchange, weights=costs, minlength=n_exchanges)
        n_attributes = len(self._means)
        squares = (imbalance * imbalance).sum(axis=1) - self._squares[columns]
        moved = np.bincount(
            exchange * n_attributes + self._attribute[columns],
            weights=squares * self._state.weights[columns],
            minlength=n_exchanges * n_attributes,
        ).reshape(n_exchanges, n_attributes)
        before = self._mean_cost(self._means)
        of_means = self._mean_cost(self._means + moved * self._factor) - before
        total: Floats = of_labels + of_means.sum(axis=1)
        return total


def pooled_imbalances(tables: Sequence[csr_array], m: int, seed: int) -> Floats:
    """|D_j| of random halves in every column of `joined_columns`, ascending, shape (POOL m, n_columns)."""
    table = joined_columns(tables)
    n_units, n_halves = table.shape[0], POOL * m
    at_once = max(1, POOL_CELLS // n_units)
    pool = np.empty((n_halves, table.shape[1]))
    for start in range(0, n_halves, at_once):
        numbers = range(FIRST_OF_POOL + start, FIRST_OF_POOL + min(start + at_once, n_halves))
        signs = np.where(random_masks(n_units, numbers, seed=seed), 1.0, -1.0)
        pool[start : start + len(signs)] = np.abs(table.T @ signs.T).T
    pool.sort(axis=0)
    return pool


def sample_imbalances(
    pool: Floats, variances: Floats, terms: Floats, attributes: Sequence[slice], draws: Draws
) -> Floats:
    """For every column one |D_j| from each m-th of the pool, ascending, shape (n_columns, m).

    Of several draws the one is taken whose means of chi2/J, the sums over the columns of
    an attribute of `terms` times D_j^2, are nearest to those of random halves.
    """
    n_columns = pool.shape[1]
    parts = pool.reshape(-1, POOL, n_columns)
    m = len(parts)
    best, nearest = np.zeros((m, n_columns)), np.inf
    for _ in range(OFFERS):
        place = draws.integers(POOL, m * n_columns).reshape(m, 1, n_columns)
        offer = np.take_along_axis(parts, place, axis=1)[:, 0]
        # E[D_j^2] of random halves is `variances`: what is drawn should have it on average.
        beyond = ((offer * offer).sum(axis=0) / m - variances) * terms
        off = max(abs(float(beyond[attribute].sum())) for attribute in attributes)
        if off < nearest:
            best, nearest = offer, off
    wanted: Floats = best.T.copy()
    return wanted


def balance(
    state: State, tables: Sequence[csr_array], imbalances: Imbalances, draws: Draws, tick: Tick
) -> NDArray[np.bool_]:
    """Masks after exchanges of units that move the imbalances to those drawn.

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
    n_steps = STEPS + STEPS_OF_A_LABEL * width
    imbalances.refresh()
    for step in range(n_steps):
        if step == int(FINAL * n_steps):
            imbalances.weigh_means_first()
        if imbalances.is_met():
            break
        tick()
        labels = imbalances.uneven_labels()
        if len(labels):
            label = labels[draws.integers(len(labels), 1)[0]]
            units = units_with.indices[units_with.indptr[label] : units_with.indptr[label + 1]].astype(
                np.int64
            )
        else:
            units = np.arange(n_units)
        first, second = units[draws.integers(len(units), FIRST)], draws.integers(n_units, SECOND)
        both = np.concatenate([first, second])
        counts = full[both] if full is not None else table[both].toarray()
        use = np.flatnonzero(counts.any(axis=0))
        counts, rows = counts[:, use], signs[both]
        # Units a and b change places: where their signs differ D_j moves by (s_b - s_a)(y_aj - y_bj).
        change = counts[:FIRST, None] - counts[FIRST:]
        place = np.flatnonzero(change != 0)
        exchange, columns = np.divmod(place, len(use))
        one, other = np.divmod(exchange, SECOND)
        steps = (rows[FIRST + other] - rows[one]) * change.ravel()[place][:, None]
        moved = state.imbalance.T[use[columns]] + steps
        changes = imbalances.changes(moved, use[columns], exchange, FIRST * SECOND)
        best = int(np.argmin(changes))
        allowance = ALLOWANCE * (1 - 4 * step / (3 * n_steps))
        if changes[best] < max(0.0, allowance):
            a, b = divmod(best, SECOND)
            state.imbalance[:, use] += np.outer(rows[FIRST + b] - rows[a], change[a, b])
            signs[[first[a], second[b]]] = signs[[second[b], first[a]]]
            imbalances.refresh()
    return signs.T > 0
