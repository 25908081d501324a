"""Models that no split changes: all swaps against SciPy's, random ones against all, and calibration."""

import numpy as np
import pytest
from scipy.stats import binom, binomtest, bootstrap, permutation_test

import mx2core as mx
from mx2core.errors import InputError


def f1(sums):
    tp, fp, fn = np.moveaxis(np.asarray(sums), -1, 0)
    whole = 2 * tp + fp + fn
    return np.divide(2 * tp, whole, out=np.zeros_like(whole), where=whole > 0)


def counts(n, seed, better=0.0):
    generator = np.random.default_rng(seed)
    gold = 1 + generator.poisson(1.5, n)
    found = []
    for chance in (0.7 + better, 0.7):
        tp = generator.binomial(gold, chance)
        found.append(np.stack([tp, generator.poisson(0.5, n), gold - tp], axis=1).astype(float))
    return found


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("seed", range(3))
def test_all_swaps_are_scipys_permutation_test(alternative, seed):
    a, b = counts(9, seed)

    def statistic(x, y, axis):
        x, y = (both[v.astype(int)] for v in (x, y))
        return f1(x.sum(axis=-2)) - f1(y.sum(axis=-2))

    both = np.concatenate([a, b])
    theirs = permutation_test(
        (np.arange(9.0), np.arange(9.0) + 9),
        statistic,
        permutation_type="samples",
        alternative=alternative,
        n_resamples=np.inf,
        vectorized=True,
    )
    ours = mx.inference.approximate_randomization_test(a, b, score=f1, alternative=alternative)
    assert (ours.exact, ours.n_runs) == (True, 512)
    assert ours.pvalue == pytest.approx(theirs.pvalue)
    assert ours.difference == pytest.approx(theirs.statistic)


def test_means_are_scipys_too():
    a, b = (values[:, 0] for values in counts(10, 5))
    theirs = permutation_test(
        (a, b), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples", n_resamples=np.inf
    )
    assert mx.inference.approximate_randomization_test(a, b).pvalue == pytest.approx(theirs.pvalue)


def test_random_swaps_come_near_all_of_them():
    a, b = counts(13, 3, better=0.15)
    exact = mx.inference.approximate_randomization_test(a, b, score=f1)
    drawn = mx.inference.approximate_randomization_test(
        np.vstack([a, np.zeros((20, 3))]), np.vstack([b, np.zeros((20, 3))]), score=f1, n_runs=20_000
    )
    assert (exact.exact, drawn.exact, drawn.n_runs) == (True, False, 20_000)
    assert drawn.pvalue == pytest.approx(exact.pvalue, abs=0.012)


def test_order_sides_and_seeds():
    a, b = counts(60, 1, better=0.1)
    test = mx.inference.approximate_randomization_test(a, b, score=f1, seed=3)
    assert mx.inference.approximate_randomization_test(a, b, score=f1, seed=3).pvalue == test.pvalue
    turned = mx.inference.approximate_randomization_test(b, a, score=f1, seed=3)
    assert turned.difference == pytest.approx(-test.difference)
    assert turned.pvalue == pytest.approx(test.pvalue, abs=0.02)
    assert test.lower < test.difference < test.upper
    assert turned.upper == pytest.approx(-test.lower, abs=1e-9)  # the same units are drawn


def test_clusters_move_together():
    a, b = counts(12, 2)
    documents = np.repeat(np.arange(12), 3)
    whole = mx.inference.approximate_randomization_test(a, b, score=f1)
    units = [np.repeat(values / 3, 3, axis=0) for values in (a, b)]
    clustered = mx.inference.approximate_randomization_test(*units, score=f1, clusters=documents)
    assert clustered.pvalue == pytest.approx(whole.pvalue)
    assert (clustered.n_units, clustered.n_clusters) == (36, 12)


def test_it_errs_as_often_as_it_says_and_its_interval_covers():
    rejected = covered = 0
    for seed in range(50):
        test = mx.inference.approximate_randomization_test(*counts(50, 1000 + seed), score=f1, alpha=0.1)
        rejected += test.rejected
        covered += test.lower <= 0 <= test.upper
    assert binomtest(rejected, 50, 0.1).pvalue > 1e-3
    assert binomtest(covered, 50, 0.9).pvalue > 1e-3


def test_nothing_to_test():
    a, _ = counts(20, 0)
    test = mx.inference.approximate_randomization_test(a, a, score=f1)
    assert (test.pvalue, test.lower, test.rejected) == (None, None, False)
    assert "agree on every unit" in str(test.notice)


def test_one_model_has_an_interval():
    a, _ = counts(80, 1)
    found = mx.inference.bootstrap_score(a, f1, level=0.9)
    assert found.score == pytest.approx(f1(a.sum(axis=0)))
    theirs = bootstrap(
        (np.arange(80),), lambda k, axis: f1(a[k].sum(axis=-2)), confidence_level=0.9, method="percentile",
        n_resamples=9999, vectorized=True, random_state=np.random.default_rng(0),
    ).confidence_interval  # fmt: skip
    assert (found.lower, found.upper) == pytest.approx((theirs.low, theirs.high), abs=0.004)
    assert (found.n_units, found.n_clusters, found.n_runs) == (80, 80, 10_000)
    clustered = mx.inference.bootstrap_score(a, f1, level=0.9, clusters=np.arange(80) // 4)
    assert clustered.n_clusters == 20
    mean = mx.inference.bootstrap_score([0.0, 1.0] * 20)
    assert mean.score == 0.5
    with pytest.raises(InputError, match="`level` must lie in"):
        mx.inference.bootstrap_score(a, f1, level=95)


def test_four_answers_of_fixed_models():
    a, b = counts(80, 1, better=0.25)
    ahead = mx.verdict(mx.inference.approximate_randomization_test(a, b, score=f1), margin=0.5)
    assert (ahead.answer, ahead.equivalent, ahead.further_units) == ("A better", True, 0)
    assert mx.verdict(mx.inference.approximate_randomization_test(b, a, score=f1)).answer == "B better"
    a, b = counts(80, 2)
    test = mx.inference.approximate_randomization_test(a, b, score=f1)
    inner = test.differences.interval(test.alpha)
    assert test.lower < inner[0] < test.difference < inner[1] < test.upper
    close = mx.verdict(test, margin=0.2)
    assert close.answer == "equivalent"
    assert close.equivalence_pvalue < 0.05
    edge = max(-inner[0], inner[1])
    assert mx.verdict(test, margin=edge * 1.001).equivalent
    open_ = mx.verdict(test, margin=edge * 0.999)
    assert (open_.answer, open_.equivalent) == ("undecided", False)
    assert open_.half_length_limit == open_.half_length == pytest.approx((test.upper - test.lower) / 2)
    nothing = mx.verdict(mx.inference.approximate_randomization_test(a, a, score=f1), margin=0.1)
    assert (nothing.answer, nothing.half_length) == ("undecided", None)


@pytest.mark.parametrize(("n", "margin"), [(20, 0.16), (50, 0.061), (100, 0.031)])
def test_models_at_the_margin_are_seldom_called_equivalent(n, margin):
    # Where k answers of the better model alone decide, chances are those of k; by percentiles 7 to 13%.
    wrong = 0.0
    for k in range(1, 6):
        test = mx.inference.approximate_randomization_test(np.ones(n), np.arange(n) >= k)
        wrong += binom.pmf(k, n, margin) * mx.verdict(test, margin).equivalent
    assert wrong <= 0.05


@pytest.mark.parametrize(
    ("n", "entities", "recall", "invented", "uneven"),
    [(20, 0.5, 0.95, 0.03, 0.5), (50, 0.5, 0.95, 0.03, 0.5), (8, 1, 0.8, 0.2, 0.01), (100, 2, 0.7, 0.4, 1)],
)
def test_intervals_of_entity_f1_hold_the_truth(n, entities, recall, invented, uneven):
    """Sentences of different difficulty; percentiles held the truth in 52 and 85 of 100 near 1, and 89."""
    random, runs, held = np.random.default_rng(12), 1_000, 0
    truth = 2 * recall / (2 * recall + invented + 1 - recall)
    for _ in range(runs):
        gold = random.poisson(entities * random.gamma(1 / uneven, uneven, n))
        found = random.binomial(gold, random.beta(3 * recall, 3 - 3 * recall, n))
        wrong = random.poisson(invented * entities * random.gamma(1 / uneven, uneven, n))
        low, high = mx.inference.share_interval(found, gold + wrong, beta=1)
        held += low <= truth <= high
    assert binomtest(held, runs, 0.95, alternative="less").pvalue > 1e-3


@pytest.mark.parametrize(
    ("a", "b", "options", "says"),
    [
        (np.zeros(3), np.zeros(4), {}, "the same units, at least two"),
        (np.zeros(1), np.zeros(1), {}, "the same units, at least two"),
        ([np.nan, 1], [0, 1], {}, "missing or not finite"),
        ([0, 1], [1, 1], {"n_runs": 999}, "lie in \\[10000"),
        ([0, 1], [1, 1], {"clusters": [1]}, "`clusters` must have shape"),
        ([0, 1], [1, 1], {"alternative": "up"}, "`alternative` must be"),
    ],
)
def test_what_is_wrong_is_one_sentence(a, b, options, says):
    with pytest.raises(InputError, match=says):
        mx.inference.approximate_randomization_test(a, b, **options)
