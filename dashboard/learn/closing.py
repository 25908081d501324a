"""The end of Learn: what the ten steps showed, and where to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.learn import questions
from dashboard.learn.layout import large, presented
from dashboard.ui import menu
from dashboard.words.text import _, inert

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dashboard.learn.steps import Step


def heading(steps: Sequence[Step]) -> str:
    return _("{n} steps in brief").format(n=len(steps))


def show(steps: Sequence[Step]) -> None:
    """What each step showed, in a sentence, in two columns where there is room; then a corpus of one's own."""
    half = (len(steps) + 1) // 2
    for column, first in zip(st.columns(2, gap="large"), (0, half), strict=True):
        with column:
            for number, step in enumerate(steps[first : first + half], start=first + 1):
                title, told = f"**{number}. {inert(step.title)}**", questions.message(number)
                if presented():
                    with st.container(gap="xxsmall"):
                        large(title)
                        large(told)
                else:
                    st.markdown(f"{title}  \n{told}")
    if not presented():
        menu.next_step("home", label=_("Now yours: try it on a corpus of your own"))
