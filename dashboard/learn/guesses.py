"""Where a guess is typed, or chosen; and what one guesses alone, beside what the step shows."""

import math
from collections.abc import Sequence
from typing import Any

import streamlit as st

from dashboard.learn import questions
from dashboard.learn.layout import labelled
from dashboard.server.visits.class_boards import BoardQuestion
from dashboard.session import state
from dashboard.ui import menu
from dashboard.ui.widgets import main_button, pick
from dashboard.words import text
from dashboard.words.escaping import equations_whole
from dashboard.words.text import _, inert
from mx2core.errors import InputError

_FIRST = "guess_first"  # a choice: whether a question is asked before each step
_GUESSES = "own_guesses"  # in the session, by corpus and step; None where one looked without a guess


def guess_form(asked: BoardQuestion, *, round: int = 0, of_class: bool = False) -> float | None:
    """The guess that was sent just now, checked.

    Another `round` is the next guess: its fields are empty. `of_class`: a teacher types what somebody of the class
    says, and it is an InputError if that is nothing; whoever reads alone may give nothing, which is NaN. InputError
    if it is no number in the range of the question.
    """
    options, field = questions.options(asked), f"{asked.step}_{round}" if round else f"{asked.step}"
    with st.form(f"guess_{asked.step}", border=False):
        given: float | None
        if options:
            given = labelled(
                pick,
                _("A guess of the class") if of_class else _("My guess"),
                dict(enumerate(options)),
                f"guess_choice_{field}",
                None,
                buttons=True,
                kept=False,
                required=False,
                width="stretch",
            )
        else:
            given = labelled(
                st.number_input,
                questions.how(asked, of_class=of_class),
                value=None,
                step=1.0 if asked.high == 100 else 0.05,
                format="%g",
                key=f"guess_number_{field}",
                placeholder=f"{asked.low:g} – {asked.high:g}",
            )
        sent = main_button(
            _("Note this guess") if of_class else _("Reveal the answer"),
            form=True,
            key=f"guess_send_{asked.step}",
            width="stretch",
        )
    if not sent:
        return None
    if given is None:
        if not of_class:
            return math.nan
        if options:
            raise InputError("Choose one of the answers first.")
        raise InputError("Enter a number from {low:g} to {high:g}.", low=asked.low, high=asked.high)
    return asked.checked(given)


def toggle(place: Any) -> None:
    if menu.GUESS in st.query_params:
        del st.query_params[menu.GUESS]
        state.choose(_FIRST, True)
    place.toggle(_("Guess first"), key=state.choice(_FIRST, True))


def settled(step: int, moves: Sequence[str]) -> bool:
    """Whether the figure of a step may be seen; if not, its question is asked.

    `moves`: the choices of the step, which begin anew, so that figure and answer agree.
    """
    asked = questions.question(step)
    worded = equations_whole(inert(questions.question_text(step, asked.values), most=None))
    if not state.chosen(_FIRST, True):
        st.markdown(f"**{worded}**")
        return True
    of_corpora: dict[str, dict[int, float | None]] = st.session_state.setdefault(_GUESSES, {})
    made = of_corpora.setdefault(state.project().corpus.units_sha256, {})
    if step not in made:
        state.forget(*moves)
        st.markdown(f"#### {worded}")
        with st.columns([1, 1])[0]:
            given = guess_form(asked)
        if given is not None:
            made[asked.step] = None if math.isnan(given) else given
            st.rerun()
        return False
    guess = made[step]
    st.markdown(f"**{worded}**")
    if guess is not None:
        st.markdown(text.about(_("My guess"), inert(questions.guessed(asked, guess))))
    st.markdown(text.about(_("The answer"), inert(questions.answer(asked))))
    return True
