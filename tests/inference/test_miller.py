"""Published clustered errors and sample sizes (Miller 2024, Adding Error Bars to Evals), computed again.

The paper prints no scores of questions, so scores are built that have what it prints: the number of questions
and of clusters, the naive error, and the ratio of both. From them the test must find the clustered error.
"""

import math
from dataclasses import replace

import numpy as np
import pytest

from mx2core.inference import item_t_test

TABLE_4 = {  # questions and clusters of table 3; naive and clustered error of table 4, their ratio there
    "DROP": (9622, 588, 0.44, 1.34, 3.05),
    "RACE-H": (3498, 1045, 0.46, 0.51, 1.10),
    "MGSM": (2500, 250, 0.86, 1.62, 1.88),
}


@pytest.mark.parametrize("name", TABLE_4)
def test_clustered_errors_of_table_4(name):
    n, k, naive, clustered, ratio = TABLE_4[name]
    assert ratio == pytest.approx(clustered / naive, abs=0.011)  # 0.51 / 0.46 is 1.109, printed as 1.10
    number = np.arange(n) * k // n
    sizes = np.bincount(number)
    rng = np.random.default_rng(0)
    shared, own = rng.normal(size=k), rng.normal(size=n)
    own -= (np.bincount(number, own) / sizes)[number]
    shared -= (sizes * shared).sum() / n

    def built(share: float) -> np.ndarray:
        scores = math.sqrt(share) * shared[number] + math.sqrt(1 - share) * own
        return scores * naive * math.sqrt(n) / scores.std(ddof=1)

    def paper(scores: np.ndarray) -> float:
        """Equation (4), which has no correction for the number of clusters."""
        return math.sqrt((np.bincount(number, scores - scores.mean()) ** 2).sum()) / n

    low, high = 0.0, 1.0
    for _ in range(50):  # the likeness in clusters that has the published ratio
        share = (low + high) / 2
        low, high = (share, high) if paper(built(share)) < clustered else (low, share)
    scores = built(share)
    test = item_t_test(scores, np.zeros(n), clusters=number)
    plain = item_t_test(scores, np.zeros(n))
    assert plain.standard_error == pytest.approx(naive)
    assert test.standard_error == pytest.approx(clustered, abs=0.005)
    assert math.sqrt(test.design_effect) == pytest.approx(ratio, abs=0.011)
    assert test.standard_error == pytest.approx(paper(scores), rel=1.5 / k)


@pytest.mark.parametrize(
    ("errors", "correlation", "paired", "interval"),
    [
        ((0.7, 0.7), 0.50, 0.7, (1.2, 3.8)),  # MATH
        ((1.6, 1.5), 0.37, 1.7, (-6.1, 0.7)),  # MGSM, clustered
    ],
)
def test_paired_errors_of_table_5(errors, correlation, paired, interval):
    """From the errors of tables 2 and 3 and the correlation; the last printed digit may differ by one."""
    n, rng = 2500, np.random.default_rng(0)
    a, rest = rng.normal(size=(2, n))
    a = (a - a.mean()) / a.std(ddof=1)
    rest -= rest.mean() + a * (rest @ a) / (a @ a)
    b = correlation * a + math.sqrt(1 - correlation**2) * rest / rest.std(ddof=1)
    test = item_t_test(a * errors[0] * math.sqrt(n), b * errors[1] * math.sqrt(n))
    assert test.standard_error == pytest.approx(paired, abs=0.05)
    assert (interval[1] - interval[0]) / 2 == pytest.approx(1.96 * test.standard_error, abs=0.1)


def test_the_paired_error_of_human_eval_does_not_follow_from_the_numbers_beside_it():
    """3.2, 3.0 and a correlation of .64 give 2.6; table 5 prints 2.1."""
    assert math.sqrt(3.2**2 + 3.0**2 - 2 * 3.2 * 3.0 * 0.64) == pytest.approx(2.64, abs=0.01)


def exact_scores(n, item_variance, epoch_variance, epochs):
    """Differences that have these variances exactly."""
    rng = np.random.default_rng(1)
    noise = rng.normal(size=(2, n, epochs))
    noise -= noise.mean(axis=2, keepdims=True)
    noise *= np.sqrt(epoch_variance * n * (epochs - 1) / (noise**2).sum(axis=(1, 2)))[:, None, None]
    items = rng.normal(size=n)
    items = (items - items.mean()) / items.std(ddof=1)
    total = item_variance + 2 * epoch_variance / epochs  # what means of epochs add
    return noise[0] + (items * math.sqrt(total))[:, None], noise[1]


def test_sample_size_of_section_5():
    a, b = exact_scores(400, 1 / 9, 1e-12, 2)
    # Miller takes quantiles of the normal law; those of t need two items more.
    assert item_t_test(a, b).items_for(0.03) == pytest.approx(971, abs=1)


def test_smallest_detectable_difference_of_section_5():
    """n = 198, Var(x) = 1/9, conditional variances 1/6: 13.2 % with one epoch, 7.5 % with ten."""
    a, b = exact_scores(198, 1 / 9, 1 / 6, 2)
    test = item_t_test(a, b)
    assert test.item_variance == pytest.approx(1 / 9)
    assert 100 * test.detectable(epochs=1) == pytest.approx(13.2, abs=0.15)
    assert 100 * test.detectable(epochs=10) == pytest.approx(7.5, abs=0.15)


@pytest.mark.parametrize(("n_items", "size"), [(6, 1), (20, 1), (60, 15)])
def test_the_detectable_difference_is_found_as_often_as_it_says(n_items, size):
    rng = np.random.default_rng(5)
    clusters = np.arange(n_items) // size
    noise = rng.normal(size=(2_000, n_items))
    tests = [item_t_test(row, np.zeros(n_items), clusters=clusters) for row in noise]
    errors = np.sqrt(
        np.mean([test.standard_error**2 for test in tests])
    )  # the true one, not that of one table
    needed = np.median([test.detectable() / test.standard_error for test in tests]) * errors
    power = np.mean(
        [item_t_test(row + needed, np.zeros(n_items), clusters=clusters).rejected for row in noise]
    )
    assert power == pytest.approx(0.8, abs=0.035)  # by quantiles of the normal law .61, .77, .47
    enough = tests[0].items_for(needed)

    def detectable(n: int) -> float:
        more = {"df": tests[0].df * n / n_items, "standard_error": tests[0].error_with(n)}
        return replace(tests[0], n_items=n, **more).detectable()

    assert detectable(enough) <= needed < detectable(enough - 1)
