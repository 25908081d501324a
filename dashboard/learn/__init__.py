"""The argument in ten steps: each one figure, one thing to move, three sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from dashboard.learn import halves, sets, tests
from dashboard.session import state
from dashboard.ui import menu
from dashboard.words.text import _


@dataclass(frozen=True, slots=True)
class Step:
    title: str
    show: Callable[[], None]


def steps() -> tuple[Step, ...]:
    """The steps in the language of the session."""
    return (
        Step(_("The same corpus, split twice"), halves.split_twice),
        Step(_("χ²/J: the difference as one number"), halves.number_to_see),
        Step(_("Why half?"), halves.why_half),
        Step(_("Overlap, and blocks that are orthogonal"), sets.orthogonal_blocks),
        Step(_("Thresholds, and what survives them"), sets.survivors),
        Step(_("Pairs, and the floor"), sets.pairs),
        Step(_("The price of the floor"), sets.price),
        Step(_("Why the interval does not shrink like 1/√m"), tests.interval),
        Step(_("Peeking, and what it costs"), tests.peeking),
        Step(_("What the halves still know"), tests.what_halves_know),
    )


def current(total: int) -> int:
    """The step that the address names, so that a teacher can link to it; the first if it names none."""
    asked = st.query_params.get("step", "1")
    return int(asked) if asked.isascii() and asked.isdigit() and 1 <= int(asked[:3]) <= total else 1


def overview(number: int, total: int) -> None:
    """All steps as numbers in a row, and the corpus they stand on, to be handed out."""
    st.session_state["step"] = number
    row = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom")
    row.segmented_control(
        _("Step"),
        list(range(1, total + 1)),
        key="step",
        required=True,
        on_change=lambda: st.query_params.update(step=str(st.session_state["step"])),
    )
    source = state.project().source
    row.download_button(
        _("Download the class corpus"),
        source.content,
        file_name=source.name,
        key="hand_out",
        icon=":material/download:",
        help=_(
            "The file that these figures are computed from; opened on the page Corpus, it gives the same ones."
        ),
        on_click="ignore",
    )


def paging(number: int, titles: list[str]) -> None:
    """To the step before and the step after."""
    back, _middle, on = st.columns([2, 1, 2])
    link = menu.link(state.project())
    page = menu.pages()["learn"]
    if number > 1:
        back.page_link(
            page,
            label=_("Back: {title}").format(title=titles[number - 2]),
            icon=":material/arrow_back:",
            query_params={**link, "step": str(number - 1)},
        )
    if number < len(titles):
        on.page_link(
            page,
            label=_("Next: {title}").format(title=titles[number]),
            icon=":material/arrow_forward:",
            query_params={**link, "step": str(number + 1)},
        )
