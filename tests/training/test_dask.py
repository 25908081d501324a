"""The same scores on a real Dask cluster: a scheduler and two workers in processes of their own."""

import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
from scipy.sparse import csr_array

from mx2core import studies
from mx2core.corpus.units import set_join
from mx2core.errors import ClusterError
from mx2core.executors.pieces import on_executor
from mx2core.partition import random_divergences
from mx2core.partition.halves import candidates
from mx2core.store import Store
from mx2core.training import Experiment, ExperimentJob, Run, compare
from tests.studies.small import corpus as small_corpus
from tests.training.small import halves, models, noise, slow_and_quick, tagged
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """On a busy machine even a scheduler on it answers late."""
    monkeypatch.setattr("mx2core.executors.scheduler.PATIENCE", PATIENCE)
    monkeypatch.setattr("mx2core.executors.pieces.PATIENCE", PATIENCE)
    monkeypatch.setattr("mx2core.training.run.cluster.PATIENCE", PATIENCE)


class Cluster:
    """A scheduler, and workers that can be killed; a killed one is not replaced."""

    def __init__(self, folder):
        self._folder = folder
        self._processes = []
        self._file = folder / "scheduler.json"
        self._shared = ("--no-dashboard", "--scheduler-file", str(self._file))
        self._add_scheduler("0")
        self.address = "dask:" + json.loads(self._file.read_text())["address"]
        self.workers = []

    def _add_scheduler(self, port):
        self._file.unlink(missing_ok=True)
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", port)
        wait_until(lambda: self._file.exists() and self._file.read_text().strip(), self.log)

    def add_scheduler_again(self):
        """At the same address."""
        self._add_scheduler(self.address.rpartition(":")[2])

    def add_worker(self):
        self.workers.append(self._start("dask_worker", "--nthreads", "1", "--no-nanny"))

    def wait_for_workers(self, n):
        wait_until(lambda: len(re.findall("Registered to", self.log())) >= n, self.log)

    def end(self, process):
        process.send_signal(signal.SIGKILL)
        process.wait()

    def stop(self):
        for process in reversed(self._processes):
            self.end(process)

    def log(self):
        return "".join(path.read_text() for path in self._folder.glob("*.log"))

    def _start(self, program, *arguments):
        number = len(self._processes)
        with (self._folder / f"{number}.log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{program}", *arguments, *self._shared],
                cwd=self._folder,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=log,
                stderr=log,
            )
        self._processes.append(process)
        return process


@contextmanager
def running(folder, n_workers=1):
    """A cluster with so many workers, which is stopped at the end."""
    cluster = Cluster(folder)
    try:
        for _ in range(n_workers):
            cluster.add_worker()
        cluster.wait_for_workers(n_workers)
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with running(tmp_path_factory.mktemp("dask"), 2) as cluster:
        yield cluster


def compared(**where):
    """Trainings that take long enough to be disturbed."""
    return compare(noise(400), slow_and_quick(), partitions=halves(400, m=2), **where)


def same(one, other):
    results = zip(one.evaluation.results, other.evaluation.results, strict=True)
    return all(
        a.key == b.key and a.predicted.tobytes() == b.predicted.tobytes() for a, b in results
    ) and np.array_equal(one.scores(), other.scores())


def test_the_same_bytes_as_here_and_kept_in_a_store(cluster, tmp_path):
    corpus, partitions = tagged(60), halves(60, m=2)
    with Store(tmp_path / "runs.db") as store:
        there = compare(corpus, models(), partitions=partitions, executor=cluster.address, store=store)
        assert store.usage().n_folds == 8
        assert same(
            compare(corpus, models(), partitions=partitions, executor="dask:tcp://nobody:1", store=store),
            there,
        )
    assert same(there, compare(corpus, models(), partitions=partitions, n_workers=0))


def test_a_study_has_the_same_bytes_as_here(cluster):
    corpus = small_corpus(60)
    design = studies.design("block", corpus, repetitions=2, m=2, attributes=["label"])
    here, there = (
        studies.run_study(design, corpus, models=models(), run=Run(0, executor)).scores()
        for executor in (None, cluster.address)
    )
    assert here.tobytes() == there.tobytes()


def in_pieces(monkeypatch):
    """Something of many pieces, as bytes."""
    monkeypatch.setattr(candidates, "TALLIED_WORDS", 1)
    monkeypatch.setattr(set_join, "PIECE", 500)
    labels = np.arange(300) % 7
    sets = csr_array(np.random.default_rng(0).integers(0, 2, (300, 60)))

    def results():
        values = random_divergences([labels, labels % 3], 9_001, seed=3, n_first=100)
        return values.tobytes(), *(part.tobytes() for part in set_join.SetJoin(sets, 0.3).pairs())

    return results


def test_random_splits_and_near_duplicates_have_the_same_bytes_as_here(cluster, monkeypatch):
    found = in_pieces(monkeypatch)
    here = found()
    with on_executor(cluster.address):
        assert found() == here


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_they_have_them_with_any_executor(pool, monkeypatch):
    found = in_pieces(monkeypatch)
    here = found()
    with (
        pool(2) as executor,
        on_executor(executor),
        patch.object(executor, "submit", wraps=executor.submit) as sent,
    ):
        assert found() == here
    assert sent.call_count > 10


def test_what_one_piece_is_enough_for_is_done_here():
    with on_executor("dask:tcp://127.0.0.1:1"):
        assert random_divergences([0, 1] * 20, 1_000).shape == (1_000,)


def test_a_lost_cluster_is_named_where_random_splits_are_scored(tmp_path, monkeypatch):
    found, cluster = in_pieces(monkeypatch), Cluster(tmp_path)
    monkeypatch.setattr("mx2core.executors.pieces.PATIENCE", 1.0)
    try:
        with on_executor(cluster.address), pytest.raises(ClusterError, match="has no worker"):
            found()
        cluster.add_worker()
        cluster.wait_for_workers(1)

        def end(done, total):
            cluster.stop()

        with on_executor(cluster.address), pytest.raises(ClusterError, match="was lost; restart it"):
            random_divergences([0, 1] * 20, 90_000, report=end)
    finally:
        cluster.stop()
    with on_executor(cluster.address), pytest.raises(ClusterError, match="No Dask scheduler answers"):
        found()


def test_calls_that_a_lost_cluster_leaves_open_are_given_up(monkeypatch):
    never = SimpleNamespace(submit=lambda *_call: Future())
    client = SimpleNamespace(
        status="closed", get_executor=lambda **_options: never, close=lambda **_options: None
    )
    monkeypatch.setattr("mx2core.executors.pieces.connected", lambda _address: client)
    monkeypatch.setattr("mx2core.executors.pieces.found_worker", lambda *_asked: True)
    monkeypatch.setattr("mx2core.executors.pieces.scatter", lambda _client, function: function)
    with on_executor("dask:tcp://gone"), pytest.raises(ClusterError, match="was lost; restart it"):
        in_pieces(monkeypatch)()


@pytest.mark.slow
def test_a_worker_that_is_killed_midway(cluster):
    here = compared(n_workers=2)
    victim, done = cluster.workers[0], []

    def kill_one(result):
        done.append(result)
        if len(done) == 3:
            cluster.end(victim)

    there = compared(executor=cluster.address, fold_done=kill_one)
    assert victim.returncode == -signal.SIGKILL
    assert there.finished.all()
    assert same(there, here)
    # Another comparison with the one that is left, and a new one.
    cluster.add_worker()
    cluster.wait_for_workers(3)
    assert same(compared(executor=cluster.address), here)


@pytest.mark.slow
def test_a_run_goes_on_when_its_scheduler_is_there_again(tmp_path):
    done, asked = [], []

    def end_all(result):
        done.append(result.key)
        if len(done) == 3:
            cluster.stop()

    def cancelled():
        """Starts it anew once the run has looked for it in vain."""
        if len(done) == 3:
            asked.append(True)
            if len(asked) == 4:
                cluster.add_scheduler_again()
                cluster.add_worker()
        return False

    with running(tmp_path) as cluster:
        there = compared(executor=cluster.address, fold_done=end_all, cancelled=cancelled)
    assert len(asked) > 3
    assert len(done) == len(set(done)) == 8
    assert same(there, compared(n_workers=2))


@pytest.mark.slow
def test_a_run_that_waits_for_its_scheduler_can_be_cancelled(tmp_path):
    done, asked = [], []

    def end_all(result):
        done.append(result)
        cluster.stop()

    def cancelled():
        asked.extend(done)
        return len(asked) > 3

    with running(tmp_path) as cluster, pytest.raises(CancelledError):
        compared(executor=cluster.address, fold_done=end_all, cancelled=cancelled)


@pytest.mark.slow
def test_a_scheduler_that_is_lost_midway_loses_nothing_that_was_finished(tmp_path, monkeypatch):
    monkeypatch.setattr("mx2core.training.run.cluster.RETURN", 2.0)
    done = []

    def end_all(result):
        done.append(result)
        if len(done) == 3:
            cluster.stop()

    with Store(tmp_path / "runs.db") as store:
        with running(tmp_path) as cluster, pytest.raises(ClusterError, match="was lost"):
            compared(executor=cluster.address, store=store, fold_done=end_all)
        assert store.usage().n_folds == 3
        resumed = compared(n_workers=2, store=store)
    assert same(resumed, compared(n_workers=2))


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr("mx2core.training.run.cluster.PATIENCE", 0.5)
    with pytest.raises(ClusterError, match=r"tcp://127\.0\.0\.1:1"):
        compare(tagged(20), models(), partitions=halves(20), executor="dask:tcp://127.0.0.1:1")
    with pytest.raises(ClusterError, match="No Dask scheduler answers at nonsense://x"):
        compare(tagged(20), models(), partitions=halves(20), executor="dask:nonsense://x")


@pytest.mark.slow
@pytest.mark.parametrize("comes", [True, False])
def test_what_a_run_waits_for_is_said_until_it_goes_on_or_ends(tmp_path, monkeypatch, comes):
    cluster = Cluster(tmp_path)
    cluster.stop()
    experiment = Experiment("A, B", tagged(20), models(), (halves(20),))
    with Store(tmp_path / "runs.db") as store:
        job = ExperimentJob(store, experiment, executor=cluster.address)
        try:
            job.start()
            wait_until(lambda: "No Dask scheduler answers" in str(job.progress.missing))
            cluster.add_scheduler_again()
            wait_until(lambda: "has no worker; run `dask worker tcp" in str(job.progress.missing))
            if comes:
                cluster.add_worker()
            else:
                monkeypatch.setattr("mx2core.training.run.cluster.PATIENCE", 0.0)
            wait_until(lambda: job.state != "running", cluster.log)
        finally:
            job.cancel()
            cluster.stop()
    if comes:
        assert (job.state, job.progress.missing) == ("done", None)
    else:
        assert (job.state, str(job.error)) == ("failed", str(job.progress.missing))


def test_dask_that_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r'dask\[distributed\] .* "mx2core\[cluster\]"'):
        compare(tagged(20), models(), partitions=halves(20), executor="dask:tcp://127.0.0.1:1")
