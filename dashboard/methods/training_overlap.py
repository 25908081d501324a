"""A part of the view Methods: why training sets should share a quarter of the units, on generated corpora."""

import pandas as pd
import streamlit as st

from dashboard.figures.comparisons import methods as figures
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.options import options
from dashboard.words.metrics import estimate
from dashboard.words.text import _
from mx2core.studies import OverlapVariance, overlap_variance

SIZES = (24, 40, 80, 160)  # units of a generated corpus
CORPORA = 400


def learners() -> dict[str, str]:
    return {
        "nearest": _("nearest neighbour"),
        "centroid": _("nearest centroid"),
        "naive_bayes": _("naive Bayes on texts"),
        "tree": _("decision tree"),
        "fixed_rule": _("a fixed rule"),
    }


@remembered(20)
def _found(learner: str, n_units: int, seed: int) -> OverlapVariance:
    return overlap_variance(learner, n_units=n_units, n_corpora=CORPORA, seed=seed)


@fragment()
def show() -> None:
    answer = st.container(border=True)
    mean, shared = st.columns(2, gap="medium", vertical_alignment="bottom")
    picture = st.container()
    with options() as more:
        learner = pick(_("Model"), learners(), "overlap_learner", "nearest")
        n_units = pick(_("Units n"), SIZES, "overlap_units", 80)
        more.note("overlap_units", 80, "n = {value}")
        if learner != "nearest":
            more.changed.append(learners()[learner])
    m = mean.slider(_("Splits m in the mean"), 1, 20, key=state.choice("overlap_m", 5))
    measured = _found(learner, n_units, state.chosen("seed", 0))
    key = state.choice("overlap_shared", measured.n_units // 2)
    st.session_state[key] = min(int(st.session_state[key]), measured.n_units // 2)
    overlap = shared.slider(_("Units that training sets share"), 0, measured.n_units // 2, key=key)
    with answer:
        _answer(measured, m, overlap)
    with picture:
        components.chart(
            figures.overlap_curve(measured, m, overlap),
            "overlap_curve",
            alt=_("Overlap of training sets"),
            csv=lambda: components.csv_bytes(_rows(measured, m)),
        )
        st.caption(
            _("{corpora:,} generated corpora of {n} units, trained on half; 95% intervals.").format(
                corpora=measured.n_corpora, n=measured.n_units
            )
        )


def _correlation(measured: OverlapVariance, overlap: int) -> float:
    """By the curve; 1 where both splits are the same one."""
    return 1.0 if overlap in (0, measured.n_units // 2) else measured.curve(overlap)


def _answer(measured: OverlapVariance, m: int, overlap: int) -> None:
    here = measured.standard_error(m, _correlation(measured, overlap))
    least = measured.standard_error(m, measured.least)
    st.markdown(
        _(
            "Sharing **{overlap}** of {n} units, the mean over m = {m} splits has sd **{here:.4f}**; at n/4 = {quarter:g}, **{least:.4f}**, the least."
        ).format(overlap=overlap, n=measured.n_units, m=m, here=here, quarter=measured.quarter, least=least)
        if m > 1
        else _("A single split has sd **{here:.4f}** over corpora.").format(here=here)
    )


def _rows(measured: OverlapVariance, m: int) -> pd.DataFrame:
    return pd.DataFrame(
        {
            _("shared units"): [row.overlap for row in measured.rows],
            _("correlation"): [estimate(row.correlation, 3) for row in measured.rows],
            _("standard deviation"): [
                measured.standard_error(m, row.correlation.value) for row in measured.rows
            ],
        }
    )
