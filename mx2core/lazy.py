"""Names of a package that are looked up when first used, so that importing it costs nothing."""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import getsource
from typing import Any


def lazy_names(package: str) -> Callable[[str], Any]:
    """`__getattr__` of a package: finds what its block `if TYPE_CHECKING:` imports, for types, from where."""
    source = getsource(sys.modules[package])
    (block,) = (node for node in ast.parse(source).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    home = {alias.name: "." * node.level + (node.module or "") for node in imports for alias in node.names}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if home[name] == ".":  # `from . import name`
            return import_module(f".{name}", package)
        from .extras import needed

        with needed():
            value = getattr(import_module(home[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
