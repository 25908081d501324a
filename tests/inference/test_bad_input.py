"""Every public test on every kind of unusable input: one sentence, and never a number that means nothing."""

from math import isfinite

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError

NAN = float("nan")
GOOD = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.03, 0.03], [0.01, 0.04]]
HALVES = {  # tests of (m, 2) differences
    "mx2_t_test": mx.mx2_t_test,
    "sequential_t_test": mx.sequential_t_test,
    "stop_replay": mx.inference.stop_replay,
    "order_replay": mx.inference.order_replay,
    "dietterich_5x2_t_test": mx.inference.dietterich_5x2_t_test,
    "alpaydin_5x2_f_test": mx.inference.alpaydin_5x2_f_test,
    "pair_ratio": mx.inference.pair_ratio,
}
FLAT = {  # tests of a row of differences
    "naive_paired_t_test": mx.inference.naive_paired_t_test,
    "corrected_resampled_t_test": lambda x: mx.inference.corrected_resampled_t_test(x, 1.0),
    "one_sample_t_test": lambda x: mx.inference.one_sample_t_test(x, 0.0),
    "bayesian_correlated_t_test": mx.inference.bayesian_correlated_t_test,
    "bayesian_signed_rank_test": mx.inference.bayesian_signed_rank_test,
}


def sentence(call, *arguments, **options):
    with pytest.raises(InputError) as caught:
        call(*arguments, **options)
    text = str(caught.value)
    assert text[-1] == "."
    assert "\n" not in text
    return text


@pytest.mark.parametrize("name", HALVES)
@pytest.mark.parametrize(
    "differences",
    [[], [0.1, 0.2, 0.3], [[0.1, 0.2], [0.3]], [[0.1, 0.2, 0.3]] * 5, "scores", None, [[{}, 1]]],
)
def test_scores_of_another_shape(name, differences):
    assert "differences" in sentence(HALVES[name], differences)


@pytest.mark.parametrize("name", HALVES)
@pytest.mark.parametrize("value", [NAN, float("inf"), None])
def test_a_fold_that_is_missing_is_named(name, value):
    differences = [*GOOD[:2], [0.1, value], *GOOD[3:]]
    assert "`differences[2, 1]` is missing" in sentence(HALVES[name], differences)


@pytest.mark.parametrize("name", [*HALVES, *FLAT])
def test_numbers_that_are_no_scores(name):
    call = {**HALVES, **FLAT}[name]
    differences = np.array(GOOD) if name in HALVES else np.ravel(GOOD)
    differences.flat[3] = -1e160
    assert "cannot be squared" in sentence(call, differences)


@pytest.mark.parametrize("name", FLAT)
def test_rows_that_are_too_short_or_have_gaps(name):
    assert "at least 2" in sentence(FLAT[name], [0.1])
    assert "at least 2" in sentence(FLAT[name], [])
    assert "`differences[1]` is missing" in sentence(FLAT[name], [0.1, NAN, 0.2])
    assert "must be numbers" in sentence(FLAT[name], ["a", "b"])


@pytest.mark.parametrize("name", ["sequential_t_test", "stop_replay", "order_replay", "pair_ratio"])
def test_one_split_is_too_few(name):
    assert "found 1" in sentence(HALVES[name], GOOD[:1])


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 2, NAN])
def test_levels_outside_of_their_range(alpha):
    table = [[1, 2], [2, 1], [3, 3]]
    for call in (
        lambda: mx.mx2_t_test(GOOD, alpha=alpha),
        lambda: mx.sequential_t_test(GOOD, alpha=alpha),
        lambda: mx.inference.order_replay(GOOD, alpha=alpha),
        lambda: mx.inference.plan_test(1.0, alpha=alpha),
        lambda: mx.inference.type_one_error("5x2 t", alpha=alpha),
        lambda: mx.inference.overall_level(alpha),
        lambda: mx.inference.nemenyi(table, alpha=alpha),
        lambda: mx.inference.binomial_test(1, 5, claimed=0.5, alpha=alpha),
    ):
        assert "`alpha`" in sentence(call)


@pytest.mark.parametrize(
    ("rho1", "rho2"), [(1.0, 0.5), (0.5, 1.0), (0.5, -0.1), (-0.5, 0.5), (NAN, 0.5), (0.5, NAN)]
)
def test_correlations_that_no_scores_have(rho1, rho2):
    for call in (
        lambda: mx.mx2_t_test(GOOD, rho1=rho1, rho2=rho2),
        lambda: mx.inference.plan_test(1.0, rho1, rho2=rho2),
        lambda: mx.inference.type_one_error("k-fold t", rho1, rho2),
        lambda: mx.inference.overall_error(0.05, rho1, rho2),
    ):
        assert "`rho" in sentence(call)


def test_looks_that_end_before_they_begin():
    assert "`m_start` must lie in [1, 3], found 7" in sentence(
        mx.sequential_t_test, GOOD, m_start=7, m_stop=3
    )
    assert "`m_start`" in sentence(mx.inference.order_replay, GOOD, m_start=0)


@pytest.mark.parametrize("value", [0.0, 0.1, -3.0])
def test_equal_scores_give_no_number_and_no_verdict(value):
    same = np.full((5, 2), value)
    assert mx.mx2_t_test(same).pvalue is None
    assert not mx.mx2_t_test(same).rejected
    assert not mx.sequential_t_test(same).rejected
    assert mx.inference.order_replay(same, n_orders=5).rejected == 0
    assert mx.inference.pair_ratio(same).ratio is None
    for name, call in {**HALVES, **FLAT}.items():
        found = call(same if name in HALVES else same.ravel())
        for result in found if isinstance(found, tuple) else (found,):
            for field in result.__dataclass_fields__:
                number = getattr(result, field)
                assert not isinstance(number, float) or isfinite(number), (name, field)


@pytest.mark.parametrize("other", ["mx2_t_test", "sequential_t_test", "alpaydin_5x2_f_test"])
def test_a_verdict_on_another_test_is_one_sentence(other):
    assert "out_of_fold_t_test" in sentence(mx.verdict, HALVES[other](GOOD))
