"""How long a training will take, from a training on a few units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np

from ...brief import brief
from ...corpus.model import Corpus
from ...models.model import Model
from .runner import evaluate

UNITS = 40  # trained on to see how long it takes
STARTING = 0.02  # seconds of a training that no number of units costs


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

    Each is trained twice and the faster counts: the first also loads the library that trains.
    A rough figure: on the samples .9 to 1.6 times the truth.

    Raises
    ------
    InputError
        As `evaluate`.
    """
    n = len(corpus)
    few = np.unique(np.linspace(0, n - 1, min(2 * UNITS, n)).astype(int))
    train, other = few[::2], few[1::2]
    began = monotonic()
    found = evaluate(corpus, models, folds=[(train, other), (other, train)], gold=gold, n_workers=n_workers)
    seconds: dict[int, float] = {}
    for result in found.results:
        taken = float(result.log["seconds"] or 0)
        seconds[result.model] = min(taken, seconds.get(result.model, taken))
    more = n / 2 / len(train)
    each = tuple(STARTING + max(seconds.get(k, 0.0) - STARTING, 0.0) * more for k in range(len(models)))
    return TimeEstimate(each, max(monotonic() - began - 2 * sum(seconds.values()), 0.0))
