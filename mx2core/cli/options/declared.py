"""Options, one a line, that add themselves to a command; what turns their words into values."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from ...errors import UsageError
from ..text import Text, sentence, term

EQUALS = re.compile("[=＝]")  # as Chinese keyboards write it, too
PROPOSED = "proposed"
T = TypeVar("T")


def reads(expected: Text) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    """Above a function from words to a value: where it raises ValueError, argparse says what was expected."""

    def decorated(read: Callable[[str], T]) -> Callable[[str], T]:
        @wraps(read)
        def value(text: str) -> T:
            try:
                return read(text)
            except ValueError:
                problem = sentence("expected {expected}, got {text!r}", expected=expected, text=text)
                raise argparse.ArgumentTypeError(str(problem)) from None

        return value

    return decorated


@reads(term("names separated by commas"))
def names(text: str) -> list[str]:
    listed = [name.strip() for name in text.split(",") if name.strip()]
    if not listed:
        raise ValueError
    return listed


whole_numbers = reads(term("whole numbers separated by commas"))(lambda text: list(map(int, text.split(","))))
decimals = reads(term("numbers separated by commas"))(lambda text: list(map(float, text.split(","))))


def at_least(smallest: int) -> Callable[[str], int]:
    """A whole number that is not smaller."""

    @reads(sentence("a whole number of at least {smallest}", smallest=smallest))
    def whole(text: str) -> int:
        if int(text) < smallest:
            raise ValueError
        return int(text)

    return whole


@reads(term("KEY=VALUE"))
def pair(text: str) -> tuple[str, str]:
    key, _equals, value = (part.strip() for part in EQUALS.sub("=", text, count=1).partition("="))
    if not (key and value):
        raise ValueError
    return key, value


def pairs(text: str) -> dict[str, str]:
    return dict(map(pair, names(text)))


def columns(text: str) -> list[str] | dict[str, str]:
    """Names in file order, or meanings with the names that a file has for them."""
    listed = [name.strip() for name in re.split("[,，]", text)]
    return dict(map(pair, listed)) if EQUALS.search(text) else listed


@reads(term("RIGHT>PREDICTED=COST"))
def costs(text: str) -> dict[tuple[str, str], float]:
    """`ill>well=5` as {("ill", "well"): 5.0}."""
    found = {}
    for entry in names(text):
        classes, _equals, cost = entry.rpartition("=")
        right, _sign, predicted = (part.strip() for part in classes.partition(">"))
        if not (right and predicted):
            raise ValueError
        found[right, predicted] = float(cost)
    return found


@reads(term("sizes above 0 such as 8:1:1"))
def ratio(text: str) -> list[float]:
    """`8:1:1` or `80/10/10` as numbers."""
    shares = [float(part) for part in re.split("[:/]", text)]
    if len(shares) < 2 or not all(0 < size < float("inf") for size in shares):
        raise ValueError
    return shares


@reads(term("an upper bound or LOWER:UPPER for each attribute"))
def bounds(text: str) -> list[tuple[float | None, float | None]]:
    """`0.9,0.55` or `0.8:0.9,:0.55` as (lower, upper) for each attribute."""
    found = []
    for part in text.split(","):
        lower, _, upper = part.rpartition(":")
        bound = (float(lower) if lower.strip() else None, float(upper) if upper.strip() else None)
        if any(value is not None and not 0 <= value < float("inf") for value in bound):
            raise ValueError
        found.append(bound)
    return found


@reads(sentence("a number or {proposed}", proposed=PROPOSED))
def margin(text: str) -> float | str:
    """A number, or a share such as `2%`, or what is proposed for the metric."""
    number = text.rstrip("%％")
    return text if text == PROPOSED else float(number) / (100 if number != text else 1)


Kind: TypeAlias = Callable[[str], Any] | Sequence[str]  # what reads a value, bool of a flag, or the choices
Declared: TypeAlias = Callable[[Any], object]  # of a parser, or a group of one


def option(
    names: str,
    about: str | Text = "",
    kind: Kind = str,
    value: str | None = None,
    usual: object = None,
    **more: Any,
) -> Declared:
    """An option such as `-o/--output`, or a place; `value` names its value.

    Help is in the language of who asks; it says the default or what is `usual`, and what may be repeated.
    """
    default = more.get("default") if usual is None else usual
    settings: dict[str, Any] = {"action": "store_true"} if kind is bool else {"metavar": value}
    if kind is not bool:
        settings |= {"type": kind} if callable(kind) else {"choices": list(kind)}
    settings |= more

    def add(command: Any) -> None:
        help_ = words = term(about) if isinstance(about, str) else about
        if more.get("action") == "append":
            help_ = sentence("{about}; may be repeated", about=words)
        if isinstance(default, str | int | float) and default != "":
            form = "{about}; default: {default}" if words else "default: {default}"
            help_ = sentence(form, about=words, default=default if usual is None else term(str(usual)))
        command.add_argument(*names.split("/"), help=str(help_).replace("%", "%%") or None, **settings)

    return add


def group(title: str, about: str | None, *options: Declared) -> Declared:
    """Options under a title of their own."""

    def add(command: Any) -> None:
        add_options(command.add_argument_group(str(term(title)), about and str(term(about))), options)

    return add


def either(*options: Declared) -> Declared:
    """Options that exclude each other."""
    return lambda command: add_options(command.add_mutually_exclusive_group(), options)


@dataclass(frozen=True, slots=True)
class Action:
    """What a command does, or one of several things that it does."""

    about: str
    run: Callable[..., Any]
    options: Iterable[Declared] = ()


def command(*options: Declared) -> Callable[[Callable[..., Any]], Action]:
    """Above what is done of a command: its options."""
    return lambda run: Action("", run, options)


def one_of(actions: Mapping[str, Action]) -> Declared:
    """The actions of a command by name; the first is done where none is named."""

    def add(command: argparse.ArgumentParser) -> None:
        parsers = command.add_subparsers(title=str(term("actions")), metavar="ACTION", dest="action")
        for name, action in actions.items():
            add_options(parsers.add_parser(name, help=str(term(action.about))), action.options)
        command.set_defaults(action=next(iter(actions)))

    return add


def add_options(command: Any, options: Iterable[Declared]) -> None:
    for add in options:
        add(command)


def given(options: object, names: str) -> dict[str, Any]:
    """What some options say, or fields of a record, by their names."""
    return {name: getattr(options, name) for name in names.split()}


def given_options(options: argparse.Namespace, names: str) -> list[str]:
    """Those of some options that are given, to be refused where they mean nothing."""
    others = given(options, names).items()
    return [options.named[name] for name, value in others if value != options.defaults[name]]


def ending(output: str, endings: Sequence[str]) -> str:
    """That of the endings which the name of a file to be written has; refused before a night of training."""
    found = next((end for end in endings if output.lower().endswith(end)), None)
    if found is None:
        raise UsageError("{output} must end in {formats}.", output=output, formats=endings)
    return found


def needs(option: str | list[str], other: str) -> UsageError:
    return UsageError("{option} needs {other}.", option=option, other=other)


def clash(option: str | list[str], other: str | list[str]) -> UsageError:
    return UsageError("{option} does not go with {other}.", option=option, other=other)
