"""What is nowhere in the program, and what a stranger does not get."""

from __future__ import annotations

import ast
import io
import re
import secrets
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pandas as pd
import pytest

from dashboard.ui import components
from mx2core.errors import StoreError
from mx2core.store.bounded_zip import unpack

ROOT = Path(__file__).resolve().parent.parent
SOURCES = [
    *(ROOT / "mx2core").rglob("*.py"),
    *(ROOT / "dashboard").rglob("*.py"),
    *(ROOT / "pages").glob("*.py"),
    ROOT / "app.py",
]
# They send Python to worker processes of their own and read what came back; no file is read so.
PICKLING = {
    "mx2core/models/classifiers.py",  # only measures how large a model is
    "mx2core/models/estimator.py",
    "mx2core/training/pool.py",
    "mx2core/training/workers.py",
}
RUNS_TEXT = {"eval", "exec", "compile", "__import__", "breakpoint"}
RUNS_CODE = {"marshal", "shelve", "dill", "cloudpickle", "yaml", "xml", "lxml"}
METHODS = {"system", "popen", "literal_eval", "extract", "extractall"}
RAW = {"unsafe_allow_html", "allow_dangerous_html", "unsafe_allow_javascript"}


def walked(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def imports(path: Path) -> set[str]:
    names = set()
    for node in walked(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_runs_what_it_reads(path):
    found = imports(path)
    assert not {name.split(".")[0] for name in found} & RUNS_CODE
    assert "pickle" not in found or str(path.relative_to(ROOT)) in PICKLING
    for node in walked(path):
        if isinstance(node, ast.Call):
            called = node.func
            assert not (isinstance(called, ast.Name) and called.id in RUNS_TEXT), ast.unparse(node)
            assert not (
                isinstance(called, ast.Attribute) and called.attr in ("system", "popen", "literal_eval")
            )
            assert not any(word.arg == "shell" for word in node.keywords), ast.unparse(node)
            assert not any(word.arg == "allow_pickle" for word in node.keywords), ast.unparse(node)
            unpacks = isinstance(called, ast.Attribute) and called.attr in ("extract", "extractall")
            assert not unpacks, ast.unparse(node)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_rendered_as_html(path):
    for node in walked(path):
        if isinstance(node, ast.Call):
            assert not {word.arg for word in node.keywords} & RAW, ast.unparse(node)
            called = ast.unparse(node.func)
            assert called not in ("st.html", "st.iframe"), called
            assert "components" not in called.split("."), called


def test_names_in_commands_to_copy_are_quoted():
    for path in (ROOT / "dashboard").rglob("*.py"):
        for node in walked(path):
            if isinstance(node, ast.JoinedStr) and "python -m mx2core" in ast.unparse(node):
                filled = [part for part in node.values if isinstance(part, ast.FormattedValue)]
                assert all(ast.unparse(part.value).startswith("shlex.quote(") for part in filled), path


def test_no_table_is_downloaded_with_what_a_spreadsheet_runs():
    """Streamlit's own download guards nothing: it is switched off, and ours stands under each table."""
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert settings["client"]["disableDataExport"] is True
    tables = {
        f"{path.relative_to(ROOT)}: {ast.unparse(node.func)}"
        for path in SOURCES
        for node in walked(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("dataframe", "data_editor")
    }
    assert tables == {"dashboard/ui/components.py: st.dataframe"}


def test_what_is_downloaded_of_a_table_is_guarded():
    table = pd.DataFrame({"=cmd": ["=0+1", "plain"], "n": [-1, 2], "none": [None, "@x"]})
    assert components.csv_bytes(table).decode() == "'=cmd,n,none\n'=0+1,-1,\nplain,2,'@x\n"


@pytest.mark.parametrize("name", ["../../x", "/etc/passwd", "a/../../b", "..\\x", "C:\\x", "\u202ex"])
def test_names_in_an_archive_lead_nowhere(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, b"x")
    with suppress(StoreError):
        unpack(packed.getvalue(), None, re.compile(".+"))
    assert list(tmp_path.iterdir()) == []


def test_a_stranger_gets_no_project_of_others():
    from tests.dashboard.test_pages import opened, project_of

    mine = opened("en")
    mine.switch_page("../pages/corpus.py").run()
    mine.segmented_control(key="counted").set_value("tokens").run()
    id = mine.query_params["p"]
    id = id if isinstance(id, str) else id[0]
    assert len(id) >= len(secrets.token_urlsafe(12))
    for asked in (None, id[:-1], id.swapcase(), "' OR ''='"):
        other = opened("en")
        if asked is not None:
            other.query_params["p"] = asked
        other.switch_page("../pages/corpus.py").run()
        assert not other.exception
        assert other.segmented_control(key="counted").value == "chunks", asked
        assert other.query_params.get("p") != mine.query_params["p"]
    assert project_of(mine).choices["counted"] == "tokens"
