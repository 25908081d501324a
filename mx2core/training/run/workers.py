"""Where folds are trained: in this process, in worker processes, or by an executor of the caller."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING

from ...arguments import check_range
from ...errors import DesignError
from ...executors.pieces import DASK, check_executor
from ...models.model import Material, Model
from .folds import Evaluator, Fold
from .pool import WorkerPool
from .scratch import Scratch
from .worker_task import Result, Workers, WorkerTask, do_task

if TYPE_CHECKING:  # a worker process does without
    from .plan import Plan


def n_processes(n_folds: int, n_workers: int | None = None) -> int:
    """How many folds are trained at the same time, of `n_folds` and with `n_workers` as in `compare`."""
    if n_workers is None:
        # Those that this process may use: a container or a scheduler may have given it some only.
        here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    else:
        here = n_workers
    return min(max(here, 1), max(n_folds, 1))


@contextmanager
def workers(
    planned: Plan, n_folds: int, n_workers: int | None, executor: Executor | str | None
) -> Iterator[Workers]:
    """Workers for at most `n_folds` folds of a plan; parameters as in `compare`."""
    if n_workers is not None:
        check_range("n_workers", n_workers, "[0, ∞)", DesignError)
    executor = check_executor(executor)
    if n_folds == 0 or (executor is None and n_workers == 0):
        scratch = Scratch()
        evaluator = Evaluator(scratch.path, planned.models, planned.material)
        try:
            yield Workers(lambda fold: _finished_future(evaluator.evaluate(fold)), lambda: 1)
        finally:
            scratch.remove()
    else:
        width = n_processes(n_folds, n_workers)
        with interrupts_held() as look, _process_workers(planned, width, executor) as found:
            yield replace(found, look=look)


@contextmanager
def _process_workers(planned: Plan, width: int, executor: Executor | str | None) -> Iterator[Workers]:
    """Workers that are not this thread."""
    if isinstance(executor, str):
        from .cluster import cluster

        with cluster(executor.removeprefix(DASK), WorkerTask.from_plan(planned)) as found:
            yield found
    elif executor is not None:
        task = WorkerTask.from_plan(planned)
        yield Workers(lambda fold: executor.submit(do_task, task, fold), lambda: width)
    else:
        pool = WorkerPool(width, prepare, planned.models, planned.material)
        try:
            yield Workers(lambda fold: pool.submit(do_fold, fold), lambda: width)
        finally:
            pool.kill()


def _finished_future(result: Result) -> Future[Result]:
    future: Future[Result] = Future()
    future.set_result(result)
    return future


_evaluator: Evaluator | None = None  # of a process of `WorkerPool`


def prepare(folder: Path, models: tuple[Model, ...], material: Material) -> None:
    """Set up a worker process."""
    global _evaluator
    _evaluator = Evaluator(folder, models, material)


def do_fold(fold: Fold) -> Result:
    """Do a fold in a worker process that was set up."""
    assert _evaluator is not None
    return _evaluator.evaluate(fold)


@contextmanager
def interrupts_held() -> Iterator[Callable[[], None]]:
    """Note Ctrl-C; KeyboardInterrupt is raised where the function that this gives is called, or at the end.

    Raised between any two steps of Python, it could leave a lock of a future taken, and the
    thread that has its result would wait for that lock for ever. A second Ctrl-C is not held.
    """
    ours = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not ours:
        yield _no_cleanup  # nothing is raised in this thread, or somebody else decides what is
        return
    noted = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal noted
        if noted:
            signal.default_int_handler(number, frame)
        noted = True

    def look() -> None:
        if noted:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield look
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    look()


def _no_cleanup() -> None:
    pass
