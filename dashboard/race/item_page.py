"""Two models by their scores per item: the answer, its interval, and what more items and epochs would buy."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.server.project import Project
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import item_answers, unit_question
from dashboard.ui.answers import tested as tested_scores
from dashboard.ui.answers.item_answers import MARGIN, ItemAnswer
from dashboard.ui.answers.rule_choice import ALPHAS
from dashboard.ui.widgets import keep_value, pick
from dashboard.words import problems
from dashboard.words.text import _, prose
from mx2core.io import ItemScores


def page(project: Project) -> None:
    """Everything about the scores per item that were imported."""
    with problems.problem_box():
        scores = item_answers.scores_of(project, state.chosen("item_metric"))
        row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
        with row:
            tested_scores.choose_source(project)
        (a, b), ask_pair = tested_scores.pair(scores.models, ("item_a", "item_b"))
        _question(project, scores, (a, b), ask_pair, row)
        choices = {
            **st.session_state.to_dict(),
            "item_a": a,
            "item_b": b,
        }  # which the server makes no dictionary
        _answer(item_answers.answered(project, scores, choices))


def _question(
    project: Project,
    scores: ItemScores,
    pair: tuple[str, str],
    ask_pair: Callable[[], None],
    row: DeltaGenerator,
) -> None:
    """What is asked, on one line, and behind it what changes it."""
    keep_value(state.selection("alpha", list(ALPHAS), 0.05))
    keep_value(state.selection("sides", ["two-sided", "greater"], "two-sided"))
    metric = (
        state.selection("item_metric", list(scores.metrics), scores.metrics[0]) if scores.metrics else None
    )
    about = keep_value(metric) if metric else _("score"), keep_value(state.choice(MARGIN, None))
    words = unit_question.line(*about, pair=pair)
    with row.popover(words, icon=":material/help:"):
        tested_scores.choose(project)
        ask_pair()
        if metric is not None:
            pick(_("Metric"), scores.metrics, metric, scores.metrics[0])
        st.number_input(
            _("δ, a difference too small to matter"), min_value=1e-6, value=None, format="%g", key=MARGIN
        )
        unit_question.level_and_sides()


def _answer(answer: ItemAnswer) -> None:
    found = answer.comparison
    st.markdown("## " + problems.problem_text(found.summary()))
    one = found.tasks[0]
    if len(found.tasks) > 1:
        names = {k: task.task for k, task in enumerate(found.tasks)}
        one = found.tasks[pick(_("Task"), names, "item_task", 0, width=320)]
        st.markdown("#### " + problems.problem_text(found.headline(one)))
    if one.test.statistic is not None:
        st.markdown(item_answers.numbers(answer, one))
    st.caption(prose(map(problems.problem_text, (*found.meaning(one), *found.notices))))
    item_answers.intervals(answer, "item_intervals")
    components.wrapping_table(item_answers.table(found), "items")
