"""Fields of a file that are not used: each named once, so that nothing is dropped in silence."""

from __future__ import annotations

from enum import Enum

from ...errors import Notice

LINES = 5  # that a notice names
MOST = 50  # different names; a file that has more says so in one notice


class Kind(Enum):
    """What a thing that is not used seems to be."""

    SPANS = "spans"
    LIST = "list"
    OBJECT = "object"
    RELATIONS = "relations"
    OTHER = "other"


class Unused:
    """How often each field was met that no column or attribute is made from."""

    def __init__(self) -> None:
        self._met: dict[tuple[str, Kind], list[int]] = {}  # how often, then the first lines
        self._beyond = 0

    def note(self, name: str, kind: Kind, line: int) -> None:
        met = self._met.get((name, kind))
        if met is None:
            if len(self._met) >= MOST:
                self._beyond += 1
                return
            met = self._met[name, kind] = [0]
        met[0] += 1
        if len(met) <= LINES and line not in met[1:]:
            met.append(line)

    def notices(self) -> list[Notice]:
        notices = [_worded(name, kind, met[0], tuple(met[1:])) for (name, kind), met in self._met.items()]
        if self._beyond:
            notices.append(
                Notice(
                    "Not used: further fields, with {n} values; the first {most} are named above.",
                    {"n": self._beyond, "most": MOST},
                )
            )
        return notices


def _worded(name: str, kind: Kind, n: int, lines: tuple[int, ...]) -> Notice:
    values = {"name": name, "n": n}
    if kind is Kind.SPANS:
        return Notice(
            "Not used: {name!r}, in {n} records. It looks like labelled spans of a text; read the file as "
            "spans to "
            "use them.",
            values,
            lines,
        )
    if kind is Kind.LIST:
        return Notice(
            "Not used: {name!r}, in {n} records. It is a list that does not have one value a token; give one "
            "value a "
            "token to use it.",
            values,
            lines,
        )
    if kind is Kind.OBJECT:
        return Notice(
            "Not used: {name!r}, in {n} records. It holds further fields; put those that matter in the "
            "record itself.",
            values,
            lines,
        )
    if kind is Kind.RELATIONS:
        return Notice(
            "Not used: {name!r}, {n} times. It relates spans to each other; only the spans are counted.",
            values,
            lines,
        )
    return Notice(
        "Not used: {name!r}, {n} times. Only labelled spans and classes are read from this format.",
        values,
        lines,
    )
