"""Scores with a threshold: both curves, what moves them, and what mistakes of unequal cost add up to."""

from functools import partial

import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.layout import cards, notices, positive_class, scores_of, share, slide_threshold
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.widgets import Options
from dashboard.words.text import _, bracketed, inert
from mx2core.metrics import METRIC_GROUPS, AnswerTable, CostScores, ThresholdScores

MOST_NEGATIVES = 20


def show(table: AnswerTable, more: Options) -> None:
    """Curves; the scale of the scores is one that AUC does not see."""
    answer = st.container(border=True)
    cut, ratio = st.columns(2, gap="medium", vertical_alignment="bottom")
    positive = positive_class(table, more.place)
    key = more.choice("metrics_beta", 1.0, "β = {value:g}")
    beta = more.place.slider("β", 0.1, 5.0, step=0.1, key=key)
    scales = {"none": _("as they are"), "ranks": _("ranks"), "cubes": _("cubes")}
    change = more.pick(_("Scale of scores, same order"), scales, "metrics_change", "none", buttons=True)
    key = state.choice("metrics_negatives", 1)
    negatives = ratio.slider(_("Weight of negatives"), 1, MOST_NEGATIVES, key=key)
    asked = {"positive": positive, "beta": beta, "negatives": float(negatives), "change": change}
    scored = partial(scores_of, ThresholdScores, "threshold", table, **asked)
    start = scored()
    scores = scored(
        threshold=slide_threshold(start.counts.thresholds, start.at.threshold, f"metrics_cut_{change}", cut)
    )
    with answer:
        _answer(scores)
    _curves(scores)
    notices(scores)


def _answer(scores: ThresholdScores) -> None:
    at = scores.at
    by_chance = _("by chance {share:.3f}").format(share=scores.share_positive)
    cards(
        (
            (_("AUC"), scores.auc, None),
            (_("Precision"), at.precision, share(at.tp, at.tp + at.fp)),
            (_("Recall"), at.recall, share(at.tp, at.tp + at.fn)),
            (_("False positive rate"), at.false_positive_rate, share(at.fp, at.fp + at.tn)),
            (bracketed("F", f"β = {scores.beta:g}"), at.f, None),
            (_("Best F"), scores.best.f, _("at {threshold:.4g}").format(threshold=scores.best.threshold)),
            (_("Break-even point"), scores.break_even, _("precision = recall")),
            (_("Average precision"), scores.average_precision, by_chance),
            (_("Log-loss"), scores.log_loss, _("no probabilities") if scores.log_loss is None else None),
            (_("Loss of pairs"), scores.pair_loss, "(1 − (s₊ − s₋))²"),
        )
    )
    three = _(
        "AUC: {area:.6f} by area, {ranks:.6f} by ranks, {loss:.6f} as 1 − rank loss. Positive: {label}."
    )
    areas = {"area": scores.auc, "ranks": scores.auc_by_ranks, "loss": 1 - scores.rank_loss}
    st.caption(three.format(**areas, label=inert(scores.positive)))


def _curves(scores: ThresholdScores) -> None:
    counts = scores.counts
    at, recall, false = counts.thresholds, counts.recall, counts.false_positive_rate
    left, right = st.columns(2, gap="medium")
    with left:
        csv = {"threshold": at, "recall": recall, "precision": counts.precision}
        components.chart(
            pictures.precision_recall(scores), "metrics_pr", alt=_("Precision–recall curve"), csv=csv
        )
    with right:
        alt = _("ROC curve, AUC {auc:.4f}").format(auc=scores.auc)
        csv = {"threshold": at, "false_positive_rate": false, "true_positive_rate": recall}
        components.chart(pictures.roc(scores), "metrics_roc", alt=alt, csv=csv)
    components.chart(pictures.scores_by_class(scores), "metrics_scores", alt=_("Scores by class"))


def show_costs(table: AnswerTable, more: Options) -> None:
    """What a threshold costs, and the cost curve."""
    answer = st.container(border=True)
    cut, missing = st.columns([2, 1], gap="medium", vertical_alignment="bottom")
    usual = METRIC_GROUPS["costs"].options
    miss = missing.number_input(_("Miss cost"), key=state.choice("metrics_miss", usual["miss"]), step=1.0)
    positive = positive_class(table, more.place)
    key = more.choice("metrics_alarm", usual["false_alarm"], _("false positive {value:g}"))
    alarm = more.place.number_input(_("False positive cost"), key=key, step=1.0)
    key = more.choice("metrics_prior", usual["prior"], "p = {value:g}")
    p = more.place.number_input(_("p: share positive in use"), 0.0, 1.0, None, step=0.01, key=key)
    asked = {"positive": positive, "miss": miss, "false_alarm": alarm, "prior": p}
    scored = partial(scores_of, CostScores, "costs", table, **asked)
    start = scored()
    scores = scored(
        threshold=slide_threshold(start.thresholds, start.rows[0].threshold, "metrics_cut_none", cut)
    )
    with answer:
        _answer_costs(scores)
    csv = {"probability_cost": scores.x, "least_normalized_cost": scores.y}
    components.chart(pictures.cost_lines(scores), "metrics_costs", alt=_("cost curve"), csv=csv)
    st.caption(_("Each line a threshold: take the lowest at your p(+)cost."))
    notices(scores)


def _answer_costs(scores: CostScores) -> None:
    at, least = scores.rows
    n_items = at.tp + at.fp + at.fn + at.tn
    cheapest = _("nothing positive")
    if least.threshold is not None:
        cheapest = _("at {threshold:.4g}").format(threshold=least.threshold)
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
    mistakes = {"fn": at.fn, "miss": scores.cost_miss, "fp": at.fp, "alarm": scores.cost_false_alarm}
    sentence = _(
        "{label}: {fn:,g} misses at {miss:g}, {fp:,g} false positives at {alarm:g}, over {n:,g} items."
    )
    st.caption(sentence.format(label=inert(scores.positive), n=n_items, **mistakes))
