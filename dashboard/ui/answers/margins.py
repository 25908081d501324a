"""The scale of a metric: a difference too small to matter, as the core proposes it, and which way is better."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.ui.widgets import pick
from dashboard.words import problems
from dashboard.words.metrics import WAYS, ways
from dashboard.words.text import _, inert, prose
from mx2core.metrics import ProposedMargin

SMALLEST, LARGEST = 0.01, 100.0  # times what is proposed


def key(name: str, proposed: ProposedMargin) -> str:
    """Of the widget: what was chosen on one scale is nothing on another."""
    if proposed.scale == "proportion":
        return name
    return f"{name}_{proposed.scale}" + (f"_{proposed.value:g}" if proposed.scale == "own" else "")


def ask(label: str, key: str, proposed: ProposedMargin, *, least: float | None = None) -> float:
    """The widget of a key that `state.choice` was told of."""
    smallest = SMALLEST * proposed.value if least is None else least
    help = prose((_("Choose before seeing the scores."), problems.problem_text(proposed.reason)))
    look: dict[str, Any] = {"step": proposed.value / 2, "format": "%g", "key": key, "help": help}
    return float(st.number_input(label, smallest, LARGEST * proposed.value, **look))


def read(choices: Mapping[Any, Any], name: str, proposed: ProposedMargin) -> float:
    """What was chosen; what is proposed where that cannot have been chosen."""
    margin = choices.get(key(name, proposed))
    if not isinstance(margin, int | float):
        return proposed.value
    possible = SMALLEST * proposed.value <= margin <= LARGEST * proposed.value
    return float(margin) if possible else proposed.value


def ask_direction(metric: str, known: bool | None, place: DeltaGenerator) -> bool | None:
    """Whether smaller is better; where that is not known, the user is asked, and None until he says it."""
    if known is not None:
        return known
    question = _("Which {metric} is better?").format(metric=inert(metric))
    said = pick(question, ways(), f"way_{metric}", None, place=place, buttons=True, required=False)
    return WAYS.get(str(said))
