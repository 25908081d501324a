"""One module a file format, each with its record; whatever lists formats goes through `READERS`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Literal

from ...brief import frozen
from ...errors import Notice
from ..columns.column_names import UnnamedCells
from ..files.containers import Member
from ..files.source import Source
from ..sentences import Sentences


@frozen(eq=False)
class Format:
    """How a format is read, and how much the beginning of a file looks like it.

    `read` takes lines from `source.blocks()`, which asks now and then whether to go on, and gives each
    sentence its extent in the file where parts of it can be exported; with `cells` it takes columns, too.
    `plausibility` sees the first lines alone, through `source.quiet()`: one that is cut off there, or
    empty, is no fault. The largest number wins, the smaller `place` between equals: 1 is for a
    signature, .94 and more for the keys of a JSON, .9 for JSON, .85 for marks in most words, .6 to .8
    for columns and tables, .3 for words between blanks.
    """

    key: str  # as `format=` and the name of the module
    name: Notice  # on pages
    # Cells of the first table of docs/formats.md.
    description: str
    tokens: str  # where they come from
    counted: str
    read: Callable[..., Sentences]  # (source), or (source, columns)
    plausibility: Callable[[Source], float] = lambda head: 0.0  # of a text, from its beginning
    cells: Callable[[Source], UnnamedCells] | None = None  # where columns have names that can be corrected
    no_parts: str = ""  # why a part of a file cannot be written in this format
    # A file that tests detect, cut in parts and spoil; "" where they have files of their own.
    example: str = ""
    place: int = 1000  # in lists, and between equals
    endings: tuple[str, ...] = ()  # of names that speak for it where another format is nearly as likely
    signatures: tuple[bytes, ...] = ()  # with which a file that is no text begins
    # Whether several files are one corpus of it, and how the names of such files end.
    together: Callable[[Sequence[Member]], bool] | None = None
    suffixes: tuple[str, ...] = ()
    table: bool = False  # cells between delimiters, perhaps in quotes and below a header
    prose: bool = False  # plain text of one line may look like it
    # Where the annotator of a text is named: in its records, or by the names of files.
    annotators: Literal["", "records", "files"] = ""


def collected() -> dict[str, Format]:
    """The records of all modules beside this one, in their order."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    formats: list[Format] = [module.FORMAT for module in modules]
    return {one.key: one for one in sorted(formats, key=lambda one: one.place)}


READERS = collected()
FORMATS = tuple(READERS)
WHOLE = tuple(key for key, one in READERS.items() if one.together is not None)


def binary_format(data: bytes) -> str | None:
    """The format of a file that is no text, by its first bytes."""
    return next((key for key, one in READERS.items() if data.startswith(one.signatures)), None)
