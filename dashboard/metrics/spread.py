"""Bias and variance of predictions that several trainings made of the same units."""

import streamlit as st

from dashboard.figures.measures import complexity as pictures
from dashboard.metrics.layout import cards, notices, scores_of
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.options import Options
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, BiasVariance


def show(table: AnswerTable, more: Options) -> None:
    answer = st.container(border=True)
    losses = {"auto": _("by the answers"), "zero_one": _("0/1"), "squared": _("squared")}
    loss = pick(_("Loss"), losses, "metrics_loss", "auto", buttons=True, place=more.place)
    more.note("metrics_loss", "auto", losses[loss])
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
            pictures.loss_parts(scores.parts, names), "metrics_loss_parts", alt=_("Loss and its parts")
        )
    with right:
        st.markdown("**" + _("Where trainings disagree most") + "**")
        columns = {
            _("unit"): "unit",
            _("right answer"): "gold",
            _("main prediction"): "main",
            _("loss"): "loss",
            _("bias"): "bias",
            _("variance"): "variance",
        }
        components.rows_table(scores.rows, columns, "metrics_spread")
    notices(scores)


def _answer(scores: BiasVariance) -> None:
    parts = scores.parts
    more = _("Mostly bias or noise.") if parts.bias >= parts.variance else _("Mostly variance.")
    st.markdown("**" + more + "**")
    squared = scores.loss == "squared"
    fewest, most = scores.n_predictions
    cards(
        (
            (_("Expected loss"), parts.expected, _("{n:,} units").format(n=scores.n_units)),
            (_("Bias² and noise") if squared else _("Bias and noise"), parts.bias, None),
            (_("Variance"), parts.variance, None),
            (_("Variance adds"), None if squared else parts.variance_adds, None),
            (_("Variance takes"), None if squared else parts.variance_takes, None),
        )
    )
    often = str(most) if fewest == most else _("{low} to {high}").format(low=fewest, high=most)
    st.caption(
        _("{often} predictions a unit; noise counts as bias. 0/1 loss: Domingos (2000).").format(often=often)
    )
