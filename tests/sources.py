"""The program's own sources, parsed once, for tests of their text."""

import ast
import gc
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog

from dashboard.locale import catalogue

ROOT = Path(__file__).resolve().parent.parent


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of core, dashboard and pages by its path."""
    paths = [path for top in ("mx2core", "dashboard", "pages") for path in (ROOT / top).rglob("*.py")]
    gc.disable()  # a million nodes stay: to look through them for garbage takes longer than to parse
    try:
        return {
            path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
            for path in (*sorted(paths), ROOT / "app.py")
        }
    finally:
        gc.freeze()
        gc.enable()


@cache
def messages() -> Catalog:
    """Every sentence of the program with its Chinese, read once."""
    return catalogue.read()


@cache
def extracted() -> Catalog:
    """Every sentence that stands in the sources now."""
    return catalogue.extract()


@cache
def nodes() -> tuple[tuple[str, ast.AST], ...]:
    """Every node with the path of its module."""
    return tuple((path, node) for path, tree in trees().items() for node in ast.walk(tree))


@cache
def calls() -> tuple[tuple[str, ast.Call], ...]:
    return tuple((path, node) for path, node in nodes() if isinstance(node, ast.Call))


def called(node: ast.Call) -> str:
    """The last name of what is called: `markdown` of `st.markdown(...)`."""
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def location(path: str, node: ast.expr) -> str:
    """Where, and what: for a list of offenders."""
    return f"{path}:{node.lineno}: {ast.unparse(node)[:100]}"
