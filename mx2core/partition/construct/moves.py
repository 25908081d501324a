"""Moves of a search: which rows of signs change, and how."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ..halves.philox import Draws
from .state import Floats, State

Index = NDArray[np.int64]


@frozen(eq=False)
class Moves:
    """All moves among a few pairs of units.

    First each pair turns its row round; then each two pairs exchange their rows;
    then each two exchange them and turn them round. Every move adds
    step_i * change_j to D_ij, where

        turning p        step = -2 row_p          change = d_p
        exchanging       step = row_q - row_p     change = d_p - d_q
        both             step = -(row_q + row_p)  change = d_p + d_q
    """

    pairs: Index  # (a,) the pairs
    rows: Floats  # (a, m), their signs
    columns: Index  # (c,) in which some of them differ
    changes: Floats  # (a, c), y_first - y_second of each

    @classmethod
    def from_pairs(cls, state: State, pairs: Index) -> Moves:
        return cls(pairs, state.signs[pairs], *state.differences(pairs))

    def steps(self, values: Floats) -> Floats:
        """What is linear in the rows, for every move, from its values for the rows."""
        p, q = _twos(len(self.pairs))
        return np.concatenate([-2 * values, values[q] - values[p], -(values[q] + values[p])])

    def differences(self, values: Floats) -> Floats:
        """What is linear in the changes, for every move, from its values for the pairs."""
        p, q = _twos(len(self.pairs))
        return np.concatenate([values, values[p] - values[q], values[p] + values[q]])

    def step_norms(self) -> Floats:
        """|step|^2 of every move."""
        gram, m = self.rows @ self.rows.T, self.rows.shape[1]
        p, q = _twos(len(self.pairs))
        twice = 2 * gram[p, q]
        return np.concatenate([np.full(len(self.pairs), 4.0 * m), 2 * m - twice, 2 * m + twice])

    def difference_norms(self, gram: Floats) -> Floats:
        """|change|^2 of every move, from the products of the changes of the pairs."""
        p, q = _twos(len(self.pairs))
        own = np.diagonal(gram)
        both, twice = own[p] + own[q], 2 * gram[p, q]
        return np.concatenate([own, both - twice, both + twice])

    def products(self, table: Floats) -> Floats:
        """sum_i step_i g_i(change) of every move, from table_pq = sum_i row_pi g_i(d_q)."""
        p, q = _twos(len(self.pairs))
        own = np.diagonal(table)
        both, crossed = own[p] + own[q], table[p, q] + table[q, p]
        return np.concatenate([-2 * own, crossed - both, -(crossed + both)])

    def apply(self, state: State, move: int) -> None:
        a = len(self.pairs)
        if move < a:
            state.turn(int(self.pairs[move]))
            return
        p, q = _twos(a)
        turned, which = divmod(move - a, len(p))
        first, second = int(self.pairs[p[which]]), int(self.pairs[q[which]])
        if turned:
            state.turn(first)
            state.turn(second)
        state.exchange(first, second)


@lru_cache(maxsize=64)
def _twos(a: int) -> tuple[Index, Index]:
    p, q = np.triu_indices(a, 1)
    return p.astype(np.int64), q.astype(np.int64)


def groups_of_pairs(state: State, size: int, draws: Draws) -> Iterator[Index]:
    """Endless groups of at most `size` pairs, in which each differing pair comes up equally often.

    Pairs that do not differ only hold rows that others could have; they are mixed
    in, as many as the differing ones at most.
    """
    differing = state.differing
    alike = np.setdiff1d(np.arange(len(state.signs)), differing, assume_unique=True)
    while True:
        mixed = np.concatenate([differing, alike[draws.permutation(len(alike))[: len(differing)]]])
        mixed = mixed[draws.permutation(len(mixed))]
        for start in range(0, max(1, len(mixed) - size // 2), size):
            yield mixed[start : start + size]
