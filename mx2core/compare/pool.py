"""Worker processes behind the interface of `concurrent.futures`.

Unlike ProcessPoolExecutor, the end of one worker breaks the call it was doing and no
other, and `kill` ends calls that run. `docs/decisions/0005-worker-processes.md` has
the reasons.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import mkdtemp
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MEMORY = "MX2_WORKER_MB"  # environment: MB of memory a worker may have; no limit without it
NICENESS = 15  # pages answer first while models train
AUTOGROUP = Path("/proc/self/autogroup")
AUTOGROUP_TRIES = 20
_starting = Lock()  # multiprocessing keeps its list of children without a lock


class WorkerEnded(BrokenExecutor):
    """A worker process ended before its call was done."""


class WorkerPool(Executor):
    """Up to `n_workers` spawned processes, each started when there is work for it.

    Parameters
    ----------
    n_workers : int
    prepare : callable
        Run in a worker once, before its first call, with the path of a folder that the
        workers share until the pool is shut down, and `arguments`.
    *arguments
        Pickled once, sent to each worker once.
    """

    def __init__(self, n_workers: int, prepare: Callable[..., None], *arguments: Any) -> None:
        self._folder = Path(mkdtemp(prefix="mx2core-"))
        self._first_message = pickle.dumps((prepare, arguments))
        self._calls: SimpleQueue[tuple[Future[Any], bytes] | None] = SimpleQueue()
        self._lock = Lock()
        self._ended = False  # nothing more is to be submitted
        self._killed = False  # nor is anything to be begun
        self._processes: set[SpawnProcess] = set()
        # Daemons, and killed at exit: an interpreter that ends does not wait for calls that run.
        self._threads = [
            Thread(target=self._serve, name=f"mx2core-worker-{i}", daemon=True) for i in range(n_workers)
        ]
        for thread in self._threads:
            thread.start()
        atexit.register(self.kill)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have `fn(*args, **kwargs)` done by a worker.

        Raises
        ------
        concurrent.futures.CancelledError
            If the workers have been told to end.
        """
        future: Future[T] = Future()
        call = pickle.dumps((fn, args, kwargs))
        with self._lock:
            if self._ended:
                raise CancelledError("the workers have been told to end")
            self._calls.put((future, call))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers end when they have done what was submitted."""
        with self._lock:
            self._ended = True
        if cancel_futures:
            self._cancel_waiting()
        for _ in self._threads:
            self._calls.put(None)
        if wait:
            self._wait()

    def kill(self) -> None:
        """End all workers now, whatever they are doing."""
        atexit.unregister(self.kill)
        self.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._killed = True
            processes = tuple(self._processes)
        for process in processes:
            process.kill()
        self._wait()

    def _wait(self) -> None:
        for thread in self._threads:
            thread.join()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _cancel_waiting(self) -> None:
        with suppress(Empty):
            while True:
                item = self._calls.get_nowait()
                if item is not None:
                    item[0].cancel()

    def _serve(self) -> None:
        """Pass calls on to one worker, replacing it when it ends."""
        worker: _Worker | None = None
        while (item := self._calls.get()) is not None:
            future, call = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                worker = worker or self._start()
                worker.connection.send_bytes(call)
                result = worker.connection.recv()
            except (EOFError, OSError) as error:
                if worker is not None:
                    self._forget(worker)
                    worker = None
                ended = WorkerEnded("a worker process ended before its call was done")
                ended.__cause__ = error
                future.set_exception(ended)
            else:
                future.set_result(result)
        if worker is not None:
            self._forget(worker)

    def _start(self) -> _Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, self._folder), daemon=True)
        with self._lock:
            if self._killed:
                raise EOFError("the workers have been told to end")
            with _starting:
                process.start()
            self._processes.add(process)
        theirs.close()  # so that the end of the worker is the end of the pipe
        worker = _Worker(process, ours)
        try:
            ours.send_bytes(self._first_message)
        except OSError:
            self._forget(worker)
            raise
        return worker

    def _forget(self, worker: _Worker) -> None:
        worker.connection.close()  # a worker that still lives ends at that
        worker.process.join()
        with self._lock:
            self._processes.discard(worker.process)


class _Worker:
    def __init__(self, process: SpawnProcess, connection: Connection) -> None:
        self.process = process
        self.connection = connection


def work(connection: Connection, folder: Path) -> None:
    """What a worker does: prepare, then one call after the other until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    _step_back()
    _bound_memory(os.environ.get(MEMORY, ""))
    parent = parent_process()
    assert parent is not None
    ending = Thread(target=_end_with, args=(parent.sentinel, folder), daemon=True)
    ending.start()
    try:
        prepare, arguments = pickle.loads(connection.recv_bytes())
        prepare(folder, *arguments)
        while True:
            function, args, kwargs = pickle.loads(connection.recv_bytes())
            connection.send(function(*args, **kwargs))
    except Exception as error:
        if not parent.is_alive():
            ending.join()  # for good: the call failed because its folder or its pipe has gone
        if not isinstance(error, EOFError):
            raise


def _step_back() -> None:
    """Let everything else of the machine go first, as far as the system can do that."""
    if not hasattr(os, "nice"):
        return
    os.nice(NICENESS)
    # Linux may weigh whole sessions against each other, whatever is nice within them (sched(7),
    # "The autogroup feature"): a browser has one, so a worker takes one of its own and makes that nice.
    with suppress(OSError):
        os.setsid()
        for _ in range(AUTOGROUP_TRIES):
            with suppress(BlockingIOError):  # the system takes ten such changes a second
                AUTOGROUP.write_text(str(NICENESS), encoding="ascii")
                return
            time.sleep(0.1)


def _bound_memory(given: str) -> None:
    """Let a training that would take the whole machine fail by itself; where the system can do that."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        most = int(given) << 20
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _end_with(sentinel: int, folder: Path) -> None:
    """A killed parent closes nothing in a worker that is training; this notices all the same."""
    wait([sentinel])
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)
