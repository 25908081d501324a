"""A comparison that runs in the background of a server: progress, results so far, cancel."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Literal

from ..brief import brief
from ..errors import InputError, ScoresError
from ..models.model import Model
from .folds import FoldResult
from .plan import Plan, plan
from .result import Comparison
from .runner import run_all
from .worker_task import Result

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..partition import PartitionSet
    from ..store import Store
    from .experiment import Keepable

State = Literal["waiting", "running", "done", "cancelled", "failed"]
Keep = Callable[[int, Result], None]  # number of the plan, what a fold gave
Work = Callable[[Keep, Callable[[], bool]], list[list[Result]]]


@brief
@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is, and for how many seconds it has been running.

    `seconds_left` is None before its first fold is finished.

    >>> import mx2core as mx
    >>> mx.training.Progress(done=3, total=12, seconds_left=90.0).total
    12
    """

    done: int
    total: int
    seconds_left: float | None
    seconds: float = 0.0


class Background:
    """Work in a thread whose finished folds can be looked at while it goes on.

    Parameters
    ----------
    plans : sequence of Plan
    known : sequence of sequences of results
        What is known of each plan before any work.
    work : callable
        Does it: given where to tell what each fold gave, and whom to ask whether to stop.
    """

    def __init__(self, plans: Sequence[Plan], known: Sequence[Sequence[Result]], work: Work) -> None:
        self._plans = tuple(plans)
        self._results = [list(some) for some in known]
        self._n_known = sum(map(len, known))
        self._work = work
        self._began = 0.0
        self._stop = Event()
        self._lock = Lock()
        self._state: State = "waiting"
        self._error: InputError | None = None
        self._thread = Thread(target=self._live, name="mx2core-job", daemon=True)

    def start(self) -> None:
        """Begin; a job runs once."""
        self._began = time.monotonic()
        self._state = "running"
        self._thread.start()

    def cancel(self) -> None:
        """End the worker processes; `state` becomes cancelled within a second or two."""
        self._stop.set()
        if self._state == "waiting":
            self._state = "cancelled"

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the job; True when it has come to its end."""
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return self._state not in ("waiting", "running")

    @property
    def state(self) -> State:
        return self._state

    @property
    def error(self) -> InputError | None:
        """Why the job failed; None unless `state` is failed."""
        return self._error

    @property
    def progress(self) -> Progress:
        with self._lock:
            done = sum(map(len, self._results))
        fresh = done - self._n_known
        total = sum(planned.n_folds for planned in self._plans)
        spent = 0.0 if self._state == "waiting" else time.monotonic() - self._began
        left = spent / fresh * (total - done) if fresh else None
        return Progress(done, total, left, spent)

    @property
    def comparisons_so_far(self) -> tuple[Comparison, ...]:
        """Finished folds of every set of partitions; the first `splits_done` splits can be tested."""
        with self._lock:
            results = [tuple(some) for some in self._results]
        return tuple(planned.comparison(some) for planned, some in zip(self._plans, results, strict=True))

    def _keep(self, number: int, result: Result) -> None:
        with self._lock:
            self._results[number].append(result)

    def _live(self) -> None:
        state: State = "failed"
        # Stands when the run ends by an error of the program, whose traceback goes to the log.
        error: InputError | None = ScoresError(
            "The comparison was stopped by an error in the program; its log has the details."
        )
        try:
            results = self._work(self._keep, self._stop.is_set)
            with self._lock:
                self._results = results
            state, error = "done", None
        except CancelledError:
            state, error = "cancelled", None
        except InputError as caught:
            error = caught
        finally:
            self._error = error
            self._state = state


class Job(Background):
    r"""Runs `compare` in a thread, which has workers do the work.

    Parameters
    ----------
    corpus, models, partitions, gold, strict, n_workers, executor, known, fold_done
        As in `compare`. `fold_done` is called in the job's thread.

    Raises
    ------
    InputError
        At once, as `compare` would, if models, corpus and partitions do not go together.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> job = mx.training.Job(corpus, mx.models.presets(corpus), halves, n_workers=0)
    >>> job.start()
    >>> job.join()
    True
    >>> job.state
    'done'
    """

    def __init__(
        self,
        corpus: Corpus,
        models: Sequence[Model],
        partitions: PartitionSet,
        *,
        gold: str | None = None,
        strict: bool = False,
        n_workers: int | None = None,
        executor: Executor | str | None = None,
        known: Sequence[FoldResult] = (),
        fold_done: Callable[[Result], None] = lambda result: None,
    ) -> None:
        planned = plan(corpus, models, partitions, gold=gold, strict=strict)

        def work(keep: Keep, cancelled: Callable[[], bool]) -> list[list[Result]]:
            def done(number: int, result: Result) -> None:
                keep(number, result)
                fold_done(result)

            return run_all(
                [planned],
                n_workers=n_workers,
                executor=executor,
                known=[known],
                fold_done=done,
                cancelled=cancelled,
            )

        super().__init__([planned], [known], work)


class ExperimentJob(Background):
    r"""Runs an experiment or a kept design in a thread; what the store has is among the results at once.

    Parameters
    ----------
    store, experiment, retry, n_workers, executor
        As in `run_experiment`.

    Raises
    ------
    StoreError
        At once, if the store cannot be written.

    Examples
    --------
    >>> import mx2core as mx
    >>> from tempfile import TemporaryDirectory
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> experiment = mx.training.Experiment("A, B", corpus, mx.models.presets(corpus), (halves,))
    >>> with TemporaryDirectory() as folder, mx.store.Store(f"{folder}/runs.db") as store:
    ...     job = mx.training.ExperimentJob(store, experiment, n_workers=0)
    ...     job.start()
    ...     job.join()
    True
    >>> job.state
    'done'
    """

    def __init__(
        self,
        store: Store,
        experiment: Keepable,
        *,
        retry: bool = False,
        n_workers: int | None = None,
        executor: Executor | str | None = None,
    ) -> None:
        from .experiment import begin, known_results, run_kept

        self.id = begin(store, experiment, retry=retry)

        def work(keep: Keep, cancelled: Callable[[], bool]) -> list[list[Result]]:
            return run_kept(
                store,
                self.id,
                experiment,
                n_workers=n_workers,
                executor=executor,
                fold_done=keep,
                cancelled=cancelled,
            )

        super().__init__(experiment.plans, known_results(store, self.id, experiment.plans), work)
