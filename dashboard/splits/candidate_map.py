"""The map of the candidates, with what the thresholds admit and the splits that are used; and what survives."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from dashboard.figures.splits import density
from dashboard.figures.splits import thresholds as figures
from dashboard.figures.splits.density import Binned
from dashboard.server.result_cache import remembered
from dashboard.session import analysis, state
from dashboard.splits import sliders
from dashboard.ui import components
from dashboard.ui.documents import python_code
from dashboard.ui.widgets import pick
from dashboard.words import measures, text
from dashboard.words.measures import digits
from dashboard.words.text import _
from mx2core.partition import Ranking, ScoredAttribute, ScoredHalves, Thresholds, rank_candidates
from mx2core.partition.halves.ranking import By
from mx2core.partition.measures import MEASURES, PAPER, SHARES

# Pixels: with the sliders, each so high, a screen; on a phone the count below them as well.
SCREEN, SLIDER, ON_PHONE = 788, 84, 360

MAP = "plane"  # key of the figure
Sent = dict[str, Any]  # the figure as the browser was sent it; empty when a page begins
_BOXES = "boxes_drawn"  # in the session: how many were drawn on the map
MOST_LISTED = 100  # splits listed one by one


@remembered(128)
def _bins(halves: ScoredHalves, k: int, grid: sliders.Positions) -> Binned:
    """Over all that its slider can admit, which lies along the same axis."""
    return density.binned(halves.divergences[:, k], ends=(grid.low, grid.high))


_plane = remembered(128)(density.joint)


def title(halves: ScoredHalves, k: int) -> str:
    """An attribute with its measure, as it stands at an axis."""
    attribute = halves.attributes[k]
    return f"{measures.symbol(attribute.measure)} · {text.attribute(attribute.name)}"


def _axis(halves: ScoredHalves, thresholds: tuple[Thresholds, ...], k: int) -> figures.Axis:
    number = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(k + 1))
    attribute = halves.attributes[k]
    counted = _bins(halves, k, sliders.positions(attribute))
    # The symbol of a condition, as the paper writes it.
    symbol, exact = f"Φ⁽{number}⁾", attribute.factor is not None
    return figures.Axis(symbol, title(halves, k), counted, thresholds[k].range, attribute.expected, exact)


def axes(halves: ScoredHalves) -> list[int]:
    """The attributes of the map: the one or two that vary; of more two that are picked."""
    varied = halves.varied
    if len(varied) < 3:
        return varied
    i = state.chosen("across", varied[0])
    i = i if i in varied else varied[0]
    rest = [k for k in varied if k != i]
    j = state.chosen("up", rest[0])
    return [i, j if j in rest else rest[0]]


def show(
    halves: ScoredHalves,
    thresholds: tuple[Thresholds, ...],
    survives: NDArray[np.bool_],
    marked: Sequence[figures.Marked],
    sent: Sent,
) -> dict[str, Any]:
    """One attribute as a histogram, two as a plane; of them, what follows the bounds, for the browser to draw.

    `marked` are splits that are drawn one by one, with their values in every attribute. As long as nothing else
    changes, the chart is the one that was `sent`, so that the browser keeps it.
    """
    shown = axes(halves)
    if not shown:
        st.info(alike(halves.attributes), icon=":material/info:")
        return {}
    marks = [replace(one, points=one.points[:, shown]) for one in marked]
    height = ON_PHONE if components.phone() else SCREEN - SLIDER * min(len(halves.varied), 3)
    across, *up = (_axis(halves, thresholds, k) for k in shown)
    more: dict[str, Any] = {
        "marked": marks,
        "height": height,
        "revision": 1 + st.session_state.get(_BOXES, 0),
    }
    if up:
        figure = figures.plane(across, up[0], _plane(across.bins, up[0].bins), survives, **more)
    else:
        figure = figures.line(across, survives, **more)
    alt, picture = _density_sentence(halves, survives), figure.to_dict()
    rest = picture["data"], picture["layout"] | {"shapes": ()}
    if sent.get("rest") != rest:
        sent.update(rest=rest, figure=figure, alt=alt)
    box: dict[str, Any] = {"on_select": partial(_take_box, halves, shown), "selection_mode": "box"}
    components.chart(sent["figure"], MAP, alt=sent["alt"], menu=False, **box)
    bins = [axis.bins.count().cumsum().tolist() for axis in (across, *up)]
    return {"alt": alt, "shapes": picture["layout"]["shapes"], "picture": MAP, "axes": shown, "bins": bins}


def tools(
    halves: ScoredHalves, thresholds: tuple[Thresholds, ...], survives: NDArray[np.bool_], sent: Sent
) -> None:
    """Under the sliders, which stand at the map."""
    shown = axes(halves)
    if not shown:
        return
    plain = all(halves.attributes[k].measure == PAPER for k in shown)
    numbers = {
        "candidate": np.arange(len(halves)),
        **{
            f"{MEASURES[a.measure].column}_{a.name}": halves.divergences[:, k]
            for k, a in enumerate(halves.attributes)
        },
        "survives": survives.astype(int),
    }
    program = partial(_python, halves, thresholds, shown) if plain else sent["figure"]
    components.tools((MAP, _density_sentence(halves, survives), numbers, program))


def _python(halves: ScoredHalves, thresholds: tuple[Thresholds, ...], shown: Sequence[int]) -> str:
    grids = [sliders.positions(halves.attributes[k]) for k in shown]
    ends = [thresholds[k].range for k in shown]
    bounds = [(max(low, at.low), min(high, at.high)) for at, (low, high) in zip(grids, ends, strict=True)]
    attributes = analysis.attributes_code([halves.attributes[k].name for k in shown])
    return python_code.map_figure(state.project().source, attributes, len(halves), halves.seed, bounds)


def _density_sentence(halves: ScoredHalves, survives: NDArray[np.bool_]) -> str:
    return _("Density of {n:,} random splits; {k:,} survive.").format(n=len(halves), k=int(survives.sum()))


def alike(attributes: Sequence[ScoredAttribute]) -> str:
    """Why there is nothing to choose by."""
    shares = all(attribute.measure in SHARES for attribute in attributes)
    more = [_("Choose words, or labels with their words.")] if shares else []
    return text.prose([_("All random halves are equal here."), *more])


def which(halves: ScoredHalves) -> None:
    """Of three attributes or more the two that are on the map."""
    varied = halves.varied
    if len(varied) < 3:
        return
    names = {k: text.attribute(halves.attributes[k].name) for k in varied}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        i = pick(_("Across"), names, "across", varied[0])
        rest = [k for k in varied if k != i]
        pick(_("Up"), {k: names[k] for k in rest}, "up", rest[0])


def _take_box(halves: ScoredHalves, axes: Sequence[int]) -> None:
    """A box that is drawn is where the sliders go, and the next chart is a new one, without it."""
    st.session_state[_BOXES] = st.session_state.get(_BOXES, 0) + 1
    drawn = st.session_state.get(MAP)
    if drawn is not None and (boxes := drawn.selection.box):
        for k, ends in zip(axes, (boxes[0]["x"], boxes[0]["y"]), strict=False):
            sliders.move(halves.attributes[k], float(min(ends)), float(max(ends)))
        sliders.moved()


def nearest(halves: ScoredHalves, axes: Sequence[int], point: Sequence[float]) -> int:
    """Number of the random split that is nearest to a point of the map, on its own scales."""
    scales = [halves.attributes[k].sd or 1.0 for k in axes]
    away = (halves.divergences[:, list(axes)] - np.asarray(point[: len(axes)])) / scales
    return int(np.argmin((away**2).sum(axis=1)))


@remembered(48)
def _ranking(halves: ScoredHalves, by: By) -> Ranking:
    expected, sd = zip(*((one.expected, one.sd) for one in halves.attributes), strict=True)
    return rank_candidates(halves.divergences, by=by, expected=expected, sd=sd)


def count_survivors(survive: int, halves: ScoredHalves, words: str) -> None:
    """The answer: how many survive; `words` are those of their share."""
    share = words.replace("{share}", f"{survive / len(halves):.1%}")
    with st.container(key="survivors"):
        components.metric(_("Survivors of {n:,} splits").format(n=len(halves)), f"{survive:,}", share)


def survivors_table(halves: ScoredHalves, survives: NDArray[np.bool_]) -> None:
    """The survivors one by one, best first."""
    numbers = np.flatnonzero(survives)
    if not len(numbers):
        return
    n = min(len(numbers), MOST_LISTED)
    way = sliders.order()
    heading = (
        _("The {n} survivors nearest to expected") if way == "band" else _("The {n} survivors most alike")
    )
    st.markdown("**" + heading.format(n=n) + "**")
    numbers = numbers[np.argsort(_ranking(halves, way).reach[numbers], kind="stable")][:n]
    columns: dict[str, Sequence[object]] = {_("split"): numbers.tolist()}
    for k in range(len(halves.attributes)):
        columns[title(halves, k)] = [digits(value) for value in halves.divergences[numbers, k]]
    components.table(pd.DataFrame(columns), "selected_splits", height=240)


def survival_curve(halves: ScoredHalves, own: float) -> None:
    """Survivors against one common bound, and how many survive the reader's own bounds."""
    if not halves.varied:
        return
    way = sliders.order()
    ranking = _ranking(halves, way)
    c, survival_curve, share = ranking.bound, ranking.curve, ranking.share
    scale = 100 if way == "percentile" else 1
    words = {
        "band": _("half width, in sd"),
        "percentile": _("common percentile"),
        "value": _("common bound"),
    }[way]
    name = _("best {share:.0%} (Wang et al.): at {c:.3g}")
    if way == "band":
        name = _("half width {c:.3g}: {share:.0%} survive")
    at, name = (scale * c, share), name.format(share=share, c=scale * c)
    alt = _("{share:.0%} of splits survive a common bound of {c:.3g}.").format(c=scale * c, share=share)

    def take() -> None:
        for attribute in (halves.attributes[k] for k in halves.varied):
            bound = attribute.common(way, c)
            sliders.move(attribute, *bound.range, bound.scale)
        sliders.moved()

    st.button(_("Let about {share:.0%} survive").format(share=share), key="take_common", on_click=take)
    components.chart(
        figures.survival(
            scale * survival_curve.c, survival_curve.share, at=at, own=own, name=name, title=words
        ),
        "survival",
        alt=alt,
        csv={"bound": scale * survival_curve.c, "share": survival_curve.share},
    )
