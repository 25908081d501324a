"""The time of trainings before they are begun, by a trainer whose time is known."""

from contextlib import contextmanager

import numpy as np
import pytest

import mx2core as mx
from mx2core.training.run import time_estimate
from mx2core.training.run.folds import FoldResult
from mx2core.training.run.time_estimate import ENOUGH, FIRST, estimated_seconds, measured_sizes

LOADING = 10.0  # seconds of the first training in a process
HALF = 608  # of the sample


@pytest.fixture
def trained(monkeypatch):
    """What was trained on, (model, units), where a training takes `trained.seconds(model, units)`."""

    class Trained(list):
        def seconds(self, model, n):
            return 0.001 * n

    units = Trained()

    def train(found, folds, cancelled):
        for number, fold in enumerate(folds):
            units.append((fold.model, len(fold.train)))
            taken = LOADING if number == 0 else units.seconds(fold.model, len(fold.train))
            codes = np.zeros(len(fold.validation), int)
            yield FoldResult(*fold.key, codes, None, {"seconds": taken}, {})

    @contextmanager
    def nobody(*asked):
        yield None

    monkeypatch.setattr(time_estimate, "train", train)
    monkeypatch.setattr(time_estimate, "workers", nobody)
    return units


def estimate(n_models=2, **asked):
    corpus = mx.sample("intents_en")
    return estimated_seconds(corpus, mx.models.presets(corpus)[:n_models], **asked)


@pytest.mark.parametrize(
    "seconds",
    [
        lambda model, n: 0.05 + 0.0006 * n,  # texts: most of a short one is the same for any number
        lambda model, n: (0.006, 0.001)[model] * n,  # tags
        lambda model, n: 0.02,
        lambda model, n: 20.0 + 0.1 * n,
    ],
)
def test_a_time_along_a_line_is_known_whatever_stays_the_same(trained, seconds):
    trained.seconds = seconds
    assert estimate().each == pytest.approx([seconds(0, HALF), seconds(1, HALF)])


@pytest.mark.parametrize("power", [0.8, 1.2, 1.35])
def test_a_time_that_grows_otherwise_is_known_within_a_factor_of_two(trained, power):
    trained.seconds = lambda model, n: 0.01 * n**power
    for found in estimate().each:
        assert 0.5 < found / trained.seconds(0, HALF) < 2


def test_short_trainings_are_tried_as_they_will_be_and_long_ones_on_few_units(trained):
    trained.seconds = lambda model, n: 0.0001 * n
    estimate()
    assert [n for model, n in trained if model == 0] == [FIRST, *measured_sizes(HALF)]
    trained.clear()
    trained.seconds = lambda model, n: 0.005 * n
    estimate()
    assert [n for model, n in trained if model == 0] == [FIRST, 60, 120]
    assert sum(trained.seconds(model, 120) for model in (0, 1)) >= ENOUGH


def test_as_many_try_n_parallel_as_will_train(trained):
    assert estimate(1, n_parallel=2) == estimate(1)
    assert len(trained) == 3 * (len(measured_sizes(HALF)) + 1)


def test_loading_a_library_is_counted_once_and_apart_from_trainings(trained, monkeypatch):
    clock = iter((100.0, 113.5))
    monkeypatch.setattr(time_estimate, "monotonic", lambda: next(clock))
    found = estimate(1)
    assert found.each[0] < 1
    tried = sum(trained.seconds(0, n) for n in measured_sizes(HALF))
    assert found.starting == pytest.approx(13.5 - tried)
