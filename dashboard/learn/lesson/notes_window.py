"""The teacher's notes in a window that the class does not see; it follows the projector."""

from collections.abc import Sequence

import streamlit as st

from dashboard.learn import closing
from dashboard.learn.layout import large
from dashboard.learn.lesson import class_board, notes, presenting
from dashboard.learn.steps import Step
from dashboard.server.running import resources
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.session.state import PRESENT
from dashboard.words.text import _

PACE = 1.0  # seconds between two looks at the projector
_OWN_WAY = "notes_own_way"  # in the session: the step that was turned to here, instead of the projector's


def asked_for() -> bool:
    """Whether the address is that of this window."""
    return st.query_params.get(PRESENT) == presenting.NOTES


@fragment(run_every=PACE)
def show(steps: Sequence[Step], number: int) -> None:
    """The notes on what the projector shows, or on `number` where it shows nothing."""
    place = resources.projectors().place(state.project().id)
    own: int | None = st.session_state.get(_OWN_WAY)
    number = own or (number if place is None else place.step)
    _head(steps, number)
    if place is not None:
        _projector(steps, place.step, place.stage, follows=own is None)
    if number > len(steps):
        large(_("The summary"))
    else:
        for line in notes.of_step(number):
            large(line)
    class_board.for_the_teacher()


def _head(steps: Sequence[Step], number: int) -> None:
    total = len(steps)
    way = presenting.order(total, number)
    place = way.index(number)
    before, after = way[max(place - 1, 0)], way[min(place + 1, len(way) - 1)]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if number > total:
            st.header(closing.heading(len(way) - 1), anchor=False)
        else:
            title = _("{number}. {title}").format(number=place + 1, title=steps[number - 1].title)
            st.header(title, anchor=False)
        for key, words, to in (("Left", _("Back"), before), ("Right", _("Next"), after)):
            st.button(
                words,
                key=f"notes_{key}",
                shortcut=key,
                on_click=_turn,
                args=(to,),
                disabled=to == number or to > total,
            )

    if number > total:
        st.caption(_("This is the last slide."))
    elif after > total:
        st.caption(_("Then: the summary"))
    elif after != number:
        title = _("{number}. {title}").format(number=place + 2, title=steps[after - 1].title)
        st.caption(_("Then: {step}").format(step=title))


def _projector(steps: Sequence[Step], step: int, stage: str, *, follows: bool) -> None:
    """Where the projector is, and the way back to it."""
    where = (
        _("On the projector: the summary")
        if step > len(steps)
        else _("On the projector: {step}, {phase}").format(step=step, phase=presenting.phases()[stage])
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f":material/slideshow: {where}", width="content")
        if not follows:
            st.button(
                _("Follow the projector again"),
                key="notes_follow",
                icon=":material/sync:",
                on_click=_turn,
                args=(None,),
            )
    st.caption(_("A clicker controls the window clicked last."))


def _turn(to: int | None) -> None:
    st.session_state[_OWN_WAY] = to
