"""The folder of a run goes with its owner; what a killed one left goes when the next one comes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from mx2core.training import compare
from mx2core.training.run import scratch
from mx2core.training.run.scratch import OWNER, PREFIX, Scratch, remove, sweep
from tests.training.small import halves, models, tagged
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]

pytest.importorskip("fcntl")

OWNERS = """
from mx2core.training.run.scratch import Scratch

mine = Scratch()
(mine.path / "model").touch()
print(mine.path, flush=True)
input()
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def owner(place):
    process = subprocess.Popen(
        [sys.executable, "-c", OWNERS],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(place)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def test_a_folder_goes_when_nobody_has_it_any_longer():
    mine = Scratch()
    path = mine.path
    assert path.is_dir()
    del mine
    assert not path.exists()


def test_an_owner_that_ends_takes_its_folder_away(owner, place):
    path = Path(owner.stdout.readline().strip())
    assert path.parent == place
    owner.communicate("\n")
    assert list(place.iterdir()) == []


def test_what_a_killed_owner_left_goes_when_the_next_one_comes(owner, place):
    path = Path(owner.stdout.readline().strip())
    sweep()
    assert (path / "model").exists()  # its owner lives
    owner.kill()
    owner.wait()
    assert (path / "model").exists()
    compare(tagged(20), models(), partitions=halves(20, m=1), n_workers=0)
    assert list(place.iterdir()) == []


def test_a_file_that_comes_after_the_listing_goes_too(monkeypatch, place):
    """Another process may have been making it when the folder was renamed."""
    remove_all, times = shutil.rmtree, []

    def with_a_late_file(folder, **options):
        times.append(folder)
        remove_all(folder, **options)
        if len(times) == 1:
            folder.mkdir()
            (folder / "late").touch()

    monkeypatch.setattr("shutil.rmtree", with_a_late_file)
    Scratch().remove()
    assert list(place.iterdir()) == []


def test_a_folder_whose_removal_was_broken_off_goes_too(monkeypatch, place):
    mine = Scratch()
    with monkeypatch.context() as killed:
        killed.setattr(scratch, "TRIES", 1)
        killed.setattr("shutil.rmtree", lambda *_, **__: None)
        mine.remove()
    assert [path.suffix for path in place.iterdir()] == [".going"]
    sweep()
    assert list(place.iterdir()) == []


KILLED = """
import os, signal, sys
from mx2core.training.run import scratch

def killed(*_):
    os.kill(os.getpid(), signal.SIGKILL)

{before}
scratch.Scratch()
"""


@pytest.mark.parametrize("before", ["scratch._lock = killed", "Path = scratch.Path; Path.rename = killed"])
def test_a_folder_whose_maker_was_killed_before_he_owned_it_goes_later(place, before):
    subprocess.run(
        [sys.executable, "-c", KILLED.format(before=before)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(place)},
        check=False,
    )
    [left] = place.iterdir()
    sweep()
    assert left.exists()  # it may be of somebody who is about to own it
    os.utime(left, (0, 0))
    sweep()
    assert list(place.iterdir()) == []


def test_a_folder_is_not_swept_where_nothing_can_be_locked(monkeypatch):
    def refuse(*_):
        raise OSError("no locks here")

    with monkeypatch.context() as without:
        without.setattr("fcntl.flock", refuse)
        mine = Scratch()
    os.utime(mine.path, (0, 0))
    sweep()
    assert mine.path.exists()


def test_two_that_take_a_folder_away_do_not_stop_each_other(monkeypatch):
    mine, rmtree = Scratch(), scratch.shutil.rmtree

    def both(path, **how):
        monkeypatch.setattr("shutil.rmtree", rmtree)
        remove(mine.path)
        rmtree(path, **how)

    monkeypatch.setattr("shutil.rmtree", both)
    remove(mine.path)
    assert not mine.path.exists()


def test_who_removes_a_folder_that_is_being_removed_waits_until_it_has_gone(monkeypatch):
    """At the end of an interpreter the thread that began would be cut off, and half a folder would stay."""
    mine, rmtree, begun, go_on = Scratch(), scratch.shutil.rmtree, Event(), Event()

    def slow(path, **how):
        begun.set()
        go_on.wait(PATIENCE)
        rmtree(path, **how)

    monkeypatch.setattr("shutil.rmtree", slow)
    first, second = Thread(target=mine.remove), Thread(target=mine.remove)
    first.start()
    begun.wait(PATIENCE)
    second.start()
    second.join(0.5)
    assert second.is_alive()
    go_on.set()
    second.join(PATIENCE)
    assert not list(mine.path.parent.iterdir())
    first.join(PATIENCE)


def test_what_is_not_ours_stays(monkeypatch, place):
    others = [place / f"{PREFIX}{name}" for name in ("results", "training", "12345678.going.txt")]
    for path in others[:2]:
        path.mkdir()
    others[2].touch()
    orphan = place / f"{PREFIX}elsewher"
    orphan.mkdir()
    (orphan / OWNER).touch()
    (place / f"{PREFIX}linked00").symlink_to(orphan, target_is_directory=True)
    monkeypatch.setattr("os.getuid", lambda: orphan.stat().st_uid + 1)
    sweep()
    assert orphan.exists()  # of another user
    monkeypatch.undo()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    sweep()
    assert not orphan.exists()
    assert all(path.exists() for path in others)
