"""Where a guess is typed, or chosen."""

import streamlit as st

from dashboard.learn import questions
from dashboard.learn.layout import labelled
from dashboard.server.visits.class_boards import Asked
from dashboard.ui.choice import pick
from dashboard.ui.main_button import main_button
from dashboard.words.text import _
from mx2core.errors import InputError


def guess_form(asked: Asked, before: float | None, *, round: int = 0, of_class: bool = False) -> float | None:
    """The guess that was sent just now, checked; `before` is what was guessed earlier in this `round`.

    Another round is another class, or the next guess: its fields are empty. `of_class`: a teacher types what
    somebody of the class says.

    Raises
    ------
    InputError
        If nothing was given, or no number in the range of the question.
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
                None if before is None else int(before),
                buttons=True,
                kept=False,
                required=False,
                width="stretch",
            )
        else:
            given = labelled(
                st.number_input,
                questions.how(asked, of_class=of_class),
                value=before,
                step=1.0 if asked.high == 100 else 0.05,
                format="%g",
                key=f"guess_number_{field}",
                placeholder=f"{asked.low:g} – {asked.high:g}",
            )
        sent = main_button(
            _("Note this guess") if of_class else _("Send my guess"),
            form=True,
            key=f"guess_send_{asked.step}",
            width="stretch",
        )
    if not sent:
        return None
    if given is None:
        if options:
            raise InputError("Choose one of the answers first.")
        raise InputError("A guess is a number from {low:g} to {high:g}.", low=asked.low, high=asked.high)
    return asked.checked(given)
