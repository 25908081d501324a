"""Replays: the sequential test itself, run on every order written out."""

from itertools import permutations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mx2core.errors import InputError, ScoresError
from mx2core.inference import mx2_t_test, order_replay, sequential_t_test, stop_replay
from mx2core.inference.checks import ALTERNATIVES
from mx2core.inference.mx2.replay import _orders
from tests.score_tables import E

scores = st.integers(3, 9).flatmap(
    lambda m: arrays(np.float64, (m, 2), elements=st.integers(-60, 140).map(lambda k: k / 1000))
)


@settings(max_examples=25, deadline=None)
@given(differences=scores, mode=st.sampled_from(["paper", "overall"]), side=st.sampled_from(ALTERNATIVES))
def test_orders_are_tests_of_reordered_splits(differences, mode, side):
    replay = order_replay(differences, mode=mode, alternative=side, n_orders=20, seed=5)
    tests = [
        sequential_t_test(differences[order], mode=mode, alternative=side)
        for order in _orders(len(differences), 0, 20, 5)
    ]
    assert replay.rejected == pytest.approx(np.mean([test.rejected for test in tests]))
    for m, share in replay.stops:
        assert share == pytest.approx(np.mean([test.rejected and test.m == m for test in tests]))
    assert replay.mean_m == pytest.approx(np.mean([test.m for test in tests]))


def test_many_orders_come_near_all_of_them():
    every = [sequential_t_test([E[i] for i in order], mode="paper") for order in permutations(range(5))]
    replay = order_replay(E, mode="paper", n_orders=5_000, seed=1)
    share = np.mean([test.rejected for test in every])
    assert abs(replay.rejected - share) < 4 * sqrt(share * (1 - share) / 5_000) + 1e-9
    at_three = np.mean([test.rejected and test.m == 3 for test in every])
    assert abs(dict(replay.stops)[3] - at_three) < 4 * sqrt(0.25 / 5_000)


def test_orders_are_uniform_and_each_depends_on_its_number_alone():
    orders = _orders(4, 0, 4_000, 3)
    counts = np.array([[np.sum(orders[:, place] == i) for i in range(4)] for place in range(4)])
    assert np.all(np.abs(counts - 1_000) < 4 * np.sqrt(4_000 * 0.25 * 0.75))
    np.testing.assert_array_equal(_orders(4, 10, 5, 3), orders[10:15])
    first, second = (order_replay(E, n_orders=50, seed=2).stops for _ in range(2))
    assert first == second


def test_looks_after_the_stop_are_single_looks():
    rows = stop_replay(E, mode="paper")
    assert [row.m for row in rows] == [3, 4, 5]
    for row in rows:
        one = mx2_t_test(E[: row.m])
        assert (row.pvalue, row.lower, row.rejected) == (one.pvalue, one.lower, one.rejected)
    assert [row.m for row in stop_replay(E, looks=(3, 5))] == [3, 5]


@given(differences=scores)
def test_the_test_stops_at_the_first_look_that_rejects(differences):
    rows, test = stop_replay(differences), sequential_t_test(differences)
    rejecting = [row.m for row in rows if row.rejected]
    assert test.rejected == bool(rejecting)
    if rejecting:
        assert test.m == rejecting[0]


def test_equal_differences_stop_in_no_order():
    replay = order_replay(np.full((6, 2), 0.1), n_orders=10)
    assert replay.rejected == 0
    assert replay.mean_m == 6


def test_unusable_input_is_named():
    with pytest.raises(ScoresError, match="first look needs 3 splits, found 2"):
        order_replay(E[:2])
    with pytest.raises(ScoresError, match="first look needs 20 splits, found 5"):
        stop_replay(E, mode="fixed")
    with pytest.raises(InputError, match="`n_orders`"):
        order_replay(E, n_orders=0)
    with pytest.raises(InputError, match="`seed`"):
        order_replay(E, seed=-1)
