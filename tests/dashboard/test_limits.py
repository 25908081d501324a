"""What a server gives is set by its environment, and what is more than that is refused in a sentence."""

import itertools
import os
import subprocess
import sys
from dataclasses import fields
from inspect import unwrap
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner import StopException

from dashboard.server import turns
from dashboard.server.project import FIRST, CorpusSource
from dashboard.server.projects import ServerProjects
from dashboard.server.running import resources
from dashboard.server.visits import limits
from dashboard.server.visits.limits import Limits
from dashboard.server.visits.owners import NOBODY
from mx2core.errors import LimitError
from mx2core.store import Store
from tests.conftest import ROOT


def test_the_environment_sets_limits():
    assert Limits.read({}) == Limits()
    assert Limits.read({"MX2_UNITS": " 12 ", "MX2_JOBS": "0", "MX2_KEEP_DAYS": ""}) == Limits(
        units=12, running=0
    )


@pytest.mark.parametrize("given", ["x", "-1", "1.5", "1e3", "²", "0"])
def test_a_limit_that_is_none_is_refused_by_name(given):
    with pytest.raises(LimitError, match=r"MX2_UNITS is .*at least 1"):
        Limits.read({"MX2_UNITS": given})


def test_every_limit_stands_in_the_guide_with_its_default():
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    for one in fields(Limits):
        default = "none" if one.default is None else f"{one.default:,}"
        assert f"| `{one.metadata['variable']}` | {default} | " in guide


@pytest.fixture
def kept(file_store):
    return ServerProjects(lambda: file_store)


FOUR = CorpusSource("four.txt", b"a b\nc d\ne f\ng h\n", format="segmented")


def test_a_file_that_takes_too_long_is_not_read_to_its_end(kept, monkeypatch):
    project = kept.new()
    before = project.corpus
    monkeypatch.setenv("MX2_READING_SECONDS", "2")
    monkeypatch.setattr(limits.time, "thread_time", itertools.count().__next__)  # a second at each look
    with pytest.raises(LimitError, match="took over 2 seconds"):
        kept.open(project, FOUR)
    assert project.corpus is before


def test_a_file_is_not_read_to_its_end_for_a_browser_that_has_gone(kept, monkeypatch):
    asked = []

    class Running:
        def is_active_session(self, session):
            asked.append(session)
            return len(asked) < 3

    project = kept.new()
    before = project.corpus
    monkeypatch.setattr(turns.runtime, "exists", lambda: True)
    monkeypatch.setattr(turns.runtime, "get_instance", Running)
    monkeypatch.setattr(turns, "get_script_run_ctx", lambda: SimpleNamespace(session_id="a tab"))
    with pytest.raises(StopException):
        kept.open(project, FOUR)
    assert (project.corpus, asked) == (before, ["a tab"] * 3)


def test_a_large_file_is_read_in_a_process_of_its_own_and_within_the_same_limits(kept, monkeypatch):
    monkeypatch.setattr("dashboard.server.project.LARGE", 1)
    monkeypatch.setattr(limits, "read", None)  # not in this process
    project = kept.new()
    kept.open(project, FOUR)
    assert len(project.corpus) == 4
    monkeypatch.setenv("MX2_UNITS", "3")
    with pytest.raises(LimitError, match="Over 3 units"):
        kept.open(project, FOUR)


@pytest.mark.parametrize(
    ("variable", "given", "says"),
    [
        ("MX2_UNITS", "3", "Over 3 units"),
        ("MX2_TOKENS", "7", "Over 7 tokens"),
        ("MX2_STORE_MB", "1", None),  # it is smaller than that
        ("MX2_SERVER_MB", "256", None),
    ],
)
def test_a_corpus_that_is_too_large_is_not_opened(kept, monkeypatch, variable, given, says):
    """Not even its units are made, which takes as much memory as reading it."""
    monkeypatch.setenv(variable, given)
    monkeypatch.setattr(limits, "memory", lambda: 10)
    project, text = kept.new(), b"a b\nc d\ne f\ng h\n"
    before = project.corpus
    source = CorpusSource("four.txt", text, format="segmented")
    if says is None:
        kept.open(project, source)
        assert len(project.corpus) == 4
        return
    monkeypatch.setattr("mx2core.corpus.read.units", None)
    with pytest.raises(LimitError, match=says):
        kept.open(project, source)
    assert project.corpus is before


def test_units_that_are_grouped_are_counted_when_they_are_made(kept, monkeypatch):
    project = kept.new()
    monkeypatch.setattr("mx2core.corpus.read.Attributes", None)
    monkeypatch.setenv("MX2_UNITS", "1")
    source = CorpusSource("four.txt", b"a b\na b\na b\ng h\n", format="segmented", unit="text")
    with pytest.raises(LimitError, match="Over 1 units"):
        kept.open(project, source)


def test_nothing_new_is_begun_when_memory_or_store_are_used_up(kept, monkeypatch, tmp_path):
    project = kept.new()
    monkeypatch.setattr(limits, "memory", lambda: 300 << 20)
    monkeypatch.setenv("MX2_SERVER_MB", "299")
    with pytest.raises(LimitError, match="memory is full \\(299 MB\\)"):
        kept.open(project, FIRST)
    monkeypatch.delenv("MX2_SERVER_MB")
    monkeypatch.setenv("MX2_STORE_MB", "1")
    with Store(tmp_path / "full.sqlite") as store:
        limits.check_room(store)
        store.folds.put("0", "u", bytes(2 << 20), {})
        limits._sizes.clear()
        with pytest.raises(LimitError, match="store is full \\(1 MB\\)"):
            limits.check_room(store)


def test_other_limits(monkeypatch):
    monkeypatch.setenv("MX2_CANDIDATES", "2000")
    with pytest.raises(LimitError, match="5,000 random halves"):
        limits.check("candidates", 5000)
    monkeypatch.setenv("MX2_SPLITS", "9")
    with pytest.raises(LimitError, match="10 splits"):
        limits.check("splits", 10)
    monkeypatch.setenv("MX2_TRAININGS", "99")
    with pytest.raises(LimitError, match="100 trainings"):
        limits.check("trainings", 100)


def test_who_trains(monkeypatch):
    monkeypatch.delenv("MX2_WORKERS", raising=False)
    assert unwrap(resources.trainers)() == {}
    monkeypatch.setenv("MX2_WORKERS", "3")
    assert resources.trainers() == {"n_workers": 3}
    monkeypatch.setenv("MX2_WORKERS", "dask:tcp://10.0.0.5:8786")
    assert resources.trainers() == {"executor": "dask:tcp://10.0.0.5:8786"}
    monkeypatch.setenv("MX2_WORKERS", "many")
    with pytest.raises(LimitError, match="MX2_WORKERS is 'many'"):
        resources.trainers()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="the system has no niceness")
def test_training_gives_way_to_pages_in_a_server_alone(tmp_path):
    """Niceness of a worker in a program of its own, and in a server."""
    script = tmp_path / "program.py"
    script.write_text(
        "import os, sys\n"
        "from mx2core.training.run.pool import WorkerPool\n"
        "if 'server' in sys.argv:\n"
        "    from dashboard.server.running import lifecycle\n"
        "    lifecycle.settle()\n"
        "print(WorkerPool(1, print).submit(os.nice, 0).result())\n"
    )

    def niceness(*arguments):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "MX2_WORKER_NICE": ""}
        command = [sys.executable, str(script), *arguments]
        return int(
            subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        )

    here = os.nice(0)
    assert niceness() == here
    assert niceness("server") == min(here + 15, 19)


def test_a_server_has_room_for_so_many_browsers(monkeypatch):
    class Context:
        session_id = "new"

    monkeypatch.setattr(resources, "_here", {"one": ("p", NOBODY), "two": ("q", NOBODY)})
    monkeypatch.setattr(resources, "get_script_run_ctx", Context)
    monkeypatch.setenv("MX2_SESSIONS", "2")
    with pytest.raises(LimitError, match=r"full \(2 people\)"):
        resources.note_open("r")
    monkeypatch.setenv("MX2_SESSIONS", "3")
    resources.note_open("r")
    resources.note_open("s")  # the same browser with another project
    assert set(resources.open_projects()) == {"p", "q", "s"}
    assert len(resources.open_projects()) == 3
