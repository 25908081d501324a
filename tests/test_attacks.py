"""Small files that once cost minutes or gigabytes are read, or refused, within little of both.

Each is read in a process of its own, under limits that the system keeps: what steps back over them ends.
"""

import json
import resource
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Event, Lock, Thread, get_ident

import pytest

from dashboard.calibration import error_rates
from dashboard.calibration import page as calibration
from dashboard.server import turns
from dashboard.server.result_cache import Remembered
from dashboard.server.visits.owners import Owner, share_of
from dashboard.ui import near_search
from mx2core.errors import StoreError
from mx2core.store import CleanPolicy, Store

from . import nasty
from .attacks import ATTACKS, _corpus
from .pace import slowness
from .sources import ROOT
from .store.some import experiment
from .waiting import PATIENCE, wait_until

MEGABYTES, SECONDS = 3_000, 120  # of address space, and of processor time, for the largest of them
# For each 100 KB of a file, or one that is smaller; seconds of a fast processor.
MOST_MEGABYTES, MOST_SECONDS, PART = 200, 2, 100_000
# Attacks that take a second or two at full size, so that each kind is tried in the quick tests as well.
QUICK = (
    "a_document_nested_deeply",
    "a_member_packed_with_lzma",
    "a_number_of_many_digits_in_predictions",
    "a_record_nested_deeply",
    "columns_of_a_few_rows",
    "columns_of_folds",
)


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def cost(name: str, size: int) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.attacks", name, str(size)],
        cwd=ROOT,
        env={"PATH": "", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        preexec_fn=limited,
    )
    assert done.returncode == 0, f"{name} ended with {done.returncode}: {done.stderr[-500:]}"
    report: dict[str, object] = json.loads(done.stdout)
    return report


def parts_of(report: dict[str, object]) -> float:
    return max(int(report["bytes"]) / PART, 1)


def unsound(name: str, size: int) -> str | None:
    report = cost(name, size)
    outcome = str(report["outcome"])
    if outcome != "read" and not outcome.startswith("refused: "):
        return f"{name}: {outcome}"
    if int(report["megabytes"]) > MOST_MEGABYTES * parts_of(report):
        return f"{name}: {report['megabytes']} MB"
    return f"{name}: {len(outcome)} characters" if len(outcome) > 600 else None


def test_a_small_one_of_each_is_read_or_refused():
    wrong = [unsound(name, ATTACKS[name][1] if ATTACKS[name][1] <= 600 else 600) for name in QUICK]
    assert [each for each in wrong if each is not None] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_at_full_size_time_and_memory_stay_small(name, record_property):
    report = cost(name, ATTACKS[name][1])
    for key, value in report.items():
        record_property(key, value)
    outcome, parts = str(report["outcome"]), parts_of(report)
    assert outcome == "read" or outcome.startswith("refused: ")
    assert int(report["megabytes"]) <= MOST_MEGABYTES * parts
    assert float(report["seconds"]) <= MOST_SECONDS * parts * slowness()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["keys_that_are_new_in_every_record", "keys_in_one_record", "members_of_one_name", "labels"]
)
def test_twice_the_file_takes_about_twice_the_time(name):
    """Processor time of its own process, so that a busy machine changes little; squared it would be 16."""
    small, large = (float(cost(name, size)["seconds"]) for size in (20_000, 80_000))  # type: ignore[arg-type]
    assert large < 9 * small + slowness()


def test_a_clock_set_back_makes_no_project_old(tmp_path, monkeypatch):
    """Saved, opened and touched while the clock is sixty days behind, and kept when it is right again."""
    used: dict[str, Callable[[Store, str], object]] = {
        "saved": lambda store, id: store.projects.save({"page": "corpus"}, name="p", id=id),
        "touched": lambda store, id: store.projects.touch([id]),
        "opened": lambda store, id: store.visits.note("visitor", id),
        "left alone": lambda store, id: None,
    }
    with Store(tmp_path / "runs.db") as store:
        ids = {name: store.projects.save({}, name="p") for name in used}
        store.visits.note("visitor", ids["opened"])
        before = store.projects.recent()
        with monkeypatch.context() as patch:
            patch.setattr("mx2core.store.projects.now", lambda: datetime.now(UTC) - timedelta(days=60))
            for name, use in used.items():
                use(store, ids[name])
        assert store.clean(CleanPolicy.from_days(30, projects=30)).projects == 0
        assert [one.changed for one in store.projects.recent()] == [one.changed for one in before]
        assert store.projects.load(ids["saved"]).document == {"page": "corpus"}


NAMES = (
    *nasty.LABELS,
    nasty.FILE,
    nasty.MODEL,
    "x'; DROP TABLE projects; DELETE FROM experiments; --",
    "%' OR '1'='1",
    "a\0b",
    "\x1b[2J\x1b]0;title\x07",
    "two\nlines",
    "\ud800",
    "N" * 5_000_000,
)


def test_names_of_projects_and_runs_are_kept_as_they_are_or_refused(tmp_path):
    with Store(tmp_path / "runs.db") as store:
        mine, run = store.projects.save({}, name="mine"), store.experiments.begin(experiment("mine"))
        for name in NAMES:
            if len(name) > 200 or any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
                for refused in (
                    lambda name=name: store.projects.save({}, name=name),
                    lambda name=name: store.experiments.begin(experiment(name)),
                ):
                    with pytest.raises(StoreError, match="A name has 1 to 200 characters") as caught:
                        refused()
                    assert len(str(caught.value)) < 600
                continue
            assert store.projects.load(store.projects.save({}, name=name)).name == name
            assert store.experiments.get(store.experiments.begin(experiment(name))).name == name
        assert store.projects.load(mine).name == store.experiments.get(run).name == "mine"


VISITORS = 12


def calibrating(monkeypatch, busy):
    def show(assumed):
        busy()

    monkeypatch.setattr(calibration, "pick", lambda *given, **named: "errors")
    monkeypatch.setattr(error_rates, "controls", lambda row, **named: None)
    monkeypatch.setattr(error_rates, "answer", show)
    monkeypatch.setattr(error_rates, "errors", lambda assumed: None)
    return turns.MOMENTS, [calibration.show] * VISITORS


def comparing(monkeypatch, busy):
    monkeypatch.setattr(near_search, "_kept", Remembered(VISITORS))
    monkeypatch.setattr(near_search, "near_duplicates", lambda *given, **named: busy())
    corpora = [_corpus(10 + n) for n in range(VISITORS)]
    return turns.MOMENTS, [partial(near_search.near_duplicates_of, corpus) for corpus in corpora]


def comparing_many(monkeypatch, busy):
    monkeypatch.setattr(near_search, "FEW", 0)
    return turns.READINGS, comparing(monkeypatch, busy)[1]


@pytest.mark.parametrize("work", [calibrating, comparing, comparing_many])
def test_few_compute_at_once_and_one_browser_leaves_a_place(monkeypatch, work):
    """All ask at once: of one browser a share computes, and somebody else passes the rest of it."""
    running, most, end, lock = [], [], Event(), Lock()
    asking = {}

    def busy():
        with lock:
            running.append(asking[get_ident()])
            most.append(len(running))
        end.wait(PATIENCE)
        with lock:
            running.remove(asking[get_ident()])

    places, asked = work(monkeypatch, busy)
    monkeypatch.setattr(turns.owners, "current_owner", lambda: asking[get_ident()])

    def ask(owner, what):
        asking[get_ident()] = owner
        what()

    def begin(owner, some):
        threads = [Thread(target=ask, args=(owner, what), daemon=True) for what in some]
        for thread in threads:
            thread.start()
        return threads

    mine, other = Owner("one browser"), Owner("another")
    threads = begin(mine, asked[:-1])
    wait_until(lambda: len(running) + len(places._waiting) == VISITORS - 1)
    share = share_of(places.most())
    assert running == [mine] * share
    threads += begin(other, asked[-1:])
    wait_until(lambda: other in running or len(places._waiting) == VISITORS - share)
    assert running == [mine] * share + [other]
    end.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert (running, len(places._waiting)) == ([], 0)
    assert max(most) <= places.most()
