"""What to do with the survivors: take m of them, or construct m splits that meet the bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.choose import sliders
from dashboard.session import analysis, state
from dashboard.session.progress import progress
from dashboard.ui import components, menu
from dashboard.ui.documents import citation, partition_card
from dashboard.ui.main_button import main_button
from dashboard.words import measures, text
from dashboard.words.measures import written
from dashboard.words.text import _, inert, joined
from mx2core.partition import selected_from
from mx2core.partition.construct.build import FEWEST_UNITS
from mx2core.partition.measures import SHARES

if TYPE_CHECKING:
    from dashboard.choose.survivors import Survivors
    from dashboard.session.analysis import Chosen
    from mx2core.partition import PartitionSet, ScoredHalves


def actions(chosen: Chosen, halves: ScoredHalves, selected: Survivors) -> None:
    """Take or construct a set of partitions; then show what it has reached."""
    st.subheader(_("Take splits from the survivors, or construct them"))
    available = int(selected.in_box.sum())
    with st.container(horizontal=True, vertical_alignment="bottom"):
        m = int(
            st.number_input(
                _("Splits m"),
                min_value=1,
                max_value=20,
                key=state.choice("m_taken", state.chosen("m", 3)),
                width=140,
            )
        )
        clicked = main_button(_("Take {m} of them").format(m=m), key="take", disabled=available < m)
        obstacle = _obstacle(halves, selected)
        built = st.button(
            _("Construct {m} instead").format(m=m), key="construct", disabled=obstacle is not None
        )
    st.caption(_advice(available, m, obstacle))
    st.caption(
        _(
            "If you do not want to justify thresholds, take “centered” on Look: each of its splits has χ²/J near its expected "
            "value, and measured shifts of a score were at most .003 on average over corpora."
        )
    )
    _below_the_floor(halves, selected)
    if st.session_state.pop("cancelled", False):
        st.info(_("The construction was cancelled; nothing was changed."), icon=":material/info:")
    limits = halves.limits(selected.thresholds)
    if clicked:
        partitions = selected_from(
            np.flatnonzero(selected.in_box),
            halves.n_units,
            m=m,
            seed=halves.seed,
            thresholds=limits,
            n_candidates=len(halves),
        )
        state.choose("taken", partition_card.keep_to_compare(partitions))
    if built:
        with progress(_("Constructing {m} partitions").format(m=m), "construction", _cancelled) as report:
            made = mx.regularized_partitions(chosen.counts, m, halves.seed, limits, report=report)
        state.choose("taken", partition_card.keep_to_compare(made))
    taken_set = state.project().partitions.get(state.chosen("taken"))
    if taken_set is None:
        st.caption(
            _(
                "Nothing is taken yet; Compare then has the sets there are, and new ones by the scheme of Look."
            )
        )
    else:
        selection = taken_set.partitions.selection
        if selection is not None and selection.thresholds != limits:
            bounds = _("; ").join(citation.condition(one) for one in selection.thresholds if one.bounded)
            st.caption(
                _("These were made with other bounds than those that are set now: {bounds}").format(
                    bounds=inert(bounds or "–")
                )
            )
        partition_card.take(taken_set.partitions)
        _achieved(chosen, taken_set.partitions)


def other_ratios() -> None:
    """Where one split of another ratio, or K folds, is built: these pages are about halves."""
    if st.button(
        _("One split of another ratio (8:2, 8:1:1), or K folds instead"),
        key="other_ratios",
        type="tertiary",
        icon=":material/call_split:",
    ):
        state.choose("split_source", "made")
        st.switch_page("../pages/check.py", query_params=menu.link(state.project()))


def _cancelled() -> None:
    st.session_state["cancelled"] = True


def _obstacle(halves: ScoredHalves, selected: Survivors) -> str | None:
    """Why no partitions can be constructed to these bounds, whatever their number; None if nothing stands against it."""
    if halves.n_units < FEWEST_UNITS:
        return _(
            "To construct partitions a corpus needs at least {least} units; this one has {n_units}."
        ).format(least=FEWEST_UNITS, n_units=halves.n_units)
    if not halves.buildable:
        return _("Partitions are constructed on χ²/J and seen shares only: choose one on the page Look.")
    if any(_below(halves, selected)):
        return _("A bound lies below the floor, so nothing can be constructed.")
    if any(one.empty for one in selected.thresholds):
        return _("The box lies outside the bounds, so nothing can be constructed.")
    if not halves.varied:
        return _("All halves are alike here, so nothing can be constructed.")
    return None


def _advice(available: int, m: int, obstacle: str | None) -> str:
    if available < m:
        few = _("{available} random splits are selected, fewer than m = {m}.").format(
            available=available, m=m
        )
        return joined([few, obstacle or _("Splits that meet the bounds can often still be constructed.")])
    how = _("Of the selected splits, those whose training sets share units most evenly are taken.")
    return joined([how, obstacle or _("Constructed ones are built to meet the bounds.")])


def _below(halves: ScoredHalves, selected: Survivors) -> list[bool]:
    """Of each attribute, whether no half split can meet its thresholds."""
    pairs = zip(halves.attributes, selected.thresholds, strict=True)
    return [thresholds.below(attribute.floor) for attribute, thresholds in pairs]


def _below_the_floor(halves: ScoredHalves, selected: Survivors) -> None:
    """Say at once where no half split can meet a bound, and what can be met."""
    for k, (attribute, below) in enumerate(zip(halves.attributes, _below(halves, selected), strict=True)):
        if below:
            st.warning(
                _(
                    "{c} lies below the floor of {name}: no half split goes below {floor}, so do not "
                    "ask for less. The target “floor” on the page Look comes as close to it as m "
                    "splits can."
                ).format(
                    c=sliders.symbol(k),
                    name=inert(text.attribute(attribute.name)),
                    floor=written(attribute.floor or 0.0),
                ),
                icon=":material/info:",
            )


def _achieved(chosen: Chosen, partitions: PartitionSet) -> None:
    """Chi-square/J of every split beside the floor and the expected value, and the seen shares asked for."""
    rows: list[object] = [
        _("floor"),
        _("expected"),
        *(_("split {i}").format(i=i + 1) for i in range(len(partitions))),
    ]
    columns: dict[str, list[object]] = {"": rows}
    numbers: dict[str, list[object]] = {"": rows}  # the same for a file, with all their digits
    shares_of = analysis.standings(chosen, partitions)
    laws = zip(chosen.names, chosen.counts, chosen.floors, chosen.laws, shares_of, strict=True)
    for name, counts, floor, law, standing in laws:
        heading = f"χ²/J · {text.attribute(name)}"
        values = [floor, law.mean, *partitions.divergence(counts).tolist()]
        numbers[heading], columns[heading] = [*values], [written(value) for value in values]
        heading = _("percentile · {name}").format(name=text.attribute(name))
        numbers[heading] = [None, None, *standing.tolist()]
        columns[heading] = ["–", "–", *(f"{100 * share:.0f}%" for share in standing)]
    asked = partitions.selection.thresholds if partitions.selection else ()
    for one in asked:
        if one.measure in SHARES and one.attribute in chosen.names:
            counts = chosen.counts[chosen.names.index(one.attribute)]
            shares = mx.divergence(partitions.masks, counts, statistic=one.measure)
            heading = f"{measures.symbol(one.measure)} · {text.attribute(one.attribute)}"
            numbers[heading] = [None, None, *shares.tolist()]
            columns[heading] = ["–", "–", *(f"{share:.1%}" for share in shares)]
    with st.expander(_("What each split has reached"), expanded=True):
        components.wrapping_table(pd.DataFrame(columns))
        components.csv_button(lambda: components.csv_bytes(pd.DataFrame(numbers)), "reached")
