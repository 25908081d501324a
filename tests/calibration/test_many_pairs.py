"""Pairs of equal models where training decides: far out, the test needs fewer degrees of freedom."""

from benchmarks.many_pairs import Known, measured


def test_any_wrong_answer_among_fifteen_pairs():
    found = measured(Known(150, 0.08, 0.7, 0.1, 0.0), models=6, m=3, n_corpora=400, seed=4)
    assert found["any wrong, before"] > 0.12
    assert found["any wrong, now"] < 0.09
    # one test, and the variance that is proved
    assert found["one test, m = 3"] > 0.05 > found["one test, m = 3, conservative"]
