"""What is printed: sentences and tables, worded when they are printed, in the language of the user."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from string import Formatter
from textwrap import dedent
from typing import Any

from .. import text_table
from ..errors import spoken

_translate: ContextVar[Callable[[str], str]] = ContextVar("translate", default=str)
_BLOCK = re.compile(r"\{([\w.]+)\}")
ROWS = re.compile(r"\[([\w.]+)(?::(\d+))?\] (.+)")
EACH = re.compile(r"\*([\w.]+) (.+)")


def printed_in(translate: Callable[[str], str]) -> AbstractContextManager[None]:
    """Within it, what the command line alone says, and titles of columns, are in a language."""
    return spoken(translate, _translate)


@dataclass(frozen=True, slots=True)
class Text:
    """Words that are chosen when they are printed; in JSON they are English."""

    words: Callable[[], str]

    def __str__(self) -> str:
        return self.words()

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def __bool__(self) -> bool:
        return bool(str(self))

    @property
    def document(self) -> str:
        with printed_in(str):
            return str(self)


def sentence(message: str, /, *records: object, **values: object) -> Text:
    """A sentence of the command line's own catalogue, filled with values, and with fields of records.

    It is empty where one of them is None.

    >>> print(sentence("Wrote {output}.", output="p.json"))
    Wrote p.json.
    """

    def words() -> str:
        try:
            return _FIELDS.vformat(_translate.get()(message), (values, *records), {})
        except _MissingError:
            return ""

    return Text(words)


def term(name: str) -> Text:
    """A name of ours, of a test or a population.

    >>> print(term("two-sided"))
    two-sided
    """
    return Text(lambda: _translate.get()(name))


def _joined(parts: Iterable[object], pair: str) -> Text:
    """Parts with what the language has between two of them; what is None or empty is left out."""
    parts = tuple(parts)

    def words() -> str:
        between = _translate.get()(pair).format(first="", second="")
        return between.join(filter(None, (str(part) for part in parts if part is not None)))

    return Text(words)


comma_list = partial(_joined, pair="{first}, {second}")
semicolon_list = partial(_joined, pair="{first}; {second}")  # of what has commas of its own


def lines(*parts: object) -> Text:
    return _joined(parts, "\n")


def paragraphs(*parts: object) -> Text:
    return _joined(parts, "\n\n")


def prose(*sentences: object) -> Text:
    """Sentences one after the other; between Chinese ones there is no space."""
    return _joined(sentences, "{first} {second}")


def size_list(units: Mapping[str, int]) -> Text:
    """Parts with the number of their units."""
    return comma_list(sentence("{name}: {n:,}", name=name, n=n) for name, n in units.items())


def printed(form: str, /, *records: object, **values: object) -> Text:
    """What `form` shows: paragraphs between empty lines, in each line a sentence of the catalogue.

    A name alone in braces is a paragraph, or lines that are there. A line about what is None is left out.
    `[rows] title=field` is a table, `[rows:30]` of 30 rows at most; `*rows {name}: {why}` a line for each.

    >>> print(printed("{n} units\\n{no}\\n{of} is none\\n*names {it}!", n=3, no=(), of=None, names="a"))
    3 units
    a!
    >>> print(printed("[rows] size=real:.1f", rows=[2, 3]))
    size
    2.0
    3.0
    """
    blocks = (paragraph.split("\n") for paragraph in dedent(form).strip().split("\n\n"))
    return paragraphs(*(lines(*(_line(one, values, *records) for one in block)) for block in blocks))


def _line(form: str, *records: object) -> object:
    try:
        if block := _BLOCK.fullmatch(form):
            found = field(block[1], records)
            return lines(*found) if isinstance(found, list | tuple) else found
        if each := EACH.fullmatch(form):
            rows = field(each[1], records) or ()
            return lines(*(sentence(each[2], row, {"it": row}, *records) for row in rows))
        if rows := ROWS.fullmatch(form):
            titles = columns(rows[3], *records)
            return listing(field(rows[1], records) or (), titles, int(rows[2]) if rows[2] else None)
    except _MissingError:
        return None
    return sentence(form, *records)


class Report:
    """What a command found: `document` is its JSON, and `form` shows what is printed of it.

    `records` and `names`, those of a function, have what is printed besides; what `json` names of them is
    in the JSON, too.

    >>> report = Report("{n} units of {file}", names={"size": 3, "file": "a.txt"}, json="n=size")
    >>> report.n, report.document, str(report.words)
    (3, {'n': 3}, '3 units of a.txt')
    """

    def __init__(
        self, form: str, /, *records: object, names: object = None, json: str = "", **document: Any
    ) -> None:
        named = [one.partition("=") for one in json.split()]
        found = {name: field(of or name, (names, *records)) for name, _, of in named}
        self.form, self.document = form, found | document
        self.records = (*records, self.document, names)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.document[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def words(self) -> Text:
        return printed(self.form, *self.records)


def columns(titles: str, *records: object) -> dict[object, str]:
    """`task mean=test.mean:+.4f p_value` as templates of fields: title, field and format; `_` is a space.

    A title such as `{a}_ahead_by=mean` is a sentence.
    """
    pairs = [one.rpartition("=") for one in titles.split()]
    named = [((title or re.split("[:!]", field)[0]).replace("_", " "), field) for title, _, field in pairs]
    return {sentence(title, *records) if "{" in title else title: f"{{{field}}}" for title, field in named}


def listing(rows: Sequence[object], columns: Mapping[Any, str], most: int | None = None) -> Text:
    """A table of records; a column is a template of their fields, `"{test.mean:+.4f}"`, or `"{#}"`.

    Of more rows than `most` the first are shown; without rows it is empty.
    """
    cells = [
        [Text(partial(_CELLS.vformat, column, ({"#": number}, row), {})) for column in columns.values()]
        for number, row in enumerate(rows, start=1)
    ]
    return table(tuple(columns), cells, most) if rows else lines()


def table(header: Sequence[object], rows: Sequence[Sequence[object]], most: int | None = None) -> Text:
    """Aligned columns with translated titles; a `Whole` title stays as it is. Of `most` rows the first."""
    left = None if most is None or len(rows) <= most else len(rows) - most
    more = sentence("and {n:,} more rows, which --json prints", n=left)
    cells = [[*map(_cell, row)] for row in rows[:most]]
    return lines(Text(lambda: text_table.table([*map(heading, header)], cells)), more)


def heading(title: object) -> str:
    """A column's title in the language that is spoken; as it stands where that has none.

    What follows `|` tells titles apart that are one word in English only.

    >>> heading("types J"), heading("number|student")
    ('types J', 'number')
    """
    if type(title) is not str:
        return str(title)
    translated = _translate.get()(title)
    return title.partition("|")[0] if translated == title else translated


def form_value(given: Any, form: str) -> str:
    """A value as `form` has it, an estimate with its interval; a dash for None."""
    if given is None or not form:
        return text_table.cell(_cell(given))
    if hasattr(given, "lower") and hasattr(given, "value"):
        if given.lower is None:
            return f"{given.value:{form}}"
        lower, upper = f"{given.lower:{form}}", f"{given.upper:{form}}"
        return f"{given.value:{form}}  {sentence('{lower} to {upper}', lower=lower, upper=upper)}"
    return format(given, form)


def _cell(given: object) -> object:
    return term("yes" if given else "no") if isinstance(given, bool) else given


class _MissingError(Exception):
    """A sentence is about something that is None."""


def field(name: str, records: Iterable[Any]) -> Any:
    """`part.name` of the first record that has the part; None, where something on the way is."""
    first, *_ = parts = name.split(".")
    having = (one for one in records if (first in one if isinstance(one, Mapping) else hasattr(one, first)))
    found = next(having, None)
    if found is None:
        raise AttributeError(name)
    for part in parts:
        if found is not None:
            found = found[part] if isinstance(found, Mapping) else getattr(found, part)
    return found


class _Fields(Formatter):
    """Templates filled from records; `!t` is a name of ours in the user's language, `!p` a percentage.

    `!v` is a p-value. What is nothing is a dash in a `cell`, and leaves out a sentence.
    """

    def __init__(self, *, cell: bool) -> None:
        self._cell = cell

    def get_field(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        found = field(name, args)
        if not self._cell and (found is None or (isinstance(found, list | tuple) and not found)):
            raise _MissingError
        return found, name

    def convert_field(self, given: Any, conversion: str | None) -> Any:
        if conversion == "t":
            return term(given) if given else given
        if conversion == "v":
            from ..inference.pvalues import written_pvalue  # most commands have none, and start without SciPy

            return written_pvalue(given, alone=self._cell)
        return 100 * given if conversion == "p" else super().convert_field(given, conversion)

    def format_field(self, given: Any, form: str) -> str:
        if isinstance(given, list | tuple):
            return str(comma_list(format(one, form) for one in given))
        return form_value(given, form) if self._cell else format(given, form)


_FIELDS, _CELLS = _Fields(cell=False), _Fields(cell=True)
