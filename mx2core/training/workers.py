"""Who does the folds: this process, processes of this machine, or an executor of somebody else's."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from ..errors import ClusterError, DesignError
from ..models.model import Material, Model, library_version
from .folds import Evaluator, Fold, FoldFailure, FoldResult
from .pool import WorkerPool
from .scratch import Scratch

if TYPE_CHECKING:  # a worker process does without
    from .plan import Plan

DASK = "dask:"  # an executor that is named by this and the address of a scheduler

Result = FoldResult | FoldFailure


@dataclass(frozen=True, slots=True)
class Workers:
    """Somebody to hand folds to."""

    submit: Callable[[Fold], Future[Result]]
    width: Callable[[], int]  # how many folds to have under way


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
    """Workers for at most `n_folds` folds of a plan; parameters as in `compare`.

    Raises
    ------
    DesignError
        If `n_workers` is negative, or `executor` is no executor.
    WorkersError
        If there cannot be any worker process.
    ClusterError
        If a cluster cannot be reached.
    """
    if n_workers is not None and n_workers < 0:
        raise DesignError("`n_workers` must be 0 or more, got {n_workers}.", n_workers=n_workers)
    is_address = isinstance(executor, str) and executor.startswith(DASK)
    if not (executor is None or is_address or isinstance(executor, Executor)):
        raise DesignError(
            "`executor` must be an Executor of concurrent.futures or dask:ADDRESS, got {executor}.",
            executor=repr(executor),
        )
    width = n_processes(n_folds, n_workers)
    if n_folds == 0 or (executor is None and n_workers == 0):
        scratch = Scratch()
        evaluator = Evaluator(scratch.path, planned.models, planned.material)
        try:
            yield Workers(lambda fold: _done(evaluator.evaluate(fold)), lambda: 1)
        finally:
            scratch.remove()
    elif isinstance(executor, str):
        from .cluster import cluster

        with cluster(executor.removeprefix(DASK), Errand.of(planned)) as found:
            yield found
    elif executor is not None:
        errand = Errand.of(planned)
        yield Workers(lambda fold: executor.submit(do_errand, errand, fold), lambda: width)
    else:
        pool = WorkerPool(width, prepare, planned.models, planned.material)
        try:
            yield Workers(lambda fold: pool.submit(do_fold, fold), lambda: width)
        finally:
            pool.kill()


def _done(result: Result) -> Future[Result]:
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


@dataclass(frozen=True, slots=True)
class Errand:
    """What a worker needs that nobody set up: models and material, and who has to understand them."""

    sha256: str
    pickled: bytes
    versions: dict[str, str]  # of the libraries that train, which the names of kept folds promise

    @classmethod
    def of(cls, planned: Plan) -> Errand:
        pickled = pickle.dumps((planned.models, planned.material))
        names = {name for model in planned.models for name in model.libraries}
        versions = {name: library_version(name) for name in sorted(names)}
        return cls(hashlib.sha256(pickled).hexdigest(), pickled, versions)


_lock = Lock()
_prepared: dict[str, tuple[Evaluator, Scratch]] = {}  # the last errand of this process


def do_errand(errand: Errand, fold: Fold) -> Result:
    """Do a fold in any process; the material is unpacked, and features made, at its first fold.

    Raises
    ------
    ClusterError
        If the process has other versions of the libraries that train.
    """
    # Threads of one process take turns: an evaluator does one fold at a time.
    with _lock:
        if errand.sha256 not in _prepared:
            _check_versions(errand.versions)
            _prepared.clear()
            scratch = Scratch()
            models, material = pickle.loads(errand.pickled)
            _prepared[errand.sha256] = Evaluator(scratch.path, models, material), scratch
        return _prepared[errand.sha256][0].evaluate(fold)


def _check_versions(expected: dict[str, str]) -> None:
    for name, wanted in expected.items():
        found = _version(name)
        if found != wanted:
            raise ClusterError(
                "A worker has {package} {found}, this program {wanted}. Install the same version on both: "
                "another one may train another model.",
                package=name,
                found=found,
                wanted=wanted,
            )


def _version(name: str) -> Any:
    try:
        return library_version(name)
    except PackageNotFoundError:
        return "–"
