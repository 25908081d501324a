"""Decisions counted over many experiments are those of the tests themselves."""

import numpy as np
import pytest

from benchmarks.trials.batch import intervals, rejections
from mx2core.inference import mx2_t_test, overall_level, sequential_t_test


@pytest.fixture
def differences():
    rng = np.random.default_rng(1)
    return 0.5 + rng.standard_normal((40, 1, 1)) + rng.standard_normal((40, 8, 2))


def test_looks_are_those_of_the_sequential_test(differences):
    for mode, level in (("overall", overall_level(0.05)), ("paper", 0.05)):
        passed = rejections(differences, range(3, 9), level)
        for experiment, row in zip(differences, passed, strict=True):
            test = sequential_t_test(experiment, mode=mode)
            assert test.rejected == row.any()
            if test.rejected:
                assert test.m == 3 + int(row.argmax())


def test_one_look_and_its_interval_are_those_of_the_test(differences):
    lower, upper = intervals(differences, 0.1)
    passed = rejections(differences, [8], 0.1)[:, 0]
    for i, experiment in enumerate(differences):
        test = mx2_t_test(experiment, 0.1)
        assert (lower[i], upper[i]) == pytest.approx((test.lower, test.upper))
        assert passed[i] == test.rejected


def test_equal_differences_decide_nothing():
    same = np.full((2, 5, 2), 0.1)
    assert not rejections(same, [3, 5], 0.05).any()
    assert np.isnan(intervals(same, 0.05)).all()
