"""Step 8 of the lessons: the scores of one corpus move together, and which test allows for it."""

import numpy as np
import pytest

from dashboard.learn import shared_corpus
from mx2core.inference import mx2_t_test, naive_paired_t_test


@pytest.mark.parametrize("seed", [0, 1])
def test_the_ordinary_test_errs_and_the_m_by_2_test_keeps_its_level(seed):
    trial = shared_corpus.trial(5, seed)
    ordinary, corrected = (trial.rejects[rule].mean() for rule in shared_corpus.TESTS)
    assert ordinary > 0.15
    assert corrected < 0.05 + 2 * (0.05 * 0.95 / shared_corpus.CORPORA) ** 0.5
    assert 0.2 < trial.correlation < 0.5
    assert abs(trial.differences.mean()) < 0.005  # neither model is better


def test_each_corpus_is_tested_as_anywhere():
    trial = shared_corpus.trial(3, 0)
    for number in range(20):
        scores = trial.differences[number]
        said = [trial.rejects[rule][number] for rule in shared_corpus.TESTS]
        tests = (naive_paired_t_test(scores), mx2_t_test(scores))
        assert said == [test.pvalue is not None and test.pvalue < 0.05 for test in tests]


def test_a_seed_gives_the_same_corpora_again():
    first, again, other = (shared_corpus.trial(2, seed).differences for seed in (7, 7, 8))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
