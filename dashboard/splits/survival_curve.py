"""How the survivors fall as the bounds tighten: against one common bound, or against two."""

from dataclasses import replace

import numpy as np

import mx2core as mx
from dashboard.figures.splits import thresholds as figures
from dashboard.session import chosen_thresholds, state
from dashboard.splits import candidate_map, sliders, survivors
from dashboard.splits.splits_used import M
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words import text
from dashboard.words.text import _
from mx2core.partition import Ranking, ScoredHalves, Thresholds

POINTS = 61  # bounds along each side of the heat map


def show(halves: ScoredHalves, thresholds: tuple[Thresholds, ...]) -> None:
    """Survivors against one common bound, whatever the sliders say; or against two."""
    pair = candidate_map.axes(halves)[:2]
    if not pair:
        return
    if len(pair) > 1:
        common = _("half width, in sd") if chosen_thresholds.way() == "band" else _("common bound")
        ways = {"common": common, "both": " × ".join(map(sliders.symbol, pair))}
        if pick(_("Survivors against"), ways, "survival_bounds", "common", buttons=True) == "both":
            _of_both(halves, thresholds, *pair)
            return
    _of_common(survivors.ranking(halves, chosen_thresholds.way()))


def _of_common(ranking: Ranking) -> None:
    curve, c, share = ranking.curve, ranking.bound, ranking.share
    name = _("best {share:.0%} (Wang et al.): at {c:.3g}")
    if chosen_thresholds.way() == "band":
        title, name = _("half width, in sd"), _("{share:.0%} survive: at {c:.3g}")
    elif chosen_thresholds.way() == "percentile":
        title = _("common percentile")
        curve, c = type(curve)(100 * curve.c, curve.share), 100 * c
    else:
        title = _("common bound")
    components.chart(
        figures.survival(
            curve.c, curve.share, at=(c, share), name=name.format(share=share, c=c), title=title
        ),
        "survival",
        alt=_("{share:.0%} of splits survive a common bound of {c:.3g}.").format(c=c, share=share),
        csv=lambda: components.columns_csv(bound=curve.c, share=curve.share),
    )


def _of_both(halves: ScoredHalves, thresholds: tuple[Thresholds, ...], i: int, j: int) -> None:
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
    m = int(state.chosen("m", M))
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
        ),
        "survival_grid",
        alt=_("Heat map: survivors of each pair of bounds."),
        csv=lambda: components.columns_csv(
            **{
                f"c_{halves.attributes[i].name}": np.repeat(grid.c1, len(grid.c2)),
                f"c_{halves.attributes[j].name}": np.tile(grid.c2, len(grid.c1)),
            },
            survivors=grid.survivors.ravel(),
        ),
    )
