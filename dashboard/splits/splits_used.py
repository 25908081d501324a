"""The splits to use: made in a named way, taken from the survivors, or built to the thresholds."""

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

import mx2core as mx
from dashboard.session import analysis, state
from dashboard.session.analysis import Chosen
from dashboard.session.progress import progress
from dashboard.splits import candidate_map, screening, sliders
from dashboard.ui import components, menu
from dashboard.ui.answers import measured_shift
from dashboard.ui.choice import pick
from dashboard.ui.documents import citation, partition_card
from dashboard.ui.main_button import main_button
from dashboard.words import measures, text
from dashboard.words.measures import written
from dashboard.words.text import _, inert
from mx2core.partition import PartitionSet, ScoredHalves, Thresholds, selected_from
from mx2core.partition.construct.build import FEWEST_UNITS
from mx2core.partition.measures import SHARES

M = 5  # splits, unless another number is asked for
OF_THRESHOLDS = ("selected", "thresholds", "screened")  # made when asked for


def ways(halves: ScoredHalves) -> dict[str, str]:
    """What each way of making splits is called, those that this corpus allows."""
    names = components.methods()
    if halves.n_units < FEWEST_UNITS or not halves.varied:
        names = {method: names[method] for method in ("random", "block")}
    return names | {
        "selected": _("from the survivors"),
        "thresholds": _("built to the thresholds"),
        "screened": _("the paper's procedure"),
    }


def way(halves: ScoredHalves) -> str:
    """The one chosen; centered, as long as nobody asks for another."""
    names = ways(halves)
    usual = "centered" if "centered" in names else "random"
    asked = state.chosen("scheme", usual)
    return asked if asked in names else usual


def used(halves: ScoredHalves) -> PartitionSet | None:
    """The splits that are used; None as long as none were taken or built to the thresholds."""
    scheme = way(halves)
    if scheme not in OF_THRESHOLDS:
        state.choice("m", M)  # before anything is made of it: what was kept may be no number
        return analysis.partitions(scheme, state.chosen("m", M), state.chosen("seed", 0))
    kept = state.project().partitions.get(state.chosen("taken"))
    return None if kept is None else kept.partitions


def choose(
    chosen: Chosen, halves: ScoredHalves, thresholds: tuple[Thresholds, ...], survives: NDArray[np.bool_]
) -> PartitionSet | None:
    """Ask how splits are made and how many; make them; lead on with them."""
    state.choice("m", M)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        scheme = pick(_("Splits to use"), ways(halves), "scheme", way(halves))
        m = int(st.number_input(_("Splits m"), min_value=1, max_value=20, key="m", width=140))
    if scheme == "screened":
        screening.choose(chosen, m, halves.seed)
    elif scheme in OF_THRESHOLDS:
        _make(chosen, halves, thresholds, survives, scheme, m)
    partitions = used(halves)
    if partitions is not None and main_button(_("Compare models on these"), key="use_partitions"):
        partition_card.keep_to_compare(partitions)
        st.switch_page(menu.pages()["race"], query_params=menu.link(state.project()))
    return partitions


def _make(
    chosen: Chosen,
    halves: ScoredHalves,
    thresholds: tuple[Thresholds, ...],
    survives: NDArray[np.bool_],
    scheme: str,
    m: int,
) -> None:
    """Take m of the survivors, or build m splits that meet the thresholds."""
    limits = halves.limits(thresholds)
    if scheme == "selected":
        few = int(survives.sum()) < m
        obstacle = _("Fewer than m = {m} survive; build them instead.").format(m=m) if few else None
        asked = st.button(_("Take {m} of them").format(m=m), key="take", disabled=few)
    else:
        obstacle = _obstacle(halves, thresholds)
        asked = st.button(_("Build {m} splits").format(m=m), key="construct", disabled=obstacle is not None)
    if obstacle is not None:
        st.caption(obstacle)
    if st.session_state.pop("cancelled", False):
        st.info(_("Cancelled; nothing was changed."), icon=":material/info:")
    if asked:
        if scheme == "selected":
            made = selected_from(
                np.flatnonzero(survives),
                halves.n_units,
                m=m,
                seed=halves.seed,
                thresholds=limits,
                n_candidates=len(halves),
            )
        else:
            with progress(_("Constructing {m} partitions").format(m=m), "construction", _cancelled) as report:
                made = mx.regularized_partitions(chosen.counts, m, halves.seed, limits, report=report)
        state.choose("taken", partition_card.keep_to_compare(made))
        st.rerun()
    taken = used(halves)
    selection = None if taken is None else taken.selection
    if selection is not None and selection.thresholds != limits:
        bounds = _("; ").join(citation.condition(one) for one in selection.thresholds if one.bounded)
        st.caption(_("Made with other thresholds: {bounds}").format(bounds=inert(bounds or "–")))


def _cancelled() -> None:
    st.session_state["cancelled"] = True


def _obstacle(halves: ScoredHalves, thresholds: tuple[Thresholds, ...]) -> str | None:
    """Why no splits can be built to these thresholds, whatever their number; None if they can."""
    if halves.n_units < FEWEST_UNITS:
        return _("Building needs at least {least} units; this corpus has {n_units}.").format(
            least=FEWEST_UNITS, n_units=halves.n_units
        )
    if not halves.varied:
        return candidate_map.alike(halves.attributes)
    if not halves.buildable:
        return _("Building needs χ²/J or a seen share (Options).")
    for k, (attribute, one) in enumerate(zip(halves.attributes, thresholds, strict=True)):
        if one.unreachable(attribute.floor):
            return _("{c} lies below {floor}, the floor of {name}.").format(
                c=sliders.symbol(k),
                name=inert(text.attribute(attribute.name)),
                floor=written(attribute.floor or 0.0),
            )
    return None


def values(chosen: Chosen, halves: ScoredHalves, partitions: PartitionSet) -> NDArray[np.float64] | None:
    """Where splits lie on the map, (m, n_attributes); None where a measure is of no counts."""
    columns = []
    for attribute, counts in zip(halves.attributes, chosen.counts, strict=True):
        if attribute.factor is not None:
            columns.append(attribute.factor * partitions.divergence(counts))
        elif attribute.measure in SHARES:
            columns.append(mx.divergence(partitions.masks, counts, statistic=attribute.measure))
        else:
            return None
    return np.column_stack(columns)


def show(chosen: Chosen, partitions: PartitionSet) -> None:
    """What the splits are and what they have reached; export, and words for a paper."""
    partition_card.take(partitions)
    effect = components.effect_of(partitions, chosen)
    if effect is not None:
        st.caption(effect)
    if partitions.method != "random":
        by = partitions.selection is not None
        measured_shift.show(
            lambda one: one.selection is not None if by else one.method == partitions.method,
            lambda: state.chosen("taken") if by else partitions.method,
        )
    _reached(chosen, partitions)


def other_ratios() -> None:
    """Where one split of another ratio, or K folds, is built: these pages are about halves."""
    if st.button(
        _("Other ratios (8:2, 8:1:1) or K folds"),
        key="other_ratios",
        type="tertiary",
        icon=":material/call_split:",
    ):
        state.choose("split_source", "made")
        st.switch_page(menu.pages()["check"], query_params=menu.link(state.project()))


def _reached(chosen: Chosen, partitions: PartitionSet) -> None:
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
    components.wrapping_table(pd.DataFrame(columns))
    components.csv_button(lambda: components.csv_bytes(pd.DataFrame(numbers)), "reached")
