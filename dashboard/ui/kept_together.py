"""What halves would tear apart though it belongs together, and the button that keeps it whole."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import upload
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.judge.units import shared_between_halves

# Choices that mean the same whatever the units are.
CARRIED = ("counted", "m", "seed", "candidates", "bound", "scale", "measure", "scheme", "across", "up")


def keep_together(unit: str, bounds: Callable[[], dict[str, Any]] = dict) -> None:
    """Read the corpus again, cut into other units; what was chosen stays, `bounds` with it."""
    choices = state.collect().choices
    carried = {key: choices[key] for key in CARRIED if key in choices} | bounds()
    attributes = state.chosen("attributes") or ()
    upload.read(replace(state.project().source, unit=unit))
    if upload.attempt() is None:
        there = [name for name in attributes if name in state.project().corpus.attributes]
        for key, value in (carried | ({"attributes": there} if there else {})).items():
            state.choose_next(key, value)
    st.rerun()


def offer(unit: str) -> str:
    """What the button that makes one unit of what belongs together is called."""
    names = {"text": _("Group identical texts")}
    return names.get(unit, text.titled(_("Keep together"), text.attribute(unit)))


def button(unit: str, bounds: Callable[[], dict[str, Any]] = dict) -> None:
    """Make one unit of what belongs together."""
    if st.button(offer(unit), key=f"group_{unit}", icon=":material/join:"):
        keep_together(unit, bounds)


shared = remembered(24)(shared_between_halves)  # found once: what follows a slider asks each time


def leaks(corpus: Corpus, *, mend: bool = True) -> None:
    """Of what random halves share, a line each, and what mends it unless that stands elsewhere."""
    for notice in shared(corpus):
        st.caption(f":material/warning: {problems.problem_text(replace(notice, lines=(), repeats=()))}")
        if mend:
            button(notice.unit)
