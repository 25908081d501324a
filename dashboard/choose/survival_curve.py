"""How the survivors fall as the bounds tighten: against one common bound, or against two."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

import mx2core as mx
from dashboard import figures
from dashboard.choose import candidate_map, sliders, survivors
from dashboard.session import chosen_thresholds, state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words import text
from dashboard.words.text import _

if TYPE_CHECKING:
    from mx2core.partition import Ranking, ScoredHalves, Thresholds

POINTS = 61  # bounds along each side of the heat map


def show(halves: ScoredHalves) -> None:
    """Survivors against one common bound, whatever the sliders say; or the choice to see them against two."""
    st.markdown("**" + _("How fast the survivors vanish") + "**")
    varied = halves.varied
    if not varied:
        st.caption(_("Every split survives every bound that one survives."))
        return
    if len(varied) > 1:
        i, j = _axes(varied)
        common = _("common half width") if chosen_thresholds.way() == "band" else _("common bound")
        ways = {"common": common, "both": f"{sliders.symbol(i)} × {sliders.symbol(j)}"}
        against = pick(
            _("Survivors against"), ways, "survival_bounds", "common", buttons=True, hide_label=True
        )
        if against == "both":
            st.caption(_("The heat map for both bounds is below the scatter plot."))
            return
    _of_common(survivors.ranking(halves, chosen_thresholds.way()))


def about(halves: ScoredHalves) -> tuple[str, tuple[int, int] | None]:
    """What `show` draws depends on, besides the candidates."""
    varied = halves.varied
    return chosen_thresholds.way(), _axes(varied) if len(varied) > 1 else None


def _axes(varied: list[int]) -> tuple[int, int]:
    """The two attributes of the plane."""
    if len(varied) > 2 and state.chosen("picture") == "plane":
        return state.chosen("across", varied[0]), state.chosen("up", varied[1])
    return varied[0], varied[1]


def _of_common(ranking: Ranking) -> None:
    curve, c, share = ranking.curve, ranking.bound, ranking.share
    name = _("best {share:.0%} (Wang et al.): at {c:.3g}")
    if chosen_thresholds.way() == "band":
        title, name = _("half width, in sd"), _("{share:.0%} survive: at {c:.3g}")
    elif chosen_thresholds.way() == "percentile":
        title = _("common percentile")
        curve, c = type(curve)(100 * curve.c, curve.share), 100 * c
    else:
        title = _("common bound c")
    components.chart(
        figures.survival(
            curve.c, curve.share, at=(c, share), name=name.format(share=share, c=c), title=title, text=_
        ),
        "survival",
        alt=_("Share of splits that survive a common bound; {share:.0%} survive at {c:.3g}.").format(
            c=c, share=share
        ),
        csv=lambda: components.columns_csv(bound=curve.c, share=curve.share),
    )


def of_both(halves: ScoredHalves, thresholds: tuple[Thresholds, ...]) -> None:
    """Survivors against two bounds at once, and where the sliders stand among them; where it was chosen."""
    varied = halves.varied
    if len(varied) < 2 or state.chosen("survival_bounds") != "both":
        return
    i, j = _axes(varied)
    others = [k for k in range(len(halves.attributes)) if k not in (i, j)]
    # The upper ends of the two vary; their lower ends and the other attributes stay.
    meets = halves.survivors(
        [replace(one, upper=None) if k in (i, j) else one for k, one in enumerate(thresholds)]
    )
    points = [
        np.linspace(
            sliders.positions(halves.attributes[k]).low, candidate_map.bins(halves, k).edges[-1], POINTS
        )
        for k in (i, j)
    ]
    grid = mx.partitions.survival_grid(halves.divergences[meets][:, [i, j]], *points)
    first, second = (f"{sliders.symbol(k)} · {text.attribute(halves.attributes[k].name)}" for k in (i, j))
    m = int(state.chosen("m_taken", 3))
    components.chart(
        figures.survivors_of_both(
            grid.c1,
            grid.c2,
            grid.survivors,
            total=len(halves),
            m=m,
            extreme_share=survivors.EXTREME_SHARE,
            now=(thresholds[i].range[1], thresholds[j].range[1]),
            titles=(first, second),
            text=_,
        ),
        "survival_grid",
        alt=_("Heat map: share of splits that survive each pair of upper bounds."),
        csv=lambda: components.columns_csv(
            **{
                f"c_{halves.attributes[i].name}": np.repeat(grid.c1, len(grid.c2)),
                f"c_{halves.attributes[j].name}": np.tile(grid.c2, len(grid.c1)),
            },
            survivors=grid.survivors.ravel(),
        ),
    )
    if others:
        st.caption(_("The bounds of the other attributes stay as they are."))
