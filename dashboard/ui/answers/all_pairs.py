"""What holds for all pairs of several models, or for all metrics of a pair, by the out-of-fold test."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.server.result_cache import Remembered
from dashboard.server.running import experiments
from dashboard.ui import components
from dashboard.ui.answers import unit_question
from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.answers.tested import Tested
from dashboard.words import problems, text
from dashboard.words.metrics import interval_text, metric_names
from dashboard.words.numbers import PValue, number
from dashboard.words.text import _, inert
from mx2core.errors import Mx2Error
from mx2core.inference.classical.rules import OUT_OF_FOLD
from mx2core.training import Comparison, PairAnswer, Question, Rule, decide_metrics, decide_pairs
from mx2core.training.decisions.pairs import error_words
from mx2core.training.decisions.planned_tests import exploratory_level

Level = Callable[[float], tuple[float, int]]  # from the α of all metrics to that of one, and their number
_answers: Remembered[tuple[PairAnswer, ...]] = Remembered(90)


def level_of(
    tested: Tested, differences: Differences, metric: str, question: Question, rule: Rule
) -> Level | None:
    """None where units do not say how metrics depend on each other: of scores, and of fixed models."""
    results, partitions, pair = tested.results, tested.partitions, (differences.a, differences.b)
    if not isinstance(results, Comparison) or partitions is None or not tested.done:
        return None
    if rule.test not in (None, OUT_OF_FOLD) or tested.fixed(*pair):
        return None
    of_pair, smaller = results.select(*pair).first(tested.done), differences.smaller_is_better

    def level(alpha: float) -> tuple[float, int]:
        asked = replace(question, alpha=alpha, margin=None)  # whichever of the metrics is shown
        about: dict[str, Any] = {"question": asked, "rule": rule, "smaller_is_better": smaller}
        found = _cached_answers(tested, partial(decide_metrics, of_pair, *pair), pair, about)
        levels = {answer.decision.metric: answer.level for answer in found}
        own = levels.get(metric)
        return (alpha if own is None else own), max(len(levels), 1)

    return level


def pair_answers(
    tested: Tested, choices: Mapping[Any, Any], *, record: bool = False
) -> tuple[PairAnswer, ...]:
    """On one set of splits; none where no split is finished or the metric has no unit parts.

    All is asked as `choices` say under the usual keys, at the lowest level that one of the pairs has by what was
    shown of it. `record`: so are these, which is noted.
    """
    if not tested.done or not isinstance(tested.results, Comparison) or tested.partitions is None:
        return ()
    metric = unit_question.metric_of(tested.results, choices)
    first, second, *_others = tested.models
    of_units = {**choices, "decides": OUT_OF_FOLD}
    question, rule, look = unit_question.put(tested, of_units, metric, first, second)
    look = replace(look, plan=replace(look.plan, alternative="two-sided"))
    pairs = (replace(look, a=a, b=b) for a, b in combinations(tested.models, 2))
    alpha = min(exploratory_level(tested.plan, tested.looks, pair).alpha for pair in pairs)
    found = answers(tested, metric, replace(question, alpha=alpha), rule)
    for decision in (answer.decision for answer in found if record):
        if decision.answer is not None and not decision.one_split:
            one = replace(look, a=decision.a, b=decision.b, m=decision.m)
            experiments.record_look(tested.experiment_id, tested.looks, one)
    return found


def answers(tested: Tested, metric: str, question: Question, rule: Rule) -> tuple[PairAnswer, ...]:
    """What `decide_pairs` says, once for each metric, question and rule; nothing of what it cannot test."""
    about: dict[str, Any] = {"metric": metric, "question": question, "rule": rule}
    assert isinstance(tested.results, Comparison)
    return _cached_answers(tested, partial(decide_pairs, tested.results), (), about)


def _cached_answers(
    tested: Tested,
    decide: Callable[..., tuple[PairAnswer, ...]],
    pair: tuple[str, ...],
    arguments: dict[str, Any],
) -> tuple[PairAnswer, ...]:
    def compute() -> tuple[PairAnswer, ...]:
        try:
            return decide(partitions=tested.partitions, **arguments)
        except Mx2Error:
            return ()

    return _answers.get((tested.key, tested.done, pair, *arguments.values()), compute)


def table(answers: Sequence[PairAnswer], file: str) -> None:
    """One row a pair: which is ahead, the difference, and whether it holds for all pairs together."""
    components.wrapping_table(frame(answers), file)
    st.caption(pair_sentence(answers))


def pair_sentence(answers: Sequence[PairAnswer]) -> str:
    """How the table was made."""
    metric = answers[0].decision.metric
    name = inert(metric_names().get(metric, metric))
    words = _("{metric}: two-sided out-of-fold tests.").format(metric=name)
    return text.prose((words, *map(problems.notice_text, error_words(answers))))


def frame(answers: Sequence[PairAnswer]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            _("model"): answer.decision.a,
            _("better than"): answer.decision.b,
            _("ahead by"): number(answer.decision.mean, "+.4f"),
            _("interval"): interval_text(*(answer.decision.interval or (None, None))),
            _("p by {method}").format(method=answer.method): PValue(answer.adjusted),
            _("better"): problems.notice_text(answer.table_entry),
        }
        for answer in answers
    )
