"""Is model A better than B? The interval as m grows, and where the test stops."""

import streamlit as st

from dashboard import deciding, menu, problems, state
from dashboard.text import _

st.title(_("Is model A better than B?"))
project = state.project()
deciding.bring_scores(project)
differences = deciding.differences(project)
if differences is None:
    st.info(
        _(
            "There are no scores yet. Compare two models, or bring a table of scores "
            "(partition, fold, model, metric, value) from your own training code."
        ),
        icon=":material/info:",
    )
    st.page_link(
        menu.pages()["compare"],
        label=_("Compare two models on this corpus"),
        icon=":material/arrow_forward:",
        query_params=menu.link(project),
    )
    st.stop()

with problems.shown():
    deciding.page(differences)
