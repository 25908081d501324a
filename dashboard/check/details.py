"""What stands behind a verdict: every number, the labels, near-duplicates, each part."""

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.check import card_table
from dashboard.check.sources import Split
from dashboard.figures.splits import divergence as figures
from dashboard.ui import components
from dashboard.ui.documents import split_picture
from dashboard.ui.widgets import fold, pick
from dashboard.words import problems, text
from dashboard.words.text import _, inert
from mx2core.corpus import Attribute, Corpus
from mx2core.corpus.units.differing_words import Marked, differing_words
from mx2core.corpus.units.near_duplicates import NearDuplicates
from mx2core.exchange import NamedParts
from mx2core.exchange.partitions.named_parts import SIDES
from mx2core.judge import SplitCard
from mx2core.partition import Judgement

SHOWN, WORDS = 3, 8  # units of the same text that are quoted, and words of each
PAIRS, PAIR_WORDS = 20, 80  # near-duplicates that are shown, and words of each


def show(split: Split, card: SplitCard, better: SplitCard | None, attributes: tuple[Attribute, ...]) -> None:
    """One view at a time, made when it is asked for. `better`: a split that was made beside this one."""
    box = fold(title := _("Details"), "check_details", "table_rows")
    if box is None:
        return
    with box:
        parts = card.parts
        views = {"card": _("Numbers"), "labels": _("Labels"), "near": _("Copies")}
        views |= {"parts": _("Parts")} if len(parts.validated) > 1 else {}
        views |= {"better": _("Better split")} if better is not None else {}
        view = pick(title, views, "check_view", "card", buttons=True, hide_label=True)
        if view == "card":
            card_table.table(card)
        elif view == "labels":
            _labels(split.code, card, attributes)
        elif view == "near":
            _copies(split.corpus, card)
        elif view == "parts":
            _part_table(card)
        elif better is not None:
            card_table.better_table(card, better)


def _labels(code: str, card: SplitCard, attributes: tuple[Attribute, ...]) -> None:
    """Of each attribute its place among random splits, and the labels that make the parts differ."""
    rows = [row for row in card.rows if row.what == "labels"]
    for k, column in components.side_by_side([attribute.name for attribute in attributes]):
        with column:
            card_table.histogram(f"judged_{k}", rows[k], code)
            _contributions(k, attributes[k], card.judged[k], card.parts)


def _copies(corpus: Corpus, card: SplitCard) -> None:
    """Texts that training has, too, and those that it nearly has."""
    if len(card.leaked):
        names = _("; ").join(_beginning(corpus, i) for i in card.leaked[:SHOWN].tolist())
        st.caption(_("Leaked, {n:,} in all: {names}").format(n=len(card.leaked), names=names))
    if card.near.notice is not None:
        st.caption(problems.problem_text(card.near.notice))
    _near_pair_table(corpus, card.parts, card.near)


def _beginning(corpus: Corpus, unit: int) -> str:
    """The first words of a unit, and its row in its file."""
    sentences, place = corpus.sentences, int(np.flatnonzero(corpus.units == unit)[0])
    words = corpus.sentences_of([unit])[0].columns["word"][:WORDS]
    blank = " " if any(word.isascii() for word in words) else ""
    row = sentences.row_in_file(place) + 1
    return _("row {row}: {words}").format(row=row, words=inert(blank.join(words)))


def _part_table(card: SplitCard) -> None:
    """One row a part, for those who look for the odd one."""
    parts = card.parts
    names = [parts.names[k] for k in parts.validated]
    columns = {_("part"): names, _("units"): [parts.sizes[k] for k in parts.validated]}
    for row in card.rows:
        if of_part := row.details.get("parts"):
            standings = [replace(row.standing, value=of_part[name]) for name in names]
            columns[card_table.title(row)] = [replace(row, standing=one).written() for one in standings]
    components.table(pd.DataFrame(columns), "folds", height="content")


def _contributions(k: int, attribute: Attribute, judged: Judgement, parts: NamedParts) -> None:
    part, name = parts.validated[int(np.argmax(judged.values))], text.attribute(attribute.name)
    shares = parts.contributions(part, attribute.counts)
    adds = _("Training against **{part}**: χ²/J {value:.3f}")
    st.markdown(adds.format(part=inert(parts.names[part]), value=float(judged.values.max())))
    components.chart(
        figures.training_surplus(attribute.labels, shares),
        f"judged_labels_{k}",
        alt=_("Labels by surplus in training, {name}.").format(name=name),
        csv={
            "label": attribute.labels,
            "training": shares.first,
            "other_side": shares.second,
            "expected_in_training": shares.expected,
            "share_of_chi2_per_label": shares.contribution,
        },
    )


def _near_pair_table(corpus: Corpus, parts: NamedParts, near: NearDuplicates) -> None:
    pairs = parts.validated_among(near.partners)
    if not len(pairs):
        st.caption(_("No near-duplicates."))
        return
    sentence = _("{shown} of {n:,} near-duplicates")
    st.caption(sentence.format(shown=min(PAIRS, len(pairs)), n=len(pairs)))
    marked = [(pair, differing_words(*(_words(corpus, unit) for unit in pair))) for pair in pairs.tolist()]
    # First those that differ: that equal texts are equal needs no look.
    marked.sort(key=lambda one: not any(differs for text in one[1] for _word, differs in text))
    names = split_picture.named(SIDES if parts.training is None else parts.names)
    for pair, texts in marked[:PAIRS]:
        # Of folds the first is validated; a name in each: on a telephone one stands below the other.
        sides = (1, 0) if parts.training is None else parts.of_unit[pair].tolist()
        for column, side, words in zip(st.columns(2, border=True), sides, texts, strict=True):
            column.caption(inert(names[side]))
            column.markdown(_marked(words))


def _words(corpus: Corpus, unit: int) -> list[str]:
    return [word for sentence in corpus.sentences_of([unit]) for word in sentence.columns["word"]]


def _marked(text: Marked) -> str:
    words = [f"**:orange-background[{inert(word)}]**" if differs else inert(word) for word, differs in text]
    return " ".join(words[:PAIR_WORDS]) + (" …" if len(words) > PAIR_WORDS else "")
