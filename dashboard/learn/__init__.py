"""The argument in steps: each a question, a figure, one thing to move, one sentence; then what they showed."""

from collections.abc import Sequence

import streamlit as st

from dashboard.learn import closing, own_guess
from dashboard.learn.lesson import lesson_plan, notes, presenting
from dashboard.learn.steps import Step
from dashboard.ui import menu
from dashboard.ui.choice import pick
from dashboard.ui.main_button import main_button
from dashboard.words import problems
from dashboard.words.escaping import equations_whole
from dashboard.words.text import _


def show(steps: tuple[Step, ...], number: int) -> None:
    """A step as one reads it alone, or the end."""
    titles = [_("{number}. {title}").format(number=k, title=one.title) for k, one in enumerate(steps, 1)]
    shown = presenting.order(len(steps), number)[:-1]  # after a lesson of a few steps, these
    titles.append(closing.heading(len(shown)))
    st.title(equations_whole(titles[number - 1]))
    _overview(number, titles)
    with problems.shown():
        if number > len(steps):
            closing.show(steps, shown)
        elif own_guess.settled(number, steps[number - 1].moves):
            steps[number - 1].show()
            notes.show(number, [step.title for step in steps])  # they hold the answer


def _overview(number: int, titles: Sequence[str]) -> None:
    """All steps by their titles, the steps before and after, and the way to show them to a class.

    On top: whoever turns a page at its end would find the next one scrolled to its end, too. Buttons, since a link
    to a page that is open already leaves the address in the browser as it was.
    """
    st.session_state["step"] = number
    row = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom")
    way = row.container(horizontal=True, vertical_alignment="bottom", gap="small", width="content")
    pick(
        _("Step"),
        dict(enumerate(titles, 1)),
        "step",
        number,
        place=way,
        kept=False,
        on_change=lambda: _go(st.session_state["step"], titles),
        width=330,
    )
    way.button(
        _("Back"),
        key="back",
        icon=":material/arrow_back:",
        on_click=_go,
        args=(number - 1, titles),
        disabled=number == 1,
    )
    main_button(
        _("Next"),
        place=way,
        key="next",
        on_click=_go,
        args=(number + 1, titles),
        disabled=number == len(titles),
    )
    more = row.container(horizontal=True, vertical_alignment="center", gap="medium", width="content")
    own_guess.toggle(more)
    # After the end one begins again.
    first = number if number < len(titles) else presenting.order(len(titles) - 1, number)[0]
    total = len(titles) - 1
    with more.popover(_("Present to a class"), icon=":material/slideshow:", key="present"):
        menu.lead("home", _("First: the argument on Start"), "home", **{menu.ARGUMENT: "1"})
        st.link_button(
            _("One lesson: {n} questions").format(n=len(lesson_plan.SHORT)),
            presenting.address(
                first if first in lesson_plan.SHORT else lesson_plan.SHORT[0], total, way=presenting.SHORT
            ),
            width="stretch",
        )
        st.link_button(
            _("All {n} questions").format(n=total), presenting.address(first, total), width="stretch"
        )
        st.caption(_("The projector gets its own window."))


def _go(number: int, titles: Sequence[str]) -> None:
    st.query_params["step"] = presenting.named(number, len(titles) - 1)
