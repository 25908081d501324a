"""Scores on what was seen in training and on what was not, as a table."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard.ui import components
from dashboard.words import text
from dashboard.words.numbers import number
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.corpus.units.pairs import JOINED, WORDS
from mx2core.training import SeenScore
from mx2core.training.decisions.unit_attributes import UNSEEN, unseen_ways


def ways(corpus: Corpus) -> dict[str, str]:
    """What can have been seen in training, and what to call that."""
    return {
        by: _("words not in training")
        if by == UNSEEN
        else _("entities not in training")
        if by.endswith(f"{JOINED}{WORDS}")
        else _("not in training: {what}").format(what=text.attribute(by.removeprefix(f"{UNSEEN}:")))
        for by in unseen_ways(corpus)
    }


def show(scores: Sequence[SeenScore], metric: str, key: str) -> None:
    """One row a model."""
    chunks = any(one.chunks_seen is not None or one.chunks_unseen is not None for one in scores)
    columns: dict[str, list[float | None]] = {
        _("{metric}, all units").format(metric=metric): [one.whole for one in scores],
        _("{metric}, nothing new").format(metric=metric): [one.on_seen for one in scores],
        _("{metric}, something new").format(metric=metric): [one.on_unseen for one in scores],
    }
    if chunks:
        columns[_("F1 of known chunks")] = [one.chunks_seen for one in scores]
        columns[_("F1 of new chunks")] = [one.chunks_unseen for one in scores]
    cells = {name: [number(value, ".4f") for value in values] for name, values in columns.items()}
    components.table(pd.DataFrame({_("model"): [one.model for one in scores]} | cells), key)
    caption = [_("New: not in that model's training half. Units without any are in neither column.")]
    if chunks:
        caption.append(_("A chunk is known if the same words were one in training."))
    st.caption(text.prose(caption))
