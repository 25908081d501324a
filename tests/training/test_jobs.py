"""A job in the background: its state, progress, results so far, and its end."""

import threading
from dataclasses import replace

import numpy as np

from mx2core.training import Experiment, ExperimentJob, compare
from tests.training.small import Endless, halves, models, tagged, workers_of
from tests.waiting import PATIENCE, wait_until


class Watched(ExperimentJob):
    """A job that notes what it has after every fold."""

    def _keep(self, number, result):
        super()._keep(number, result)
        self.__dict__.setdefault("seen", []).append(self.comparisons_so_far[0])


def job_of(store, corpus, models, partitions, *, kind=ExperimentJob, **options):
    return kind(store, Experiment("a job", corpus, tuple(models), (partitions,)), **options)


def test_a_job_from_start_to_end(file_store):
    corpus, partitions = tagged(), halves(60, m=3)
    job = job_of(file_store, corpus, models(), partitions, kind=Watched, n_workers=2)
    assert job.state == "waiting"
    assert (job.progress.seconds_left, job.progress.seconds) == (None, 0.0)
    job.start()
    assert job.state in ("running", "done")
    assert job.join(PATIENCE)
    assert (job.state, job.error) == ("done", None)
    assert (job.progress.done, job.progress.total, job.progress.seconds_left) == (12, 12, 0.0)
    assert job.progress.seconds > 0
    assert np.array_equal(
        job.comparisons_so_far[0].counts, compare(corpus, models(), partitions=partitions, n_workers=0).counts
    )
    assert [result.finished.sum() for result in job.seen] == list(range(1, 13))
    wait_until(lambda: not workers_of())


def test_the_time_left_does_not_count_the_start_of_processes(file_store, monkeypatch):
    """The first training loaded libraries for a minute; then A takes a second and B three."""
    job, now = job_of(file_store, tagged(), models(), halves(60, m=3), n_workers=1), [1000.0]
    monkeypatch.setattr("mx2core.training.run.jobs.time.monotonic", lambda: now[0])
    folds = compare(tagged(), models(), partitions=halves(60, m=3), n_workers=0).evaluation.results
    folds = sorted(folds, key=lambda fold: (fold.fold, fold.model))
    job._began, job._state = now[0], "running"
    left = []
    for fold, seconds in zip(folds, (60.0, 3.0, 1.0, 3.0), strict=False):
        now[0] += seconds
        job._keep(0, replace(fold, log={**fold.log, "seconds": seconds}))
        left.append(job.progress.seconds_left)
    # Until each has trained again, by its own first training, or at least by that of the other.
    assert left == [11 * 60, 5 * 60 + 5 * 3, 4 * 1 + 5 * 3, 4 * 1 + 4 * 3]
    now[0] += 2
    assert job.progress.seconds_left == 14
    assert job.progress.seconds == 69


def test_a_training_that_takes_long_leaves_time_for_those_after_it(file_store, monkeypatch):
    job, now = job_of(file_store, tagged(), models(), halves(60, m=3), n_workers=1), [1000.0]
    monkeypatch.setattr("mx2core.training.run.jobs.time.monotonic", lambda: now[0])
    folds = compare(tagged(), models(), partitions=halves(60, m=3), n_workers=0).evaluation.results
    job._began, job._state = now[0], "running"
    for fold in sorted(folds, key=lambda fold: (fold.fold, fold.model))[:4]:
        job._keep(0, replace(fold, log={**fold.log, "seconds": 1.0}))
    now[0] += 600  # the fifth of twelve takes ten minutes
    assert job.progress.seconds_left == 7


def test_a_split_of_all_models_is_there_before_the_next_begins(file_store):
    # One worker, since of two the one may still be in the first split when the other is in the last.
    job = job_of(file_store, tagged(), models(), halves(60, m=3), kind=Watched, n_workers=1)
    job.start()
    assert job.join(PATIENCE)
    assert [result.splits_done for result in job.seen] == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3]


def test_cancel_ends_workers_in_mid_training(file_store, tmp_path):
    a, b = models()
    began = tmp_path / "began"
    began.mkdir()
    endless = Endless(a.name, a.template, a.columns, place=str(began))
    job = job_of(file_store, tagged(), [endless, b], halves(60, m=5), n_workers=2)
    job.start()
    wait_until(lambda: len(list(began.iterdir())) == 2)
    job.cancel()
    assert job.join(PATIENCE)
    assert job.state == "cancelled"
    wait_until(lambda: not workers_of())
    assert job.comparisons_so_far[0].splits_done == 0


def test_cancel_before_the_start(file_store):
    job = job_of(file_store, tagged(), models(), halves(60))
    job.cancel()
    assert job.join()
    assert job.state == "cancelled"


def test_an_error_of_the_program_leaves_a_failed_job_with_a_sentence(file_store, monkeypatch):
    class Broken(ExperimentJob):
        def _keep(self, number, result):
            raise RuntimeError("a mistake of ours")

    logged = []
    monkeypatch.setattr(threading, "excepthook", logged.append)
    job = job_of(file_store, tagged(), models(), halves(60), kind=Broken, n_workers=0)
    job.start()
    assert job.join(PATIENCE)
    assert job.state == "failed"
    assert "A program error stopped" in str(job.error)
    assert str(logged[0].exc_value) == "a mistake of ours"
