"""What holds for all pairs of several models, or for all metrics of a pair, by the out-of-fold test."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.server.result_cache import Remembered
from dashboard.server.running import experiments
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import unit_question
from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.answers.tested import Tested
from dashboard.words.metrics import interval_text, metric_names
from dashboard.words.numbers import PValue, number
from dashboard.words.text import _, inert
from mx2core.errors import Mx2Error
from mx2core.partition import PartitionSet
from mx2core.training import Comparison, PairAnswer, Question, Rule, decide_metrics, decide_pairs
from mx2core.training.decisions.planned_tests import ShownAnswer, exploratory_level

_of_metrics: Remembered[tuple[PairAnswer, ...]] = Remembered(60)

Level = Callable[[float], tuple[float, int]]  # from the α of all metrics to that of one, and their number
_answers: Remembered[tuple[PairAnswer, ...]] = Remembered(30)


def level_of(
    tested: Tested, differences: Differences, metric: str, question: Question, rule: Rule
) -> Level | None:
    """None where units do not say how metrics depend on each other: of scores, and of fixed models."""
    results, partitions, pair = tested.results, tested.partitions, (differences.a, differences.b)
    if not isinstance(results, Comparison) or partitions is None or not tested.done:
        return None
    if rule.test not in (None, "out-of-fold") or tested.fixed(*pair):
        return None
    of_pair, smaller = results.only(*pair).first(tested.done), differences.smaller_is_better

    def level(alpha: float) -> tuple[float, int]:
        asked = replace(question, alpha=alpha, margin=None)  # whichever of the metrics is shown

        def compute() -> tuple[PairAnswer, ...]:
            about: dict[str, Any] = {"question": asked, "rule": rule, "smaller_is_better": smaller}
            try:
                return decide_metrics(of_pair, *pair, partitions=partitions, **about)
            except Mx2Error:
                return ()

        of = (tested.key, tested.done, pair, asked, rule, smaller)
        found = _of_metrics.get(of, compute) if tested.key else compute()
        levels = {answer.decision.metric: answer.level for answer in found}
        own = levels.get(metric)
        return (alpha if own is None else own), max(len(levels), 1)

    return level


def pair_answers(tested: Tested, metric: str) -> tuple[PairAnswer, ...]:
    """On one set of splits; none where no split is finished or the metric has no unit parts.

    The metric is that of the experiment's question, and so is all else; what is shown is noted.
    """
    if not tested.done or not isinstance(tested.results, Comparison) or tested.partitions is None:
        return ()
    choices = unit_question.choices_of(state.project().choices, tested.of, tested.asked)
    question, rule, look = pair_question(tested, choices, metric)
    key = (*tested.key, tested.done)
    found = answers(key, tested.results, tested.partitions, metric, question, rule)
    for decision in (answer.decision for answer in found):
        if decision.answer is not None and not decision.one_split:
            experiments.record_look(
                tested.of, tested.looks, _pair_look(look, decision.a, decision.b, decision.m)
            )
    return found


def pair_question(
    tested: Tested, choices: Mapping[Any, Any], metric: str
) -> tuple[Question, Rule, ShownAnswer]:
    """The question at the level of all pairs: the lowest that one of them has, by what was shown of it."""
    first, second, *_others = tested.models
    question, rule, look = unit_question.put(tested, choices, metric, first, second)
    pairs = (_pair_look(look, a, b) for a, b in combinations(tested.models, 2))
    alpha = min(exploratory_level(tested.asked, tested.looks, pair).alpha for pair in pairs)
    return replace(question, alpha=alpha), rule, look


def _pair_look(look: ShownAnswer, a: str, b: str, m: int = 0) -> ShownAnswer:
    return replace(look, asked=replace(look.asked, alternative="two-sided"), a=a, b=b, m=m)


def answers(
    key: Hashable,
    comparison: Comparison,
    partitions: PartitionSet,
    metric: str,
    question: Question,
    rule: Rule,
) -> tuple[PairAnswer, ...]:
    """What `decide_pairs` says, once for each `key`, metric, question and rule; nothing of what it cannot test."""

    def compute() -> tuple[PairAnswer, ...]:
        try:
            return decide_pairs(
                comparison, partitions=partitions, metric=metric, question=question, rule=rule
            )
        except Mx2Error:
            return ()

    return _answers.get((key, metric, question, rule), compute)


def table(answers: Sequence[PairAnswer], file: str) -> None:
    """One row a pair: which is ahead, by how much, and whether that holds for all pairs together."""
    components.sentences_table(frame(answers), file)
    st.caption(pair_sentence(answers))


def pair_sentence(answers: Sequence[PairAnswer]) -> str:
    """How the table was made."""
    metric, alpha = answers[0].decision.metric, answers[0].decision.question.alpha
    words = _(
        "{metric}: two-sided out-of-fold tests. {method} is to keep any wrong “yes” among {k} to α = {alpha:.2g}."
    )
    name = inert(metric_names().get(metric, metric))
    return words.format(metric=name, method=answers[0].method, k=len(answers), alpha=alpha)


def frame(answers: Sequence[PairAnswer]) -> pd.DataFrame:
    said = {True: _("yes"), False: _("not shown"), None: _("waits for splits")}
    rows = []
    for answer in answers:
        decision = answer.decision
        rows.append(
            {
                _("model"): decision.a,
                _("better than"): decision.b,
                _("ahead by"): number(decision.mean, "+.4f"),
                _("interval"): interval_text(*(decision.interval or (None, None))),
                _("p by {method}").format(method=answer.method): PValue(answer.adjusted),
                _("better"): said[answer.better],
            }
        )
    return pd.DataFrame(rows)
