"""What survives the bounds: the answer in numbers, and how it falls as the bounds tighten."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from dashboard.figures.splits import thresholds as figures
from dashboard.server.result_cache import Remembered
from dashboard.session import chosen_thresholds
from dashboard.splits import candidate_map
from dashboard.ui import components
from dashboard.words import text
from dashboard.words.measures import written
from dashboard.words.text import _
from mx2core.partition import Ranking, ScoredHalves, rank_candidates

EXTREME_SHARE = 0.05  # the share that good and bad splits are the extremes of
MOST_LISTED = 100  # splits listed one by one

_rankings: Remembered[Ranking] = Remembered(48)


def _ranking(halves: ScoredHalves) -> Ranking:
    by = chosen_thresholds.way()
    expected, sd = zip(*((one.expected, one.sd) for one in halves.attributes), strict=True)
    return _rankings.get(
        (halves.digest, by),
        lambda: rank_candidates(halves.divergences, EXTREME_SHARE, by=by, expected=expected, sd=sd),
    )


def share_words(halves: ScoredHalves) -> str:
    """`{share} of 10,000`, to be filled in."""
    return _("{share} of {n:,}").format(share="{share}", n=len(halves))


def count(survive: int, halves: ScoredHalves) -> None:
    """The answer: how many survive."""
    share = share_words(halves).replace("{share}", f"{survive / len(halves):.1%}")
    with st.container(key="survivors"):
        components.metric(_("Survivors"), f"{survive:,}", share)


def table(halves: ScoredHalves, survives: NDArray[np.bool_]) -> None:
    """The survivors one by one, best first."""
    numbers = np.flatnonzero(survives)
    if not len(numbers):
        return
    n = min(len(numbers), MOST_LISTED)
    band = chosen_thresholds.way() == "band"
    heading = _("The {n} nearest to expected") if band else _("The {n} most alike")
    st.markdown("**" + heading.format(n=n) + "**")
    numbers = numbers[np.argsort(_ranking(halves).reach[numbers], kind="stable")][:n]
    columns: dict[str, Sequence[object]] = {_("split"): numbers.tolist()}
    for k, attribute in enumerate(halves.attributes):
        values = halves.divergences[numbers, k]
        columns[candidate_map.title(halves, k)] = [written(value) for value in values]
        heading = _("percentile · {name}").format(name=text.attribute(attribute.name))
        columns[heading] = [round(100 * attribute.share(v), 1) for v in values]
    components.table(pd.DataFrame(columns), "selected_splits", height=240)


def curve(halves: ScoredHalves, own: float) -> None:
    """Survivors against one common bound, and how many survive the reader's own bounds."""
    if not halves.varied:
        return
    ranking = _ranking(halves)
    c, curve, share, way = ranking.bound, ranking.curve, ranking.share, chosen_thresholds.way()
    scale = 100 if way == "percentile" else 1
    title = {
        "band": _("half width, in sd"),
        "percentile": _("common percentile"),
        "value": _("common bound"),
    }[way]
    name = _("best {share:.0%} (Wang et al.): at {c:.3g}")
    if way == "band":
        name = _("{share:.0%} survive: at {c:.3g}")
    at, name = (scale * c, share), name.format(share=share, c=scale * c)
    alt = _("{share:.0%} of splits survive a common bound of {c:.3g}.").format(c=scale * c, share=share)
    components.chart(
        figures.survival(scale * curve.c, curve.share, at=at, own=own, name=name, title=title),
        "survival",
        alt=alt,
        csv=lambda: components.columns_csv(bound=scale * curve.c, share=curve.share),
    )
