"""The argument in steps: each a question, a figure, one thing to move, one sentence; then what they showed."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.learn import homework, questions, step_words
from dashboard.learn.lesson import notes, presenting
from dashboard.learn.splits import split_once
from dashboard.learn.step_words import SUMMARY
from dashboard.learn.steps import BESIDE, closing, draw, moves
from dashboard.session import state
from dashboard.ui import menu
from dashboard.ui.documents import paper
from dashboard.ui.widgets import main_button, pick
from dashboard.words import problems
from dashboard.words.text import _


def show(number: int) -> None:
    """A step as one reads it alone, or the end, with notes above it; or what was asked for in its place."""
    instead: dict[str, tuple[str, Callable[[], None]]] = {
        "paper": (paper.title(), paper.show),
        "homework": (_("Homework"), homework.show),
    }
    if st.query_params.pop(menu.STEPS, None):
        state.choose(BESIDE, None)
    if (view := state.chosen(BESIDE, "")) in instead:
        name, show_view = instead[view]
        st.title(name)
        leave: dict[str, Any] = {"icon": ":material/arrow_back:", "on_click": state.choose}
        st.button(_("Learn"), key="leave_view", args=(BESIDE, None), **leave)
        with problems.problem_box():
            show_view()
        return
    titles = presenting.titles(number)
    way = list(titles)
    st.title(titles[number].replace("/√", "/\N{WORD JOINER}√"))
    options = _overview(number, titles)
    beside, step = st.container(), st.container()
    settled = True
    with step, problems.problem_box():
        if number == SUMMARY:
            closing(way[:-1])
        else:
            for term in step_words.needed(number, way):
                st.markdown(term)
            settled = questions.settled(number, moves(number))
            if settled:
                draw(number)
            elif number == 1:
                split_once()
    names = {one: name for one, (name, _draw) in instead.items()}
    if number < SUMMARY and settled:  # notes hold the answer
        names = {"notes": _("Teacher's notes")} | names
    if pick(_("Open"), names, BESIDE, None, place=options, buttons=True, hide_label=True, required=False):
        with beside.container(border=True), problems.problem_box():
            st.subheader(names["notes"], anchor=False)
            notes.show(number)


def _overview(number: int, titles: Mapping[int, str]) -> DeltaGenerator:
    """The step before and after; under options the steps by their titles, both ways, what shows them to a class.

    Returns the place of the options. On top: whoever turns a page at its end would find the next one scrolled to
    its end, too. Buttons, since a link to a page that is open already leaves the address in the browser as it was.
    """
    before, after = presenting.neighbours(number)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        back: dict[str, Any] = {"icon": ":material/arrow_back:", "on_click": _go, "args": (before,)}
        st.button(_("Back"), key="back", disabled=before == number, **back)
        asks = number < SUMMARY and questions.asks(number)  # with a main button of its own
        ahead = st.button if asks else main_button
        ahead(_("Next"), key="next", on_click=_go, args=(after,), disabled=after == number)
        if number < SUMMARY:
            st.caption(presenting.counted(number), width="content")
        options = st.popover(_("For a class, options"), icon=":material/school:", key="learn_options")
    # After the end one begins again.
    address = presenting.address(number if number < SUMMARY else min(titles))
    options.link_button(_("Present and collect guesses"), address, icon=":material/slideshow:")
    views = options.container()
    # A closed popover takes no new value and sends its old one again: so each step has a list of its own.
    key = f"step_{number}"
    st.session_state[key] = number  # in each run: of a list that was never open the browser knows no value
    turned: dict[str, Any] = {"kept": False, "on_change": lambda: _go(st.session_state.get(key, number))}
    pick(_("Step"), titles, key, number, place=options, **turned)
    questions.toggle(options)
    short = len(titles) < SUMMARY
    way = f"way_{short}"  # as with steps
    st.session_state[way] = short
    options.toggle(
        _("One lesson ({minutes} min)").format(minutes=step_words.minutes()),
        key=way,
        on_change=lambda: presenting.take_way(number, short=st.session_state.get(way, short)),
    )
    return views


def _go(number: int) -> None:
    st.query_params["step"] = step_words.address_name(number)
