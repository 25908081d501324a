"""Fields of a file that are not used: each named once, so that nothing is dropped in silence."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from ...errors import Notice

LINES = 5  # that a notice names
MOST = 50  # different names; a file that has more says so in one notice


class UnusedKind(Enum):
    """What a thing that is not used seems to be, and so what to do."""

    SPANS = Notice("Not used: {name!r}, {n} times. Read the file as spans to use them.")
    LIST = Notice("Not used: {name!r}, {n} times. Give it one value a token.")
    OBJECT = Notice("Not used: {name!r}, {n} times. Put its fields in the record.")
    OTHER = Notice("Not used: {name!r}, {n} times.")


class Unused:
    """How often each field was met that no column or attribute is made from."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, UnusedKind], list[int]] = {}  # how often, then the first lines
        self._n_more = 0

    def note(self, name: str, kind: UnusedKind, line: int) -> None:
        met = self._lines.get((name, kind))
        if met is None:
            if len(self._lines) >= MOST:
                self._n_more += 1
                return
            met = self._lines[name, kind] = [0]
        met[0] += 1
        if len(met) <= LINES and line not in met[1:]:
            met.append(line)

    def notices(self) -> list[Notice]:
        notices = [
            replace(kind.value, values={"name": name, "n": n}, lines=tuple(lines))
            for (name, kind), (n, *lines) in self._lines.items()
        ]
        if self._n_more:
            notices.append(Notice("Not used: {n} values of further fields.", {"n": self._n_more}))
        return notices
