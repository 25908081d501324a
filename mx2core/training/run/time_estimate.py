"""How long a training will take, from trainings on more and more units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic

import numpy as np

from ...brief import frozen
from ...corpus.model import Corpus
from ...models.model import Model
from ..scores.evaluation import Pair
from .folds import FoldResult
from .plan import Plan, plan_folds
from .runner import Run, check_any, train
from .worker_task import Result
from .workers import workers

FIRST = 20  # units trained on before anything is measured: it also loads the library that trains
SMALLEST = 60  # units that are measured first; then twice as many, and so on up to half of the corpus
ENOUGH = 1.0  # seconds of one training of each model together: shorter ones say little on a busy machine
MOST_AT_ONCE = 4  # processes that try
LEAST = 0.02  # seconds that any training takes


@frozen
class TimeEstimate:
    each: tuple[float, ...]  # seconds of one training of each model
    starting: float  # seconds until a process has started and loaded the library that trains


def estimated_seconds(
    corpus: Corpus, models: Sequence[Model], *, gold: str | None = None, n_parallel: int = 1
) -> TimeEstimate:
    """Time of one training of each model on half of a corpus, by trainings on a growing part of it.

    The part grows until a training takes `ENOUGH`. As many processes try at once as will train, so they wait
    for processors as the trainings will. From there to half of the corpus the time goes on along a straight
    line, not in proportion to the units: part of it is the same for any number.
    """
    half = len(corpus) // 2
    folds = [_spread(len(corpus), size) for size in (FIRST, *measured_sizes(half))]
    planned = plan_folds(corpus, models, folds, gold=gold)
    n_tries = min(max(n_parallel, 1), MOST_AT_ONCE)
    with ThreadPoolExecutor(n_tries) as threads:
        tries = list(threads.map(_try, [planned] * n_tries))
    each = tuple(
        max(sum(extrapolated(one.seconds[model], half) for one in tries) / n_tries, LEAST)
        for model in range(len(models))
    )
    return TimeEstimate(each, max(one.starting for one in tries))


@dataclass(frozen=True, slots=True)
class _Try:
    seconds: tuple[dict[int, float], ...]  # of each model, by the number of units
    starting: float


def _try(planned: Plan) -> _Try:
    seconds: tuple[dict[int, float], ...] = tuple({} for _model in planned.models)
    results: list[Result] = []
    began = monotonic()
    with workers(planned, planned.n_folds, 1, None) as found:
        for result in train(found, planned.folds(), Run()):
            results.append(result)
            model, fold = result.key
            size = len(planned.pairs[fold][0])
            if fold > 0 and isinstance(result, FoldResult):
                seconds[model][size] = float(result.log["seconds"] or 0)
            last = model == len(planned.models) - 1
            if last and fold > 1 and sum(one.get(size, 0.0) for one in seconds) >= ENOUGH:
                break
    elapsed = monotonic() - began
    check_any([results])
    return _Try(seconds, max(elapsed - sum(sum(one.values()) for one in seconds), 0.0))


def measured_sizes(half: int) -> tuple[int, ...]:
    """How many units are trained on, one after the other, where a comparison trains on `half`."""
    sizes = [min(SMALLEST, half)]
    while sizes[-1] < half:
        sizes.append(min(2 * sizes[-1], half))
    return tuple(sizes)


def extrapolated(seconds: Mapping[int, float], n_units: int) -> float:
    """Time of a training on `n_units`, from that on fewer: on a line through the fewest and the most.

    >>> extrapolated({60: 0.5, 120: 0.6, 240: 0.8}, 1200)
    2.4
    """
    if not seconds:
        return 0.0
    fewest, most = min(seconds), max(seconds)
    more = max(seconds[most] - seconds[fewest], 0.0) / (most - fewest) if most > fewest else 0.0
    return round(seconds[most] + more * (n_units - most), 12)


def _spread(n_units: int, size: int) -> Pair:
    """As many units to train on and to test on, from everywhere in the corpus."""
    few = np.unique(np.linspace(0, n_units - 1, min(2 * size, n_units)).astype(int))
    return few[::2], few[1::2]
