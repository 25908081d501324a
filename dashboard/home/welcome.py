"""The start page before a corpus is open: what this is, a place to drop a file, a sample to walk through."""

import streamlit as st

from dashboard.server.visits import visitors
from dashboard.ui import example
from dashboard.ui.main_button import main_button
from dashboard.words.text import _


def what() -> None:
    """What this is, in a breath."""
    st.title(_("How far can you trust one split?"))


def promise() -> None:
    """Who can see a file that is dropped here."""
    st.caption(
        _("No other user sees your file.")
        if visitors.user()
        else _("Only people with the link see your file.")
    )


def walk(*, returning: bool) -> None:
    """A finished project to walk through; who is `returning` has a way to lead on already."""
    if (st.button if returning else main_button)(_("Walk through the sample"), key="walk"):
        example.show("home", walking=True)
