"""Workers: light, replaced when they end, gone when their parent is, polite where they are asked to."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from mx2core.errors import ClusterError, DesignError, WorkersError
from mx2core.training import compare
from mx2core.training.run.plan import plan
from mx2core.training.run.pool import WorkerEnded, WorkerNotStarted, WorkerPool
from mx2core.training.run.process import AUTOGROUP, NICENESS
from mx2core.training.run.worker_task import WorkerTask, do_task
from tests.few import few
from tests.training.small import halves, models, tagged
from tests.waiting import PATIENCE, loaded, wait_until

ROOT = Path(__file__).resolve().parents[2]


def nothing(folder):
    """Workers of these tests need no preparation."""


@pytest.fixture
def pool():
    pool = WorkerPool(1, nothing)
    yield pool
    pool.kill()


def test_calls_are_done_in_another_process_that_stays(pool):
    first, second = (pool.submit(os.getpid).result(timeout=PATIENCE) for _ in range(2))
    assert first == second != os.getpid()


niceness = pytest.mark.skipif(not hasattr(os, "nice"), reason="the system has no niceness")


def session():
    """What a worker's session is weighed as."""
    return os.getsid(0) == os.getpid(), AUTOGROUP.read_text(encoding="ascii") if AUTOGROUP.exists() else ""


@niceness
def test_workers_are_worth_as_much_as_their_parent(pool):
    assert pool.submit(os.nice, 0).result(timeout=PATIENCE) == os.nice(0)
    assert not pool.submit(session).result(timeout=PATIENCE)[0]


@niceness
def test_workers_step_back_where_they_are_asked_to(monkeypatch, pool):
    monkeypatch.setenv(NICENESS, "15")
    assert pool.submit(os.nice, 0).result(timeout=PATIENCE) == min(os.nice(0) + 15, 19)
    of_its_own, weight = pool.submit(session).result(timeout=PATIENCE)
    assert of_its_own
    assert not weight or weight.endswith("nice 15\n")


def test_a_worker_that_ends_breaks_its_call_alone(pool):
    with pytest.raises(WorkerEnded):
        pool.submit(os._exit, 3).result(timeout=PATIENCE)
    assert pool.submit(abs, -1).result(timeout=PATIENCE) == 1


def test_an_error_in_a_call_ends_the_worker_and_does_not_hang(pool, capfd):
    with pytest.raises(WorkerEnded):
        pool.submit(int, "one").result(timeout=PATIENCE)
    assert "invalid literal" in capfd.readouterr().err


def test_kill_ends_calls_that_run_and_cancels_those_that_wait(pool):
    running, waiting = pool.submit(time.sleep, PATIENCE), pool.submit(abs, -1)
    wait_until(running.running)
    pool.kill()
    assert isinstance(running.exception(timeout=0), WorkerEnded)  # had it been waited for, it had a result
    assert waiting.cancelled()


def test_shutdown_lets_work_be_finished():
    with WorkerPool(2, nothing) as pool:
        results = [pool.submit(abs, -i) for i in range(5)]
    assert [future.result(timeout=0) for future in results] == [0, 1, 2, 3, 4]


def refuse(folder):
    raise WorkersError("There is no use in it.")


def fail(folder):
    raise LookupError("not there")


def end(folder):
    os._exit(3)


@pytest.mark.parametrize(
    ("prepare", "error", "says"),
    [
        (refuse, WorkersError, "^There is no use in it"),
        (fail, WorkersError, r"cannot start \(not there\)"),
        (end, WorkerNotStarted, "exit status 3"),
    ],
)
def test_a_worker_that_cannot_be_prepared(prepare, error, says):
    pool = WorkerPool(1, prepare)
    for _ in range(2):
        with pytest.raises(error, match=says):
            pool.submit(abs, -1).result(timeout=PATIENCE)
    pool.kill()


def test_an_interpreter_that_cannot_be_started(monkeypatch):
    monkeypatch.setattr("multiprocessing.spawn.get_executable", lambda: "/no/python")
    pool = WorkerPool(1, nothing)
    with pytest.raises(WorkerNotStarted, match="/no/python"):
        pool.submit(abs, -1).result(timeout=PATIENCE)
    pool.kill()


def test_a_program_without_an_interpreter(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(WorkersError, match="frozen program cannot start"):
        WorkerPool(1, nothing)


def test_no_folder_of_a_script_hides_the_standard_library(tmp_path, monkeypatch):
    (tmp_path / "locale.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    pool = WorkerPool(1, nothing)
    assert pool.submit(time.strptime, "1", "%d").result(timeout=PATIENCE).tm_mday == 1  # it needs locale
    pool.kill()


def chatter():
    """A model that prints, and reads what was meant for others."""
    print("heard", flush=True)
    os.write(1, b"again\n")
    return sys.stdin.read()


def test_what_a_model_prints_and_reads_is_no_message(pool, capfd):
    assert [pool.submit(chatter).result(timeout=PATIENCE) for _ in range(2)] == ["", ""]
    out, err = capfd.readouterr()
    assert (out, err.count("heard"), err.count("again")) == ("", 2, 2)


SCRIPT = """
import sys, time
from tempfile import gettempdir
from mx2core.store import Store
from mx2core.training import Experiment, ExperimentJob
from tests.training.small import halves, noise, slow_and_quick, workers_of

if __name__ == "__main__":
    asked = Experiment("a job", noise(600), tuple(slow_and_quick()), (halves(600, m=5),))
    job = ExperimentJob(Store(f"{gettempdir()}/runs.db"), asked, n_workers=2)
    job.start()
    while len(workers_of()) < 2:
        time.sleep(0.02)
    time.sleep(float(sys.argv[1]))
    print(*[worker.pid for worker in workers_of()], flush=True)
    {ending}
"""


def start(folder, script, *arguments):
    """A server of its own, whose workers have their folders in `folder`."""
    file = folder / "server.py"
    file.write_text(script, encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, str(file), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lives(pid):
    """Whether a process runs; one that has ended and is not yet collected does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@few(("ending", "wait"), 1, [("time.sleep(600)", 0.0), ("time.sleep(600)", 2.0), ("sys.exit()", 0.2)])
def test_no_worker_outlives_the_server(tmp_path, ending, wait):
    server = start(tmp_path, SCRIPT.replace("{ending}", ending), str(wait))
    pids = [int(pid) for pid in server.stdout.readline().split()]
    assert len(pids) == 2
    if "sleep" in ending:
        server.send_signal(signal.SIGKILL)
    assert "Traceback" not in server.communicate(timeout=PATIENCE)[1]  # at the end of the last worker
    wait_until(lambda: not any(map(lives, pids)))
    assert not list(tmp_path.glob("mx2core-*"))  # nor do model files stay


WRITERS = """
import time
from mx2core.training.run.pool import WorkerPool
from tests.training.test_pool import {prepare}, write_for_ever

if __name__ == "__main__":
    pool = WorkerPool(2, {prepare}, time.monotonic())
    for _ in range(2):
        pool.submit(write_for_ever)
    time.sleep(600)
"""

kept = None  # the folder of a worker of WRITERS


def keep(folder, began):
    """Prepare a worker with so many files that taking them away takes a while."""
    global kept
    kept = folder
    for number in range(2000):
        (folder / f"{os.getpid()}-{number}").touch()


def write_for_ever(*_):
    """Fails as soon as its folder cannot be found."""
    number = 0
    while True:
        (kept / f"{os.getpid()}-{number % 5000}").touch()
        number += 1


def keep_for_ever(folder, began):
    """A preparation that is still under way when the server ends."""
    keep(folder, began)
    write_for_ever()


@few("prepare", 1, ["keep_for_ever", "keep"])
def test_a_folder_that_goes_with_the_server_is_no_error_of_a_worker(tmp_path, prepare):
    server = start(tmp_path, WRITERS.format(prepare=prepare))
    wait_until(lambda: len(set(tmp_path.glob("mx2core-*/[0-9]*-1999"))) == 2)  # both workers are at it
    server.kill()
    assert server.communicate(timeout=PATIENCE)[1] == ""  # at the end of the last worker
    assert not list(tmp_path.glob("mx2core-*"))


def test_workers_import_python_crfsuite_and_nothing_heavy():
    from mx2core.training.run.workers import do_fold, prepare
    from tests.training.test_runner import word_models

    planned = plan(tagged(20), word_models(), halves(20))
    pool = WorkerPool(1, prepare, planned.models, planned.material)
    pool.submit(do_fold, planned.folds()[0]).result(timeout=PATIENCE)
    modules = set(pool.submit(loaded).result(timeout=PATIENCE))
    pool.kill()
    assert "pycrfsuite" in modules
    heavy = {
        "sklearn",
        "sklearn_crfsuite",
        "pandas",
        "streamlit",
        "plotly",
        "scipy",
        "sqlalchemy",
        "distributed",
    }
    assert not {name.partition(".")[0] for name in modules} & heavy


# Folds done by whatever executor there is, with the same bytes; what is none is refused.
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
    task = WorkerTask.from_plan(planned)
    assert task == WorkerTask.from_plan(planned)
    first, *_, last = planned.folds()
    do_task(task, first)

    def not_again(_):
        raise AssertionError("unpacked twice")

    monkeypatch.setattr("mx2core.training.run.worker_task.pickle.loads", not_again)
    assert do_task(task, last).key == last.key


def test_a_worker_with_other_versions_is_refused():
    planned = plan(tagged(20), models(), halves(20))
    task = WorkerTask.from_plan(planned)
    for package, wanted in (("python-crfsuite", "0.1"), ("no-such-package", "1.0")):
        other = WorkerTask(task.sha256 + package, task.pickled, {package: wanted})
        with pytest.raises(ClusterError, match=f"A worker has {package} .*this program {wanted}"):
            do_task(other, planned.folds()[0])


@pytest.mark.parametrize("executor", ["tcp://10.0.0.5:8786", "", 3, compare])
def test_what_is_no_executor(executor):
    with pytest.raises(DesignError, match=r"must be a concurrent.futures Executor or dask:ADDRESS"):
        compare(tagged(20), models(), partitions=halves(20), executor=executor)
