"""The session's view of its project, and the choices a user made in widgets.

A widget takes its key from `choice(key, default)`. The router then keeps that value
when another page is shown, when the language changes (which would otherwise leave
old words in select boxes) and, through the project, when the page is reloaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard import server
from dashboard.projects import Project, Projects, Source


@st.cache_resource(show_spinner=False)
def projects() -> Projects:
    return Projects(server.store())


def project() -> Project:
    """The project of this session; `settle` has seen to it that there is one."""
    return projects().get(st.session_state["project"])


def settle() -> Project:
    """Find the project the address names, and lay its choices out for the widgets."""
    asked = st.session_state.get("project") or st.query_params.get("p")
    found = projects().get(asked)
    st.session_state["project"] = st.query_params["p"] = found.id
    for key, value in found.choices.items():
        st.session_state[key] = st.session_state.get(key, value)
    return found


def choice(key: str, default: Any) -> str:
    """The key of a widget whose value the project keeps."""
    if key not in st.session_state:
        # A widget that was not drawn for a while has left the session, but not the project.
        st.session_state[key] = project().choices.get(key, default)
    project().choices.setdefault(key, st.session_state[key])
    return key


def choose(key: str, value: Any) -> None:
    """Set a choice from a callback, where the widget itself is not being used."""
    st.session_state[key] = value
    project().choices[key] = value


def forget(key: str) -> None:
    """Let a choice fall back to its default, because what it was about has changed."""
    st.session_state.pop(key, None)
    project().choices.pop(key, None)


def chosen(key: str, default: Any = None) -> Any:
    """The value of a choice whose widget may be on another page."""
    return st.session_state.get(key, project().choices.get(key, default))


def keep() -> None:
    """Write the choices back to the project and the project to the store, at the end of a run.

    Raises
    ------
    StoreError
        If the store cannot be written. The project in memory has everything.
    """
    opened = project()
    for key in opened.choices:
        if key in st.session_state:
            opened.choices[key] = st.session_state[key]
    projects().save(opened)


def among(key: str, options: list[Any], default: Any) -> str:
    """Like `choice`, for a selection whose options depend on the corpus."""
    value = st.session_state.get(key)
    if isinstance(value, list):
        still = [v for v in value if v in options]
        st.session_state[key] = still or default
    elif value is not None and value not in options:
        st.session_state[key] = default
    return choice(key, default)


def open_corpus(source: Source, report: Callable[[int, int], Any] | None = None) -> None:
    """Read a corpus into this project. The one before stays when this one cannot be read."""
    opened = project()
    corpus = source.read(report)
    for key in opened.choices:
        st.session_state.pop(key, None)
    opened.open(source, corpus)
