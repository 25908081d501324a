"""Options, one a line; each adds itself to a command."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...errors import UsageError

Kind: TypeAlias = Callable[[str], Any] | Sequence[str]  # what reads a value, bool of a flag, or the choices
Declared: TypeAlias = Callable[[Any], object]  # of a parser, or a group of one


def option(names: str, about: str = "", kind: Kind = str, value: str | None = None, **more: Any) -> Declared:
    """An option such as `-o/--output`, or a place; `value` names its value. Help says its default."""
    default = more.get("default")
    if isinstance(default, str | int | float) and default != "":
        about = f"{about}{'; ' if about else ''}default: {default}"
    given: dict[str, Any] = {"help": about.replace("%", "%%") or None, **more}
    if kind is bool:
        given.setdefault("action", "store_true")
    else:
        given |= {"type": kind} if callable(kind) else {"choices": list(kind)}
        given.setdefault("metavar", value)
    return lambda command: command.add_argument(*names.split("/"), **given)


def group(title: str, about: str | None, *options: Declared) -> Declared:
    """Options under a title of their own."""
    return lambda command: add_options(command.add_argument_group(title, about), options)


def either(*options: Declared) -> Declared:
    """Options that exclude each other."""
    return lambda command: add_options(command.add_mutually_exclusive_group(), options)


@dataclass(frozen=True, slots=True)
class Action:
    """What a command does, where it does several things."""

    about: str
    run: Callable[..., Any]
    options: Iterable[Declared] = ()


def one_of(actions: Mapping[str, Action]) -> Declared:
    """The actions of a command by name; the first is done where none is named."""

    def add(command: argparse.ArgumentParser) -> None:
        parsers = command.add_subparsers(title="actions", metavar="ACTION", dest="action")
        for name, action in actions.items():
            add_options(parsers.add_parser(name, help=action.about), action.options)
        command.set_defaults(action=next(iter(actions)))

    return add


def add_options(command: Any, options: Iterable[Declared]) -> None:
    for add in options:
        add(command)


def given_options(options: argparse.Namespace, names: str) -> list[str]:
    """Those of some options that are given, to be refused where they mean nothing."""
    return [
        f"--{'tags' if name == 'gold' else name.replace('_', '-')}"
        for name in names.split()
        if (value := getattr(options, name)) is not None and value is not False and value != []
    ]


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
