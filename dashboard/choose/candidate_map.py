"""The picture of the candidates on the Choose page, and the box that is drawn into it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from dashboard import figures
from dashboard.choose import sliders, survivors
from dashboard.figures.splits import density
from dashboard.server.result_cache import Remembered
from dashboard.session import chosen_thresholds, state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words import text
from dashboard.words.text import _
from mx2core.partition.measures import MEASURES, SHARES

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from numpy.typing import NDArray

    from dashboard.choose.survivors import Survivors
    from dashboard.figures.splits.density import Binned
    from mx2core.partition import ScoredHalves, Thresholds

SHOWN = 40  # good or bad splits drawn one by one; each is an element to draw anew at every step

_binned: Remembered[Binned] = Remembered(128)
_planes: Remembered[NDArray[np.float32]] = Remembered(128)


def bins(halves: ScoredHalves, k: int) -> Binned:
    return _binned.get((halves.digest, k), lambda: density.binned(halves.divergences[:, k]))


def _plane(halves: ScoredHalves, i: int, j: int, coarse: int = 1) -> NDArray[np.float32]:
    across, up = bins(halves, i).coarse(coarse), bins(halves, j).coarse(coarse)
    return _planes.get((halves.digest, i, j, coarse), lambda: density.joint(across, up))


def _axis(
    halves: ScoredHalves,
    thresholds: tuple[Thresholds, ...],
    k: int,
    coarse: int = 1,
    title: str | None = None,
) -> figures.Axis:
    return figures.Axis(
        symbol=f"Φ{sliders.index(k)}",
        title=title or survivors.title(halves, k),
        bins=bins(halves, k).coarse(coarse),
        bounds=thresholds[k].range,
        expected=halves.attributes[k].expected,
        exact=halves.attributes[k].factor is not None,
    )


def heading(halves: ScoredHalves) -> None:
    """What the picture is of; all pairs of many attributes say it themselves."""
    of_one = (
        _("The seen share of all candidates")
        if halves.varied and halves.attributes[halves.varied[0]].measure in SHARES
        else _("The divergence of all candidates")
    )
    words = {
        1: f"**{of_one}**",
        2: "**" + _("Both divergences together") + "** · " + _("drag a box to select splits"),
    }
    st.markdown(words.get(len(halves.varied), ""), width="content")


def show(halves: ScoredHalves, thresholds: tuple[Thresholds, ...], selected: Survivors) -> None:
    """One attribute as a line, two as a plane, more as all pairs or a plane of two."""
    varied = halves.varied
    if not varied:
        why = (
            _(
                "In all random halves the same share is seen, for both always have all labels. There is nothing to "
                "choose by: choose words, or labels with their words, on the page Corpus."
            )
            if all(attribute.measure in SHARES for attribute in halves.attributes)
            else _(
                "All random halves have the same divergence in every attribute, because all units are alike or each "
                "label occurs once. There is nothing to choose by; random and block partitions remain."
            )
        )
        st.info(why, icon=":material/info:")
        return
    axes = varied[:2]
    if len(varied) > 2:
        axes = _which(halves, varied)
    if len(axes) > 2:
        figure = figures.pairs(
            [_axis(halves, thresholds, k, 2, text.attribute(halves.attributes[k].name)) for k in axes],
            {(a, b): _plane(halves, axes[a], axes[b], 2) for b in range(len(axes)) for a in range(b)},
            selected.survives,
            text=_,
        )
    elif len(axes) == 2:
        figure = _large(halves, thresholds, selected, *axes)
    else:
        figure = figures.line(_axis(halves, thresholds, axes[0]), selected.survives, text=_)
    # A figure of another kind is another element: a selection cannot be carried over.
    key = "pairs" if len(axes) > 2 else "plane"
    options: dict[str, Any] = (
        {}
        if key == "pairs"
        else {
            "on_select": partial(_keep_box, halves, axes),
            "selection_mode": "box",
        }
    )
    components.chart(
        figure,
        key,
        alt=_(
            "Density of {n:,} random splits by how much their halves differ; {k:,} survive the thresholds."
        ).format(n=len(halves), k=int(selected.survives.sum())),
        csv=lambda: components.columns_csv(
            candidate=np.arange(len(halves)),
            **{
                f"{MEASURES[a.measure].column}_{a.name}": halves.divergences[:, k]
                for k, a in enumerate(halves.attributes)
            },
            survives=selected.survives.astype(int),
        ),
        **options,
    )
    if not selected.survives.any():
        st.caption(_("No random split survives these bounds."))
    _said_of_box(selected)


def _large(
    halves: ScoredHalves, thresholds: tuple[Thresholds, ...], selected: Survivors, i: int, j: int
) -> go.Figure:
    good, bad = selected.ranking.good.indices[:SHOWN], selected.ranking.bad.indices[:SHOWN]
    names = (
        (_("{n} near in all"), _("{n} far in all"))
        if chosen_thresholds.way() == "band"
        else (_("{n} most alike"), _("{n} least alike"))
    )
    box = selected.box
    return figures.plane(
        _axis(halves, thresholds, i),
        _axis(halves, thresholds, j),
        _plane(halves, i, j),
        selected.survives,
        marked={
            name.format(n=len(numbers)): halves.divergences[numbers][:, [i, j]]
            for name, numbers in zip(names, (good, bad), strict=True)
        },
        box=None if box is None else (box.get(i, (-np.inf, np.inf)), box.get(j, (-np.inf, np.inf))),
        text=_,
    )


def _which(halves: ScoredHalves, varied: list[int]) -> list[int]:
    """All pairs, or two attributes that are picked."""
    ways = {"pairs": _("all pairs"), "plane": _("two attributes")}
    names = {k: text.attribute(halves.attributes[k].name) for k in varied}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if pick(_("Picture"), ways, "picture", "pairs", buttons=True, hide_label=True) == "pairs":
            return varied
        i = pick(_("Across"), names, "across", varied[0], hide_label=True)
        rest = [k for k in varied if k != i]
        j = pick(_("Up"), {k: names[k] for k in rest}, "up", rest[0], hide_label=True)
    return [i, j]


def _keep_box(halves: ScoredHalves, axes: list[int]) -> None:
    """Keep the ranges of a box: a redrawn figure loses its selection, the state does not."""
    boxes = st.session_state["plane"].selection.box
    if boxes:
        ends = dict(zip(axes, (boxes[0]["x"], boxes[0]["y"]), strict=False))
        box = []  # plain lists and numbers, as all choices that a project keeps
        for k, attribute in enumerate(halves.attributes):
            low, high = (float(min(ends[k])), float(max(ends[k]))) if k in ends else (None, None)
            box.append([attribute.name, attribute.measure, low, high])
        state.choose("box", box)


def _said_of_box(selected: Survivors) -> None:
    if selected.box is None:
        return
    n = int(selected.in_box.sum())
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            text.ngettext("**{n:,}** survivor in the box", "**{n:,}** survivors in the box", n).format(n=n)
        )
        st.button(_("Clear the box"), on_click=state.choose, args=("box", None))
