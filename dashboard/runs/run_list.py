"""The comparisons of this project: opened again, renamed, deleted, exported."""

from collections.abc import Sequence
from contextlib import suppress

import pandas as pd
import streamlit as st

from dashboard.server.project import Project
from dashboard.server.running import experiments, resources
from dashboard.session import state
from dashboard.ui import components, example, menu
from dashboard.ui.widgets import main_button
from dashboard.words import problems, text
from dashboard.words.escaping import visible
from dashboard.words.text import _, inert
from mx2core.errors import Mx2Error
from mx2core.store.records import ExperimentRecord


def page(project: Project) -> None:
    """The comparisons alone, as a link to them shows them."""
    st.title(_("Runs"))
    with problems.problem_box():
        _listed(project, experiments.experiment_list(project))
    menu.lead("home", _("What is in this corpus?"))


def show(project: Project) -> None:
    """The comparisons, folded away."""
    records = experiments.experiment_list(project)
    label = _("Runs ({n})").format(n=len(records)) if records else _("Runs")
    with st.expander(label, icon=":material/history:"), problems.problem_box():
        _listed(project, records)


def _listed(project: Project, records: Sequence[ExperimentRecord]) -> None:
    """All of them, finished or not, and what can be done with the one that is marked."""
    undo()
    if not records:
        st.caption(_("Nothing has been compared yet."))
        example.button("race")
        return
    marked = choose(records)
    if marked is None:
        st.caption(_("Select a row to open, export or delete it."))
    else:
        details(project, marked)


def choose(records: Sequence[ExperimentRecord]) -> ExperimentRecord | None:
    """A table of experiments; the one whose row is marked."""
    words = {"running": _("running"), "done": _("done"), "cancelled": _("cancelled"), "failed": _("failed")}
    models = [[str(model["name"]) for model in one.models] for one in records]
    named = all(name in one.name for one, names in zip(records, models, strict=True) for name in names)
    table = pd.DataFrame(
        {
            _("name"): [visible(one.name) for one in records],
            _("corpus"): [visible(one.corpus_name) for one in records],
            _("predicts"): [text.attribute(one.gold) for one in records],
            # A name that nobody has changed says them already.
            **({} if named else {_("models"): [visible(_(", ").join(names)) for names in models]}),
            _("trainings"): [f"{one.n_finished} / {one.n_folds}" for one in records],
            _("state"): [words.get(one.state, one.state) for one in records],
            _("changed"): [one.changed for one in records],
        }
    )
    event = components.table(
        table,
        key="runs",
        on_select="rerun",
        selection_mode="single-row",
        column_config={_("changed"): st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm")},
    )
    return next((records[row] for row in event.selection.rows if row < len(records)), None)


def details(project: Project, record: ExperimentRecord) -> None:
    """What can be done with an experiment."""
    with st.container(border=True):
        st.markdown(f"**{inert(record.name)}**")
        name = st.text_input(_("Name"), record.name, key=f"rename_{record.id}", max_chars=120)
        with st.container(horizontal=True):
            if st.button(_("Rename"), key="rename", disabled=not name or name == record.name):
                resources.store().experiments.rename(record.id, name)
                st.rerun()
            here = record.units_sha256 == project.corpus.units_sha256
            if main_button(
                _("Open"),
                key="open_run",
                disabled=not here,
                help=None
                if here
                else _("Open its corpus first: {name}").format(name=inert(record.corpus_name)),
            ):
                state.choose("run", record.id)
                st.switch_page(menu.pages()["race"], query_params=menu.link(project))
            store, id = resources.store(), record.id
            components.download(
                _("Export"), lambda: store.export(id), f"experiment-{record.id}.zip", "export_run"
            )
            if st.button(_("Delete"), key="delete_run", icon=":material/delete:"):
                resources.store().experiments.delete(record.id)
                resources.jobs().cancel(record.id)
                resources.store().leases.ask_to_stop(record.id)
                state.choose("deleted_run", record.id)
                st.rerun()


def undo() -> None:
    """Restore the last deleted experiment."""
    deleted, record = state.chosen("deleted_run"), None
    with suppress(Mx2Error):  # it was cleaned away
        record = None if deleted is None else resources.store().experiments.get(deleted)
    if record is None or record.deleted is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.info(_("{name} was deleted.").format(name=inert(record.name)), icon=":material/delete:")
        if st.button(_("Undo"), key="undo_delete", icon=":material/undo:"):
            resources.store().experiments.restore(deleted)
            st.rerun()
