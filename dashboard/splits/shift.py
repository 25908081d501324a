"""How far the way of making splits shifts a score from that on random halves, as one number."""

import streamlit as st

from dashboard.splits.splits_used import OF_THRESHOLDS
from dashboard.ui.answers import measured_shift
from dashboard.ui.answers.measured_shift import Found
from dashboard.words.metrics import metric_names
from dashboard.words.numbers import number
from dashboard.words.text import _, inert
from mx2core.partition import PartitionSet, ScoredHalves, Thresholds

# Largest mean shifts over corpora, docs/price.md; the last two shift scores upwards.
BALANCED, CENTERED, FLOOR, FILTER = 0.002, 0.003, 0.093, 0.048


def measured(scheme: str, used: PartitionSet | None) -> Found | None:
    """The shift of these splits, or of others made in this way, where models were compared on random halves too."""
    if used is None or scheme == "random":
        return None
    if scheme in OF_THRESHOLDS:
        return measured_shift.of_project(lambda one: one.id == used.id)
    return measured_shift.of_project(lambda one: one.method == scheme)


def show(scheme: str, halves: ScoredHalves, thresholds: tuple[Thresholds, ...], found: Found | None) -> None:
    """One number with one line: measured on this corpus, or as it was measured over corpora."""
    if found is not None:
        metric, shifts, _partitions = found
        model, shift = shifts[0]
        value = number(shift.value, "+.4f")
        line = _("{model}, {metric}, measured here").format(
            model=inert(model), metric=metric_names().get(metric, inert(metric))
        )
    else:
        value, line = _published(scheme, halves, thresholds)
    with st.container(border=True, gap=None):
        st.metric(_("Shift of a score"), value)
        st.caption(line)  # which wraps where the column is narrow


def _published(scheme: str, halves: ScoredHalves, thresholds: tuple[Thresholds, ...]) -> tuple[str, str]:
    mean = _("mean over corpora, where measured")
    if scheme in ("random", "block"):
        return "0", _("labels stay random: no bias")
    if scheme == "balanced":
        return f"≤ {_short(BALANCED)}", mean
    if scheme == "centered":
        return f"≤ {_short(CENTERED)}", mean
    if scheme == "floor":
        return "> 0", _("flatters: {shift} measured on texts").format(shift=f"+{_short(FLOOR)}")
    if scheme == "stratified_block":
        return "> 0", _("tends to flatter; not measured")
    if scheme == "screened":
        return "> 0", _("flatters: {shift} at the best 5%").format(shift=f"+{_short(FILTER)}")
    if any(attribute.factor is None for attribute in halves.attributes):
        return "–", _("not measured for this measure")
    pairs = [(halves.attributes[k].expected, thresholds[k].range) for k in halves.varied]
    if not all(thresholds[k].band for k in halves.varied) or any(high < mid for mid, (_l, high) in pairs):
        return "> 0", _("flatters: {shift} at the best 5%").format(shift=f"+{_short(FILTER)}")
    if any(low > mid for mid, (low, _h) in pairs):
        return "< 0", _("above expected: scores tend to fall")
    return f"≤ {_short(CENTERED)}", mean


def _short(value: float) -> str:
    return f"{value:.3f}"
