"""What is wrong with an input, or worth knowing about it: what, where, what to do.

A message is an English template with named placeholders, and the values stand
beside it, so that the command line prints the sentence as it is and a page looks
the template up in its language and fills in the same values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import islice
from pathlib import Path
from typing import Any

__all__ = ["CorpusFormatError", "CutUnitsError", "DesignError", "InputError", "Mx2Error"]
__all__ += ["PartitionFileError", "UsageError"]
__all__ += ["LimitError", "MissingFileError", "ScoresError", "TableError", "TemplateError"]
__all__ += ["UnreadableFileError"]
__all__ += ["ClusterError", "MissingPackageError", "Notice", "StoreBusyError", "StoreError", "WorkersError"]
__dir__ = __all__.copy

QUOTED = 60  # characters of an input that a message shows
SMALLEST_END = 8  # decimals: what is nearer to zero is an error of rounding
LISTED, LONGEST_LIST = 12, 240  # names of a list, and characters of them all


_translate: ContextVar[Callable[[str], str]] = ContextVar("translate", default=str)


@contextmanager
def spoken(
    translate: Callable[[str], str], language: ContextVar[Callable[[str], str]] = _translate
) -> Iterator[None]:
    """Within it, notices and `error_sentence` speak another language; files are written outside of it."""
    before = language.set(translate)
    try:
        yield
    finally:
        language.reset(before)


def error_sentence(error: Mx2Error) -> str:
    """An error with its place, in the language that is spoken.

    >>> error_sentence(InputError("{n} is too few.", file="a.txt", line=3, n=2))
    'a.txt, line 3: 2 is too few.'
    """
    say = _translate.get()
    return place_in_file(error, say) + quoted_once(say(error.message).format(**error.values))


def place_in_file(error: Mx2Error, _: Callable[[str], str], display: Callable[[str], str] = str) -> str:
    """`file, line 3, column 2: ` with the parts that are known, else empty; the file as it is `display`."""
    parts = [display(error.file)] if error.file else []
    parts += [_("line {line}").format(line=error.line)] if error.line is not None else []
    parts += [_("column {column}").format(column=error.column)] if error.column is not None else []
    place = parts[0] if parts else ""
    for part in parts[1:]:  # not a list of things: Chinese has another sign between those
        place = _("{place}, {part}").format(place=place, part=part)
    return place and place + _(": ")


class Whole(str):
    """Words inside a message that are shown as they are: our own, or shortened already."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def quoted(value: Any) -> Any:
    """What a message shows of a value that somebody gave, however long it is.

    A text of more than 60 characters keeps its beginning and its end, and so does any other
    value as Python writes it. Names are listed up to the twelfth. Numbers of a usual size,
    paths, which their user has typed, `Whole` words and the sentence of a `Notice` stay as they are.
    """
    if value is None or isinstance(value, bool | float | Path | Whole | Notice):
        return value
    if isinstance(value, str):
        return _shortened(value)
    if isinstance(value, int):
        digits = int(abs(value).bit_length() * 0.30103) + 1  # to write it out could take for ever
        return value if digits < QUOTED else Whole(f"10^{digits - 1}")
    if isinstance(value, list | tuple) and value and all(isinstance(name, str) for name in value):
        return _listed(value)
    if isinstance(value, list | tuple) and value and all(isinstance(one, Notice) for one in value):
        found = Listed(", ".join(map(str, value)))
        found.names = tuple(value)
        return found
    written = repr(value)
    return value if len(written) <= QUOTED else Whole(_shortened(written))


def _shortened(text: str) -> str:
    end = QUOTED // 3 - 2
    return text if len(text) <= QUOTED else f"{text[: QUOTED - end - 3]} … {text[-end:]}"


def reason_of(error: BaseException) -> str:
    """Why something failed, as the error says it and without its name, which means nothing to a user.

    >>> reason_of(ValueError("no such thing")), reason_of(StopIteration())
    ('no such thing', 'no reason was given')
    """
    if isinstance(error, Mx2Error):
        return Whole(error)
    return next(iter(str(error).strip().splitlines()), "no reason was given")


class Listed(Whole):
    """Names one after the other, in a sentence as its language has them."""

    names: tuple[Any, ...]  # or notices

    def __format__(self, form: str) -> str:
        return format(_translate.get()(", ").join(map(str, self.names)), form)


def _listed(names: list[str] | tuple[str, ...]) -> Whole:
    listed: list[str] = []
    for name in map(_shortened, islice(names, LISTED)):
        if listed and len(name) + sum(map(len, listed)) > LONGEST_LIST:
            break
        listed.append(name)
    if len(listed) < len(names):
        listed.append("…")
    found = Listed(", ".join(listed))
    found.names = tuple(listed)
    return found


MODELS = ("a", "b", "model", "first", "second", "winner", "loser")  # values of messages that name models


def told_apart(name: str) -> str:
    """The name of a model as a sentence has it: in quotation marks where its signs would divide that.

    >>> print(told_apart("centered, 5 splits"), told_apart("CRF"))
    “centered, 5 splits” CRF
    """
    return Whole(f"“{name}”") if any(sign in name for sign in (",", "，", "、", ": ", "：")) else name


def quoted_once(sentence: str) -> str:
    """A sentence whose language has names in quotation marks anyway: no second pair."""
    return sentence.replace("““", "“").replace("””", "”")


ENDS = ("lower", "upper", "inner_lower", "inner_upper")  # values of messages that are ends of an interval


class End(float):
    """An end of an interval: with more decimals where those asked for would show its sign beside a zero.

    >>> f"{End(0.00002):+.4f} to {End(0.0183):+.4f}"
    '+0.00002 to +0.0183'
    """

    __slots__ = ()

    def __format__(self, form: str) -> str:
        written = super().__format__(form)
        digits = re.fullmatch(r"\+\.(\d+)f", form)
        if digits is None or not self or any(sign in written for sign in "123456789"):
            return written
        further = (f"{float(self):+.{k}f}" for k in range(int(digits[1]), SMALLEST_END + 1))
        return next((one for one in further if any(sign in one for sign in "123456789")), written)


def _quoted_values(values: Mapping[str, Any]) -> dict[str, Any]:
    def shown(name: str, value: Any) -> Any:
        value = quoted(value)
        if name in ENDS and isinstance(value, float):
            return End(value)
        return told_apart(value) if name in MODELS and isinstance(value, str) else value

    return {name: shown(name, value) for name, value in values.items()}


class Mx2Error(Exception):
    """What a program that uses this library may catch: something went wrong, and the sentence says what.

    Parameters
    ----------
    message : str
        One English sentence or two, a literal with named placeholders.
    file, line, column : str, int, int, optional
        Where: `line` and `column` count from 1.
    **values
        What the placeholders stand for; what is long is shortened, see `quoted`.

    Examples
    --------
    >>> print(mx.errors.Mx2Error("`m` must be at least {least}.", least=1))
    `m` must be at least 1.
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
        self.file = None if file is None else _shortened(file)
        self.line = line
        self.column = column
        self.values = _quoted_values(values)
        super().__init__(f"{self.place}{message.format(**self.values)}")

    @property
    def place(self) -> str:
        """`file, line 3, column 2: ` with the parts that are known, else empty."""
        return place_in_file(self, str)

    @property
    def notice(self) -> Notice:
        """The sentence without its place, where nothing failed because of it."""
        return Notice(self.message, self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions travel between processes; keyword arguments need this.
        rebuild = partial(type(self), file=self.file, line=self.line, column=self.column, **self.values)
        return rebuild, (self.message,)


class InputError(Mx2Error, ValueError):
    """Something the user gave cannot be used.

    >>> issubclass(mx.errors.InputError, ValueError), issubclass(mx.errors.StoreError, ValueError)
    (True, False)
    """


class UsageError(InputError):
    """Options that do not go together, or one that is missing.

    >>> print(mx.errors.UsageError("{a} needs {b}.", a="--b", b="--a"))
    --b needs --a.
    """


class CorpusFormatError(InputError):
    """A corpus file that does not follow its format, or cannot be decoded.

    >>> print(mx.errors.CorpusFormatError("Expected {n} columns.", file="a.txt", line=3, n=2))
    a.txt, line 3: Expected 2 columns.
    """


class NoTextError(CorpusFormatError):
    """A picture, a document or an archive in place of a corpus: no option makes it one.

    >>> print(mx.errors.NoTextError("this is an image ({kind}), not text.", file="a.png", kind="PNG"))
    a.png: this is an image (PNG), not text.
    """


def uneven_row(
    expected: int, n_columns: int, file: str | None, line: int, problem: type[InputError] = CorpusFormatError
) -> InputError:
    """A row of a file with more or fewer columns than the others."""
    return problem(
        "expected {expected} columns, found {found}. Rows must have equally many.",
        file=file,
        line=line,
        expected=expected,
        found=n_columns,
    )


class DesignError(InputError):
    """Partitions that cannot be made as asked.

    >>> print(mx.errors.DesignError("{n} units cannot be halved.", n=1))
    1 units cannot be halved.
    """


class PartitionFileError(InputError):
    """A file of partitions that is damaged, or belongs to another corpus.

    >>> print(mx.errors.PartitionFileError("The digest is another one.", file="p.json"))
    p.json: The digest is another one.
    """


class CutUnitsError(PartitionFileError):
    """A list of rows that has rows of one unit on both sides; read by sentences it can be judged.

    >>> issubclass(mx.errors.CutUnitsError, mx.errors.PartitionFileError)
    True
    """


class TemplateError(InputError):
    """A feature template that cannot be used.

    >>> print(mx.errors.TemplateError("Unknown column.", line=2))
    line 2: Unknown column.
    """


class ScoresError(InputError):
    """Scores that cannot be tested as given.

    >>> print(mx.errors.ScoresError("There are no scores.", file="scores.csv"))
    scores.csv: There are no scores.
    """


class TableError(PartitionFileError, ScoresError):
    """A CSV file, of partitions or of scores, that cannot be read as a table.

    >>> print(mx.errors.TableError("There is no column {name}.", name="value"))
    There is no column value.
    """


class UnreadableFileError(CorpusFormatError, PartitionFileError, ScoresError, TemplateError, OSError):
    """A file that cannot be opened, whatever it was to be read as.

    >>> print(mx.errors.UnreadableFileError("The file cannot be opened.", file="a.txt"))
    a.txt: The file cannot be opened.
    """


class MissingFileError(UnreadableFileError, FileNotFoundError):
    """There is no such file.

    >>> print(mx.errors.MissingFileError("There is no such file.", file="a.txt"))
    a.txt: There is no such file.
    """


class StoreError(Mx2Error):
    """A store that cannot be opened, read or written.

    >>> print(mx.errors.StoreError("The store {name} cannot be read.", name="runs.db"))
    The store runs.db cannot be read.
    """


class StoreBusyError(StoreError):
    """A store that is in use, or out of reach, at this moment; the same may be done later.

    >>> print(mx.errors.StoreBusyError("The store is in use."))
    The store is in use.
    """


class LimitError(InputError):
    """More than this server gives to one file, one project or all of them.

    >>> print(mx.errors.LimitError("A file may have {most} bytes.", most=100))
    A file may have 100 bytes.
    """


class ClusterError(Mx2Error):
    """Machines that cannot be reached, or cannot do what they are asked to.

    >>> print(mx.errors.ClusterError("The scheduler at {address} cannot be reached.", address="tcp://host:8786"))
    The scheduler at tcp://host:8786 cannot be reached.
    """


class WorkersError(Mx2Error):
    """Worker processes of this machine that cannot be had, or cannot do what they are asked to.

    >>> print(mx.errors.WorkersError("Only {n} workers could be started.", n=1))
    Only 1 workers could be started.
    """


class MissingPackageError(StoreError, ClusterError, ModuleNotFoundError):
    """A package that is not installed, whatever it was needed for.

    >>> print(mx.errors.MissingPackageError("This needs {package}.", package="pandas"))
    This needs pandas.
    """


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about a corpus that its user should know; nothing failed.

    >>> print(mx.errors.Notice("{n} units are empty.", {"n": 3}))
    3 units are empty.
    """

    message: str  # English template, as in Mx2Error
    values: dict[str, Any] = field(default_factory=dict)
    lines: tuple[int, ...] = ()  # the first few lines it concerns, from 1
    unit: str = ""  # the unit that would mend it, where another one would
    repeats: tuple[int, ...] = ()  # for each of `lines` the earlier one that it repeats
    plain: bool = False  # nothing is to be mended: a fact about such a corpus

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _quoted_values(self.values))

    def __str__(self) -> str:
        say = _translate.get()

        def plural(one: str, many: str, n: int) -> str:
            return say(many if say is str and n > 1 else one)

        sentence = quoted_once(say(self.message).format(**self.values))
        return with_lines(sentence, lines_in_file(self, say, plural))


def semicolons(notices: Sequence[Notice]) -> Notice:
    """One after the other, of what has commas of its own."""
    return reduce(lambda one, other: Notice("{one}; {other}", {"one": one, "other": other}), notices)


def with_lines(sentence: str, lines: str) -> str:
    """A sentence with its lines in brackets, which belong before its full stop."""
    end = sentence[-1:] if lines and sentence[-1:] in (".", "。") else ""
    return sentence.removesuffix(end) + lines + end


def lines_in_file(notice: Notice, _: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
    """The lines of a file that a notice is about, in brackets; empty where it names none."""
    if not notice.lines:
        return ""
    if notice.repeats:
        pair = _("line {line} repeats line {earlier}")
        pairs = zip(notice.lines, notice.repeats, strict=True)
        listed = _(", ").join(pair.format(line=line, earlier=earlier) for line, earlier in pairs)
        return _(" ({listed})").format(listed=listed)
    lines = _(", ").join(map(str, notice.lines))
    return ngettext(" (line {lines})", " (lines {lines})", len(notice.lines)).format(lines=lines)
