"""The projects this visitor opened lately, listed to this visitor alone."""

from collections.abc import Sequence

import streamlit as st

from dashboard.server import examples
from dashboard.server.running import resources
from dashboard.server.visits import visitors
from dashboard.session import state
from dashboard.ui import menu
from dashboard.ui.main_button import main_button
from dashboard.words import text
from dashboard.words.text import _, inert
from mx2core.store.records import ProjectRecord

MOST, LOOKED_THROUGH = 6, 40  # projects


def recent() -> list[ProjectRecord]:
    """The projects this visitor had open lately, the last one first; not those in which only a sample was seen."""
    visitor = visitors.visitor()
    records = () if visitor is None else resources.store().visits.recent(visitor, LOOKED_THROUGH)
    return [record for record in records if examples.made(record.document)][:MOST]


def show(records: Sequence[ProjectRecord]) -> None:
    """A row for each project, with a button that opens it."""
    visitor = visitors.visitor()
    if not records or visitor is None:
        return
    st.markdown("**" + _("Continue a project") + "**")
    open_here = st.session_state.get(state.OWN)
    for number, record in enumerate(records):
        with st.container(
            border=True, horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
        ):
            st.markdown(_line(record), width="content")
            here = _("Open in this window.") if record.id == open_here else None
            button, icon = st.button if number else main_button, ":material/folder_open:"
            if button(_("Open"), key=f"recent_{number}", help=here, icon=icon):
                _open(record)
    with st.container(horizontal=True, vertical_alignment="center"):
        listed = _("Listed for you alone.") if visitors.user() else _("Listed in this browser only.")
        st.caption(listed, width="content")
        if st.button(_("Clear the list"), key="clear_recent", type="tertiary"):
            resources.store().visits.forget(visitor)
            st.rerun()


def _line(record: ProjectRecord) -> str:
    document = record.document
    facts = [text.moment(record.changed)]
    corpus = document.get("source", "")
    if corpus and corpus != record.name:
        facts.append(inert(corpus))
    sets, runs = len(document.get("partitions", ())), len(document.get("experiments", ()))
    if sets:
        facts.append(_("partition sets: {n}").format(n=sets))
    if runs:
        facts.append(_("experiments: {n}").format(n=runs))
    return f"**{inert(record.name)}** &ensp; :gray[{' · '.join(facts)}]"


def _open(record: ProjectRecord) -> None:
    """Enter it where its last step is."""
    project = resources.projects().find(record.id, visitors.user())
    if project is not None:
        state.enter(project)
        reached = "race" if record.document.get("experiments") else "home"
        st.switch_page(menu.pages()[reached], query_params=menu.link(project))
    st.rerun()
