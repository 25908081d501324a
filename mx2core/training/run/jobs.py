"""An experiment that runs in the background of a server: progress, results so far, cancel."""

from __future__ import annotations

import time
from concurrent.futures import CancelledError, Executor
from functools import partial
from statistics import median
from threading import Event, Lock, Thread
from typing import Literal

from ...brief import frozen
from ...errors import ClusterError, Mx2Error, ScoresError
from ...store import Store
from ..scores.result import Comparison
from .experiment import Keepable, begin, known_results, run_kept
from .folds import FoldResult
from .runner import Run
from .worker_task import Result
from .workers import n_processes

State = Literal["waiting", "running", "done", "cancelled", "failed"]


@frozen
class Progress:
    """How far a job is, and for how many seconds it has been running.

    `seconds_left` is None until the first training has ended, `missing` unless a cluster is lost.

    >>> mx.training.Progress(done=3, total=12, seconds_left=90.0).total
    12
    """

    done: int
    total: int
    seconds_left: float | None
    seconds: float = 0.0
    missing: ClusterError | None = None


class ExperimentJob:
    """Runs an experiment or a kept design in a thread; what the store has is among the results at once.

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
    >>> from tempfile import TemporaryDirectory
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
        self.id = begin(store, experiment, retry=retry)
        self._plans = experiment.plans
        self._results = known_results(store, self.id, self._plans)
        self._began = 0.0
        self._n_parallel = None if executor is not None else n_processes(self._n_missing(), n_workers)
        self._arrived = 0.0  # when the last training was finished
        self._seconds: list[
            tuple[int, float]
        ] = []  # model and seconds of each training, as they were finished
        self._missing: ClusterError | None = None
        self._stop = Event()
        self._lock = Lock()
        self._state: State = "waiting"
        self._error: Mx2Error | None = None
        self._thread = Thread(target=self._live, name="mx2core-job", daemon=True)
        self._work = partial(
            run_kept,
            store,
            self.id,
            experiment,
            Run(n_workers, executor, fold_done=self._keep, cancelled=self._stop.is_set, waits=self._wait),
        )

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
    def error(self) -> Mx2Error | None:
        """Why the job failed; None unless `state` is failed."""
        return self._error

    @property
    def progress(self) -> Progress:
        now = time.monotonic()
        with self._lock:
            done, left = sum(map(len, self._results)), self._seconds_left(now)
        total = sum(planned.n_folds for planned in self._plans)
        spent = 0.0 if self._state == "waiting" else now - self._began
        return Progress(done, total, left, spent, self._missing)

    def _n_missing(self) -> int:
        return sum(planned.n_folds for planned in self._plans) - sum(map(len, self._results))

    def _seconds_left(self, now: float) -> float | None:
        """What each model has left, at the median time of its own trainings; None before the first.

        Models differ, and the first training of a process also loads libraries: it counts only as long as
        nothing better is known. However long those under way last, those after them are still to come.
        """
        missing = self._n_missing()
        if not missing:
            return 0.0
        if not self._seconds:
            return None
        at_once = self._n_parallel or 1
        work = 0.0
        for model in range(len(self._plans[0].models)):
            n_left = sum(len(planned.pairs) for planned in self._plans)
            n_left -= sum(result.model == model for results in self._results for result in results)
            own, later = (
                [seconds for of, seconds in known if of == model]
                for known in (self._seconds, self._seconds[at_once:])
            )
            work += n_left * median(later or own or [seconds for _of, seconds in self._seconds])
        if self._n_parallel is None:  # a cluster: as many as were at work so far
            at_work = sum(seconds for _model, seconds in self._seconds)
            at_once = max(round(at_work / max(self._arrived - self._began, 1e-9)), 1)
        under_way = min(at_once, missing)
        after_them = work * (1 - under_way / missing) / at_once
        return max(work / under_way - (now - self._arrived), after_them)

    @property
    def comparisons_so_far(self) -> tuple[Comparison, ...]:
        """Finished folds of every set of partitions; the first `splits_done` splits can be tested."""
        with self._lock:
            results = [tuple(some) for some in self._results]
        return tuple(planned.comparison(some) for planned, some in zip(self._plans, results, strict=True))

    def _wait(self, missing: ClusterError | None) -> None:
        self._missing = missing

    def _keep(self, number: int, result: Result) -> None:
        with self._lock:
            if isinstance(result, FoldResult) and result.log["seconds"] is not None:
                self._seconds.append((result.model, float(result.log["seconds"])))
                self._arrived = time.monotonic()
            self._results[number].append(result)

    def _live(self) -> None:
        state: State = "failed"
        # Stands when the run ends by an error of the program, whose traceback goes to the log.
        error: Mx2Error | None = ScoresError("A program error stopped the comparison; see the log.")
        try:
            results = self._work()
            with self._lock:
                self._results = results
            state, error = "done", None
        except CancelledError:
            state, error = "cancelled", None
        except Mx2Error as caught:
            error = caught
        finally:
            self._error = error
            self._state = state
