"""Would another laboratory conclude the same? The ways of splitting in use, on this corpus and two models."""

import streamlit as st

from dashboard.methods import paper_designs, splitting_ways, study_runs
from dashboard.session import state
from dashboard.ui import example
from dashboard.ui.documents import paper
from dashboard.ui.models import model_picker
from dashboard.ui.widgets import options, pick
from dashboard.words.text import _


def show() -> None:
    """The answer of a study that was run; how to run one stands under "Options"."""
    views = {"methods": _("Ways of splitting"), "designs": _("Experiments of the paper")}
    view = pick(_("View"), views, "methods_page", "methods", buttons=True, hide_label=True)
    project = state.project()
    columns = model_picker.predicted(project.corpus)
    if not columns:
        st.info(model_picker.nothing_to_predict(), icon=":material/info:")
        return
    result, begin = st.container(), st.container()
    part = splitting_ways if view == "methods" else paper_designs
    run = study_runs.run_of(project, state.chosen(part.RUN))
    with options() as more:
        gold = model_picker.ask_gold(columns)
        chosen = part.choose(gold, more)
        models = model_picker.choose(project.corpus, gold)
        if run is not None:
            begin = st.container()
        with result:
            if run is not None and study_runs.follow(run):
                part.show(run, more)
    if models:
        with begin:
            if same := model_picker.one_model(models[:2]):
                st.caption(same)
            else:
                part.run(project, chosen, models, gold)
    if run is None and view == "methods":
        example.offer("methods")
    elif run is None:
        title, finished = paper.runs()
        st.subheader(title)
        st.markdown(finished)
