"""How a step looks: what to move on top, the figure left, what it shows to the right, in large letters.

Presented to a class its letters are half as large again, by what Streamlit has for it:
headings of the last levels, which the theme sets in the weight of plain words.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from dashboard.figures.plain_figure import Written
from dashboard.learn import step_words
from dashboard.session.state import PRESENT
from dashboard.ui import components
from dashboard.ui.documents import python_code
from dashboard.words.text import prose

Numbers = tuple[tuple[str, str, str], ...]  # label, value, what it means

PROJECTED, HIGH = 18, 495  # pixels: letters and height of a figure that is shown to a class
FIRST, GUESSES = 380, 320  # pixels: height of a figure under a question of several lines


def presented() -> bool:
    """Whether the page is shown to a class."""
    return PRESENT in st.query_params


def large(words: str) -> None:
    """A sentence in letters for the last row; Markdown, as `st.markdown` takes it."""
    st.markdown(f"##### {words}", anchors=False)


def huge(words: str) -> None:
    """A question or an answer, as large as the screen allows; Markdown, too."""
    st.markdown(f"###### {words}", anchors=False)


def labelled(widget: Callable[..., Any], label: str, *args: Any, **options: Any) -> Any:
    """A widget whose label is large where a class reads it."""
    if presented():
        large(label)
        options["label_visibility"] = "collapsed"
    return widget(label, *args, **options)


slider, select_slider = partial(labelled, st.slider), partial(labelled, st.select_slider)


def per_cent(value: float) -> str:
    """A number of per cent, in a question as in its figure: small ones with more digits."""
    places = 2 if 0 < value < 1 else 1 if 0 < value < 10 else 0
    return f"{value:.{places}f}%"


def step(
    number: int,
    figure: Written,
    *,
    alt: str,
    csv: components.Numbers,
    numbers: Numbers,
    more: tuple[str, ...] = (),
    plotted: str = "",
) -> None:
    """A step with a figure: its sentence, and `more` where something else must be known.

    `plotted`: the call of Plotly Express that draws it from its numbers.
    """
    key, told = f"lesson_{step_words.address_name(number)}", (step_words.entry(number).message, *more)
    if presented():
        picture, words = st.columns(2, gap="medium")
        with picture:
            components.chart(figure.enlarged(PROJECTED, HIGH), f"{key}_projected", alt=alt, menu=False)
    else:
        picture, words = st.columns([5, 3], gap="medium")
        with picture:
            python = partial(python_code.plot_code, key, plotted) if plotted else None
            components.chart(figure.enlarged(), key, alt=alt, csv=csv, python=python)
    with words:
        _numbers(numbers)
        for sentence in told:
            (large if presented() else st.markdown)(sentence)


def formula_step(number: int, formulas: tuple[str, ...], numbers: Numbers, *notes: str) -> None:
    """A step that calculates: formulas in LaTeX; what they give here, its sentence, `notes` what numbers are."""
    for formula in formulas:
        (large if presented() else st.markdown)(rf"$\displaystyle {formula}$")  # in a line, so that it wraps
    _numbers(numbers, columns=True)
    (large if presented() else st.markdown)(prose((step_words.entry(number).message, *notes)))


def _numbers(numbers: Numbers, *, columns: bool = False) -> None:
    if presented():
        for place, (label, value, meaning) in zip(st.columns(len(numbers)), numbers, strict=True):
            with place:
                large(label)
                st.markdown(f"#### {value}", anchors=False)
                large(meaning)
        return
    places = st.columns(len(numbers)) if columns else [st.container() for _number in numbers]
    for place, (label, value, meaning) in zip(places, numbers, strict=True):
        # a metric would cut what it means where it is narrow
        with place.container(border=True, gap="xxsmall", height="stretch" if columns else "content"):
            st.markdown(label)
            st.metric(label, value, label_visibility="collapsed")
            st.caption(meaning)
