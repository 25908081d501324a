"""What a model of a comparison answered, as a table for metrics."""

from __future__ import annotations

import numpy as np

from ..errors import ScoresError
from ..metrics import AnswerTable
from .evaluation import Evaluation

MOST = 200_000  # items; the first finished folds


def answer_table(evaluation: Evaluation, model: int | str) -> AnswerTable:
    r"""Right and predicted answers of one model over its finished folds, one row an item.

    Parameters
    ----------
    evaluation : Evaluation
        Or a comparison.
    model : int or str

    Returns
    -------
    AnswerTable
        With the columns unit (number of the item in the corpus), gold and predicted. At least one
        fold; further ones up to 200,000 items.

    Raises
    ------
    ScoresError
        If there is no such model, or none of its folds is finished.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    >>> len(mx.training.answer_table(result, "A"))
    32
    """
    number, n = evaluation.index(model), 0
    unit: list[str] = []
    gold, predicted = [], []
    for result in evaluation.results:
        if result.model != number:
            continue
        answered = evaluation.scorer.answered(result)
        if n and n + len(answered.gold) > MOST:
            break
        values = np.array(answered.values, dtype=object)
        gold += values[answered.gold].tolist()
        predicted += values[answered.predicted].tolist()
        unit += map(str, evaluation.scorer.items(result.fold).tolist())
        n += len(answered.gold)
    if not n:
        raise ScoresError("No training of {model} has finished, so there are no answers.", model=str(model))
    columns = {"unit": tuple(unit), "gold": tuple(gold), "predicted": tuple(predicted)}
    return AnswerTable(columns, name=evaluation.models[number])
