"""Run a comparison: folds go to workers split by split, results come back in any order."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ..errors import DesignError
from ..models.crf import CRF
from .folds import Evaluator, Fold, FoldCounts, FoldFailure, Material
from .plan import Plan, plan
from .pool import WorkerPool
from .result import Comparison

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..partition import PartitionSet

P = ParamSpec("P")
T = TypeVar("T")
Result = FoldCounts | FoldFailure

POLL = 0.1  # seconds between two looks at `cancelled`
BREAKS = 2  # ended workers after which a fold is given up


def compare(
    corpus: Corpus,
    models: Sequence[CRF],
    partitions: PartitionSet,
    *,
    tags: str | None = None,
    strict: bool = False,
    n_workers: int | None = None,
    known: Sequence[FoldCounts] = (),
    report: Callable[[int, int], None] = lambda done, total: None,
    fold_done: Callable[[Result], None] = lambda result: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Train and score every model on both halves of every partition.

    Parameters
    ----------
    corpus : Corpus
    models : sequence of CRF
        Two or more, with names of their own.
    partitions : PartitionSet
        Made for this corpus; all models are scored on the same halves.
    tags : str, optional
        The column to be predicted; by default role, label or pos, the first there is.
    strict : bool
        Count only chunks without a broken tag; by default tags are read as conlleval
        reads them.
    n_workers : int, optional
        Worker processes, as many as there are processors by default; 0 trains in this
        process. The counts are the same for any number.
    known : sequence of FoldCounts
        Folds finished in an earlier run of the same comparison; they are not run again.
    report : callable
        Told (done, total) at the start and after each fold.
    fold_done : callable
        Told what each fold gave, so that it can be kept.
    cancelled : callable
        Asked several times a second, between folds when n_workers is 0.

    Returns
    -------
    Comparison
        A fold whose worker process ended twice, or that CRFsuite could not train, is
        missing from it and named in its notices.

    Raises
    ------
    ScoresError, DesignError, TemplateError
        If models, corpus and partitions do not go together.
    concurrent.futures.CancelledError
        When `cancelled` said so.
    """
    planned = plan(corpus, models, partitions, tags=tags, strict=strict)
    return run(
        planned, n_workers=n_workers, known=known, report=report, fold_done=fold_done, cancelled=cancelled
    )


def run(
    planned: Plan,
    *,
    n_workers: int | None = None,
    known: Sequence[FoldCounts] = (),
    report: Callable[[int, int], None] = lambda done, total: None,
    fold_done: Callable[[Result], None] = lambda result: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Run what `plan` made; parameters as in `compare`."""
    results: list[Result] = list(known)
    folds = planned.folds(known)
    report(len(results), planned.n_folds)
    with _executor(planned.material, _width(n_workers, len(folds))) as (executor, evaluate, width):
        for result in _done(executor, evaluate, width, folds, cancelled):
            results.append(result)
            fold_done(result)
            report(len(results), planned.n_folds)
    return planned.comparison(results)


def _width(n_workers: int | None, n_folds: int) -> int:
    if n_workers is not None and n_workers < 0:
        raise DesignError("`n_workers` must be 0 or more, got {n_workers}.", n_workers=n_workers)
    return min(os.cpu_count() or 1 if n_workers is None else n_workers, n_folds)


def _done(
    executor: Executor,
    evaluate: Callable[[Fold], Result],
    width: int,
    folds: Sequence[Fold],
    cancelled: Callable[[], bool],
) -> Iterator[Result]:
    """Results as they come; no more than `width` folds are under way, so that order is kept."""
    waiting = deque(folds)
    running: dict[Future[Result], Fold] = {}
    broken: Counter[tuple[int, int, int]] = Counter()
    while waiting or running:
        if cancelled():
            raise CancelledError("the comparison was cancelled")
        while waiting and len(running) < width:
            fold = waiting.popleft()
            running[executor.submit(evaluate, fold)] = fold
        for future in wait(running, timeout=POLL, return_when=FIRST_COMPLETED).done:
            fold = running.pop(future)
            if not isinstance(future.exception(), BrokenExecutor):
                yield future.result()
                continue
            broken[fold.key] += 1
            if broken[fold.key] < BREAKS:
                waiting.appendleft(fold)
            else:
                yield FoldFailure(*fold.key, "worker")


class _Here(Executor):
    """Does what is submitted at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def _executor(material: Material, width: int) -> Iterator[tuple[Executor, Callable[[Fold], Result], int]]:
    """Who does the folds, the function to submit, and how many at a time."""
    if width == 0:
        with TemporaryDirectory(prefix="mx2core-", ignore_cleanup_errors=True) as folder:
            yield _Here(), Evaluator(Path(folder), material).evaluate, 1
        return
    pool = WorkerPool(width, prepare, material)
    try:
        yield pool, evaluate, width
    finally:
        pool.kill()


_evaluator: Evaluator | None = None  # of a worker process


def prepare(folder: Path, material: Material) -> None:
    """Set up a worker process."""
    global _evaluator
    _evaluator = Evaluator(folder, material)


def evaluate(fold: Fold) -> Result:
    """Do a fold in a worker process."""
    assert _evaluator is not None
    return _evaluator.evaluate(fold)
