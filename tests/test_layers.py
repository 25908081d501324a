"""Imports point one way, and the core knows neither Streamlit nor Plotly."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STEP = {
    "errors": 0,
    "files": 1,
    "schemes": 1,
    "corpus": 2,
    "partition": 2,
    "inference": 2,
    "metrics": 2,
    "exchange": 3,
    "models": 3,
    "simulation": 3,
    "store": 4,
    "training": 5,
    "results": 6,
    "cli": 7,
    "__main__": 8,
}
MODULES = sorted((ROOT / "mx2core").rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Absolute names of everything a module imports, in functions too."""
    package = path.relative_to(ROOT).with_suffix("").parts
    package = package[:-1]
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join([*base, *([node.module] if node.module else [])])
            names |= {f"{stem}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_one_way(path):
    here = path.relative_to(ROOT / "mx2core").with_suffix("").parts[0]
    for name in imported(path):
        assert name.split(".")[0] not in {"streamlit", "plotly", "dashboard", "pages"}, name
        parts = name.split(".")
        if parts[0] != "mx2core" or here == "__init__":
            continue
        there = parts[1] if len(parts) > 1 else "__init__"
        if there in STEP and there != here:
            assert STEP[there] < STEP[here], f"{here} imports {there}"


def test_figures_do_not_know_streamlit():
    for path in (ROOT / "dashboard" / "figures").glob("*.py"):
        assert not any(name.split(".")[0] == "streamlit" for name in imported(path)), path
