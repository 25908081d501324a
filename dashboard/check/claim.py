"""A difference claimed on this split: what one split says of it, and where more can be known."""

from typing import Any

import streamlit as st

from dashboard.session import state
from dashboard.ui import menu
from dashboard.ui.answers import item_answers, unit_question
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.exchange import NamedParts
from mx2core.inference import claimed_difference
from mx2core.inference.mx2.claimed import ClaimedDifference

POINT = 0.01
POINTS, SPREAD = "claim_points", "claim_spread"  # choices, in percentage points as papers have them


def known(parts: NamedParts) -> ClaimedDifference | None:
    """What was claimed on the split of `parts`, as it was typed; None where nothing was."""
    points, spread = (state.chosen(key, 0.0) for key in (POINTS, SPREAD))
    if not points:
        return None
    return claimed_difference(POINT * points, POINT * spread if spread else None, part=parts.validation)


def show(claim: ClaimedDifference | None) -> None:
    """Asked in percentage points; `claim` is what is known of it, as another page has it, too."""
    key = state.choice("claim", False)
    box = st.expander(
        _("Would another split deny a claimed difference?"),
        icon=":material/rule:",
        key=key,
        on_change="rerun",
    )
    if not box.open:
        return
    with box:
        row = st.container(horizontal=True, vertical_alignment="bottom")
        with row:
            _points(_("Claimed difference, points"), POINTS, placeholder=_("1.1, for F1 .462 − .451"))
            help = _("On this corpus, not across seeds.")
            _points(_("SD across half splits, if known"), SPREAD, help=help)
        if claim is None:
            return
        st.markdown("  \n".join(map(problems.problem_text, claim.notices)))
        label = _("Import their scores (δ = {margin:g})").format(margin=claim.difference)
        if row.button(label, icon=":material/upload_file:"):
            unit_question.ask_anew(claim.difference)
            state.choose(item_answers.MARGIN, claim.difference)
            state.choose(item_answers.IMPORTING, True)
            menu.go("race")


def _points(label: str, key: str, **look: Any) -> None:
    kept = state.choice(key, None)
    st.number_input(label, 0.001, 100.0, None, 0.1, format="%g", key=kept, width=260, **look)
