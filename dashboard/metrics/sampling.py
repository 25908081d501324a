"""Who trains and who validates, by each way of sampling, and what it estimates."""

from typing import Any

import pandas as pd
import streamlit as st

from dashboard.figures.measures import trainings as pictures
from dashboard.metrics.layout import Card, cards, most_choice
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.widgets import options, pick
from dashboard.words.problems import notice_text
from dashboard.words.text import _, prose
from mx2core.studies import Sampling, sampling

MOST_UNITS = 120
_sampled = remembered(64)(sampling)


def show() -> None:
    names = {
        "hold_out": _("Hold-out"),
        "kfold": _("K-fold"),
        "leave_one_out": _("Leave-one-out"),
        "bootstrap": _("Bootstrap"),
    }
    _view(pick(_("Sampling"), names, "metrics_scheme", "hold_out", buttons=True, hide_label=True))


@fragment()
def _view(scheme: str) -> None:
    answer = st.container(border=True)
    size, main = st.columns(2, gap="medium", vertical_alignment="bottom")
    n = size.slider(_("Units n"), 10, MOST_UNITS, step=2, key=state.choice("metrics_units", 40))
    folds, share, repeats, stratified = 5, 70, 1, False
    if scheme == "kfold":
        folds = main.slider(_("Folds K"), 2, min(n, 20), key=most_choice("metrics_folds", 5, n))
    if scheme == "hold_out":
        share = main.slider(_("Trained on, %"), 20, 90, step=5, key=state.choice("metrics_share", 70))
    if scheme == "bootstrap":
        repeats = main.slider(_("Bags"), 1, 50, key=state.choice("metrics_bags", 20))
    shown = st.container()
    with options() as more:
        if scheme in ("hold_out", "kfold"):
            key = more.choice("metrics_repeats", 1, _("repeats: {value}"))
            repeats = st.slider(_("Repeats"), 1, 10, key=key)
            key = more.choice("metrics_stratified", False, _("stratified"))
            stratified = st.toggle(_("Stratified by class"), key=key)
        tune = st.toggle(_("Tune k each round"), key=more.choice("metrics_tune", False, _("k tuned")))
        key = most_choice("metrics_neighbours", 5, n)
        k = st.slider(_("Neighbours k"), 1, min(n, 25), key=key, disabled=tune)
        more.note("metrics_neighbours", 5, "k = {value}")
        key = more.choice("metrics_sampling_seed", 0, _("seed {value}"))
        seed = st.number_input(_("Seed"), 0, 9_999, key=key)
    drawn: dict[str, Any] = {"repeats": repeats, "stratified": stratified, "seed": int(seed)}
    sample = _sampled(scheme, n, folds=folds, share=share, k=None if tune else int(k), **drawn)
    with answer:
        _answer(sample)
    with shown:
        table = pd.DataFrame(sample.times, columns=range(1, sample.n_units + 1))
        who = _("Who trains, and who validates?")
        components.chart(pictures.who_trains(sample), "metrics_who", alt=who, csv=table)
        left, right = st.columns(2, gap="medium")
        with left:
            components.chart(pictures.estimates(sample), "metrics_estimates", alt=_("Errors by round"))
        generated = _("Generated corpus, 15% wrong labels; true error known.")
        right.caption(prose((notice_text(sample.final), generated)))


def _answer(sample: Sampling) -> None:
    st.markdown(f"**{notice_text(sample.counts)}** {notice_text(sample.limits)}")
    numbers: list[Card] = [
        (_("Estimated error"), sample.estimate, None),
        (_("Spread"), sample.spread, None),
        (_("True error"), sample.truth, None),
        (_("Training error"), sample.training, None),
    ]
    if sample.estimate_632 is not None:
        numbers += [
            (_(".632 estimate"), sample.estimate_632, ".368 · .632"),
            (_("Never drawn"), sample.left_out, f"(1 − 1/n)ⁿ = {sample.expected_left_out:.3f}"),
        ]
    cards(numbers)
