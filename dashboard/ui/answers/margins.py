"""The scale of a metric: a difference too small to matter, as the core proposes it, and which way is better."""

from collections.abc import Mapping
from typing import Any

from streamlit.delta_generator import DeltaGenerator

from dashboard.ui.widgets import pick
from dashboard.words.metrics import WAYS, ways
from dashboard.words.text import _, inert
from mx2core.metrics import ProposedMargin

SMALLEST, LARGEST = 0.01, 100.0  # times what is proposed


def key(name: str, proposed: ProposedMargin) -> str:
    """Of the widget: what was chosen on one scale is nothing on another."""
    if proposed.scale == "proportion":
        return name
    return f"{name}_{proposed.scale}" + (f"_{proposed.value:g}" if proposed.scale == "own" else "")


def limits(proposed: ProposedMargin) -> tuple[float, float]:
    return SMALLEST * proposed.value, LARGEST * proposed.value


def read(choices: Mapping[Any, Any], name: str, proposed: ProposedMargin) -> float:
    """What was chosen; what is proposed where that cannot have been chosen."""
    margin = choices.get(key(name, proposed))
    if not isinstance(margin, int | float):
        return proposed.value
    low, high = limits(proposed)
    return float(margin) if low <= margin <= high else proposed.value


def ask_direction(metric: str, known: bool | None, place: DeltaGenerator) -> bool | None:
    """Whether smaller is better; where that is not known, the user is asked, and None until he says it."""
    if known is not None:
        return known
    question = _("Which {metric} is better?").format(metric=inert(metric))
    way = pick(question, ways(), f"way_{metric}", None, place=place, buttons=True, required=False)
    return WAYS.get(str(way))
