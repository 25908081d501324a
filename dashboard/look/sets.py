"""The part of the Look page about sets of m splits, made in different ways."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from dashboard import figures
from dashboard.session import analysis, state
from dashboard.ui import components
from dashboard.ui.answers import measured_shift
from dashboard.ui.choice import pick
from dashboard.ui.documents import partition_card
from dashboard.words import text
from dashboard.words.text import _, inert
from mx2core.partition import default_target, overlap_counts
from mx2core.partition.construct.build import FEWEST_UNITS
from mx2core.partition.measures import MEASURES, PAPER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.session.analysis import Chosen
    from mx2core.partition import PartitionSet

M = 5  # splits, unless another number is asked for


def show(chosen: Chosen) -> None:
    """One scheme to take away, its overlaps, and all schemes beside each other."""
    names, without = _possible(chosen)
    splits = state.choice("m", M)  # before anything is made of it: what was kept may be no number
    usual = default_target(state.chosen("m"), prefix=True)
    if without:
        st.caption(without)
    with st.container(horizontal=True, vertical_alignment="top"):
        pick(_("Scheme"), names, "scheme", usual if usual in names else "random", buttons=True)
        st.number_input(_("Splits m"), min_value=1, max_value=20, key=splits, width=140)
    scheme, m, seed = state.chosen("scheme"), state.chosen("m"), state.chosen("seed", 0)
    st.caption(components.effect(scheme))
    if scheme != "random":
        measured_shift.show(lambda one: one.method == scheme, lambda: scheme)
    partitions = analysis.partitions(scheme, m, seed)
    partition_card.take(partitions)
    every = analysis.possible_partitions(names, m, seed)
    if len(every) < len(names) and analysis.cancelled(m, seed):
        st.caption(_("A construction was cancelled: choose a scheme above to have it constructed."))
    if m == 1:  # and no pair of training sets
        _spread(chosen, every, names, scheme)
        return
    shared, spread = st.columns([2, 3], gap="medium")
    with shared:
        st.markdown("**" + _("Units that two training sets share: distance from n/4") + "**")
        overlaps = partitions.overlaps()
        components.chart(
            figures.overlaps(overlaps, n_units=partitions.n_units, text=_),
            "overlaps",
            alt=_("Heat map of how far each pair of training sets is from sharing a quarter of the units."),
            csv=lambda: components.columns_csv(**_pairs(overlaps)),
        )
        st.markdown("**" + _("How many pairs of first halves share how many units") + "**")
        components.chart(
            figures.overlap_histogram(overlap_counts(partitions), text=_),
            "overlap_histogram",
            alt=_("Bars: pairs of training sets by the number of units they share; n/4 is marked."),
        )
        st.caption(
            _(
                "The more two training sets are off n/4, the larger the variance of the estimate: Methods, view "
                "“Overlap of training sets”, shows it."
            )
        )
    with spread:
        _spread(chosen, every, names, scheme)


def _spread(chosen: Chosen, every: Mapping[str, PartitionSet], names: Mapping[str, str], scheme: str) -> None:
    """Chi-square/J of every split of every scheme; those of `scheme` stand out."""
    m = len(next(iter(every.values())))
    for k, name in enumerate(chosen.names):
        st.markdown("**" + _("χ²/J of each split · {name}").format(name=inert(text.attribute(name))) + "**")
        divergences = {method: p.divergence(chosen.counts[k]) for method, p in every.items()}
        values = {names[method]: one for method, one in divergences.items()}
        components.chart(
            figures.schemes(values, expected=chosen.expected[k], chosen=names[scheme], title="χ²/J", text=_),
            f"schemes_{k}",
            alt=_("Dots: χ²/J of every split, one row per scheme; line: the expected value."),
            csv=partial(
                components.columns_csv,
                split=np.arange(1, m + 1),
                **{f"{MEASURES[PAPER].column}_{method}": one for method, one in divergences.items()},
            ),
        )


def _pairs(overlaps: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """Every two splits, counted from 1, and the units that their training sets share."""
    first, second = np.triu_indices(len(overlaps), 1)
    return {"split": first + 1, "other_split": second + 1, "shared_units": overlaps[first, second]}


def _possible(chosen: Chosen) -> tuple[dict[str, str], str | None]:
    """The schemes this corpus allows, and why there are not more of them."""
    names, n_units = components.methods(), len(state.project().corpus)
    if n_units < FEWEST_UNITS:
        without = _(
            "Balanced, centered and floor sets need at least {least} units; this corpus has {n_units}."
        ).format(least=FEWEST_UNITS, n_units=n_units)
    elif all(law.sd == 0 for law in chosen.laws):
        without = _(
            "All halves are alike in these attributes, so there is nothing to balance; random and block splits remain."
        )
    else:
        return names, None
    return {method: names[method] for method in ("random", "block")}, without
