"""Every model against every other, with an error that holds for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import all_pairs, unit_question
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.inference.mx2 import promise
from mx2core.training import Asked, Question, Rule, decide_pairs

if TYPE_CHECKING:
    from dashboard.server.running.experiments import Run
    from mx2core.partition import PartitionSet
    from mx2core.training import Comparison

FIRST_LOOK = 3  # splits, of the sequential test


def show(run: Run, which: int) -> None:
    metric = unit_question.metric_of(run, state.project().choices)
    answers = all_pairs.of_run(run, which, metric)
    if answers:
        all_pairs.table(answers, "pairs_by_units")
        return
    question = Question(alpha=(run.asked or Asked(metric)).alpha)
    _by_splits(run.comparisons[which], run.experiment.partitions[which], metric, question)


def _by_splits(comparison: Comparison, partitions: PartitionSet, metric: str, question: Question) -> None:
    """The same by the rule that looks at the scores of splits, for a metric that has no parts of units."""
    m = comparison.splits_done
    if m < FIRST_LOOK:
        st.caption(_("All pairs are tested from {m} splits on.").format(m=FIRST_LOOK))
        return
    rule = Rule("overall")
    answers = decide_pairs(comparison, partitions=partitions, metric=metric, question=question, rule=rule)
    components.table(all_pairs.frame(answers), "all_pairs")
    rule, tested = answers[0].decision.rule, answers[0].decision.sequential
    assert tested is not None
    st.caption(
        _(
            "{k} comparisons share α = {alpha:.3g}: each look has level {level:.5f}; p by Holm needs m fixed beforehand."
        ).format(k=2 * rule.comparisons, alpha=tested.alpha, level=tested.level_per_look)
    )
    st.caption(problems.worded(promise.condition(tested.mode)))
