"""The chain of beta ratios: a t probability, a double integral, and what must grow with what."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import stdtr

from mx2core.inference import correction
from mx2core.inference.mx2.chain import chain
from tests.few import few


@pytest.mark.parametrize("m", [1, 2, 3, 7, 20])
def test_chain_with_one_look_is_a_t_probability(m):
    # At (0, 1/2) the statistic is Z0 against the root of a chi-square with m degrees of freedom.
    for level in (0.05, 0.01):
        exact = stats.t.sf(correction(m) * stats.t.isf(level, 2 * m - 1), m)
        assert chain((m,)).error(level) == pytest.approx(exact, rel=1e-9)


@few("level", 1, [0.05, 0.001])
def test_chain_with_three_looks_against_a_double_integral(level):
    looks = (5, 10, 20)
    b = [(correction(m) * stats.t.isf(level, 2 * m - 1)) ** 2 / m for m in looks]
    share = (np.arange(1000) + 0.5) / 1000  # midpoints on the scale of probability
    x = stats.beta.ppf(share, 2.5, 2.5)[:, None]  # SS_5 / SS_10
    y = stats.beta.ppf(share, 5, 5)[None, :]  # SS_10 / SS_20
    q = np.minimum(b[2], np.minimum(y * b[1], x * y * b[0]))
    exact = stdtr(20, -np.sqrt(20 * q)).mean()
    found = chain(looks).error(level)
    assert exact * (1 - 1e-3) <= found <= exact * 1.005  # rounded to the safe side, not far


@settings(max_examples=6, deadline=None)
@given(m=st.integers(2, 6), steps=st.lists(st.integers(1, 5), min_size=1, max_size=2))
def test_chain_grows_with_looks_and_levels(m, steps):
    looks = tuple(m + int(s) for s in np.cumsum([0, *steps]))
    linked = chain(looks)
    assert linked.error(0.01) < linked.error(0.02)
    assert chain(looks[:-1]).error(0.02) < linked.error(0.02) * (1 + 1e-9)
    bonferroni = sum(chain((k,)).error(0.02) for k in looks)
    assert linked.error(0.02) <= bonferroni * 1.003
