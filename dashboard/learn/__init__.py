"""The argument in ten steps: each one figure, one thing to move, three sentences."""

from __future__ import annotations

import streamlit as st

from dashboard.learn import notes, presenting
from dashboard.learn.steps import Step
from dashboard.ui.choice import pick
from dashboard.words import problems
from dashboard.words.text import _, inert


def current(total: int) -> int:
    """The step that the address names, so that a teacher can link to it; the first if it names none."""
    asked = st.query_params.get("step", "1")
    if asked.isascii() and asked.isdigit() and len(asked) < 4 and 1 <= int(asked) <= total:
        return int(asked)
    st.warning(
        _("There is no step “{asked}” any more, or there never was. This is the first of {total}.").format(
            asked=inert(asked, 20), total=total
        ),
        icon=":material/info:",
    )
    return 1


def show(steps: tuple[Step, ...], number: int) -> None:
    """A step as one reads it alone."""
    titles = [step.title for step in steps]
    st.title(_("{number}. {title}").format(number=number, title=titles[number - 1]))
    _overview(number, len(steps))
    with problems.shown():
        steps[number - 1].show()
    _paging(number, titles)
    with problems.shown():
        notes.show(number, titles)


def _overview(number: int, total: int) -> None:
    """All steps as numbers in a row, and the way to show them to a class."""
    st.session_state["step"] = number
    row = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom")
    pick(
        _("Step"),
        range(1, total + 1),
        "step",
        number,
        place=row,
        buttons=True,
        kept=False,
        on_change=lambda: _go(st.session_state["step"]),
    )
    # In a window of its own, for the projector; the notes stay in this one.
    row.link_button(
        _("Present to a class"), presenting.address(number), icon=":material/slideshow:", key="present"
    )


def _paging(number: int, titles: list[str]) -> None:
    """To the step before and the step after.

    Buttons: a link to a page that is open already leaves the address in the browser as it was.
    """
    row = st.container(horizontal=True, horizontal_alignment="distribute")
    if number > 1:
        label = _("Back: {title}").format(title=titles[number - 2])
        row.button(
            label, key="back", type="tertiary", icon=":material/arrow_back:", on_click=_go, args=(number - 1,)
        )
    if number < len(titles):
        label = _("Next: {title}").format(title=titles[number])
        row.button(
            label,
            key="next",
            type="tertiary",
            icon=":material/arrow_forward:",
            on_click=_go,
            args=(number + 1,),
        )


def _go(number: int) -> None:
    st.query_params["step"] = str(number)
