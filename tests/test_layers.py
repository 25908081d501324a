"""Imports point to floors below and never in circles; the core knows neither Streamlit nor Plotly."""

import re
import sys
from collections import Counter

from . import layers

SCREEN_LIBRARIES = {"streamlit", "plotly", "dashboard", "pages"}


def test_every_room_stands_on_a_floor():
    rooms = {layers.room(module) for module in layers.modules()}
    assert rooms - set(layers.FLOOR) == {"mx2core", "dashboard", "mx2core.__main__"}


def test_no_room_stands_twice():
    """A screen may not have the name of a room that all share, such as `words`."""
    rooms = [room for floor in layers.FLOORS for room in floor]
    assert len(rooms) == len(set(rooms))


def test_the_architecture_names_every_room():
    page = (layers.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = [f"`{room.split('.')[-1]}/`" for room in layers.FLOOR if room.startswith("dashboard.")]
    assert [room for room in rooms if room not in page] == ["`main/`"]
    core = [room for room in layers.FLOOR if room.startswith("mx2core.")]
    assert [room for room in core if f"`{room}`" not in page] == []


def test_the_architecture_names_the_rooms_inside_rooms():
    page = (layers.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("| room | inside |")[2].partition("\n\n")[0].splitlines()[2:]
    named = {row.split("`")[1]: re.findall(r"`(\w+)`", row.split("|")[2]) for row in table}
    inner = {path.parent for path in (layers.ROOT / "mx2core").glob("*/*/__init__.py")}
    standing = {(path.parent.name, path.name) for path in inner}
    assert {(room, one) for room, inside in named.items() for one in inside} == standing


def test_imports_point_to_floors_below():
    assert layers.upwards() == []


def test_no_modules_import_each_other_in_a_circle():
    assert layers.circles() == []


def test_the_core_does_not_know_the_screen():
    wrong = [
        f"{path} imports {name}"
        for path in sorted((layers.ROOT / "mx2core").rglob("*.py"))
        for name in layers.imported(path)
        if name.split(".")[0] in SCREEN_LIBRARIES
    ]
    assert wrong == []


def test_figures_do_not_know_streamlit():
    wrong = [
        f"{path} imports {name}"
        for path in sorted((layers.ROOT / "dashboard" / "figures").rglob("*.py"))
        for name in layers.imported(path)
        if name.split(".")[0] == "streamlit"
    ]
    assert wrong == []


def test_no_folder_has_more_than_sixteen_modules():
    one_file_a_format = layers.ROOT / "mx2core" / "corpus" / "readers"
    held = Counter(path.parent for path in layers.sources())
    assert [folder for folder, n in held.items() if n > 16 and folder != one_file_a_format] == []


def test_the_thin_core_needs_numpy_and_scipy_alone():
    """`splitters` keeps scikit-learn's protocol, and is imported when used; so is sacrebleu."""
    allowed = {"numpy", "scipy", "mx2core", *sys.stdlib_module_names}
    wrong = [
        f"{path} imports {name}"
        for room in ("partition", "inference", "metrics")
        for path in sorted((layers.ROOT / "mx2core" / room).rglob("*.py"))
        for name in layers.imported(path, late=False)
        if name.split(".")[0] not in allowed and path.name != "splitters.py"
    ]
    assert wrong == []


def test_no_class_name_has_two_meanings():
    held = Counter(name for path in layers.sources() for name in layers.classes(path))
    assert [name for name, n in held.items() if n > 1 and not name.startswith("_")] == []
