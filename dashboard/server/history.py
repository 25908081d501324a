"""Earlier choices, for undo and redo."""

from dataclasses import dataclass, field
from typing import Any

State = dict[str, Any]  # plain values


@dataclass
class History:
    """States that were left, and those that an undo left, each with the latest last.

    Parameters
    ----------
    most : int
        How many are kept; the oldest go first.
    """

    most: int
    past: list[State] = field(default_factory=list)
    future: list[State] = field(default_factory=list)

    def leave(self, state: State) -> None:
        """Note a state that something new takes the place of."""
        self.past.append(state)
        self.future.clear()
        del self.past[: -self.most]

    def back(self, now: State) -> State:
        """The state before this one."""
        self.future.append(now)
        return self.past.pop()

    def forth(self, now: State) -> State:
        """The state that an undo left."""
        self.past.append(now)
        return self.future.pop()
