"""The argument in ten steps: each one figure, one thing to move, three sentences; then what they showed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.learn import closing, notes, presenting
from dashboard.learn.steps import Step
from dashboard.ui.choice import pick
from dashboard.words import problems
from dashboard.words.text import _


def show(steps: tuple[Step, ...], number: int) -> None:
    """A step as one reads it alone, or the end."""
    titles = [_("{number}. {title}").format(number=k, title=one.title) for k, one in enumerate(steps, 1)]
    titles.append(closing.heading(steps))
    st.title(titles[number - 1])
    _overview(number, titles)
    with problems.shown():
        if number > len(steps):
            closing.show(steps)
        else:
            steps[number - 1].show()
    _paging(number, titles)
    if number <= len(steps):
        with problems.shown():
            notes.show(number, [step.title for step in steps])


def _overview(number: int, titles: Sequence[str]) -> None:
    """All steps by their titles, and the way to show them to a class."""
    st.session_state["step"] = number
    row = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom")
    pick(
        _("Step"),
        dict(enumerate(titles, 1)),
        "step",
        number,
        place=row,
        kept=False,
        on_change=lambda: _go(st.session_state["step"], titles),
        width=380,
    )
    row.link_button(
        _("Present to a class"),
        presenting.address(number, len(titles) - 1),
        icon=":material/slideshow:",
        key="present",
        help=_(
            "Opens a window of its own for the projector. This one, with the teacher's notes at its end, stays with you."
        ),
    )


def _paging(number: int, titles: Sequence[str]) -> None:
    """To the step before and the step after.

    Buttons: a link to a page that is open already leaves the address in the browser as it was.
    """
    row = st.container(horizontal=True, horizontal_alignment="distribute")
    if number > 1:
        label = _("Back: {title}").format(title=titles[number - 2])
        row.button(
            label,
            key="back",
            type="tertiary",
            icon=":material/arrow_back:",
            on_click=_go,
            args=(number - 1, titles),
        )
    if number < len(titles):
        label = _("Next: {title}").format(title=titles[number])
        row.button(
            label,
            key="next",
            type="tertiary",
            icon=":material/arrow_forward:",
            on_click=_go,
            args=(number + 1, titles),
        )


def _go(number: int, titles: Sequence[str]) -> None:
    st.query_params["step"] = presenting.named(number, len(titles) - 1)
