"""A message at the top of a page about how the user came to it."""

from dataclasses import replace

import streamlit as st

from dashboard.words import problems
from dashboard.words.escaping import visible
from mx2core.errors import Notice

_KEY = "notes"
LONGEST = 40  # characters of something nonsensical that are shown


def add(notice: Notice, *, done: bool = False) -> None:
    """Say something on the page that is being opened, until another one is; `done`: it was done as asked."""
    values = {name: visible(value, LONGEST) for name, value in notice.values.items()}
    st.session_state.setdefault(_KEY, []).append((replace(notice, values=values), done, None))


def refuse(name: str, value: str, expected: str) -> None:
    """Say that the address asks for what cannot be, and take it out."""
    about = {"name": name, "value": value, "expected": expected}
    add(Notice("The address has {name}={value}; expected {expected}.", about))
    st.query_params.pop(name, None)


def clear() -> None:
    """Forget pending messages; they are about a project that is closed."""
    st.session_state.pop(_KEY, None)


def show(page: str) -> None:
    """Show it; messages of another page are forgotten."""
    notes = [
        (note, done, page) for note, done, where in st.session_state.get(_KEY, ()) if where in (None, page)
    ]
    st.session_state[_KEY] = notes
    for note, done, _where in notes:
        if done:
            st.success(problems.problem_text(note), icon=":material/check_circle:")
        else:
            st.warning(problems.problem_text(note), icon=":material/info:")
