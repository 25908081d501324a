"""The splits to use: made in a named way, taken from the survivors, or built to the thresholds."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

import mx2core as mx
from dashboard.server.project import KeptPartitions
from dashboard.session import analysis, state
from dashboard.session.analysis import Chosen
from dashboard.session.progress import progress
from dashboard.splits import candidate_map, screening, sliders
from dashboard.ui import components, menu
from dashboard.ui.answers import measured_shift
from dashboard.ui.answers.measured_shift import Found
from dashboard.ui.documents import partition_card
from dashboard.ui.documents.partition_card import IMPORTED
from dashboard.ui.widgets import main_button, pick
from dashboard.words import measures, problems, text
from dashboard.words.measures import digits
from dashboard.words.metrics import interval_text, metric_names
from dashboard.words.numbers import number
from dashboard.words.text import _, inert
from mx2core.judge.partition_words import condition
from mx2core.partition import PartitionSet, ScoredHalves, Thresholds, default_target, selected_from
from mx2core.partition.checks import USUAL_M
from mx2core.partition.construct.build import FEWEST_UNITS
from mx2core.partition.construct.named import BALANCED, CENTERED, FILTER, FLOOR, MEASURED_FROM
from mx2core.partition.measures import SHARES
from mx2core.partition.parts.judgement import percentile_text

OF_THRESHOLDS = ("selected", "thresholds", "screened", IMPORTED)  # made when asked for
_WAY = "way"  # in the session: number of the widget that asks for the way, and what it was drawn with


def ways(halves: ScoredHalves) -> dict[str, str]:
    """What each way of making splits is called, those that this corpus allows."""
    names = components.methods()
    if halves.n_units < FEWEST_UNITS or not halves.varied:
        names = {method: names[method] for method in ("random", "block")}
    imported = {IMPORTED: components.partitions_name(kept)} if (kept := _imported()) else {}
    return (
        names
        | imported
        | {
            "selected": _("from the survivors"),
            "thresholds": _("built to the thresholds"),
            "screened": _("the paper's procedure"),
        }
    )


def _imported() -> KeptPartitions | None:
    return state.project().partitions.get(state.chosen(IMPORTED))


def named(partitions: PartitionSet) -> str:
    """What those that are used are called; imported ones by their file."""
    kept = _imported() if state.chosen("scheme") == IMPORTED else None
    return components.partitions_name(kept or KeptPartitions(partitions))


def way(halves: ScoredHalves) -> str:
    """The one chosen; the default, as long as nobody asks for another."""
    names = ways(halves)
    usual = _usual(names)
    asked = state.chosen("scheme", usual)
    return asked if asked in names else usual


def _usual(names: Mapping[str, str]) -> str:
    target = default_target(USUAL_M, prefix=True)
    return target if target in names else "random"


def used(halves: ScoredHalves) -> PartitionSet | None:
    """The splits that are used; None as long as none were taken or built to the thresholds."""
    scheme = way(halves)
    if scheme not in OF_THRESHOLDS:
        state.choice("m", USUAL_M)  # before anything is made of it: what was kept may be no number
        return analysis.partitions(scheme, state.chosen("m", USUAL_M), state.chosen("seed", 0))
    kept = _imported() if scheme == IMPORTED else state.project().partitions.get(state.chosen("taken"))
    return kept.partitions if kept is not None and scheme in (IMPORTED, kept.partitions.method) else None


def choose(
    chosen: Chosen, halves: ScoredHalves, thresholds: tuple[Thresholds, ...], survives: NDArray[np.bool_]
) -> PartitionSet | None:
    """Ask how splits are made, how many is an option; make them; lead on with them."""
    m, current = int(st.session_state[state.choice("m", USUAL_M)]), True
    scheme = _ask_way(halves)
    if scheme in ("balanced", "centered"):  # of each split, or of all together
        st.caption(components.method_uses()[scheme])
    if not components.phone():
        replaced(halves)
    if scheme == "screened":
        screening.choose(chosen, m, halves.seed)
    elif scheme in OF_THRESHOLDS and scheme != IMPORTED:
        current = _make(chosen, halves, thresholds, survives, scheme, m)
    partitions = used(halves)
    if partitions is not None and current and main_button(_("Compare models on these"), key="use_partitions"):
        imported = _imported() if scheme == IMPORTED else None
        partition_card.keep_to_compare(partitions, imported.file if imported else "")
        menu.go("race")
    return partitions


def _ask_way(halves: ScoredHalves) -> str:
    """A widget of its own each time that anything but itself chose the way.

    A browser that was not told yet sends what the one before had, as if somebody chose that.
    """
    names = ways(halves)
    usual = _usual(names)
    names, when = components.default_first(names, usual), components.method_uses()
    help = "\n".join(
        f"- {text.titled(name, when[method])}" for method, name in names.items() if method in when
    )
    now = st.session_state[state.selection("scheme", list(names), usual)]
    number, drawn = st.session_state.get(_WAY, (0, now))
    number += now != drawn
    st.session_state[_WAY] = number, now
    key = f"way_{number}"
    st.session_state[key] = now
    by_hand: dict[str, Any] = {"on_change": _take_way, "args": (key, number, halves)}
    return pick(_("Splits to use"), names, key, usual, kept=False, help=help, **by_hand)


def _take_way(key: str, number: int, halves: ScoredHalves) -> None:
    """Whoever goes back to the way that a moved threshold replaced has the thresholds of before, too."""
    if key not in st.session_state or number != st.session_state[_WAY][0]:
        return  # of a widget that is no more
    st.session_state[_WAY] = number, st.session_state[key]
    state.choose("scheme", st.session_state[key])
    if st.session_state[key] == state.chosen(sliders.BEFORE):
        sliders.reset(halves)
        state.choose("pick", None)  # the split that was looked into was met on the way
    state.forget(sliders.BEFORE)


def replaced(halves: ScoredHalves) -> None:
    """Say that a threshold that was moved has changed the way of making splits; choosing that takes it back.

    On a phone it stands at the sliders, since the choice is further down.
    """
    names, before = ways(halves), state.chosen(sliders.BEFORE)
    if before in names and way(halves) == "selected":
        st.caption(_("Moving a bound replaced {way}.").format(way=names[before]))


def _make(
    chosen: Chosen,
    halves: ScoredHalves,
    thresholds: tuple[Thresholds, ...],
    survives: NDArray[np.bool_],
    scheme: str,
    m: int,
) -> bool:
    """The button that makes them; whether those that there are were made so already."""
    limits, obstacle = halves.limits(thresholds), None
    if scheme == "thresholds":
        obstacle, label, key = _obstacle(halves, thresholds), _("Build {m} splits"), "construct"
    else:
        label, key = _("Take {m} survivors"), "take"
        if int(survives.sum()) < m:
            obstacle = _("Fewer than m = {m} survive; build them instead.").format(m=m)
    taken = used(halves)
    selection = None if taken is None else taken.selection
    current = (
        selection is not None and selection.thresholds == limits and taken is not None and len(taken) == m
    )
    asked = main_button(label.format(m=m), key=key, disabled=current or obstacle is not None)
    if obstacle is not None:
        st.caption(obstacle)
    if st.session_state.pop("cancelled", False):
        st.info(_("Cancelled; nothing changed."), icon=":material/info:")
    if asked:
        if scheme == "selected":
            numbers, n, seed = np.flatnonzero(survives), len(halves), halves.seed
            made = selected_from(numbers, halves.n_units, m=m, seed=seed, thresholds=limits, n_candidates=n)
        else:
            cancelled = partial(st.session_state.update, {"cancelled": True})
            with progress(_("Constructing {m} partitions").format(m=m), "construction", cancelled) as report:
                made = mx.regularized_partitions(chosen.counts, m, halves.seed, limits, report=report)
        state.choose("taken", partition_card.keep_to_compare(made))
        state.forget(sliders.BEFORE)  # the change is meant
        st.rerun()
    if selection is not None and selection.thresholds != limits:
        bounds = _("; ").join(
            problems.notice_text(condition(one)) for one in selection.thresholds if one.bounded
        )
        st.caption(_("Made with other thresholds: {bounds}").format(bounds=inert(bounds or "–")))
    return current


def _obstacle(halves: ScoredHalves, thresholds: tuple[Thresholds, ...]) -> str | None:
    """Why no splits can be built to these thresholds, whatever their number; None if they can."""
    if halves.n_units < FEWEST_UNITS:
        words = _("Building needs {least} units; this corpus has {n_units}.")
        return words.format(least=FEWEST_UNITS, n_units=halves.n_units)
    if not halves.varied:
        return candidate_map.alike(halves.attributes)
    if not halves.buildable:
        return _("Building needs χ²/J or a seen share (Options).")
    for k, (attribute, one) in enumerate(zip(halves.attributes, thresholds, strict=True)):
        if one.unreachable(attribute.floor):
            words, name = _("{c} lies below {floor}, the floor of {name}."), text.attribute(attribute.name)
            floor = digits(attribute.floor or 0.0)
            return words.format(c=sliders.symbol(k), name=inert(name), floor=floor)
    return None


def values(chosen: Chosen, halves: ScoredHalves, partitions: PartitionSet) -> NDArray[np.float64] | None:
    """Where splits lie on the map, (m, n_attributes); None where a measure is of no counts."""
    columns = []
    for attribute, counts in zip(halves.attributes, chosen.counts, strict=True):
        if attribute.factor is not None:
            columns.append(attribute.factor * partitions.divergence(counts))
        elif attribute.measure in SHARES:
            columns.append(mx.divergence(partitions.masks, counts, statistic=attribute.measure))
        else:
            return None
    return np.column_stack(columns)


def show(chosen: Chosen, partitions: PartitionSet) -> None:
    """What the splits are and what they have reached; export, and words for a paper."""
    partition_card.take(partitions, named(partitions))
    effect = components.effect_of(partitions, chosen)
    # Whoever asks what the card beside the map holds opens it.
    place = (
        st.container() if effect is None else st.expander(_("Shift of a score"), icon=":material/straighten:")
    )
    with place:
        if effect is not None:
            st.caption(effect)
        if partitions.method != "random" and state.chosen("scheme") != IMPORTED:
            by = partitions.selection is not None
            measured_shift.show(
                lambda one: one.selection is not None if by else one.method == partitions.method,
                lambda: state.chosen("taken") if by else partitions.method,
            )
    _reached(chosen, partitions)


def other_ratios() -> None:
    """Where one split of another ratio, or K folds, is built: these pages are about halves."""
    words, icon = _("Other ratios (8:2, 8:1:1) or K folds"), ":material/call_split:"
    if st.button(words, key="other_ratios", type="tertiary", icon=icon):
        state.choose("split_source", "made")
        state.choose("folds_kind", "8:2")
        menu.go("check")


def _reached(chosen: Chosen, partitions: PartitionSet) -> None:
    """Chi-square/J of every split beside the floor and the expected value, and the seen shares asked for."""
    rows = [_("floor"), _("expected"), *(_("split {i}").format(i=i + 1) for i in range(len(partitions)))]
    columns: dict[str, list[str]] = {"": rows}
    numbers: dict[str, list[object]] = {"": [*rows]}  # the same for a file, with all their digits
    shares_of = analysis.standings(chosen, partitions)
    laws = zip(chosen.names, chosen.counts, chosen.floors, chosen.laws, shares_of, strict=True)
    for name, counts, floor, law, standing in laws:
        values, called = partitions.divergence(counts).tolist(), text.attribute(name)
        numbers[f"χ²/J · {called}"] = [floor, law.mean, *values]
        numbers[_("percentile · {name}").format(name=called)] = [None, None, *standing.tolist()]
        cells = map(text.bracketed, map(digits, values), map(percentile_text, standing))
        heading = f"{called} · {text.bracketed('χ²/J', _('percentile'))}"
        columns[heading] = [*map(digits, (floor, law.mean)), *cells]
    for one in partitions.selection.thresholds if partitions.selection else ():
        if one.measure in SHARES and one.attribute in chosen.names:
            counts = chosen.counts[chosen.names.index(one.attribute)]
            shares = mx.divergence(partitions.masks, counts, statistic=one.measure)
            heading = f"{measures.symbol(one.measure)} · {text.attribute(one.attribute)}"
            numbers[heading] = [None, None, *shares.tolist()]
            columns[heading] = ["–", "–", *(f"{share:.1%}" for share in shares)]
    components.wrapping_table(pd.DataFrame(columns))
    components.csv_button(pd.DataFrame(numbers), "reached")


def measured(scheme: str, used: PartitionSet | None) -> Found | None:
    """The shift of these splits, or of others made in this way, where models were compared on random halves too."""
    if used is None or scheme == "random":
        return None
    if scheme in OF_THRESHOLDS:
        return measured_shift.project_shift(lambda one: one.id == used.id)
    return measured_shift.project_shift(lambda one: one.method == scheme)


def show_shift(
    scheme: str, halves: ScoredHalves, thresholds: tuple[Thresholds, ...], found: Found | None
) -> None:
    """How far a score shifts from that on random halves: measured on this corpus, or as over corpora."""
    if found is not None:
        metric, shifts, _partitions = found
        model, shift = shifts[0]
        value, name = number(shift.value, "+.4f"), metric_names().get(metric, inert(metric))
        line = _("{model}, {metric}, measured here")
        if shift.lower is not None:
            line = _("{model}, {metric}, measured here: 95% interval {ends}")
        line = line.format(model=inert(model), metric=name, ends=interval_text(shift.lower, shift.upper))
    else:
        if (here := used(halves)) is not None and scheme == IMPORTED and here.method not in OF_THRESHOLDS:
            scheme = here.method
        value, line = _published(scheme, halves, thresholds)
    with st.container(border=True, gap=None):
        st.metric(_("These splits shift a score by"), value)
        st.caption(line)  # which wraps where the column is narrow


def _published(scheme: str, halves: ScoredHalves, thresholds: tuple[Thresholds, ...]) -> tuple[str, str]:
    unmeasured = "–", _("not measured for this choice")
    mean = _("average over other corpora (at least {least} units)").format(least=MEASURED_FROM)
    low = "> 0", _("flatters; the best 5% elsewhere: {shift}").format(shift=f"+{FILTER:.3f}")
    known = {
        "random": ("0", _("labels stay random: no bias")),
        "block": ("0", _("labels stay random: no bias")),
        "balanced": (f"≤ {BALANCED:.3f}", mean),
        "centered": (f"≤ {CENTERED:.3f}", mean),
        "floor": ("> 0", _("flatters: {shift} measured on texts").format(shift=f"+{FLOOR:.3f}")),
        "stratified_block": ("> 0", _("tends to flatter; not measured")),
        "screened": low,
    }
    if scheme in ("balanced", "centered") and halves.n_units < MEASURED_FROM:
        return unmeasured
    if scheme in known:
        return known[scheme]
    if scheme == IMPORTED or any(attribute.factor is None for attribute in halves.attributes):
        return unmeasured
    pairs = [(halves.attributes[k].expected, thresholds[k].range) for k in halves.varied]
    if not all(thresholds[k].band for k in halves.varied) or any(high < mid for mid, (_l, high) in pairs):
        return low
    if any(least > mid for mid, (least, _h) in pairs):
        return "< 0", _("above expected: scores tend to fall")
    return "–", _("not measured; low χ²/J tends to raise scores")
