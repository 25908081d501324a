"""How often does each test err, and how much power does it have? Before any model is trained."""

import streamlit as st

from dashboard.calibration import error_rates, learner_trials, power, unit_trials
from dashboard.ui.choice import pick
from dashboard.words import problems
from dashboard.words.text import _

st.title(_("How often does each test err?"))
SIMULATED = {
    "errors": (_("Errors"), error_rates.errors),
    "power": (_("Power"), error_rates.power),
    "plan": (_("Plan a test"), power.show),
    "table": (_("Table"), error_rates.known_errors),
}
MEASURED = {
    "units": (_("Out-of-fold test"), unit_trials.show),
    "learners": (_("Real learners"), learner_trials.show),
}
with problems.shown():
    above = st.container()
    names = {key: words for key, (words, _show) in (SIMULATED | MEASURED).items()}
    view = pick(_("Show"), names, "calibration_view", "errors", buttons=True, hide_label=True)
    if view in MEASURED:
        MEASURED[view][1]()
    else:
        st.caption(
            _(
                "The out-of-fold test, which decides on Decide where predictions are known, has a view of its own above."
            )
        )
        with above:
            answer = st.container(border=True)
            assumed = error_rates.controls()
        with answer:
            error_rates.answer(assumed)
        SIMULATED[view][1](assumed)
        error_rates.what_tests_see()
