"""What one guesses alone: the question before a step, and the guess beside what the step shows."""

from typing import Any

import streamlit as st

from dashboard.learn import questions
from dashboard.learn.guess_form import guess_form
from dashboard.server.visits.class_boards import Asked
from dashboard.session import state
from dashboard.ui import menu
from dashboard.words import text
from dashboard.words.text import _, inert

_FIRST = "guess_first"  # a choice: whether a question is asked before each step
_GUESSES = "own_guesses"  # in the session, by corpus and step; None where one looked without a guess


def guesses() -> dict[int, float | None]:
    """What was guessed in this session about the corpus that is open, by step."""
    of_corpora: dict[str, dict[int, float | None]] = st.session_state.setdefault(_GUESSES, {})
    return of_corpora.setdefault(state.project().corpus.units_sha256, {})


def toggle(place: Any) -> None:
    """Whether one is asked first."""
    if menu.GUESS in st.query_params:
        del st.query_params[menu.GUESS]
        state.choose(_FIRST, True)
    place.toggle(_("Guess first"), key=state.choice(_FIRST, False))


def settled(step: int, moves: str) -> bool:
    """Whether the figure of a step may be seen; if not, its question is asked.

    `moves`: the choice of its slider, which begins anew, so that figure and answer agree.
    """
    asked, made = questions.question(step), guesses()
    worded = inert(questions.worded(step, asked.values), most=None)
    if not state.chosen(_FIRST):
        st.markdown(f"**{worded}**")
        return True
    if step not in made:
        state.forget(moves)
        _ask(asked, worded)
        return False
    guess = made[step]
    st.markdown(f"**{worded}**")
    if guess is not None:
        st.markdown(text.about(_("My guess"), inert(questions.guessed(asked, guess))))
    st.markdown(text.about(_("The answer"), inert(questions.answer(asked))))
    return True


def _ask(asked: Asked, worded: str) -> None:
    st.markdown(f"#### {worded}")
    place = st.columns([1, 1])[0]
    with place:
        form = st.container()  # what is wrong with a guess is said there, and the button below stays
        st.button(
            _("Show it without a guess"),
            key="show_without_guess",
            type="tertiary",
            on_click=_pass_over,
            args=(asked.step,),
        )
    with form:
        given = guess_form(asked, None)
    if given is not None:
        guesses()[asked.step] = given
        st.rerun()


def _pass_over(step: int) -> None:
    guesses()[step] = None
