"""Undo and redo buttons: for bounds, and for how the corpus is read."""

from __future__ import annotations

import streamlit as st

from dashboard.session import state
from dashboard.ui import upload
from dashboard.words import problems, text
from dashboard.words.text import _, inert


def bounds() -> None:
    """Step back to the bounds before these, or forth again."""
    history = state.collect().bounds
    for name, words, icon, states in (
        ("back", _("Undo"), ":material/undo:", history.past),
        ("forth", _("Redo"), ":material/redo:", history.future),
    ):
        st.button(
            words,
            key=f"bounds_{name}",
            icon=icon,
            type="tertiary",
            disabled=not states,
            help=_("The bounds before these") if name == "back" else _("The bounds after these"),
            on_click=_move_bounds,
            kwargs={"forth": name == "forth"},
        )


def _move_bounds(*, forth: bool) -> None:
    opened = state.project()
    history, now = opened.bounds, opened.bounds_now()
    if not (history.future if forth else history.past):
        return  # pressed twice
    for key, value in (history.forth(now) if forth else history.back(now)).items():
        state.choose(key, value)
    opened.bounds_seen = opened.bounds_now()


def reading() -> None:
    """Step back to the corpus, and the way of reading it, before this one; with all that was chosen on it."""
    history = state.project().readings
    if not history.past and not history.future:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        for name, words, icon, states in (
            ("back", _("Undo"), ":material/undo:", history.past),
            ("forth", _("Redo"), ":material/redo:", history.future),
        ):
            if st.button(words, key=f"reading_{name}", icon=icon, disabled=not states):
                with problems.shown():
                    state.reopen_corpus(forth=name == "forth")
                    upload.forget()
                    st.rerun()
        if history.past:
            st.caption(
                _(
                    "Undo goes back to {name}, as it was read, with the choices and partitions made on it."
                ).format(name=inert(_called(history.past[-1]))),
                width="content",
            )


def _called(reading: dict[str, object]) -> str:
    """What was read, and how, in a few words."""
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
