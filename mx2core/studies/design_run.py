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
    *,
    models: Sequence[Model],
    gold: str | None = None,
    n_workers: int | None = None,
    executor: Executor | str | None = None,
    store: Store | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Evaluation:
    r"""Train models on every fold of a design, each once.

    Parameters
    ----------
    design : Design or Study
    corpus : Corpus
        The one the design was made for.
    models : sequence of Model
    gold : str, optional
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

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> planned = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> evaluation = mx.studies.run_design(planned, corpus, models=mx.models.presets(corpus), n_workers=0)
    >>> evaluation.models
    ('A', 'B')
    """
    design.check_corpus(corpus)
    return evaluate(
        corpus,
        models,
        folds=design.folds,
        gold=gold,
        n_workers=n_workers,
        executor=executor,
        store=store,
        report=report,
        cancelled=cancelled,
    )
