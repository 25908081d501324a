"""The thresholds that the sliders of a project stand at."""

from collections.abc import Callable
from typing import Any

from dashboard.session import state
from mx2core.partition import Thresholds
from mx2core.partition.halves.ranking import By
from mx2core.partition.thresholds import Scale, key_of


def way() -> By:
    """What the chosen bounds order the candidates by: "value", "percentile", or distance ("band")."""
    band, scale = condition()
    return "band" if band else scale


def condition(choice: Callable[[str], Any] = state.chosen) -> tuple[bool, Scale]:
    """Whether bands are chosen, which hardly shift an estimate, or upper bounds as in the paper; and on which scale."""
    return choice("bound") != "upper", "percentile" if choice("scale") == "percentile" else "value"


def chosen(
    attribute: str, measure: str, band: bool, scale: Scale, choice: Callable[[str], Any] = state.chosen
) -> Thresholds | None:
    """The thresholds that a slider stands at; None if it was never moved."""
    kept = choice(key_of(attribute, measure, band=band, scale=scale))
    return Thresholds.restored(kept, attribute, measure, band=band, scale=scale)
