"""Which of two models is better? The interval as m grows, and where the test stops."""

import streamlit as st

from dashboard import decide
from dashboard.decide import score_import
from dashboard.server.read_only import looking
from dashboard.server.running import experiments
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import example, menu
from dashboard.ui.documents import report
from dashboard.words.text import _

st.title(_("Which of two models is better?"))
project = state.project()
live = experiments.running(project)


@fragment(run_every=decide.pace(live))
def page() -> None:
    """Drawn again by itself while folds of a comparison arrive, and while splits are played."""
    if live and not experiments.running(project):
        st.rerun()
    answer = st.container()
    tested = decide.scores(project)
    if tested is not None:
        decide.page(tested, answer)
    elif live:
        st.info(_("The first trainings are running; their scores appear here."), icon=":material/hourglass:")
        st.page_link(menu.pages()["compare"], query_params=menu.link(project))  # where their progress is
    else:
        nothing_yet()


def nothing_yet() -> None:
    st.info(
        _(
            "There are no scores yet. Compare two models, or upload a table of scores (partition, "
            "fold, model, metric, value) from your own training code."
        ),
        icon=":material/info:",
    )
    example.offer_comparison("decide")


page()
score_import.bring(project)
if not looking():
    report.button(project)
