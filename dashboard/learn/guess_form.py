"""Where a guess is typed, or chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.learn import questions
from dashboard.words.text import _

if TYPE_CHECKING:
    from dashboard.server.class_boards import Asked


def guess_form(asked: Asked, before: float | None) -> float | None:
    """The guess that was sent just now, checked; `before` is what was guessed earlier.

    Raises
    ------
    InputError
        If it is no number in the range of the question.
    """
    options = questions.options(asked)
    with st.form(f"guess_{asked.step}", border=False):
        given: float | None
        if options:
            given = st.radio(
                _("My guess"),
                list(range(len(options))),
                index=None if before is None else int(before),
                format_func=dict(enumerate(options)).get,
                key=f"guess_choice_{asked.step}",
            )
        else:
            unit = questions.unit(asked)
            given = st.number_input(
                _("My guess, in per cent") if unit else _("My guess"),
                value=before,
                step=1.0 if unit else 0.05,
                format="%g",
                key=f"guess_number_{asked.step}",
                help=None,
                placeholder=f"{asked.low:g} – {asked.high:g}",
            )
        sent = st.form_submit_button(_("Send my guess"), type="primary", width="stretch")
    if not sent or given is None:
        return None
    return asked.checked(given)
