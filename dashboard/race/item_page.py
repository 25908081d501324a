"""Two models by their scores per item: the answer, its interval, and what more items and epochs would buy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.race import tested_scores
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import unit_question
from dashboard.ui.answers.rule_choice import ALPHAS
from dashboard.ui.choice import pick
from dashboard.words import problems
from dashboard.words.escaping import equations_whole
from dashboard.words.numbers import number
from dashboard.words.text import _, inert, joined
from mx2core.errors import ScoresError

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from dashboard.server.project import Project
    from mx2core.io import ItemScores
    from mx2core.training import ItemComparison, TaskAnswer

_read: Remembered[ItemScores] = Remembered(8)
MARGIN = "item_margin"  # a choice: a difference too small to matter


def page(project: Project) -> None:
    """Everything about the scores per item that were imported."""
    with problems.shown():
        scores = _scores(project)
        row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
        models = scores.models
        a = pick(_("Model"), models, "item_a", models[0], place=row, width=215)
        rest = [name for name in models if name != a]
        b = pick(_("Baseline"), rest, "item_b", rest[0], place=row, width=215)
        found = mx.compare_items(scores, a, b, **_question(project, scores, row))
        _answer(found, state.chosen("item_metric") if scores.metrics else _("score"))


def first_two(data: bytes) -> tuple[str, str]:
    """The models that are compared first.

    Raises
    ------
    ScoresError
        If there is one alone.
    """
    models = mx.io.read_item_scores(data).models
    if len(models) < 2:
        raise ScoresError("The table has one model only; a test needs two.")
    return models[0], models[1]


def _scores(project: Project) -> ItemScores:
    """With the score that was picked, where the log has it."""
    first, metric = _reading(project, None), state.chosen("item_metric")
    return _reading(project, metric) if metric in first.metrics[1:] else first


def _reading(project: Project, metric: str | None) -> ItemScores:
    data = project.items
    assert data is not None
    return _read.get((project.table_key, metric), lambda: mx.io.read_item_scores(data, metric=metric))


def _question(project: Project, scores: ItemScores, row: DeltaGenerator) -> dict[str, Any]:
    """What is asked, on one line, and behind it what changes it."""
    alpha, sides = (
        state.among("alpha", list(ALPHAS), ALPHAS[0]),
        state.among("sides", ["two-sided", "greater"], "two-sided"),
    )
    metric = state.among("item_metric", list(scores.metrics), scores.metrics[0]) if scores.metrics else None
    unit_question.hold(alpha, sides, state.choice(MARGIN, None), *(() if metric is None else (metric,)))
    margin = st.session_state[MARGIN]
    words = unit_question.line(st.session_state[metric] if metric else _("score"), margin)
    with row.popover(words, icon=":material/help:"):
        tested_scores.choose(project)
        if metric is not None:
            pick(_("Metric"), scores.metrics, metric, scores.metrics[0])
        st.number_input(
            _("δ, a difference too small to matter"), min_value=1e-6, value=None, format="%g", key=MARGIN
        )
        unit_question.level_and_sides()
    return {
        "alpha": float(st.session_state[alpha]),
        "alternative": str(st.session_state[sides]),
        "margin": margin,
    }


def _answer(found: ItemComparison, metric: str) -> None:
    st.markdown("## " + equations_whole(problems.worded(found.summary())))
    one = found.tasks[0]
    if len(found.tasks) > 1:
        names = {k: task.task for k, task in enumerate(found.tasks)}
        one = found.tasks[pick(_("Task"), names, "item_task", 0, width=320)]
        st.markdown("#### " + problems.worded(found.headline(one)))
    if one.test.statistic is not None:
        st.markdown(equations_whole(_numbers(found, one, metric)))
    st.caption(joined(map(problems.worded, (*found.meaning(one), *found.notices))))
    _intervals(found, metric)
    table = _table(found)
    components.wrapping_table(table)
    components.csv_button(lambda: components.csv_bytes(table), "items")


def _numbers(found: ItemComparison, one: TaskAnswer, metric: str) -> str:
    test = one.test
    return _(
        "{metric} of {a} minus {b}: **{mean:+.4f}**, {level:.0%} interval {lower:+.4f} to {upper:+.4f} "
        "({sides} p = {p})."
    ).format(
        metric=inert(metric),
        a=inert(found.a),
        b=inert(found.b),
        mean=test.mean,
        level=test.level,
        lower=test.lower,
        upper=test.upper,
        sides=_("two-sided") if test.alternative == "two-sided" else _("one-sided"),
        p="–" if one.holm is None else number(one.holm, ".2g"),
    )


def _intervals(found: ItemComparison, metric: str) -> None:
    tests = [one.test for one in found.tasks]
    lower, upper = (
        np.array([np.nan if end is None else end for end in ends])
        for ends in ([test.lower for test in tests], [test.upper for test in tests])
    )
    components.chart(
        figures.forest(
            [one.task or f"{found.a} − {found.b}" for one in found.tasks],
            np.array([test.mean for test in tests]),
            lower,
            upper,
            margin=found.margin,
            axis=_("{metric} of {a} minus {b}").format(metric=metric, a=found.a, b=found.b),
        ),
        "item_intervals",
        alt=_("Mean difference of {a} and {b} with its intervals.").format(
            a=found.a, b=found.b, m=len(tests)
        ),
    )


def _table(found: ItemComparison) -> pd.DataFrame:
    answers = {"A better": found.a, "B better": found.b, "equivalent": _("equivalent")}
    rows = []
    for one in found.tasks:
        test = one.test
        rows.append(
            ({_("Task"): one.task} if len(found.tasks) > 1 else {})
            | {
                _("items"): f"{test.n_items:,}",
                _("clusters"): f"{test.n_clusters:,}",
                _("epochs"): number(min(test.epochs), ".3g"),
                found.a: number(one.mean_a, ".4f"),
                found.b: number(one.mean_b, ".4f"),
                _("interval"): "–"
                if test.lower is None or test.upper is None
                else _("{lower} to {upper}").format(
                    lower=number(test.lower, "+.4f"), upper=number(test.upper, "+.4f")
                ),
                _("p by Holm"): "–" if one.holm is None else number(one.holm, ".2g"),
                _("better"): answers.get(one.answer, "–"),
            }
        )
    return pd.DataFrame(rows)
