"""Parts of a page that are drawn again by themselves.

The router does not run for them: what it does for a page as a whole is done here. What follows a slider
stands in a fragment, and what does not follow it beside: that halves what is sent and drawn at each step.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, cast

import streamlit as st

from dashboard.session import state
from dashboard.words import problems

P = ParamSpec("P")


def fragment(run_every: float | None = None) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Draw a part by itself, again every so many seconds; show its problems in it, and keep what was chosen."""

    def decorate(draw: Callable[P, None]) -> Callable[P, None]:
        @wraps(draw)
        def draw_part(*args: P.args, **kwargs: P.kwargs) -> None:
            state.find_again()
            with problems.problem_box():
                draw(*args, **kwargs)
            with problems.problem_box():
                state.keep()

        return cast(Callable[P, None], st.fragment(draw_part, run_every=run_every))

    return decorate
