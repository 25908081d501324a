"""What survives the bounds: the answer in numbers."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from dashboard.server.result_cache import Remembered
from dashboard.session import chosen_thresholds
from dashboard.ui import components
from dashboard.words import measures, text
from dashboard.words.measures import written
from dashboard.words.text import _
from mx2core.partition import Ranking, ScoredHalves, rank_candidates
from mx2core.partition.halves.ranking import By

EXTREME_SHARE = 0.05  # the share that good and bad splits are the extremes of
MOST_LISTED = 100  # splits listed one by one


_rankings: Remembered[Ranking] = Remembered(48)


def ranking(halves: ScoredHalves, by: By) -> Ranking:
    """The candidates in order, whatever the bounds are."""
    known = [(attribute.expected, attribute.sd) for attribute in halves.attributes]
    expected, sd = zip(*known, strict=True)
    return _rankings.get(
        (halves.digest, by),
        lambda: rank_candidates(halves.divergences, EXTREME_SHARE, by=by, expected=expected, sd=sd),
    )


def worded(survive: int, halves: ScoredHalves) -> tuple[int, str]:
    """How many survive, and what share of which."""
    share = _("{share} of {n:,}").format(share="{share}", n=len(halves))
    return survive, share


def count(survive: int, halves: ScoredHalves) -> None:
    """The answer: how many survive."""
    _n, share = worded(survive, halves)
    with st.container(key="survivors"):
        st.metric(
            _("Survivors"),
            f"{survive:,}",
            share.replace("{share}", f"{survive / len(halves):.1%}"),
            **components.NEUTRAL,
        )


def title(halves: ScoredHalves, k: int) -> str:
    """An attribute with its measure, as it stands at an axis."""
    attribute = halves.attributes[k]
    return f"{measures.symbol(attribute.measure)} · {text.attribute(attribute.name)}"


def table(halves: ScoredHalves, survives: NDArray[np.bool_]) -> None:
    """The survivors one by one, best first."""
    numbers = np.flatnonzero(survives)
    if not len(numbers):
        return
    way = chosen_thresholds.way()
    n = min(len(numbers), MOST_LISTED)
    heading = _("The {n} nearest to expected") if way == "band" else _("The {n} most alike")
    st.markdown("**" + heading.format(n=n) + "**")
    numbers = numbers[np.argsort(ranking(halves, way).reach[numbers], kind="stable")][:n]
    columns: dict[str, Sequence[object]] = {_("split"): numbers.tolist()}
    for k, attribute in enumerate(halves.attributes):
        values = halves.divergences[numbers, k]
        columns[title(halves, k)] = [written(value) for value in values]
        name = text.attribute(attribute.name)
        columns[_("percentile · {name}").format(name=name)] = [
            round(100 * attribute.share(v), 1) for v in values
        ]
    components.table(pd.DataFrame(columns), "selected_splits", height=240)
