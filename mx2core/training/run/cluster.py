"""Folds on the machines of a Dask cluster."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...errors import ClusterError, reason_of
from ...extras import needed
from .folds import Fold
from .pool import WorkerEnded, WorkersLost
from .worker_task import Result, Workers, WorkerTask, do_task

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 15.0  # seconds to wait for the scheduler and its first worker
RETURN = 600.0  # seconds to wait for one that was lost to be there again, with a worker
ATTEMPT = 2.0  # seconds until it is asked whether to go on waiting
LOSSES = 10  # of the scheduler in one run, after which it ends
UNDER_WAY = 2  # folds a worker, so that the next one is there when it has done the last


@contextmanager
def cluster(address: str, task: WorkerTask) -> Iterator[Workers]:
    """The workers of the scheduler at `address`, such as tcp://10.0.0.5:8786."""
    with needed():
        import distributed as distributed
    connection = _Connection(address, task)
    try:
        yield Workers(connection.submit, connection.width, lambda: connection.missing)
    finally:
        connection.close()


class _Connection:
    """To a scheduler, made anew when that one was lost; a width of 0 until it is there, with a worker."""

    def __init__(self, address: str, task: WorkerTask) -> None:
        self.missing: ClusterError | None = None  # why nothing is trained at the moment
        self._address, self._task = address, task
        self._client: Client | None = None
        self._lost_at: float | None = time.monotonic()
        self._losses = 0

    def _connect(self) -> Client:
        from distributed import Client

        self._client = client = Client(self._address, timeout=PATIENCE, set_as_default=False)
        # A task, not data put there: the scheduler can have it done again when the worker that
        # holds it ends. Each worker then fetches it once.
        self._material = client.submit(_self, self._task, pure=False)
        self._executor = client.get_executor(pure=False)
        return client

    def close(self) -> None:
        if self._connected() is not None:  # what is still under way is of no use to anybody
            self._executor.shutdown(wait=False)
        if self._client is not None:
            self._client.close(timeout=ATTEMPT)

    def _connected(self) -> Client | None:
        return None if self._client is None or self._client.status != "running" else self._client

    def submit(self, fold: Fold) -> Future[Result]:
        ours: Future[Result] = Future()
        try:
            theirs = self._executor.submit(do_task, self._material, fold)
        except Exception as error:
            if self._connected() is not None:
                raise
            ours.set_exception(_lost(error))
        else:
            theirs.add_done_callback(lambda done: _pass_on(done, ours, self._address))
        return ours

    def width(self) -> int:
        """Folds to be under way; workers come and go."""
        client = self._connected()
        if self._lost_at is None and client is not None:
            n_workers = len(client.scheduler_info().get("workers", ()))
            self.missing = None if n_workers else self._no_worker()
            return UNDER_WAY * max(n_workers, 1)
        if self._lost_at is None:
            self._lost_at, self._losses = time.monotonic(), self._losses + 1
        if self._losses > LOSSES:
            raise self._given_up()
        self.missing = self._look()
        if self.missing is None:
            self._lost_at = None
            return UNDER_WAY
        if time.monotonic() - self._lost_at > (RETURN if self._losses else PATIENCE):
            raise self._given_up() if self._losses else self.missing
        return 0

    def _look(self) -> ClusterError | None:
        """What is missing, scheduler or worker, after waiting for it for a moment."""
        client = self._connected()
        try:
            if client is None:
                self.close()
                asyncio.run(_answer(self._address))
                client = self._connect()
        except (OSError, ValueError, RuntimeError) as error:
            missing = ClusterError(
                "No Dask scheduler answers at {address} ({reason}).",
                address=self._address,
                reason=reason_of(error),
            )
            if isinstance(error, ValueError) and not self._losses:  # nothing that could be an address
                raise missing from error
            time.sleep(ATTEMPT / 20)
            return missing
        try:
            client.wait_for_workers(1, timeout=ATTEMPT)
        except (OSError, ValueError, RuntimeError):  # none came, or the scheduler is gone again
            return self._no_worker()
        return None

    def _no_worker(self) -> ClusterError:
        return ClusterError(
            "The Dask scheduler at {address} has no worker; run `dask worker {address}`.",
            address=self._address,
        )

    def _given_up(self) -> ClusterError:
        return ClusterError(
            "The Dask cluster at {address} was lost; restart it and continue.", address=self._address
        )


async def _answer(address: str) -> None:
    """Ends when the scheduler has answered: a client that finds none would leave a thread behind.

    Raises OSError if there is none.
    """
    from distributed.comm import connect
    from distributed.security import Security

    comm = await connect(address, timeout=ATTEMPT, **Security().get_connection_args("client"))
    await comm.close()


def _self(task: WorkerTask) -> WorkerTask:
    return task


def _lost(cause: BaseException | None = None) -> WorkersLost:
    lost = WorkersLost("the cluster was lost before this call was done")
    lost.__cause__ = cause
    return lost


def _pass_on(theirs: Future[Result], ours: Future[Result], address: str) -> None:
    """A result, or what ended it in the words the runner knows."""
    from distributed.scheduler import KilledWorker

    if not ours.set_running_or_notify_cancel():
        return
    if theirs.cancelled():  # as Dask says it when the scheduler is gone
        ours.set_exception(_lost())
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
