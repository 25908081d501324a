"""Whether a session only looks: it came by the link to a shared view.

This is the one place that says so. The store that such a session is given writes
nothing (`server.store`) and the queue takes nothing from it, whatever its pages try.
"""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from mx2core.errors import StoreError

VIEW = "view"  # in the session: id of the view


def looking() -> bool:
    """Whether this runs for a session that sees a shared view; False outside of sessions."""
    return get_script_run_ctx(suppress_warning=True) is not None and VIEW in st.session_state


def refuse() -> None:
    """Raise StoreError for a session that only looks."""
    if looking():
        raise StoreError("This is a shared, read-only view. Copy it as your own project.")
