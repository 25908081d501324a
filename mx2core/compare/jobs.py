"""A comparison that runs in the background of a server: progress, results so far, cancel."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Literal

from ..errors import InputError, ScoresError
from ..models.model import Model
from .folds import FoldResult
from .plan import plan
from .result import Comparison
from .runner import Result, run

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..partition import PartitionSet

State = Literal["waiting", "running", "done", "cancelled", "failed"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is; `seconds_left` is None before its first fold is finished."""

    done: int
    total: int
    seconds_left: float | None


class Job:
    """Runs `compare` in a thread, which has worker processes do the work.

    Parameters
    ----------
    corpus, models, partitions, tags, strict, n_workers, known, fold_done
        As in `compare`. `fold_done` is called in the job's thread.

    Raises
    ------
    InputError
        At once, as `compare` would, if models, corpus and partitions do not go together.
    """

    def __init__(
        self,
        corpus: Corpus,
        models: Sequence[Model],
        partitions: PartitionSet,
        *,
        tags: str | None = None,
        strict: bool = False,
        n_workers: int | None = None,
        known: Sequence[FoldResult] = (),
        fold_done: Callable[[Result], None] = lambda result: None,
    ) -> None:
        self._plan = plan(corpus, models, partitions, tags=tags, strict=strict)
        self._n_workers = n_workers
        self._known = tuple(known)
        self._fold_done = fold_done
        self._results: list[Result] = list(known)
        self._began = 0.0
        self._stop = Event()
        self._lock = Lock()
        self._state: State = "waiting"
        self._error: InputError | None = None
        self._thread = Thread(target=self._run, name="mx2core-job", daemon=True)

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
            done = len(self._results)
        fresh = done - len(self._known)
        total = self._plan.n_folds
        if not fresh:
            return Progress(done, total, None)
        spent = time.monotonic() - self._began
        return Progress(done, total, spent / fresh * (total - done))

    @property
    def results_so_far(self) -> Comparison:
        """Finished folds; its first `splits_done` splits can be tested already."""
        with self._lock:
            results = tuple(self._results)
        return self._plan.comparison(results)

    def _keep(self, result: Result) -> None:
        with self._lock:
            self._results.append(result)
        self._fold_done(result)

    def _run(self) -> None:
        state: State = "failed"
        # Stands when the run ends by an error of the program, whose traceback goes to the log.
        error: InputError | None = ScoresError(
            "The comparison was stopped by an error in the program; its log has the details."
        )
        try:
            run(
                self._plan,
                n_workers=self._n_workers,
                known=self._known,
                fold_done=self._keep,
                cancelled=self._stop.is_set,
            )
            state, error = "done", None
        except CancelledError:
            state, error = "cancelled", None
        except InputError as caught:
            error = caught
        finally:
            self._error = error
            self._state = state
