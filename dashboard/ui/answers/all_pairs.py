"""Every pair of several models by the out-of-fold test, with an error that holds for all of them."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import combinations

import pandas as pd
import streamlit as st

from dashboard.server.result_cache import Remembered
from dashboard.server.running import experiments
from dashboard.server.running.experiments import Run
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import unit_question
from dashboard.words.metrics import metric_names
from dashboard.words.numbers import number
from dashboard.words.text import _, inert
from mx2core.errors import Mx2Error
from mx2core.partition import PartitionSet
from mx2core.training import Asked, Comparison, PairAnswer, Question, Rule, decide_pairs
from mx2core.training.decisions.asked import ShownAnswer, since

_answers: Remembered[tuple[PairAnswer, ...]] = Remembered(30)


def of_run(run: Run, which: int, metric: str) -> tuple[PairAnswer, ...]:
    """On the set of partitions with that number; none where no split is finished or the metric has no unit parts.

    The metric is that of the experiment's question, and so is all else; what is shown is noted.
    """
    comparison, partitions = run.comparisons[which], run.experiment.partitions[which]
    done = comparison.splits_done
    if not done:
        return ()
    first, second, *_others = comparison.names
    question, rule, look = unit_question.of_run(run, which, state.project().choices, metric, first, second)
    question = shared(question, look, comparison, run.asked, run.looks)
    found = answers((run.record.id, which, done), comparison, partitions, metric, question, rule)
    for decision in (answer.decision for answer in found):
        if decision.answer is not None and not decision.one_split:
            experiments.looked(run.record.id, run.looks, _of_pair(look, decision.a, decision.b, decision.m))
    return found


def shared(
    question: Question,
    look: ShownAnswer,
    comparison: Comparison,
    asked: Asked | None,
    looks: Sequence[ShownAnswer],
) -> Question:
    """The question at the level of all pairs: the lowest that one of them has, by what was shown of it."""
    pairs = combinations(comparison.names, 2)
    return replace(question, alpha=min(since(asked, looks, _of_pair(look, a, b)).alpha for a, b in pairs))


def _of_pair(look: ShownAnswer, a: str, b: str, m: int = 0) -> ShownAnswer:
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
    components.wrapping_table(frame(answers))
    components.csv_button(lambda: components.csv_bytes(frame(answers)), file)
    st.caption(said(answers))


def said(answers: Sequence[PairAnswer]) -> str:
    """How the table was made."""
    metric, alpha = answers[0].decision.metric, answers[0].decision.question.alpha
    return _(
        "{metric}: two-sided out-of-fold tests. {method} is to keep any wrong “yes” among {k} to α = {alpha:.2g}."
    ).format(
        metric=inert(metric_names().get(metric, metric)),
        method=answers[0].method,
        k=len(answers),
        alpha=alpha,
    )


def frame(answers: Sequence[PairAnswer]) -> pd.DataFrame:
    said = {True: _("yes"), False: _("not shown"), None: _("waits for splits")}
    rows = []
    for answer in answers:
        decision, ends = answer.decision, answer.decision.interval
        rows.append(
            {
                _("model"): decision.a,
                _("better than"): decision.b,
                _("ahead by"): number(decision.mean, "+.4f"),
                _("interval"): "–"
                if ends is None
                else _("{lower} to {upper}").format(
                    lower=number(ends[0], "+.4f"), upper=number(ends[1], "+.4f")
                ),
                _("p by {method}").format(method=answer.method): "–"
                if answer.adjusted is None
                else number(answer.adjusted, ".2g"),
                _("better"): said[answer.better],
            }
        )
    return pd.DataFrame(rows)
