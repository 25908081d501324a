"""Pairs of models over corpora: scikit-posthocs and statsmodels as oracles."""

import numpy as np
import pytest
import scikit_posthocs
from statsmodels.stats.multitest import multipletests

from mx2core.errors import InputError, ScoresError
from mx2core.inference import signed_rank_pairs

RANDOM = np.random.default_rng(3).normal([[0.8], [0.79], [0.75], [0.7]], 0.03, (4, 12))


def test_wilcoxon_is_scikit_posthocs_and_holm_is_statsmodels():
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


def test_models_that_tie_everywhere_have_no_p():
    pairs = signed_rank_pairs({"a": [0.3, 0.5], "b": [0.1 + 0.2, 0.5], "c": [0.2, 0.1]})
    tied = next(pair for pair in pairs if {pair.a, pair.b} == {"a", "b"})
    assert (tied.pvalue, tied.adjusted, tied.wins, tied.losses) == (None, None, 0, 0)
    assert pairs[-1] is tied


def test_unusable_input_is_named():
    with pytest.raises(ScoresError, match="at least 2 models, found 1"):
        signed_rank_pairs([[1, 2]])
    with pytest.raises(InputError, match="no model Z"):
        signed_rank_pairs([[1, 2], [2, 3]], control="Z")
