"""Links to a page of a project as it stands, for others: not its address, which is its key."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

import streamlit as st

from dashboard.server.project import Project
from dashboard.server.running import resources
from dashboard.server.visits import connections
from dashboard.session import state
from dashboard.words import problems, text
from dashboard.words.text import _

LINK = "link"  # in the session: the page it is to, or homework, the link made last, and its view


def make(project: Project, page: str, key: str, button: Callable[..., bool] = st.button) -> str | None:
    """A button that makes a link to this page, and the one made last, with its view; None before."""
    if button(_("Make a link"), key=key):
        with problems.problem_box():
            st.session_state[LINK] = page, *link(project, page)
    made_for, made, view = st.session_state.get(LINK, (None, "", ""))
    if made_for != page:
        return None
    show_link(made)
    return str(view)


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
