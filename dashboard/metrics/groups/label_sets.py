"""Predicted sets of labels: right as sets, and label by label."""

import streamlit as st

from dashboard.metrics.groups import intervals
from dashboard.metrics.groups.classes import by_class, label_table
from dashboard.metrics.layout import cards, notices, scores_of
from dashboard.ui.options import Options
from dashboard.words.metrics import metric_names
from mx2core.metrics import AnswerTable, LabelSetScores


def show(table: AnswerTable, _more: Options) -> None:
    scores = scores_of(LabelSetScores, "labels", table)
    names = metric_names()
    with st.container(border=True):
        cards([(names[metric], value, None) for metric, value in scores.summary.items()])
    by_class(scores.rows, scores.averages)
    notices(scores)
    label_table(scores.rows)
    intervals.show(table)
