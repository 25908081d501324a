"""Two models by several metrics, with an error that all of them share, whichever are looked at."""

import numpy as np
import pytest

from mx2core.errors import Mx2Error, ScoresError
from mx2core.exchange import ScoreTable
from mx2core.inference import adjusted_pvalues
from mx2core.inference.out_of_fold.max_t import max_t_levels, max_t_pvalues
from mx2core.training import Question, Rule, decide, decide_metrics
from tests.training.test_pairs import HALVES, compared

__all__ = ["compared"]
METRICS = ("accuracy", "f1", "precision", "recall")


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_each_metric_keeps_its_own_test_and_its_p_is_shared_by_units(compared, alternative):
    asked = Question(alternative=alternative)
    ways = {"partitions": HALVES, "question": asked, "rule": Rule(stop="all")}
    answers = decide_metrics(compared, "all", "often", metrics=METRICS, **ways)
    assert [one.decision.metric for one in answers] == list(METRICS)
    alone = [decide(compared, "all", "often", metric=metric, **ways) for metric in METRICS]
    assert [one.pvalue for one in answers] == pytest.approx([one.test.pvalue for one in alone])
    units = [one.differences.mean(axis=0) for one in alone]
    values, two_sided = [one.pvalue for one in answers], alternative == "two-sided"
    adjusted = np.array([one.adjusted for one in answers])
    assert adjusted == pytest.approx(max_t_pvalues(values, units, two_sided=two_sided), abs=0.01)
    assert (adjusted <= adjusted_pvalues(values) + 1e-12).all()
    assert [one.better for one in answers] == [p < one.level for one, p in zip(answers, values, strict=True)]
    if two_sided:
        assert min(one.decision.mean for one in answers) >= 0
    else:
        assert {one.decision.a for one in answers} == {"all"}


def test_the_order_of_metrics_and_naming_one_twice_change_nothing(compared):
    ways = {"partitions": HALVES, "rule": Rule(stop="all")}
    there = decide_metrics(compared, "all", "often", metrics=METRICS, **ways)
    back = decide_metrics(compared, "all", "often", metrics=[*METRICS[::-1], "f1"], **ways)
    assert len(back) == len(METRICS)
    assert [one.adjusted for one in there] == pytest.approx([one.adjusted for one in back[::-1]], abs=0.015)


def test_what_is_shown_first_has_the_level_it_will_have_when_others_are_shown(compared):
    answers = decide_metrics(compared, "all", "often", partitions=HALVES)
    assert {one.decision.metric for one in answers} == set(compared.metrics)
    assert {one.method for one in answers} == {"max-T"}
    assert all(0 < one.level <= 0.05 for one in answers)


def test_scores_and_metrics_that_cannot_be_tested(compared):
    draw = np.random.default_rng(2).normal
    values = {
        (model, metric): draw(0.8, 0.01, size=(3, 2)) for model in "AB" for metric in ("f1", "accuracy")
    }
    table = ScoreTable(("A", "B"), ("f1", "accuracy"), 3, values)
    answers = decide_metrics(table, "A", "B", rule=Rule("fixed"))
    assert [(one.method, one.level) for one in answers] == [("Holm", None)] * 2
    assert answers[0].decision.rule.comparisons == 2
    with pytest.raises(ScoresError, match="needs a metric"):
        decide_metrics(compared, "all", "often", metrics=[], partitions=HALVES)
    with pytest.raises(Mx2Error):
        decide_metrics(compared, "all", "often", metrics=["f1", "charm"], partitions=HALVES)


@pytest.mark.parametrize("two_sided", [True, False])
def test_levels_and_adjusted_p_values_reject_the_same(two_sided):
    rng = np.random.default_rng(3)
    for _ in range(60):
        k = rng.integers(1, 6)
        units = rng.normal(size=(k, 40)) + rng.choice([0, 1, 3]) * rng.normal(size=40)
        values, ways = 0.3 * rng.random(k) ** 3, {"two_sided": two_sided, "runs": 500}
        levels = max_t_levels(values, units, 0.05, **ways)
        assert ((values < levels) == (max_t_pvalues(values, units, **ways) < 0.05)).all()
        assert (levels >= 0.05 / k - 1e-12).all()
        assert (levels <= 0.05).all()
