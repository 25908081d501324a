"""Pieces that several pages show: a figure with its numbers, a divergence, a set of partitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import figures, state, text
from dashboard.analysis import Chosen
from dashboard.projects import Kept
from dashboard.text import _, inert
from mx2core.exchange.spreadsheet import guarded

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from numpy.typing import NDArray
    from streamlit.delta_generator import DeltaGenerator

    from mx2core.partition import PartitionSet


# A metric whose second line explains the number instead of comparing it.
NEUTRAL: dict[str, Any] = {"delta_color": "off", "delta_arrow": "off", "border": True}


def csv_bytes(table: pd.DataFrame) -> bytes:
    """The numbers behind a figure; labels that a spreadsheet would run as a formula are guarded."""
    words = table.select_dtypes(exclude="number").columns
    inert_table = table.assign(**{name: [guarded(str(v)) for v in table[name]] for name in words})
    return inert_table.to_csv(index=False, lineterminator="\n").encode("utf-8")


def columns_csv(**columns: Any) -> bytes:
    return csv_bytes(pd.DataFrame(columns))


def chart(
    figure: go.Figure, key: str, *, alt: str, csv: Callable[[], bytes] | None = None, **options: Any
) -> Any:
    """A figure with its text alternative, and its numbers as CSV under it."""
    event = st.plotly_chart(
        figure,
        key=key,
        alt=alt,
        config={"displaylogo": False, "modeBarButtonsToRemove": ["lasso2d", "autoScale2d"]},
        **options,
    )
    if csv is not None:
        st.download_button(
            _("Numbers as CSV"),
            csv,
            file_name=f"{key}.csv",
            mime="text/csv",
            key=f"{key}_csv",
            type="tertiary",
            icon=":material/table_view:",
            on_click="ignore",
        )
    return event


def side_by_side(names: Sequence[str]) -> Iterator[tuple[int, DeltaGenerator]]:
    """Columns for the attributes, two in a row."""
    for first in range(0, len(names), 2):
        row = range(first, min(first + 2, len(names)))
        yield from zip(row, st.columns(max(len(row), 1)), strict=True)


def divergence(seen: Chosen, k: int, values: NDArray[np.float64], *, marked: float) -> None:
    """One attribute among random halves: expected, usual range, floor, histogram."""
    name = text.attribute(seen.names[k])
    st.markdown(f"**χ²/J · {inert(name)}**")
    low, high = np.quantile(values, [0.05, 0.95])
    expected, usual, floor = st.columns(3)
    expected.metric(_("Expected"), f"{seen.expected[k]:.3f}", border=True)
    usual.metric(_("5 % to 95 %"), f"{low:.2f}–{high:.2f}", border=True)
    floor.metric(_("Floor"), text.least(seen.floors[k]), border=True)
    chart(
        figures.divergence_histogram(
            values,
            density=seen.laws[k].pdf,
            expected=seen.expected[k],
            floor=seen.floors[k],
            marked=marked,
            text=_,
        ),
        f"histogram_{k}",
        alt=_("Histogram of χ²/J over {n:,} random splits for {name}; expected value {expected:.3f}.").format(
            n=len(values), name=name, expected=seen.expected[k]
        ),
        csv=lambda: columns_csv(candidate=np.arange(len(values)), chi2_per_label=values),
    )


def pick_split(divergences: NDArray[np.float64], way: DeltaGenerator, number: DeltaGenerator) -> int:
    """Number of the random split that the user wants to see from the inside."""
    ways = {
        "typical": _("typical"),
        "alike": _("most alike"),
        "unlike": _("least alike"),
        "number": _("by number"),
    }
    way.segmented_control(
        _("Pick a split"), list(ways), format_func=ways.get, key=state.choice("pick", "unlike"), required=True
    )
    picked = state.chosen("pick")
    if picked == "alike":
        return int(mx.select_good(divergences, 1 / len(divergences)).indices[0])
    if picked == "unlike":
        return int(mx.select_bad(divergences, 1 / len(divergences)).indices[0])
    if picked == "typical":
        total = divergences.sum(axis=1)
        return int(np.argsort(total, kind="stable")[len(total) // 2])
    key = state.choice("picked", 0)
    st.session_state[key] = min(st.session_state[key], len(divergences) - 1)
    number.number_input(
        _("Number, up to {last:,}").format(last=len(divergences) - 1),
        min_value=0,
        max_value=len(divergences) - 1,
        key=key,
    )
    return int(state.chosen("picked"))


def contributions(seen: Chosen, k: int, mask: NDArray[np.bool_]) -> None:
    """Which labels make chi-square/J of one split what it is."""
    attribute = seen.attributes[k]
    parts = mx.label_contributions(mask, attribute.counts)
    name = text.attribute(seen.names[k])
    st.markdown(
        _("**{name}**: χ²/J = {value:.3f}; the number at each bar is its contribution").format(
            name=inert(name), value=parts.contribution.sum()
        )
    )
    chart(
        figures.contributions(attribute.labels, parts.first, parts.expected, parts.contribution, text=_),
        f"contributions_{k}",
        alt=_(
            "Bars: labels that occur more or less often in the first half than expected, for {name}."
        ).format(name=name),
        csv=lambda: columns_csv(
            label=attribute.labels,
            first_half=parts.first,
            second_half=parts.second,
            expected_in_first=parts.expected,
            share_of_chi2_per_label=parts.contribution,
        ),
    )


def methods() -> dict[str, str]:
    return {
        "random": _("random"),
        "block": _("block"),
        "balanced": _("balanced"),
        "centered": _("centered"),
        "floor": _("floor"),
    }


def effect(method: str) -> str:
    """One sentence on what a way of making partitions does to the estimate."""
    return {
        "random": _("Random halves estimate a score without bias; they differ most from split to split."),
        "block": _(
            "In block splits any two training sets share a quarter of the units (up to a remainder); the "
            "labels stay random, so the estimate has no bias."
        ),
        "balanced": _(
            "Balanced sets keep the mean χ²/J at its expected value over the m splits: no bias worth the name, "
            "and sets made with other seeds agree better."
        ),
        "centered": _(
            "Centered splits each lie at the expected χ²/J: no bias worth the name, and less scatter of one split's score."
        ),
        "floor": _(
            "Floor splits have halves as alike as this corpus allows. They flatter a model, some models more than "
            "others: take them for one published split, not for an estimate or a test."
        ),
        "band": _(
            "A band around the expected value leaves the estimate where it is; the narrower the band, the less one "
            "split's score scatters. A band below the expected value flatters models, as an upper bound does."
        ),
        "selected": _(
            "Keeping only low χ²/J makes the halves more alike than a sample and fresh data are: scores "
            "tend to rise, for some models more than for others. A band around the expected value leaves "
            "the estimate where it is."
        ),
    }[method]


def flatters(partitions: PartitionSet) -> bool:
    """Whether the partitions were picked or built for low divergence, which shifts scores upwards."""
    selection = partitions.selection
    if selection is not None:
        return all(low is None for low in selection.lower)
    return partitions.method in ("floor", "thresholds")


def named(kept: Kept) -> str:
    """What a set of partitions is called, in the language of the session."""
    partitions, selection = kept.partitions, kept.partitions.selection
    if kept.file:
        return _("{name}, imported, m = {m}").format(name=kept.file, m=len(partitions))
    if selection is not None and selection.candidates:
        return _("{m} of {n:,} selected splits, seed {seed}").format(
            m=len(partitions), n=selection.survivors, seed=partitions.seed
        )
    names = {**methods(), "thresholds": _("built to thresholds")}
    method = names.get(partitions.method, partitions.method)
    return _("{name}, m = {m}, seed {seed}").format(name=method, m=len(partitions), seed=partitions.seed)
