"""The paper's procedure: candidates that keep every condition, beside the set built to the same ones."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.session.progress import progress
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.documents import partition_card
from dashboard.words import problems, text
from dashboard.words.measures import written
from dashboard.words.text import _
from mx2core.errors import Mx2Error
from mx2core.partition import Screened, screened_partitions
from mx2core.partition.halves.screened import Screen
from mx2core.partition.measures import PAPER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dashboard.session.analysis import Chosen
    from mx2core.partition import PartitionSet, ScoredHalves, Thresholds

_screened: Remembered[Screened] = Remembered(16)
_built: Remembered[PartitionSet | None] = Remembered(16)


def choose(chosen: Chosen, halves: ScoredHalves, limits: Sequence[Thresholds], m: int) -> None:
    """Ask what candidates are, and how near overlaps; screen when asked; say what was left."""
    if any(one.measure != PAPER for one in limits):
        st.caption(_("The paper's procedure needs χ²/J (Options)."))
        return
    screens: dict[Screen, str] = {"sets": _("whole sets"), "halves": _("single splits")}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        screen = pick(_("Candidates"), screens, "screen", "sets", buttons=True)
        c0 = float(st.number_input("c₀", min_value=0.0, step=0.25, key=state.choice("c0", 1.0), width=110))
    key = (chosen.digest, m, halves.seed, tuple(limits), c0, screen)
    with problems.shown():
        if st.button(_("Screen the candidates"), key="screen_now"):
            with progress(_("Screening"), "screening", lambda: None) as report:
                found = _screened.get(
                    key,
                    lambda: screened_partitions(
                        chosen.counts,
                        m,
                        thresholds=limits,
                        c0=c0,
                        screen=screen,
                        seed=halves.seed,
                        attributes=chosen.names,
                        report=report,
                    ),
                )
            state.choose("taken", partition_card.keep_to_compare(found.partitions))
            st.rerun()
        if key in _screened:
            _show(chosen, halves, limits, _screened.get(key, _never), m)


def _never() -> Screened:
    raise AssertionError("it is there")


def _show(
    chosen: Chosen, halves: ScoredHalves, limits: Sequence[Thresholds], found: Screened, m: int
) -> None:
    """What is left, what the paper says of c ≤ 1, and the largest values of this set and of a built one."""
    for notice in found.said():
        (st.markdown if found.met else st.warning)(problems.worded(notice))
    built = _built.get(
        (chosen.digest, m, halves.seed, tuple(limits)), partial(_build, chosen, halves, limits, m)
    )
    single = np.column_stack(
        [
            (column >= one.range[0]) & (column <= one.range[1])
            for column, one in zip(_chi2(halves), limits, strict=True)
        ]
    )
    rows = []
    for k, one in enumerate(limits):
        counts = chosen.counts[k]
        rows.append(
            {
                _("condition"): f"{text.attribute(one.attribute)} {_bounds(one)}",
                _("Candidates"): f"{found.passing[k]:.0%}",
                _("random halves"): f"{single[:, k].mean():.0%}",
                _("largest, screened"): written(float(found.partitions.divergence(counts).max())),
                _("largest, built"): "–" if built is None else written(float(built.divergence(counts).max())),
            }
        )
    components.wrapping_table(pd.DataFrame(rows))
    if any(one.upper is not None and one.upper <= 1 for one in limits):
        st.caption(
            _(
                "The paper: at c ≤ 1 halves do not differ “significantly”. {share} of random halves meet all."
            ).format(share=f"{single.all(axis=1).mean():.0%}")
        )


def _chi2(halves: ScoredHalves) -> list[NDArray[np.float64]]:
    """Of each attribute, whatever multiple of it is shown."""
    of = zip(halves.attributes, halves.divergences.T, strict=True)
    return [column / (attribute.factor or 1.0) for attribute, column in of]


def _build(chosen: Chosen, halves: ScoredHalves, limits: Sequence[Thresholds], m: int) -> PartitionSet | None:
    try:
        return mx.regularized_partitions(chosen.counts, m, halves.seed, tuple(limits))
    except Mx2Error:
        return None


def _bounds(one: Thresholds) -> str:
    low, high = one.bounds
    if high is None:
        return "–" if low is None else f"≥ {low:.3g}"
    return f"≤ {high:.3g}" if not low else f"{low:.3g} – {high:.3g}"
