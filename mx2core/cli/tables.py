"""The words of results: paragraphs, with rows as aligned text, also with Chinese in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import reduce, singledispatch
from string import Formatter
from typing import Any, TypeAlias

from ..brief import records
from ..errors import Mx2Error, Notice, Whole, worded

Paragraphs: TypeAlias = Iterable[object]  # what is None or empty is none

_say: ContextVar[Callable[[str], str]] = ContextVar("say", default=str)

HEADINGS = {  # of tables, and the words of the pages for the same: these are translated
    "labels": Notice("Labels"),
    "types J": Notice("Label types"),
    "occurrences": Notice("occurrences"),
    "expected": Notice("expected"),
    "expected χ²/J": Notice("expected χ²/J"),
    "floor": Notice("floor of χ²/J"),
    "value": Notice("Value"),
    "random": Notice("random mean"),
    "percentile": Notice("percentile"),
    "shared units": Notice("shared units"),
    "look m": Notice("Looks"),
    "mean": Notice("Mean"),
    "lower": Notice("Lower end"),
    "upper": Notice("Upper end"),
    "metric": Notice("Metric"),
    "seed": Notice("Seed"),
    "signature": Notice("signature"),
    "numbers": Notice("Numbers right"),
    "verdict": Notice("Verdict"),
    "file": Notice("File"),
    "method": Notice("method"),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that the command line alone says: printed in the user's language, English in JSON."""

    message: str  # English template
    values: Mapping[str, object]

    def __str__(self) -> str:
        return _say.get()(self.message).format(**self.values)

    @property
    def document(self) -> str:
        with headed(str):
            return self.message.format(**self.values)


def said(message: str, /, *of: object, **values: object) -> Said:
    """A sentence of the command line's own catalogue, filled with values, and with fields of records.

    >>> print(said("Wrote {output}.", output="p.json"))
    Wrote p.json.
    """
    for _text, name, _form, _conversion in Formatter().parse(message) if of else ():
        if name is not None and name not in values:
            values[name] = _first(name, of)
    return Said(message, values)


def _first(name: str, records: Iterable[Any]) -> object:
    """The field of that name, of the first record that has it."""
    for one in records:
        if isinstance(one, Mapping):
            if name in one:
                return one[name]
        elif hasattr(one, name):
            return getattr(one, name)
    raise AttributeError(name)


def picked(record: Any, names: str) -> dict[str, Any]:
    """Some fields of a record.

    >>> picked(3 + 4j, "real imag")
    {'real': 3.0, 'imag': 4.0}
    """
    return {name: getattr(record, name) for name in names.split()}


class Report:
    """What a command found: the fields are those of its JSON, and `say` gives what is printed of it.

    >>> report = Report(lambda found: [said("{n} units", found)], n=3)
    >>> report.n, report.document, [str(part) for part in words(report)]
    (3, {'n': 3}, ['3 units'])
    """

    def __init__(self, say: Callable[[Any], Paragraphs], **fields: Any) -> None:
        self.say, self.document = say, fields

    def __getattr__(self, name: str) -> Any:
        try:
            return self.document[name]
        except KeyError:
            raise AttributeError(name) from None


@singledispatch
def words(result: object) -> Paragraphs:
    """What is printed of a result; a command registers its own, else the rows of the result are."""
    if isinstance(result, Report):
        return result.say(result)
    rows = records(result)
    return [table(tuple(rows[0]), [tuple(row.values()) for row in rows])]


def lines(*parts: object) -> str:
    """One paragraph of several lines; what is None or empty is no line."""
    return "\n".join(str(part) for part in parts if part)


@dataclass(frozen=True, slots=True)
class Joined:
    """Names or sentences one after the other, as the language has them in which they are printed."""

    parts: tuple[object, ...]
    pair: Callable[[str, object], Said]  # of two of them

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __str__(self) -> str:
        if not self.parts:
            return ""
        first, *rest = self.parts
        return reduce(lambda before, part: str(self.pair(before, part)), rest, str(first))


@dataclass(frozen=True, slots=True)
class Reason:
    """What an error says, with its place, in the language that is spoken when it is printed."""

    error: Mx2Error

    def __str__(self) -> str:
        return worded(self.error)


def listed(names: Iterable[object]) -> Joined:
    """Names with commas.

    >>> print(listed(["word", "pos"]))
    word, pos
    """
    return Joined(tuple(names), lambda first, second: said("{first}, {second}", first=first, second=second))


def parted(names: Iterable[object]) -> Joined:
    """What has commas of its own, with semicolons."""
    return Joined(tuple(names), lambda first, second: said("{first}; {second}", first=first, second=second))


def joined(sentences: Iterable[object]) -> Joined:
    """Sentences; between Chinese ones there is no space."""
    return Joined(
        tuple(sentences), lambda first, second: said("{first} {second}", first=first, second=second)
    )


def sizes_of(units: Mapping[str, int]) -> Joined:
    """Parts with the number of their units."""
    return listed(said("{name}: {n:,}", name=name, n=n) for name, n in units.items())


def notes(notices: Iterable[object]) -> str:
    """A line for each notice on how something was found."""
    return lines(*(said("note: {notice}", notice=notice) for notice in notices))


def wrote(outputs: Iterable[str]) -> str:
    """A line for each file that was written."""
    return lines(*(said("Wrote {output}.", output=output) for output in outputs))


def columns(said: str) -> dict[str, str]:
    """`task mean=test.mean:+.4f p_value` as templates of fields: title, field and format; `_` is a space."""
    pairs = [one.rpartition("=") for one in said.split()]
    return {
        (title or field.partition(":")[0]).replace("_", " "): f"{{{field}}}"
        for title, _equals, field in pairs
    }


def listing(rows: Sequence[object], columns: Mapping[str, str], most: int | None = None) -> str:
    """A table of records; a column is a template of their fields, `"{test.mean:+.4f}"`, or `"{#}"`.

    Of more rows than `most` the first are shown.
    """
    cells = [
        [_CELLS.vformat(column, (row, number), {}) for column in columns.values()]
        for number, row in enumerate(rows[:most], start=1)
    ]
    return lines(table(tuple(columns), cells), further(len(rows), most))


def titled(message: str, /, **values: object) -> Whole:
    """The title of a column that has a name in it, in the language that is spoken."""
    return Whole(said(message, **values))


def further(n: int, most: int | None) -> Said | None:
    """How many rows a table leaves out."""
    return None if most is None or n <= most else said("and {n:,} more rows, which --json prints", n=n - most)


class _Cells(Formatter):
    """Templates filled from one record; what is None, or belongs to something that is, is a dash."""

    def get_field(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        if name == "#":
            return args[1], name
        found = args[0]
        for part in name.split(".") if name else ():
            if found is not None:
                found = found[part] if isinstance(found, Mapping) else getattr(found, part)
        return found, name

    def format_field(self, given: Any, form: str) -> str:
        return formatted(given, form)


def formatted(given: Any, form: str) -> str:
    """A value as `form` has it, an estimate with its interval; a dash for None."""
    if given is None or not form:
        return cell(given)
    if hasattr(given, "lower") and hasattr(given, "value"):
        if given.lower is None:
            return f"{given.value:{form}}"
        lower, upper = f"{given.lower:{form}}", f"{given.upper:{form}}"
        return f"{given.value:{form}}  {said('{lower} to {upper}', lower=lower, upper=upper)}"
    return format(given, form)


_CELLS = _Cells()


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns two spaces apart; the first is flush left, numbers flush right."""
    cells = [[*map(heading, header)], *([cell(given) for given in row] for row in rows)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            text + " " * (wide - width(text)) if column == 0 else " " * (wide - width(text)) + text
            for column, (text, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


def term(name: str) -> str:
    """A name of ours, of a test or a population, in the language that is spoken.

    >>> term("two-sided")
    'two-sided'
    """
    return _say.get()(name)


def counted(what: str) -> Said:
    """What one occurrence of an attribute is."""
    return COUNTED[what]


def heading(title: str) -> str:
    """A column's title in the language that is spoken; as it stands where that has none, or if it is `Whole`.

    What follows `|` tells titles apart that are one word in English only.

    >>> heading("types J"), heading("number|student")
    ('types J', 'number')
    """
    if isinstance(title, Whole):
        return title
    named = HEADINGS.get(title)
    if named is not None and str(named) != named.message:
        return str(named)
    translated = _say.get()(title)
    return title.partition("|")[0] if translated == title else translated


COUNTED = {
    "chunks": said("chunks"),
    "tokens": said("tokens"),
    "sentences": said("sentences"),
    "units": said("units"),
}


@contextmanager
def headed(say: Callable[[str], str]) -> Iterator[None]:
    """Within it, titles of columns that the pages do not have are in a language, too."""
    before = _say.set(say)
    try:
        yield
    finally:
        _say.reset(before)


def cell(given: object) -> str:
    """A number with the digits that are read, a dash for None."""
    if given is None:
        return "–"
    if isinstance(given, bool):
        return str(said("yes") if given else said("no"))
    if isinstance(given, float):
        return f"{given:.4f}"
    return f"{given:,}" if isinstance(given, int) else str(given)


def width(text: str) -> int:
    """Columns of a terminal: two for a Chinese character, none for a combining mark."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
