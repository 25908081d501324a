"""Run an evaluation: folds go to workers in order, results come back in any order."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from ...brief import frozen
from ...errors import ClusterError, ScoresError, WorkersError
from ...models.model import Model
from ..scores.evaluation import Evaluation, Pair
from ..scores.result import Comparison
from .folds import Fold, FoldFailure
from .kept_folds import KeptFolds, when_free
from .plan import Plan, plan, plan_folds
from .pool import WorkerNotStarted, WorkersLost
from .worker_task import Result, Workers
from .workers import workers

if TYPE_CHECKING:
    from ...corpus.model import Corpus
    from ...partition import PartitionSet
    from ...store import Store

POLL = 0.1  # seconds between two looks at `cancelled`
BREAKS = 2  # ended workers after which a fold is given up


def compare(
    corpus: Corpus,
    models: Sequence[Model],
    *,
    partitions: PartitionSet,
    gold: str | None = None,
    strict: bool = False,
    n_workers: int | None = None,
    executor: Executor | str | None = None,
    store: Store | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
    fold_done: Callable[[Result], None] = lambda result: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Train and score every model on both halves of every partition.

    Parameters
    ----------
    models : sequence of Model
        Two or more of one task, with names of their own.
    partitions : PartitionSet
        Made for this corpus; all models are scored on the same halves.
    gold : str, optional
        The column to be predicted; by default role, label or pos, the first there is.
        Of texts, the field that holds their class; by default label.
    strict : bool
        Count only chunks without a broken tag; by default tags are read as conlleval
        reads them.
    n_workers : int, optional
        Worker processes, by default one for each processor that this process may use; 0
        trains in this process. The predictions are the same for any number.
    executor : Executor or str, optional
        Who trains instead of worker processes: an executor of `concurrent.futures`, or
        `dask:ADDRESS` for the cluster of a Dask scheduler, as in dask:tcp://10.0.0.5:8786.
    store : Store, optional
        Folds that are in it are not run again; others are put there as they finish.
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
        missing from it and named in its notices; with a store, it is done again next time.

    Raises
    ------
    ScoresError, DesignError, TemplateError
        If models, corpus and partitions do not go together, or no model could be trained
        on any fold.
    WorkersError
        If worker processes cannot be used, before the first fold.
    StoreError, ClusterError
        If the store cannot be written, or a cluster not be reached; what was finished
        before stays in the store.
    concurrent.futures.CancelledError
        When `cancelled` returned true.

    Examples
    --------
    >>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    >>> bool((result.scores("accuracy") == 1).any())
    True
    """
    planned = plan(corpus, models, partitions, gold=gold, strict=strict)
    (results,) = run_all(
        [planned], Run(n_workers, executor, store, report, lambda _, result: fold_done(result), cancelled)
    )
    return planned.comparison(results)


def evaluate(
    corpus: Corpus,
    models: Sequence[Model],
    *,
    folds: Iterable[Pair],
    gold: str | None = None,
    strict: bool = False,
    n_workers: int | None = None,
    executor: Executor | str | None = None,
    store: Store | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
    fold_done: Callable[[Result], None] = lambda result: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Evaluation:
    """Train and score every model on folds of any kind: hold-out, K-fold, bootstrap, halves.

    Parameters
    ----------
    models : sequence of Model
        One or more of one task, with names of their own.
    folds : iterable of (train, validation)
        Unit numbers, counted from 0. A unit may be named in `train` several times and
        is then trained on as often.
    gold : str, optional
        The column or field to be predicted, as in `compare`.
    strict, n_workers, executor, store, report, fold_done, cancelled
        As in `compare`.

    Raises
    ------
    ScoresError, DesignError, TemplateError
        If models, corpus and folds do not go together, or no model could be trained on any.
    WorkersError, StoreError, ClusterError
        As in `compare`.
    concurrent.futures.CancelledError
        When `cancelled` returned true.

    Examples
    --------
    >>> folds = mx.random_partitions(len(corpus), 1).folds()
    >>> found = mx.training.evaluate(corpus, mx.models.presets(corpus), folds=folds, n_workers=0)
    >>> found.scores("accuracy").shape
    (2, 2)
    """
    planned = plan_folds(corpus, models, folds, gold=gold, strict=strict)
    (results,) = run_all(
        [planned], Run(n_workers, executor, store, report, lambda _, result: fold_done(result), cancelled)
    )
    return planned.evaluation(results)


@frozen
class Run:
    """Who trains the folds, where they are kept, and who is notified; see `compare`.

    >>> mx.training.Run(n_workers=0).cancelled()
    False
    """

    n_workers: int | None = None
    executor: Executor | str | None = None
    store: Store | None = None
    report: Callable[[int, int], None] = lambda done, total: None
    fold_done: Callable[[int, Result], None] = lambda number, result: None  # with the number of its plan
    cancelled: Callable[[], bool] = lambda: False
    waits: Callable[[ClusterError | None], None] = lambda missing: None  # None once it goes on


def run_all(plans: Sequence[Plan], run: Run, known: Sequence[Sequence[Result]] = ()) -> list[list[Result]]:
    """Run plans of the same models, those of one corpus with the same workers.

    `known` has a sequence for each plan, or is empty; `fold_done` is told the number of the plan.
    """
    results = [list(some) for some in known] or [[] for _ in plans]
    stored = [] if run.store is None else [KeptFolds(run.store, planned) for planned in plans]

    def missing(number: int) -> list[Fold]:
        """Folds of a plan to be done; what another plan has finished since is found."""
        if stored:
            results[number] += stored[number].load(plans[number].folds(results[number]))
        return plans[number].folds(results[number])

    def progress() -> None:
        run.report(sum(map(len, results)), sum(planned.n_folds for planned in plans))

    n_missing = [len(missing(number)) for number in range(len(plans))]
    progress()
    for _, some in groupby(range(len(plans)), key=lambda number: plans[number].corpus):
        numbers = list(some)
        of_corpus = sum(n_missing[number] for number in numbers)
        with workers(plans[numbers[0]], of_corpus, run.n_workers, run.executor) as found:
            for number in numbers:
                for result in train(found, missing(number), run):
                    if stored:
                        when_free(partial(stored[number].keep, result), run.cancelled)
                    results[number].append(result)
                    run.fold_done(number, result)
                    progress()
    check_any(results)
    return results


def check_any(results: Sequence[Sequence[Result]]) -> None:
    """Refuse to call it a result when no model could be trained on any fold."""
    failures = [result for some in results for result in some if isinstance(result, FoldFailure)]
    if not failures or len(failures) < sum(map(len, results)):
        return
    raise ScoresError("No model could be trained on any fold. {reason}", reason=failures[0].reason)


def train(workers: Workers, folds: Sequence[Fold], run: Run) -> Iterator[Result]:
    """Results as they come; only so many folds are under way that the order is kept."""
    waiting = deque(folds)
    running: dict[Future[Result], Fold] = {}
    broken: Counter[tuple[int, int]] = Counter()
    begun = False  # whether any worker did anything
    told: ClusterError | None = None
    try:
        while waiting or running:
            workers.look()
            if run.cancelled():
                raise CancelledError("the comparison was cancelled")
            width = workers.width()
            while waiting and len(running) < width:
                fold = waiting.popleft()
                running[workers.submit(fold)] = fold
            if str(workers.missing()) != str(told):
                told = workers.missing()
                run.waits(told)
            for future in wait(running, timeout=POLL, return_when=FIRST_COMPLETED).done:
                fold = running.pop(future)
                error = future.exception()
                if not isinstance(error, BrokenExecutor):
                    yield future.result()
                    begun = True
                    continue
                if isinstance(error, WorkersLost):
                    waiting.appendleft(fold)
                    continue
                broken[fold.key] += 1
                if broken[fold.key] < BREAKS:
                    waiting.appendleft(fold)
                elif isinstance(error, WorkerNotStarted) and not begun:
                    raise WorkersError(
                        "Workers ended ({reason}); see their standard error.", reason=str(error)
                    )
                else:
                    yield FoldFailure(*fold.key, "worker")
    finally:
        for future in running:  # of an executor that goes on living
            future.cancel()
