"""What a table says of its metrics: whether smaller values are better, for names that do not tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import ScoresError
from ...metrics import known_direction

DIRECTION = "smaller_is_better"  # the column, and the key in JSON lines
WORDS = {"": None, "true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class StatedDirections:
    """The direction of each metric as rows state it; rows that say nothing do no harm."""

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._found: dict[str, tuple[bool, int]] = {}  # with the line that says so first

    @property
    def by_metric(self) -> dict[str, bool]:
        """Whether smaller is better, of metrics of which a row says it."""
        return {metric: smaller for metric, (smaller, _line) in self._found.items()}

    def note(self, metric: str, row: Mapping[str, Any], line: int) -> None:
        """What one row says."""
        value = row.get(DIRECTION)
        text = "" if value is None else str(value).strip().lower()
        if text not in WORDS:
            raise ScoresError(
                "smaller_is_better is {value}, not true, false or empty.",
                file=self._file,
                line=line,
                value=repr(value)[:50],
            )
        smaller = WORDS[text]
        if smaller is None:
            return
        if metric not in self._found:
            self._found[metric] = smaller, line
            try:
                known_direction(metric, smaller)
            except ScoresError as error:
                raise ScoresError(error.message, file=self._file, line=line, **error.values) from None
        elif self._found[metric][0] != smaller:
            raise ScoresError(
                "smaller_is_better of {metric} is {value}, but not in line {earlier}.",
                file=self._file,
                line=line,
                metric=metric,
                value=text,
                earlier=self._found[metric][1],
            )
