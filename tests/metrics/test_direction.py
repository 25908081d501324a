"""Which way a metric is better: by its name, as it was stated, and never by a guess."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mx2core.errors import InputError, ScoresError
from mx2core.exchange import ScoreTable
from mx2core.exchange.scores.corpus_scores import CorpusScores
from mx2core.inference import (
    alpaydin_5x2_f_test,
    bayesian_correlated_t_test,
    bayesian_signed_rank_test,
    dietterich_5x2_t_test,
    friedman,
    mx2_t_test,
    naive_paired_t_test,
    nemenyi,
    order_replay,
    sequential_t_test,
    signed_rank_pairs,
    stop_replay,
)
from mx2core.metrics import (
    direction,
    known_direction,
    oriented,
    proposed_margin,
    smaller_is_better,
    subtraction_order,
)
from mx2core.metrics.margins import POINT
from mx2core.metrics.outputs.values import RANKING, REGRESSION, TEXT
from mx2core.training import decide_pairs

SCORES = """
f1; F1; Macro-F1; f1_macro; micro F1 (%); F0.5; f2; F1-score; F₁; f1:B-PER; recall: a label; accuracy; acc;
balanced_accuracy; ROC AUC; roc_auc_ovr; AUROC; average_precision; MAP; map@100; ndcg@10; NDCG; P@5; hits@1;
MRR; R²; r2_score; BLEU; bleu-4; ROUGE-L; MCC; Cohen's kappa; exact match; UAS; oov_recall; IV recall;
token_accuracy; top-5 accuracy; neg_mean_squared_error; neg_log_loss; 1 - error rate; 准确率; 宏平均F1值
"""
ERRORS = """
error_rate; Error rate; errorRate; ERROR RATE (%); error; errors; test error; top-1 error; rmse; RMSE;
test_rmse; mae; MSE; mape; MRE; WER; cer; TER; EER; log loss; log-loss; LogLoss; val_loss; hamming_loss;
cross-entropy; binary cross entropy; NLL; negative log-likelihood; perplexity; PPL; Brier score; ECE;
expected_cost; edit distance; FPR; miss rate; 1 - F1; 1-accuracy; mean rank; AIC; 错误率; 均方误差; 困惑度
"""


@pytest.mark.parametrize(("names", "smaller"), [(SCORES, False), (ERRORS, True)])
def test_metrics_are_known_in_many_spellings(names, smaller):
    listed = [name.strip() for name in names.split(";")]
    assert {name: known_direction(name) for name in listed} == dict.fromkeys(listed, smaller)


@pytest.mark.parametrize(
    "name", ["quality", "score", "", "my error index", "1-nn accuracy", "neg_f1", "ERR@20", "x" * 999]
)
def test_other_names_are_not_guessed(name):
    assert known_direction(name) is None
    with pytest.raises(ScoresError, match="smaller_is_better"):
        smaller_is_better(name)
    assert smaller_is_better(name, None, True) is True
    assert smaller_is_better(name, False) is False


def test_every_listed_name_is_on_one_list():
    for listed, smaller in ((direction._LARGER, False), (direction._SMALLER, True)):
        assert {known_direction(name) for name in listed.split(",")} == {smaller}


def test_all_our_own_metrics_are_known():
    larger = {name for name in (*REGRESSION, *RANKING, *TEXT) if known_direction(name) is False}
    assert None not in {known_direction(name) for name in (*REGRESSION, *RANKING, *TEXT)}
    assert {"r2", "map", "ndcg", "mrr", "bleu", "recall"} <= larger
    assert not {"mae", "mse", "rmse", "mape"} & larger


def test_what_does_not_agree_is_refused():
    for name, stated in (("rmse", (False,)), ("f1", (None, True)), ("quality", (True, False))):
        with pytest.raises(ScoresError, match=f"whether a larger {name} is better"):
            known_direction(name, *stated)


def test_a_long_name_takes_no_time():
    assert known_direction("score" * 39 + "!") is None
    assert known_direction("recall:" + "label" * 10_000) is False


def values(n_models):
    """Scores on a grid that floating-point numbers hold exactly, so that 1 − score is exact too."""
    grid = st.integers(0, 64).map(lambda k: k / 64)
    return st.integers(5, 8).flatmap(
        lambda m: st.lists(grid, min_size=2 * m * n_models, max_size=2 * m * n_models).map(
            lambda drawn: np.array(drawn).reshape(n_models, m, 2)
        )
    )


def table(scores, stated):
    models = tuple("ABC"[: len(scores)])
    found = {(model, "quality"): one for model, one in zip(models, scores, strict=True)}
    return ScoreTable(models, ("quality",), scores.shape[1], found, stated={"quality": stated})


def outcome(call, *arguments, **options):
    """What a function says, or why it says nothing."""
    try:
        return call(*arguments, **options)
    except InputError as error:
        return str(error)


def decided(found: ScoreTable):
    """All results for two or more models on one corpus."""
    differences = found.differences("A", "B", "quality")
    outcomes = []
    for alternative in ("greater", "less", "two-sided"):
        for mode in ("overall", "paper", "fixed"):
            rule = {"mode": mode, "alternative": alternative, "m_stop": found.m}
            test = sequential_t_test(differences, **rule)
            looks = [
                (look.lower, look.upper, look.bound, look.pvalue) for look in stop_replay(differences, **rule)
            ]
            replay = order_replay(differences, n_orders=20, **rule)
            outcomes.append((test.state, test.m, test.better, test.leader, looks, replay.stops))
        outcomes.append((mx2_t_test(differences, 0.05, alternative).pvalue,))
        outcomes.append((naive_paired_t_test(differences, alternative).pvalue,))
        five = outcome(dietterich_5x2_t_test, differences[:5], alternative)
        outcomes.append((five if isinstance(five, str) else five.pvalue,))
    combined = outcome(alpaydin_5x2_f_test, differences[:5])
    outcomes.append((combined if isinstance(combined, str) else (combined.mean, combined.pvalue),))
    for rope in (0.0, 0.02):
        posterior = bayesian_correlated_t_test(differences, rope=rope)
        outcomes.append((posterior.p_better, posterior.p_equivalent, posterior.p_worse))
    pairs = decide_pairs(found, metric="quality")
    # Pairs that are equally far ahead may stand in either order.
    outcomes += sorted(
        (one.decision.a, one.decision.b, one.decision.mean, one.better, one.pvalue or 1.0) for one in pairs
    )
    return outcomes


@settings(deadline=None, max_examples=4)
@given(scores=values(3))
def test_turned_round_scores_with_the_direction_turned_round_are_decided_alike(scores):
    outcomes = decided(table(scores, stated=False))
    assert decided(table(-scores, stated=True)) == outcomes
    assert decided(table(1 - scores, stated=True)) == outcomes


@settings(deadline=None, max_examples=6)
@given(scores=values(3))
def test_ranks_follow_the_direction_too(scores):
    means = scores.mean(axis=2)  # (models, corpora)

    def ranked(values, smaller):
        found = CorpusScores(
            ("A", "B", "C"), tuple(map(str, range(values.shape[1]))), values, "quality", smaller
        )
        turned = found.oriented(found.smaller_is_better())
        overall, compared = friedman(turned, found.models), nemenyi(turned, found.models)
        pairs = signed_rank_pairs(turned, found.models)
        rows = dict(zip(found.models, turned, strict=True))
        chances = [bayesian_signed_rank_test(rows[one.a] - rows[one.b], 0.01, n_samples=200) for one in pairs]
        return (
            overall.ranks,
            overall.pvalue,
            compared.groups,
            [(one.a, one.b, one.wins, one.losses, one.mean, one.pvalue, one.adjusted) for one in pairs],
            [(one.p_better, one.p_equivalent, one.p_worse) for one in chances],
        )

    outcomes = ranked(means, False)
    assert ranked(-means, True) == outcomes
    assert ranked(1 - means, True) == outcomes


def test_order_and_orientation():
    assert subtraction_order("A", "B", smaller=False) == ("A", "B")
    assert subtraction_order("A", "B", smaller=True) == ("B", "A")
    np.testing.assert_array_equal(oriented(np.array([1.0, 2.0]), True), [-1.0, -2.0])


# The difference that is proposed as too small to matter: by the metric's scale, whoever is ahead.
@pytest.mark.parametrize(
    ("metric", "scores", "scale", "value"),
    [
        ("accuracy", [0.8, 0.9], "proportion", POINT),
        ("error_rate", [0.2, 0.1], "proportion", POINT),
        ("recall:PER", [], "proportion", POINT),
        ("r2", [-0.3, 0.5], "proportion", POINT),
        ("WER", [0.08, 1.0], "proportion", POINT),
        ("BLEU", [27.3, 28.1], "percent", 1.0),
        ("accuracy (%)", [83.1, 84.0], "percent", 1.0),
        ("bleu", [0.273, 0.281], "proportion", POINT),
        ("RMSE", [37.2, 35.9], "own", 0.2),
        ("rmse", [0.0312, 0.04], "own", 0.0002),
        ("Perplexity", [112.0, 98.7], "own", 0.5),
        ("mape", [1.2, 1.4], "own", 0.01),
        ("neg_root_mean_squared_error", [-3.4, -3.1], "own", 0.02),
        ("困惑度", [500.0, 700.0], "own", 5.0),
        ("quality of our own", [812.0, 900.0], "own", 5.0),
        ("rmse", [0.0, 2.5], "own", 0.02),
        ("rmse", [], "proportion", POINT),
        ("rmse", [float("nan"), 1.0], "own", 0.01),
    ],
    ids=str,
)
def test_by_the_scale_of_the_metric(metric, scores, scale, value):
    found = proposed_margin(metric, scores)
    assert (found.scale, found.value) == (scale, pytest.approx(value))
    assert found.value == proposed_margin(metric, scores[::-1]).value  # whoever is ahead
    assert str(found.reason)


def test_digits_without_meaning_do_not_move_it():
    assert {proposed_margin("rmse", [size, 999]).value for size in (20.1, 25.0, 31.7, 49.9)} == {0.2}
