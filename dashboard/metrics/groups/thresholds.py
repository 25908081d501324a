"""Scores with a threshold: both curves, and what moves them and what does not."""

from functools import partial

import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.layout import cards, notices, positive_class, scores_of, share, slide_threshold
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.options import Options
from dashboard.words.text import _, inert
from mx2core.metrics import AnswerTable, ThresholdScores

MOST_NEGATIVES = 20

_scored = partial(scores_of, ThresholdScores, "threshold")


def show(table: AnswerTable, more: Options) -> None:
    answer = st.container(border=True)
    cut, ratio = st.columns(2, gap="medium", vertical_alignment="bottom")
    positive, beta, change = _options(table, more)
    negatives = ratio.slider(
        _("Weight of negatives"), 1, MOST_NEGATIVES, key=state.choice("metrics_negatives", 1)
    )
    asked = {"positive": positive, "beta": beta, "negatives": float(negatives), "change": change}
    start = _scored(table, **asked)
    threshold = slide_threshold(start.counts.thresholds, start.at.threshold, f"metrics_cut_{change}", cut)
    scores = _scored(table, **asked, threshold=threshold)
    with answer:
        _answer(scores)
    _curves(scores)
    notices(scores)


def _options(table: AnswerTable, more: Options) -> tuple[str, float, str]:
    """The positive class, β, and the scale of the scores, which AUC does not see."""
    positive = positive_class(table, more.place)
    beta = more.place.slider("β", 0.1, 5.0, step=0.1, key=state.choice("metrics_beta", 1.0))
    scales = {"none": _("as they are"), "ranks": _("ranks"), "cubes": _("cubes")}
    change = pick(
        _("Scale of scores, same order"), scales, "metrics_change", "none", buttons=True, place=more.place
    )
    more.note("metrics_beta", 1.0, "β = {value:g}")
    more.note("metrics_change", "none", scales[change])
    return positive, beta, change


def _answer(scores: ThresholdScores) -> None:
    at = scores.at
    cards(
        (
            (_("AUC"), scores.auc, None),
            (_("Precision"), at.precision, share(at.tp, at.tp + at.fp)),
            (_("Recall"), at.recall, share(at.tp, at.tp + at.fn)),
            (_("False positive rate"), at.false_positive_rate, share(at.fp, at.fp + at.tn)),
            (f"F (β = {scores.beta:g})", at.f, None),
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
            "AUC: {area:.6f} by area, {ranks:.6f} by ranks, {loss:.6f} as 1 − rank loss. Positive: {label}."
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
            pictures.precision_recall(scores),
            "metrics_pr",
            alt=_("Precision–recall curve"),
            csv=lambda: components.columns_csv(
                threshold=counts.thresholds, recall=counts.recall, precision=counts.precision
            ),
        )
    with right:
        components.chart(
            pictures.roc(scores),
            "metrics_roc",
            alt=_("ROC curve, AUC {auc:.4f}").format(auc=scores.auc),
            csv=lambda: components.columns_csv(
                threshold=counts.thresholds,
                false_positive_rate=counts.false_positive_rate,
                true_positive_rate=counts.recall,
            ),
        )
    components.chart(pictures.scores_by_class(scores), "metrics_scores", alt=_("Scores by class"))
