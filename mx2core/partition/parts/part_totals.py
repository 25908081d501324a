"""Label totals of parts that are made of groups, and how uneven they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..checks import label_totals


class PartTotals:
    """Counts of the groups, the sizes wanted, and the weight of each label in chi2/J."""

    def __init__(
        self,
        counts: csr_array,
        tables: Sequence[csr_array],
        members: NDArray[np.int64],
        target_sizes: NDArray[np.int64],
    ) -> None:
        self.counts, self.members = counts, members
        self.all = label_totals(counts)
        self.present = self.all > 0
        self.target_sizes, self.share = target_sizes, target_sizes / target_sizes.sum()
        ends = np.cumsum([table.shape[1] for table in tables])
        self.columns = [slice(a, b) for a, b in zip([0, *ends[:-1]], ends, strict=True)]
        # chi2/J = sum_j w_j sum_k (N_kj - s_k N_j)^2 / s_k for parts of shares s_k, w_j = 1 / (J N_j).
        weights = np.zeros(len(self.all))
        for columns in self.columns:
            there = self.present[columns]
            weights[columns][there] = 1 / (self.all[columns][there] * there.sum())
        self.weights = weights
        self.n_parts = len(target_sizes)
        self.cell_rows = np.repeat(np.arange(len(members)), np.diff(counts.indptr))

    @cached_property
    def kinds(self) -> NDArray[np.int64]:
        """A number for each group, the same where members and all counts are."""
        words = np.random.Philox(key=[0, 0]).random_raw(self.counts.shape[1] + 1)
        found: NDArray[np.uint64] = self.members.astype(np.uint64) * words[-1]
        np.add.at(found, self.cell_rows, self.counts.data.astype(np.uint64) * words[self.counts.indices])
        numbers: NDArray[np.int64] = np.unique(found, return_inverse=True)[1]
        return numbers

    def totals(self, part_of: NDArray[np.int64]) -> NDArray[np.int64]:
        """Occurrences of each label in each part, (n_parts, n_labels); groups of part -1 are in none."""
        shape = self.n_parts + 1, len(self.all)
        cell = (part_of[self.cell_rows] + 1) * shape[1] + self.counts.indices
        found = np.bincount(cell, weights=self.counts.data, minlength=shape[0] * shape[1])
        return found.astype(np.int64).reshape(shape)[1:]

    def divergence(self, totals: NDArray[np.int64]) -> NDArray[np.float64]:
        """chi2/J of the table of parts and labels, (n_attributes,)."""
        return np.array(
            [_chi_square(totals[:, columns][:, self.present[columns]]) for columns in self.columns]
        )


def _chi_square(table: NDArray[np.int64]) -> float:
    """chi2/J of parts and labels; parts without an occurrence add nothing."""
    sizes, labels = table.sum(axis=1), table.sum(axis=0)
    usual = sizes[sizes > 0, None] * (labels / labels.sum())  # n_k N_j / N
    return float(((table[sizes > 0] - usual) ** 2 / usual).sum()) / len(labels)
