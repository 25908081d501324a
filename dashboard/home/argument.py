"""The argument of the program in one minute: two models, split after split, then a test, then balanced splits.

It deals by itself, slowly, until somebody touches it or enough is seen; then nothing runs any more.
"""

import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.figures.plain_figure import DARK, LIGHT, Written
from dashboard.figures.splits import deals as figures
from dashboard.server.dealt_splits import DealtSets, DealtSplits, dealt_splits
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.widgets import main_button
from dashboard.words.metrics import metric_names
from dashboard.words.numbers import number
from dashboard.words.text import _, inert, prose

KEY = "argument"  # in the session: how far it went
PACE = 2.0  # seconds from one split to the next
BY_ITSELF = 10  # splits, after which it waits for a click
READY = 5  # splits after which the second act is the main thing


@dataclass(slots=True)
class Stage:
    """How far a visitor went."""

    splits: int = 1
    sets: int = 0  # 0: still at single splits
    balanced: bool = False  # the sets
    playing: bool = False
    dealt: float = 0.0  # when the last split was dealt


def show(*, autoplay: bool) -> None:
    """All three acts, one after the other; with `autoplay` the first is dealt unasked."""
    splits = dealt_splits(state.sample_language())
    stage: Stage = st.session_state.setdefault(KEY, Stage(playing=autoplay, dealt=time.monotonic()))
    stage.playing = stage.playing and autoplay
    pace = PACE if stage.playing else None

    @fragment(run_every=pace)
    def act() -> None:
        if stage.playing and time.monotonic() - stage.dealt > PACE / 2:
            stage.splits, stage.dealt = stage.splits + 1, time.monotonic()
            stage.playing = stage.splits < BY_ITSELF
        if pace is not None and not stage.playing:
            st.rerun()  # once, as a whole: only so the clock of this part stops
        (_sets if stage.sets else _splits)(splits, stage)

    act()


def folded() -> None:
    """One click away, for whoever has seen it: nothing is dealt unasked."""
    with st.expander(_("Why one split is not enough"), icon=":material/casino:"):
        show(autoplay=False)


def _splits(splits: DealtSplits, stage: Stage) -> None:
    """The first act: single splits, each with a winner."""
    n, total = min(stage.splits, len(splits.scores)), len(splits.scores)
    stage.splits = n
    title = _("Same corpus, same models, another split")
    picture, words = _places(title, _("Trained on a random half, tested on the other."), splits)
    with picture:
        figure = figures.dealt(splits.differences, n=n, reach=splits.reach)
        light_chart(figure, "dealt", alt=_("Dots: A minus B by split."))
    a, b = map(float, splits.scores[n - 1])
    with words:
        metric = metric_names().get(splits.metric, splits.metric)
        st.caption(_("Split {n}: {metric}").format(n=n, metric=metric))
        with st.container(horizontal=True):  # columns would stand one below the other on a phone
            st.metric("A", f"{a:.4f}", border=True)
            st.metric("B", f"{b:.4f}", border=True)
        won, lost, neither = splits.tally(n)
        tally = _("A wins {a}, B wins {b}, ties {neither}").format(a=won, b=lost, neither=neither)
        with nullcontext() if stage.playing else components.announced():
            st.markdown(_paper(a, b))
            st.markdown(f"#### {tally}")
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            last = n == total
            ready = n >= READY and not stage.playing
            _button(_("Deal a split"), "deal", stage, n + 1, main=not ready, disabled=last)
            if stage.playing:
                _button(_("Stop"), "deal_stop", stage, n, icon=":material/stop:")
            elif not last:
                _button(_("All {n}").format(n=total), "deal_all", stage, total, type="tertiary")
            else:
                _button(_("From the start"), "deal_anew", stage, 1, type="tertiary", icon=":material/replay:")
        label = _("{m} splits and a test").format(m=splits.m)
        _button(label, "deal_sets", stage, n, 1, main=ready)


def _sets(splits: DealtSplits, stage: Stage) -> None:
    """The second act, sets of random splits with one interval each, and the third: balanced ones."""
    sets = splits.balanced if stage.balanced else splits.random
    n = stage.sets = min(stage.sets, len(sets.mean))
    title, about = (
        _("{m} random splits and a test"),
        _("Out-of-fold test: each text by models not trained on it."),
    )
    if stage.balanced:
        title = _("{m} balanced splits and a test")
        about = _("Over a set, halves differ as expected on average; single splits vary.")
    picture, words = _places(title.format(m=splits.m), about.format(m=splits.m), splits)
    with picture:
        light_chart(
            figures.tested_sets(
                splits.differences,
                sets.mean,
                np.column_stack([sets.lower, sets.upper]),
                sets.inner,
                margin=splits.margin,
                n=n,
                reach=splits.reach,
            ),
            "dealt_sets",
            alt=_("Intervals of A minus B by set."),
        )
    mean, lower, upper = (
        number(100 * float(values[n - 1]), "+.2f") for values in (sets.mean, sets.lower, sets.upper)
    )
    with words:
        _set_buttons(splits, stage, n)
        st.caption(_("Set {n}: {m} splits, one out-of-fold test").format(n=n, m=splits.m))
        interval = _("95% interval {lower} to {upper}").format(lower=lower, upper=upper)
        components.metric(_("A minus B, in percentage points"), mean, interval)
        with components.announced():
            st.markdown(_tested(sets, n - 1, splits.margin))
        if n > 1:
            won, alike, before = sets.winners(n), sets.equivalent(n), splits.random.equivalent(n)
            tally = _("No winner in {n} sets: equivalent {alike}, undecided {rest}")
            if stage.balanced and not splits.random.winners(n):
                tally = _(
                    "No winner in {n} sets. Random: {before} equivalent, {others} undecided; balanced: {alike} and {rest}"
                )
            tally = _("{k} of {n} sets name a winner") if won else tally
            counts = {"alike": alike, "rest": n - alike, "before": before, "others": n - before}
            st.markdown("#### " + tally.format(k=won, n=n, **counts))
            st.caption(_("The sets share texts: not {n} experiments.").format(n=n))
        st.markdown(_("**Now yours:** drop a file."))


def _set_buttons(splits: DealtSplits, stage: Stage, n: int) -> None:
    """Above what changes in height, and each in its place, so that a second click never meets another one."""
    here, total, kind = stage.splits, len(splits.random.mean), stage.balanced
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        _button(_("Deal a set"), "deal_set", stage, here, n + 1, kind, main=True, disabled=n == total)
        label = _("All {n} sets").format(n=total)
        _button(label, "deal_all_sets", stage, here, total, kind, type="tertiary", disabled=n == total)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        _button(_("The same with balanced splits"), "deal_balanced", stage, here, n, True, disabled=kind)
        if n == total or kind:
            label, back = _("Back to single splits"), ":material/arrow_back:"
            _button(label, "deal_back", stage, here, type="tertiary", icon=back)


def _button(label: str, key: str, *arguments: Any, main: bool = False, **options: Any) -> None:
    draw = main_button if main else st.button
    draw(label, key=key, on_click=_go, args=arguments, **options)


def _go(stage: Stage, splits: int, sets: int = 0, balanced: bool = False) -> None:
    stage.splits, stage.sets, stage.balanced, stage.playing = splits, sets, balanced, False


def _places(title: str, subject: str, splits: DealtSplits) -> tuple[DeltaGenerator, DeltaGenerator]:
    """What is seen, on which texts, and where the numbers come from; then places for picture and words."""
    under = [subject, splits.models, _("Synthetic texts, scores of real runs.")]
    name = state.project().corpus.name
    if name != splits.corpus:
        under.append(_("Not the open corpus ({name}).").format(name=inert(name)))
    st.markdown("### " + title)
    st.caption(prose(filter(None, under)))
    picture, words = st.columns([5, 3], gap="medium")
    return picture, words


def _paper(a: float, b: float) -> str:
    if a == b:
        return _("Without a test: **A and B are equal.**")
    better, worse = ("A", "B") if a > b else ("B", "A")
    return _("Without a test: **{better} is better than {worse}.**").format(better=better, worse=worse)


def _tested(sets: DealtSets, which: int, margin: float) -> str:
    low, high = (number(100 * end, "+.2f") for end in sets.inner[which])
    better = _("The test says: **{better} is better than {worse}.**")
    sentences = {
        "A better": better.format(better="A", worse="B"),
        "B better": better.format(better="B", worse="A"),
        "equivalent": _(
            "The test says: **equivalent.** 90% interval {low} to {high}, within ±{points:g}, fixed beforehand."
        ).format(points=100 * margin, low=low, high=high),
    }
    return sentences.get(str(sets.answer[which]), _("The test says: **undecided.**"))


_component = st.components.v2.component(
    "light_chart",
    html='<svg role="img"></svg>',
    # A border above, since a margin there would push it out of its box, which could then be scrolled.
    css="svg { display: block; width: calc(100% - 24px); border-top: 8px solid transparent; margin: 0 16px 48px 8px; overflow: visible; }",
    js=Path(__file__).with_name("light_chart.js").read_text(encoding="utf-8"),
)


def light_chart(figure: Written, key: str, *, alt: str) -> None:
    """A figure with its text alternative; its margins are those of `written(…, left=8, top=8)`."""
    picture = figure.dressed(DARK if st.context.theme.type == "dark" else LIGHT).to_dict()
    # In a list, since Streamlit looks for tables among named ones.
    _component(key=key, data=[picture["data"], picture["layout"], alt], height=picture["layout"]["height"])
