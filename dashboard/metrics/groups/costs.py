"""Mistakes of unequal cost: what a threshold costs, and the cost curve."""

from functools import partial

import pandas as pd
import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.layout import cards, notices, positive_class, scores_of, share, slide_threshold
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.options import Options
from dashboard.words.text import _, inert
from mx2core.metrics import AnswerTable, CostScores

_scored = partial(scores_of, CostScores, "costs")


def show(table: AnswerTable, more: Options) -> None:
    answer = st.container(border=True)
    cut, missing = st.columns([2, 1], gap="medium", vertical_alignment="bottom")
    miss = missing.number_input(_("Miss cost"), key=state.choice("metrics_miss", 5.0), step=1.0)
    positive = positive_class(table, more.place)
    false_alarm = more.place.number_input(
        _("False positive cost"), key=state.choice("metrics_alarm", 1.0), step=1.0
    )
    p = more.place.slider(
        _("p: share positive in use"), 0.0, 1.0, step=0.01, key=state.choice("metrics_prior", 0.25)
    )
    more.note("metrics_alarm", 1.0, _("false positive {value:g}"))
    more.note("metrics_prior", 0.25, "p = {value:g}")
    asked = {"positive": positive, "miss": miss, "false_alarm": false_alarm, "prior": p}
    start = _scored(table, **asked)
    threshold = slide_threshold(start.thresholds, start.rows[0].threshold, "metrics_cut_none", cut)
    scores = _scored(table, **asked, threshold=threshold)
    with answer:
        _answer(scores)
    picture, words = st.columns([3, 2], gap="medium")
    with picture:
        _curve(scores)
    with words:
        _matrix(scores)
    notices(scores)


def _answer(scores: CostScores) -> None:
    at, least = scores.rows
    n_items = at.tp + at.fp + at.fn + at.tn
    cheapest = (
        _("nothing positive")
        if least.threshold is None
        else _("at {threshold:.4g}").format(threshold=least.threshold)
    )
    cards(
        (
            (_("Mean cost"), scores.cost, None),
            (_("Error rate"), scores.error_rate, share(at.fp + at.fn, n_items)),
            ("p(+)cost", scores.probability_cost, f"p = {scores.prior:.2f}"),
            (_("Normalized cost"), scores.normalized_cost, None),
            (_("Least cost"), scores.least_cost, cheapest),
            (_("Area"), scores.area, None),
        )
    )
    st.caption(
        _(
            "{label}: {fn:,g} misses at {miss:g}, {fp:,g} false positives at {alarm:g}, over {n:,g} items."
        ).format(
            fn=at.fn,
            miss=scores.cost_miss,
            fp=at.fp,
            alarm=scores.cost_false_alarm,
            n=n_items,
            label=inert(scores.positive),
        )
    )


def _curve(scores: CostScores) -> None:
    components.chart(
        pictures.cost_lines(scores),
        "metrics_costs",
        alt=_("cost curve"),
        csv=lambda: components.columns_csv(probability_cost=scores.x, least_normalized_cost=scores.y),
    )


def _matrix(scores: CostScores) -> None:
    at, name = scores.rows[0], _("other")
    st.markdown("**" + _("Costs and counts") + "**")
    table = pd.DataFrame(
        {
            _("right"): [scores.positive, name, scores.positive, name],
            _("predicted"): [scores.positive, name, name, scores.positive],
            _("cost"): [0.0, 0.0, scores.cost_miss, scores.cost_false_alarm],
            _("times"): [int(cell) for cell in (at.tp, at.tn, at.fn, at.fp)],
        }
    )
    components.table(table)
    st.caption(_("Each line a threshold: take the lowest at your p(+)cost."))
