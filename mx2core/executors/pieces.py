"""Long work in pieces, done here or wherever an executor does it: the bytes are the same."""

from __future__ import annotations

import hashlib
import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from ..errors import DesignError
from .scheduler import (
    ATTEMPT,
    PATIENCE,
    cluster_error,
    connected,
    found_worker,
    lost_error,
    no_worker,
    scatter,
)

P = TypeVar("P")
R = TypeVar("R")

DASK = "dask:"  # an executor that is named by this and the address of a scheduler
EVERY = 0.5  # seconds between reports

_chosen: ContextVar[Executor | str | None] = ContextVar("executor", default=None)


@contextmanager
def on_executor(executor: Executor | str | None) -> Iterator[None]:
    """Send long work to an executor: trainings, scoring random splits, near-duplicates.

    Work of a single piece is done here; on any executor the bytes are the same.

    Parameters
    ----------
    executor : Executor or str or None
        An executor of `concurrent.futures`, or `dask:ADDRESS` for the cluster of a Dask
        scheduler, as in dask:tcp://10.0.0.5:8786. None: this computer.

    Raises
    ------
    DesignError
        If it is neither.
    ClusterError
        From what is done inside, if the cluster is not there or was lost.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as threads, mx.training.on_executor(threads):
    ...     mx.random_divergences([[[2, 0], [1, 1], [0, 2], [1, 1]]], 100).shape
    (100, 1)
    """
    token = _chosen.set(check_executor(executor))
    try:
        yield
    finally:
        _chosen.reset(token)


def check_executor(executor: Executor | str | None) -> Executor | str | None:
    """An executor, or the one chosen for all that takes long."""
    is_address = isinstance(executor, str) and executor.startswith(DASK)
    if not (executor is None or is_address or isinstance(executor, Executor)):
        raise DesignError(
            "`executor` must be a concurrent.futures Executor or dask:ADDRESS, found {executor}.",
            executor=repr(executor),
        )
    return _chosen.get() if executor is None else executor


def map_pieces(
    function: Callable[[P], R], pieces: Sequence[P], *, n_threads: int = 1, together: int = 1
) -> Generator[R | None]:
    """What a function makes of each piece, in their order; None where it was waited for.

    Here by so many threads; an executor is sent the function, pickled, and some pieces `together`.
    """
    executor = None if len(pieces) <= together else _chosen.get()
    if executor is None and n_threads == 1:
        yield from map(function, pieces)
        return
    size = 1 if executor is None else together
    with _submitting(function, executor, n_threads) as (submit, check):
        futures = deque(submit(pieces[k : k + size]) for k in range(0, len(pieces), size))
        try:
            while futures:
                while wait([futures[0]], EVERY).not_done:
                    check()
                    yield None
                yield from futures.popleft().result()
        finally:
            for future in futures:
                future.cancel()


@contextmanager
def _submitting(
    function: Callable[[P], R], executor: Executor | str | None, n_threads: int
) -> Iterator[tuple[Callable[[Sequence[P]], Future[list[R]]], Callable[[], None]]]:
    """How to submit pieces, and what raises where nothing that was submitted can end any more."""
    if executor is None:
        with ThreadPoolExecutor(n_threads) as threads:
            yield lambda some: threads.submit(_apply, function, some), lambda: None
    elif isinstance(executor, Executor):
        packed = _Packed.pack(function)
        yield lambda some: executor.submit(_apply, packed, some), lambda: None
    else:
        address = executor.removeprefix(DASK)
        client = connected(address)
        try:
            if not found_worker(client, PATIENCE):
                raise no_worker(address)
            packed, workers = scatter(client, _Packed.pack(function)), client.get_executor(pure=False)

            def check() -> None:
                if client.status != "running":  # Dask forgets the calls of a connection that was lost
                    raise lost_error(address)

            yield lambda some: workers.submit(_apply, packed, some), check
        except Exception as error:
            raise cluster_error(error, client, address) from error
        finally:
            client.close(timeout=ATTEMPT)


@dataclass(frozen=True, slots=True)
class _Packed:
    """A function that each process unpacks once."""

    sha256: str
    pickled: bytes

    @classmethod
    def pack(cls, function: Callable[[Any], Any]) -> _Packed:
        pickled = pickle.dumps(function)
        return cls(hashlib.sha256(pickled).hexdigest(), pickled)

    def __call__(self, piece: Any) -> Any:
        with _lock:
            if self.sha256 not in _unpacked:
                _unpacked.clear()
                _unpacked[self.sha256] = pickle.loads(self.pickled)
            function = _unpacked[self.sha256]
        return function(piece)


_lock = Lock()
_unpacked: dict[str, Callable[[Any], Any]] = {}  # the last one of this process


def _apply(function: Callable[[P], R], pieces: Sequence[P]) -> list[R]:
    return list(map(function, pieces))
