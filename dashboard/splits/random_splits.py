"""Views of random halves, of one of them and why it differs, and of ways of making splits beside each other."""

from typing import cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import mx2core as mx
from dashboard.figures.splits import divergence as figures
from dashboard.session import analysis, state
from dashboard.session.analysis import Chosen
from dashboard.splits.candidate_map import alike
from dashboard.splits.splits_used import OF_THRESHOLDS, way, ways
from dashboard.ui import components
from dashboard.ui.widgets import pick
from dashboard.words import measures, problems, text
from dashboard.words.measures import digits
from dashboard.words.text import _, inert
from mx2core.partition import PartitionSet, ScoredHalves, candidate_at
from mx2core.partition.checks import USUAL_M
from mx2core.partition.measures import MEASURES, PAPER, SHARES
from mx2core.partition.parts.judgement import mid_percentiles, percentile_text

LABELS = 3  # of the split that is opened, those that add most


def histograms(chosen: Chosen, halves: ScoredHalves) -> None:
    """How much the random halves differ in each attribute, with the split that is looked into."""
    measure = state.chosen("measure", PAPER)
    notes = (
        problems.notice_text(MEASURES[measure].description),
        measures.simulated(analysis.measures(chosen.names)),
    )
    st.caption(text.prose(filter(None, notes)))
    number = picked(halves)
    for k, column in components.side_by_side(chosen.names):
        with column:
            _histogram(halves, k, marked=None if number is None else float(halves.divergences[number, k]))


def look_into(chosen: Chosen, halves: ScoredHalves) -> None:
    """One random split, and the labels that make it differ."""
    if not halves.varied:
        return
    if picked(halves) is None:
        state.choose_next("pick", "unlike")
        st.rerun()
    _pick_split(halves)
    mask = _mask(halves, cast(int, picked(halves)))
    for i, column in components.side_by_side([chosen.names[k] for k in halves.varied]):
        with column:
            _contributions(chosen, halves.varied[i], mask)


def _mask(halves: ScoredHalves, number: int) -> NDArray[np.bool_]:
    mask: NDArray[np.bool_] = mx.partitions.random_masks(halves.n_units, [number], seed=halves.seed)[0]
    return mask


def opened(chosen: Chosen, halves: ScoredHalves) -> None:
    """Beside the map: where the split that is looked into lies, and what makes it differ most."""
    number = picked(halves)
    if number is None:
        st.caption(_("Click the map to open a split."))
        return
    st.markdown("**" + _("Split {number}").format(number=number) + "**")
    mask = _mask(halves, number)
    for k in halves.varied:
        name = text.attribute(chosen.names[k])
        value = float(halves.divergences[number, k])
        percent = percentile_text(mid_percentiles([value], halves.divergences[:, k])[0])
        parts = mx.partitions.label_contributions(mask, chosen.attributes[k].counts)
        half = parts.first.sum() / (parts.first.sum() + parts.second.sum())  # what is expected of every label
        about = _("{name}: {value}, above {percent} of random splits.")
        about = about.format(name=inert(name), value=digits(value), percent=percent)
        lines = [text.prose((about, _("First half, with {half:.1%} of labels:").format(half=half)))]
        for j in np.argsort(-parts.contribution, kind="stable")[:LABELS]:
            label, first = inert(chosen.attributes[k].labels[j]), int(parts.first[j])
            words = _("- {label}: {first:,}, expected {expected:,.1f}")
            lines.append(words.format(label=label, first=first, expected=float(parts.expected[j])))
        st.markdown("\n".join(lines))


def _histogram(halves: ScoredHalves, k: int, *, marked: float | None) -> None:
    attribute, values = halves.attributes[k], halves.divergences[:, k]
    name, symbol = text.attribute(attribute.name), measures.symbol(attribute.measure)
    st.markdown(f"**{inert(symbol)} · {inert(name)}**")
    if not attribute.varied:
        st.info(alike([attribute]), icon=":material/info:")
        st.metric(_("Expected"), digits(float(values[0])), border=True, width=120)
        return
    low, high = attribute.middle()
    mean = _("Mean") if attribute.factor is None else _("Expected")
    floor = "–" if attribute.floor is None else digits(attribute.floor)
    with st.container(horizontal=True):  # unlike columns, it goes on below where numbers would be cut
        st.metric(mean, digits(attribute.expected), border=True, width=120)
        st.metric(_("5% to 95%"), f"{digits(low, 2)}–{digits(high, 2)}", border=True, width=160)
        st.metric(_("Floor"), floor, border=True, width=140)
    figure = figures.divergence_histogram(
        values,
        density=attribute.density,
        expected=attribute.expected,
        floor=attribute.floor,
        marked=marked,
        from_zero=attribute.measure not in SHARES,
        title=symbol,
    )
    alt = _("{measure} of {n:,} random splits, {name}; mean {expected}.")
    alt = alt.format(measure=symbol, n=len(values), name=name, expected=digits(attribute.expected))
    columns = {"candidate": np.arange(len(values)), MEASURES[attribute.measure].column: values}
    components.chart(figure, f"histogram_{k}", alt=alt, csv=columns)


def _pick_split(halves: ScoredHalves) -> None:
    """Ask which random split is opened; a click on the map asks for one by its number."""
    ways = {
        "unlike": _("least alike"),
        "typical": _("typical"),
        "alike": _("most alike"),
        "number": _("by number"),
    }
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if pick(_("Pick a split"), ways, "pick", None, buttons=True, required=False) != "number":
            return
        last = len(halves) - 1
        key = state.choice("picked", 0)
        st.session_state[key] = min(st.session_state[key], last)
        st.number_input(_("Split number"), min_value=0, max_value=last, key=key, width=200)


def open_split(halves: ScoredHalves, number: int) -> None:
    """Look into one random split, in the run that comes next."""
    state.choose_next("pick", "number")
    state.choose_next("picked", min(max(number, 0), len(halves) - 1))


def picked(halves: ScoredHalves) -> int | None:
    """Number of the random split that is looked into; None as long as none is."""
    pick = state.chosen("pick")
    if not halves.varied or pick not in ("number", "alike", "unlike", "typical"):
        return None
    if pick == "number":
        return min(int(state.chosen("picked", 0)), len(halves) - 1)
    shares = [attribute.measure in SHARES for attribute in halves.attributes]
    # Halves are the more alike the more of one the other has seen.
    divergences = np.where(shares, 1 - halves.divergences, halves.divergences)
    if pick == "alike":
        return int(mx.partitions.select_good(divergences, 1 / len(halves)).indices[0])
    if pick == "unlike":
        return int(mx.partitions.select_bad(divergences, 1 / len(halves)).indices[0])
    return candidate_at(divergences, 0.5)


def _contributions(chosen: Chosen, k: int, mask: NDArray[np.bool_]) -> None:
    attribute = chosen.attributes[k]
    parts = mx.partitions.label_contributions(mask, attribute.counts)
    name = text.attribute(chosen.names[k])
    heading = _("**{name}** · χ²/J {value:.3f}; numbers: contributions")
    st.markdown(heading.format(name=inert(name), value=parts.contribution.sum()))
    components.chart(
        figures.contributions(attribute.labels, parts),
        f"contributions_{k}",
        alt=_("Bars: labels that add most to χ²/J of {name}.").format(name=name),
        csv=components.contributions(attribute.labels, parts),
    )


def schemes(chosen: Chosen, halves: ScoredHalves, partitions: PartitionSet | None) -> None:
    """The divergence of every split of all ways of making them; those that are used stand out."""
    names = {method: name for method, name in ways(halves).items() if method not in OF_THRESHOLDS}
    m, seed = state.chosen("m", USUAL_M), state.chosen("seed", 0)
    scheme = way(halves)
    every = analysis.possible_partitions(names, m, seed)
    if len(every) < len(names) and analysis.cancelled(m, seed):
        st.caption(_("Cancelled: choose a way above."))
    if scheme in OF_THRESHOLDS and partitions is not None:
        names[scheme], every[scheme] = ways(halves)[scheme], partitions
    for k, column in components.side_by_side(chosen.names):
        with column:
            name = inert(text.attribute(chosen.names[k]))
            st.markdown("**" + _("χ²/J of each split · {name}").format(name=name) + "**")
            divergences = {method: p.divergence(chosen.counts[k]) for method, p in every.items()}
            values = {names[method]: one for method, one in divergences.items()}
            components.chart(
                figures.schemes(
                    values, expected=chosen.expected[k], chosen=names.get(scheme, ""), title="χ²/J"
                ),
                f"schemes_{k}",
                alt=_("Dots: χ²/J of every split; line: expected."),
                csv={
                    "scheme": np.repeat(list(divergences), [len(one) for one in divergences.values()]),
                    "split": np.concatenate([np.arange(1, len(one) + 1) for one in divergences.values()]),
                    MEASURES[PAPER].column: np.concatenate(list(divergences.values())),
                },
            )
