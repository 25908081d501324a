"""A design that runs in the background of a server: progress, cancel, and what was trained is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from ..compare import Evaluation
from ..compare.jobs import Background, Keep
from ..compare.kept import KeptFolds
from ..compare.plan import plan_folds
from ..compare.runner import run_all
from ..compare.workers import Result
from .designs import Design

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..models import Model
    from ..store import Store


class DesignJob(Background):
    """Runs a design in a thread; trainings that the store has are not done again.

    Parameters
    ----------
    store : Store
    design : Design
    corpus : Corpus
        The one the design was made for.
    models : sequence of Model
    answers : str, optional
        The column to be predicted.
    n_workers, executor
        As in `compare`.

    Raises
    ------
    InputError
        At once, if models, corpus and folds do not go together.
    """

    def __init__(
        self,
        store: Store,
        design: Design,
        corpus: Corpus,
        models: Sequence[Model],
        *,
        answers: str | None = None,
        n_workers: int | None = None,
        executor: Executor | str | None = None,
    ) -> None:
        self.design = design
        self._planned = plan_folds(corpus, models, design.folds, answers=answers)
        keys = sorted(self._planned.keys().values())
        self.id = hashlib.sha256("\n".join([design.name, *keys]).encode()).hexdigest()[:16]
        known = [KeptFolds(store, self._planned).known(self._planned.folds())]

        def work(keep: Keep, cancelled: Callable[[], bool]) -> list[list[Result]]:
            return run_all(
                [self._planned],
                n_workers=n_workers,
                executor=executor,
                store=store,
                known=known,
                fold_done=keep,
                cancelled=cancelled,
            )

        super().__init__([self._planned], known, work)

    @property
    def evaluation(self) -> Evaluation:
        """What the finished folds say."""
        with self._lock:
            results = tuple(self._results[0])
        return self._planned.evaluation(results)
