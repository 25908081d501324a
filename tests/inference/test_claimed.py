"""A difference claimed on one split, and the splits that would show it."""

from math import sqrt

import pytest

from mx2core.errors import InputError
from mx2core.inference import claimed_difference, plan_test


def test_one_split_says_nothing_of_another():
    claim = claimed_difference(0.006)
    assert claim.splits == ()
    (unknown,) = map(str, claim.notices)
    assert "0.6 points" in unknown


def test_the_spread_within_a_corpus_is_less_than_over_corpora():
    claim = claimed_difference(0.006, 0.002)
    assert claim.splits == tuple(plan_test(3 * sqrt(1 - rho), rho, rho2=rho).m_for(0.8) for rho in (0.2, 0.5))
    assert "6–10 splits" in str(claim.notices[1])


@pytest.mark.parametrize(("spread", "words"), [(0.0023, "≥11"), (0.006, ">20"), (0.0005, " 3 splits")])
def test_no_number_of_splits_is_promised_that_is_not_enough(spread, words):
    assert words in str(claimed_difference(0.006, spread).notices[1])


@pytest.mark.parametrize("values", [(0.0,), (-0.1,), (0.006, 0.0), (float("nan"),)])
def test_impossible(values):
    with pytest.raises(InputError):
        claimed_difference(*values)
