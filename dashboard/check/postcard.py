"""The verdict on a split: one sentence, four numbers, and its place among random splits."""

import pandas as pd
import streamlit as st

from dashboard.figures.splits import divergence as figures
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.documents import python_code, split_picture
from dashboard.words import problems, text
from dashboard.words.text import _, inert
from mx2core.judge import SplitCard
from mx2core.partition import Judgement

NUMBER = 168  # pixels: two stand beside each other on a telephone


def show(card: SplitCard) -> None:
    """What a colleague should see first."""
    verdict = card.verdict
    st.markdown(f"## {problems.worded(verdict.headline)}")
    for notice in filter(None, map(card.missing, dict.fromkeys(row.name or "" for row in card.rows))):
        st.caption(f":material/warning: {problems.worded(notice)}")
    picture, words = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with picture:
        k = [row for row in card.rows if row.what == "labels"].index(verdict.row)
        histogram(f"needle_{k}", verdict.row.name or "", card.judged[k])
    with words, st.container(horizontal=True, gap="small"):
        for name, value, note in split_picture.numbers(card):
            st.metric(inert(name), value, note, width=NUMBER, **components.NEUTRAL)


def histogram(key: str, name: str, judged: Judgement) -> None:
    """Chi-square/J of random splits of the same sizes, with this one among them."""
    attribute, mean = name, judged.mean
    name = text.attribute(name)
    components.chart(
        figures.among_random(mean.random, value=mean.value, expected=mean.mean, title=f"χ²/J · {name}"),
        key,
        alt=_("χ²/J of {n:,} random splits, {name}; this one {value:.3f}.").format(
            n=len(mean.random), name=name, value=mean.value
        ),
        csv=lambda: components.columns_csv(chi2_per_label=mean.random),
        python=lambda: python_code.split_figure(state.project().source, attribute),
    )


def before_and_after(card: SplitCard, better: SplitCard) -> None:
    """The numbers of the verdict on two splits."""
    pairs = list(zip(split_picture.numbers(card), split_picture.numbers(better), strict=True))[1:]
    table = pd.DataFrame(
        {
            "": [name for (name, _value, _note), _new in pairs],
            _("this split"): [value for (_name, value, _note), _new in pairs],
            _("the better one"): [value for _old, (_name, value, _note) in pairs],
        }
    )
    components.wrapping_table(table)
