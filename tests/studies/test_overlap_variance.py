"""The variance of an estimate against the overlap of training sets: shape, limits, bad input."""

import numpy as np
import pytest

from mx2core.errors import InputError
from mx2core.studies import overlap_variance, share_of_variance


def test_it_is_least_near_a_quarter_and_the_same_on_both_sides():
    found = overlap_variance("nearest", n_units=40, n_corpora=400)
    values = [row.correlation.value for row in found.rows]
    assert found.quarter == 10
    assert [row.overlap for row in found.rows][4] == 10
    assert values[0] == values[-1] == 1  # one split done twice
    assert np.argmin(values) in (3, 4, 5)
    assert values[1] > values[4] + 0.1 < values[-2]
    assert found.rise > 0.2  # convex, with its least value at n/4: section 2.1 of the paper
    assert found.curve(found.quarter) == found.least
    for off in (1.0, 4.0, 7.0):
        assert found.curve(10 - off) == pytest.approx(found.curve(10 + off))


def test_a_rule_that_learns_nothing_does_not_care():
    found = overlap_variance("fixed_rule", n_units=24, n_corpora=50)
    assert {round(row.correlation.value, 9) for row in found.rows} == {1.0}
    assert found.standard_error(7, found.least) == pytest.approx(found.standard_error(1, 0.0))


def test_variance_of_a_mean_of_equally_correlated_scores():
    m, r = 6, 0.4
    matrix = np.full((m, m), r) + (1 - r) * np.eye(m)
    assert share_of_variance(r, m) == pytest.approx(matrix.mean())
    assert share_of_variance(0.3, 1) == 1


def test_the_same_seed_gives_the_same_numbers():
    one, other = (overlap_variance("centroid", n_units=16, n_corpora=60, seed=3) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"learner": "oracle"}, "`learner` must be one of"),
        ({"n_units": 8}, "`n_units` must lie in"),
        ({"n_units": 4000}, "`n_units` must lie in"),
        ({"n_corpora": 3}, "`n_corpora` must lie in"),
    ],
)
def test_bad_settings_are_one_sentence(settings, says):
    with pytest.raises(InputError, match=says):
        overlap_variance(**settings)
