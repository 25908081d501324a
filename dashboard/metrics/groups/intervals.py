"""Each metric of a table with its interval, and how far a second model is from the first."""

from functools import partial

import pandas as pd
import streamlit as st

from dashboard.metrics.layout import number
from dashboard.server.result_cache import remembered
from dashboard.server.turns import LARGE, make_table
from dashboard.ui import components
from dashboard.ui.widgets import fold
from dashboard.words import problems
from dashboard.words.metrics import metric_names
from dashboard.words.text import _
from mx2core.metrics import AnswerTable
from mx2core.studies import MetricIntervals, metric_intervals

MOST = 20_000  # rows that are drawn again on a page
POSITIVE = ("precision", "recall", "f1")  # metrics of one class


def show(table: AnswerTable, positive: str | None = None) -> None:
    """Made when it is opened."""
    box = fold(_("Intervals"), "metrics_intervals")
    if box is None:
        return
    with box, problems.problem_box():
        if len(table) > MOST:
            st.caption(_("At most {n:,} rows are resampled here.").format(n=MOST))
            return
        if "unit" in table.columns and "cluster" not in table.columns:
            table = table.taking({"cluster": "unit"})  # of a comparison: one row in each split
        _show(_intervals(table, positive), positive)


@remembered(8)
def _intervals(table: AnswerTable, positive: str | None) -> MetricIntervals:
    return make_table(partial(metric_intervals, table, positive=positive), table.size >= LARGE)


def _show(result: MetricIntervals, positive: str | None) -> None:
    names = {one.metric: metric_names().get(one.metric, one.metric) for one in result.rows}
    if positive is not None:
        names |= {name: names[name] + _(": ") + positive for name in POSITIVE if name in names}
    both = _("{lower} to {upper}")
    ends = [(number(one.lower), number(one.upper)) for one in result.rows]
    table = pd.DataFrame(
        {
            _("model"): [one.model for one in result.rows],
            _("metric"): [names[one.metric] for one in result.rows],
            _("score"): [number(one.value) for one in result.rows],
            _("interval"): [low if low == high else both.format(lower=low, upper=high) for low, high in ends],
            _("method"): [_("Bootstrap") if one.method == "bootstrap" else one.method for one in result.rows],
        }
    )
    components.wrapping_table(table, "metrics_interval_rows", csv=pd.DataFrame(result.rows))
    sentence = _("{level:.3g}% intervals over {n:,} rows or clusters.")
    st.caption(sentence.format(level=100 * result.level, n=result.n_clusters or result.n_items))
