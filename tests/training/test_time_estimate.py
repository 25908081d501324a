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
    (each,) = time_estimate.estimated_seconds(corpus, mx.models.presets(corpus)[:1])
    assert each < 2
