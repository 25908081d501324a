"""Share a page of a project: a link that is not its key, and what those who open it see."""

from collections.abc import Mapping

import streamlit as st

from dashboard.server.project import Project
from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.server.visits import visitors
from dashboard.session import state
from dashboard.ui import view_links
from dashboard.ui.widgets import main_button
from dashboard.words import text
from dashboard.words.text import _


def popover(project: Project, page: str) -> None:
    """Make a link to this page, as it stands, for others."""
    if looking():
        return
    with st.popover(_("Share this page"), icon=":material/share:", key="share", width="stretch"):
        st.markdown(_("Shows this page read-only. Your own address is the project's key: keep it private."))
        view = view_links.make(project, page, "make_link", main_button)
        if view is not None:
            _withdraw(project, view)
            st.caption(_("All links: Start, {box}.").format(box=_("This project")))


def banner() -> None:
    """Say to whoever looks at a shared page what that means, and offer a copy."""
    if not looking():
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="banner"):
        st.markdown(":material/visibility: " + _("**Shared page.** Copy it to keep your work."))
        if st.button(_("Copy as my own project"), key="take_copy", icon=":material/content_copy:"):
            shown = state.project()
            state.leave()
            state.enter(resources.projects().copy(shown, visitors.user()))
            st.rerun()


def links(project: Project, titles: Mapping[str, str]) -> None:
    """The links that were made for a project, each with a button that withdraws it; `titles` by path of the page."""
    made = resources.store().views.views_of(project.id)
    if not made:
        st.caption(_("No links yet."))
        return
    for view in made:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            page, when = titles.get(view.page, view.page), text.moment(view.created)
            st.markdown(_("{page}, made {when}").format(page=page, when=when), width="content")
            _withdraw(project, view.id)


def _withdraw(project: Project, view: str) -> None:
    if st.button(_("Withdraw"), key=f"withdraw_{view}", icon=":material/link_off:"):
        resources.store().views.withdraw(project.id, view)
        st.session_state.pop(view_links.LINK, None)
        st.rerun()
