"""Worker processes behind the interface of `concurrent.futures`.

Unlike ProcessPoolExecutor, the end of one worker breaks the call it was doing and no
other, and `kill` ends calls that run. `docs/decisions/0005-worker-processes.md` has
the reasons.
"""

from __future__ import annotations

import atexit
import os
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from multiprocessing import spawn
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar

from ...errors import Mx2Error, WorkersError
from . import process
from .scratch import Scratch

P = ParamSpec("P")
T = TypeVar("T")


class WorkerEnded(BrokenExecutor):
    """A worker process ended before its call was done."""


class WorkersLost(BrokenExecutor):
    """All workers are out of reach, through no fault of a call."""


class WorkerNotStarted(WorkerEnded):
    """A worker process ended before it could begin with a call."""


class WorkerPool(Executor):
    """Up to `n_workers` processes, each started when there is work for it.

    `prepare` is run in a worker once, before its first call, with a folder that the workers share until
    the pool is shut down, and `arguments`, pickled once. An Mx2Error that it raises is the result of
    every call. They step back no further than `niceness` says.
    """

    def __init__(
        self, n_workers: int, prepare: Callable[..., None], *arguments: Any, niceness: int = process.NICEST
    ) -> None:
        if process.is_worker:
            raise WorkersError("A worker cannot have workers.")
        program, path = _program()
        self._first_messages = (pickle.dumps(program), pickle.dumps((prepare, arguments)))
        python = _python()
        self._scratch = Scratch()
        # Nothing but ASCII, whatever the locale is. Of the program that runs here nothing is imported.
        self._command = [
            python,
            "-c",
            f"import sys; sys.path[:] = {path!a}; from {process.__name__} import work; "
            f"work({str(self._scratch.path)!a}, {niceness})",
        ]
        self._calls: SimpleQueue[tuple[Future[Any], bytes] | None] = SimpleQueue()
        self._lock = Lock()
        self._ended = False  # nothing more is to be submitted
        self._killed = False  # nor is anything to be begun
        self._workers: set[_Worker] = set()
        # Daemons, and killed at exit: an interpreter that ends does not wait for calls that run.
        self._threads = [
            Thread(target=self._serve, name=f"mx2core-worker-{i}", daemon=True) for i in range(n_workers)
        ]
        for thread in self._threads:
            thread.start()
        atexit.register(self.kill)

    @property
    def folder(self) -> Path:
        """What the workers share, until the pool is shut down."""
        return self._scratch.path

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have `fn(*args, **kwargs)` done by a worker."""
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
        self.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._killed = True
            for worker in self._workers:
                worker.process.kill()
        self._wait()
        atexit.unregister(
            self.kill
        )  # not before: a thread that does this is cut off when the interpreter ends

    def _wait(self) -> None:
        for thread in self._threads:
            thread.join()
        self._scratch.remove()

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
                worker.send(call)
                result = worker.receive()
            except (Mx2Error, WorkerNotStarted) as error:
                future.set_exception(error)
            except Exception as error:
                if worker is not None:
                    self._forget(worker)
                    worker = None
                ended = WorkerEnded("a worker process ended before its call was done")
                ended.__cause__ = error
                future.set_exception(ended)
            else:
                future.set_result(result)
        if worker is not None:
            worker.end()
            self._forget(worker)

    def _start(self) -> _Worker:
        try:
            with self._lock:
                if self._killed:
                    raise WorkerNotStarted("the workers have been told to end")
                worker = _Worker(self._command)
                self._workers.add(worker)
        except OSError as error:
            raise WorkerNotStarted(str(error)) from error
        try:
            for message in self._first_messages:
                worker.send(message)
            refusal = worker.receive()
        except Exception as error:
            raise WorkerNotStarted(f"exit status {self._forget(worker)}") from error
        if refusal is not None:
            self._forget(worker)
            raise refusal
        return worker

    def _forget(self, worker: _Worker) -> int:
        status = worker.kill()
        with self._lock:
            self._workers.discard(worker)
        return status


class _Worker:
    """A process that runs `process.work`, and the pipes to it."""

    def __init__(self, command: list[str | bytes]) -> None:
        self.process = Popen(command, stdin=PIPE, stdout=PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._calls, self._answers = self.process.stdin, self.process.stdout

    def send(self, message: bytes | None) -> None:
        pickle.dump(message, self._calls)
        self._calls.flush()

    def receive(self) -> Any:
        return pickle.load(self._answers)

    def end(self) -> None:
        """Let it end by itself, when it has nothing to do."""
        with suppress(OSError):
            self.send(None)
        self.process.wait()

    def kill(self) -> int:
        """End it, if it has not ended; its exit status."""
        self.process.kill()
        status = self.process.wait()
        for pipe in (self._calls, self._answers):
            with suppress(OSError):
                pipe.close()
        return status


def _python() -> str | bytes:
    if getattr(sys, "frozen", False) or not (python := spawn.get_executable()):
        raise WorkersError("This frozen program cannot start workers; use n_workers=0.")
    return python


def _program() -> tuple[dict[str, Any], list[str]]:
    """What a worker needs to import this program, if it is in a file, and where modules are found."""
    data = spawn.get_preparation_data("worker")
    if not os.path.exists(data.get("init_main_from_path", "")):  # as "<stdin>" does not
        data.pop("init_main_from_path", None)
    program = {key: value for key, value in data.items() if key.startswith("init_main") or key == "sys_argv"}
    path = [entry for entry in data["sys_path"] if isinstance(entry, str)]
    # Streamlit puts the folder of its script first, and a new process would take what lies there for
    # modules of the same names that this one has loaded long ago.
    own = os.path.dirname(os.__file__)
    return program, sorted(path, key=lambda entry: entry != own)
