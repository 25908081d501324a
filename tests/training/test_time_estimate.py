"""The time of trainings before they are begun."""

from types import SimpleNamespace

import mx2core as mx
from mx2core.training.run import time_estimate


def test_what_loading_a_library_takes_is_not_taken_for_training(monkeypatch):
    corpus = mx.sample("intents_en")

    def trained(corpus, models, *, folds, **_asked):
        seconds = (2.0, 0.03)  # the first training of a process imports what trains
        results = [SimpleNamespace(model=0, log={"seconds": seconds[k]}) for k in range(len(folds))]
        return SimpleNamespace(results=results)

    monkeypatch.setattr(time_estimate, "evaluate", trained)
    found = time_estimate.estimated_seconds(corpus, mx.models.presets(corpus)[:1])
    assert len(found.each) == 1
    assert found.each[0] < 2


def test_starting_a_process_is_counted_once_and_apart_from_trainings(monkeypatch):
    corpus = mx.sample("intents_en")
    clock = iter((100.0, 103.5))
    results = [SimpleNamespace(model=0, log={"seconds": 0.03})] * 2
    monkeypatch.setattr(time_estimate, "monotonic", lambda: next(clock))
    monkeypatch.setattr(time_estimate, "evaluate", lambda *_a, **_b: SimpleNamespace(results=results))
    found = time_estimate.estimated_seconds(corpus, mx.models.presets(corpus)[:1])
    assert round(found.starting, 6) == 3.44
