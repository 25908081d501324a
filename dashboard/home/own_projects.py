"""The projects this visitor opened lately, listed to this visitor alone; and what can be done with the open one."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.server import examples
from dashboard.server.project import LONGEST_NAME, Project
from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.server.visits import visitors
from dashboard.session import flash, state
from dashboard.ui import menu
from dashboard.ui.documents import report, sharing
from dashboard.ui.widgets import main_button
from dashboard.words import text
from dashboard.words.text import _, inert
from mx2core.errors import Notice
from mx2core.store.records import ProjectRecord

MOST, LOOKED_THROUGH = 6, 40  # projects


def recent() -> list[ProjectRecord]:
    """The projects this visitor had open lately, the last one first; not those in which only a sample was seen."""
    visitor = visitors.visitor()
    records = () if visitor is None else resources.store().visits.recent(visitor, LOOKED_THROUGH)
    return [record for record in records if examples.has_work(record.document)][:MOST]


def show_recent(records: Sequence[ProjectRecord]) -> None:
    """The last project with a button that opens it; behind it the others, and what clears the list."""
    visitor = visitors.visitor()
    if not records or visitor is None:
        return
    st.markdown("**" + _("Continue a project") + "**")
    with _row(records[0], 0), st.popover(_("More"), icon=":material/history:", key="recent_more"):
        for number, record in enumerate(records[1:], start=1):
            _row(record, number)
        st.caption(_("Listed for you alone.") if visitors.user() else _("Listed in this browser only."))
        if st.button(_("Clear the list"), key="clear_recent", type="tertiary"):
            resources.store().visits.forget(visitor)
            st.rerun()


def _row(record: ProjectRecord, number: int) -> DeltaGenerator:
    """What a project is, and a button that opens it; returns the place beside that."""
    row = st.container(border=True, horizontal=True, vertical_alignment="center")
    row.markdown(_line(record), width="stretch")
    button = st.button if number else main_button
    with row:
        opened = button(_("Open"), key=f"recent_{number}", icon=":material/folder_open:")
    if opened:
        project = resources.projects().find(record.id, visitors.user())
        if project is not None:
            state.enter(project)
            reached = "race" if record.document.get("experiments") else "home"
            st.switch_page(menu.pages()[reached], query_params=menu.link(project))
        st.rerun()
    return row


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
        facts.append(_("Runs ({n})").format(n=runs))
    return f"**{inert(record.name)}** &ensp; :gray[{' · '.join(facts)}]"


def show(project: Project) -> None:
    """Everything about the project that is open; nothing of one that a shared view shows."""
    if looking() or not project.begun:
        return
    with st.expander(_("This project"), icon=":material/folder_open:", key="this_project"):
        _name(project)
        with st.container(horizontal=True, vertical_alignment="center"):
            report.export_buttons(project)
        pages = menu.pages()
        titles = {old: pages[new].title for old, (new, _more) in menu.MOVED.items()}
        titles |= {page.url_path: page.title for page in pages.values()}
        with st.expander(_("Links to its pages"), icon=":material/share:", key="links"):
            sharing.links(project, titles)
        with st.expander(_("A new address, or deletion"), icon=":material/key:", key="key"):
            _key_or_end(project)


def _name(project: Project) -> None:
    key = f"project_name_{project.alias}"

    def rename() -> None:  # when this user types, not when another tab has: the field still has the old name
        if key in st.session_state:
            project.name = str(st.session_state[key] or "").strip()

    st.session_state.setdefault(key, project.name)
    usual = project.source.name
    st.text_input(_("Name"), max_chars=LONGEST_NAME, placeholder=usual, key=key, on_change=rename)


def _key_or_end(project: Project) -> None:
    st.markdown(_("Anyone with this address can edit. A new one ends that; page links stay."))
    if st.button(_("Give it a new address"), key="renew", icon=":material/key:"):
        state.keep()
        resources.projects().renew(project)
        resources.store().visits.forget_others(visitors.visitor(), project.id)
        state.enter(project)
        flash.add(Notice("The project has a new address: bookmark it."), done=True)
        st.rerun()
    with st.popover(_("Delete this project"), icon=":material/delete:", key="delete_popover"):
        name = f"**{inert(project.title)}**"
        gone = _("Deletes {name}, its experiments and links for good.")
        st.markdown(gone.format(name=name))
        if main_button(_("Delete it now"), key="delete_project"):
            for id in project.experiments:
                resources.jobs().cancel(id)
            resources.projects().delete(project)
            state.enter(resources.projects().new(visitors.user(), text.language()))
            flash.clear()
            flash.add(Notice("The project was deleted."), done=True)
            st.rerun()
