"""Learn as it is shown to a class: a question, the answer, the figure; on with the arrow keys, without a menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import streamlit as st

from dashboard.learn import class_board, questions
from dashboard.learn.guess_form import guess_form
from dashboard.learn.layout import large
from dashboard.server import resources
from dashboard.session import state
from dashboard.ui import menu
from dashboard.ui.main_button import main_button
from dashboard.ui.menu import PRESENT
from dashboard.words import problems
from dashboard.words.text import _, inert

if TYPE_CHECKING:
    from dashboard.learn.steps import Step
    from dashboard.server.class_boards import Asked

STAGES = ("ask", "answer", "figure")  # of each step, in this order
_OWN = "own_guesses"  # in the session: guesses without a board, by step


def address(step: int) -> str:
    """Where a step is shown to a class, seen from the page Learn."""
    return "?" + urlencode(menu.link(state.project()) | {"step": str(step), PRESENT: STAGES[0]})


def show(steps: Sequence[Step], number: int) -> None:
    """What the address asks for, of a step; the question, where it asks for nothing that there is."""
    asked_for = st.query_params.get(PRESENT, "")
    stage = STAGES.index(asked_for) if asked_for in STAGES else 0
    place = (number - 1) * len(STAGES) + stage
    _head(steps, number, place)
    with problems.shown():
        asked = questions.question(number)
        code = class_board.code()
        if code is not None:
            resources.boards().ask(code, asked, reveal=stage > 0)
        if STAGES[stage] == "figure":
            steps[number - 1].show()
        elif STAGES[stage] == "answer":
            _answer(asked, code)
        else:
            _question(asked, code, place)


def _head(steps: Sequence[Step], number: int, place: int) -> None:
    """The title, and where to go from here."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.title(_("{number}. {title}").format(number=number, title=steps[number - 1].title), anchor=False)
        # A click on a button keeps the arrow keys; a slider that was moved has them until then.
        st.button(
            _("Back"),
            key="present_back",
            shortcut="Left",
            on_click=_go,
            args=(place - 1,),
            disabled=place == 0,
        )
        main_button(
            _("Next"),
            key="present_next",
            shortcut="Right",
            on_click=_go,
            args=(place + 1,),
            disabled=place == len(steps) * len(STAGES) - 1,
        )
        st.button(_("Leave"), key="present_leave", shortcut="Esc", type="tertiary", on_click=_leave)


def _go(place: int) -> None:
    step, stage = divmod(place, len(STAGES))
    st.query_params.update({"step": str(step + 1), PRESENT: STAGES[stage]})


def _leave() -> None:
    st.query_params.pop(PRESENT, None)


def _own() -> dict[int, float]:
    guesses: dict[int, float] = st.session_state.setdefault(_OWN, {})
    return guesses


def _question(asked: Asked, code: str | None, place: int) -> None:
    left, right = st.columns([5, 3], gap="large")
    with left:
        large(inert(questions.worded(asked.step, asked.values), most=None))
        if code is None:
            given = guess_form(asked, _own().get(asked.step))
            if given is not None:
                _own()[asked.step] = given
                _go(place + 1)
                st.rerun()
        else:
            class_board.guesses_so_far(code, asked)
    with right:
        if code is None:
            class_board.opening()
        else:
            class_board.invitation(code)
            class_board.controls(code)


def _answer(asked: Asked, code: str | None) -> None:
    if code is None:
        own = _own().get(asked.step)
        given: tuple[float, ...] = () if own is None else (own,)
    else:
        standing = resources.boards().standing(code)
        given = () if standing is None else standing.guesses
    left, right = st.columns([5, 3], gap="large")
    with left:
        large(inert(questions.worded(asked.step, asked.values), most=None))
        if given:
            class_board.histogram(asked, given, revealed=True)
    with right:
        large(_("The answer"))
        st.title(questions.answer(asked, asked.truth), anchor=False)
        if given or code is not None:
            large(class_board.against(asked, given))
        if code is not None:
            class_board.controls(code)
