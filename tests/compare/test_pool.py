"""Workers: light, polite, replaced when they end, gone when their parent is."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mx2core.compare.pool import AUTOGROUP, NICENESS, WorkerEnded, WorkerPool

ROOT = Path(__file__).resolve().parents[2]


def nothing(folder):
    """Workers of these tests need no preparation."""


def loaded():
    """What a worker has imported by the time it can do a fold."""
    import mx2core.compare.workers  # noqa: F401

    return sorted(sys.modules)


@pytest.fixture
def pool():
    pool = WorkerPool(1, nothing)
    yield pool
    pool.kill()


def test_calls_are_done_in_another_process_that_stays(pool):
    first, second = (pool.submit(os.getpid).result(timeout=30) for _ in range(2))
    assert first == second != os.getpid()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="the system has no niceness")
def test_workers_step_back(pool):
    assert pool.submit(os.nice, 0).result(timeout=30) == min(os.nice(0) + NICENESS, 19)


def test_workers_step_back_behind_other_sessions(pool):
    if not (AUTOGROUP.exists() and AUTOGROUP.read_text(encoding="ascii")):
        pytest.skip("the system does not weigh sessions")
    assert pool.submit(AUTOGROUP.read_text).result(timeout=30).endswith(f"nice {NICENESS}\n")


def test_a_worker_that_ends_breaks_its_call_alone(pool):
    with pytest.raises(WorkerEnded):
        pool.submit(os._exit, 3).result(timeout=30)
    assert pool.submit(abs, -1).result(timeout=30) == 1


def test_an_error_in_a_call_ends_the_worker_and_does_not_hang(pool, capfd):
    with pytest.raises(WorkerEnded):
        pool.submit(int, "one").result(timeout=30)
    assert "invalid literal" in capfd.readouterr().err


def test_kill_ends_calls_that_run_and_cancels_those_that_wait(pool):
    running, waiting = pool.submit(time.sleep, 60), pool.submit(abs, -1)
    while not running.running():
        time.sleep(0.01)
    began = time.monotonic()
    pool.kill()
    assert time.monotonic() - began < 2
    assert isinstance(running.exception(timeout=1), WorkerEnded)
    assert waiting.cancelled()


def test_shutdown_lets_work_be_finished():
    with WorkerPool(2, nothing) as pool:
        results = [pool.submit(abs, -i) for i in range(5)]
    assert [future.result(timeout=0) for future in results] == [0, 1, 2, 3, 4]


SCRIPT = """
import os, sys, time
from pathlib import Path
from mx2core.compare import Job
from tests.compare.small import halves, noise, slow_and_quick

if __name__ == "__main__":
    job = Job(noise(600), slow_and_quick(), halves(600, m=5), n_workers=2)
    job.start()
    import multiprocessing
    while len(multiprocessing.active_children()) < 2:
        time.sleep(0.05)
    time.sleep(float(sys.argv[1]))
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)
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
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize(
    ("ending", "wait"),
    [(ending, wait) for ending in ("time.sleep(60)", "sys.exit()") for wait in (0.0, 0.2, 2.0)],
)
def test_no_worker_outlives_the_server(tmp_path, ending, wait):
    server = start(tmp_path, SCRIPT.replace("{ending}", ending), str(wait))
    pids = [int(pid) for pid in server.stdout.readline().split()]
    assert len(pids) == 2
    if "sleep" in ending:
        server.send_signal(signal.SIGKILL)
    errors = server.communicate(timeout=10)[1]
    deadline = time.monotonic() + 5
    while any(map(lives, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(lives, pids))
    assert "Traceback" not in errors
    assert not list(tmp_path.glob("mx2core-*"))  # nor do model files stay


READERS = """
import time
from mx2core.compare.pool import WorkerPool
from tests.compare.test_pool import keep, read_for_ever

if __name__ == "__main__":
    pool = WorkerPool(2, keep)
    calls = [pool.submit(read_for_ever) for _ in range(2)]
    import multiprocessing
    while len(multiprocessing.active_children()) < 2:
        time.sleep(0.05)
    time.sleep(1.0)
    print("ready", flush=True)
    time.sleep(60)
"""

kept = None  # the folder of a worker of READERS


def keep(folder):
    """Prepare a worker with so many files that taking them away takes a while."""
    global kept
    kept = folder
    for number in range(2000):
        (folder / f"{os.getpid()}-{number}").touch()


def read_for_ever():
    """Fails as soon as the first file is taken away."""
    with os.scandir(kept) as files:
        first = next(files).path
    while True:
        os.stat(first)


def test_a_folder_that_goes_with_the_server_is_no_error_of_a_worker(tmp_path):
    server = start(tmp_path, READERS)
    assert server.stdout.readline() == "ready\n"
    server.kill()
    assert server.communicate(timeout=30)[1] == ""  # at the end of the last worker
    assert not list(tmp_path.glob("mx2core-*"))


def test_workers_import_python_crfsuite_and_nothing_heavy():
    from mx2core.compare.plan import plan
    from mx2core.compare.workers import do_fold, prepare
    from tests.compare.small import halves, tagged
    from tests.compare.test_runner import word_models

    planned = plan(tagged(20), word_models(), halves(20))
    pool = WorkerPool(1, prepare, planned.models, planned.material)
    pool.submit(do_fold, planned.folds()[0]).result(timeout=60)
    modules = set(pool.submit(loaded).result(timeout=30))
    pool.kill()
    assert "pycrfsuite" in modules
    assert not modules & {
        "sklearn",
        "sklearn_crfsuite",
        "pandas",
        "streamlit",
        "plotly",
        "scipy.stats",
        "sqlalchemy",
        "distributed",
    }
