"""A connection to the scheduler of a Dask cluster, and what to say where there is none."""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from ..errors import ClusterError, reason_of
from ..extras import needed

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 15.0  # seconds to wait for the scheduler and its first worker
ATTEMPT = 2.0  # seconds until it is asked whether to go on waiting


def scatter(client: Client, material: object) -> Any:
    """On the cluster, from where each worker fetches it once.

    As the result of a task: the scheduler can have that done again when the worker that holds it ends.
    """
    import dask

    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}):
        return client.submit(_itself, material, pure=False)


def _itself(material: object) -> object:
    return material


def connected(address: str) -> Client:
    """To the scheduler at `address`, such as tcp://10.0.0.5:8786; ClusterError if none answers."""
    with needed():
        from distributed import Client
    try:
        with ThreadPoolExecutor(1) as thread:  # a notebook has a loop in this one
            thread.submit(asyncio.run, _answer(address)).result()
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, RuntimeError) as error:
        raise ClusterError(
            "No Dask scheduler answers at {address} ({reason}).", address=address, reason=reason_of(error)
        ) from error


async def _answer(address: str) -> None:
    """Ends when the scheduler has answered: a client that finds none would leave a thread behind.

    Raises OSError if there is none.
    """
    from distributed.comm import connect
    from distributed.security import Security

    comm = await connect(address, timeout=ATTEMPT, **Security().get_connection_args("client"))
    await comm.close()


def found_worker(client: Client, seconds: float) -> bool:
    """Whether one comes; not if the scheduler is gone again."""
    try:
        client.wait_for_workers(1, timeout=seconds)
    except (OSError, ValueError, RuntimeError):
        return False
    return True


def no_worker(address: str) -> ClusterError:
    return ClusterError(
        "The Dask scheduler at {address} has no worker; run `dask worker {address}`.", address=address
    )


def lost_error(address: str) -> ClusterError:
    return ClusterError("The Dask cluster at {address} was lost; restart it and continue.", address=address)


def lacks(address: str, error: ModuleNotFoundError) -> ClusterError:
    return ClusterError(
        "A Dask worker at {address} lacks {package}; install it there.", address=address, package=error.name
    )


def cluster_error(error: Exception, client: Client, address: str) -> Exception:
    """What ended a call of the cluster."""
    from distributed.scheduler import KilledWorker

    if isinstance(error, ModuleNotFoundError):
        return lacks(address, error)
    if isinstance(error, CancelledError | KilledWorker) or client.status != "running":
        return lost_error(address)
    return error
