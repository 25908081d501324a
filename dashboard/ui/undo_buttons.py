"""Undo and redo of bounds, and the corpora that a project had open, to switch between."""

from typing import Any

import streamlit as st

from dashboard.session import state
from dashboard.ui import upload
from dashboard.ui.widgets import pick
from dashboard.words import problems, text
from dashboard.words.text import _


def bounds() -> None:
    """Step back to the bounds before these, or forth again."""
    history = state.collect().bounds
    for name, words, help, states in (
        ("back", _("Undo"), _("Earlier bounds"), history.past),
        ("forth", _("Redo"), _("Later bounds"), history.future),
    ):
        icon = ":material/undo:" if name == "back" else ":material/redo:"
        acts: dict[str, Any] = {"on_click": _move_bounds, "kwargs": {"forth": name == "forth"}}
        look: dict[str, Any] = {"icon": icon, "type": "tertiary", "disabled": not states, "help": help}
        st.button(words, key=f"bounds_{name}", **look, **acts)


def _move_bounds(*, forth: bool) -> None:
    opened = state.project()
    history, now = opened.bounds, opened.bounds_now()
    if not (history.future if forth else history.past):
        return  # pressed twice
    for key, value in (history.forth(now) if forth else history.back(now)).items():
        state.choose(key, value)
    opened.bounds_seen = opened.bounds_now()


def reading() -> None:
    """Switch between the corpora of this project, each as it was read, with what was chosen on it."""
    opened = state.project()
    past, future = opened.readings.past, opened.readings.future
    if not past and not future:
        return
    names = [_called(one) for one in (*past, opened.reading(), *reversed(future))]
    here = len(past)
    words, key = dict(enumerate(names)), f"reading_{opened.alias}_{here}_{len(names)}"
    chosen = pick(_("Corpora of this project"), words, key, here, kept=False, width=300)
    if chosen != here:
        with problems.problem_box():
            for _step in range(abs(chosen - here)):
                state.reopen_corpus(forth=chosen > here)
            upload.forget()
            st.rerun()


def _called(reading: dict[str, object]) -> str:
    said = [str(reading.get("source", ""))]
    options = reading.get("options")
    if isinstance(options, dict):
        if options.get("unit"):
            said.append(_("unit: {unit}").format(unit=text.attribute(str(options["unit"]))))
        if where := options.get("where"):
            said.append(text.subset(where.items()))
        if options.get("columns"):
            said.append(" ".join(map(str, options["columns"])))
    return _(", ").join(said)
