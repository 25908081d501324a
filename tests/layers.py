"""The rooms of the house, and which imports which; `python -m tests.layers` draws them.

A room is a package of the core or of the dashboard, or the pages. Rooms stand on floors;
imports point to floors below. Rooms on one floor do not know each other.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = (
    ("errors",),
    ("arguments", "extras"),
    ("brief", "lazy", "text_table"),
    ("amounts", "executors", "files", "po_file", "schemes", "seeds"),
    ("corpus", "partition", "inference", "metrics"),
    ("exchange", "models", "simulation"),
    ("judge", "store"),
    ("training",),
    ("homework", "io", "partitions", "studies"),
    ("plot",),
    ("cli",),
)
SCREENS = (
    *("home", "corpus", "splits", "check", "race"),
    *("corpora", "methods", "calibration", "metrics", "runs", "learn"),
)
DASHBOARD = (("locale",), ("words",), ("figures",), ("server",), ("session",), ("ui",), SCREENS, ("share",))
FLOORS = (
    *(tuple(f"mx2core.{name}" for name in floor) for floor in CORE),
    *(tuple(f"dashboard.{name}" for name in floor) for floor in DASHBOARD),
    ("pages",),
    ("dashboard.main",),
    ("app",),
)
FLOOR = {room: k for k, floor in enumerate(FLOORS) for room in floor}


def room(module: str) -> str:
    """Of `dashboard.splits.sliders` it is `dashboard.splits`; of `mx2core` itself, the room of its name."""
    return ".".join(module.split(".")[: 1 if module.startswith("pages") else 2])


def name(path: Path, root: Path = ROOT) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(root: Path = ROOT) -> list[Path]:
    folders = [path for top in ("mx2core", "dashboard", "pages") for path in (root / top).rglob("*.py")]
    return sorted([*(path for path in folders if "snippets" not in path.parts), root / "app.py"])


@cache
def classes(path: Path) -> list[str]:
    """Names of the classes of a module."""
    return [node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]


def imported(path: Path, root: Path = ROOT, *, late: bool = True) -> frozenset[str]:
    """Absolute names of all that a module imports; with `late` in functions and for types too."""
    package = path.relative_to(root).with_suffix("").parts[:-1]
    names = set()
    for node in _nodes(ast.parse(path.read_text(encoding="utf-8")), late):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join([*base, *([node.module] if node.module else [])])
            names |= {f"{stem}.{alias.name}" for alias in node.names}
    return frozenset(names)


def _nodes(tree: ast.AST, late: bool) -> Iterator[ast.AST]:
    if late:
        yield from ast.walk(tree)
        return
    for node in ast.iter_child_nodes(tree):
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.If)):
            yield from _nodes(node, late)


@cache
def modules(root: Path = ROOT) -> dict[str, frozenset[str]]:
    """Every module of ours, with those of ours that it imports."""
    names = {name(path, root): path for path in sources(root)}
    found = {}
    for module, path in names.items():
        all_of_it = set()
        for full in imported(path, root):
            while full and full not in names:
                full = full.rpartition(".")[0]
            all_of_it.add(full)
        found[module] = frozenset(all_of_it - {"", module, "mx2core", "dashboard"})
    return found


def upwards(root: Path = ROOT) -> list[str]:
    """Imports that do not point to a floor below."""
    wrong = []
    for module, others in modules(root).items():
        if module in ("mx2core", "dashboard", "mx2core.__main__"):
            continue
        for other in sorted(others):
            here, there = room(module), room(other)
            if here != there and FLOOR[there] >= FLOOR[here]:
                wrong.append(f"{module} imports {other}")
    return wrong


def circles(root: Path = ROOT) -> list[tuple[str, ...]]:
    """Groups of modules that import each other, straight or by way of others (Tarjan's algorithm)."""
    graph = modules(root)
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[tuple[str, ...]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in graph[module]:
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            k = stack.index(module)
            if len(stack) - k > 1:
                groups.append(tuple(sorted(stack[k:])))
            del stack[k:]

    for module in graph:
        if module not in index:
            visit(module)
    return groups


def lines(root: Path = ROOT) -> Counter[str]:
    count: Counter[str] = Counter()
    for path in sources(root):
        count[room(name(path, root))] += len(path.read_text(encoding="utf-8").splitlines())
    return count


def drawing(root: Path = ROOT) -> str:
    """Rooms from the top down: lines of code, modules, and the rooms each one imports."""
    arrows: dict[str, set[str]] = {}
    size: Counter[str] = Counter()
    for module, others in modules(root).items():
        here = room(module)
        size[here] += 1
        arrows.setdefault(here, set()).update({room(other) for other in others} - {here})
    count = lines(root)
    floors = sorted(arrows, key=lambda here: (-FLOOR.get(here, -1), here))
    rows = [f"{'room':26} {'lines':>6} {'modules':>7}  imports"]
    for here in floors:
        there = ", ".join(sorted(arrows[here], key=lambda other: (-FLOOR.get(other, -1), other)))
        rows.append(f"{here:26} {count[here]:6,} {size[here]:7}  {there}")
    n_arrows = sum(map(len, arrows.values()))
    rows.append(
        f"{len(arrows)} rooms, {n_arrows} arrows, {len(circles(root))} circles, {sum(count.values()):,} lines"
    )
    return "\n".join(rows)


if __name__ == "__main__":
    print(drawing(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT))
