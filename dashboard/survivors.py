"""The parts of the Thresholds page: bounds, what survives them, and what to do with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import figures, panels, state, taking, text
from dashboard.text import _, inert
from mx2core.partition import Selection

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.analysis import Chosen

RULE = 0.05  # the share that good and bad splits are the extremes of
SHOWN = 100  # good or bad splits drawn one by one
Bounds = list[tuple[float, float]]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Which candidates survive the bounds and, where one was drawn, lie in the box."""

    survives: NDArray[np.bool_]  # (n_candidates,)
    selected: NDArray[np.bool_]  # those of them in the box
    box: Bounds | None
    good: Any  # Extreme
    bad: Any


def bounds(chosen: Chosen, divergences: NDArray[np.float64]) -> Bounds:
    """A slider per attribute: an upper bound as in the paper, or a band."""
    kinds = {"upper": _("upper bound"), "band": _("band")}
    columns = st.columns([3] * len(chosen.names) + [2], vertical_alignment="bottom")
    columns[-1].segmented_control(
        _("Condition"), list(kinds), format_func=kinds.get, key=state.choice("bound", "upper"), required=True
    )
    upper = state.chosen("bound") == "upper"
    result = []
    for k, (name, column) in enumerate(zip(chosen.names, columns[:-1], strict=True)):
        values = divergences[:, k]
        low = np.floor(100 * min(chosen.floors[k], float(values.min()))) / 100
        high = max(np.ceil(100 * float(values.max())) / 100, low + 0.02)
        label = _("c{k} · {name}").format(k="₁₂₃₄₅₆₇₈₉"[k] if k < 9 else k + 1, name=text.attribute(name))
        if upper:
            start: Any = float(np.round(np.quantile(values, 0.5), 2))
        else:
            start = tuple(float(np.round(q, 2)) for q in np.quantile(values, [0.25, 0.75]))
        key = f"c_{name}" if upper else f"band_{name}"
        state.choice(key, start)
        now = st.session_state[key]
        st.session_state[key] = (
            min(max(now, low), high) if upper else tuple(min(max(v, low), high) for v in now)
        )
        value = column.slider(inert(label), low, high, step=0.01, key=key, format="%.2f")
        result.append((-np.inf, value) if upper else tuple(value))
    return result


def find(divergences: NDArray[np.float64], bounds: Bounds) -> Found:
    lower, upper = np.array([b[0] for b in bounds]), np.array([b[1] for b in bounds])
    survives = mx.survivors(divergences, lower, upper)
    box = state.chosen("box")
    selected = survives
    if box is not None and len(box) == divergences.shape[1]:
        inside = mx.survivors(divergences, np.array([b[0] for b in box]), np.array([b[1] for b in box]))
        selected = survives & inside
    else:
        box = None
    good, bad = mx.select_good(divergences, RULE), mx.select_bad(divergences, RULE)
    return Found(survives, selected, box, good, bad)


def cards(chosen: Chosen, divergences: NDArray[np.float64], bounds: Bounds, found: Found) -> None:
    columns = st.columns(2 + len(chosen.names))
    n, total = int(found.survives.sum()), len(divergences)
    columns[0].metric(
        _("Survivors"),
        f"{n:,}",
        _("{share:.1%} of {total:,}").format(share=n / total, total=total),
        **panels.NEUTRAL,
    )
    for k, name in enumerate(chosen.names):
        low, high = mx.percentiles(np.array(bounds[k]), divergences[:, k])
        band = state.chosen("bound") == "band"
        columns[k + 1].metric(
            _("c{k} among random splits").format(k="₁₂₃₄₅₆₇₈₉"[k] if k < 9 else k + 1),
            f"{low:.0%}–{high:.0%}" if band else f"{high:.0%}",
            inert(text.attribute(name)),
            **panels.NEUTRAL,
        )
    columns[-1].metric(
        _("Floor of this corpus"),
        " · ".join(text.least(value) for value in chosen.floors),
        _("no split goes below"),
        **panels.NEUTRAL,
    )


def picture(chosen: Chosen, divergences: NDArray[np.float64], bounds: Bounds, found: Found) -> None:
    """The plane of two divergences (with more, of two that are picked), or the line of one."""
    if len(chosen.names) == 1:
        st.markdown("**" + _("The divergence of all candidates") + "**")
        figure = figures.line(
            divergences[:, 0],
            found.survives,
            bounds=bounds[0],
            expected=chosen.expected[0],
            name=text.attribute(chosen.names[0]),
            text=_,
        )
        axes = [0]
    else:
        st.markdown("**" + _("The plane of two divergences") + "** · " + _("drag a box to select splits"))
        axes = _axes(chosen)
        i, j = axes
        figure = figures.plane(
            divergences[:, axes],
            found.survives,
            bounds=(bounds[i], bounds[j]),
            expected=(chosen.expected[i], chosen.expected[j]),
            names=(text.attribute(chosen.names[i]), text.attribute(chosen.names[j])),
            marked={
                _("best {n}").format(n=min(SHOWN, len(found.good.indices))): divergences[
                    np.ix_(found.good.indices[:SHOWN], axes)
                ],
                _("worst {n}").format(n=min(SHOWN, len(found.bad.indices))): divergences[
                    np.ix_(found.bad.indices[:SHOWN], axes)
                ],
            },
            box=(found.box[i], found.box[j]) if found.box else None,
            text=_,
        )
    event = panels.chart(
        figure,
        "plane",
        alt=_("Density of {n:,} random splits over χ²/J; {k:,} of them survive the thresholds.").format(
            n=len(divergences), k=int(found.survives.sum())
        ),
        csv=lambda: panels.columns_csv(
            candidate=np.arange(len(divergences)),
            **{f"chi2_per_label_{name}": divergences[:, k] for k, name in enumerate(chosen.names)},
            survives=found.survives.astype(int),
        ),
        on_select=lambda: _keep_box(axes, divergences.shape[1]),
        selection_mode="box",
    )
    del event
    if found.box is not None:
        n = int(found.selected.sum())
        inside, clear = st.columns([3, 1], vertical_alignment="center")
        inside.markdown(
            text.ngettext("**{n:,}** survivor in the box", "**{n:,}** survivors in the box", n).format(n=n)
        )
        clear.button(_("Clear the box"), on_click=state.choose, args=("box", None), width="stretch")


def _axes(chosen: Chosen) -> list[int]:
    if len(chosen.names) == 2:
        return [0, 1]
    names = {k: text.attribute(name) for k, name in enumerate(chosen.names)}
    across, up = st.columns(2)
    i = across.selectbox(
        _("Across"), list(names), format_func=names.get, key=state.among("across", list(names), 0)
    )
    rest = [k for k in names if k != i]
    j = up.selectbox(_("Up"), rest, format_func=names.get, key=state.among("up", rest, rest[0]))
    return [i, j]


def _keep_box(axes: list[int], n_attributes: int) -> None:
    """Keep the ranges of a box: a redrawn figure loses its selection, the state does not."""
    drawn = st.session_state["plane"].selection.box
    if not drawn:
        return
    box: Bounds = [(-np.inf, np.inf)] * n_attributes
    ranges = [drawn[0]["x"], drawn[0]["y"]]
    for k, ends in zip(axes, ranges, strict=False):
        box[k] = (float(min(ends)), float(max(ends)))
    state.choose("box", box)


def vanishing(divergences: NDArray[np.float64]) -> None:
    curve = mx.survival_curve(divergences)
    bound = mx.select_good(divergences, RULE).bound
    panels.chart(
        figures.survival(curve.c, curve.share, rule=(RULE, bound), text=_),
        "survival",
        alt=_("Share of splits that survive a common bound c; 5 % survive at c = {c:.2f}.").format(c=bound),
        csv=lambda: panels.columns_csv(c=curve.c, share=curve.share),
    )


def table(chosen: Chosen, divergences: NDArray[np.float64], found: Found) -> None:
    """The selected splits, best first."""
    numbers = np.flatnonzero(found.selected)
    worst = divergences[numbers].max(axis=1)
    numbers = numbers[np.argsort(worst, kind="stable")][:SHOWN]
    with st.expander(_("The selected splits one by one (best {n})").format(n=len(numbers))):
        shown = {_("split"): numbers}
        for k, name in enumerate(chosen.names):
            values = divergences[numbers, k]
            shown[f"χ²/J · {text.attribute(name)}"] = values.round(3)
            shown[_("percentile · {name}").format(name=text.attribute(name))] = (
                100 * mx.percentiles(values, divergences[:, k])
            ).round(1)
        st.dataframe(pd.DataFrame(shown), hide_index=True, height=240)


def actions(chosen: Chosen, bounds: Bounds, found: Found) -> None:
    """Take m of the selected splits as a set of partitions, or construct m that meet the bounds."""
    st.subheader(_("Take splits from the survivors, or construct them"))
    count, take, construct, note = st.columns([2, 3, 3, 5], vertical_alignment="bottom")
    m = int(count.number_input(_("Splits m"), min_value=1, max_value=20, key=state.choice("m_taken", 3)))
    available, seed = int(found.selected.sum()), state.chosen("seed", 0)
    if found.box is not None:
        bounds = [(max(a, c), min(b, d)) for (a, b), (c, d) in zip(bounds, found.box, strict=True)]
    lower = [None if np.isinf(low) else low for low, _high in bounds]
    upper = [None if np.isinf(high) else high for _low, high in bounds]
    wanted = _("Take {m} of them").format(m=m)
    if take.button(wanted, type="primary", key="take", disabled=available < m, width="stretch"):
        partitions = mx.selected_partitions(
            chosen.counts,
            m,
            lower=lower,
            upper=upper,
            n_candidates=len(found.survives),
            seed=seed,
            attributes=chosen.names,
        )
        state.choose("taken", state.project().keep(partitions))
    if construct.button(_("Construct {m} instead").format(m=m), key="construct", width="stretch"):
        built = mx.regularized_partitions(chosen.counts, m, seed, list(zip(lower, upper, strict=True)))
        # For the record: what they had to meet, and that no candidate was drawn for it.
        record = Selection(chosen.names, tuple(lower), tuple(upper), 0, 0, ())
        state.choose("taken", state.project().keep(replace(built, selection=record)))
    note.caption(
        _(
            "Of the selected splits, those whose training sets share units most evenly; or splits built to meet the bounds."
        )
        if available >= m
        else _("Too few random splits are selected; splits that meet the bounds can still be constructed.")
    )
    taken = state.project().partitions.get(state.chosen("taken"))
    if taken is not None:
        taking.take(taken.partitions)
