"""The time of trainings before they are begun."""

from types import SimpleNamespace

import pytest

import mx2core as mx
from mx2core.training.run import time_estimate


@pytest.fixture(autouse=True)
def nothing_waits(monkeypatch):
    monkeypatch.setattr(time_estimate, "_waiting", lambda: 1.0)


def trained(corpus, models, *, folds, **_asked):
    seconds = (2.0, 0.03)  # the first training of a process imports what trains
    results = [SimpleNamespace(model=0, fold=k, log={"seconds": seconds[k]}) for k in range(len(folds))]
    return SimpleNamespace(results=results)


def estimated(monkeypatch):
    corpus = mx.sample("intents_en")
    monkeypatch.setattr(time_estimate, "evaluate", trained)
    return time_estimate.estimated_seconds(corpus, mx.models.presets(corpus)[:1])


def test_what_loading_a_library_takes_is_not_taken_for_training(monkeypatch):
    assert estimated(monkeypatch).each[0] < 0.5


def test_starting_a_process_is_counted_once_and_apart_from_trainings(monkeypatch):
    clock = iter((100.0, 103.5))
    monkeypatch.setattr(time_estimate, "monotonic", lambda: next(clock))
    assert round(estimated(monkeypatch).starting, 6) == 3.47


def test_on_a_busy_machine_trainings_take_longer(monkeypatch):
    (alone,) = estimated(monkeypatch).each
    monkeypatch.setattr(time_estimate, "_waiting", lambda: 6.0)
    (busy,) = estimated(monkeypatch).each
    assert alone < busy <= 6 * alone
