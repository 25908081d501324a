"""The conservative variance, held against every corpus and every half there is; and where its proof ends."""

from itertools import combinations, product
from math import comb, prod

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import ScoresError
from mx2core.inference.out_of_fold.unit_variance import mean_variance

N = 6
HALVES = np.array([np.isin(np.arange(N), half) for half in combinations(range(N), N // 2)])
CORPORA = np.array(list(product((0, 1), repeat=N)))  # all of them, each as likely


def learners():
    """What a unit scores, by its own kind and how many of kind 1 trained: effects of every order."""
    rng = np.random.default_rng(5)
    kinds = np.arange(N // 2 + 1)
    yield "tested only", np.array([[0.0] * 4, [1.0] * 4])
    yield "trained only", np.array([kinds, kinds]) / 1.0
    yield "trained on pairs", np.array([(kinds - 1.5) ** 2] * 2)
    yield "tested against training", np.array([kinds, -kinds]) / 1.0
    yield "near of kind", np.array([3.0 - kinds, kinds])
    for number in range(6):
        yield f"any {number}", rng.normal(size=(2, N // 2 + 1)) ** 3


def differences(table, x):
    """What each unit of every corpus scores when halves are x: (n_corpora, n)."""
    first, second = (CORPORA[:, half].sum(axis=1) for half in (x, ~x))
    trained = np.where(x, second[:, None], first[:, None])  # by the other half
    return table[CORPORA, trained]


def exactly(table):
    """The variance of endless splits, N, and the mean of (R + L)^2, over all corpora and halves."""
    d = np.stack([differences(table, x) for x in HALVES])  # (n_halves, n_corpora, n)
    g = d.mean(axis=0)
    signs = np.where(HALVES, 1.0, -1.0)[:, None, :]
    tested = (signs * g).mean(axis=-1)
    trained = (tested - (signs * d).mean(axis=-1)) * (N - 1) / (N - 2)
    both = trained + tested + trained / (N - 1)
    noise = d.mean(axis=-1).var(axis=0).mean()
    return g.mean(axis=-1).var(), noise, (both**2).mean()


def uncut(d, x):
    """The formula of docs/theory.md, without any cut."""
    m, n = d.shape[-2:]
    of_unit, signs = d.mean(axis=-2), np.where(x, 1.0, -1.0)
    units = of_unit.var(axis=-1, ddof=1) / n
    within = d.var(axis=-2, ddof=1).mean(axis=-1)
    splits = d.mean(axis=-1).var(axis=-1, ddof=1)
    noise = (within - splits) / (n - 1)
    others = (m * of_unit[:, None] - d) / (m - 1)
    tested = (signs * others).mean(axis=-1)
    trained = (tested - (signs * d).mean(axis=-1)) * (n - 1) / (n - 2)
    tested = tested + trained / (n - 1)
    k = noise / (m - 1) * ((n - 1) / (n - 2)) ** 2
    covariance = 2 * n / (n - 1) * ((trained * tested).mean(axis=-1) - k)
    training = n * (n - 2) / (n - 1) ** 2 * ((trained**2).mean(axis=-1) - k)
    return units - noise / m + covariance + training + splits / m


@pytest.mark.parametrize(
    ("name", "table"), list(learners()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_its_mean_is_that_of_a_square_which_is_no_less_than_the_variance(name, table):
    truth, noise, square = exactly(table)
    assert square >= truth - 1e-12
    if name in ("tested only", "trained only"):  # effects of single units
        assert square == pytest.approx(truth)
    if name == "trained on pairs":  # second order: r (n - 1) / (n - r) times, at least
        assert square > 2 * truth
    values = {"uncut": [], "cut": []}
    for pair in product(range(len(HALVES)), repeat=2):
        x = HALVES[list(pair)]
        d = np.stack([differences(table, one) for one in x], axis=1)
        values["uncut"].append(uncut(d, x).mean())
        values["cut"].append(mean_variance(d, x, conservative=True).variance.mean())
    assert np.mean(values["uncut"]) == pytest.approx(square + noise / 2)  # m = 2
    assert np.mean(values["cut"]) >= truth + noise / 2 - 1e-12


@pytest.mark.parametrize("n", [4, 8, 30, 101 - 1])
def test_what_a_split_shows_of_a_set_of_units_is_its_size_times_its_effect(n):
    """The step of the proof: E x_G Q_G = r U_G for effects of r units, whoever of them is tested."""
    half = n // 2

    def falling(top, k):
        return prod(top - i for i in range(k))

    for r in range(1, half + 2):
        q = falling(half, r) / falling(n, r)
        p, p1 = (falling(half, k) / falling(n - 1, k) for k in (r, r - 1))
        of_a = of_b = of_square = 0.0
        for plus in range(r + 1):
            chance = comb(r, plus) * falling(half, plus) * falling(half, r - plus) / falling(n, r)
            sum_x = 2 * plus - r
            side = (plus == r) - (plus == 0)  # all of G on one side
            alone = (plus == 1) * 1.0, (r - plus == 1) * 1.0
            a = side / 2 - sum_x / n * p  # P + L
            b = np.array([p1 - alone[0], alone[1] - p1])
            a, b = a * (n - 1) / (n - 2), b * (n - 1) / (n - 2)  # R
            a, b = a * n / (n - 1) - sum_x / n * p, b * n / (n - 1) + np.array([p1, -p1])  # R + L
            of_a += chance * sum_x * a
            of_b += chance * sum_x * (plus * b[0] + (r - plus) * b[1]) / r
            of_square += chance * sum_x**2
        assert of_a == pytest.approx(r * q, abs=1e-12)
        assert of_b == pytest.approx(r * p1, abs=1e-12)
        assert of_square == pytest.approx(r * (n - r) / (n - 1))


# Where it ends. Units have an effect a on what they train and e on being tested, both normal.


def linear(rng, n_corpora, n, masks, *, slope, clusters=1):
    """e is the effect of being tested; what a unit adds as training is slope times as much of all n / 2."""
    e = np.repeat(rng.normal(size=(n_corpora, n // clusters)), clusters, axis=1)
    a = slope * e / n
    trained = np.stack(
        [np.where(x, (a * ~x).sum(1, keepdims=True), (a * x).sum(1, keepdims=True)) for x in masks], 1
    )
    return e[:, None] + 2 * trained


def ratio(d, masks, **form):
    """Mean of the variance over the true one of these corpora."""
    return float(mean_variance(d, masks, **form).variance.mean() / d.mean(axis=(1, 2)).var())


def test_the_calibrated_form_is_too_small_where_good_training_units_are_hard_to_test():
    rng = np.random.default_rng(1)
    found, means = {True: [], False: []}, []
    for seed in range(30):
        masks = mx.random_partitions(60, 3, seed=seed).masks
        d = linear(rng, 400, 60, masks, slope=1.5)
        means.append((d.mean(axis=(1, 2)) ** 2).mean())
        for form, values in found.items():
            values.append(mean_variance(d, masks, conservative=form).variance.mean())
    assert np.mean(found[False]) < 0.93 * np.mean(means)
    assert np.mean(found[True]) > 0.97 * np.mean(means)


def test_halves_that_are_not_random_hide_what_training_does():
    """Halves with equally many of each kind: the sum of x a is 0, so nothing shows that kinds vary."""
    rng = np.random.default_rng(1)
    n, m = 60, 5
    kinds = rng.random((1000, n)) < 0.5
    found, means = [], []
    for row in kinds:
        masks = np.zeros((m, n), dtype=bool)
        for x in masks:
            for kind in (row, ~row):
                units = rng.permutation(np.flatnonzero(kind))
                x[units[: len(units) // 2]] = True
        shares = np.stack([np.where(x, row[~x].mean(), row[x].mean()) for x in masks])
        found.append(float(mean_variance(shares, masks, conservative=True).variance))
        means.append(shares.mean())
    assert np.mean(found) < 0.3 * np.var(means)


def test_units_that_depend_on_each_other_are_to_be_named():
    rng = np.random.default_rng(1)
    documents = mx.random_partitions(30, 5, seed=2).masks
    masks = np.repeat(documents, 4, axis=1)
    d = linear(rng, 2000, 120, masks, slope=0.0, clusters=4)
    assert ratio(d, masks, conservative=True) < 0.4
    assert ratio(d.reshape(2000, 5, 30, 4).mean(axis=3), documents, conservative=True) > 0.97


def test_a_right_variance_does_not_make_a_right_level():
    """Fixed models whose differences are skewed: V is large enough on average, the t law is off."""
    rng = np.random.default_rng(1)
    n, m = 40, 5
    masks = mx.random_partitions(n, m, seed=2).masks
    values = -np.where(rng.random((6000, n)) < 0.05, 1.0, 0.0) + 0.05
    d = np.repeat(values[:, None], m, axis=1)
    parts = mean_variance(d, masks, conservative=True)
    assert ratio(d, masks, conservative=True) > 0.97
    with np.errstate(divide="ignore"):
        statistic = np.where(parts.variance > 0, parts.mean / np.sqrt(parts.variance), np.inf)
    assert (statistic > 1.69).mean() > 0.1  # t of 39 degrees of freedom; nominal .05


def test_one_split_and_few_units_are_refused_in_a_sentence():
    masks = mx.random_partitions(40, 3).masks
    d = np.random.default_rng(2).normal(size=(3, 40))
    alone = mx.out_of_fold_t_test(d[:1], masks[:1], conservative=True)
    assert alone.pvalue is None
    assert "at least 2 splits" in str(alone.notice)
    with pytest.raises(ScoresError, match="at least 2 splits"):
        mean_variance(d[:1], masks[:1], conservative=True)


def test_it_is_seldom_shorter_than_the_calibrated_interval():
    rng = np.random.default_rng(3)
    masks = mx.random_partitions(50, 4, seed=1).masks
    shorter = 0
    for _ in range(40):
        d = rng.normal(size=(1, 50)) + rng.normal(size=(4, 50)) / 2
        one, other = (mx.out_of_fold_t_test(d, masks, conservative=form) for form in (True, False))
        assert (one.conservative, other.conservative) == (True, False)
        assert one.variance == pytest.approx(one.units + one.covariance + one.training + one.splits)
        assert min(one.units, one.covariance, one.training, one.splits) >= 0
        shorter += one.upper - one.lower < other.upper - other.lower
    assert shorter <= 10
