"""Scores with a threshold: both curves, and what moves them and what does not."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.layout import cards, notices, positive_class, scores_of, share, slide_threshold
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words.text import _, inert
from mx2core.metrics import AnswerTable, ThresholdScores

MOST_NEGATIVES = 20

_scored = partial(scores_of, ThresholdScores, "threshold")


def show(table: AnswerTable) -> None:
    answer = st.container(border=True)
    which, cut, weight = st.columns([1, 2, 1], gap="medium", vertical_alignment="bottom")
    positive = positive_class(table, which)
    beta = weight.slider("β", 0.1, 5.0, step=0.1, key=state.choice("metrics_beta", 1.0))
    negatives, change = _switches()
    asked = {"positive": positive, "beta": beta, "negatives": negatives, "change": change}
    start = _scored(table, **asked)
    threshold = slide_threshold(start.counts.thresholds, start.at.threshold, f"metrics_cut_{change}", cut)
    scores = _scored(table, **asked, threshold=threshold)
    with answer:
        _answer(scores)
    _curves(scores)
    notices(scores)


def _switches() -> tuple[float, str]:
    """What AUC does not see: how many negative items there are, and the scale of the scores."""
    ratio, scale = st.columns([1, 1], gap="medium")
    negatives = ratio.slider(
        _("Class ratio: weight of each negative item"),
        1,
        MOST_NEGATIVES,
        key=state.choice("metrics_negatives", 1),
    )
    scales = {"none": _("as they are"), "ranks": _("ranks"), "cubes": _("cubes")}
    change = pick(
        _("Scores in another scale, in the same order"),
        scales,
        "metrics_change",
        "none",
        buttons=True,
        place=scale,
    )
    return float(negatives), change


def _answer(scores: ThresholdScores) -> None:
    at = scores.at
    cards(
        (
            (_("AUC"), scores.auc, _("any threshold")),
            (_("Precision"), at.precision, share(at.tp, at.tp + at.fp)),
            (_("Recall"), at.recall, share(at.tp, at.tp + at.fn)),
            (_("False positive rate"), at.false_positive_rate, share(at.fp, at.fp + at.tn)),
            (f"F (β = {scores.beta:g})", at.f, _("at this threshold")),
            (_("Best F"), scores.best.f, _("at {threshold:.4g}").format(threshold=scores.best.threshold)),
            (_("Break-even point"), scores.break_even, _("precision = recall")),
            (
                _("Average precision"),
                scores.average_precision,
                _("by chance {share:.3f}").format(share=scores.share_positive),
            ),
            (
                _("Log-loss"),
                scores.log_loss,
                _("of the scores") if scores.log_loss is not None else _("no probabilities"),
            ),
            (_("Loss of pairs"), scores.pair_loss, "(1 − (s₊ − s₋))²"),
        )
    )
    st.caption(
        _(
            "AUC three ways: area under the ROC curve {area:.6f}; share of pairs in the right order, from ranks, ties half, "
            "{ranks:.6f}; 1 − rank loss {loss:.6f}. Positive class: {label}."
        ).format(
            area=scores.auc,
            ranks=scores.auc_by_ranks,
            loss=1 - scores.rank_loss,
            label=inert(scores.positive),
        )
    )


def _curves(scores: ThresholdScores) -> None:
    counts = scores.counts
    left, right = st.columns(2, gap="medium")
    with left:
        components.chart(
            pictures.precision_recall(scores, text=_),
            "metrics_pr",
            alt=_(
                "Precision against recall; the chosen threshold has {precision:.3f} and {recall:.3f}."
            ).format(precision=scores.at.precision, recall=scores.at.recall),
            csv=lambda: components.columns_csv(
                threshold=counts.thresholds, recall=counts.recall, precision=counts.precision
            ),
        )
    with right:
        components.chart(
            pictures.roc(scores, text=_),
            "metrics_roc",
            alt=_("True positive rate against false positive rate; the area is {auc:.3f}.").format(
                auc=scores.auc
            ),
            csv=lambda: components.columns_csv(
                threshold=counts.thresholds,
                false_positive_rate=counts.false_positive_rate,
                true_positive_rate=counts.recall,
            ),
        )
    picture, words = st.columns([3, 2], gap="medium")
    with picture:
        components.chart(
            pictures.scores_by_class(scores, text=_),
            "metrics_scores",
            alt=_("Histogram of the scores of both sides, cut at the threshold."),
        )
    with words:
        st.markdown(
            _(
                "Count negative items more often: precision and the left curve fall, recall and AUC stay. Rates of either "
                "side do not ask how large the other side is."
            )
        )
        st.markdown(
            _(
                "Change the scale: the thresholds move, both curves stay. Only the order of the scores makes them. "
                "Log-loss and the loss of pairs change with the scale: they are about the scores themselves."
            )
        )
