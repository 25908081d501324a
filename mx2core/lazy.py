"""Names of a package that are looked up when first used, so that importing it costs nothing."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # that of `typing`, which takes long to import: Ctrl-C meets no command before `main`
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def lazy_names(package: str) -> Callable[[str], Any]:
    """`__getattr__` of a package: finds what its block `if TYPE_CHECKING:` imports, for types, from where."""
    home: dict[str, str] = {}

    def find(name: str) -> Any:
        if not home:
            import ast

            loader: Any = sys.modules[package].__loader__
            blocks = (node for node in ast.parse(loader.get_source(package)).body if isinstance(node, ast.If))
            for node in (node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)):
                home.update((one.name, "." * node.level + (node.module or "")) for one in node.names)
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        if home[name] == ".":  # `from . import name`
            return import_module(f".{name}", package)
        from .extras import needed

        with needed():
            value = getattr(import_module(home[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
