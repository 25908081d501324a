"""A part of the view Methods: why training sets should share a quarter of the units, on generated corpora."""

import pandas as pd
import streamlit as st

from dashboard.figures.comparisons import methods as figures
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.widgets import options, pick
from dashboard.words.metrics import estimate
from dashboard.words.text import _
from mx2core.studies import OverlapVariance, overlap_variance

SIZES = (24, 40, 80, 160)  # units of a generated corpus
CORPORA = 400
_measured = remembered(20)(overlap_variance)


@fragment()
def show() -> None:
    answer = st.container(border=True)
    mean, shared = st.columns(2, gap="medium", vertical_alignment="bottom")
    picture = st.container()
    learners = {
        "nearest": _("nearest neighbour"),
        "centroid": _("nearest centroid"),
        "naive_bayes": _("naive Bayes on texts"),
        "tree": _("decision tree"),
        "fixed_rule": _("a fixed rule"),
    }
    with options() as more:
        learner = more.pick(_("Model"), learners, "overlap_learner", "nearest")
        n_units = pick(_("Units n"), SIZES, "overlap_units", 80)
        more.note("overlap_units", 80, "n = {value}")
    m = mean.slider(_("Splits m in the mean"), 1, 20, key=state.choice("overlap_m", 5))
    measured = _measured(learner, n_units=n_units, n_corpora=CORPORA, seed=state.chosen("seed", 0))
    key = state.choice("overlap_shared", measured.n_units // 2)
    st.session_state[key] = min(int(st.session_state[key]), measured.n_units // 2)
    overlap = shared.slider(_("Units that training sets share"), 0, measured.n_units // 2, key=key)
    with answer:
        _answer(measured, m, overlap)
    errors = [measured.standard_error(m, row.correlation.value) for row in measured.rows]
    table = pd.DataFrame(
        {
            _("shared units"): [row.overlap for row in measured.rows],
            _("correlation"): [estimate(row.correlation, 3) for row in measured.rows],
            _("standard deviation"): errors,
        }
    )
    with picture:
        components.chart(
            figures.overlap_curve(measured, m, overlap),
            "overlap_curve",
            alt=_("Overlap of training sets"),
            csv=table,
        )
        sentence = _("{corpora:,} generated corpora of {n} units, trained on half; 95% intervals.")
        st.caption(sentence.format(corpora=measured.n_corpora, n=measured.n_units))


def _answer(measured: OverlapVariance, m: int, overlap: int) -> None:
    same = overlap in (0, measured.n_units // 2)  # both splits are the same one
    here = measured.standard_error(m, 1.0 if same else measured.curve(overlap))
    least = measured.standard_error(m, measured.least)
    sentence = _(
        "Sharing **{overlap}** of {n} units, the mean over m = {m} splits has sd **{here:.4f}**; at n/4 = {quarter:g}, **{least:.4f}**, the least."
    )
    if m == 1:
        sentence = _("A single split has sd **{here:.4f}** over corpora.")
    n, quarter = measured.n_units, measured.quarter
    st.markdown(sentence.format(overlap=overlap, n=n, m=m, here=here, quarter=quarter, least=least))
