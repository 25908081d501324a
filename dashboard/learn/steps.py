"""The steps, in order, and which of them the address names: ten to see, three to calculate."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from dashboard.learn import formulas, halves, sets, tests
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
        Step(_("Overlap, and orthogonal blocks"), sets.orthogonal_blocks, "lesson_m"),
        Step(_("Conditions: which splits satisfy them?"), sets.survivors, "lesson_c"),
        Step(_("Pairs, and the floor"), sets.pairs, "lesson_bound"),
        Step(_("What halves made alike cost"), sets.price, "lesson_price_m"),
        Step(_("Does the interval shrink like 1/√m?"), tests.interval, "lesson_interval_m"),
        Step(_("Testing after every split"), tests.peeking, "lesson_last_look"),
        Step(_("What the halves still tell us"), tests.what_halves_know, "lesson_units_m"),
        Step(_("By hand: χ²/J, eq. (3)"), formulas.eq_3, "lesson_formula_rank"),
        Step(_("By hand: T, σ̂ and Cₘ"), formulas.test_statistic, "lesson_formula_m"),
        Step(_("By hand: signal-to-noise ratio"), formulas.signal_to_noise, "lesson_formula_n"),
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
    st.warning(_("There is no step “{asked}”.").format(asked=inert(asked, 20)), icon=":material/info:")
    return 1
