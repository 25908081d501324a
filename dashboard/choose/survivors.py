"""What survives the bounds: the answer in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.server.result_cache import Remembered
from dashboard.session import chosen_thresholds, state
from dashboard.ui import components
from dashboard.words import measures, text
from dashboard.words.measures import written
from dashboard.words.text import _, inert
from mx2core.partition import rank_candidates
from mx2core.partition.measures import SHARES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from streamlit.delta_generator import DeltaGenerator

    from dashboard.figures.splits.thresholds import Range
    from mx2core.partition import Ranking, ScoredHalves, Thresholds
    from mx2core.partition.halves.ranking import By

EXTREME_SHARE = 0.05  # the share that good and bad splits are the extremes of
MOST_LISTED = 100  # splits listed one by one


@dataclass(frozen=True, slots=True, eq=False)
class Survivors:
    """Which candidates survive the thresholds and, where one was drawn, lie in the box."""

    thresholds: tuple[Thresholds, ...]  # narrowed by the box
    survives: NDArray[np.bool_]  # (n_candidates,)
    in_box: NDArray[np.bool_]  # those of them in the box
    box: dict[int, Range] | None  # by attribute
    ranking: Ranking


_rankings: Remembered[Ranking] = Remembered(48)


def find(halves: ScoredHalves, thresholds: tuple[Thresholds, ...]) -> Survivors:
    survives, box = halves.survivors(thresholds), _box(halves)
    selected = survives
    if box is not None:
        thresholds = tuple(one.narrowed(*box[k]) if k in box else one for k, one in enumerate(thresholds))
        selected = halves.survivors(thresholds)
    return Survivors(thresholds, survives, selected, box, ranking(halves, chosen_thresholds.way()))


def ranking(halves: ScoredHalves, by: By) -> Ranking:
    """The candidates in order, whatever the bounds are."""
    known = [(attribute.expected, attribute.sd) for attribute in halves.attributes]
    expected, sd = zip(*known, strict=True)
    return _rankings.get(
        (halves.digest, by),
        lambda: rank_candidates(halves.divergences, EXTREME_SHARE, by=by, expected=expected, sd=sd),
    )


def below_expected(halves: ScoredHalves, selected: Survivors) -> None:
    """Say it where every selected split is more alike than random halves are on average."""
    if not selected.in_box.any():
        return
    names = [
        text.attribute(attribute.name)
        for attribute, values in zip(halves.attributes, halves.divergences[selected.in_box].T, strict=True)
        if attribute.measure not in SHARES and values.max() < attribute.expected
    ]
    if names:
        st.warning(
            _(
                "All selected splits lie below the expected value of {names}. They flatter models: scores tend to rise."
            ).format(names=inert(_(", ").join(names))),
            icon=":material/trending_up:",
        )


def cards(
    halves: ScoredHalves, selected: Survivors, meanings: Iterable[tuple[str, str, str]], place: DeltaGenerator
) -> None:
    """The answer: how many survive, and what each bound admits by itself."""
    n = int(selected.survives.sum())
    place.metric(_("Survivors"), f"{n:,}", f"{n / len(halves):.1%}", **components.NEUTRAL)
    for label, value, below in meanings:
        place.metric(label, value, inert(below), **components.NEUTRAL)


def _box(halves: ScoredHalves) -> dict[int, Range] | None:
    """The box by attribute; None if there is none, or it is about other attributes or measures."""
    stored = state.chosen("box") or []
    if [(name, measure) for name, measure, *_ends in stored] != [
        (a.name, a.measure) for a in halves.attributes
    ]:
        return None
    return {k: (low, high) for k, (_name, _measure, low, high) in enumerate(stored) if low is not None}


def title(halves: ScoredHalves, k: int) -> str:
    """An attribute with its measure, as it stands at an axis."""
    attribute = halves.attributes[k]
    return f"{measures.symbol(attribute.measure)} · {text.attribute(attribute.name)}"


def table(halves: ScoredHalves, selected: Survivors) -> None:
    """The selected splits, best first; made when a user opens it, not at every step of a slider."""
    numbers = np.flatnonzero(selected.in_box)
    if not len(numbers):
        return
    n = min(len(numbers), MOST_LISTED)
    listed = st.expander(
        (
            _("The selected splits one by one (the {n} nearest to their expected values)")
            if chosen_thresholds.way() == "band"
            else _("The selected splits one by one (the {n} most alike)")
        ).format(n=n),
        key="splits_listed",
        on_change="rerun",
    )
    if not listed.open:
        return
    numbers = numbers[np.argsort(selected.ranking.reach[numbers], kind="stable")][:n]
    columns: dict[str, Sequence[object]] = {_("split"): numbers.tolist()}
    for k, attribute in enumerate(halves.attributes):
        values = halves.divergences[numbers, k]
        columns[title(halves, k)] = [written(value) for value in values]
        name = text.attribute(attribute.name)
        columns[_("percentile · {name}").format(name=name)] = [
            round(100 * attribute.share(v), 1) for v in values
        ]
    with listed:
        components.table(pd.DataFrame(columns), "selected_splits", height=240)
