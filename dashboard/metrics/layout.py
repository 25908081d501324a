"""How numbers stand on the page: large, each with what it is made of."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard.server.result_cache import remembered
from dashboard.server.turns import LARGE, make_table
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.widgets import pick
from dashboard.words import problems
from dashboard.words.numbers import number as signed
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, MetricScores, default_positive, scored

T = TypeVar("T", bound=MetricScores)
STEPS = 200  # of a slider over scores
WIDTH = 150  # pixels; two beside each other on a phone
IN_A_ROW = 6  # cards at most, on a screen

Card = tuple[str, str | float | None, str | None]  # label, value, what it is made of


def cards(listed: Sequence[Card]) -> None:
    for row in np.array_split(np.arange(len(listed)), -(-len(listed) // IN_A_ROW)):  # rows of equal length
        with st.container(horizontal=True):
            for label, value, made_of in (listed[k] for k in row):
                shown = value if isinstance(value, str) else number(value)
                st.metric(label, shown, made_of or None, width=WIDTH, height="stretch", **components.NEUTRAL)


def number(value: float | None) -> str:
    """A score as it is read; a dash where there is none."""
    return signed(value, ".4f" if abs(value or 0) < 1000 else ",.1f")


def share(part: float, whole: float) -> str:
    return f"{part:,g} / {whole:,g}"


def part_names(loss: str, *, noise_apart: bool = False) -> list[tuple[str, str]]:
    """Parts of an expected loss and their words; of answers given once, noise cannot be told from bias."""
    if loss == "squared":
        bias = _("bias²") if noise_apart else _("bias² and noise")
        names = [("bias", bias), ("variance", _("variance"))]
    else:
        names = [("bias", _("bias") if noise_apart else _("bias and noise"))]
        names += [("variance_adds", _("variance adds")), ("variance_takes", _("variance takes"))]
    return [*names, ("noise", _("noise"))] if noise_apart else names


def capital(words: str) -> str:
    """As they stand on a card."""
    return words[:1].upper() + words[1:]


def part_cards(parts: object, names: Sequence[tuple[str, str]]) -> list[Card]:
    """These parts, and the variance as a whole."""
    words = {**dict(names), "variance": _("variance")}
    return [(capital(name), getattr(parts, part), None) for part, name in words.items()]


def notices(scores: MetricScores) -> None:
    for notice in scores.notices:
        st.caption(":material/info: " + problems.problem_text(notice))


def scores_of(kind: type[T], group: str, table: AnswerTable, **options: Any) -> T:
    """What `scored` gives of a group whose scores are of one kind."""
    scores = (_cached_scores if table.size >= LARGE else scored)(group, table, **options)
    assert isinstance(scores, kind)
    return scores


@remembered(8)
def _cached_scores(group: str, table: AnswerTable, **options: Any) -> MetricScores:
    return make_table(partial(scored, group, table, **options), large=True)


def positive_class(table: AnswerTable, place: Any = st) -> str:
    """Ask which of the right answers is looked for."""
    counts = Counter(table.texts("gold"))
    labels = sorted(counts)
    start = default_positive(labels, np.array([counts[label] for label in labels]))
    return str(pick(_("Positive class"), labels, "metrics_positive", start, place=place))


def most_choice(key: str, default: int, most: int) -> str:
    """The key of a widget for a whole number that is `most` at the largest, which depends on other choices."""
    state.choice(key, default)
    st.session_state[key] = min(int(st.session_state[key]), most)
    return key


def slide_threshold(scores: NDArray[np.float64], start: float | None, key: str, place: Any) -> float:
    """A slider over the scores, from the least to just above the largest."""
    low, high = float(scores.min()), float(scores.max())
    step = (high - low) / STEPS
    state.choice(key, high if start is None else start)
    st.session_state[key] = float(min(max(st.session_state[key], low), high + step))
    label = _("Threshold: positive from here on")
    return float(place.slider(label, low, high + step, step=step, key=key, format="%.4g"))
