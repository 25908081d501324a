"""What is nowhere in the program, and what a stranger does not get."""

import ast
import secrets
import tomllib

import pandas as pd

from dashboard.ui import components

from . import sources

# They send Python to worker processes of their own and read what came back; no file is read so.
PICKLING = {
    "mx2core/executors/pieces.py",
    "mx2core/models/classifiers.py",  # only measures how large a model is
    "mx2core/models/estimator.py",
    "mx2core/models/regressors.py",  # likewise
    "mx2core/training/run/pool.py",
    "mx2core/training/run/process.py",
    "mx2core/training/run/worker_task.py",
}
RUNS_TEXT = {"eval", "exec", "compile", "__import__", "breakpoint"}
RUNS_CODE = {"marshal", "shelve", "dill", "cloudpickle", "yaml", "xml", "lxml"}
METHODS = {"system", "popen", "literal_eval", "extract", "extractall"}
# A part of a page written by ourselves, from files beside it; its script sets text, never markup.
OWN_PARTS = {
    "dashboard/splits/live_box.py",
    "dashboard/corpus/reading_form.py",  # a style without a script
    "dashboard/learn/lesson/phone.py",  # opens the board of an address
    "dashboard/learn/lesson/presenting.py",
    "dashboard/home/argument.py",
    "dashboard/ui/menu.py",
    "dashboard/ui/copies.py",
}
RAW = {"unsafe_allow_html", "allow_dangerous_html", "unsafe_allow_javascript"}


def test_nothing_imports_what_runs_code():
    wrong = []
    for path, node in sources.nodes():
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            modules = [node.module or ""]
        wrong += [
            f"{path} imports {module}"
            for module in modules
            if module.split(".")[0] in RUNS_CODE or (module == "pickle" and path not in PICKLING)
        ]
    assert wrong == []


def test_nothing_runs_what_it_reads():
    wrong = [
        sources.location(path, node)
        for path, node in sources.calls()
        if (isinstance(node.func, ast.Name) and node.func.id in RUNS_TEXT)
        or (isinstance(node.func, ast.Attribute) and node.func.attr in METHODS)
        or {word.arg for word in node.keywords} & {"shell", "allow_pickle"}
    ]
    assert wrong == []


def test_nothing_is_rendered_as_html():
    wrong = [
        sources.location(path, node)
        for path, node in sources.calls()
        if {word.arg for word in node.keywords} & RAW
        or ast.unparse(node.func) in ("st.html", "st.iframe", "st.components")
        or (ast.unparse(node.func).startswith("st.components.") and path not in OWN_PARTS)
    ]
    assert wrong == []


def test_parts_of_our_own_write_no_markup():
    for path in OWN_PARTS:
        file = (sources.ROOT / path).with_suffix(".js")
        script = file.read_text(encoding="utf-8") if file.exists() else ""
        assert not any(word in script for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval("))


def test_names_in_commands_to_copy_are_quoted():
    wrong = [
        sources.location(path, node)
        for path, node in sources.nodes()
        if isinstance(node, ast.JoinedStr) and "python -m mx2core" in ast.unparse(node)
        for part in node.values
        if isinstance(part, ast.FormattedValue) and not ast.unparse(part.value).startswith("shlex.quote(")
    ]
    assert wrong == []


def test_no_table_is_downloaded_with_what_a_spreadsheet_runs():
    """Streamlit's own download guards nothing: it is switched off, and ours stands under each table."""
    settings = tomllib.loads((sources.ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert settings["client"]["disableDataExport"] is True
    tables = {
        f"{path}: {ast.unparse(node.func)}"
        for path, node in sources.calls()
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("dataframe", "data_editor")
    }
    typed = "dashboard/metrics/typed.py: st.data_editor"  # what it holds was typed here
    assert tables == {"dashboard/ui/components.py: st.dataframe", typed}


def test_every_csv_is_written_by_the_one_writer_that_guards_its_cells():
    """So that no name of a corpus, a label or a model runs in a spreadsheet, whoever writes the table."""
    wrong = [
        sources.location(path, node)
        for path, node in sources.calls()
        if "snippets" not in path
        # The second reads, and so does the third: a data frame as the file it would be.
        and path
        not in ("mx2core/exchange/spreadsheet.py", "mx2core/corpus/files/source.py", "mx2core/files.py")
        and (
            sources.called(node) in ("to_csv", "DictWriter")
            or ast.unparse(node.func) in ("csv.writer", "csv.DictWriter")
        )
    ]
    assert wrong == []


def test_what_is_downloaded_of_a_table_is_guarded():
    table = pd.DataFrame({"=cmd": ["=0+1", "plain"], "n": [-1, 2], "none": [None, "@x"]})
    assert components.csv_bytes(table).decode() == "'=cmd,n,none\n'=0+1,-1,\nplain,2,'@x\n"


def test_a_stranger_gets_no_project_of_others():
    from tests.dashboard.test_pages import opened, project_of

    mine = opened("en")
    mine.segmented_control(key="counted").set_value("tokens").run()
    id = mine.query_params["p"]
    id = id if isinstance(id, str) else id[0]
    assert len(id) >= len(secrets.token_urlsafe(12))
    for asked in (None, id[:-1], id.swapcase(), "' OR ''='"):
        other = opened("en")
        if asked is not None:
            other.query_params["p"] = asked
        other.switch_page("../pages/home.py").run()
        assert not other.exception
        assert other.segmented_control(key="counted").value == "chunks", asked
        assert other.query_params.get("p") != mine.query_params["p"]
    assert project_of(mine).choices["counted"] == "tokens"
