"""How long a training will take, from a training on a few units."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np

from ...brief import brief
from ...corpus.model import Corpus
from ...models.model import Model
from .runner import evaluate

UNITS = 120  # trained on to see how long it takes
FIRST = 20  # trained on before that: the first training also loads the library that trains
LEAST = 0.02  # seconds that any training takes


@brief
@dataclass(frozen=True, slots=True)
class TimeEstimate:
    """What trainings will take."""

    each: tuple[float, ...]  # seconds of one training of each model
    starting: float  # seconds until a process has started and loaded the library that trains


def estimated_seconds(
    corpus: Corpus, models: Sequence[Model], *, gold: str | None = None, n_workers: int = 1
) -> TimeEstimate:
    """Time of one training of each model on half of a corpus: that on `UNITS` units, in proportion.

    A rough figure, most often .5 to 2 times the truth. Processes that wait for a processor slow down long
    trainings more than a short try, so their number counts.

    Raises
    ------
    InputError
        As `evaluate`.
    """
    n = len(corpus)
    few = np.unique(np.linspace(0, n - 1, min(2 * UNITS, n)).astype(int))
    train, other = few[::2], few[1::2]
    began = monotonic()
    folds = [(train[:FIRST], other[:FIRST]), (train, other)]
    found = evaluate(corpus, models, folds=folds, gold=gold, n_workers=n_workers)
    seconds = [0.0] * len(models)
    for result in found.results:
        if result.fold == 1:
            seconds[result.model] = float(result.log["seconds"] or 0)
    more = n / 2 / len(train) * _waiting()
    each = tuple(max(one * more, LEAST) for one in seconds)
    return TimeEstimate(each, max(monotonic() - began - sum(seconds), 0.0) * _waiting())


def _waiting() -> float:
    """How many times as long as in a short try a process takes, by the load of the last minute.

    Its root, for the try has waited, too: with twenty processes on two processors trainings took 2 to 8
    times as long as the try said.
    """
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return math.sqrt(max((load + 1) / (os.cpu_count() or 1), 1.0))
