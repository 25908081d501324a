"""Scores that are functions: of one answered fold, or of right and predicted labels as in scikit-learn."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ...errors import ScoresError
from ...metrics.fold_sums import AnsweredItems

OF_SCORES = ("y_score", "y_prob", "y_proba", "pred_decision")  # second arguments that are no labels


def function_name(metric: Callable[..., Any]) -> str:
    """What a function is called; one of scikit-learn with arguments says them, which decide what it is.

    >>> from functools import partial
    >>> function_name(sum), function_name(partial(sum, start=1))
    ('sum', 'sum(start=1)')
    """
    if isinstance(metric, partial):
        given = ", ".join(
            [*map(repr, metric.args), *(f"{key}={value}" for key, value in metric.keywords.items())]
        )
        return f"{function_name(metric.func)}({given})"
    return str(getattr(metric, "__name__", type(metric).__name__))


def score_of(metric: Callable[..., Any], fold: AnsweredItems) -> float:
    """What a function says of a fold; labels are handed over as their names."""
    if not takes_labels(metric):
        return float(metric(fold))
    names = np.array(fold.values)
    try:
        return float(metric(names[fold.gold], names[fold.predicted]))
    except (TypeError, ValueError) as cause:
        raise ScoresError(
            "{name} failed: {reason}. Set its arguments: functools.partial({function}, average='macro').",
            name=function_name(metric),
            reason=str(cause).rstrip("."),
            function=function_name(metric.func if isinstance(metric, partial) else metric),
        ) from cause


def takes_labels(metric: Callable[..., Any]) -> bool:
    """Whether the function is one of right and predicted labels, or of a fold; another is refused."""
    try:
        signature = inspect.signature(metric)
    except ValueError:  # built in, without a signature
        return False
    for arguments in ((None,), (None, None)):
        try:
            bound = signature.bind(*arguments)
        except TypeError:
            continue
        scored = len(arguments) == 2 and list(bound.arguments)[1] in OF_SCORES
        if not scored:
            return len(arguments) == 2
    raise ScoresError(
        "{name} must take a fold, or right and predicted labels: lambda fold: {name}(fold.gold, "
        "fold.class_scores).",
        name=function_name(metric),
    )
