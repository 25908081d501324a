"""The search all targets share: look at a few pairs, make the best move among them, go on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Protocol

import numpy as np

from ..halves.philox import Draws
from .moves import Moves, groups_of_pairs
from .state import Floats, State

Tick = Callable[[], None]


class Objective(Protocol):
    """What a search lowers."""

    def refresh(self) -> None:
        """Take note of the state after a move."""

    def is_met(self) -> bool:
        """Whether nothing is left to be lowered."""

    def changes(self, moves: Moves) -> Floats:
        """The change of the objective by each move."""


def search(state: State, objective: Objective, draws: Draws, *, size: int, budget: int, tick: Tick) -> None:
    """Make improving moves until the objective is reached, nothing improves, or the budget is spent.

    `size`: pairs looked at together.
    `budget`: groups of pairs looked at, at most. The search ends before when no pair has moved although each
    came up several times.
    `tick`: called for each group; an exception it raises ends the search.
    """
    objective.refresh()
    if not len(state.differing):  # all pairs are alike, so no move changes anything
        return
    patience = 16 + 8 * len(state.differing) // size
    idle = 0
    for chosen in islice(groups_of_pairs(state, size, draws), budget):
        if objective.is_met() or idle > patience:
            return
        moves = Moves.from_pairs(state, chosen)
        changes = objective.changes(moves)
        best = int(np.argmin(changes))
        if changes[best] < 0:
            moves.apply(state, best)
            objective.refresh()
            idle = 0
        else:
            idle += 1
        tick()
