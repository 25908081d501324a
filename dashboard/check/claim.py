"""A difference claimed on this split: what one split says of it, and where more can be known."""

import streamlit as st

from dashboard.session import state
from dashboard.ui import menu
from dashboard.ui.answers import item_answers, unit_question
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.errors import Notice
from mx2core.exchange import NamedParts
from mx2core.inference import claimed_difference

POINT = 0.01


def show(parts: NamedParts) -> None:
    """Asked in percentage points, as papers have them; `parts` are those of the split it was claimed on."""
    key = state.choice("claim", False)
    box = st.expander(
        _("Would another split deny a claimed difference?"),
        icon=":material/rule:",
        key=key,
        on_change="rerun",
    )
    if not box.open:
        return
    with box, problems.problem_box():
        row = st.container(horizontal=True, vertical_alignment="bottom")
        with row:
            points = _points(_("Claimed difference, points"), "claim_points")
            help = _("Of the difference, on this corpus; not across seeds.")
            spread = _points(_("SD across half splits, if known"), "claim_spread", help=help)
        if points is None:
            return
        claim = claimed_difference(POINT * points, None if spread is None else POINT * spread)
        ask = Notice(
            "Ask the authors for both models' predictions on {part}: these test only these models on these texts.",
            {"part": parts.validation},
        )
        elsewhere = Notice("For other splits, Race trains models on half the corpus.")
        st.markdown("  \n".join(map(problems.problem_text, (*claim.notices, ask, elsewhere))))
        if row.button(
            _("Race with δ = {margin:g}").format(margin=claim.difference), icon=":material/compare_arrows:"
        ):
            unit_question.ask_anew(claim.difference)
            state.choose(item_answers.MARGIN, claim.difference)
            menu.go("race")


def _points(label: str, key: str, help: str | None = None) -> float | None:
    kept = state.choice(key, None)
    value = st.number_input(label, 0.001, 100.0, None, 0.1, format="%g", key=kept, help=help, width=260)
    return None if value is None else float(value)
