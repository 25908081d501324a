"""Would another laboratory have said the same? The ways of splitting in use, on this corpus and two models."""

import streamlit as st

from dashboard.methods import paper_designs, splitting_ways, study_runs, training_overlap
from dashboard.session import state
from dashboard.ui import example
from dashboard.ui.choice import pick
from dashboard.ui.models import gold_column, model_picker
from dashboard.words import problems
from dashboard.words.text import _

st.title(_("Would another laboratory say the same?"))
project = state.project()
views = {
    "methods": _("Ways of splitting in use"),
    "designs": _("Experiments of the paper"),
    "overlap": _("Overlap of training sets"),
}
view = pick(_("View"), views, "methods_page", "methods", buttons=True, hide_label=True)
if view == "overlap":
    with problems.shown():
        training_overlap.show()
    st.stop()
columns = gold_column.choices(project.corpus)
if not columns:
    st.info(gold_column.nothing_to_predict(), icon=":material/info:")
    st.stop()
part = splitting_ways if view == "methods" else paper_designs
with problems.shown():
    run = study_runs.run_of(project, state.chosen(part.RUN))
    if view == "methods":
        st.caption(
            _(
                "Several laboratories use each way of splitting on this corpus, with the same two models and seeds of their "
                "own. How far do they agree, and what does it cost?"
            )
        )
    result = st.container()
    with st.expander(_("What is compared"), expanded=run is None, icon=":material/tune:"):
        gold = pick(
            _("Column to predict"),
            {name: gold_column.label(name) for name in columns},
            "tags",
            columns[0],
        )
        models = model_picker.choose(project.corpus, gold)
        chosen = splitting_ways.choose() if view == "methods" else paper_designs.choose(gold)
        if models:
            part.run(project, chosen, models, gold)
    with result:
        if run is not None and study_runs.follow(run):
            part.show(run)
    if run is None and view == "methods":
        example.offer("methods")
