"""Shares of labels that the other half has, as a condition of construction.

With D_j = T_j - V_j a label stands wholly in the second half where D_j = -N_j, and wholly in the
first where D_j = N_j; what is not seen of a half are the occurrences of such labels. Nothing else of
a partition is needed, so the moves of the other searches serve as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ..attribute_measure import AttributeMeasure
from ..measures import SEEN
from .moves import Moves
from .objectives import Band
from .state import Floats, State


@frozen(eq=False)
class Share:
    name: int  # place of the attribute in the list given, from 1
    measure: AttributeMeasure  # "seen" or "seen_back"
    lower: float
    upper: float
    usual: float  # mean of random halves
    sd: float  # their standard deviation

    def values(self, masks: NDArray[np.bool_]) -> Floats:
        """Of every partition, (m,)."""
        return self.measure.values(self.measure.table.T @ masks.T.astype(np.int64))

    def excess(self, values: Floats) -> Floats:
        """Squared distance from the band, in standard deviations of random halves."""
        outside: Floats = np.maximum(np.maximum(values - self.upper, self.lower - values), 0) / self.sd
        return outside * outside


class _Columns:
    """Where a share stands in a state: its labels, those that only one unit has as one, and all together."""

    def __init__(self, state: State, k: int, share: Share) -> None:
        attribute = state.attributes[k]
        lone = share.measure.totals[-1] > 0
        self.share = share
        self.side = -1 if share.measure.statistic == SEEN else 1  # where what is not seen stands
        self.start, self.stop, self.last = attribute.start, attribute.stop - 1 - lone, attribute.stop - 1
        self.lone = self.stop if lone else None
        self.n_lone = int(share.measure.totals[-1])


class SeenBand:
    """How far seen shares lie outside their bands: squared distances, summed.

    `first`: number of the attribute of the state that the first share is of; the others follow.
    """

    def __init__(self, state: State, first: int, shares: Sequence[Share]) -> None:
        self._state = state
        self._columns = [_Columns(state, first + k, share) for k, share in enumerate(shares)]
        self._alone = self._size = self._values = np.zeros((len(shares), 0))

    def refresh(self) -> None:
        state = self._state
        alone, size = [], []
        for each in self._columns:
            labels = slice(each.start, each.stop)
            sizes = state.totals[labels].astype(np.float64)
            unseen = (state.imbalance[:, labels] == each.side * sizes) @ sizes
            if each.lone is not None:
                unseen += (each.n_lone + each.side * state.imbalance[:, each.lone]) / 2
            alone.append(unseen)
            size.append((state.totals[each.last] + each.side * state.imbalance[:, each.last]) / 2)
        self._alone, self._size = np.array(alone), np.array(size)  # (n_shares, m), occurrences
        self._values = _share(self._alone, self._size)

    def cost(self) -> float:
        pairs = zip(self._columns, self._values, strict=True)
        return float(sum(each.share.excess(values).sum() for each, values in pairs))

    def is_met(self) -> bool:
        return self.cost() == 0

    def changes(self, moves: Moves) -> Floats:
        state, steps = self._state, moves.steps(moves.rows)  # (n_moves, m)
        total = np.full(len(steps), -self.cost())
        for k, each in enumerate(self._columns):
            side = each.side
            at = np.arange(*np.searchsorted(moves.columns, [each.start, each.stop]))
            sizes = state.totals[moves.columns[at]].astype(np.float64)
            # Only labels that some move can put wholly on one side, or take away from it.
            reach = 4 * np.abs(moves.changes[:, at]).max(axis=0)
            near = (sizes - np.abs(state.imbalance[:, moves.columns[at]]) <= reach).any(axis=0)
            at, sizes = at[near], sizes[near]
            change = moves.differences(moves.changes[:, at])  # (n_moves, n_labels)
            of_lone = 0.0 if each.lone is None else _column_change(moves, each.lone)
            of_all = _column_change(moves, each.last)
            whole = side * sizes
            for i in range(state.m):
                before = state.imbalance[i, moves.columns[at]]
                step = steps[:, i]
                after = before + step[:, None] * change == whole
                alone = self._alone[k, i] + after @ sizes - (before == whole) @ sizes
                alone += side * step * of_lone / 2
                size = self._size[k, i] + side * step * of_all / 2
                total += each.share.excess(_share(alone, size))
        return total


class Together:
    """chi2/J and seen shares, each in its band."""

    def __init__(self, band: Band, shares: SeenBand) -> None:
        self._band, self._shares = band, shares

    def refresh(self) -> None:
        self._band.refresh()
        self._shares.refresh()

    def is_met(self) -> bool:
        return self._band.is_met() and self._shares.is_met()

    def changes(self, moves: Moves) -> Floats:
        return self._band.changes(moves) + self._shares.changes(moves)


def _share(alone: Floats, size: Floats) -> Floats:
    """1 - alone/size; a side without any occurrence has seen nothing."""
    share: Floats = np.where(size > 0, 1 - alone / np.maximum(size, 1), 0.0)
    return share


def _column_change(moves: Moves, column: int) -> Floats:
    """The change of a column by every move, for a step of 1."""
    place = int(np.searchsorted(moves.columns, column))
    known = place < len(moves.columns) and moves.columns[place] == column
    return moves.differences(moves.changes[:, place] if known else np.zeros(len(moves.pairs)))
