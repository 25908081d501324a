"""Predicted numbers: their errors, and which scores one bad prediction moves."""

import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.groups import intervals
from dashboard.metrics.layout import cards, notices, scores_of
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.options import Options
from dashboard.words.metrics import metric_names
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, NumberScores


def show(table: AnswerTable, _more: Options) -> None:
    answer = st.container(border=True)
    worst, part = st.columns(2, gap="medium")
    stretch = worst.slider(
        _("Multiply the largest error by"), 0.0, 10.0, step=0.5, key=state.choice("metrics_stretch", 1.0)
    )
    quantile = part.slider(
        _("Relative error quantile"), 0.0, 1.0, step=0.05, key=state.choice("metrics_quantile", 0.9)
    )
    errors = scores_of(NumberScores, "regression", table, stretch=stretch, quantile=quantile)
    scores = errors.summary
    with answer:
        cards(
            (
                ("MAE", scores["mae"], _("mean |error|")),
                ("MSE", scores["mse"], _("mean error²")),
                ("RMSE", scores["rmse"], "√MSE"),
                ("MRE", scores["mre"], _("mean |error|/y")),
                ("MAPE", scores["mape"], _("median of these")),
                (_("Quantile {q:.0%}").format(q=errors.quantile), scores["relative_error_quantile"], None),
                ("R²", scores["r2"], _("of the spread")),
                (metric_names()["spearman"], scores["spearman"], None),
            )
        )
        st.caption(_("MAPE: the median here, the mean (MRE) in many libraries."))
    left, right = st.columns(2, gap="medium")
    with left:
        components.chart(
            pictures.predicted_numbers(errors),
            "metrics_numbers",
            alt=_("Predicted against right values."),
            csv=lambda: components.columns_csv(right=errors.gold, predicted=errors.predicted),
        )
    with right:
        if scores["mape"] is not None:
            components.chart(pictures.relative_errors(errors), "metrics_relative", alt=_("Relative errors"))
    notices(errors)
    columns = {_("row"): "item", _("right value"): "gold", _("predicted value"): "predicted"}
    columns |= {_("error"): "error", _("relative error"): "relative_error"}
    components.rows_table(errors.rows, columns, "metrics_largest", folded=_("The largest errors"))
    intervals.show(table)
