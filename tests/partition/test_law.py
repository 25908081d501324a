"""Expected values, reference law and floor against formulas, enumeration and simulation."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import chi2

from mx2core.errors import InputError
from mx2core.partition import (
    divergence,
    expected,
    floor,
    overlap_law,
    percentiles,
    random_divergences,
    reference_law,
)
from mx2core.partition.checks import check_counts
from mx2core.partition.law import _floor_bound, label_variances

from .shapes import roles, words


def all_halves(n):
    """Every half of n units, both sizes for odd n."""
    sizes = {n // 2, n - n // 2}
    chosen = [list(c) for size in sizes for c in combinations(range(n), size)]
    masks = np.zeros((len(chosen), n), bool)
    for mask, units in zip(masks, chosen, strict=True):
        mask[units] = True
    return masks


@pytest.mark.parametrize("n", [8, 9, 11, 12])
def test_one_label_per_unit_is_exact_by_enumeration(n):
    counts = words(n, 4, seed=n)
    values = divergence(all_halves(n), counts)
    law = reference_law(counts)
    assert values.mean() == pytest.approx(expected(counts), rel=1e-12)
    assert values.mean() == pytest.approx(3 / 4 * n / (n - 1), rel=1e-12)
    assert values.std() == pytest.approx(law.sd, rel=1e-10)
    assert values.min() == pytest.approx(floor(counts), abs=1e-12)


@given(n=st.integers(4, 9), n_labels=st.integers(1, 5), seed=st.integers(0, 10**6))
def test_floor_is_a_lower_bound_with_several_labels_per_unit(n, n_labels, seed):
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 3, (n, n_labels))
    masks = all_halves(n)
    occurrences = masks @ counts.sum(axis=1)
    usable = masks[(occurrences > 0) & (occurrences < counts.sum())]
    if not len(usable):
        return
    assert floor(counts) <= divergence(usable, counts).min() + 1e-12


def test_odd_labels_may_cost_nothing_when_units_differ_in_length():
    """Every label occurs 3 times, and still both halves have the same rates: 2 of each against 1."""
    counts = np.array([[2, 2], [1, 1]])
    assert divergence(np.array([[True, False]]), counts) == [0.0]
    assert floor(counts) == 0.0


@given(n=st.integers(6, 60), n_labels=st.integers(2, 9), seed=st.integers(0, 10**6))
def test_the_bound_is_the_formula_where_both_hold(n, n_labels, seed):
    counts = words(n, min(n, n_labels), seed)
    totals = counts.sum(axis=0)
    bound = _floor_bound(check_counts(counts), totals) / len(totals)
    if n % 2 == 0:
        assert bound == pytest.approx(floor(counts), abs=1e-12)
    assert bound <= floor(counts) + 1e-12


def test_many_units_are_summed_some_at_a_time(monkeypatch):
    counts = words(300, 7, 1)
    whole = expected(counts)
    monkeypatch.setattr("mx2core.partition.law.CELLS", 50)
    assert expected(counts) == whole


def test_of_many_occurrences_fewer_labels_are_looked_at(monkeypatch):
    counts = np.random.default_rng(0).poisson(0.4, (200, 60)) + np.eye(200, 60, dtype=int)
    bound = floor(counts)
    monkeypatch.setattr("mx2core.partition.law.ALL_CELLS", 2000)
    assert 0 <= floor(counts) < bound


@given(n=st.integers(5, 60), n_labels=st.integers(2, 9), seed=st.integers(0, 10**6))
def test_variance_is_the_closed_form_for_one_label_per_unit(n, n_labels, seed):
    """Dawson's variance of chi-square in a table with the sizes of the halves and N_j as margins."""
    counts = words(n, min(n, n_labels), seed)
    totals, k = counts.sum(axis=0), min(n, n_labels)
    first, second = n // 2, n - n // 2
    v1, w1 = (n - 2) / (n - 1), (n * (1 / first + 1 / second) - 4) / (n - 2)
    v2, w2 = (k - 1) * (n - k) / (n - 1), (n * (1 / totals).sum() - k * k) / (n - 2)
    variance = 2 * n / (n - 3) * (v1 - w1) * (v2 - w2) + n * n / (n - 1) * w1 * w2
    sd = np.sqrt(variance) / k if variance > 1e-12 else 0.0
    assert reference_law(counts).sd == pytest.approx(sd, rel=1e-7)


@pytest.mark.parametrize("n", [60, 171])
def test_several_labels_per_unit_by_simulation(n):
    """Roles at most once or twice a sentence, and tokens, whose spread a textbook chi-square misses."""
    rng = np.random.default_rng(n)
    tokens = rng.poisson(0.5, (n, 20)) * rng.integers(1, 4, (n, 1))
    tables = [roles(n, 8, seed=n), tokens]
    values = random_divergences(tables, 20_000, seed=1)
    for k, counts in enumerate(tables):
        law = reference_law(counts)
        assert values[:, k].mean() == pytest.approx(law.mean, abs=4 * law.sd / np.sqrt(20_000) + 0.001)
        assert values[:, k].std() == pytest.approx(law.sd, rel=0.03)
        grid = np.quantile(values[:, k], [0.05, 0.25, 0.5, 0.75, 0.95])
        np.testing.assert_allclose(law.cdf(grid), [0.05, 0.25, 0.5, 0.75, 0.95], atol=0.025)
    assert expected(tables[0]) < 0.9 * (1 - 1 / 8)  # roles under-disperse
    assert expected(tables[1]) > 1.2  # tokens over-disperse


def test_label_variances_by_enumeration():
    for n in (8, 9):
        counts = np.random.default_rng(n).integers(0, 3, (n, 4))
        signs = 2 * all_halves(n).astype(int) - 1
        measured = ((signs @ counts) ** 2).mean(axis=0)
        np.testing.assert_allclose(label_variances(check_counts(counts)), measured, rtol=1e-12)


def test_reference_law_is_a_law():
    law = reference_law(words(200, 12))
    assert quad(lambda x: float(law.pdf(x)), 0, np.inf)[0] == pytest.approx(1, abs=1e-6)
    assert quad(lambda x: x * float(law.pdf(x)), 0, np.inf)[0] == pytest.approx(law.mean, rel=1e-6)
    x = np.array([0.3, 1.0, 1.7])
    np.testing.assert_allclose(law.cdf(x), chi2.cdf(x * law.n_labels / law.scale, law.df), rtol=1e-12)
    np.testing.assert_allclose(
        law.pdf(x), law.n_labels / law.scale * chi2.pdf(x * law.n_labels / law.scale, law.df), rtol=1e-10
    )
    assert law.cdf(-1.0) == 0
    assert law.pdf(-1.0) == 0


def test_one_label_type_has_no_spread():
    law = reference_law(np.ones((6, 1), int))
    assert (law.mean, law.sd, floor(np.ones((6, 1), int))) == (0, 0, 0)
    assert law.cdf(0.0) == 1
    assert law.pdf(0.5) == 0


def test_overlap_law_check_numbers():
    law = overlap_law(200)
    assert law.mean == 50
    assert law.variance == pytest.approx(12.5628, abs=5e-5)
    assert (law.probabilities * np.abs(law.values - 50)).sum() == pytest.approx(2.8104, abs=5e-5)
    assert overlap_law(9, 4, 5).mean == pytest.approx(20 / 9)
    with pytest.raises(InputError, match="`size` must lie in"):
        overlap_law(10, 11)


@pytest.mark.parametrize(
    ("n", "a", "b"), [(7, 3, 4), (10, 0, 3), (12, 12, 5), (600, 300, 300), (4001, 1900, 700)]
)
def test_overlap_law_is_the_hypergeometric_one(n, a, b):
    law = overlap_law(n, a, b)
    exact = [Fraction(comb(a, k) * comb(n - a, b - k), comb(n, b)) for k in law.values.tolist()]
    np.testing.assert_allclose(law.probabilities, [float(p) for p in exact], rtol=1e-12, atol=1e-300)
    assert len(exact) == min(a, b) - max(0, a + b - n) + 1


def test_percentiles_are_shares():
    assert percentiles([0, 1, 1.5, 9], [1, 2, 2, 4]).tolist() == [0, 0.25, 0.25, 1]
    with pytest.raises(InputError, match="no NaN"):
        percentiles([1], [])
