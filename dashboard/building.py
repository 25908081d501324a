"""What to do with the survivors: take m of them, or construct m splits that meet the bounds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import bounds as bound
from dashboard import panels, state, survivors, taking, text
from dashboard.measures import written
from dashboard.text import _, inert, joined
from dashboard.waiting import progress
from mx2core.partition import PartitionSet, Selection, even_candidates
from mx2core.partition.construct.build import FEWEST_UNITS

if TYPE_CHECKING:
    from dashboard.analysis import Chosen
    from dashboard.bounds import Bounds
    from dashboard.candidates import Candidates, Measured
    from dashboard.survivors import Found


def actions(seen: Chosen, drawn: Candidates, bounds: Bounds, found: Found) -> None:
    """Take or construct a set of partitions; then show what it has reached."""
    st.subheader(_("Take splits from the survivors, or construct them"))
    available = int(found.selected.sum())
    with st.container(horizontal=True, vertical_alignment="bottom"):
        m = int(
            st.number_input(
                _("Splits m"), min_value=1, max_value=20, key=state.choice("m_taken", 3), width=140
            )
        )
        taken = st.button(
            _("Take {m} of them").format(m=m), type="primary", key="take", disabled=available < m
        )
        limits = _limits(drawn, bounds, found)
        obstacle = _obstacle(drawn, limits)
        built = st.button(
            _("Construct {m} instead").format(m=m), key="construct", disabled=obstacle is not None
        )
    st.caption(_advice(available, m, obstacle))
    _below_the_floor(drawn, limits)
    if st.session_state.pop("cancelled", False):
        st.info(_("The construction was cancelled; nothing was changed."), icon=":material/info:")
    if taken:
        state.choose("taken", state.project().keep(_taken(drawn, found, limits, m)))
    if built:
        with progress(_("Constructing {m} partitions").format(m=m), "construction", _cancelled) as report:
            made = mx.regularized_partitions(seen.counts, m, drawn.seed, limits, report=report)
        # For the record: what they had to meet, and that no candidate was drawn for it.
        state.choose("taken", state.project().keep(replace(made, selection=_record(drawn, limits))))
    kept = state.project().partitions.get(state.chosen("taken"))
    if kept is not None:
        taking.take(kept.partitions)
        _achieved(seen, kept.partitions)


def _cancelled() -> None:
    st.session_state["cancelled"] = True


Limits = list[tuple[float | None, float | None]]


def _limits(drawn: Candidates, bounds: Bounds, found: Found) -> Limits:
    """The bounds of each attribute, narrowed by the box, in chi-square/J; None where there is none."""
    limits: Limits = []
    for k, attribute in enumerate(drawn.attributes):
        low, high = bounds.range(k)
        if found.box is not None and k in found.box:
            low, high = max(low, found.box[k][0]), min(high, found.box[k][1])
        if attribute.factor is None:
            limits.append((None, None))
        else:
            low, high = low / attribute.factor, high / attribute.factor
            limits.append((low if np.isfinite(low) else None, high if np.isfinite(high) else None))
    return limits


def _obstacle(drawn: Candidates, limits: Limits) -> str | None:
    """Why no partitions can be constructed to these bounds, whatever their number; None if nothing stands against it."""
    n_units = len(state.project().corpus)
    if n_units < FEWEST_UNITS:
        return _(
            "To construct partitions a corpus needs at least {least} units; this one has {n_units}."
        ).format(least=FEWEST_UNITS, n_units=n_units)
    if not drawn.of_paper:
        return _("Partitions are constructed on χ²/J only: choose it on the page Partitions.")
    if any(_under(one, high) for one, (_low, high) in zip(drawn.attributes, limits, strict=True)):
        return _("A bound lies below the floor, so nothing can be constructed.")
    if any(low is not None and high is not None and low > high for low, high in limits):
        return _("The box lies outside the bounds, so nothing can be constructed.")
    if not survivors.varying(drawn):
        return _("All halves are alike here, so nothing can be constructed.")
    return None


def _advice(available: int, m: int, obstacle: str | None) -> str:
    if available < m:
        few = _("{available} random splits are selected, fewer than m = {m}.").format(
            available=available, m=m
        )
        return joined([few, obstacle or _("Splits that meet the bounds can still be constructed.")])
    how = _("Of the selected splits, those whose training sets share units most evenly are taken.")
    return joined([how, obstacle or _("Constructed ones are built to meet the bounds.")])


def _under(attribute: Measured, high: float | None) -> bool:
    """Whether no half split can meet an upper bound, given in chi-square/J."""
    if attribute.factor is None or attribute.floor is None or high is None:
        return False
    return high * attribute.factor < attribute.floor


def _below_the_floor(drawn: Candidates, limits: Limits) -> None:
    """Say at once where no half split can meet a bound, and what can be met."""
    for k, (attribute, (_low, high)) in enumerate(zip(drawn.attributes, limits, strict=True)):
        if _under(attribute, high):
            st.warning(
                _(
                    "{c} lies below the floor of {name}: no half split has less than {floor}. That is the nearest "
                    "value to ask for; the target “floor” on the page Partitions comes as close to it as m splits can."
                ).format(
                    c=bound.symbol(k),
                    name=inert(text.attribute(attribute.name)),
                    floor=written(attribute.floor or 0.0),
                ),
                icon=":material/info:",
            )


def _record(drawn: Candidates, limits: Limits, survivors: int = 0, chosen: tuple[int, ...] = ()) -> Selection:
    lower, upper = zip(*limits, strict=True)
    names = tuple(attribute.name for attribute in drawn.attributes)
    return Selection(names, lower, upper, len(drawn) if chosen else 0, survivors, chosen)


def _taken(drawn: Candidates, found: Found, limits: Limits, m: int) -> PartitionSet:
    numbers, n_units = np.flatnonzero(found.selected), len(state.project().corpus)
    chosen = even_candidates(numbers, n_units, m, drawn.seed).tolist()
    masks = mx.random_masks(n_units, chosen, drawn.seed)
    record = _record(drawn, limits, len(numbers), tuple(chosen))
    return PartitionSet(masks, "selected", drawn.seed, record)


def _achieved(seen: Chosen, partitions: PartitionSet) -> None:
    """Chi-square/J of every split beside the floor and the expected value."""
    rows = [_("floor"), _("expected"), *(_("split {i}").format(i=i + 1) for i in range(len(partitions)))]
    shown: dict[str, list[object]] = {"": rows}
    for name, counts, floor, law in zip(seen.names, seen.counts, seen.floors, seen.laws, strict=True):
        values = partitions.divergence(counts)
        # The percentile is that of the reference law, which needs no random splits.
        shown[f"χ²/J · {text.attribute(name)}"] = [written(v) for v in (floor, law.mean, *values)]
        shown[_("percentile · {name}").format(name=text.attribute(name))] = [
            "–",
            "–",
            *(f"{100 * share:.0f}%" for share in law.cdf(values)),
        ]
    with st.expander(_("What each split has reached"), expanded=True):
        panels.table(pd.DataFrame(shown), "reached")
