"""The ten steps, in order, and which of them the address names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from dashboard.learn import halves, sets, tests
from dashboard.words.text import _, inert

END = "end"  # in the address, instead of the number of a step


@dataclass(frozen=True, slots=True)
class Step:
    title: str
    show: Callable[[], None]
    moves: str  # the choice that its slider has


def steps() -> tuple[Step, ...]:
    """The steps in the language of the session."""
    return (
        Step(_("The same corpus, split twice"), halves.split_twice, "lesson_split"),
        Step(_("χ²/J: the difference as one number"), halves.number_to_see, "lesson_rank"),
        Step(_("Why half?"), halves.why_half, "lesson_part"),
        Step(_("Overlap, and blocks that are orthogonal"), sets.orthogonal_blocks, "lesson_m"),
        Step(_("A threshold, and what survives it"), sets.survivors, "lesson_c"),
        Step(_("Pairs, and the floor"), sets.pairs, "lesson_bound"),
        Step(_("What the floor costs"), sets.price, "lesson_price_m"),
        Step(_("Does the interval shrink like 1/√m?"), tests.interval, "lesson_interval_m"),
        Step(_("Testing after every split, and what it costs"), tests.peeking, "lesson_last_look"),
        Step(_("What the halves still tell us"), tests.what_halves_know, "lesson_units_m"),
    )


def current(total: int) -> int:
    """The step that the address names, so that a teacher can link to it; the first if it names none.

    One more than there are is the end.
    """
    asked = st.query_params.get("step", "1")
    if asked == END:
        return total + 1
    if asked.isascii() and asked.isdigit() and len(asked) < 4 and 1 <= int(asked) <= total:
        return int(asked)
    st.warning(
        _("There is no step “{asked}”. This is the first of {total}.").format(
            asked=inert(asked, 20), total=total
        ),
        icon=":material/info:",
    )
    return 1
