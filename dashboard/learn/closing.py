"""The end of Learn: what the steps showed, and where to go on."""

from collections.abc import Sequence

import streamlit as st

from dashboard.learn import step_words
from dashboard.learn.layout import large, presented
from dashboard.learn.steps import Step
from dashboard.session import state
from dashboard.ui import menu
from dashboard.words.text import _, inert

FEW = 6  # steps of one lesson


def heading(n: int) -> str:
    return _("{n} steps in brief").format(n=n)


def show(steps: Sequence[Step], numbers: Sequence[int]) -> None:
    """What each step showed, in a sentence, in two columns where there is room; then a corpus of one's own."""
    half = (len(numbers) + 1) // 2
    for column, part in zip(st.columns(2, gap="large"), (numbers[:half], numbers[half:]), strict=True):
        with column:
            for number in part:
                place = numbers.index(number) + 1
                title = f"**{place}. {inert(steps[number - 1].title)}**"
                told = step_words.of(number).message
                if presented() and len(numbers) > FEW:  # titles have no room
                    large(f"**{place}.** {told}")
                elif presented():
                    with st.container(gap="xxsmall"):
                        large(title)
                        large(told)
                else:
                    st.markdown(f"{title}  \n{told}")
    so = _(
        "So: fix splits, test and question before looking; stop by variance or the overall-level rule; report the interval."
    )
    if not presented():
        st.markdown(so)
        own = state.project().source.data is not None
        label = _("Continue with your corpus") if own else _("Try your own corpus")
        menu.next_step("home", label=label)
    elif len(numbers) <= FEW:  # with all steps there is no room
        large(so)
