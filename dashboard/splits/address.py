"""Thresholds in the address of the page, such as `?c1=0.9..1.7`, or `?c1=p5..p95` in percentiles.

An end without a bound is empty: `c1=..0.9`.
"""

import math
import re

import streamlit as st

from dashboard.session import flash, state
from dashboard.splits import sliders
from mx2core.partition import ScoredHalves
from mx2core.partition.thresholds import Scale

_NAMES = re.compile(r"c([1-9]\d{0,8})")
PERCENTILE = "p"  # before a number
_OPENED = "thresholds_of_address"  # in the session: the address was read


def take(halves: ScoredHalves) -> None:
    """Set the sliders to what the address asks for, once a session: afterwards it follows them."""
    if st.session_state.get(_OPENED):
        return
    st.session_state[_OPENED] = True
    asked: dict[int, tuple[float | None, float]] = {}
    before = st.query_params.to_dict()
    for name, value in before.items():
        if found := _NAMES.fullmatch(name):
            k, ends = int(found[1]) - 1, _ends(value)
            if k not in halves.varied:
                flash.refuse(name, value, ", ".join(f"c{varied + 1}" for varied in halves.varied))
            elif ends is None:
                flash.refuse(name, value, f"{name}=0.9..1.7")
            else:
                asked[k] = ends
    scale: Scale = "percentile" if any(PERCENTILE in before[f"c{k + 1}"] for k in asked) else "value"
    if asked:
        stood = _stand(halves)
        state.choose("bound", "upper" if all(low is None for low, _high in asked.values()) else "band")
        state.choose("scale", scale)
        for k, (low, high) in asked.items():
            sliders.move(halves.attributes[k], -math.inf if low is None else low, high, scale)
        if _stand(halves) != stood:  # else they were kept, with the way that was chosen then
            sliders.moved()
    if len(st.query_params) < len(before):
        st.rerun()  # messages stand above the page


def _stand(halves: ScoredHalves) -> tuple[object, ...]:
    return sliders.condition(), [sliders.stands(halves.attributes[k]) for k in halves.varied]


def _ends(value: str) -> tuple[float | None, float] | None:
    """Both ends as they are written; None where they are not."""
    low, dots, high = value.replace(PERCENTILE, "").partition("..")
    try:
        ends = (float(low) if low else None), (float(high) if high else math.inf)
        numbers = [float(end) for end in (low, high) if end]
    except ValueError:
        return None
    fine = bool(dots) and all(map(math.isfinite, numbers)) and numbers == sorted(numbers)
    return ends if fine else None


def threshold_values(halves: ScoredHalves) -> dict[str, str | None]:
    """Name and value in the address for each threshold that was moved; None for one at its usual place.

    As its slider has it: what survives a percentile is not what survives its value, once that is rounded.
    """
    band, scale = sliders.condition()
    moved, mark = sliders.bounds(halves), PERCENTILE if scale == "percentile" else ""
    query: dict[str, str | None] = {}
    for k in halves.varied:
        now = sliders.stands(halves.attributes[k])
        assert now is not None, "a slider that is drawn has a value"
        words = f"{mark}{now.lower:.12g}.." if band else ".."
        words += "" if now.upper is None else f"{mark}{now.upper:.12g}"
        query[f"c{k + 1}"] = words if not band or now.key in moved else None
    return query
