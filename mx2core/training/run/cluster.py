"""Folds on the machines of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from ...errors import ClusterError, reason_of
from ...extras import needed
from .folds import Fold
from .pool import WorkerEnded
from .worker_task import Result, Workers, WorkerTask, do_task

PATIENCE = 15.0  # seconds to wait for the scheduler, and then for its first worker
UNDER_WAY = 2  # folds a worker, so that the next one is there when it has done the last


@contextmanager
def cluster(address: str, task: WorkerTask) -> Iterator[Workers]:
    """The workers of the scheduler at `address`, such as tcp://10.0.0.5:8786.

    Raises
    ------
    ClusterError
        If Dask is not installed, or no scheduler or no worker answers in time.
    """
    with needed():
        from distributed import Client
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(
            "No Dask scheduler answers at {address} ({reason}).", address=address, reason=reason_of(error)
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise ClusterError(
                "The Dask scheduler at {address} has no worker; run `dask worker {address}`.", address=address
            ) from error
        # A task, not data put there: the scheduler can have it done again when the worker that
        # holds it ends. Each worker then fetches it once.
        material = client.submit(_self, task, pure=False)
        executor = client.get_executor(pure=False)
        try:
            yield Workers(
                lambda fold: _submit(executor, address, material, fold),
                lambda: _width(client, address),
            )
        finally:
            if client.status == "running":  # what is still under way is of no use to anybody
                executor.shutdown(wait=False)


def _self(task: WorkerTask) -> WorkerTask:
    return task


def _submit(executor: Executor, address: str, material: Any, fold: Fold) -> Future[Result]:
    ours: Future[Result] = Future()
    theirs = executor.submit(do_task, material, fold)
    theirs.add_done_callback(lambda done: _pass_on(done, ours, address))
    return ours


def _pass_on(theirs: Future[Result], ours: Future[Result], address: str) -> None:
    """A result, or what ended it in the words the runner knows."""
    from distributed.scheduler import KilledWorker

    if not ours.set_running_or_notify_cancel():
        return
    if theirs.cancelled():  # as Dask says it when the scheduler is gone
        ours.set_exception(_lost(address))
        return
    error = theirs.exception()
    if error is None:
        ours.set_result(theirs.result())
    elif isinstance(error, KilledWorker):
        ended = WorkerEnded("workers of the cluster ended before this call was done")
        ended.__cause__ = error
        ours.set_exception(ended)
    elif isinstance(error, ModuleNotFoundError):
        missing = ClusterError(
            "A Dask worker at {address} lacks {package}; install it there.",
            address=address,
            package=error.name,
        )
        missing.__cause__ = error
        ours.set_exception(missing)
    else:
        ours.set_exception(error)


def _width(client: Any, address: str) -> int:
    """Workers come and go; without an answer, as long as Dask tries to connect anew, it is one."""
    if client.status not in ("running", "connecting"):
        raise _lost(address)
    return UNDER_WAY * max(len(client.scheduler_info().get("workers", ())), 1)


def _lost(address: str) -> ClusterError:
    return ClusterError("The Dask cluster at {address} was lost; restart it and continue.", address=address)
