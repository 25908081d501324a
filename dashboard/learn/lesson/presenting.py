"""Learn as it is shown to a class: a question, the answer, the figure; on by keys, without a menu."""

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from dashboard.learn import questions, step_words
from dashboard.learn.layout import huge, large
from dashboard.learn.lesson import class_board
from dashboard.learn.splits import split_once
from dashboard.learn.step_words import SUMMARY, address_name
from dashboard.learn.steps import closing, draw, moves
from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.server.visits.class_boards import BoardQuestion
from dashboard.session import flash, state
from dashboard.session.state import PRESENT
from dashboard.ui import menu
from dashboard.ui.widgets import main_button
from dashboard.words import problems
from dashboard.words.text import _, inert

STAGES = ("ask", "answer", "figure")  # of each step, in this order
NOTES = "notes"  # instead of a stage: what the teacher alone looks at
# Keys that turn pages: arrows, and what clickers send, PageDown and PageUp. A button of Streamlit has one key,
# and loses it to a slider that was moved.
KEYS = "page_keys"
_page_keys = st.components.v2.component(
    KEYS, js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def phases() -> dict[str, str]:
    """What the stages are called."""
    return {"ask": _("Question"), "answer": _("The answer"), "figure": _("Figure")}


def address(number: int, stage: str = STAGES[0]) -> str:
    """Where a step is shown to a class, on the way that is open; a class may read it, so it holds no key."""
    way = chosen_way()
    shown = {"step": address_name(number), PRESENT: stage} | ({} if way is None else {menu.LESSON: way})
    return "?" + urlencode(menu.link(state.project(), to_class=True) | shown)


def chosen_way() -> str | None:
    """The way through the steps that the address names."""
    return st.query_params.get(menu.LESSON)


def take_way(number: int, *, short: bool) -> None:
    """Turn to the steps of one lesson, at the first of them unless the one that is open is among them; or to all."""
    if not short:
        st.query_params.pop(menu.LESSON, None)
        return
    st.query_params[menu.LESSON] = menu.SHORT
    if number not in step_words.SHORT:
        st.query_params["step"] = address_name(step_words.SHORT[0])


def order(number: int) -> tuple[int, ...]:
    """The steps that are shown, and the end after them; all of them where the one that is open is none of a lesson."""
    short = (*step_words.SHORT, SUMMARY)
    return short if chosen_way() is not None and number in short else tuple(range(1, SUMMARY + 1))


def titles(number: int) -> dict[int, str]:
    """The same with their titles."""
    *way, end = order(number)
    return {step: step_words.title(step) for step in way} | {end: _("{n} steps in brief").format(n=len(way))}


def counted(number: int) -> str:
    """How many steps there are on its way, and which this one is."""
    way = order(number)
    return _("{number} of {total}").format(number=way.index(number) + 1, total=len(way) - 1)


def neighbours(number: int) -> tuple[int, int]:
    """The steps before and after one on its way; itself where there is none."""
    way = order(number)
    place = way.index(number)
    return way[max(place - 1, 0)], way[min(place + 1, len(way) - 1)]


def show(number: int) -> None:
    """What the address asks for, of a step; the question, where it asks for nothing that there is."""
    asked_for = st.query_params.get(PRESENT, "")
    if asked_for and asked_for not in STAGES:
        flash.refuse(PRESENT, asked_for, ", ".join(STAGES))
        st.rerun()
    stage = STAGES.index(asked_for) if asked_for in STAGES and number < SUMMARY else 0
    if not looking():
        # So the project is kept, and found by the notes and after a reload.
        state.choose("shown_to_class", number)
        state.project().projected = number, STAGES[stage]
    way = order(number)
    place = way.index(number) * len(STAGES) + stage
    _head(number, stage, place, way)
    with problems.problem_box():
        if number == SUMMARY:
            closing(way[:-1])
            return
        asked = questions.question(number)
        if STAGES[stage] != "figure":
            state.forget(*moves(number))  # the figure begins with what was asked
        code = class_board.code()
        if code is not None:
            resources.boards().ask(code, asked, reveal=stage > 0)
        if STAGES[stage] == "figure":
            draw(number)
        elif STAGES[stage] == "answer":
            _answer(asked, code)
        else:
            _question(asked, code, way)


def _head(number: int, stage: int, place: int, way: Sequence[int]) -> None:
    """What is shown, and where to go from here; `way` are the steps that are shown, and the end."""
    total = len(way) - 1
    last = total * len(STAGES)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.header(titles(number)[number], anchor=False)
        if number < SUMMARY:
            st.caption(f"{phases()[STAGES[stage]]} · {counted(number)}", width="content")
        back = _("Hide the answer") if STAGES[stage] == "answer" else _("Back")
        st.button(back, key="present_back", on_click=_go, args=(place - 1, way), disabled=place == 0)
        # What comes next, as the button says it that leads there.
        leads_to = (_("Reveal the answer"), _("See it"), _("Next question"))[stage]
        on = _("Summary") if place >= last - 1 else leads_to
        then = (place + 1, way)
        main_button(on, key="present_next", on_click=_go, args=then, disabled=place == last)
        # Without help: it would lie on the question as long as the mouse is there.
        st.link_button(_("Notes"), address(number, NOTES), type="tertiary")
        st.button(_("Leave"), key="present_leave", shortcut="Esc", type="tertiary", on_click=_leave)

        def turned() -> None:
            """A key was pressed that asks for the next page, or for the page before."""
            _go(min(max(place + int(st.session_state[KEYS].turned), 0), last), way)

        _page_keys(key=KEYS, width=1, height=1, on_turned_change=turned)


def _go(place: int, way: Sequence[int]) -> None:
    step, stage = divmod(place, len(STAGES))
    st.query_params.update({"step": address_name(way[step]), PRESENT: STAGES[stage]})


def _leave() -> None:
    if not looking():
        state.project().projected = None
    st.query_params.pop(PRESENT, None)  # the way stays: whoever presents again goes on with it


def _question(question: BoardQuestion, code: str | None, way: Sequence[int]) -> None:
    left, right = st.columns([5, 3], gap="large")
    with left:
        huge(inert(questions.question_text(question.step, question.values), most=None))
        for term in step_words.needed(question.step, way):
            large(term)
        if code is not None:
            class_board.guesses_so_far(code, question)
            class_board.spoken_guess(code, question)
        if question.step == 1:
            split_once()
    with right:
        if code is None:
            class_board.opening()
        else:
            class_board.invitation(code)
            class_board.controls(code)


def _answer(question: BoardQuestion, code: str | None) -> None:
    standing = None if code is None else resources.boards().standing(code)
    given = () if standing is None else standing.guesses
    left, right = st.columns([5, 3], gap="large")
    with left:
        huge(inert(questions.question_text(question.step, question.values), most=None))
        if given:
            class_board.histogram(question, given)
    with right:
        large(_("The answer"))
        huge(questions.answer(question))
        if code is not None:
            large(class_board.guess_summary(question, given))
            class_board.controls(code)
