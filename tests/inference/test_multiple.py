"""Adjusted p-values: statsmodels as oracle."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from mx2core.errors import InputError, ScoresError
from mx2core.inference import adjusted_pvalues


@settings(max_examples=6, deadline=None)  # statsmodels takes a tenth of a second each
@given(
    pvalues=st.lists(st.integers(0, 1000).map(lambda k: k / 1000), min_size=1, max_size=8),
    method=st.sampled_from(["holm", "bonferroni"]),
)
def test_adjusted_as_statsmodels_does(pvalues, method):
    theirs = multipletests(pvalues, method=method)[1]
    np.testing.assert_allclose(adjusted_pvalues(pvalues, method), theirs, rtol=1e-12)


@given(pvalues=st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_rejects_whatever_bonferroni_does(pvalues):
    holm, bonferroni = adjusted_pvalues(pvalues), adjusted_pvalues(pvalues, "bonferroni")
    assert np.all(holm <= bonferroni)
    assert np.all(holm >= pvalues)


def test_unusable_input_is_named():
    for pvalues in ([], [0.1, float("nan")], [1.5], [[0.1], [0.2]]):
        with pytest.raises(ScoresError, match="from 0 to 1"):
            adjusted_pvalues(pvalues)
    with pytest.raises(InputError, match="'hochberg'"):
        adjusted_pvalues([0.1], "hochberg")
