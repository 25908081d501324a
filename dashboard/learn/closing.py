"""The end of Learn: what the steps showed, and where to go on."""

from collections.abc import Sequence

import streamlit as st

from dashboard.learn.layout import large, presented
from dashboard.learn.messages import message
from dashboard.learn.steps import Step
from dashboard.session import state
from dashboard.ui import menu
from dashboard.words.text import _, inert

FEW = 5  # steps of one lesson


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
                told = message(number)
                if presented() and len(numbers) > FEW:  # titles have no room
                    large(f"**{place}.** {told}")
                elif presented():
                    with st.container(gap="xxsmall"):
                        large(title)
                        large(told)
                else:
                    st.markdown(f"{title}  \n{told}")
    so = _("So: fix splits, rule and margin before looking, and report the interval.")
    if presented():
        if len(numbers) <= FEW:  # with all steps there is no room
            large(so)
    else:
        st.markdown(so)
        if state.project().source.data is None:
            menu.next_step("home", label=_("Try your own corpus"))
        else:
            menu.next_step("home", label=_("Continue with your corpus"))
