"""How do two models score on the same partitions? Choose, run, look."""

import streamlit as st

from dashboard import comparing, menu, problems, state
from dashboard.text import _

st.title(_("How do two models score on the same partitions?"))
project = state.project()
st.caption(
    _(
        "Both models are trained on one half and tested on the other, both ways, for every split. They "
        "see the same splits, so their scores can be compared split by split."
    )
)
if not comparing.possible(project.corpus):
    st.info(
        _(
            "A CRF needs a tag on every token, and this corpus has none. Take its partitions into your own training "
            "code (page Partitions or Thresholds), and bring the scores back on the page Sequential test."
        ),
        icon=":material/info:",
    )
    st.stop()

with problems.shown():
    kept, tags = comparing.choose_partitions(project)
    models = comparing.choose_models(project.corpus, tags)
    comparing.start(project, kept, models)
comparing.progress(project)

if project.comparison is not None:
    comparing.results(project)
    st.page_link(
        menu.pages()["sequential"],
        label=_("Next: is the difference more than chance?"),
        icon=":material/arrow_forward:",
        query_params=menu.link(project),
    )
elif not project.running:
    st.caption(_("Nothing has been compared on this corpus yet. Start with m = 3 splits."))
