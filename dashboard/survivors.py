"""The parts of the Thresholds page that show what survives the bounds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import bounds as bound
from dashboard import density, figures, measures, panels, state, text
from dashboard.measures import written
from dashboard.remembered import Remembered
from dashboard.text import _

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from streamlit.delta_generator import DeltaGenerator

    from dashboard.bounds import Bounds, Range
    from dashboard.candidates import Candidates
    from dashboard.density import Binned
    from mx2core.partition import Extreme, SurvivalCurve

RULE = 0.05  # the share that good and bad splits are the extremes of
POINTS = 61  # bounds along each side of the heat map
SHOWN = 100  # good or bad splits drawn one by one


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The candidates in order of what the bounds are about."""

    good: Extreme
    bad: Extreme
    curve: SurvivalCurve  # survivors of a common bound
    rule: tuple[float, float]  # the bound that makes good splits, and the share that survives it


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Which candidates survive the bounds and, where one was drawn, lie in the box."""

    survives: NDArray[np.bool_]  # (n_candidates,)
    selected: NDArray[np.bool_]  # those of them in the box
    box: dict[int, Range] | None  # by attribute
    ranking: Ranking | None  # None where all candidates are alike


_rankings: Remembered[Ranking] = Remembered(48)
_binned: Remembered[Binned] = Remembered(128)
_planes: Remembered[NDArray[np.float64]] = Remembered(128)


def find(drawn: Candidates, bounds: Bounds) -> Found:
    survives = mx.survivors(drawn.divergences, bounds.lower, bounds.upper)
    selected, box = survives, _box(drawn)
    if box is not None:
        lower, upper = np.array([box.get(k, (-np.inf, np.inf)) for k in range(len(drawn.attributes))]).T
        selected = survives & mx.survivors(drawn.divergences, lower, upper)
    way = "band" if bounds.band else "percentile" if bounds.percentile else "value"
    varied = varying(drawn)
    ranking = _rankings.get((drawn.digest, way), lambda: _ranked(drawn, varied, way)) if varied else None
    return Found(survives, selected, box, ranking)


def varying(drawn: Candidates) -> list[int]:
    """The attributes in which the candidates differ from one another."""
    return [k for k in range(len(drawn.attributes)) if drawn.varied(k)]


def _ranked(drawn: Candidates, varied: list[int], way: str) -> Ranking:
    """Good and bad splits by value, by percentile, or by distance from the expected value."""
    values = drawn.divergences[:, varied]
    if way == "band":
        expected, sd = np.array([(drawn.attributes[k].expected, drawn.attributes[k].sd) for k in varied]).T
        values = np.abs(values - expected) / sd
    comparable = way == "percentile"
    good, bad = (select(values, RULE, comparable=comparable) for select in (mx.select_good, mx.select_bad))
    if comparable:
        values = np.column_stack([mx.percentiles(values[:, i], values[:, i]) for i in range(len(varied))])
    # With ties at the bound more survive it than were asked for.
    share = float((values.max(axis=1) <= good.bound).mean())
    return Ranking(good, bad, mx.survival_curve(values), (good.bound, share))


def card(drawn: Candidates, found: Found, place: DeltaGenerator) -> None:
    """The answer: how many survive."""
    n, total = int(found.survives.sum()), len(drawn)
    place.metric(
        _("Survivors"),
        f"{n:,}",
        f"{n / total:.1%}",
        **panels.NEUTRAL,
    )


# The picture of the candidates.


def _title(drawn: Candidates, k: int) -> str:
    attribute = drawn.attributes[k]
    return f"{measures.symbols()[attribute.measure]} · {text.attribute(attribute.name)}"


def _bins(drawn: Candidates, k: int) -> Binned:
    return _binned.get((drawn.digest, k), lambda: density.binned(drawn.divergences[:, k]))


def _plane(drawn: Candidates, i: int, j: int, coarse: int = 1) -> NDArray[np.float64]:
    across, up = _bins(drawn, i).coarse(coarse), _bins(drawn, j).coarse(coarse)
    return _planes.get((drawn.digest, i, j, coarse), lambda: density.joint(across, up))


def _axis(
    drawn: Candidates, bounds: Bounds, k: int, coarse: int = 1, title: str | None = None
) -> figures.Axis:
    return figures.Axis(
        symbol=f"Φ{bound.index(k)}",
        title=title or _title(drawn, k),
        bins=_bins(drawn, k).coarse(coarse),
        bounds=bounds.range(k),
        expected=drawn.attributes[k].expected,
        exact=drawn.attributes[k].factor is not None,
    )


def picture(drawn: Candidates, bounds: Bounds, found: Found) -> None:
    """One attribute as a line, two as a plane, more as all pairs or a plane of two."""
    varied = varying(drawn)
    if not varied:
        st.info(
            _(
                "All random halves have the same divergence in every attribute, because all units are alike or each "
                "label occurs once. There is nothing to choose by; random and block partitions remain."
            ),
            icon=":material/info:",
        )
        return
    axes = varied[:2]
    if len(varied) > 2:
        axes = _which(drawn, varied)
    if len(axes) > 2:
        figure = figures.pairs(
            [_axis(drawn, bounds, k, 2, text.attribute(drawn.attributes[k].name)) for k in axes],
            {(a, b): _plane(drawn, axes[a], axes[b], 2) for b in range(len(axes)) for a in range(b)},
            found.survives,
            text=_,
        )
    elif len(axes) == 2:
        st.markdown("**" + _("The plane of two divergences") + "** · " + _("drag a box to select splits"))
        figure = _large(drawn, bounds, found, *axes)
    else:
        st.markdown("**" + _("The divergence of all candidates") + "**")
        figure = figures.line(_axis(drawn, bounds, axes[0]), found.survives, text=_)
    # A figure of another kind is another element: a selection cannot be carried over.
    key = "pairs" if len(axes) > 2 else "plane"
    options = (
        {}
        if key == "pairs"
        else {
            "on_select": partial(_keep_box, drawn, axes),
            "selection_mode": "box",
        }
    )
    panels.chart(
        figure,
        key,
        alt=_(
            "Density of {n:,} random splits by how much their halves differ; {k:,} survive the thresholds."
        ).format(n=len(drawn), k=int(found.survives.sum())),
        csv=lambda: panels.columns_csv(
            candidate=np.arange(len(drawn)),
            **{
                f"{measures.COLUMN[a.measure]}_{a.name}": drawn.divergences[:, k]
                for k, a in enumerate(drawn.attributes)
            },
            survives=found.survives.astype(int),
        ),
        **options,
    )
    if not found.survives.any():
        st.caption(_("No random split survives: raise a bound, or construct splits that meet it."))
    _said_of_box(found)


def _large(drawn: Candidates, bounds: Bounds, found: Found, i: int, j: int) -> object:
    good, bad = found.ranking.good.indices[:SHOWN], found.ranking.bad.indices[:SHOWN]
    names = (_("nearest {n}"), _("farthest {n}")) if bounds.band else (_("best {n}"), _("worst {n}"))
    box = found.box
    return figures.plane(
        _axis(drawn, bounds, i),
        _axis(drawn, bounds, j),
        _plane(drawn, i, j),
        found.survives,
        marked={
            name.format(n=len(numbers)): drawn.divergences[np.ix_(numbers, [i, j])]
            for name, numbers in zip(names, (good, bad), strict=True)
        },
        box=None if box is None else (box.get(i, (-np.inf, np.inf)), box.get(j, (-np.inf, np.inf))),
        text=_,
    )


def _which(drawn: Candidates, varied: list[int]) -> list[int]:
    """All pairs, or two attributes that are picked."""
    ways = {"pairs": _("all pairs"), "plane": _("two attributes")}
    names = {k: text.attribute(drawn.attributes[k].name) for k in varied}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            _("Picture"),
            list(ways),
            format_func=ways.get,
            key=state.choice("picture", "pairs"),
            required=True,
            label_visibility="collapsed",
        )
        if state.chosen("picture") == "pairs":
            return varied
        i = st.selectbox(
            _("Across"),
            varied,
            format_func=names.get,
            key=state.among("across", varied, varied[0]),
            label_visibility="collapsed",
        )
        rest = [k for k in varied if k != i]
        j = st.selectbox(
            _("Up"),
            rest,
            format_func=names.get,
            key=state.among("up", rest, rest[0]),
            label_visibility="collapsed",
        )
    return [i, j]


# The box drawn into it.


def _box(drawn: Candidates) -> dict[int, Range] | None:
    """The box by attribute; None if there is none, or it is about other attributes or measures."""
    kept = state.chosen("box") or []
    if [(name, measure) for name, measure, *_ends in kept] != [(a.name, a.measure) for a in drawn.attributes]:
        return None
    return {k: (low, high) for k, (_name, _measure, low, high) in enumerate(kept) if low is not None}


def _keep_box(drawn: Candidates, axes: list[int]) -> None:
    """Keep the ranges of a box: a redrawn figure loses its selection, the state does not."""
    boxes = st.session_state["plane"].selection.box
    if boxes:
        ends = dict(zip(axes, (boxes[0]["x"], boxes[0]["y"]), strict=False))
        kept = []  # plain lists and numbers, as all choices that a project keeps
        for k, attribute in enumerate(drawn.attributes):
            low, high = (float(min(ends[k])), float(max(ends[k]))) if k in ends else (None, None)
            kept.append([attribute.name, attribute.measure, low, high])
        state.choose("box", kept)


def _said_of_box(found: Found) -> None:
    if found.box is None:
        return
    n = int(found.selected.sum())
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            text.ngettext("**{n:,}** survivor in the box", "**{n:,}** survivors in the box", n).format(n=n)
        )
        st.button(_("Clear the box"), on_click=state.choose, args=("box", None))


# How survivors fall.


def falling(drawn: Candidates, bounds: Bounds, found: Found) -> None:
    """Survivors against one common bound, or against two bounds at once."""
    st.markdown("**" + _("How fast the survivors vanish") + "**")
    varied = varying(drawn)
    if not varied:
        st.caption(_("Every split survives every bound that one survives."))
        return
    ways = {"common": _("common bound"), "both": _("c₁ × c₂")}
    if len(varied) > 1:
        axes = varied[:2]
        if len(varied) > 2 and state.chosen("picture") == "plane":
            axes = [state.chosen("across", axes[0]), state.chosen("up", axes[1])]
        ways["both"] = f"{bound.symbol(axes[0])} × {bound.symbol(axes[1])}"
        st.segmented_control(
            _("Survivors against"),
            list(ways),
            format_func=ways.get,
            key=state.choice("falling", "common"),
            required=True,
            label_visibility="collapsed",
        )
        if state.chosen("falling") == "both":
            _of_both(drawn, bounds, *axes)
            return
    _of_common(drawn, bounds, found)


def _of_common(drawn: Candidates, bounds: Bounds, found: Found) -> None:
    curve, (c, share) = found.ranking.curve, found.ranking.rule
    if bounds.band:
        title = _("half width of the band, in sd")
    elif bounds.percentile:
        title = _("common percentile")
        curve, c = type(curve)(100 * curve.c, curve.share), 100 * c
    else:
        title = _("common bound c")
    panels.chart(
        figures.survival(curve.c, curve.share, rule=(c, share), title=title, text=_),
        "survival",
        alt=_("Share of splits that survive a common bound; {share:.0%} survive at {c:.3g}.").format(
            c=c, share=share
        ),
        csv=lambda: panels.columns_csv(bound=curve.c, share=curve.share),
    )


def _of_both(drawn: Candidates, bounds: Bounds, i: int, j: int) -> None:
    others = [k for k in range(len(drawn.attributes)) if k not in (i, j)]
    upper = bounds.upper.copy()
    upper[[i, j]] = np.inf  # the two that vary; their lower bounds and the other attributes stay
    kept = mx.survivors(drawn.divergences, bounds.lower, upper)
    points = [np.linspace(bound.scale(drawn, k).low, _bins(drawn, k).edges[-1], POINTS) for k in (i, j)]
    grid = mx.survival_grid(drawn.divergences[kept][:, [i, j]], *points)
    titles = tuple(f"{bound.symbol(k)} · {text.attribute(drawn.attributes[k].name)}" for k in (i, j))
    m = int(state.chosen("m_taken", 3))
    panels.chart(
        figures.survivors_of_both(
            grid.c1,
            grid.c2,
            grid.survivors,
            total=len(drawn),
            m=m,
            rule=RULE,
            now=(float(bounds.upper[i]), float(bounds.upper[j])),
            titles=titles,
            text=_,
        ),
        "survival_grid",
        alt=_("Heat map: share of splits that survive each pair of upper bounds."),
        csv=lambda: panels.columns_csv(
            **{
                f"c_{drawn.attributes[i].name}": np.repeat(grid.c1, len(grid.c2)),
                f"c_{drawn.attributes[j].name}": np.tile(grid.c2, len(grid.c1)),
            },
            survivors=grid.survivors.ravel(),
        ),
    )
    if others:
        st.caption(_("The bounds of the other attributes stay as they are."))


def table(drawn: Candidates, found: Found) -> None:
    """The selected splits, best first."""
    numbers = np.flatnonzero(found.selected)
    if not len(numbers):
        return
    worst = drawn.divergences[numbers].max(axis=1)
    numbers = numbers[np.argsort(worst, kind="stable")][:SHOWN]
    with st.expander(_("The selected splits one by one (best {n})").format(n=len(numbers))):
        shown = {_("split"): numbers}
        for k, attribute in enumerate(drawn.attributes):
            values = drawn.divergences[numbers, k]
            shown[_title(drawn, k)] = [written(value) for value in values]
            name = text.attribute(attribute.name)
            shown[_("percentile · {name}").format(name=name)] = [
                round(100 * drawn.share(k, v), 1) for v in values
            ]
        st.dataframe(pd.DataFrame(shown), hide_index=True, height=240)
