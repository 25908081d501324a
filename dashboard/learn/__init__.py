"""The argument in steps: each a question, a figure, one thing to move, one sentence; then what they showed."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.learn import closing, guesses, step_words
from dashboard.learn.lesson import notes, presenting
from dashboard.learn.steps import Step
from dashboard.ui.widgets import main_button, pick
from dashboard.words import problems
from dashboard.words.escaping import equations_whole
from dashboard.words.text import _


def show(steps: tuple[Step, ...], number: int) -> None:
    """A step as one reads it alone, or the end."""
    way = presenting.order(len(steps), number)
    titles = {
        step: step_words.numbered(place, steps[step - 1].title) for place, step in enumerate(way[:-1], 1)
    }
    titles[len(steps) + 1] = closing.heading(len(way) - 1)
    st.title(equations_whole(titles[number]))
    _overview(number, {step: titles[step] for step in way}, len(steps))
    with problems.problem_box():
        if number > len(steps):
            closing.show(steps, way[:-1])
            return
        for term in step_words.needed(number, way):
            st.markdown(term)
        if guesses.settled(number, steps[number - 1].moves):
            steps[number - 1].show()
            notes.show(number, [step.title for step in steps])  # they hold the answer


def _overview(number: int, titles: Mapping[int, str], total: int) -> None:
    """The steps of the way by their titles, the one before and after, both ways, and what shows them to a class.

    On top: whoever turns a page at its end would find the next one scrolled to its end, too. Buttons, since a link
    to a page that is open already leaves the address in the browser as it was.
    """
    st.session_state["step"] = number
    way = list(titles)
    place = way.index(number)
    row = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom")
    turning = row.container(horizontal=True, vertical_alignment="bottom", gap="small", width="content")
    pick(
        _("Step"),
        titles,
        "step",
        number,
        place=turning,
        kept=False,
        on_change=lambda: _go(st.session_state["step"], total),
        width=280,
    )
    before, after = way[max(place - 1, 0)], way[min(place + 1, len(way) - 1)]
    back: dict[str, Any] = {"icon": ":material/arrow_back:", "on_click": _go, "args": (before, total)}
    turning.button(_("Back"), key="back", disabled=place == 0, **back)
    last = place == len(way) - 1
    main_button(_("Next"), place=turning, key="next", on_click=_go, args=(after, total), disabled=last)
    more = row.container(horizontal=True, vertical_alignment="center", gap="medium", width="content")
    guesses.toggle(more)
    _ways(more, number, short=len(way) <= total)
    # After the end one begins again.
    more.link_button(
        _("Present to a class"),
        presenting.address(number if number <= total else way[0], total, way=presenting.chosen_way()),
        icon=":material/slideshow:",
    )


def _ways(place: DeltaGenerator, number: int, *, short: bool) -> None:
    names = {
        True: _("{minutes} min: {n} steps").format(minutes=step_words.minutes(), n=len(step_words.SHORT)),
        False: _("All steps"),
    }
    st.session_state["short_way"] = short
    pick(
        _("Way"),
        names,
        "short_way",
        short,
        place=place,
        buttons=True,
        hide_label=True,
        kept=False,
        on_change=lambda: presenting.take_way(number, short=st.session_state["short_way"]),
    )


def _go(number: int, total: int) -> None:
    st.query_params["step"] = step_words.in_address(number, total)
