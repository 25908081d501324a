"""The board of a class as those see it who opened its link: the question, their guess, the answer."""

import secrets

import streamlit as st

from dashboard.learn import questions, step_words
from dashboard.learn.guesses import guess_form
from dashboard.learn.layout import large
from dashboard.learn.lesson.class_board import PACE
from dashboard.learn.steps import current, steps
from dashboard.server.running import resources
from dashboard.server.visits import owners, visitors
from dashboard.server.visits.class_boards import BoardStanding
from dashboard.session.fragments import fragment
from dashboard.ui import menu
from dashboard.ui.menu import BOARD
from dashboard.words import problems, text
from dashboard.words.text import _, inert
from mx2core.errors import Mx2Error

_TOKEN = "guesser"  # in the session: who guesses, for a browser that keeps no cookies
_REFUSED = "refused_guess"  # in the session: step and error of a guess, which stays when this is drawn again
_STEP = "step"  # in the address: a step to try
LONGEST = 64  # characters of an address's code that are looked at


def show() -> None:
    """The page of somebody in the class."""
    code = st.query_params[BOARD][:LONGEST]
    if _STEP in st.query_params:
        _try_step(code)
        return
    st.title(_("Class board"), anchor=False)
    try:
        resources.boards().standing(code)
    except Mx2Error as gone:
        st.info(problems.problem_text(gone), icon=":material/info:")
        _link(_("All steps, without a board"), "school")
        return
    _follow(code)


@fragment(run_every=PACE)
def _follow(code: str) -> None:
    try:
        standing = resources.boards().standing(code)
    except Mx2Error:
        st.rerun()  # as a whole, so that the clock of this part stops
    if standing is None:
        large(_("The first question comes soon."))
    else:
        _take_part(code, standing)


def _take_part(code: str, standing: BoardStanding) -> None:
    boards, asked = resources.boards(), standing.asked
    # The same one after a reload; no name.
    who = st.session_state.setdefault(_TOKEN, visitors.visitor() or secrets.token_urlsafe(16))
    large(inert(questions.question_text(asked.step, asked.values), most=None))
    mine = boards.mine(code, who)
    if standing.revealed:
        st.metric(_("The answer"), questions.answer(asked), border=True)
        if mine is not None:
            st.metric(_("My guess"), questions.guessed(asked, mine), border=True)
        step = {
            BOARD: code,
            _STEP: step_words.in_address(asked.step, asked.step),
            "v": boards.view(code) or "",
        }
        _link(_("Try this step yourself"), "touch_app", **step)
        return
    try:
        given = guess_form(asked, mine, round=standing.resets)
        if given is not None:
            boards.guess(code, who, given, owners.here())
            mine, st.session_state[_REFUSED] = given, None
    except Mx2Error as error:
        st.session_state[_REFUSED] = asked.step, error
    refused = st.session_state.get(_REFUSED)
    if refused is not None and refused[0] == asked.step:
        st.error(problems.problem_text(refused[1]), icon=":material/error:")
    elif mine is not None:
        guess = inert(questions.guessed(asked, mine))
        sent = _("Sent: {guess}. You can still change it.").format(guess=guess)
        st.success(sent, icon=":material/check_circle:")


def _try_step(code: str) -> None:
    """A step of the class, to move what its teacher moves, and the way back to the board."""
    all_steps = steps()
    number = current(len(all_steps))
    _link(_("Back to the class board"), "arrow_back", **{BOARD: code})
    if number <= len(all_steps):
        st.title(step_words.numbered(number, all_steps[number - 1].title), anchor=False)
        with problems.problem_box():
            all_steps[number - 1].show()


def _link(label: str, icon: str, **named: str) -> None:
    """A link to Learn; `named` stands in its address."""
    address = {"lang": text.language()} | named
    st.page_link(menu.pages()["learn"], label=label, icon=f":material/{icon}:", query_params=address)
