"""Train the models of an experiment on the folds of its design."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from ..models import Model
from ..training import Evaluation, evaluate
from .laid_out import LaidOut

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..store import Store


def run_design(
    design: LaidOut,
    corpus: Corpus,
    models: Sequence[Model],
    *,
    answers: str | None = None,
    n_workers: int | None = None,
    executor: Executor | str | None = None,
    store: Store | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Evaluation:
    """Train models on every fold of a design, each once.

    Parameters
    ----------
    design : Design or Study
    corpus : Corpus
        The one the design was made for.
    models : sequence of Model
    answers : str, optional
        The column to be predicted.
    store : Store, optional
        Folds in it are not trained again, and each is put there as it finishes. So a
        run goes on where it was interrupted, and designs share the folds they have in
        common.
    n_workers, executor, report, cancelled
        As in `evaluate`.

    Returns
    -------
    Evaluation
        Of `design.folds`, for `tabulate` or `tabulate_methods`.

    Raises
    ------
    DesignError
        If the design was made for another corpus.
    InputError
        As `evaluate` does.
    """
    design.check_corpus(corpus)
    return evaluate(
        corpus,
        models,
        design.folds,
        answers=answers,
        n_workers=n_workers,
        executor=executor,
        store=store,
        report=report,
        cancelled=cancelled,
    )
