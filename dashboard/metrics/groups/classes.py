"""Predicted classes and sets of labels: the confusion matrix, and what is made of it label by label."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from dashboard.figures.comparisons.scores import confusion
from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.groups import intervals
from dashboard.metrics.layout import capital, cards, notices, scores_of, share
from dashboard.ui import components
from dashboard.ui.documents import python_code
from dashboard.ui.widgets import Options
from dashboard.words.metrics import average_names, metric_names
from dashboard.words.text import _, bracketed, inert
from mx2core.metrics import AnswerTable, AverageScores, ClassScores, LabelScores, LabelSetScores

SHOWN = 20  # classes in a figure
HALF = 500  # pixels: two figures beside each other on a laptop, one below the other where there is less room

_scored = partial(scores_of, ClassScores, "classification")


def show(table: AnswerTable, more: Options) -> None:
    start = _scored(table)
    answer = st.container(border=True)
    labels = {label: label for label in start.labels}
    positive = more.pick(_("Positive class"), labels, "metrics_positive", start.positive)
    key = more.choice("metrics_beta", 1.0, "β = {value:g}")
    beta = more.place.slider(_("β: weight of recall against precision"), 0.1, 5.0, step=0.1, key=key)
    chosen = _scored(table, beta=beta, positive=positive)
    with answer:
        _answer(chosen)
    with st.container(horizontal=True):
        with st.container(width=HALF):
            _matrix(chosen)
        with st.container(width=HALF):
            _class_table(chosen.rows, chosen.averages, chosen.beta)
    notices(chosen)
    with more.lower:
        _label_table(chosen.rows, chosen.beta)
        intervals.show(table, chosen.positive)


def show_sets(table: AnswerTable, _more: Options) -> None:
    """Sets of labels: right as sets, and label by label."""
    scores = scores_of(LabelSetScores, "labels", table)
    with st.container(border=True):
        cards([(capital(metric_names()[metric]), value, None) for metric, value in scores.summary.items()])
    _class_table(scores.rows, scores.averages)
    notices(scores)
    _label_table(scores.rows)
    intervals.show(table)


def _answer(scores: ClassScores) -> None:
    row, summary = scores.positive_scores, scores.summary
    n_items, right = float(scores.confusion.sum()), float(scores.confusion.trace())
    of_all = (
        (_("Error rate"), summary["error_rate"], share(n_items - right, n_items)),
        (_("Accuracy"), summary["accuracy"], share(right, n_items)),
    )
    of_one = (
        (_("Precision"), row.precision, share(row.tp, row.tp + row.fp)),
        (_("Recall"), row.recall, share(row.tp, row.tp + row.fn)),
        (bracketed("F", f"β = {scores.beta:g}"), row.f, f"P {row.precision:.2f} · R {row.recall:.2f}"),
    )
    counts = _("{label}: TP {tp:,g}, FP {fp:,g}, FN {fn:,g}, TN {tn:,g}")
    counts = counts.format(label=inert(scores.positive), tp=row.tp, fp=row.fp, fn=row.fn, tn=row.tn)
    with st.container(horizontal=True, gap="medium"):
        for title, listed in ((_("All classes"), of_all), (counts, of_one)):
            with st.container(width="content"):
                st.caption(title)
                cards(listed)


def _matrix(scores: ClassScores) -> None:
    st.markdown("**" + _("Confusion matrix") + "**")
    k = scores.labels.index(scores.positive)
    listed = sorted({k, *range(min(SHOWN, len(scores.labels)))})[: SHOWN + 1]
    cells, labels = scores.confusion[listed][:, listed], [scores.labels[i] for i in listed]
    table = pd.DataFrame(scores.confusion, columns=scores.labels).assign(right=scores.labels)
    components.chart(
        confusion(cells, labels, listed.index(k)),
        "metrics_confusion",
        alt=_("Confusion matrix"),
        csv=table,
        python=partial(python_code.plot_code, "metrics_confusion", 'imshow(numbers.set_index("right"))'),
    )


def _class_table(rows: Sequence[LabelScores], averages: Sequence[AverageScores], beta: float = 1.0) -> None:
    title, names = _("Precision, recall and F by class"), average_names()
    st.markdown(f"**{title}**")
    drawn = [(row.label, row.precision, row.recall, row.f) for row in rows[:SHOWN]]
    drawn += [(names[row.average], row.precision, row.recall, row.f) for row in averages]
    figure = pictures.class_rows(drawn, n_averages=len(averages), beta=beta)
    components.chart(figure, "metrics_classes", alt=title)


def _label_table(rows: Sequence[LabelScores], beta: float = 1.0) -> None:
    columns = {_("class"): "label", "TP": "tp", "FP": "fp", "FN": "fn", "TN": "tn"}
    columns |= {_("precision"): "precision", _("recall"): "recall", bracketed("F", f"β = {beta:g}"): "f"}
    columns |= {_("specificity"): "specificity", _("false positive rate"): "false_positive_rate"}
    components.rows_table(rows, columns, "metrics_by_class", folded=_("All numbers"))
