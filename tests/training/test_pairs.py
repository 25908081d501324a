"""Every pair of models: each once, the one ahead first, and an error that all pairs share."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

import mx2core as mx
from mx2core.errors import ScoresError
from mx2core.exchange import ScoreTable
from mx2core.inference import overall_level, sequential_t_test
from mx2core.inference.out_of_fold.max_t import max_t_pvalues
from mx2core.inference.out_of_fold.unit_variance import mean_variance
from mx2core.training import PairAnswer, Question, Rule, decide, decide_differences, decide_pairs
from mx2core.training.decisions.pairs import shared_alpha

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


def test_p_values_share_alpha_by_what_units_say(compared):
    answers = decide_pairs(compared, partitions=HALVES, metric="accuracy", rule=Rule(stop="all"))
    plain = [one.decision.test.pvalue for one in answers]
    parts = [mean_variance(one.decision.differences, HALVES.masks) for one in answers]
    tails = [replace(one.decision.test, df=float(of.tail_df)) for one, of in zip(answers, parts, strict=True)]
    far = [test.pvalue_of(0.0, "two-sided") for test in tails]
    assert max(np.subtract(far, plain)) > 0
    holm = multipletests(far, 0.05, method="holm")[1]
    adjusted = np.array([one.adjusted for one in answers])
    assert (adjusted <= holm + 1e-12).all()
    assert (adjusted < holm - 1e-6).any()
    units = [one.decision.differences.mean(axis=0) for one in answers]
    assert adjusted == pytest.approx(max_t_pvalues(far, units), abs=0.02)
    assert [one.better for one in answers] == list(adjusted < 0.05)
    assert [one.better for one in answers] == [one.pvalue < one.level for one in answers]
    assert {one.method for one in answers} == {"max-T"}


def test_two_models_are_one_pair_and_its_p_stays(compared):
    two = compared.select("all", "often")
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


def scores(k=3, m=20, step=0.0, seed=0, rho=0.3):
    """A table of models that differ by `step`, with scores correlated by `rho`."""
    generator = np.random.default_rng(seed)
    shared = np.sqrt(rho) * generator.standard_normal((k, 1, 1))
    noise = shared + np.sqrt(1 - rho) * generator.standard_normal((k, m, 2))
    names = tuple(f"M{i}" for i in range(k))
    values = {(name, "f1"): 0.7 - step * i + 0.01 * noise[i] for i, name in enumerate(names)}
    return ScoreTable(names, ("f1",), m, values)


def test_of_scores_all_directions_share_alpha():
    table = scores(step=0.02)
    answers = decide_pairs(table)
    level = overall_level(0.05, range(3, 21), comparisons=6)
    assert level < overall_level(0.05) / 6  # not the level of one test, divided
    for one in answers:
        tested = one.decision.sequential
        alone = sequential_t_test(
            table.differences(one.decision.a, one.decision.b, "f1"), comparisons=3, alternative="two-sided"
        )
        assert (tested.level_per_look, tested.m, one.better) == (level, alone.m, alone.better == "A")
    assert {(one.decision.a, one.decision.b) for one in answers if one.better} >= {("M0", "M2")}
    [paper, *_rest] = decide_pairs(table, rule=Rule("paper"))
    assert paper.decision.sequential.level_per_look == pytest.approx(0.05 / 6)


def test_of_scores_p_values_at_all_splits_are_adjusted_by_holm():
    answers = decide_pairs(scores(4, step=0.005), rule=Rule("fixed"))
    oracle = multipletests([one.pvalue for one in answers], method="holm")[1]
    np.testing.assert_allclose([one.adjusted for one in answers], oracle)


def test_two_equal_models_are_decided_about_by_nobody():
    table = scores(2)
    values = table.values | {("copy", "f1"): table.values["M0", "f1"]}
    [pair] = decide_pairs(ScoreTable(("M0", "copy"), ("f1",), 20, values))
    assert (pair.better, pair.pvalue, pair.adjusted) == (False, None, None)


def test_wrong_decisions_of_all_pairs_of_equal_models_are_few():
    wrong = sum(any(one.better for one in decide_pairs(scores(seed=seed))) for seed in range(100))
    assert wrong <= 5 + 3 * np.sqrt(100 * 0.05 * 0.95)


def test_models_that_make_no_pairs():
    with pytest.raises(ScoresError, match="at least two models"):
        decide_pairs(scores(1))
    with pytest.raises(ScoresError, match="no model M9"):
        decide_pairs(scores(), models=("M0", "M9"))
    with pytest.raises(ScoresError, match="needs 3 splits"):
        decide_pairs(scores(m=2))
    assert {one.better for one in decide_pairs(scores(m=4))} == {None}


def test_equivalence_is_that_of_all_pairs_together():
    """Of six pairs that differ by the margin one was called equivalent in 18% of corpora."""
    alike = np.tile(np.where(np.arange(80) % 2, 0.15, -0.13), (3, 1))
    asked, rule = Question(margin=0.04), Rule(stop="all")
    decision = decide_differences(alike, HALVES.masks, question=asked, rule=rule)
    assert decision.answer == "equivalent"
    p = decision.verdict.equivalence_pvalue
    assert 0.05 / 6 < p < 0.05
    answers = [{one.answer for one in shared_alpha([decision] * k)} for k in (1, 6)]
    assert answers == [{"equivalent"}, {"undecided"}]
    assert shared_alpha([decision] * 2)[0].equivalence == pytest.approx(2 * p)


def test_an_answer_is_that_of_all_pairs_together():
    ahead = np.tile(np.arange(80) % 3 > 0, (3, 1)) - 0.2 + np.arange(3)[:, None] / 50
    decision = decide_differences(ahead, HALVES.masks, rule=Rule(stop="all"))
    assert decision.answer == "A better"
    answers = [PairAnswer(decision, decision.pvalue, adjusted).answer for adjusted in (0.01, 0.2, None)]
    assert answers == ["A better", "undecided", "undecided"]
