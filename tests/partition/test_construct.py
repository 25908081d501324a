"""Partitions built to a target: what is promised for the shapes of the paper's Table 6 and small ones."""

import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from mx2core import read_corpus
from mx2core.errors import DesignError
from mx2core.partition import (
    default_target,
    divergence,
    expected,
    floor,
    judge_parts,
    partition_report,
    random_divergences,
    random_masks,
    random_partitions,
    reference_law,
    regularized_partitions,
    selected_partitions,
)
from mx2core.partition.checks import check_counts, one_label_per_unit
from mx2core.partition.construct.attainable import half_values, nearest_mean
from mx2core.partition.construct.balance import (
    POOL,
    Imbalances,
    balance,
    pooled_imbalances,
    sample_imbalances,
)
from mx2core.partition.construct.moves import Moves
from mx2core.partition.construct.objectives import Band, Sum
from mx2core.partition.construct.pairs import matched_pairs, random_pairs
from mx2core.partition.construct.stacks import sign_rows
from mx2core.partition.construct.state import State
from mx2core.partition.halves import candidates
from mx2core.partition.halves.philox import CONSTRUCTION, Draws
from mx2core.partition.law import label_variances
from tests.few import few

from .shapes import TABLE_6, roles, words

SHAPES = [pytest.param(*shape, id="-".join(map(str, shape))) for shape in TABLE_6]


def corpus(n, n_words, n_roles, seed=0):
    return [words(n, n_words, seed), roles(n, n_roles, seed)]


def check_design(p, m, n):
    """Sizes, overlaps of the first halves and distinct partitions, which every target owes."""
    assert p.masks.shape == (m, n)
    assert (p.masks.sum(axis=1) == n // 2).all()
    off = np.abs(p.overlaps() - n / 4)[~np.eye(m, dtype=bool)]
    assert off.max(initial=0) <= 1.5
    assert len(np.unique(np.concatenate([p.masks, ~p.masks]), axis=0)) == 2 * m
    return off.max(initial=0)


@few(("n", "n_words", "n_roles"), 1, SHAPES)
def test_floor_is_reached_in_all_twenty_partitions(n, n_words, n_roles):
    counts = corpus(n, n_words, n_roles)
    p = regularized_partitions(counts, 20, target="floor")
    assert p.method == "floor"
    deviation = check_design(p, 20, n)
    assert deviation <= [0, 0.5, 1, 0.5][n // 2 % 4] + 0.25 * (n % 2)
    assert p.divergence(counts[0]).max() <= 1.02 * floor(counts[0])
    assert p.divergence(counts[1]).max() <= 0.05


@few("n", 4, range(100, 108))
def test_largest_distances_of_overlaps_are_those_of_the_docstring(n):
    """All four overlaps of two partitions, as `overlap_deviation` counts them."""
    counts = [roles(n, 6)]
    promised = [0, 0.5, 1, 0.5][n // 2 % 4] + 0.75 * (n % 2)
    for target in ("floor", "balanced"):
        found = [regularized_partitions(counts, m, target=target).overlap_deviation() for m in (3, 20)]
        assert max(found) == promised
    for bound in ("centered", 0.3):
        found = [regularized_partitions(counts, m, target=bound).overlap_deviation() for m in (3, 20)]
        assert max(found) <= 1.5 + 0.75 * (n % 2)


@few(("n", "n_words", "n_roles"), 1, SHAPES)
def test_centered_stays_within_a_tenth_of_a_deviation(n, n_words, n_roles):
    counts = corpus(n, n_words, n_roles)
    p = regularized_partitions(counts, 20, target="centered")
    check_design(p, 20, n)
    assert np.abs(partition_report(p, counts).deviation).max() <= 0.1


@few("shape", 1, [(60, 8, 6), (61, 20, 7), (100, 12, 6), (101, 30, 8), (150, 40, 8)])
def test_centered_with_few_units(shape):
    counts = corpus(*shape)
    m = min(20, shape[0] // 4)
    p = regularized_partitions(counts, m, seed=1, target="centered")
    check_design(p, m, shape[0])
    assert np.abs(partition_report(p, counts).deviation).max() <= 0.25


@few("ones", 1, [3, 40, 10, 27])
def test_centered_with_two_labels_takes_the_nearest_value_there_is(ones):
    counts = _with_ones_first(ones, 0)
    values = [
        divergence((np.arange(80) < 40)[None, :], _with_ones_first(ones, k))[0] for k in range(ones + 1)
    ]
    nearest = np.abs(np.array(values) - expected(counts)).min()
    for m in (2, 20):
        p = regularized_partitions([counts], m, target="centered")
        assert np.abs(p.divergence(counts) - expected(counts)).max() == pytest.approx(nearest, abs=1e-12)


def _with_ones_first(ones, k):
    """80 units of two labels, k of the `ones` among the first 40."""
    label = np.zeros(80, int)
    label[:k], label[40 : 40 + ones - k] = 1, 1
    return np.eye(2, dtype=int)[label]


@pytest.mark.parametrize("m", [3, 20])
@few("shape", 1, [(400, 5, 3), (298, 17, 9), (1603, 84, 10), (170, 15, 3)])
def test_balanced_mean_is_that_of_random_halves(shape, m):
    counts = corpus(*shape)
    p = regularized_partitions(counts, m, seed=2, target="balanced")
    deviation = check_design(p, m, shape[0])
    assert deviation <= [0, 0.5, 1, 0.5][shape[0] // 2 % 4] + 0.25 * (shape[0] % 2)
    r = partition_report(p, counts)
    assert np.abs((r.divergence.mean(axis=0) - r.expected) / r.sd).max() <= 0.02


def check_balanced(counts, m, seed=0):
    """Means of chi2/J as promised; returns the partitions."""
    p = regularized_partitions(counts, m, seed, "balanced")
    r = partition_report(p, counts)
    unavoidable = np.nan_to_num(np.abs(r.nearest_mean - r.expected) / r.sd)
    assert (np.abs(r.running[-1]) <= np.maximum(0.02, unavoidable + 1e-6)).all()
    return p


@few("shape", 1, [(100, 40, 10), (298, 61, 10), (170, 84, 10), (400, 84, 10)])
def test_balanced_with_many_rare_labels(shape):
    check_design(check_balanced(corpus(*shape), 20), 20, shape[0])


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("n", [100, 170, 298, 345, 400, 499, 569, 1603])
@pytest.mark.parametrize("n_words", [2, 3, 5, 8, 15, 27, 40, 61, 84])
def test_balanced_over_the_grid(n, n_words):
    three = [*corpus(n, n_words, 10), np.eye(4, dtype=int)[np.random.default_rng(0).integers(0, 4, n)]]
    for m in (5, 10, 20):
        for n_attributes in (1, 2, 3):
            check_balanced(three[:n_attributes], m)


def imbalances(sets, table):
    """D_j over the standard deviation of random halves, of labels that can vary: (n_sets, m, n_labels)."""
    variances = label_variances(check_counts(table))
    varied = variances > 1e-9
    signs = 2 * np.array([p.masks for p in sets]).astype(int) - 1
    return (signs @ table)[:, :, varied] / np.sqrt(variances[varied])


@few("m", 1, [3, 5])
def test_imbalances_of_balanced_sets_have_the_law_of_random_halves(m):
    """77 labels of 500 units, as rare as intents of short questions.

    With the mean of D_j^2 over m partitions fixed for each label, E D_j^4 would be m/(m+2)
    of that of random halves, and scores, which fall with imbalance, would come out low.
    """
    rare = words(500, 77)
    built = imbalances([regularized_partitions([rare], m, s, "balanced") for s in range(60 // m)], rare)
    chance = imbalances([random_partitions(500, 4000)], rare)
    for power in (2, 4):
        assert (built**power).mean() == pytest.approx((chance**power).mean(), rel=0.05)
    far = (np.abs(chance) > 2).mean()
    assert (np.abs(built) > 2).mean() == pytest.approx(far, rel=0.15)


def test_imbalances_of_balanced_sets_scatter_less_from_set_to_set():
    """The mean over five partitions of D_j^2 and of |D_j|, label by label."""
    rare = words(300, 40)
    built = imbalances([regularized_partitions([rare], 5, s, "balanced") for s in range(30)], rare)
    chance = imbalances([random_partitions(300, 5, s) for s in range(300)], rare)
    for power, at_most in ((1, 0.5), (2, 0.7)):
        spreads = [(np.abs(d) ** power).mean(axis=1).std(axis=0).mean() for d in (built, chance)]
        assert spreads[0] <= at_most * spreads[1]


def test_drawn_imbalances_are_one_of_each_part_of_the_law():
    tables = [check_counts(c) for c in corpus(60, 8, 4)]
    pool = pooled_imbalances(tables, 5, seed=1)
    assert pool.shape == (5 * POOL, 8 + 1 + 4 + 1)
    assert (np.diff(pool, axis=0) >= 0).all()
    variances = np.concatenate([np.append(label_variances(table), 0) for table in tables])
    for stage in range(20):
        draws = Draws(0, CONSTRUCTION, stage=stage)
        ends = [slice(0, 9), slice(9, 14)]
        drawn = sample_imbalances(pool, variances, np.ones(len(variances)), ends, draws)
        assert drawn.shape == (14, 5)
        for k in range(5):
            part = pool[k * POOL : (k + 1) * POOL]
            assert ((part.min(axis=0) <= drawn[:, k]) & (drawn[:, k] <= part.max(axis=0))).all()


def test_balanced_with_two_labels_and_with_three_attributes():
    rng = np.random.default_rng(0)
    labels = np.eye(2, dtype=int)[(rng.random(300) < 0.3).astype(int)]
    three = [*corpus(300, 20, 6), np.eye(3, dtype=int)[rng.integers(0, 3, 300)]]
    for counts in ([labels], three):
        for m in (5, 20):
            r = partition_report(regularized_partitions(counts, m, target="balanced"), counts)
            assert np.abs((r.divergence.mean(axis=0) - r.expected) / r.sd).max() <= 0.02


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n_seeds"), [(3, 100), (5, 60), (20, 20)])
def test_spread_of_balanced_partitions(m, n_seeds):
    """Mean and spread of chi2/J of single partitions: a set holds its mean and leaves them alone."""
    counts = corpus(400, 20, 6)
    built = np.concatenate(
        [
            partition_report(regularized_partitions(counts, m, s, "balanced"), counts).divergence
            for s in range(n_seeds)
        ]
    )
    for k, table in enumerate(counts):
        law = reference_law(table)
        assert built[:, k].mean() == pytest.approx(law.mean, rel=0.01)
        assert built[:, k].std() == pytest.approx(law.sd * np.sqrt((m - 1) / m), rel=0.15)
        assert (built[:, k] > law.mean + law.sd).mean() > 0.05  # uneven partitions occur


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("shape", [(400, 20, 9), (170, 15, 10), (1603, 84, 10)])
def test_centered_keeps_second_moments_of_labels(shape):
    """Over 4,000 centered halves E[D_j^2] is that of random halves within 12 %, labels with N_j >= 4.

    Random halves filtered to the same band are what centered ones stand for.
    """
    counts = corpus(*shape)
    centered = np.mean(
        [
            _moments_of_frequent(regularized_partitions(counts, 20, seed=s, target="centered").masks, counts)
            for s in range(200)
        ],
        axis=0,
    )
    assert np.abs(centered - 1).max() < 0.12
    laws = [reference_law(table) for table in counts]
    values = random_divergences(counts, 200_000)
    within = np.all([np.abs(values[:, k] - law.mean) <= 0.1 * law.sd for k, law in enumerate(laws)], axis=0)
    chosen = np.flatnonzero(within)[:1000]
    filtered = _moments_of_frequent(random_masks(shape[0], chosen.tolist()), counts)
    noise = np.sqrt(2 / len(chosen) + 2 / 4000)  # D_j^2 is about a chi-square variable of one degree
    assert np.abs(centered - filtered).max() < 5 * noise


def _moments_of_frequent(masks, counts):
    signs, found = 2 * masks.astype(np.float64) - 1, []
    for table in counts:
        variances = label_variances(check_counts(table))
        frequent = (table.sum(axis=0) >= 4) & (variances > 1e-9)
        found.append(
            ((signs @ table[:, frequent].astype(np.float64)) ** 2).mean(axis=0) / variances[frequent]
        )
    return np.concatenate(found)


@settings(max_examples=6, deadline=None)
@given(data=st.data(), n=st.integers(40, 2000), m=st.integers(2, 20), seed=st.integers(0, 10**6))
def test_sizes_and_overlaps_at_any_number_of_units(data, n, m, seed):
    """|x_i . x_j| / 4 is 0, 1/2, 1, 1/2 by pairs modulo 4, or 3/2 after exchanges; odd n 1/2 more."""
    target = data.draw(st.sampled_from(["balanced", "centered", "floor"] if n <= 400 else ["centered"]))
    counts = [words(n, 6, seed), np.random.default_rng(seed).integers(0, 2, (n, 3))]
    p = regularized_partitions(counts, m, seed, target)
    assert (p.masks.sum(axis=1) == n // 2).all()
    signs = 2 * p.masks.astype(int) - 1
    off = np.abs(signs @ signs.T)[np.triu_indices(m, 1)] / 4
    whole_rows = [0, 0.5, 1, 0.5][n // 2 % 4]
    assert off.max() <= (1.5 if target == "centered" else whole_rows) + 0.5 * (n % 2)
    assert len(np.unique(np.concatenate([p.masks, ~p.masks]), axis=0)) == 2 * m


@settings(max_examples=2, deadline=None)
@given(n=st.integers(8, 60), k=st.integers(1, 20), seed=st.integers(0, 10**6))
def test_growing_a_floor_set_changes_no_earlier_partition(n, k, seed):
    counts = [words(n, 4, seed), np.random.default_rng(seed).integers(0, 3, (n, 3))]
    largest = min(20, n // 2)
    k = min(k, largest)
    whole = regularized_partitions(counts, largest, seed, "floor")
    part = regularized_partitions(counts, k, seed, "floor")
    assert np.array_equal(part.masks, whole.masks[:k])
    assert part.signature == whole[:k].signature


def test_a_floor_set_ends_at_the_largest_m_planned():
    counts = corpus(200, 8, 4)
    with pytest.raises(DesignError, match=r"m=21 exceeds m_max=20; pass m_max=21"):
        regularized_partitions(counts, 21, target="floor")
    with pytest.raises(DesignError, match="`m_max` must"):
        regularized_partitions(counts, 2, target="floor", m_max=0)
    assert regularized_partitions(counts, 21, target="floor", m_max=21).m == 21
    assert regularized_partitions(counts, 21, target="centered").m == 21  # each partition by itself


@few("m", 2, [3, 1, 20, 2, 7])
@pytest.mark.parametrize("target", ["balanced", "centered", "floor"])
def test_any_number_of_partitions(m, target):
    for n in (97, 100) if target == "balanced" else (97, 98, 99, 100):
        counts = corpus(n, 9, 4)
        p = regularized_partitions(counts, m, seed=3, target=target)
        check_design(p, m, n)


@few("target", 1, ["floor", "balanced", "centered", 0.35])
def test_as_many_partitions_as_allowed(target):
    """m = 100, and for thresholds the paper's c = 0.35 (Table 8) that 10 of 500 random halves meet."""
    counts = corpus(800, 30, 6)
    p = regularized_partitions(counts, 100, target=target, m_max=100)
    assert check_design(p, 100, 800) <= (1.5 if target in ("centered", 0.35) else 0.5)
    r = partition_report(p, counts)
    if target == "floor":
        assert r.divergence[:, 0].max() == pytest.approx(r.floor[0])
    if target == "centered":  # 99 overlaps to keep leave little room
        assert np.abs(r.deviation).max() <= 0.3
        assert np.abs(r.deviation).mean() <= 0.12
    if target == 0.35:
        assert r.divergence.max() <= 0.35


def test_balanced_is_the_default_only_for_three_partitions_and_more_used_whole():
    counts = corpus(60, 5, 3)
    few, many = regularized_partitions(counts, 2), regularized_partitions(counts, 10)
    assert (few.method, many.method) == ("centered", "balanced")
    for m in (1, 2, 3, 9, 20):
        assert default_target(m, prefix=True) == "centered"
        assert default_target(m, prefix=False) == ("balanced" if m >= 3 else "centered")
    made = regularized_partitions(counts, 10, target="balanced")  # which no default changes
    assert np.array_equal(made.masks, many.masks)


@settings(max_examples=8, deadline=None)
@given(
    n=st.integers(8, 60),
    n_words=st.integers(2, 8),
    m=st.integers(1, 15),
    seed=st.integers(0, 10**6),
    target=st.sampled_from(["balanced", "centered", "floor"]),
)
def test_small_corpora_give_a_design_or_a_sentence(n, n_words, m, seed, target):
    counts = [words(n, n_words, seed), np.random.default_rng(seed).integers(0, 3, (n, 4))]
    if m > n // 2:
        with pytest.raises(DesignError, match=f"at most {n // 2} partitions"):
            regularized_partitions(counts, m, seed, target)
        return
    p = regularized_partitions(counts, m, seed, target)
    assert (p.masks.sum(axis=1) == n // 2).all()
    if target == "floor":
        assert p.divergence(counts[0]).max() == pytest.approx(floor(counts[0]), abs=1e-9)


def test_thresholds_are_kept():
    counts = corpus(300, 20, 6)
    for target in ([0.5, 0.3], [(0.6, 0.9), (None, 0.5)], 0.4, [(1.0, 1.2), None], np.array([0.5, 0.5])):
        p = regularized_partitions(counts, 10, seed=1, target=target)
        assert p.method == "thresholds"
        check_design(p, 10, 300)
        values = partition_report(p, counts).divergence
        for k, bound in enumerate(np.broadcast_to(target, 2) if np.isscalar(target) else target):
            low, high = bound if isinstance(bound, tuple) else (None, bound)
            assert high is None or values[:, k].max() <= high
            assert low is None or values[:, k].min() >= low


@pytest.mark.parametrize("c", [0.5, 1.0])
def test_a_side_without_occurrences_meets_no_threshold(c):
    """Three occurrences: chi2/J is 1 whenever both sides have some, and unknown when one has none."""
    counts = np.zeros((100, 3), int)
    counts[[1, 5, 9], [0, 1, 2]] = 1
    with pytest.raises(DesignError, match=r"lacks|No 5 partitions"):
        regularized_partitions([counts], 5, target=[c])


def test_a_threshold_just_above_the_floor_is_met():
    counts = words(170, 15)
    least = floor(counts)
    p = regularized_partitions([counts], 20, target=[1.0001 * least])
    assert p.divergence(counts).max() == pytest.approx(least)


def test_a_threshold_below_the_floor_is_answered_with_the_floor():
    counts = corpus(298, 17, 9)
    with pytest.raises(DesignError, match=r"attribute 1 is below its floor 0\.03") as caught:
        regularized_partitions(counts, 20, target=[0.01, 0.5])
    named = float(caught.value.values["floor"])
    assert floor(counts[0]) <= named <= 1.001 * floor(counts[0])
    regularized_partitions(counts, 20, target=[named, 0.5])
    with pytest.raises(DesignError, match="attribute 2 is below its floor") as caught:
        regularized_partitions(counts, 20, target=[0.5, 0.0001])
    assert 0.0001 < float(caught.value.values["reached"]) < 0.05


def test_thresholds_out_of_reach_are_answered_with_the_nearest():
    counts = corpus(298, 17, 9)
    with pytest.raises(DesignError, match="No 5 partitions found: chi2/J of attribute 2"):
        regularized_partitions(counts, 5, target=[1.5, 1.01 * floor(counts[1])])


def test_attributes_that_cannot_differ_are_left_out_of_account():
    counts = [np.ones((100, 1), int), words(100, 6), np.ones((100, 3), int)]
    p = regularized_partitions(counts, 4, target=[0.0, 0.5, 0.0])
    assert p.divergence(counts[1]).max() <= 0.5


class CancelledError(Exception):
    """What a caller raises to end the work."""


@pytest.mark.parametrize("target", ["balanced", "centered", "floor", 0.5])
def test_progress_and_cancelling(target):
    counts, calls = corpus(345, 36, 5), []
    regularized_partitions(counts, 20, target=target, report=lambda done, total: calls.append((done, total)))
    assert calls
    assert all(0 < done < total for done, total in calls)
    asked = []

    def cancel(done, total):
        asked.append(done)
        raise CancelledError

    with pytest.raises(CancelledError):
        regularized_partitions(counts, 20, target=target, report=cancel)
    assert len(asked) == 1  # nothing is searched after it


def test_scoring_and_judging_end_when_told(monkeypatch):
    counts, asked = corpus(170, 15, 3), []
    monkeypatch.setattr(candidates, "TALLIED_WORDS", 1)

    def cancel(done, total):
        asked.append((done, total))
        raise CancelledError

    with pytest.raises(CancelledError):
        random_divergences(counts, 5_000, report=cancel)
    with pytest.raises(CancelledError):
        judge_parts(np.arange(170) < 100, counts, n_random=5_000, report=cancel)
    with pytest.raises(CancelledError):
        selected_partitions(counts, 3, n_candidates=5_000, report=cancel)
    assert asked == [(8 * 64, 5_000)] * 3


def test_sparse_and_dense_counts_give_the_same_partitions():
    counts = corpus(120, 10, 4)
    for target in ("balanced", "centered", "floor"):
        dense = regularized_partitions(counts, 6, target=target)
        sparse = regularized_partitions([csr_array(c) for c in counts], 6, target=target)
        assert dense.signature == sparse.signature


def test_wide_tables_take_the_sparse_way(monkeypatch):
    counts = corpus(200, 30, 5)
    monkeypatch.setattr(sys.modules[State.__module__], "DENSE_COLUMNS", 0)
    r = partition_report(regularized_partitions(counts, 20, target="floor"), counts)
    assert r.divergence[:, 0].max() == pytest.approx(r.floor[0])
    assert (
        np.abs(
            partition_report(regularized_partitions(counts, 20, target="centered"), counts).deviation
        ).max()
        <= 0.1
    )
    r = partition_report(regularized_partitions(counts, 20, target="balanced"), counts)
    assert np.abs((r.divergence.mean(axis=0) - r.expected) / r.sd).max() <= 0.02


# --- the parts -------------------------------------------------------------------------------------


def small_state(seed=0, n=21, m=5, over=True):
    n = n if over else n - 1
    tables = [
        check_counts(words(n, 4, seed)),
        check_counts(np.random.default_rng(seed).integers(0, 3, (n, 3))),
    ]
    draws = Draws(seed, CONSTRUCTION)
    pairs = random_pairs(n, draws)
    return tables, State(tables, pairs, sign_rows(len(pairs.first), m, draws=draws).astype(np.int64)), draws


def recounted(tables, state):
    """chi2/J and D_j of the masks, from nothing but the masks."""
    masks = state.pairs.masks(state.signs)
    values = np.column_stack([divergence(masks, table) for table in tables])
    signs = 2 * masks.astype(int) - 1
    labels = [signs @ table.toarray()[:, table.toarray().any(axis=0)] for table in tables]
    imbalance = np.concatenate([np.column_stack([x, x.sum(axis=1)]) for x in labels], axis=1)
    return values, imbalance


@given(seed=st.integers(0, 500), over=st.booleans())
def test_moves_keep_the_books(seed, over):
    """After any moves, D_j, sizes and overlaps are those of the masks, the last two unchanged."""
    tables, state, draws = small_state(seed, over=over)
    before = state.pairs.masks(state.signs)
    for move in draws.integers(state.pairs.first.size**2, 6).tolist():
        Moves.from_pairs(state, np.arange(len(state.signs))).apply(state, move)
    values, imbalance = recounted(tables, state)
    assert np.array_equal(state.imbalance, imbalance)
    np.testing.assert_allclose(state.divergence(), values, rtol=1e-12, atol=1e-14)
    after = state.pairs.masks(state.signs)
    assert np.array_equal(after.sum(axis=1), before.sum(axis=1))
    assert np.array_equal(after.astype(int) @ after.T, before.astype(int) @ before.T)


@given(seed=st.integers(0, 500))
def test_objectives_foresee_what_moves_do(seed):
    """The change each objective names for a move is the change found after making it."""
    _, state, draws = small_state(seed, over=False)
    ones = np.ones(2)
    band = Band(state, 0.3 * ones, 0.5 * ones, np.array([1.0, 2.0]))
    total, factor = Sum(state), state.chi_square()[1]

    def costs():
        quadratic = state.chi_square()[0] / state.n_labels
        return [quadratic.sum(), band.excess(quadratic * factor).sum()]

    before = costs()
    moves = Moves.from_pairs(state, np.sort(draws.permutation(len(state.signs))[:5]))
    band.refresh()
    foreseen = [objective.changes(moves) for objective in (total, band)]
    signs, imbalance = state.signs.copy(), state.imbalance.copy()
    for move in range(len(foreseen[0])):
        moves.apply(state, move)
        for change, now, old in zip(foreseen, costs(), before, strict=True):
            assert now - old == pytest.approx(change[move], rel=1e-6, abs=1e-6)
        state.signs[:], state.imbalance[:] = signs, imbalance


def aimed(tables, state, draws, mean, sd):
    pool = pooled_imbalances(tables, state.m, seed=0)
    return Imbalances(state, tables, mean, sd, pool, draws, unavoidable=np.zeros(2))


@given(seed=st.integers(0, 500), over=st.booleans())
def test_imbalances_foresee_what_exchanges_do(seed, over):
    """The change named for two units that exchange their signs, against the cost counted anew."""
    tables, state, draws = small_state(seed, over=over)
    counts = [np.column_stack([t, t.sum(axis=1)]) for t in (table.toarray() for table in tables)]
    counts = np.concatenate(counts, axis=1)
    mean = np.array([expected(table) for table in tables])
    goal = aimed(tables, state, draws, mean, np.ones(2))
    goal.refresh()
    before, signs = goal.cost(), 2 * state.masks().astype(int) - 1
    factor = goal._factor.copy()
    u, v = draws.permutation(signs.shape[1])[:2]
    step, change = signs[:, v] - signs[:, u], counts[u] - counts[v]
    moved = state.imbalance + np.outer(step, change)
    squares = (moved**2 - state.imbalance**2).sum(axis=0)
    columns = np.flatnonzero(change)
    foreseen = goal.changes(moved.T[columns], columns, np.zeros(len(columns), int), 1)[0]
    means = goal._means + [
        (squares * state.weights)[a].sum() * factor[k] for k, a in enumerate(state.attributes)
    ]
    state.imbalance += np.outer(step, change)
    goal.refresh()
    goal._means = means  # factors N^2/(N^2-D^2) as they stood before
    assert foreseen == pytest.approx(goal.cost() - before, rel=1e-6, abs=1e-6)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 500), over=st.booleans())
def test_balance_keeps_the_books(seed, over):
    """D_j after the search is that of its masks; sizes and overlaps are what they were."""
    tables, state, draws = small_state(seed, over=over)
    before = state.masks()
    laws = [reference_law(table) for table in tables]
    mean, sd = np.array([law.mean for law in laws]), np.array([law.sd for law in laws])
    goal = aimed(tables, state, draws, mean, sd)
    masks = balance(state, tables, goal, draws, lambda: None)
    signs = 2 * masks.astype(int) - 1
    counted = [signs @ t for t in (table.toarray() for table in tables)]
    counted = np.concatenate([np.column_stack([d, d.sum(axis=1)]) for d in counted], axis=1)
    assert np.array_equal(state.imbalance, counted)
    assert np.array_equal(masks.sum(axis=1), before.sum(axis=1))
    assert np.array_equal(masks.astype(int) @ masks.T, before.astype(int) @ before.T)


def test_matched_pairs_leave_one_unit_of_an_odd_label():
    counts = corpus(171, 15, 4)
    pairs = matched_pairs([check_counts(c) for c in counts], Draws(0, CONSTRUCTION))
    label = counts[0].argmax(axis=1)
    mixed = label[pairs.first] != label[pairs.second]
    leftover = np.concatenate(
        [label[pairs.first[mixed]], label[pairs.second[mixed]], [label[pairs.leftover]]]
    )
    assert sorted(leftover) == np.flatnonzero(counts[0].sum(axis=0) % 2).tolist()
    everyone = np.concatenate([pairs.first, pairs.second, [pairs.leftover]])
    assert np.array_equal(np.sort(everyone), np.arange(171))
    same = (counts[1][pairs.first] == counts[1][pairs.second]).all(axis=1).mean()
    chance = random_pairs(171, Draws(0, CONSTRUCTION))
    assert same > 2 * (counts[1][chance.first] == counts[1][chance.second]).all(axis=1).mean()


@pytest.mark.slow
def test_random_start_gives_uniform_halves():
    """Pairs, rows and turns by chance: units are together in a half as often as in random halves."""
    together = np.zeros((12, 12))
    for seed in range(3000):
        draws = Draws(seed, CONSTRUCTION)
        pairs = random_pairs(12, draws)
        rows = sign_rows(6, 3, draws=draws).astype(np.int64)
        rows = rows[draws.permutation(6)] * draws.signs(6)[:, None]
        x = np.where(pairs.masks(rows.astype(float)), 1, -1)
        together += x.T @ x
    products = [together[a, b] / 9000 for a, b in combinations(range(12), 2)]
    assert np.abs(np.array(products) + 1 / 11).max() < 5 / np.sqrt(3000)


@pytest.mark.slow
@pytest.mark.parametrize("target", ["floor", "centered", "balanced"])
def test_a_hundred_thousand_units(target):
    """Three attributes, one with 5,000 labels: under 2 GB; how long it takes, the benchmark says."""
    import resource

    rng = np.random.default_rng(0)
    n = 100_000
    label = np.minimum(rng.zipf(1.3, n), 10**9) % 5000
    wide = csr_array((np.ones(n, int), (np.arange(n), label)), shape=(n, 5000))
    role = csr_array(roles(n, 25))
    kind = np.eye(12, dtype=int)[rng.integers(0, 12, n)]
    p = regularized_partitions([wide, role, kind], 20, target=target)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 2e6
    check_design(p, 20, n)
    r = partition_report(p, [wide, role, kind])
    if target == "floor":
        assert r.divergence[:, 0].max() <= 1.02 * r.floor[0]
        assert r.divergence[:, 1:].max() <= 0.05
    if target == "centered":
        assert np.abs(r.deviation).max() <= 0.1
    if target == "balanced":
        assert np.abs((r.divergence.mean(axis=0) - r.expected) / r.sd).max() <= 0.02


@pytest.mark.slow
@pytest.mark.parametrize("frame", ["Statement", "Possession", "Desiring", "Arriving"])
def test_frames_of_a_real_corpus(real_corpora, frame):
    path = real_corpora / "latvian-framenet" / "lvfn-six-frames.conll2009"
    corpus = read_corpus(path, where={"frame": frame})
    counts = [corpus.attributes[name].counts for name in ("target", "role")]
    n = len(corpus)
    p = regularized_partitions(counts, 20, target="floor")
    check_design(p, 20, n)
    r = partition_report(p, counts)
    assert r.divergence[:, 0].max() <= 1.02 * r.floor[0]
    assert r.divergence[:, 1].max() <= r.floor[1] + 0.05
    r = partition_report(regularized_partitions(counts, 20, target="centered"), counts)
    assert np.abs(r.deviation).max() <= 0.2
    r = partition_report(regularized_partitions(counts, 20, target="balanced"), counts)
    assert np.abs((r.divergence.mean(axis=0) - r.expected) / r.sd).max() <= 0.02


@pytest.mark.parametrize(("n", "totals"), [(10, [6, 4]), (11, [5, 3, 3]), (12, [9, 2, 1]), (13, [7, 6])])
def test_values_of_halves_are_all_there_are(n, totals):
    counts = np.eye(len(totals), dtype=int)[np.repeat(np.arange(len(totals)), totals)]
    masks = np.array([np.isin(np.arange(n), half) for half in combinations(range(n), n // 2)])
    seen = np.unique(divergence(masks, counts).round(9))
    np.testing.assert_allclose(half_values(check_counts(counts)), seen, atol=1e-8)
    pairs = np.unique((seen[:, None] + seen) / 2)
    found = nearest_mean(half_values(check_counts(counts)), expected(counts), 2)
    assert abs(found - expected(counts)) == pytest.approx(np.abs(pairs - expected(counts)).min(), abs=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "unit", "attributes"),
    [
        ("latvian-framenet/lvfn-six-frames.conll2009", None, ["target", "role", "pos", "length"]),
        ("up-zh/zh-up-dev.conllu", None, ["role", "pos", "length"]),
        ("ud-en-ewt/en_ewt-ud-dev.conllu", None, ["pos", "length"]),
        ("ud-en-ewt/en_ewt-ud-dev.conllu", "document", ["pos", "length"]),
        ("uner-zh-gsdsimp/zh_gsdsimp-ud-dev.iob2", None, ["label", "length"]),
        ("wnut17/emerging.dev.conll", None, ["label", "length"]),
        ("banking77/test.csv", None, ["label", "length"]),
    ],
)
def test_real_corpora_come_near_the_floor(real_corpora, file, unit, attributes):
    """Attributes with one label per unit reach their floor; others fall far below random halves."""
    read = read_corpus(real_corpora / file, unit=unit)
    for name in attributes:
        table = read.attributes[name].counts
        p = regularized_partitions([table], 20, target="floor")
        check_design(p, 20, len(read))
        reached = divergence(p.masks, table).max()
        if one_label_per_unit(check_counts(table)):
            assert reached == pytest.approx(floor(table), abs=1e-9)
        else:
            assert floor(table) <= reached < 0.4 * expected(table)


def test_values_are_not_listed_where_there_are_too_many():
    assert half_values(check_counts(roles(50, 3))) is None
    assert half_values(check_counts(words(400, 30))) is None
    assert nearest_mean(None, 0.5, 3) is None
    assert nearest_mean(np.linspace(0, 2, 3000), 1.0, 20) is None


@few(("n", "ones"), 1, [(40, 4), (60, 18), (101, 10), (80, 40), (100, 10)])
def test_balanced_with_two_labels_takes_the_nearest_mean_there_is(n, ones):
    counts = np.eye(2, dtype=int)[(np.arange(n) < ones).astype(int)]
    for seed in range(3):
        r = partition_report(regularized_partitions([counts], 3, seed, "balanced"), [counts])
        unavoidable = abs(r.nearest_mean[0] - r.expected[0]) / r.sd[0]
        assert abs(r.running[-1, 0]) <= max(0.02, unavoidable) + 1e-6


def test_report_says_what_the_first_partitions_hold():
    counts = corpus(100, 6, 3)
    for p, says in [
        (regularized_partitions(counts, 4, target="balanced"), "of the whole set"),
        (regularized_partitions(counts, 4, target="centered"), "any k of them"),
        (regularized_partitions(counts, 4, target="floor"), "k from the start would give"),
        (random_partitions(100, 4), "k from the start would give"),
        (selected_partitions(counts, 4, n_candidates=1000), "can be used alone"),
    ]:
        r = partition_report(p, counts)
        assert says in str(r.first)
        np.testing.assert_allclose(r.running[1], r.deviation[:2].mean(axis=0))
        np.testing.assert_allclose(partition_report(p[:2], counts).running, r.running[:2])


def test_report_stands_beside_law_and_floor():
    counts = corpus(100, 6, 3)
    p = regularized_partitions(counts, 4)
    r = partition_report(p, counts)
    assert r.divergence.shape == (4, 2)
    assert np.array_equal(r.divergence[:, 0], p.divergence(counts[0]))
    assert r.floor.tolist() == [floor(c) for c in counts]
    law = reference_law(counts[1])
    np.testing.assert_allclose(r.deviation[:, 1], (r.divergence[:, 1] - law.mean) / law.sd)
    assert r.sizes.tolist() == [50] * 4
    assert r.overlap_deviation == p.overlap_deviation()
    assert np.array_equal(r.overlaps, p.overlaps())
    assert np.isnan(r.nearest[1])  # several labels per unit: not listed
