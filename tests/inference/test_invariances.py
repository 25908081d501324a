"""What must not matter to a test does not: location, scale, order, which half is first, which model is A."""

import numpy as np
import pytest
from scipy.stats import binomtest
from scipy.stats import t as student

import mx2core as mx
from mx2core.inference import (
    alpaydin_5x2_f_test,
    approximate_randomization_test,
    bayesian_correlated_t_test,
    corrected_resampled_t_test,
    dietterich_5x2_t_test,
    friedman,
    group_differences,
    memory_share,
    meta_analysis,
    mx2_t_test,
    naive_paired_t_test,
    nemenyi,
    one_sample_t_test,
    out_of_fold_t_test,
    pair_ratio,
    precision_stop,
    sequential_t_test,
    signed_rank_pairs,
)
from mx2core.inference.out_of_fold.unit_variance import adjusted_statistic, mean_variance

MIRROR = {"greater": "less", "less": "greater", "two-sided": "two-sided"}

# Tests of differences of 2m folds: (differences, alternative) -> p-value, interval or None.
HALVES = {
    "m×2": lambda x, side: _with_ends(mx2_t_test(x, alternative=side)),
    "sequential": lambda x, side: (sequential_t_test(x, looks=(5,), alternative=side).table[-1].pvalue, None),
    "naive": lambda x, side: (naive_paired_t_test(x.ravel(), side).pvalue, None),
    "corrected": lambda x, side: (corrected_resampled_t_test(x.ravel(), 1.0, alternative=side).pvalue, None),
    "one sample": lambda x, side: (one_sample_t_test(x.ravel(), 0.0, alternative=side).pvalue, None),
    "5×2 t": lambda x, side: (dietterich_5x2_t_test(x, side).pvalue, None),
    "5×2 F": lambda x, side: (alpaydin_5x2_f_test(x).pvalue, None),
    "pair ratio": lambda x, side: (pair_ratio(x).pvalue, None),
    "Bayesian": lambda x, side: (_posterior(bayesian_correlated_t_test(x.ravel()), side), None),
}
FIRST_SCORE = {"5×2 t": {"splits", "halves"}}  # its numerator is the first of the ten scores

# Tests of units: (differences, masks, clusters, alternative) -> p-value, interval.
UNITS = {
    "out-of-fold": lambda d, h, g, side: _with_ends(out_of_fold_t_test(d, h, clusters=g, alternative=side)),
    "precision stop": lambda d, h, g, side: _with_ends(
        precision_stop(d, h, clusters=g, alternative=side, share=0.9).test
    ),
    "group": lambda d, h, g, side: _with_ends(
        group_differences(d, h, np.ones(d.shape[1], int), clusters=g)[0]
    ),
}


def _with_ends(test):
    return test.pvalue, (test.lower, test.upper)


def _posterior(test, side):
    return {"greater": test.p_worse, "less": test.p_better, "two-sided": test.p_worse + test.p_better}[side]


def _same(found, expected, scale=1.0, shift=0.0, mirrored=False):
    assert found[0] == pytest.approx(expected[0], rel=1e-6, abs=1e-12)
    if expected[1] is not None:
        ends = [scale * end + shift for end in expected[1]]
        ends = [-end for end in reversed(ends)] if mirrored else ends
        assert found[1] == pytest.approx(ends, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("side", MIRROR)
@pytest.mark.parametrize("name", HALVES)
def test_of_folds(name, side):
    rng = np.random.default_rng(4)
    x, test, but = rng.normal(0.3, 1, (5, 2)), HALVES[name], FIRST_SCORE.get(name, ())
    plain = test(x, side)
    _same(test(7 * x, side), plain, scale=7)
    _same(test(-x, MIRROR[side]), plain, mirrored=True)
    if "splits" not in but:
        _same(test(x[rng.permutation(5)], side), plain)
    if "halves" not in but:
        _same(test(np.where(rng.random((5, 1)) < 0.5, x, x[:, ::-1]), side), plain)
    if plain[1] is not None:
        assert test(x + 3, side)[1] == pytest.approx([end + 3 for end in plain[1]])


@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("m", [1, 2, 5])
@pytest.mark.parametrize("n", [40, 41])
@pytest.mark.parametrize("side", MIRROR)
@pytest.mark.parametrize("name", UNITS)
def test_of_units(name, side, n, m, clustered):
    if name == "precision stop" and m < 3:
        return
    rng = np.random.default_rng([n, m])
    groups = np.repeat(np.arange(n), rng.integers(1, 4, n)) if clustered else None
    masks = rng.random((m, n)).argsort(axis=1) < n // 2
    values = np.round(rng.normal(0.2, 1, n) + rng.normal(0, 0.5, (m, n)))
    if groups is not None:
        masks, values = masks[:, groups], values[:, groups] + rng.integers(0, 2, (m, len(groups)))
    test = UNITS[name]
    plain = test(values, masks, groups, side)
    _same(test(7 * values, masks, groups, side), plain, scale=7)
    _same(test(-values, masks, groups, MIRROR[side]), plain, mirrored=True)
    assert test(values + 3, masks, groups, side)[1] == pytest.approx([end + 3 for end in plain[1]])
    _same(test(values, masks ^ (rng.random((m, 1)) < 0.5), groups, side), plain)
    units, splits = rng.permutation(values.shape[1]), rng.permutation(m)
    moved = None if groups is None else groups[units]
    _same(test(values[:, units], masks[:, units], moved, side), plain)
    if name != "precision stop":  # which asks after the first splits
        _same(test(values[splits], masks[splits], groups, side), plain)


def test_units_that_all_differ_alike_have_no_variation_with_unequal_halves():
    masks = np.stack([np.arange(41) % 2 == 0, np.arange(41) < 20, np.arange(41) % 4 < 2])
    test = out_of_fold_t_test(np.ones((3, 41)), masks)
    assert (test.mean, test.variance, test.pvalue) == (1.0, 0.0, None)


def test_of_memory():
    rng = np.random.default_rng(2)
    masks = mx.random_partitions(61, 4).masks
    values, unseen = rng.normal(0.3, 1, (4, 61)), rng.random((4, 61)) < 0.5
    plain, units = memory_share(values, masks, unseen=unseen), rng.permutation(61)
    for other, sign in (
        (memory_share(-values, masks, unseen=unseen), -1),
        (memory_share(values, ~masks, unseen=unseen), 1),
        (memory_share(values[:, units], masks[:, units], unseen=unseen[:, units]), 1),
    ):
        assert other.memory.mean == pytest.approx(sign * plain.memory.mean)
        assert other.memory.pvalue_of(0, "two-sided") == pytest.approx(plain.memory.pvalue_of(0, "two-sided"))


def test_of_fixed_models():
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 3, (2, 10)) / 7
    plain, units = approximate_randomization_test(a, b, alternative="greater"), rng.permutation(10)
    assert approximate_randomization_test(a[units], b[units], alternative="greater").pvalue == plain.pvalue
    assert approximate_randomization_test(9 * a, 9 * b, alternative="greater").pvalue == plain.pvalue
    assert approximate_randomization_test(a + 5, b + 5, alternative="greater").pvalue == plain.pvalue
    assert approximate_randomization_test(b, a, alternative="less").pvalue == plain.pvalue


def test_of_ranks():
    rng = np.random.default_rng(5)
    table, names = rng.integers(50, 90, (4, 9)) / 100, ["w", "x", "y", "z"]

    def pair_results(rows, labels):
        pairs = {
            frozenset((p.a, p.b)): (p.pvalue, p.wins + p.losses) for p in signed_rank_pairs(rows, labels)
        }
        far = nemenyi(rows, labels)
        ranks = dict(zip(labels, far.ranks, strict=True))
        return friedman(rows, labels).pvalue, pairs, far.critical_difference, ranks

    plain, models = pair_results(table, names), rng.permutation(4)
    for other in (
        pair_results(7 * table / 3, names),
        pair_results(table + 0.1, names),
        pair_results(table[:, rng.permutation(9)], names),
        pair_results(table[models], [names[k] for k in models]),
    ):
        assert other[0] == pytest.approx(plain[0])
        assert other[1] == plain[1]
        assert other[3] == pytest.approx(plain[3])


def test_of_several_corpora():
    rng = np.random.default_rng(6)
    estimates, variances, order = rng.normal(0.02, 0.02, 6), rng.uniform(1e-4, 4e-4, 6), rng.permutation(6)
    plain = _with_ends(meta_analysis(estimates, variances, alternative="greater"))
    _same(_with_ends(meta_analysis(7 * estimates, 49 * variances, alternative="greater")), plain, scale=7)
    _same(_with_ends(meta_analysis(estimates[order], variances[order], alternative="greater")), plain)
    _same(_with_ends(meta_analysis(-estimates, variances, alternative="less")), plain, mirrored=True)
    shifted = meta_analysis(estimates + 1, variances, alternative="greater")
    assert (shifted.lower, shifted.upper) == pytest.approx([end + 1 for end in plain[1]])


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.003])  # Holm over 15 pairs asks .05 / 15
@pytest.mark.parametrize("n", [40, 41])
@pytest.mark.parametrize("offset", [0.0, 0.9])  # one model with a score near .9
@pytest.mark.parametrize("own", [np.inf, 0.5])  # of each split; the rest is shared, as imported splits may
def test_levels_with_odd_numbers_of_documents_of_unequal_size(n, offset, alpha, own):
    """Scores linear in the units that are trained and tested on, so that the true mean is the offset."""
    rng = np.random.default_rng([n, 5])
    runs, m = 6_000, 3
    sizes = rng.integers(1, 6, n)
    weight = sizes / sizes.mean()  # sums of documents over the mean size
    keys = rng.random((runs, m, n)) + rng.random((runs, 1, n)) / own
    masks = keys.argsort(axis=-1).argsort(axis=-1) < n // 2
    trained, tested = rng.normal(0, 1, (2, runs, 1, n))
    side = np.where(masks, 1.0, -1.0)
    # a unit is validated by the run that trains on the other side
    gained = (trained * side).sum(axis=-1, keepdims=True) * -side / n
    gained += trained.sum(axis=-1, keepdims=True) / n
    values = offset + weight * (tested + gained + rng.normal(0, 0.3, (runs, m, n)))
    parts = mean_variance(values, masks)
    adjusted = adjusted_statistic((parts.mean - offset) / np.sqrt(parts.variance), parts.skewness)
    for sign in (1, -1):
        wrong = int((student.sf(sign * adjusted, parts.df) < alpha).sum())
        assert binomtest(wrong, runs, alpha, alternative="greater").pvalue > 1e-3
