"""Parts of any sizes: sizes, groups, and labels spread as by chance or more evenly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.stats import chi2_contingency

from mx2core.errors import DesignError
from mx2core.partition import deal_parts, divergence
from mx2core.partition.halves.philox import PARTS, Draws
from tests.few import few
from tests.pace import time_limit

from .shapes import roles, words


@settings(deadline=None, max_examples=25)
@given(data=st.data(), n=st.integers(12, 60), seed=st.integers(0, 999), together=st.integers(1, 5))
def test_groups_are_never_cut_and_sizes_are_within_one_group(data, n, seed, together):
    n_parts = data.draw(st.integers(2, 4))
    shares = data.draw(st.lists(st.integers(1, 8), min_size=n_parts, max_size=n_parts))
    groups = np.sort(np.random.default_rng(seed).integers(0, max(n // together, n_parts + 1), n))
    if len(set(groups.tolist())) < n_parts:
        groups = np.arange(n)
    found = deal_parts([words(n, 4)], shares, groups=groups, seed=seed)
    for group in set(groups.tolist()):
        assert len(set(found.of_unit[groups == group].tolist())) == 1
    largest = np.bincount(groups).max()
    assert sum(found.sizes) == sum(found.sizes_requested) == n
    assert min(found.sizes) > 0
    off = np.abs(np.subtract(found.sizes, found.sizes_requested))
    assert off.max() <= (0 if largest == 1 else largest)


def test_sizes_are_exact_without_groups_and_the_seed_picks_one():
    counts = [words(203, 9), roles(203, 6)]
    one, again, other = (deal_parts(counts, (8, 1, 1), seed=seed) for seed in (1, 1, 2))
    assert one.sizes == one.sizes_requested == (163, 20, 20)
    assert np.array_equal(one.of_unit, again.of_unit)
    assert not np.array_equal(one.of_unit, other.of_unit)
    assert deal_parts(counts, (150, 53), seed=1).sizes == (150, 53)


def test_groups_of_one_unit_are_no_groups():
    for target in ("typical", "alike"):
        own, none = (
            deal_parts([words(200, 9)], (3, 1), target=target, groups=groups) for groups in (range(200), None)
        )
        assert np.array_equal(own.of_unit, none.of_unit)
        assert own.expected == none.expected


@pytest.mark.parametrize("size", [0, 1, 40, 99, 100, 120])
def test_some_of_an_order_are_the_first_of_the_whole_one(size):
    one, other = Draws(3, PARTS), Draws(3, PARTS)
    assert np.array_equal(one.some(100, size), other.permutation(100)[:size])
    assert one.integers(1_000, 1) == other.integers(1_000, 1)


def test_sizes_stay_exact_where_parts_are_larger_than_a_sample_of_exchanges():
    """A unit that was drawn twice was moved twice in the books, and once in truth."""
    counts = words(1_000, 20)
    for target in ("typical", "alike"):
        assert deal_parts([counts], (1,) * 5, target=target).sizes == (200,) * 5


def test_the_divergence_is_that_of_scipy():
    counts = roles(120, 6)
    found = deal_parts([counts], (2, 1, 1))
    table = [counts[found.of_unit == part].sum(axis=0) for part in range(3)]
    expected = chi2_contingency(table, correction=False).statistic / 6
    assert found.divergence[0] == pytest.approx(expected)
    two = deal_parts([counts], (3, 1))
    assert two.divergence[0] == pytest.approx(divergence(two.train()[None], counts)[0])


def test_typical_parts_are_at_most_as_uneven_as_random_ones_and_alike_ones_much_less():
    counts = [words(400, 20), roles(400, 8)]
    for seed in range(5):
        typical = deal_parts(counts, (8, 1, 1), seed=seed)
        assert (typical.divergence <= typical.expected).all()
        alike = deal_parts(counts, (8, 1, 1), target="alike", seed=seed)
        assert (alike.divergence < typical.expected / 3).all()
    assert alike.missing <= typical.missing


def test_typical_parts_are_not_pushed_below_what_half_of_the_random_ones_have():
    """Mending stops at the mean: values pile up just below it, they do not go to zero."""
    counts = [words(300, 15)]
    found = [deal_parts(counts, (4, 1), seed=seed) for seed in range(30)]
    share = np.array([one.divergence[0] / one.expected[0] for one in found])
    assert share.max() <= 1
    assert np.median(share) > 0.6


def test_an_attribute_that_is_typical_already_is_left_to_chance():
    """The value of one attribute is not pushed down for the sake of another one."""
    counts = [words(300, 40, seed=1), roles(300, 8)]
    found = [deal_parts(counts, (1, 1), seed=seed) for seed in range(30)]
    share = np.array([one.divergence / one.expected for one in found])
    assert share.max() <= 1
    assert (np.median(share, axis=0) > 0.6).all()


def test_groups_larger_than_a_part_and_equal_units_are_dealt_all_the_same():
    groups = np.array([0] * 30 + list(range(1, 11)))
    found = deal_parts([words(40, 3)], (1, 1), groups=groups)
    assert sorted(found.sizes) == [10, 30]
    assert deal_parts([np.ones((10, 1), int)], (1, 1)).divergence.tolist() == [0]


@pytest.mark.parametrize(
    ("sizes", "options", "says"),
    [
        ((1,), {}, "positive numbers such as"),
        ((1, 0), {}, "positive numbers such as"),
        ((1, 1, 1), {"groups": [0] * 6 + [1] * 6}, "3 parts need as many groups"),
        ((1, 1), {"groups": [0]}, "`groups` must have shape"),
        ((1, 1), {"target": "best"}, "typical"),
        ((1,) * 13, {}, "units"),
    ],
)
def test_what_cannot_be_dealt_is_refused(sizes, options, says):
    with pytest.raises(DesignError, match=says):
        deal_parts([words(12, 3)], sizes, **options)


def test_sizes_that_groups_do_not_allow_are_said():
    made = deal_parts([words(30, 4)], (1, 1), groups=[0] * 25 + [1, 2, 3, 4, 5])
    assert made.size_notice is not None
    assert made.size_notice.values == {
        "asked": "15 : 15",
        "made": " : ".join(map(str, made.sizes)),
        "largest": 25,
    }
    assert set(made.sizes) == {25, 5}
    assert deal_parts([words(30, 4)], (1, 1)).size_notice is None


def test_parts_alike_hold_each_label_as_often_as_whole_numbers_let_them():
    """Each label once more in some folds than in others at most, and folds of the same size."""
    counts = words(1_000, 20)
    for k in (3, 5, 10):
        found = deal_parts([counts], (1,) * k, target="alike", seed=1)
        inside = np.stack([counts[found.of_unit == part].sum(axis=0) for part in range(k)])
        assert np.ptp(inside, axis=0).max() == 1
        assert found.sizes == found.sizes_requested


def test_folds_of_fifteen_thousand_texts_keep_groups_and_take_few_seconds():
    """With 150 classes and ten folds some 5% of the chi2/J that random folds have."""
    rng = np.random.default_rng(0)
    p = 1 / np.arange(1, 151)
    groups = np.repeat(np.arange(15_000), rng.integers(1, 4, 15_000))[:15_000]
    usual = rng.choice(150, groups.max() + 1, p=p / p.sum())
    labels = np.where(rng.random(15_000) < 0.5, usual[groups], rng.choice(150, 15_000, p=p / p.sum()))
    second = rng.integers(0, 12, 15_000)  # another attribute, that has nothing to do with the first
    with time_limit(6):
        found = deal_parts(
            [one_hot(labels, 150), one_hot(second, 12)], (1,) * 10, groups=groups, target="alike"
        )
    assert (found.divergence < 0.06 * found.expected).all()
    assert max(found.sizes) - min(found.sizes) <= 2
    pairs = np.unique(np.stack([groups, found.of_unit]), axis=1)
    assert pairs.shape[1] == groups.max() + 1


def one_hot(labels, n_labels):
    return csr_array(
        (np.ones(len(labels), np.int64), (np.arange(len(labels)), labels)), (len(labels), n_labels)
    )


def test_more_folds_than_pairs_of_them_can_be_looked_at_one_by_one():
    found = deal_parts([words(400, 5)], (1,) * 100, target="alike")
    assert found.sizes == (4,) * 100


@few("n", 1, [19_000, 99_000])
def test_one_group_of_most_units_and_a_thousand_of_one(n):
    groups = np.concatenate([np.zeros(n, int), np.arange(1, 1_001)])
    for target in ("typical", "alike"):
        found = deal_parts([words(n + 1_000, 5)], (1,) * 3, groups=groups, target=target)
        assert max(found.sizes) == n
        assert min(found.sizes) > 400


@pytest.mark.parametrize("target", ["typical", "alike"])
def test_small_parts_keep_their_sizes_though_groups_are_large(target):
    """Ten groups of six on average: 40 : 5 : 15 was dealt where 40 : 10 : 10 was asked and possible."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        groups = np.unique(rng.integers(0, 10, 60), return_inverse=True)[1]
        counts = [np.eye(n, dtype=np.int64)[rng.integers(0, n, 60)] for n in (2, 5)]
        parts = deal_parts(counts, (4, 1, 1), groups=groups, seed=seed, target=target)
        assert np.abs(np.subtract(parts.sizes, (40, 10, 10))).max() <= 3, (seed, parts.sizes)
