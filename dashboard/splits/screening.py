"""The paper's procedure: candidates that keep every condition, and what they reach."""

from typing import Any

import pandas as pd
import streamlit as st

from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.session.analysis import Chosen
from dashboard.session.progress import progress
from dashboard.ui import components
from dashboard.ui.documents import partition_card
from dashboard.ui.widgets import pick
from dashboard.words import problems, text
from dashboard.words.measures import digits
from dashboard.words.text import _
from mx2core.partition import ScoredHalves, Screened, Thresholds, screened_partitions
from mx2core.partition.halves.screened import C, Screen
from mx2core.partition.measures import PAPER

Limits = tuple[Thresholds, ...]


def bounds(halves: ScoredHalves) -> Limits:
    """The conditions c₁, c₂ … as thresholds of the map; none on another measure than the paper's."""
    return tuple(
        Thresholds(one.name, upper=float(state.chosen(f"c_{k}", C)))
        if one.measure == PAPER
        else Thresholds(one.name, one.measure)
        for k, one in enumerate(halves.attributes, start=1)
    )


def screens() -> dict[Screen, str]:
    return {"sets": _("whole sets"), "halves": _("single splits")}


def options() -> None:
    """What candidates are, and the condition c₀ on their overlaps."""
    pick(_("Candidates"), screens(), "screen", "sets", buttons=True)
    _ask_bound(0)


def differing() -> list[str]:
    """What of these is not as the paper has it."""
    screen, c0 = state.chosen("screen", "sets"), state.chosen("c_0", C)
    return [*([] if screen == "sets" else [screens()["halves"]]), *([] if c0 == C else [f"c₀ = {c0:g}"])]


def choose(chosen: Chosen, m: int, seed: int) -> None:
    """Ask for the conditions c₁ …; screen when asked; say what was left."""
    screen: Screen = st.session_state[state.selection("screen", list(screens()), "sets")]
    c0 = float(st.session_state[state.choice("c_0", C)])
    with st.container(horizontal=True):
        bounds = [_ask_bound(k) for k in range(1, 1 + len(chosen.names))]
    limits = tuple(Thresholds(name, upper=bound) for name, bound in zip(chosen.names, bounds, strict=True))
    asked = (chosen, m, seed, limits, c0, screen)
    with problems.problem_box():
        known, taken = _screened.holds(*asked), state.project().partitions.get(state.chosen("taken"))
        done = known and taken is not None and taken.partitions.id == _screened(*asked).partitions.id
        if st.button(_("Screen the candidates"), key="screen_now", disabled=done):
            state.choose("taken", partition_card.keep_to_compare(_screened(*asked).partitions))
            st.rerun()
        if _screened.holds(*asked):
            _show(chosen, limits, _screened(*asked))


@remembered(16)
def _screened(chosen: Chosen, m: int, seed: int, limits: Limits, c0: float, screen: Screen) -> Screened:
    about: dict[str, Any] = {"thresholds": limits, "c0": c0, "screen": screen, "attributes": chosen.names}
    with progress(_("Screening"), "screening", lambda: None) as report:
        return screened_partitions(chosen.counts, m, seed=seed, report=report, **about)


def _ask_bound(k: int) -> float:
    key = state.choice(f"c_{k}", C)
    return float(st.number_input(f"c{chr(ord('₀') + k)}", 0.0, step=0.05, key=key, width=110))


def _show(chosen: Chosen, limits: Limits, found: Screened) -> None:
    note = text.prose(map(problems.problem_text, found.sentences()))
    (st.markdown if found.conditions_met else st.warning)(note)
    rows = [
        {
            _("condition"): f"{one.name if k == 0 else f'χ²/J({text.attribute(one.name)})'} ≤ {one.bound:g}",
            _("Candidates"): f"{one.passing:.0%}",
            _("random halves"): "–" if one.random is None else f"{one.random:.0%}",
            _("largest, screened"): f"{one.largest:g}" if k == 0 else digits(one.largest),
        }
        for k, one in enumerate(found.conditions(chosen.counts))
    ]
    components.wrapping_table(pd.DataFrame(rows))
    if all(one.range[1] <= C for one in limits):
        st.caption(_("The paper: at c ≤ 1 halves do not differ “significantly”."))
