"""Thresholds: what they are kept under, percentiles and back, limits; good and bad candidates."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mx2core as mx
from mx2core.errors import DesignError, InputError
from mx2core.exchange import partition_schema
from mx2core.partition import (
    Selection,
    Thresholds,
    candidate_at,
    rank_candidates,
    score_halves,
    select_good,
    selected_from,
    survivors,
)
from mx2core.partition.measures import OFFERED
from mx2core.partition.thresholds import KEYS

from .shapes import roles, words

COUNTS = [words(300, 12), roles(300, 6)]
HALVES = score_halves(COUNTS, 1_000, seed=3, names=["word", "role"])
WORD = HALVES.attributes[0]


@pytest.mark.parametrize(
    ("thresholds", "key", "kept"),
    [
        (Thresholds("word", upper=0.8), "c_word", 0.8),
        (Thresholds("word", lower=0.7, upper=0.9), "band_word", (0.7, 0.9)),
        (Thresholds("word", upper=20.0, scale="percentile"), "p_word", 20.0),
        (Thresholds("word", "g2", 5.0, 20.0, "percentile"), "pband_word_g2", (5.0, 20.0)),
        (Thresholds("word", "g2", upper=0.8), "c_word_g2", 0.8),
        (Thresholds("word", lower=0.7, upper=float("inf")), "band_word", (0.7, float("inf"))),
    ],
)
def test_they_are_kept_under_the_names_of_the_first_version(thresholds, key, kept):
    assert (thresholds.key, thresholds.ends) == (key, kept)
    assert KEYS.fullmatch(key)
    again = Thresholds.restored(
        kept, "word", thresholds.measure, band=thresholds.band, scale=thresholds.scale
    )
    assert again == thresholds


@pytest.mark.parametrize("kept", [None, "high", True, float("nan"), (0.1,), (0.1, 0.2), [0.1, "b"]])
def test_what_no_slider_kept_is_nothing(kept):
    assert Thresholds.restored(kept, "word", "chi2", band=False, scale="value") is None
    if kept != (0.1, 0.2):
        assert Thresholds.restored(kept, "word", "chi2", band=True, scale="value") is None


@settings(deadline=None)
@given(low=st.floats(0, 100), high=st.floats(0, 100))
def test_percentiles_admit_that_share(low, high):
    low, high = sorted((low, high))
    values = WORD.to_values(Thresholds("word", "chi2", low, high, "percentile"))
    inside = (values.range[0] <= HALVES.divergences[:, 0]) & (HALVES.divergences[:, 0] <= values.range[1])
    assert inside.mean() == pytest.approx(max(high - low, 0) / 100, abs=3 / len(HALVES))


def test_nothing_below_the_first_and_all_at_a_hundred():
    nothing = WORD.to_values(Thresholds("word", upper=0.0, scale="percentile"))
    assert nothing.upper == WORD.floor
    everything = WORD.to_values(Thresholds("word", upper=100.0, scale="percentile"))
    assert everything.upper >= HALVES.divergences[:, 0].max()


def test_percentiles_of_values_are_those_of_a_plain_count():
    found = WORD.to_percentiles(Thresholds("word", lower=0.5, upper=1.0))
    values = HALVES.divergences[:, 0]
    assert found.ends == (round(100 * (values < 0.5).mean(), 1), round(100 * (values <= 1.0).mean(), 1))
    assert WORD.to_percentiles(found) is found


def test_one_value_from_slider_to_record():
    asked = (Thresholds("word", upper=40.0, scale="percentile"), Thresholds("role", upper=1.2))
    passed = np.flatnonzero(HALVES.survivors(asked))
    c = np.sort(HALVES.divergences[:, 0])[399]
    assert passed.tolist() == np.flatnonzero(survivors(HALVES.divergences, None, [c, 1.2])).tolist()
    limits = HALVES.limits(asked)
    assert limits == (Thresholds("word", upper=c), Thresholds("role", upper=1.2))
    made = selected_from(passed, 300, m=3, seed=3, thresholds=limits, n_candidates=1_000)
    assert made.selection == Selection(limits, 1_000, len(passed), made.selection.chosen)
    assert made.flatters
    assert (made.divergence(COUNTS[0]) <= c).all()
    same = mx.partitions.selected_partitions(COUNTS, 3, thresholds=asked, n_candidates=1_000, seed=3)
    assert same.selection == made.selection
    assert (same.masks == made.masks).all()


def test_a_multiple_of_chi_square_is_recorded_in_chi_square():
    halves = score_halves(COUNTS[:1], 500, names=["word"], measures=["chi2_df"])
    (attribute,), n_labels = halves.attributes, COUNTS[0].shape[1]
    assert halves.divergences[:, 0] == pytest.approx(
        mx.random_divergences(COUNTS[:1], 500)[:, 0] * n_labels / (n_labels - 1)
    )
    assert attribute.expected == pytest.approx(mx.partitions.expected(COUNTS[0]) * n_labels / (n_labels - 1))
    (limit,) = halves.limits([Thresholds("word", "chi2_df", None, 0.9)])
    assert (limit.measure, limit.upper) == ("chi2", pytest.approx(0.9 * (n_labels - 1) / n_labels))
    made = mx.regularized_partitions(COUNTS[:1], 3, 1, [limit])
    assert made.selection == Selection((limit,), 0, 0, ())


def test_another_measure_is_in_the_record():
    made = mx.partitions.selected_partitions(
        COUNTS,
        3,
        thresholds=[
            Thresholds("word", "jensen_shannon", 0.0, 0.01),
            Thresholds("role", "jensen_shannon", 0.001, 0.02),
        ],
        n_candidates=1_000,
    )
    js = mx.random_divergences(COUNTS, 1_000, statistic="jensen_shannon")
    assert made.selection.survivors == survivors(js, [0.0, 0.001], [0.01, 0.02]).sum()
    assert {one.measure for one in made.selection.thresholds} == {"jensen_shannon"}
    assert not made.flatters
    with pytest.raises(DesignError, match="values of chi2/J or seen shares"):
        mx.regularized_partitions(COUNTS, 3, 1, made.selection.thresholds)
    recorded = partition_schema()["properties"]["regularization"]["properties"]["thresholds"]
    assert recorded["oneOf"][1]["additionalProperties"]["properties"]["measure"]["enum"] == list(OFFERED[2:])


def test_a_number_per_unit_is_measured_by_its_shift():
    lengths = np.random.default_rng(0).integers(1, 9, 300)
    halves = score_halves([COUNTS[0], lengths], 300, seed=2, measures=["chi2", "wasserstein"])
    expected = mx.random_divergences([lengths], 300, seed=2, statistic="wasserstein")
    assert (halves.divergences[:, 1:] == expected).all()
    assert (halves.attributes[1].floor, halves.attributes[1].factor, halves.buildable) == (None, None, False)
    assert halves.attributes[1].expected == expected.mean()


@pytest.mark.parametrize("by", ["value", "percentile", "band"])
def test_candidates_in_order_against_a_plain_reading(by):
    law = [(one.expected, one.sd) for one in HALVES.attributes]
    expected, sd = np.array(law).T
    values = HALVES.divergences
    found = rank_candidates(values, 0.05, by=by, expected=expected, sd=sd)
    if by == "band":
        values = np.abs(values - expected) / sd
    if by == "percentile":
        values = np.array([[(column <= v).mean() for v in column] for column in values.T]).T
    reach = values.max(axis=1)
    assert found.reach == pytest.approx(reach)
    order = sorted(range(len(reach)), key=lambda i: (found.reach[i], values[i].sum(), i))
    assert found.good.indices.tolist() == order[:50]
    assert found.bad.bound == pytest.approx(np.sort(values.min(axis=1))[-50])
    assert found.share == (reach <= found.bound).mean() >= 0.05
    assert found.curve.share[-1] == 1


def test_attributes_that_cannot_be_bounded_are_left_out():
    """With one label an occurrence, chi2/J is 1 in every half: it would be the common bound of all."""
    once = np.eye(300, dtype=int)
    halves = score_halves([COUNTS[0], once], 400)
    assert halves.varied == [0]
    found = rank_candidates(halves.divergences)
    assert found.varied == (0,)
    assert found.bound == select_good(halves.divergences[:, :1]).bound
    made = mx.partitions.selected_partitions([COUNTS[0], once], 3, n_candidates=400)
    assert [one.upper for one in made.selection.thresholds] == [found.bound, None]
    assert made.selection.survivors == 20
    alike = rank_candidates(np.ones((40, 2)), by="band", expected=[1, 1], sd=[0, 0])
    assert (alike.varied, alike.bound, alike.share) == ((), 1.0, 1.0)


def test_candidates_by_their_place():
    values = np.array([3.0, 1.0, 2.0, 5.0, 4.0])
    assert [candidate_at(values, place) for place in (0, 0.25, 0.5, 1)] == [1, 2, 0, 3]
    assert candidate_at(np.column_stack([values, values[::-1]]), 0) == 2


def test_what_cannot_be_thresholds_is_said():
    with pytest.raises(InputError, match="1 names and 2 measures for 2 attributes"):
        score_halves(COUNTS, 10, names=["word"])
    with pytest.raises(InputError, match="`by` must be"):
        rank_candidates(HALVES.divergences, by="taste")
    with pytest.raises(InputError, match="needs `expected` and `sd`"):
        rank_candidates(HALVES.divergences, by="band")
