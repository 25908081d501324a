"""How much of a difference is memory: sums that are exact, a plain loop, and how often intervals hold."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

import mx2core as mx
from mx2core.errors import InputError
from tests.partition.shapes import half_masks

N, M, KINDS = 120, 3, 90


def memory_share(values, masks, unseen):
    return mx.inference.memory_share(values, masks, unseen=unseen)


def sample_answers(seed, a=(0.7, 0.7), b=(0.9, 0.5), n=N, m=M):
    """Right answers of two models by whether the word of a unit was trained on; words as rare as in text."""
    generator = np.random.default_rng(seed)
    weight = 1 / np.arange(1, KINDS + 1)
    word = generator.choice(KINDS, n, p=weight / weight.sum())
    masks = half_masks(generator, m, n)
    new = np.stack([[word[u] not in word[mask != mask[u]] for u in range(n)] for mask in masks])
    hard = generator.random(n), generator.random(n)
    right = [hard[k] < np.where(new, chance[1], chance[0]) for k, chance in enumerate((a, b))]
    return right[0] * 1.0 - right[1], masks, new


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 999), m=st.integers(1, 4))
def test_both_pairs_of_terms_are_the_difference(seed, m):
    found = memory_share(*sample_answers(seed, m=m))
    assert found.from_seen + found.from_unseen == pytest.approx(found.difference.mean, abs=1e-12)
    if found.memory is not None:
        assert found.on_unseen.mean + found.memory.mean == pytest.approx(found.difference.mean, abs=1e-12)
        more = found.on_seen.mean - found.on_unseen.mean
        assert found.memory.mean == pytest.approx((1 - found.unseen) * more, abs=1e-12)


def test_by_a_plain_loop():
    values, masks, new = sample_answers(5)
    found = memory_share(values, masks, new)
    of_kind = {True: [], False: []}
    for i in range(M):
        for u in range(N):
            of_kind[bool(new[i, u])].append(values[i, u])
    assert found.on_unseen.mean == pytest.approx(np.mean(of_kind[True]))
    assert found.on_seen.mean == pytest.approx(np.mean(of_kind[False]))
    assert found.from_seen == pytest.approx(sum(of_kind[False]) / (M * N))
    assert found.unseen == pytest.approx(len(of_kind[True]) / (M * N))
    assert found.n_unseen == sum(any(new[i, u] for i in range(M)) for u in range(N))


def test_where_all_units_are_alike_memory_is_the_other_group():
    """A split of units that does not change: the group's interval is that of its units."""
    generator = np.random.default_rng(2)
    masks = sample_answers(1)[1]
    values, new = generator.normal(0.3, 1, (1, N)) + np.zeros((M, 1)), np.arange(N) < 50
    found = memory_share(values, masks, new)
    error = values[0, :50].std(ddof=1) / np.sqrt(50)
    half = (found.on_unseen.upper - found.on_unseen.lower) / 2
    assert half == pytest.approx(np.sqrt(1.5) * 2 * error, rel=0.35)


def test_units_left_out_do_not_count():
    values, masks, new = sample_answers(5)
    among = np.arange(N) % 3 > 0
    found = mx.inference.memory_share(values + ~among * 9.0, masks, unseen=new, among=among)
    again = mx.inference.memory_share(values - ~among * 5.0, masks, unseen=new | ~among, among=among)
    assert found.n_left_out == 40
    assert found.difference.mean == pytest.approx(values[:, among].mean())
    assert found.from_seen + found.from_unseen == pytest.approx(found.difference.mean)
    assert found.on_unseen.mean + found.memory.mean == pytest.approx(found.difference.mean)
    assert found.on_unseen.mean == pytest.approx(values[new & among].mean())
    assert (found.memory.mean, found.share) == pytest.approx((again.memory.mean, again.share))
    with pytest.raises(InputError, match="holds no unit"):
        mx.inference.memory_share(values, masks, unseen=new, among=~np.ones(N, bool))


def test_few_units_have_sums_only():
    values, masks, _ = sample_answers(1)
    found = memory_share(values, masks, np.arange(N) < 19)
    assert found.memory is None
    assert found.on_unseen is None
    assert found.share is None
    assert found.from_seen + found.from_unseen == pytest.approx(found.difference.mean)


def test_no_share_of_a_difference_that_may_be_none():
    values, masks, new = sample_answers(7, b=(0.7, 0.7))
    found = memory_share(values, masks, new)
    assert found.difference.lower < 0 < found.difference.upper
    assert found.share is None
    assert found.memory is not None


def test_shares_ends_are_those_that_are_not_rejected():
    values, masks, new = sample_answers(11, a=(0.95, 0.6), b=(0.5, 0.5), n=400)
    found = memory_share(values, masks, new)
    assert found.share_lower < found.share < found.share_upper
    u = found.on_unseen.mean
    alone = u + np.where(new, values - u, 0) / new.mean()
    for end, sign in ((found.share_lower, -1), (found.share_upper, 1)):
        near, far = (
            mx.out_of_fold_t_test(values - alone - ratio * values, masks, alternative="two-sided").pvalue
            for ratio in (end - sign * 1e-3, end + sign * 1e-3)
        )
        assert near > 0.05 > far - 1e-6


def test_what_takes_away_from_a_lead_is_no_share_of_it():
    found = memory_share(*sample_answers(11, a=(0.6, 0.95), b=(0.5, 0.5), n=400))
    shown = " ".join(map(str, found.sentences("A", "B")))
    assert found.share_lower < found.share < 0
    assert "Seen material adds -0." in shown
    assert "of the difference" not in shown


def test_all_of_it_is_memory_where_models_agree_on_what_is_new():
    values, masks, new = sample_answers(3, a=(0.95, 0.5), b=(0.5, 0.5), n=600)
    values = np.where(new, 0.0, values)
    found = memory_share(values, masks, new)
    assert found.share == pytest.approx(1.0)
    assert found.on_unseen.mean == 0
    assert found.from_unseen == 0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((0.7, 0.7), (0.9, 0.5)),
        pytest.param((0.9, 0.5), (0.7, 0.7), marks=pytest.mark.slow),
        pytest.param((0.8, 0.6), (0.7, 0.5), marks=pytest.mark.slow),
    ],
)
def test_intervals_of_memory_hold_as_often_as_they_say(a, b):
    """B memorises, A memorises, neither more than the other."""
    missed = {"memory": 0, "on_unseen": 0}
    rounds, truth = 150, np.zeros(2)
    tests = []
    for seed in range(rounds):
        found = memory_share(*sample_answers(1000 + seed, a, b))
        truth += (1 - found.unseen) * ((a[0] - b[0]) - (a[1] - b[1])), a[1] - b[1]
        tests.append(found)
    memory, unseen = truth / rounds
    for found in tests:
        missed["memory"] += not found.memory.lower <= memory <= found.memory.upper
        missed["on_unseen"] += not found.on_unseen.lower <= unseen <= found.on_unseen.upper
    for count in missed.values():
        assert binomtest(count, rounds, 0.05, alternative="greater").pvalue > 1e-3


@pytest.mark.parametrize("unseen", [np.ones(N), np.ones((2, N), bool), np.ones(5, bool)])
def test_members_that_do_not_fit(unseen):
    values, masks, _ = sample_answers(1)
    with pytest.raises(InputError, match="`unseen` must be bool"):
        memory_share(values, masks, unseen)
