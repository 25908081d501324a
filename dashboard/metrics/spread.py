"""Bias and variance of predictions that several trainings made of the same units."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from dashboard.figures.measures import complexity as pictures
from dashboard.metrics.layout import cards, notices, scores_of
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, BiasVariance


def show(table: AnswerTable) -> None:
    answer = st.container(border=True)
    losses = {"auto": _("by the answers"), "zero_one": _("0/1"), "squared": _("squared")}
    loss = pick(_("Loss"), losses, "metrics_loss", "auto", buttons=True)
    scores = scores_of(BiasVariance, "bias_variance", table, loss=None if loss == "auto" else loss)
    with answer:
        _answer(scores)
    left, right = st.columns([1, 1], gap="medium")
    squared = scores.loss == "squared"
    names = [("bias", _("bias² and noise") if squared else _("bias and noise"))]
    names += (
        [("variance", _("variance"))]
        if squared
        else [("variance_adds", _("variance adds")), ("variance_takes", _("variance takes"))]
    )
    with left:
        components.chart(
            pictures.loss_parts(scores.parts, names, text=_),
            "metrics_loss_parts",
            alt=_("The parts of the expected loss, and their sum."),
        )
    with right:
        st.markdown("**" + _("Where trainings disagree most") + "**")
        components.table(
            pd.DataFrame(
                {
                    _("unit"): [row.unit for row in scores.rows],
                    _("right answer"): [row.gold for row in scores.rows],
                    _("main prediction"): [row.main for row in scores.rows],
                    _("loss"): [row.loss for row in scores.rows],
                    _("bias"): [row.bias for row in scores.rows],
                    _("variance"): [row.variance for row in scores.rows],
                }
            ).round(4),
            "metrics_spread",
        )
    notices(scores)


def _answer(scores: BiasVariance) -> None:
    parts = scores.parts
    more = (
        _("Most of the loss is bias or noise: it is there whatever the training set.")
        if parts.bias >= parts.variance
        else _("Most of the loss is variance: it depends on the training set.")
    )
    st.markdown("**" + more + "**")
    squared = scores.loss == "squared"
    fewest, most = scores.n_predictions
    cards(
        (
            (_("Expected loss"), parts.expected, _("{n:,} units").format(n=scores.n_units)),
            (
                _("Bias² and noise") if squared else _("Bias and noise"),
                parts.bias,
                _("main one wrong") if not squared else _("mean from answer"),
            ),
            (_("Variance"), parts.variance, _("net") if not squared else _("between trainings")),
            (_("Variance adds"), None if squared else parts.variance_adds, _("main one right")),
            (_("Variance takes"), None if squared else parts.variance_takes, _("main one wrong")),
        )
    )
    often = str(most) if fewest == most else _("{low} to {high}").format(low=fewest, high=most)
    st.caption(
        _(
            "Trainings that predicted each unit: {often}. With one right answer a unit, noise cannot be told from "
            "bias. 0/1 loss is decomposed as by Domingos (2000): the main prediction is the most frequent one."
        ).format(often=often)
    )
