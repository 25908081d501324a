"""What a worker is given: folds, and everything a fresh process needs to train them."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from concurrent.futures import Future
from importlib.metadata import PackageNotFoundError
from threading import Lock
from typing import TYPE_CHECKING, Any

from ...brief import frozen
from ...errors import ClusterError
from ...models.model import library_version
from .folds import Evaluator, Fold, FoldFailure, FoldResult
from .scratch import Scratch

if TYPE_CHECKING:  # a worker process does without
    from .plan import Plan


Result = FoldResult | FoldFailure


@frozen
class Workers:
    """Somebody to hand folds to."""

    submit: Callable[[Fold], Future[Result]]
    width: Callable[[], int]  # how many folds to have under way
    missing: Callable[[], ClusterError | None] = lambda: None  # why nothing is trained at the moment
    look: Callable[[], None] = lambda: None  # raises KeyboardInterrupt if one was held back


@frozen
class WorkerTask:
    """What a worker needs that nobody set up: models and material, and who has to understand them."""

    sha256: str
    pickled: bytes
    versions: dict[str, str]  # of the libraries that train, which the names of kept folds promise

    @classmethod
    def from_plan(cls, planned: Plan) -> WorkerTask:
        pickled = pickle.dumps((planned.models, planned.material))
        names = {name for model in planned.models for name in model.libraries}
        versions = {name: library_version(name) for name in sorted(names)}
        return cls(hashlib.sha256(pickled).hexdigest(), pickled, versions)


_lock = Lock()
_prepared: dict[str, tuple[Evaluator, Scratch]] = {}  # the last task of this process


def do_task(task: WorkerTask, fold: Fold) -> Result:
    """Do a fold in any process; the material is unpacked, and features made, at its first fold."""
    # Threads of one process take turns: an evaluator does one fold at a time.
    with _lock:
        if task.sha256 not in _prepared:
            _check_versions(task.versions)
            _prepared.clear()
            scratch = Scratch()
            models, material = pickle.loads(task.pickled)
            _prepared[task.sha256] = Evaluator(scratch.path, models, material), scratch
        return _prepared[task.sha256][0].evaluate(fold)


def _check_versions(expected: dict[str, str]) -> None:
    for name, wanted in expected.items():
        version = _version(name)
        if version != wanted:
            raise ClusterError(
                "A worker has {package} {found}, this program {wanted}; install one version.",
                package=name,
                found=version,
                wanted=wanted,
            )


def _version(name: str) -> Any:
    try:
        return library_version(name)
    except PackageNotFoundError:
        return "–"
