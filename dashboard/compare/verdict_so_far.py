"""The answer on top of Compare: how far the first model is ahead of each other one, and what may be said of that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.server.result_cache import Remembered
from dashboard.server.running import experiments
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import unit_question, verdict_words
from dashboard.words import problems, text
from dashboard.words.escaping import equations_whole
from dashboard.words.metrics import metric_names
from dashboard.words.numbers import number
from dashboard.words.text import _, about, inert, joined
from mx2core.errors import Mx2Error
from mx2core.metrics import in_order, smaller_is_better
from mx2core.training import decide
from mx2core.training.decisions.asked import since

if TYPE_CHECKING:
    from dashboard.server.running.experiments import Run
    from mx2core.errors import Notice
    from mx2core.training import Decision

NAME = 24  # characters of a model, on a card

_decisions: Remembered[Decision | None] = Remembered(60)


def show(run: Run, which: int, metric: str) -> None:
    """A card for each pair; its interval narrows as folds finish, and the answer appears when it is due.

    `which` is the number of the set of partitions.
    """
    comparison = run.comparisons[which]
    if not comparison.splits_done:
        st.caption(_("The first verdict appears when every model has finished the first split."))
        return
    first, *others = comparison.names
    asked = unit_question.metric_of(run, state.project().choices)
    for other in others:
        _card(run, which, asked, first, other, beside=metric)
    if not others:
        return
    sentences = [
        text.ngettext(
            "{done} of {m} split is finished.", "{done} of {m} splits are finished.", comparison.m
        ).format(done=comparison.splits_done, m=comparison.m)
    ]
    if comparison.splits_done == 1:
        sentences.append(verdict_words.one_split())
    if len(others) > 1:
        sentences.append(_("Each pair is tested by itself; all of them together are tested below."))
    st.caption(joined(sentences))


def _card(run: Run, which: int, metric: str, a: str, b: str, *, beside: str) -> None:
    """Of the metric that is asked about, which is named where the scores `beside` it are of another."""
    comparison = run.comparisons[which]
    decision, notices = _decision(run, which, metric, a, b)
    smaller = smaller_is_better(metric)
    words = " − ".join(inert(name, NAME) for name in in_order(a, b, smaller=smaller))
    if metric != beside:
        words = about(metric_names().get(metric, inert(metric)), words)
    with st.container(border=True, gap="small"):
        if decision is None:
            values = comparison.differences(a, b, metric, smaller)[: comparison.splits_done]
            _difference(words, float(values.mean()))
            return
        several, said = not decision.one_split, problems.worded(decision.headline)
        if several:
            said = verdict_words.qualified(
                said,
                on_low=components.flatters(run.experiment.partitions[which]),
                little=comparison.only(a, b).learned_little(metric),
            )
        st.markdown("**" + equations_whole(said) + "**")
        if decision.fixed is not None:
            fixed = decision.fixed
            mean, lower, upper, level = fixed.difference, fixed.lower, fixed.upper, fixed.level
        else:
            test = decision.test or decision.so_far()
            mean, lower, upper, level = test.mean, test.lower, test.upper, test.level
        if decision.verdict is not None and decision.verdict.answer == "equivalent":
            # The interval that shows it: the longer one may reach beyond the margin.
            lower, upper = decision.verdict.equivalence_interval or (lower, upper)
            level = decision.verdict.equivalence_level
        _difference(words, mean)
        if lower is not None and upper is not None and several:
            st.caption(
                text.ngettext(
                    "{level:.0%} interval {lower:+.4f} to {upper:+.4f}, from {m} split",
                    "{level:.0%} interval {lower:+.4f} to {upper:+.4f}, from {m} splits",
                    decision.m,
                ).format(level=level, lower=lower, upper=upper, m=decision.m)
            )
        if decision.m < comparison.splits_done:
            st.caption(
                _("The test stopped there, by the variance alone; the table below has all {done}.").format(
                    done=comparison.splits_done
                )
            )
        st.caption(joined(map(problems.worded, notices)))


def _decision(run: Run, which: int, metric: str, a: str, b: str) -> tuple[Decision | None, list[Notice]]:
    """As the page Decide has it, and what became of its question; None for a metric without parts of units."""
    comparison, partitions = run.comparisons[which], run.experiment.partitions[which]
    asked, rule, look = unit_question.of_run(run, which, state.project().choices, metric, a, b)
    asked = replace(asked, alpha=since(run.asked, run.looks, look).alpha)

    def compute() -> Decision | None:
        try:
            return decide(
                comparison.only(a, b),
                a,
                b,
                partitions=partitions,
                metric=metric,
                question=asked,
                rule=rule,
            )
        except Mx2Error:
            return None

    key = (run.record.id, which, metric, a, b, asked, rule, comparison.splits_done)
    decision = _decisions.get(key, compute)
    if decision is not None:
        look = replace(look, m=decision.m)
        if decision.answer is not None and decision.m != 1:
            experiments.looked(run.record.id, run.looks, look)
    return decision, unit_question.notices(since(run.asked, run.looks, look))


def _difference(words: str, mean: float) -> None:
    """What is subtracted and how much it is; the label of a metric would be cut where the card is narrow."""
    st.caption(words)
    st.metric(words, number(mean, "+.4f"), label_visibility="collapsed")
