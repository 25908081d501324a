"""The parts of the start page: what this is, and three ways to begin."""

from __future__ import annotations

import streamlit as st

from dashboard.server.project import Source
from dashboard.server.visits import visitors
from dashboard.session import state
from dashboard.ui import example, menu, upload
from dashboard.ui.main_button import main_button
from dashboard.words import text
from dashboard.words.text import _


def what() -> None:
    """What this is, in a breath."""
    st.title(_("How far can you trust a split of your corpus?"))
    st.markdown(
        _(
            "A score depends on which texts fell into training and which into testing. See by how much; then decide with a "
            "test that can also answer: equivalent, or undecided."
        )
    )


def begin(*, returning: bool) -> None:
    """Load a file, walk the sample, or learn the argument first; who is `returning` has a way to lead on already."""
    own, sample, learn = st.columns(3)
    with own.container(border=True, height="stretch"):
        st.markdown("### :material/upload_file: " + _("Your own corpus"))
        source = upload.upload("home_upload")
        st.caption(
            _("It stays on this server, in your project, which nobody else who logs in can open.")
            if visitors.user()
            else _("It stays on this server, in your project; only people with its link can see it.")
        )
    if source is not None:
        _own(source)
    with sample.container(border=True, height="stretch"):
        st.markdown("### :material/hiking: " + _("A sample corpus"))
        st.markdown(_example())
        if (st.button if returning else main_button)(_("Walk through the sample"), key="walk"):
            example.show("corpus", walking=True)
    with learn.container(border=True, height="stretch"):
        st.markdown("### :material/school: " + _("Learn"))
        st.markdown(
            _(
                "Why random splits mislead, and what helps: ten steps, each with one control to move. Made for "
                "classes, too: present it, collect guesses from phones, print the hand-out."
            )
        )
        st.page_link(
            menu.pages()["learn"],
            label=_("Begin with step 1"),
            icon=":material/arrow_forward:",
            query_params=menu.link(state.project()) | {menu.GUESS: "first"},
        )


def _own(source: Source) -> None:
    """A file in a project of its own, unless nothing was done yet in the one that is open."""
    upload.read(source, apart=True)  # what is wrong with it is said on the page Corpus, to be mended there
    _go()


def _example() -> str:
    """What is in the example for readers of the language."""
    if text.language() == "zh":
        return _(
            "1,603 Chinese sentences with semantic roles, with three models compared. Nothing to upload."
        )
    return _("1,217 English help-desk questions, with three models compared. Nothing to upload.")


def _go() -> None:
    st.switch_page("../pages/corpus.py", query_params=menu.link(state.project()))


def path() -> None:
    """The way through the pages, step by step."""
    steps = (
        (_("**1 · Corpus** what is in it"), "corpus"),
        (_("**2 · Look** how halves differ"), "look"),
        (_("**3 · Choose** which to use"), "choose"),
        (_("**4 · Compare** models on them"), "compare"),
        (_("**5 · Decide** which is better"), "decide"),
    )
    with st.container(horizontal=True, gap="xsmall"):
        for words, page in steps:
            st.page_link(menu.pages()[page], label=words, query_params=menu.link(state.project()))
