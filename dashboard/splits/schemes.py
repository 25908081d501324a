"""Sets of m splits, made in different ways, beside each other."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard.figures.splits import divergence as figures
from dashboard.session import analysis, state
from dashboard.session.analysis import Chosen
from dashboard.splits.splits_used import OF_THRESHOLDS, M, way, ways
from dashboard.ui import components
from dashboard.words import text
from dashboard.words.text import _, inert
from mx2core.partition import PartitionSet, ScoredHalves, overlap_counts
from mx2core.partition.measures import MEASURES, PAPER


def show(chosen: Chosen, halves: ScoredHalves, partitions: PartitionSet | None) -> None:
    """The overlaps of the splits that are used, and the divergence of all ways of making them."""
    names = {method: name for method, name in ways(halves).items() if method not in OF_THRESHOLDS}
    m, seed = state.chosen("m", M), state.chosen("seed", 0)
    scheme = way(halves)
    every = dict(analysis.possible_partitions(names, m, seed))
    if len(every) < len(names) and analysis.cancelled(m, seed):
        st.caption(_("Cancelled: choose a way above to build it."))
    if scheme in OF_THRESHOLDS and partitions is not None:
        names[scheme], every[scheme] = ways(halves)[scheme], partitions
    if partitions is None or len(partitions) == 1:  # no pair of training sets
        _spread(chosen, every, names, scheme)
        return
    shared, spread = st.columns([2, 3], gap="medium")
    with shared:
        st.markdown("**" + _("Pairs of splits by shared units") + "**")
        components.chart(
            figures.overlap_histogram(overlap_counts(partitions)),
            "overlap_histogram",
            alt=_("Bars: pairs of splits by shared units."),
            csv=lambda: components.columns_csv(**_pairs(partitions.overlaps())),
        )
    with spread:
        _spread(chosen, every, names, scheme)


def _spread(chosen: Chosen, every: Mapping[str, PartitionSet], names: Mapping[str, str], scheme: str) -> None:
    """Chi-square/J of every split of every scheme; those of `scheme` stand out."""
    for k, name in enumerate(chosen.names):
        st.markdown("**" + _("χ²/J of each split · {name}").format(name=inert(text.attribute(name))) + "**")
        divergences = {method: p.divergence(chosen.counts[k]) for method, p in every.items()}
        values = {names[method]: one for method, one in divergences.items()}
        components.chart(
            figures.schemes(values, expected=chosen.expected[k], chosen=names.get(scheme, ""), title="χ²/J"),
            f"schemes_{k}",
            alt=_("Dots: χ²/J of every split; line: expected."),
            csv=partial(
                components.columns_csv,
                scheme=np.repeat(list(divergences), [len(one) for one in divergences.values()]),
                split=np.concatenate([np.arange(1, len(one) + 1) for one in divergences.values()]),
                **{MEASURES[PAPER].column: np.concatenate(list(divergences.values()))},
            ),
        )


def _pairs(overlaps: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """Every two splits, counted from 1, and the units that their training sets share."""
    first, second = np.triu_indices(len(overlaps), 1)
    return {"split": first + 1, "other_split": second + 1, "shared_units": overlaps[first, second]}
