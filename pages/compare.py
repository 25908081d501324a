"""How do models score on the same partitions? The result, and under it what to compare next."""

import streamlit as st

from dashboard.compare import comparison_results, setup
from dashboard.session import state
from dashboard.ui import components, example, menu
from dashboard.ui.models import experiment_picker, gold_column, model_picker
from dashboard.words import problems
from dashboard.words.text import _, inert

st.title(_("How do models score on the same partitions?"))
project = state.project()
st.caption(
    _(
        "Every model is trained on one half and tested on the other, both ways, for every split. They all "
        "see the same splits, so their scores can be compared split by split."
    )
)
if not gold_column.choices(project.corpus):
    st.info(gold_column.nothing_to_predict(), icon=":material/info:")
    st.stop()

run, above = None, st.container()
with problems.shown():
    run = experiment_picker.choose_run(project, label=_("Experiment"))
    if run is not None:
        setup.progress(run)
        comparison_results.live(run)

waiting = None if run is None else setup.waiting(project, run)
if run is None:
    setting = st.container()
elif waiting is not None:
    label = _("Compare on {partitions}").format(partitions=inert(components.named(waiting)))
    setting = above.expander(label, icon=":material/tune:", expanded=True)
    above.caption(_("Below: an earlier comparison, on other splits."))
else:
    setting = st.expander(_("Compare again"), icon=":material/tune:")
with problems.shown(), setting:
    sets, asked = setup.choose_partitions(project)
    models = model_picker.choose(project.corpus, asked)
    setup.start(project, sets, models, asked)
    st.page_link(
        menu.pages()["decide"],
        label=_("Trained elsewhere? Import scores or predictions on the page Decide"),
        icon=":material/upload_file:",
        query_params=menu.link(project),
    )

if run is not None:
    menu.next_step("decide", shown=state.chosen("run_set", 0))
else:
    st.caption(_("Nothing has been compared on this corpus yet."))
    example.offer("compare")
