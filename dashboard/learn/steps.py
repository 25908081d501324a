"""The steps, in order, and which of them the address names: eleven to see, three to calculate; and what they showed."""

from collections.abc import Callable, Sequence

import streamlit as st

from dashboard.learn import formulas, splits, step_words, tests
from dashboard.learn.layout import large, presented
from dashboard.session import state
from dashboard.ui import menu
from dashboard.words.text import _, inert

BESIDE = "learn_beside"  # choice: notes above a step; paper or homework in its place
_LAST = "last_step"  # in the session: the step that was open
SHOWN: tuple[tuple[Callable[[], None], *tuple[str, ...]], ...] = (  # what draws a step, and what it moves
    (splits.split_twice, "lesson_split"),
    (splits.number_to_see, "lesson_rank"),
    (splits.why_half, "lesson_part"),
    (splits.orthogonal_blocks, "lesson_m"),
    (splits.survivors, "lesson_c"),
    (splits.pairs, "lesson_bound"),
    (splits.price, "lesson_price_m"),
    (tests.ordinary_test, "lesson_t_m"),
    (tests.interval, "lesson_interval_m"),
    (tests.peeking, "lesson_last_look"),
    (tests.what_halves_know, "lesson_units_m"),
    (formulas.eq_3, "lesson_formula_rank"),
    (formulas.test_statistic, "lesson_formula_m"),
    (formulas.signal_to_noise, "lesson_formula_n"),
)


def draw(step: int) -> None:
    SHOWN[step - 1][0]()


def moves(step: int) -> tuple[str, ...]:
    """The choices that a step moves."""
    return SHOWN[step - 1][1:]


def current() -> int:
    """The step that the address names, so that a teacher can link to it; if it names none, the one that was open.

    One more than there are is the end.
    """
    asked = st.query_params.get("step") or st.session_state.get(_LAST, step_words.NAMES[0])
    if (found := step_words.parse_address(asked)) is not None:
        st.session_state[_LAST] = name = step_words.address_name(found)
        if asked != name:  # a number, as addresses once had them
            st.query_params["step"] = name
        return found
    st.warning(_("There is no step “{asked}”.").format(asked=inert(asked, 20)), icon=":material/info:")
    return 1


FEW = 6  # steps of one lesson


def closing(numbers: Sequence[int]) -> None:
    """What each step showed, in a sentence, in two columns where there is room; then a corpus of one's own."""
    packed = presented() and len(numbers) > FEW  # titles have no room
    say, half = large if presented() else st.markdown, (len(numbers) + 1) // 2
    for column, part in zip(st.columns(2, gap="large"), (numbers[:half], numbers[half:]), strict=True):
        with column:
            for number in part:
                name = f"{number}." if packed else step_words.title(number)
                say(f"**{inert(name, None)}** {step_words.entry(number).message}")
    if not packed:
        say(_("So: fix splits, question, test and looks beforehand; report the interval."))
    if not presented():
        own = state.project().source.data is not None
        label = _("Continue with your corpus") if own else _("Try your own corpus")
        menu.lead("home", label)
