"""Run an evaluation: folds go to workers in order, results come back in any order."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ..errors import DesignError
from ..models.model import Material, Model
from .evaluation import Evaluation, Pair
from .folds import Evaluator, Fold, FoldFailure, FoldResult
from .plan import Plan, plan, plan_folds
from .pool import WorkerPool
from .result import Comparison

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..partition import PartitionSet

P = ParamSpec("P")
T = TypeVar("T")
Result = FoldResult | FoldFailure

POLL = 0.1  # seconds between two looks at `cancelled`
BREAKS = 2  # ended workers after which a fold is given up


def compare(
    corpus: Corpus,
    models: Sequence[Model],
    partitions: PartitionSet,
    *,
    tags: str | None = None,
    strict: bool = False,
    n_workers: int | None = None,
    known: Sequence[FoldResult] = (),
    report: Callable[[int, int], None] = lambda done, total: None,
    fold_done: Callable[[Result], None] = lambda result: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Train and score every model on both halves of every partition.

    Parameters
    ----------
    corpus : Corpus
    models : sequence of Model
        Two or more of one task, with names of their own.
    partitions : PartitionSet
        Made for this corpus; all models are scored on the same halves.
    tags : str, optional
        The column to be predicted; by default role, label or pos, the first there is.
        Of texts, the field that holds their class; by default label.
    strict : bool
        Count only chunks without a broken tag; by default tags are read as conlleval
        reads them.
    n_workers : int, optional
        Worker processes, as many as there are processors by default; 0 trains in this
        process. The predictions are the same for any number.
    known : sequence of FoldResult
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
        A fold whose worker process ended twice, or whose model could not be trained, is
        missing from it and named in its notices; it is done again when the finished
        folds are given as `known`.

    Raises
    ------
    ScoresError, DesignError, TemplateError
        If models, corpus and partitions do not go together.
    concurrent.futures.CancelledError
        When `cancelled` said so.
    """
    planned = plan(corpus, models, partitions, tags=tags, strict=strict)
    results = run(
        planned, n_workers=n_workers, known=known, report=report, fold_done=fold_done, cancelled=cancelled
    )
    return planned.comparison(results)


def evaluate(
    corpus: Corpus,
    models: Sequence[Model],
    folds: Iterable[Pair],
    *,
    answers: str | None = None,
    strict: bool = False,
    n_workers: int | None = None,
    known: Sequence[FoldResult] = (),
    report: Callable[[int, int], None] = lambda done, total: None,
    fold_done: Callable[[Result], None] = lambda result: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Evaluation:
    """Train and score every model on folds of any kind: hold-out, K-fold, bootstrap, halves.

    Parameters
    ----------
    corpus : Corpus
    models : sequence of Model
        One or more of one task, with names of their own.
    folds : iterable of (train, validation)
        Unit numbers, counted from 0. A unit may be named in `train` several times and
        is then trained on as often.
    answers : str, optional
        The column or field to be predicted, `tags` of `compare`.
    strict, n_workers, known, report, fold_done, cancelled
        As in `compare`.

    Returns
    -------
    Evaluation

    Raises
    ------
    ScoresError, DesignError, TemplateError
        If models, corpus and folds do not go together.
    concurrent.futures.CancelledError
        When `cancelled` said so.
    """
    planned = plan_folds(corpus, models, folds, answers=answers, strict=strict)
    results = run(
        planned, n_workers=n_workers, known=known, report=report, fold_done=fold_done, cancelled=cancelled
    )
    return planned.evaluation(results)


def run(
    planned: Plan,
    *,
    n_workers: int | None = None,
    known: Sequence[FoldResult] = (),
    report: Callable[[int, int], None] = lambda done, total: None,
    fold_done: Callable[[Result], None] = lambda result: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Result]:
    """Run what `plan` or `plan_folds` made; parameters as in `compare`."""
    results: list[Result] = list(known)
    folds = planned.folds(known)
    report(len(results), planned.n_folds)
    with _executor(planned, _width(n_workers, len(folds))) as (executor, evaluate, width):
        for result in _done(executor, evaluate, width, folds, cancelled):
            results.append(result)
            fold_done(result)
            report(len(results), planned.n_folds)
    return results


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
    broken: Counter[tuple[int, int]] = Counter()
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
def _executor(planned: Plan, width: int) -> Iterator[tuple[Executor, Callable[[Fold], Result], int]]:
    """Who does the folds, the function to submit, and how many at a time."""
    if width == 0:
        with TemporaryDirectory(prefix="mx2core-", ignore_cleanup_errors=True) as folder:
            yield _Here(), Evaluator(Path(folder), planned.models, planned.material).evaluate, 1
        return
    pool = WorkerPool(width, prepare, planned.models, planned.material)
    try:
        yield pool, do_fold, width
    finally:
        pool.kill()


_evaluator: Evaluator | None = None  # of a worker process


def prepare(folder: Path, models: tuple[Model, ...], material: Material) -> None:
    """Set up a worker process."""
    global _evaluator
    _evaluator = Evaluator(folder, models, material)


def do_fold(fold: Fold) -> Result:
    """Do a fold in a worker process."""
    assert _evaluator is not None
    return _evaluator.evaluate(fold)
