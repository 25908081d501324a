"""What can be done with a project as a whole: its name, its links, its key, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard import menu, server, sharing, state, visitors
from dashboard.looking import looking
from dashboard.projects import LONGEST_NAME
from dashboard.text import _, inert

if TYPE_CHECKING:
    from dashboard.projects import Project


def show(project: Project) -> None:
    """Everything about the project that is open; nothing of one that a shared view shows."""
    if looking():
        return
    st.subheader(_("The project that is open"))
    if not project.begun:
        st.caption(_("Nothing has been done in it yet. Once there is, it is kept by itself."))
        return
    _name(project)
    with st.expander(_("Links to its pages"), icon=":material/share:", key="links"):
        sharing.links(project, {page.url_path: page.title for page in menu.pages().values()})
    with st.expander(_("Another address, or its end"), icon=":material/key:", key="key"):
        _key(project)
        _end(project)


def _name(project: Project) -> None:
    entered = st.text_input(
        _("Name"),
        project.name,
        max_chars=LONGEST_NAME,
        placeholder=project.source.name,
        key=f"project_name_{project.alias}",
    )
    if (entered or "").strip() != project.name:
        project.name = (entered or "").strip()
        st.rerun()


def _key(project: Project) -> None:
    st.markdown(
        _(
            "The address in your browser is the key to this project: whoever has it can see and change everything. "
            "If it came into wrong hands, give the project another one. The old address then leads nowhere; links "
            "to single pages stay as they are."
        )
    )
    if st.button(_("Give it another address"), key="renew", icon=":material/key:"):
        state.keep()
        state.projects().renew(project)
        server.store().visits.forget_others(visitors.visitor(), project.id)
        state.enter(project)
        st.toast(_("The project has another address now."), icon=":material/check:")
        st.rerun()


def _end(project: Project) -> None:
    with st.popover(_("Delete this project"), icon=":material/delete:", key="delete_popover"):
        st.markdown(
            _(
                "{name} will be gone, with its experiments and the links to its pages. This cannot be undone; "
                "download the project first if you may want it again."
            ).format(name=f"**{inert(project.title)}**")
        )
        if st.button(_("Delete it now"), key="delete_project", type="primary"):
            for id in project.experiments:
                server.jobs().cancel(id)
            state.projects().delete(project)
            state.enter(state.projects().new(visitors.user()))
            st.rerun()
