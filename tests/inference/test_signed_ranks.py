"""Pairs of models over corpora: scikit-posthocs and statsmodels as oracles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from mx2core.errors import InputError, ScoresError
from mx2core.inference import (
    approximate_randomization_test,
    friedman,
    model_ranks,
    signed_rank_pairs,
    steady_units,
)

RANDOM = np.random.default_rng(3).normal([[0.8], [0.79], [0.75], [0.7]], 0.03, (4, 12))


def test_wilcoxon_is_scikit_posthocs_and_holm_is_statsmodels():
    import scikit_posthocs  # loads seaborn and pyplot

    pairs = signed_rank_pairs(RANDOM)
    theirs = scikit_posthocs.posthoc_wilcoxon(list(RANDOM)).to_numpy()
    for pair in pairs:
        assert pair.pvalue == pytest.approx(theirs["ABCD".index(pair.a), "ABCD".index(pair.b)])
    holm = multipletests([pair.pvalue for pair in pairs], method="holm")[1]
    assert [pair.adjusted for pair in pairs] == pytest.approx(list(holm))
    assert len(pairs) == 6


def test_against_one_model_fewer_tests_share_the_error():
    every = {frozenset((p.a, p.b)): p for p in signed_rank_pairs(RANDOM)}
    against = signed_rank_pairs(RANDOM, control="B")
    assert len(against) == 3
    for pair in against:
        assert "B" in (pair.a, pair.b)
        assert pair.pvalue == every[frozenset((pair.a, pair.b))].pvalue
        assert pair.adjusted <= every[frozenset((pair.a, pair.b))].adjusted


def test_the_model_ahead_comes_first_and_wins_are_counted():
    [pair] = signed_rank_pairs({"low": [1, 2, 3, 4], "high": [2, 3, 3, 3.5]})
    assert (pair.a, pair.b, pair.wins, pair.losses) == ("high", "low", 2, 1)
    assert pair.mean == pytest.approx(0.375)


def test_the_order_of_a_pair_is_that_of_the_ranks_that_are_tested():
    # One large win and fifteen small losses: the mean is ahead, the test rejects the other way.
    [pair] = signed_rank_pairs({"A": [9, *(0.4 - k / 100 for k in range(15))], "B": [0.5] * 16})
    assert (pair.a, pair.b, pair.wins, pair.losses) == ("B", "A", 15, 1)
    assert pair.mean < 0 < pair.pvalue < 0.05


def test_models_that_tie_everywhere_have_no_p():
    pairs = signed_rank_pairs({"a": [0.3, 0.5], "b": [0.1 + 0.2, 0.5], "c": [0.2, 0.1]})
    tied = next(pair for pair in pairs if {pair.a, pair.b} == {"a", "b"})
    assert (tied.pvalue, tied.adjusted, tied.wins, tied.losses) == (None, None, 0, 0)
    assert pairs[-1] is tied


def test_unusable_input_is_named():
    with pytest.raises(ScoresError, match="at least 2 models"):
        signed_rank_pairs([[1, 2]])
    with pytest.raises(InputError, match="`control` must be one of A, B"):
        signed_rank_pairs([[1, 2], [2, 3]], control="Z")


@settings(max_examples=15)
@given(st.lists(st.tuples(*[st.integers(0, 99)] * 3), min_size=5, max_size=8))
def test_shares_and_per_cent_have_the_same_ties(rows):
    per_cent = np.array(rows, dtype=float).T
    shares = np.array([[f"{score / 100:.2f}" for score in row] for row in per_cent], dtype=float)
    for table in (shares, per_cent / 7):  # whole numbers tie without rounding
        for ours, theirs in zip(signed_rank_pairs(table), signed_rank_pairs(per_cent), strict=True):
            assert (ours.pvalue, ours.wins + ours.losses) == (theirs.pvalue, theirs.wins + theirs.losses)
        assert friedman(table).ranks == friedman(per_cent).ranks


def test_scores_rounded_in_a_file_tie_as_before():
    right = np.array([[5, 6, 4, 3, 6, 1], [4, 5, 3, 2, 5, 2]])  # of 7: one more, or one less
    filed = np.array([[float(f"{score:.12g}") for score in row] for row in right / 7])
    [pair] = signed_rank_pairs(filed)
    assert pair.pvalue == signed_rank_pairs(right)[0].pvalue


def test_exchanges_of_one_total_count_at_any_scale():
    a, b = np.array([5, 3, 4, 2, 6, 5]), np.array([4, 2, 3, 1, 5, 6])
    of_one, large = (approximate_randomization_test(a * c, b * c).pvalue for c in (1.0, 1e9 / 7))
    assert of_one == large


def test_a_model_that_leads_by_rounding_alone_does_not_lead():
    masks = np.stack([np.arange(8) % 2 == 0, np.arange(8) < 4])
    ahead = np.full((2, 8), 0.3 - 0.2 - 0.1)
    ahead[:, 0] = 1.0
    first, second = steady_units(ahead, masks)
    assert (first.tolist(), second.tolist()) == ([0], [])


def test_without_a_rope_all_is_said_but_the_posterior():
    with_rope, without = (model_ranks(RANDOM, "ABCD", means=[0.0] * 4, rope=rope) for rope in (0.01, None))
    assert {(pair.p_better, pair.p_worse, pair.p_no_matter) for pair in without.pairs} == {(None, None, None)}
    assert [pair.holm for pair in without.pairs] == [pair.holm for pair in with_rope.pairs]
