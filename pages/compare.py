"""How do models score on the same partitions? Choose, run, look."""

import streamlit as st

from dashboard import comparing, menu, modelling, outcomes, problems, state
from dashboard.text import _

st.title(_("How do models score on the same partitions?"))
project = state.project()
st.caption(
    _(
        "Every model is trained on one half and tested on the other, both ways, for every split. They all "
        "see the same splits, so their scores can be compared split by split."
    )
)
if not comparing.answers(project.corpus):
    st.info(comparing.nothing_to_predict(), icon=":material/info:")
    st.stop()

with problems.shown():
    sets, asked = comparing.choose_partitions(project)
    models = modelling.choose(project.corpus, asked)
    comparing.start(project, sets, models, asked)

with problems.shown():
    run = comparing.choose_run(project, label=_("Experiment"))
    if run is None:
        st.caption(_("Nothing has been compared on this corpus yet. Start with m = 3 splits."))
    else:
        st.subheader(_("What came of it"))
        comparing.progress(run)
        outcomes.results(run)
        st.page_link(
            menu.pages()["sequential"],
            label=_("Next: is the difference more than chance?"),
            icon=":material/arrow_forward:",
            query_params=menu.link(project),
        )
