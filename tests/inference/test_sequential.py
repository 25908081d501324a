"""The sequential test: check numbers, what stopping means, and the plain rule written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from mx2core.errors import InputError, ScoresError
from mx2core.inference import CorrelationBounds, mx2_t_test, overall_level, rejection_rate, sequential_t_test
from mx2core.inference.mx2.promise import condition
from mx2core.training import Rule
from mx2core.training.decisions.planned_tests import planned_test
from tests.score_tables import E

scores = st.integers(3, 20).flatmap(
    lambda m: arrays(np.float64, (m, 2), elements=st.integers(-60, 140).map(lambda k: k / 1000))
)


def stops_at(differences, level, looks):
    """Mean above C_m t sigma, look by look."""
    for m in looks:
        part = np.asarray(differences[:m])
        if len(part) < m:
            return None
        bound = np.sqrt((2 * m + 1) / (2 * m - 1)) * stats.t.isf(level, 2 * m - 1) * part.std()
        if np.ptp(part) > 0 and part.mean() > bound:
            return m
    return None


def test_check_numbers():
    paper = sequential_t_test(E, mode="paper")
    assert (paper.rejected, paper.m, paper.state) == (True, 3, "rejected")
    overall = sequential_t_test(E)
    assert (overall.rejected, overall.m, overall.level_per_look) == (True, 4, 0.0183)
    assert [row.rejected for row in overall.table] == [False, True]
    assert overall.table[0].pvalue == pytest.approx(0.041049, abs=5e-7)
    assert overall.table[1].statistic == pytest.approx(2.639296, abs=5e-7)


@pytest.mark.parametrize("mode", ["overall", "paper"])
@given(differences=scores)
def test_stops_where_the_plain_rule_stops(mode, differences):
    test = sequential_t_test(differences, mode=mode)
    expected = stops_at(differences, test.level_per_look, range(3, 21))
    assert test.rejected == (expected is not None)
    if test.rejected:
        assert (test.m, test.state) == (expected, "rejected")
    else:
        assert test.m == len(differences)
        assert test.state == ("not rejected" if test.m == 20 else "continue")


@given(differences=scores, later=st.floats(-0.5, 0.5))
def test_splits_after_the_stop_change_nothing(differences, later):
    before = sequential_t_test(differences)
    more = np.vstack([differences, [[later, -later]]])
    after = sequential_t_test(more)
    shared = len(before.table)
    assert [row.m for row in after.table[:shared]] == [row.m for row in before.table]
    if before.rejected:
        assert (after.m, after.rejected, len(after.table)) == (before.m, True, shared)


@given(differences=scores)
def test_overall_never_rejects_where_the_paper_does_not(differences):
    overall, paper = sequential_t_test(differences), sequential_t_test(differences, mode="paper")
    if overall.rejected:
        assert paper.rejected
        assert paper.m <= overall.m


@given(differences=scores)
def test_rows_are_the_one_look_test_at_the_level_of_a_look(differences):
    test = sequential_t_test(differences, looks=(3, 5, 7, 10, 15, 20))
    assert test.level_per_look == 0.0214
    for row in test.table:
        one = mx2_t_test(differences[: row.m], alpha=0.0214)
        assert (row.mean, row.lower, row.upper, row.pvalue) == (one.mean, one.lower, one.upper, one.pvalue)
        assert row.bound == row.lower
        assert row.interval_level == pytest.approx(1 - 2 * 0.0214)
        if row.bound is not None:
            assert row.rejected == (row.bound > 0) or abs(row.bound) < 1e-12


def test_levels_of_the_modes():
    assert sequential_t_test(E, mode="paper", comparisons=2).level_per_look == 0.025
    assert sequential_t_test(E, comparisons=5).level_per_look == overall_level(0.01) == 0.0013
    assert sequential_t_test(E, mode="paper").table[0].bound is None
    assert sequential_t_test(E, mode="paper").table[0].interval_level == pytest.approx(0.9)


def test_fixed_looks_once():
    test = sequential_t_test(E, mode="fixed", m_stop=5)
    assert test.looks == (5,)
    assert test.level_per_look == 0.05
    assert [row.m for row in test.table] == [5]
    assert test.table[0].pvalue == pytest.approx(0.024654, abs=5e-7)
    waiting = sequential_t_test(E, mode="fixed", m_stop=10)
    assert (waiting.state, waiting.m, waiting.table) == ("continue", None, ())
    assert sequential_t_test(E, mode="fixed", looks=(3, 4)).looks == (4,)


def test_no_difference_goes_on_to_the_end():
    zero = np.tile([[0.01, -0.01]], (20, 1))
    assert sequential_t_test(zero[:7]).state == "continue"
    end = sequential_t_test(zero)
    assert (end.state, end.m, end.rejected, len(end.table)) == ("not rejected", 20, False, 18)


def test_equal_differences_decide_nothing():
    test = sequential_t_test(np.full((20, 2), 0.1))
    assert (test.rejected, test.state) == (False, "not rejected")
    assert all((row.pvalue, row.bound, row.lower) == (None, None, None) for row in test.table)
    assert "nothing is decided" in str(test.notice)
    varied = np.vstack([np.full((4, 2), 0.1), [[0.1, 0.11]]])
    later = sequential_t_test(varied)
    assert later.m == 5
    assert later.rejected
    assert later.notice is None


def test_unusable_input_is_named():
    with pytest.raises(InputError, match=r"`alpha` must lie in \(0, 0.5\), found 'ndarray'"):
        sequential_t_test(E, E)
    with pytest.raises(ScoresError, match="first look needs 3 splits, found 2"):
        sequential_t_test(E[:2])
    with pytest.raises(InputError, match="'bold'"):
        sequential_t_test(E, mode="bold")
    with pytest.raises(InputError, match="`looks`"):
        sequential_t_test(E, looks=(5, 3))
    with pytest.raises(InputError, match="`comparisons`"):
        sequential_t_test(E, comparisons=0)


@given(differences=scores)
def test_directions_are_mirror_images(differences):
    greater = sequential_t_test(differences)
    less = sequential_t_test(-differences, alternative="less")
    assert (greater.rejected, greater.m, greater.state) == (less.rejected, less.m, less.state)
    for row, mirrored in zip(greater.table, less.table, strict=True):
        if row.bound is not None:
            assert mirrored.bound == pytest.approx(-row.bound)


@given(differences=scores)
def test_two_sided_is_two_comparisons(differences):
    both = sequential_t_test(differences, alternative="two-sided")
    sides = [sequential_t_test(differences, comparisons=2, alternative=side) for side in ("greater", "less")]
    assert both.level_per_look == sides[0].level_per_look == overall_level(0.05, comparisons=2)
    assert both.rejected == any(side.rejected for side in sides)
    if both.rejected:
        assert both.m == min(side.m for side in sides if side.rejected)
    assert all(row.bound is None for row in both.table)
    assert both.table[0].interval_level == pytest.approx(1 - both.level)
    for tested in (both, *sides):
        assert all(
            row.rejected == (row.pvalue < tested.level) for row in tested.table if row.pvalue is not None
        )


def test_narrower_bounds_are_bolder():
    assert sequential_t_test(E, bounds=CorrelationBounds(equal=True)).level_per_look == 0.0219
    low = sequential_t_test(E, bounds=CorrelationBounds(rho2=0.4))
    assert (low.level_per_look, low.bounds.rho2) == (0.0375, 0.4)
    assert sequential_t_test(E).bounds == CorrelationBounds()


def test_the_overall_level_rule_has_an_earlier_name():
    assert sequential_t_test(E, mode="guaranteed").mode == "overall"
    assert Rule("guaranteed").test == "overall"
    assert planned_test({"metric": "f1", "test": "guaranteed"}).test == "overall"
    assert condition("guaranteed") == condition("overall")
    rates = {rejection_rate(name, 0.0, n_runs=500).rate for name in ("guaranteed", "overall")}
    assert len(rates) == 1
