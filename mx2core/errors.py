"""What is wrong with an input, or worth knowing about it: what, where, what to do.

A message is an English template with named placeholders, and the values stand
beside it, so that the command line prints the sentence as it is and a page looks
the template up in its language and fills in the same values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any


class InputError(ValueError):
    """Something the user gave cannot be used.

    Parameters
    ----------
    message : str
        One English sentence or two, a literal with named placeholders.
    file, line, column : str, int, int, optional
        Where: `line` and `column` count from 1.
    **values
        What the placeholders stand for.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        **values: Any,
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.values = values
        super().__init__(f"{self.place}{message.format(**values)}")

    @property
    def place(self) -> str:
        """`file, line 3, column 2: ` with the parts that are known, else empty."""
        parts = [self.file] if self.file else []
        parts += [f"line {self.line}"] if self.line is not None else []
        parts += [f"column {self.column}"] if self.column is not None else []
        return ", ".join(parts) + ": " if parts else ""

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions travel between processes; keyword arguments need this.
        rebuild = partial(type(self), file=self.file, line=self.line, column=self.column, **self.values)
        return rebuild, (self.message,)


class CorpusFormatError(InputError):
    """A corpus file that does not follow its format, or cannot be decoded."""


class DesignError(InputError):
    """Partitions that cannot be made as asked."""


class PartitionFileError(InputError):
    """A file of partitions that is damaged, or belongs to another corpus."""


class TemplateError(InputError):
    """A feature template that cannot be used."""


class ScoresError(InputError):
    """Scores that cannot be tested as given."""


class TableError(PartitionFileError, ScoresError):
    """A CSV file, of partitions or of scores, that cannot be read as a table."""


class StoreError(InputError):
    """A store that cannot be opened, read or written."""


class StoreBusyError(StoreError):
    """A store that is in use, or out of reach, at this moment; the same may be done later."""


class LimitError(InputError):
    """More than this server gives to one file, one project or all of them."""


class ClusterError(InputError):
    """Machines that cannot be reached, or cannot do what they are asked to."""


class WorkersError(InputError):
    """Worker processes of this machine that cannot be had, or cannot do what they are asked to."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about a corpus that its user should know; nothing failed."""

    message: str  # English template, as in InputError
    values: dict[str, Any] = field(default_factory=dict)
    lines: tuple[int, ...] = ()  # the first few lines it concerns, from 1
    unit: str = ""  # the unit that would mend it, where another one would

    def __str__(self) -> str:
        sentence = self.message.format(**self.values)
        return f"{sentence} (lines {', '.join(map(str, self.lines))})" if self.lines else sentence
