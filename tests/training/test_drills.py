"""Killed at any moment, or on a full disk: after a restart scores are the same, nothing is trained twice."""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import psutil
import pytest
from sqlalchemy import event

from mx2core.errors import StoreError
from mx2core.store import Store
from mx2core.training import Run, compare
from mx2core.training.run.experiment import Experiment, run_experiment
from tests.training.small import halves, noise, slow_and_quick, workers_of
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 10
N_FOLDS = 12

# Writes a line for each fold trained, after it was kept.
SERVER = """
import os, sys
from mx2core.training import Run
from mx2core.training.run.experiment import begin, run_experiment
from mx2core.store import Store
from tests.training.test_drills import bounded, experiment

if __name__ == "__main__":
    folder, pages = sys.argv[1], int(sys.argv[2])
    log = os.open(folder + "/trained.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    with Store(folder + "/runs.db") as store:
        if pages >= 0:
            begin(store, experiment())
            bounded(store, pages)
        run_experiment(
            store,
            experiment(),
            run=Run(2, fold_done=lambda number, result: os.write(log, f"{number} {result.key}\\n".encode())),
        )
"""


def experiment():
    """Twelve trainings of some tenths of a second, and of no time, in turn."""
    slow, quick = slow_and_quick()
    corpus = noise(100, n_tags=15)
    return Experiment("drill", corpus, (replace(slow, max_iterations=60), quick), (halves(100, m=3),))


@cache
def undisturbed():
    asked = experiment()
    return compare(asked.corpus, asked.models, partitions=asked.partitions[0], n_workers=0).scores()


def bounded(store, pages):
    """Let the file grow by so many pages and no further, as a full disk does."""
    limit = []

    @event.listens_for(store._database._engine, "begin")
    def bound(connection):
        if not limit:
            limit.append(connection.exec_driver_sql("PRAGMA page_count").scalar() + pages)
        connection.exec_driver_sql(f"PRAGMA max_page_count = {limit[0]}")


class Server:
    """A process that runs the experiment; its workers are its children."""

    def __init__(self, folder, pages=-1):
        self._log = folder / "trained.log"
        script = folder / "server.py"
        script.write_text(SERVER, encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(folder), str(pages)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)},
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_for(self, n_trained):
        """Until so many folds are trained, or the process has come to its end."""
        wait_until(lambda: self.process.poll() is not None or len(trained(self._log)) >= n_trained)

    def end(self):
        code = self.process.wait(PATIENCE)
        return code, self.process.stderr.read()


def trained(log):
    return log.read_text().splitlines() if log.exists() else []


def kill_worker(server, chance):
    workers = wait_until(lambda: workers_of(server.process.pid) or server.process.poll() is not None)
    if isinstance(workers, list):
        with suppress(psutil.NoSuchProcess):
            chance.choice(workers).kill()


def kill_server(server, chance):
    server.process.kill()


def kill_both(server, chance):
    kill_worker(server, chance)
    kill_server(server, chance)


def check(folder):
    """Finish what is left, then compare with a run that nothing disturbed."""
    code, errors = Server(folder).end()
    assert code == 0, errors
    counted = Counter(trained(folder / "trained.log"))
    assert max(counted.values()) == 1, counted
    with Store(folder / "runs.db") as store:
        (kept,) = store.experiments.list()
        assert (kept.state, kept.n_finished, kept.n_failed) == ("done", N_FOLDS, 0)
        result = run_experiment(store, experiment(), run=Run(n_workers=0))
        assert result.trained == 0
        assert np.array_equal(result.comparisons[0].scores(), undisturbed())


def drill(folder, disturb, seed):
    chance = random.Random(seed)
    server = Server(folder)
    server.wait_for(chance.randrange(N_FOLDS - 2))
    time.sleep(chance.random() * 0.3)
    disturb(server, chance)
    server.end()
    check(folder)


def test_killed_once(tmp_path):
    drill(tmp_path, kill_both, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("disturb", [kill_worker, kill_server, kill_both])
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_killed_at_a_random_moment(tmp_path, disturb, seed):
    drill(tmp_path, disturb, 100 + seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_store_that_fills_up(tmp_path, seed):
    chance = random.Random(200 + seed)
    with Store(tmp_path / "runs.db") as store:
        store.folds.put("filler", "", bytes(chance.randrange(4000)), {})  # so that it is full sooner or later
    code, errors = Server(tmp_path, pages=chance.randrange(2)).end()
    assert code == 1
    assert "cannot grow: its disk or quota is full" in errors
    assert len(trained(tmp_path / "trained.log")) < N_FOLDS
    check(tmp_path)


@pytest.fixture
def small_disk(tmp_path):
    """Two megabytes, where this user may mount them."""
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=2m", "none", folder], capture_output=True
        )
    except FileNotFoundError:
        pytest.skip("no mount here")
    if mounted.returncode:
        pytest.skip("a disk of two megabytes can be mounted by root only")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.mark.slow
@pytest.mark.parametrize("left", [0, 20_000, 60_000, 120_000, 200_000])
def test_a_disk_of_two_megabytes(small_disk, left):
    """Other files take the disk but for a few bytes; then they go, and the experiment goes on."""
    path, filler = small_disk / "runs.db", small_disk / "filler"
    asked, done = experiment(), []
    if left:
        Store(path).close()
    free = os.statvfs(small_disk)
    filler.write_bytes(bytes(max(free.f_bavail * free.f_frsize - left, 0)))
    with pytest.raises(StoreError, match="cannot grow"), Store(path) as store:
        run_experiment(
            store, asked, run=Run(n_workers=0, fold_done=lambda number, result: done.append(result.key))
        )
    filler.unlink()
    with Store(path) as store:
        result = run_experiment(
            store, asked, run=Run(n_workers=0, fold_done=lambda number, result: done.append(result.key))
        )
    assert max(Counter(done).values()) == 1
    assert np.array_equal(result.comparisons[0].scores(), undisturbed())
