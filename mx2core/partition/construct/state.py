"""Partitions under construction: a row of signs for each pair, and the imbalance of each label.

Everything the searches change is here. Exchanging the rows of two pairs, or turning
the row of a pair round, leaves the size of every half and every overlap as they are,
and only moves labels between the halves.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from ..checks import label_totals
from .pairs import MatchedPairs

Floats = NDArray[np.float64]
DENSE_COLUMNS = 160  # differences of pairs are kept as a full table up to this width


class State:
    """D_ij = T_ij - V_ij for every partition i and label j, with the signs behind it.

    The columns of an attribute are its labels that occur, then its total. All
    numbers are whole and below 2^53, so that matrix products of them are exact and
    the same on every machine, in whatever order a library adds.
    """

    def __init__(self, tables: Sequence[csr_array], pairs: MatchedPairs, signs: NDArray[np.int64]) -> None:
        self.pairs = pairs
        self.signs: Floats = signs.astype(np.float64)  # (n_pairs, m)
        self.n_labels = np.array([np.count_nonzero(label_totals(table)) for table in tables], np.int64)
        ends = np.cumsum(self.n_labels + 1)
        self.attributes = [slice(int(e - j - 1), int(e)) for e, j in zip(ends, self.n_labels, strict=True)]
        joined = joined_columns(tables)
        self.totals = label_totals(joined)  # N_j, and N in the last column of an attribute
        differences = csr_array(joined[pairs.first] - joined[pairs.second])
        self.imbalance: Floats = (differences.T @ self.signs).T.copy()  # (m, n_columns)
        if pairs.leftover is not None:
            self.imbalance -= joined[[pairs.leftover]].toarray()
        self.longest = 2 * int(joined.sum(axis=1).max())  # bounds the differences of two units
        # Columns in which no pair differs stay as they are: the searches need not look at them.
        self.live = np.flatnonzero(np.bincount(differences.indices, minlength=len(self.totals)))
        self._table = csr_array(differences[:, self.live])
        full = len(self.live) <= DENSE_COLUMNS
        self._full = self._table.toarray().astype(np.float64) if full else None
        # The total of an attribute counts against its labels: chi2 ~ sum D_j^2/N_j - D^2/N.
        self.weights: Floats = 1 / self.totals.astype(np.float64)
        for attribute in self.attributes:
            self.weights[attribute.stop - 1] *= -1

    @property
    def m(self) -> int:
        return int(self.signs.shape[1])

    def masks(self) -> NDArray[np.bool_]:
        """Shape (m, n_units), True = first half."""
        return self.pairs.masks(self.signs)

    @property
    def differing(self) -> NDArray[np.int64]:
        """MatchedPairs whose two units differ in some label."""
        return np.flatnonzero(np.diff(self._table.indptr))

    def differences(self, pairs: NDArray[np.int64]) -> tuple[NDArray[np.int64], Floats]:
        """Columns in which some of the chosen pairs differ, and y_first - y_second of each pair there."""
        if self._full is not None:
            return self.live, self._full[pairs]
        rows = self._table[pairs]
        columns, place = np.unique(rows.indices, return_inverse=True)
        dense = np.zeros((len(pairs), len(columns)))
        dense[np.repeat(np.arange(len(pairs)), np.diff(rows.indptr)), place] = rows.data
        return self.live[columns], dense

    def exchange(self, p: int, q: int) -> None:
        """Give pair p the row of pair q, and q that of p."""
        both = np.array([p, q])
        columns, (first, second) = self.differences(both)
        self.imbalance[:, columns] += (self.signs[q] - self.signs[p])[:, None] * (first - second)
        self.signs[both] = self.signs[both[::-1]]

    def turn(self, p: int) -> None:
        """Let the two units of pair p change places in every partition."""
        columns, difference = self.differences(np.array([p]))
        self.imbalance[:, columns] -= 2 * self.signs[p][:, None] * difference
        self.signs[p] *= -1

    def chi_square(self, rows: slice = slice(None)) -> tuple[Floats, Floats]:
        """sum_j D_j^2/N_j - D^2/N, and the factor N^2/(N^2-D^2) that makes it chi2, by attribute."""
        imbalance = self.imbalance[rows]
        terms = imbalance * imbalance * self.weights
        quadratic = np.stack([terms[:, a].sum(axis=1) for a in self.attributes], axis=1)
        last = [a.stop - 1 for a in self.attributes]
        n_all = self.totals[last].astype(np.float64)
        share = imbalance[:, last] / n_all
        # A side without any occurrence has no label rates: worse than any chi2, which is at most N.
        empty = np.abs(share) >= 1
        quadratic = np.where(empty, 10 * n_all, np.maximum(quadratic, 0))
        return quadratic, 1 / np.where(empty, 1, 1 - share * share)

    def divergence(self, rows: slice = slice(None)) -> Floats:
        """chi2/J of every partition and attribute, shape (m, n_attributes)."""
        quadratic, factor = self.chi_square(rows)
        phi: Floats = quadratic * factor / self.n_labels
        return phi

    def whole_weights(self, weights: Floats) -> Floats:
        """`weights`, at most 1/N_j, as multiples of a power of two by which products stay exact.

        A product sums |w_j D_j d_j| over columns and partitions; |w_j D_j| is at most
        1 and |d_j| adds up to `longest` at most.
        """
        unit = 2.0 ** (52 - (self.longest * self.m).bit_length())
        whole: Floats = np.rint(weights * unit) / unit
        return whole


def joined_columns(tables: Sequence[csr_array]) -> csr_array:
    """For every attribute the columns of labels that occur, and one for their sum."""
    return csr_array(hstack([_with_total(table) for table in tables], format="csr"))


def _with_total(table: csr_array) -> csr_array:
    kept = table[:, np.flatnonzero(label_totals(table))]
    return csr_array(hstack([kept, csr_array(table.sum(axis=1)[:, None])], format="csr"))
