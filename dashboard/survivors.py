"""What survives the bounds: the answer in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import measures, panels, state, text
from dashboard.measures import written
from dashboard.remembered import Remembered
from dashboard.text import _

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from streamlit.delta_generator import DeltaGenerator

    from dashboard.bounds import Bounds, Range
    from dashboard.candidates import Candidates
    from mx2core.partition import Extreme, SurvivalCurve

RULE = 0.05  # the share that good and bad splits are the extremes of
SHOWN = 100  # splits listed one by one


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The candidates in order of what the bounds are about."""

    good: Extreme
    bad: Extreme
    curve: SurvivalCurve  # survivors of a common bound
    rule: tuple[float, float]  # the bound that makes good splits, and the share that survives it
    reach: NDArray[np.float64]  # (n_candidates,), the least common bound that admits each


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Which candidates survive the bounds and, where one was drawn, lie in the box."""

    survives: NDArray[np.bool_]  # (n_candidates,)
    selected: NDArray[np.bool_]  # those of them in the box
    box: dict[int, Range] | None  # by attribute
    ranking: Ranking | None  # None where all candidates are alike


_rankings: Remembered[Ranking] = Remembered(48)


def find(drawn: Candidates, bounds: Bounds) -> Found:
    survives = mx.survivors(drawn.divergences, bounds.lower, bounds.upper)
    selected, box = survives, _box(drawn)
    if box is not None:
        lower, upper = np.array([box.get(k, (-np.inf, np.inf)) for k in range(len(drawn.attributes))]).T
        selected = survives & mx.survivors(drawn.divergences, lower, upper)
    return Found(survives, selected, box, ranking(drawn, bounds.way))


def ranking(drawn: Candidates, way: str) -> Ranking | None:
    """The candidates in order, whatever the bounds are; None where all are alike."""
    varied = varying(drawn)
    return _rankings.get((drawn.digest, way), lambda: _ranked(drawn, varied, way)) if varied else None


def varying(drawn: Candidates) -> list[int]:
    """The attributes in which the candidates differ from one another."""
    return [k for k in range(len(drawn.attributes)) if drawn.varied(k)]


def _ranked(drawn: Candidates, varied: list[int], way: str) -> Ranking:
    """Good and bad splits by value, by percentile, or by distance from the expected value."""
    values = drawn.divergences[:, varied]
    if way == "band":
        expected, sd = np.array([(drawn.attributes[k].expected, drawn.attributes[k].sd) for k in varied]).T
        values = np.abs(values - expected) / sd
    comparable = way == "percentile"
    good, bad = (select(values, RULE, comparable=comparable) for select in (mx.select_good, mx.select_bad))
    if comparable:
        values = np.column_stack([mx.percentiles(values[:, i], values[:, i]) for i in range(len(varied))])
    # With ties at the bound more survive it than were asked for.
    reach = values.max(axis=1)
    share = float((reach <= good.bound).mean())
    return Ranking(good, bad, mx.survival_curve(values), (good.bound, share), reach)


def card(drawn: Candidates, found: Found, place: DeltaGenerator) -> None:
    """The answer: how many survive."""
    n = int(found.survives.sum())
    place.metric(_("Survivors"), f"{n:,}", f"{n / len(drawn):.1%}", **panels.NEUTRAL)


def _box(drawn: Candidates) -> dict[int, Range] | None:
    """The box by attribute; None if there is none, or it is about other attributes or measures."""
    kept = state.chosen("box") or []
    if [(name, measure) for name, measure, *_ends in kept] != [(a.name, a.measure) for a in drawn.attributes]:
        return None
    return {k: (low, high) for k, (_name, _measure, low, high) in enumerate(kept) if low is not None}


def title(drawn: Candidates, k: int) -> str:
    """An attribute with its measure, as it stands at an axis."""
    attribute = drawn.attributes[k]
    return f"{measures.symbols()[attribute.measure]} · {text.attribute(attribute.name)}"


def table(drawn: Candidates, found: Found) -> None:
    """The selected splits, best first; made when a user opens it, not at every step of a slider."""
    numbers = np.flatnonzero(found.selected)
    if not len(numbers):
        return
    n = min(len(numbers), SHOWN)
    listed = st.expander(
        _("The selected splits one by one (best {n})").format(n=n), key="splits_listed", on_change="rerun"
    )
    if not listed.open:
        return
    if found.ranking is not None:
        numbers = numbers[np.argsort(found.ranking.reach[numbers], kind="stable")][:n]
    shown = {_("split"): numbers}
    for k, attribute in enumerate(drawn.attributes):
        values = drawn.divergences[numbers, k]
        shown[title(drawn, k)] = [written(value) for value in values]
        name = text.attribute(attribute.name)
        shown[_("percentile · {name}").format(name=name)] = [
            round(100 * drawn.share(k, v), 1) for v in values
        ]
    with listed:
        panels.table(pd.DataFrame(shown), "selected_splits", height=240)
