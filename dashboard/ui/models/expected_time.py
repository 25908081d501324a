"""How long trainings will take, before they are begun."""

import json
from collections.abc import Sequence
from time import monotonic

from dashboard.server.result_cache import Remembered, remembered
from dashboard.server.running import experiments, resources
from dashboard.session import state
from mx2core.corpus import Corpus
from mx2core.models import Model
from mx2core.studies.kept_study import seconds_of
from mx2core.training.run.time_estimate import TimeEstimate, estimated_seconds

STALE = 20  # seconds after which the store is asked again how long trainings take
STARTING = 3.0  # seconds until processes train, where no try measured it

_tried: Remembered[TimeEstimate] = Remembered(200)


def seconds_of_all(models: Sequence[Model], n: int, at_once: int) -> float | None:
    """From the button to the last of `n` trainings, so many at a time; None where nothing is known of a model."""
    each = seconds_each(models)
    return None if each is None else _starting(models) + n * each / at_once


def seconds_each(models: Sequence[Model]) -> float | None:
    """Mean of one training of these models on the corpus that is open: of those that were made, else of a try.

    None where nothing is known of a model.
    """
    project = state.project()
    corpus = project.corpus
    # What was begun here is asked for at once; of what others train, now and then.
    lately = (*project.experiments, str(experiments.running(project)), str(int(monotonic() / STALE)))
    known = _seconds(corpus.units_sha256, _settings(models), lately, corpus, models)
    seconds = [one for one in known if one is not None]
    if len(seconds) < len(known):
        key = _key(models)
        if key not in _tried:
            return None
        seconds = list(_known(key).each)
    return sum(seconds) / len(seconds)


def try_out(models: Sequence[Model], gold: str) -> None:
    """Train the models on a few units, in a process of its own, to see how long it takes.

    Raises
    ------
    InputError
        If they cannot be trained.
    """
    corpus = state.project().corpus
    _tried.get(_key(models), lambda: estimated_seconds(corpus, models, gold=gold))


def _starting(models: Sequence[Model]) -> float:
    key = _key(models)
    return _known(key).starting if key in _tried else STARTING


def _known(key: tuple[str, str]) -> TimeEstimate:
    return _tried.get(key, lambda: TimeEstimate((), STARTING))


def _key(models: Sequence[Model]) -> tuple[str, str]:
    return state.project().corpus.units_sha256, _settings(models)


def _settings(models: Sequence[Model]) -> str:
    return json.dumps([dict(one.settings) for one in models])


@remembered(40)
def _seconds(
    units_sha256: str, settings: str, lately: tuple[str, ...], _corpus: Corpus, _models: Sequence[Model]
) -> tuple[float | None, ...]:
    return seconds_of(resources.store(), _corpus, _models)
