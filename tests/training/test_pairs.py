"""Every pair of models by the out-of-fold test: each once, the one ahead first, p for all together."""

from itertools import combinations

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

import mx2core as mx
from mx2core.training import Question, Rule, decide, decide_pairs

TEXTS = [f"w{k % 7} w{k % 11} w{k % 3},{'+-'[(k * k) % 5 < 2]}" for k in range(80)]
CORPUS = mx.read_corpus("\n".join(["text,label", *TEXTS]).encode())
HALVES = mx.random_partitions(len(CORPUS), 3, seed=2)
MODELS = [
    mx.models.TextClassifier(name, "bayes", min_df=least, ngrams=lengths)
    for name, least, lengths in (("all", 1, (1, 1)), ("often", 8, (1, 1)), ("pairs", 1, (2, 2)))
]


@pytest.fixture(scope="module")
def compared():
    return mx.compare(CORPUS, MODELS, partitions=HALVES, n_workers=0)


def test_each_pair_once_and_the_one_ahead_first(compared):
    answers = decide_pairs(compared, partitions=HALVES, metric="accuracy")
    pairs = [{one.decision.a, one.decision.b} for one in answers]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, combinations(compared.names, 2)))
    means = [float(one.decision.differences.mean()) for one in answers]
    assert means == sorted(means, reverse=True)
    assert means[-1] >= 0


def test_p_values_are_those_of_holm(compared):
    answers = decide_pairs(compared, partitions=HALVES, metric="accuracy", rule=Rule(stop="all"))
    plain = [one.decision.test.pvalue for one in answers]
    rejected, expected, *_rest = multipletests(plain, 0.05, method="holm")
    assert [one.adjusted for one in answers] == pytest.approx(list(expected))
    assert [one.better for one in answers] == list(rejected)


def test_two_models_are_one_pair_and_its_p_stays(compared):
    two = compared.only("all", "often")
    [answer] = decide_pairs(two, partitions=HALVES, metric="accuracy")
    decision = decide(two, "all", "often", partitions=HALVES, metric="accuracy")
    assert answer.adjusted == pytest.approx(decision.test.pvalue)


def test_a_one_sided_question_is_asked_both_ways(compared):
    asked = Question(alternative="greater")
    both = decide_pairs(compared, partitions=HALVES, metric="accuracy")
    one_sided = decide_pairs(compared, partitions=HALVES, metric="accuracy", question=asked)
    assert [one.adjusted for one in one_sided] == [one.adjusted for one in both]


def test_a_pair_that_waits_counts_as_one_that_shows_nothing(compared):
    asked = Rule(stop="all")
    waiting = decide_pairs(compared.first(2), partitions=HALVES, metric="accuracy", rule=asked)
    assert all(one.adjusted is None and one.better is None for one in waiting)
    assert np.isfinite([one.decision.differences.mean() for one in waiting]).all()


def test_a_model_with_no_score_of_note_has_learned_little(compared):
    scores = dict(zip(compared.names, compared.seed_means("accuracy"), strict=True))
    highest = {name: float(values.max()) for name, values in scores.items()}
    between = (min(highest.values()) + max(highest.values())) / 2
    assert compared.learned_little("accuracy") == ()
    assert compared.learned_little("accuracy", between) == tuple(
        name for name in compared.names if highest[name] < between
    )
    assert compared.learned_little("error_rate", 2.0) == ()  # less is better
