"""Which unit of a corpus a table means: by its name, or by its row number, counted from 0."""

from __future__ import annotations

from collections.abc import Sequence


class UnitNames:
    """Finds units by what a table calls them.

    Names of the corpus come first. A table none of whose names the corpus knows may have row
    numbers instead, as partitions count units; then all of its names are such numbers.

    >>> names = UnitNames(["s1", "s2"])
    >>> names.find("1"), names.find("0"), names.find("2"), names.find("s1")
    (1, 0, None, None)
    """

    def __init__(self, unit_ids: Sequence[str]) -> None:
        self._n = len(unit_ids)
        self._unit_of = {unit_id: unit for unit, unit_id in enumerate(unit_ids)}
        self._by_row: bool | None = None  # not known before the first row

    def find(self, written: str) -> int | None:
        """The number of the unit, or None if there is no such one."""
        unit = self._unit_of.get(written)
        if self._by_row is None:
            self._by_row = unit is None and self._row(written) is not None
        return self._row(written) if self._by_row else unit

    def _row(self, written: str) -> int | None:
        if not (written.isascii() and written.isdecimal() and len(written) < 12):
            return None
        return int(written) if int(written) < self._n else None
