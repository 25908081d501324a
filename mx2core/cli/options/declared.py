"""Options as records, one a line, and the loop that adds them to a command."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...errors import UsageError

Kind: TypeAlias = Callable[[str], Any] | Sequence[str]  # what reads a value, bool of a flag, or the choices


@dataclass(frozen=True, slots=True)
class Option:
    """One option, or a place where no dash begins the name, as `argparse` takes it."""

    names: tuple[str, ...]
    arguments: dict[str, Any]


class Group:
    """Options under a title of their own."""

    def __init__(self, title: str, about: str | None, *options: Declared) -> None:
        self.title, self.about, self.options = title, about, options


class Either:
    """Options that exclude each other."""

    def __init__(self, *options: Declared) -> None:
        self.options = options


@dataclass(frozen=True, slots=True)
class Action:
    """What a command does, where it does several things."""

    about: str
    run: Callable[..., Any]
    options: Iterable[Declared] = ()


@dataclass(frozen=True, slots=True)
class Actions:
    """The actions of a command by name; the first is done where none is named."""

    actions: Mapping[str, Action]


Declared: TypeAlias = Option | Group | Either | Actions


def option(names: str, about: str = "", kind: Kind = str, value: str | None = None, **more: Any) -> Option:
    """An option such as `-o/--output`; `value` is what its value is called. The help says its default."""
    default = more.get("default")
    said = isinstance(default, str | int | float) and default != ""
    help_ = f"{about}{'; ' if about else ''}default: {default}" if said else about
    given: dict[str, Any] = {"help": help_.replace("%", "%%") or None, **more}
    if kind is bool:
        given.setdefault("action", "store_true")
    else:
        given |= {"type": kind} if callable(kind) else {"choices": list(kind)}
        given.setdefault("metavar", value)
    return Option(tuple(names.split("/")), given)


def add_options(command: argparse._ActionsContainer, options: Iterable[Declared]) -> None:
    """Add them, those of a group to a group."""
    for one in options:
        if isinstance(one, Option):
            command.add_argument(*one.names, **one.arguments)
        elif isinstance(one, Group):
            add_options(command.add_argument_group(one.title, one.about), one.options)
        elif isinstance(one, Either):
            add_options(command.add_mutually_exclusive_group(), one.options)
        elif isinstance(command, argparse.ArgumentParser):
            parsers = command.add_subparsers(title="actions", metavar="ACTION", dest="action")
            for name, action in one.actions.items():
                add_options(parsers.add_parser(name, help=action.about), action.options)
            command.set_defaults(action=next(iter(one.actions)))


def given_options(options: argparse.Namespace, names: Iterable[str]) -> list[str]:
    """Those of some options that are given, to be refused where they mean nothing."""
    values = {name: getattr(options, name) for name in names}
    return [
        f"--{'tags' if name == 'gold' else name.replace('_', '-')}"
        for name, value in values.items()
        if value is not None and value is not False and value != []
    ]


def needs(option: str | list[str], other: str) -> UsageError:
    return UsageError("{option} needs {other}.", option=option, other=other)


def clash(option: str | list[str], other: str | list[str]) -> UsageError:
    return UsageError("{option} does not go with {other}.", option=option, other=other)
