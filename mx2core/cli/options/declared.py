"""Options declared as a table, one line each."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

Option: TypeAlias = tuple[str, Callable[[str], Any], str, str]  # name, type, what its value is called, help


def add_options(
    command: argparse.ArgumentParser | argparse._ArgumentGroup, options: Iterable[Option], **dest: str
) -> None:
    """Add them; one of type bool is a flag, and without any a value is None. `dest`: other names inside."""
    for name, kind, metavar, says in options:
        inside = name.lstrip("-").replace("-", "_")
        given: dict[str, Any] = {"dest": dest.get(inside, inside), "default": None, "help": says}
        if kind is bool:
            command.add_argument(name, action="store_true", **given)
        else:
            command.add_argument(name, type=kind, metavar=metavar, **given)
