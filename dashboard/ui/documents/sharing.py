"""Share a page of a project: a link that is not its key, and what those who open it see."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

import streamlit as st

from dashboard.server.project import Project
from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.server.visits import connections, visitors
from dashboard.session import state
from dashboard.ui.widgets import main_button
from dashboard.words import problems, text
from dashboard.words.text import _

LINK = "link"  # in the session: the page it is to, or homework, the link made last, and its view


def popover(project: Project, page: str) -> None:
    """Make a link to this page, as it stands, for others."""
    if looking():
        return
    with st.popover(_("Share this page"), icon=":material/share:", key="share", width="stretch"):
        st.markdown(_("Shows this page read-only. Your own address is the project's key: keep it private."))
        if main_button(_("Make a link"), key="make_link"):
            with problems.problem_box():
                st.session_state[LINK] = page, *link(project, page)
        made_for, made, view = st.session_state.get(LINK, (None, "", ""))
        if made_for == page:
            show_link(made)
            _withdraw(project, view)
            st.caption(_("All links: Start, {box}.").format(box=_("This project")))


def show_link(made: str) -> None:
    """A link to copy, and whether it is one for this computer only, or has another address than the reader's."""
    st.code(made, language=None, wrap_lines=True)
    if urlsplit(made).hostname in connections.ALONE:
        st.caption(_("Opens on this computer only."))
    elif urlsplit(made).netloc != urlsplit(st.context.url or "").netloc:
        st.caption(_("Network address: localhost opens only here."))


def link(project: Project, page: str, choices: dict[str, Any] | None = None) -> tuple[str, str]:
    """A new link, and the view it opens; with `choices` that of the corpus with these alone, in the reader's language."""
    state.keep()
    view = resources.projects().show(project, page, choices)
    place = connections.external_url(st.context.url or "")
    kept = {name: value for name, value in st.query_params.items() if name not in ("p", "v", "lang")}
    spoken = {"lang": text.language()} if choices is None else {}
    query = urlencode({**spoken, "v": view, **kept})
    return place._replace(query=query, fragment="").geturl(), view


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
        st.session_state.pop(LINK, None)
        st.rerun()
