"""Folds done by whatever executor there is, with the same bytes; what is none is refused."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from mx2core.errors import ClusterError, DesignError
from mx2core.training import compare
from mx2core.training.run.plan import plan
from mx2core.training.run.worker_task import WorkerTask, do_task
from tests.training.small import halves, models, tagged


def test_an_executor_of_ones_own():
    corpus, partitions = tagged(40), halves(40)
    here = compare(corpus, models(), partitions=partitions, n_workers=0)
    with ThreadPoolExecutor(2) as executor:
        there = compare(corpus, models(), partitions=partitions, executor=executor, n_workers=2)
    for ours, theirs in zip(here.evaluation.results, there.evaluation.results, strict=True):
        assert ours.key == theirs.key
        assert ours.predicted.tobytes() == theirs.predicted.tobytes()


def test_a_process_keeps_what_it_made_of_the_last_task(monkeypatch):
    planned = plan(tagged(20), models(), halves(20))
    task = WorkerTask.of(planned)
    assert task == WorkerTask.of(planned)
    first, *_, last = planned.folds()
    do_task(task, first)

    def not_again(_):
        raise AssertionError("unpacked twice")

    monkeypatch.setattr("mx2core.training.run.worker_task.pickle.loads", not_again)
    assert do_task(task, last).key == last.key


def test_a_worker_with_other_versions_is_refused():
    planned = plan(tagged(20), models(), halves(20))
    task = WorkerTask.of(planned)
    for package, wanted in (("python-crfsuite", "0.1"), ("no-such-package", "1.0")):
        other = WorkerTask(task.sha256 + package, task.pickled, {package: wanted})
        with pytest.raises(ClusterError, match=f"A worker has {package} .*this program {wanted}"):
            do_task(other, planned.folds()[0])


@pytest.mark.parametrize("executor", ["tcp://10.0.0.5:8786", "", 3, compare])
def test_what_is_no_executor(executor):
    with pytest.raises(DesignError, match=r"must be a concurrent.futures Executor or dask:ADDRESS"):
        compare(tagged(20), models(), partitions=halves(20), executor=executor)
