"""What a model of a comparison answered, as a table for metrics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...errors import ScoresError
from ...metrics import AnswerTable, default_positive, score_column
from .evaluation import Evaluation

MOST = 200_000  # items; the first finished folds
CLASSES = 5  # with scores, as many cells as so many classes have of MOST items


def answer_table(evaluation: Evaluation, model: int | str, *, scores: bool = False) -> AnswerTable:
    """Right and predicted answers of one model over its finished folds, one row an item.

    Parameters
    ----------
    evaluation : Evaluation
        Or a comparison.
    scores : bool
        Also how likely the model found each class: the columns `score of CLASS`, and `score`, that of
        the class that is likely looked for.

    Returns
    -------
    AnswerTable
        With the columns unit (number of the item in the corpus), gold and predicted. At least one
        fold; further ones up to 200,000 items.

    Raises
    ------
    ScoresError
        If there is no such model, none of its folds is finished, or it has no scores of classes.

    Examples
    --------
    >>> len(mx.training.answer_table(result, "A"))
    32
    """
    number, n = evaluation.index(model), 0
    unit: list[str] = []
    gold, predicted = [], []
    likely: list[NDArray[np.float32]] = []
    most = MOST // len(evaluation.scorer.material.gold[1]) * CLASSES if scores else MOST
    for result in evaluation.results:
        if result.model != number:
            continue
        answered = evaluation.scorer.answered(result)
        if n and n + len(answered.gold) > most:
            break
        if scores:
            if answered.class_scores is None:
                raise ScoresError(
                    "{model} has no class scores, so no threshold.", model=evaluation.models[number]
                )
            likely.append(answered.class_scores)
        values = np.array(answered.values, dtype=object)
        gold += values[answered.gold].tolist()
        predicted += values[answered.predicted].tolist()
        unit += map(str, evaluation.scorer.items(result.fold).tolist())
        n += len(answered.gold)
    if not n:
        raise ScoresError("No training of {model} has finished.", model=str(model))
    columns = {"unit": tuple(unit), "gold": tuple(gold), "predicted": tuple(predicted)}
    if scores:
        columns |= _scores(gold, evaluation.scorer.material.gold[1], np.concatenate(likely))
    return AnswerTable(columns, name=evaluation.models[number])


def _scores(
    gold: list[str], values: tuple[str, ...], likely: NDArray[np.float32]
) -> dict[str, tuple[str, ...]]:
    labels, counts = np.unique(np.array(gold), return_counts=True)
    written = {
        value: tuple(f"{score:.9g}" for score in likely[:, place].tolist())
        for place, value in enumerate(values)
        if value in set(labels.tolist())
    }
    first = written[default_positive(labels.tolist(), counts)]
    return {"score": first, **{score_column(value): cells for value, cells in written.items()}}
