"""Seen shares of many random splits at once, 64 splits to a word.

A label that one side lacks stands wholly on the other one, so all its occurrences are unseen there, and no
label need be counted. Whether a side lacks a label is an `or` of the words of its units: some sixty of them
settle it for nearly all splits, however often the label occurs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from .attribute_measure import AttributeMeasure
from .halves.rebalance import Words, units_inside
from .measures import seen_back

UNITS = 8  # of each label that are looked at first
WORKED_WORDS = 2**22  # looked at in one go: 32 MB
ALL = np.uint64(2**64 - 1)


class Unseen:
    """The plan for the seen share of one attribute, in its direction."""

    def __init__(self, measure: AttributeMeasure) -> None:
        table = measure.table  # its last column: labels that only one unit has
        by_label = csr_array(table[:, :-1].T)
        self._units, self._begin = by_label.indices, by_label.indptr[:-1]
        self._sizes, self._totals = np.diff(by_label.indptr), measure.totals[:-1]
        self._back = measure.measure.distance is seen_back
        self.n_labels = len(self._totals)
        # To be counted on a side: occurrences of all labels, and of those of one unit.
        lone = table[:, [-1]].toarray()[:, 0]
        self.counted = csr_array(np.column_stack([table.sum(axis=1), lone]))
        self._all = self.counted.sum(axis=0)

    def shares(self, words: Words, first: NDArray[np.int64]) -> NDArray[np.float64]:
        """Values of 64 splits per column of `words` (n_units, n_blocks); NaN where a side has no occurrence.

        `first`: `counted` on the first sides, (2, n_splits); splits of the last block may be left out.
        """
        n_all, n_lone = first if self._back else self._all[:, None] - first
        lacking = self._lacking(~words if self._back else words)[: len(n_all)]
        empty = (first[0] == 0) | (first[0] == self._all[0])
        return np.where(empty, np.nan, (n_all - lacking - n_lone) / np.where(empty, 1, n_all))

    def _lacking(self, words: Words) -> NDArray[np.int64]:
        """Occurrences of the labels that no unit on these sides has, (64 n_blocks,)."""
        there = np.zeros((self.n_labels, words.shape[1]), np.uint64)
        doubtful, start, step = np.arange(self.n_labels), 0, UNITS
        while len(doubtful):
            step = max(1, min(step, WORKED_WORDS // (len(doubtful) * words.shape[1])))
            take = np.minimum(step, self._sizes[doubtful] - start)
            begin = np.cumsum(take) - take
            places = np.arange(int(take.sum())) + np.repeat(self._begin[doubtful] + start - begin, take)
            there[doubtful] |= np.bitwise_or.reduceat(words[self._units[places]], begin, axis=0)
            start, step = start + step, 2 * step
            open_ = (there[doubtful] != ALL).any(axis=1) & (self._sizes[doubtful] > start)
            doubtful = doubtful[open_]
        lacked = np.flatnonzero((there != ALL).any(axis=1))
        absent, totals = ~there[lacked], self._totals[lacked]
        occurrences = np.zeros(64 * words.shape[1], np.int64)
        for digit in range(int(totals.max(initial=0)).bit_length()):
            rows = totals >> digit & 1 == 1
            if rows.any():
                occurrences += units_inside(absent[rows]) << digit
        return occurrences
