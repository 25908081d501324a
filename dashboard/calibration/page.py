"""How often does each test err, and how much power does it have? Before any model is trained."""

import streamlit as st

from dashboard.calibration import error_rates
from dashboard.server.turns import MOMENTS, turn
from dashboard.ui.widgets import pick
from dashboard.words.text import _


def show() -> None:
    """What was simulated for the correlations chosen."""
    simulated = {
        "errors": (_("Errors"), error_rates.errors),
        "power": (_("Power"), error_rates.power),
        "plan": (_("Plan a test"), error_rates.plan_a_test),
    }
    names = {key: words for key, (words, _show) in simulated.items()}
    view = pick(_("Show"), names, "calibration_view", "errors", buttons=True, hide_label=True)
    answer = st.container(border=True)
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    picture = st.container()
    assumed = error_rates.controls(row, errors=view == "errors")
    with turn(MOMENTS):
        with answer:
            error_rates.answer(assumed)
        with picture:
            simulated[view][1](assumed)
    st.caption(_("`mx2 calibrate measured` lists the errors of every test on generated populations."))
