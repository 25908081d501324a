"""How long trainings will take, before they are begun."""

import json
from collections.abc import Sequence
from threading import Lock, Thread
from time import monotonic

from dashboard.server.result_cache import Remembered, remembered
from dashboard.server.running import resources
from dashboard.session import state
from mx2core.corpus import Corpus
from mx2core.errors import Mx2Error
from mx2core.models import Model
from mx2core.studies.kept_study import seconds_of
from mx2core.training.run.time_estimate import TimeEstimate, estimated_seconds

STALE = 20  # seconds after which the store is asked again how long trainings take
STARTING = 3.0  # seconds until processes train, where no try measured it

_tried: Remembered[TimeEstimate | None] = Remembered(200)  # None of tries that failed
_trying: set[tuple[str, str]] = set()
_one_at_a_time = Lock()  # of two at once each would take longer than the trainings will


def total_seconds(models: Sequence[Model], n: int, workers: int) -> float | None:
    """From the button to the last of `n` trainings of these models on the corpus that is open, so many at a time.

    By trainings that were made, else by a try; None where nothing is known of a model.
    """
    project, tried = state.project(), _estimate(models)
    corpus = project.corpus
    # What was begun here is asked for at once; of what others train, now and then.
    trains = any(map(resources.jobs().running, project.experiments))
    lately = (*project.experiments, str(trains), str(int(monotonic() / STALE)))
    each = _seconds(corpus.units_sha256, _settings(models), lately, corpus, models)
    if None in each:
        each = () if tried is None else tried.each
    if not each:
        return None
    return (STARTING if tried is None else tried.starting) + n * sum(filter(None, each)) / len(each) / workers


def try_out(models: Sequence[Model], gold: str, workers: int) -> None:
    """Have the models tried on a few units, in processes of their own; the page does not wait for it."""
    key, corpus = _key(models), state.project().corpus
    if key in _tried or key in _trying:
        return

    def tried() -> TimeEstimate | None:
        try:
            return estimated_seconds(corpus, models, gold=gold, n_parallel=workers)
        except Mx2Error:
            return None

    def trying() -> None:
        try:
            with _one_at_a_time:
                _tried.get(key, tried)
        finally:
            _trying.discard(key)

    _trying.add(key)
    Thread(target=trying, name="trying", daemon=True).start()


def untold(models: Sequence[Model]) -> bool:
    """Whether a try was in vain; the run itself says what is wrong with the models."""
    return _key(models) in _tried and _estimate(models) is None


def _estimate(models: Sequence[Model]) -> TimeEstimate | None:
    key = _key(models)
    return _tried.get(key, lambda: None) if key in _tried else None


def _key(models: Sequence[Model]) -> tuple[str, str]:
    return state.project().corpus.units_sha256, _settings(models)


def _settings(models: Sequence[Model]) -> str:
    return json.dumps([dict(one.settings) for one in models])


@remembered(40)
def _seconds(
    units_sha256: str, settings: str, lately: tuple[str, ...], _corpus: Corpus, _models: Sequence[Model]
) -> tuple[float | None, ...]:
    return seconds_of(resources.store(), _corpus, _models)
