"""The finished example in the reader's language, for those without results of their own."""

import streamlit as st

from dashboard.server import examples
from dashboard.server.project import Project
from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.server.visits import visitors
from dashboard.session import flash, state
from dashboard.ui import menu, upload
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.errors import Notice


def offer(page: str) -> None:
    """On a page with nothing to show: what comes with the sample, or beside one's own corpus a button to it."""
    fill(page)
    button(page)


def fill(page: str) -> None:
    """Where nothing was made of the sample yet, its results, and the page drawn anew."""
    if looking():
        return
    with problems.problem_box():
        project, language = state.project(), text.language()
        added = examples.add_comparisons(project, language)
        if added:
            _show_splits(project)
        fits = examples.is_sample(project, language) and examples.VERSION in project.choices
        if page == "methods" and fits and examples.STUDY not in project.choices:  # it was never there
            examples.add_study(project, language)
        elif not added:
            return
        flash.add(Notice("Sample results added."), done=True)
        st.rerun()


def button(page: str) -> None:
    """To a page of the example, which is a project of the visitor's own.

    InputError if the example cannot be opened; the project that is open stays.
    """
    if looking() or not st.button(
        _("Show the finished example"),
        key="show_example",
        icon=":material/visibility:",
        help=_("It opens as a separate project."),
    ):
        return
    language = text.language()
    key = f"example_{language}"  # in the session: id of the project
    example = resources.projects().find(st.session_state.get(key), visitors.user())
    opened = state.project()
    if examples.add_comparisons(opened, language):
        example = opened
    elif example is None or (page != "methods" and example.id == opened.id):  # its results were deleted
        example = examples.finished(language, visitors.user())
    if page == "methods":
        examples.add_study(example, language)
    st.session_state[key] = example.id
    if opened.begun and opened.source.data is not None:
        st.session_state[menu.BEFORE_EXAMPLE] = opened.id
    state.keep()  # what is open now
    state.enter(example)
    state.choose(upload.OPENED, True)
    _show_splits(example)
    menu.go(page)


def _show_splits(example: Project) -> None:
    """Have Splits show what the example was compared on, unless others were chosen there."""
    if state.chosen("scheme") is not None:
        return
    made = next(iter(example.partitions.values())).partitions
    for key, value in (("scheme", made.method), ("m", len(made)), ("seed", made.seed or 0)):
        state.choose(key, value)
