"""Which of two models is better? The question first, then one interval that grows until a sentence ends it."""

from typing import Any

import streamlit as st

from dashboard.race import item_page, score_import, splits, start
from dashboard.race.answer.page import page
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import example, menu
from dashboard.ui.answers import tested as tested_scores
from dashboard.ui.models import model_picker
from dashboard.words import problems
from dashboard.words.text import _

LIVE = 2.0  # seconds between two looks at what has come in

st.title(_("Which of two models is better?"))
project = state.project()
predictable = bool(model_picker.predicted(project.corpus))
run = tested_scores.chosen_run(project)
tested, items = tested_scores.scores(project), tested_scores.has_items(project)
live = tested is not None and tested.live
proposed = None if run is None else splits.proposed(project, run)


@fragment(run_every=LIVE if live else None)
def answer() -> None:
    """Drawn again by itself while folds of a comparison arrive."""
    now = tested_scores.scores(project)
    if now is None or now.live != live:
        st.rerun()
    page(now, project)


if "m" in st.query_params:  # of a link: the form takes it
    state.choose(start.ASKING, True)
answered = tested is not None or items
of_answer = tested is not None and tested.run is not None
if run is not None and (run.live or not answered):
    with problems.problem_box():
        start.progress(run, answered=answered, own_answer=of_answer)
first = not answered and run is None
if first:
    example.fill("race")
asking = predictable and (first or proposed is not None or state.chosen(start.ASKING, False))
if asking:
    start.form(project, answered=answered, first=first)
elif answered:
    if items:
        item_page.page(project)
    else:
        answer()
    if items or (tested is not None and tested.done and not tested.live):
        menu.lead("share", _("Next: share the result"), what="answer")
    if run is not None and not run.live:  # what became of its trainings takes nothing from an answer
        with problems.problem_box():
            start.progress(run, answered=True, own_answer=of_answer)
if not predictable:
    st.info(model_picker.nothing_to_predict(), icon=":material/info:")
score_import.importer(project)
if first and not predictable:
    example.button("race")
elif predictable and not asking:
    ask: dict[str, Any] = {"on_click": state.choose, "args": (start.ASKING, True)}
    st.button(_("Another race"), key="another", icon=":material/flag:", **ask)
