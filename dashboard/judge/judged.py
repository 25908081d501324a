"""What random splits say of a split: the verdict, the card, what makes a part differ, and better parts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.figures.splits import judge as pictures
from dashboard.judge import card_table, near_pairs, reference_question
from dashboard.judge.dealt import better, digest, handed_out
from dashboard.judge.sources import Split, chosen_attributes
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.session.progress import progress
from dashboard.ui import components, near_search
from dashboard.words import problems, text
from dashboard.words.text import _, about, inert
from mx2core.judge import split_card, text_seen_in_training
from mx2core.judge.units import unit_documents

if TYPE_CHECKING:
    from mx2core.corpus import Attribute, Corpus
    from mx2core.corpus.units.near_duplicates import NearDuplicates
    from mx2core.exchange import NamedParts
    from mx2core.judge import SplitCard
    from mx2core.judge.reference import Reference
    from mx2core.partition import Judgement

SHOWN, WORDS = 3, 8  # units of the same text that are quoted, and words of each


def show(split: Split) -> None:
    """The verdict, where the split stands, text seen in training, and what makes a part differ."""
    corpus, parts = split.corpus, split.parts
    attributes = chosen_attributes(corpus)
    names = tuple(attribute.name for attribute in attributes)
    reference = reference_question.ask(corpus)
    near_search.ask_digits()
    if not near_search.agreed(corpus, card=True):
        return
    with st.container():  # of the bars, so that what follows keeps its place when there are none
        near = near_search.near_duplicates_of(corpus)
        card = _card(split, attributes, reference, near)
    _verdict(attributes, card)
    _same_text(split)
    card_table.show(card)
    if parts.is_split:
        st.caption(
            _(
                "One split, however typical, cannot tell two close models apart: the next may name the other. Compare them on "
                "several splits."
            )
        )
    reference_question.said(card.whole)
    if near.said is not None:
        st.caption(problems.worded(near.said))
    near_pairs.show(corpus, parts, near)
    if len(parts.validated) > 1:
        _by_part(card)
    if split.kept_whole is not None:
        handed_out(split)
    elif (typical := better(split, near)) is not None:
        with st.container():
            new = _card(typical, attributes, reference, near)
        card_table.beside(card, new)
        handed_out(typical)
    for k, column in components.side_by_side(names):
        with column:
            _among_random(k, attributes[k], card.judged[k])
    st.subheader(_("What makes the split differ"))
    for k, column in components.side_by_side(names):
        with column:
            _contributions(k, attributes[k], card.judged[k], parts)


def _card(
    split: Split, attributes: tuple[Attribute, ...], reference: Reference, near: NearDuplicates
) -> SplitCard:
    parts = split.parts
    names = "\0".join([*parts.names, str(parts.training)]).encode("utf-8", "backslashreplace")
    known = b"" if unit_documents(split.corpus) is None else b"documents"
    units = np.ascontiguousarray(parts.of_unit, dtype="<i8").tobytes()
    key = digest(units + names + known, split.corpus, attributes)
    counted = tuple(f"{one.name}:{one.counted}" for one in attributes)
    seed = state.chosen("seed", 0)
    return _carded(key, counted, seed, reference, near.digits, split.corpus, parts, attributes, near)


@remembered(24)
def _carded(
    key: str,
    counted: tuple[str, ...],
    seed: int,
    reference: Reference,
    digits: bool | None,
    _corpus: Corpus,
    _parts: NamedParts,
    _attributes: tuple[Attribute, ...],
    _near: NearDuplicates,
) -> SplitCard:
    cancelled = partial(near_search.cancelled, _corpus)
    # Two cards can be made in one run, each with a bar of its own.
    with progress(_("Splitting at random into the same sizes"), f"judging_{key[:12]}", cancelled) as report:
        return split_card(
            _corpus,
            _parts,
            attributes=_attributes,
            seed=seed,
            near=_near,
            reference=reference,
            report=report,
        )


def _verdict(attributes: tuple[Attribute, ...], card: SplitCard) -> None:
    """What is said of each attribute, labels that a part lacks first, and what else is unusual; in the colour of the worst."""
    said = []
    of_labels = [row for row in card.rows if row.what == "labels"]
    for attribute, row in zip(attributes, of_labels, strict=True):
        sentences = [card.missing(attribute.name), row.meaning]
        words = text.joined(problems.worded(sentence) for sentence in sentences if sentence is not None)
        said.append(about(inert(text.attribute(attribute.name)), words))
    others = [row for row in card.rows if row.unusual and row.what != "labels"]
    if others:
        titles = _("; ").join(inert(card_table.title(row)) for row in others)
        said.append(_("To look at, too, in the table below: {titles}.").format(titles=titles))
    if any(row.unusual for row in of_labels):
        box, icon = st.warning, ":material/gavel:"
    elif others:
        box, icon = st.info, ":material/visibility:"
    else:
        box, icon = st.success, ":material/check_circle:"
    box("  \n".join(said), icon=icon)


def _same_text(split: Split) -> None:
    """That scores are flattered by text seen in training; stands right under the verdict."""
    shared = text_seen_in_training(split.corpus, split.parts)
    if not len(shared):
        return
    names = _("; ").join(_beginning(split.corpus, i) for i in shared[:SHOWN].tolist())
    sentence = _(
        "{n:,} of the {total:,} validation units have the same text as a training unit, which "
        "inflates scores. The first: {names}"
    )
    total = sum(split.parts.sizes[part] for part in split.parts.validated)
    st.warning(sentence.format(n=len(shared), total=total, names=names), icon=":material/content_copy:")


def _beginning(corpus: Corpus, unit: int) -> str:
    """The first words of a unit, and its row in its file."""
    sentences, place = corpus.sentences, int(np.flatnonzero(corpus.units == unit)[0])
    start, end = int(sentences.starts[place]), int(sentences.starts[place + 1])
    words = [str(word) for word in sentences.columns["word"][slice(start, min(end, start + WORDS))]]
    blank = " " if any(word.isascii() for word in words) else ""
    return _("row {row}: {words}").format(
        row=sentences.row_in_file(place) + 1, words=inert(blank.join(words))
    )


def _by_part(card: SplitCard) -> None:
    """One row a part, for those who look for the odd one."""
    parts = card.parts
    rows = [row for row in card.rows if row.details.get("parts")]
    table = pd.DataFrame({_("part"): [parts.names[k] for k in parts.validated]})
    table[_("units")] = [parts.sizes[k] for k in parts.validated]
    for row in rows:
        table[card_table.title(row)] = [
            card_table.number(replace(row, standing=replace(row.standing, value=row.details["parts"][name])))
            for name in table[_("part")]
        ]
    with st.expander(_("Each part by itself")):
        components.table(table, "folds", height="content")


def _among_random(k: int, attribute: Attribute, judged: Judgement) -> None:
    name, mean = text.attribute(attribute.name), judged.mean
    st.markdown(
        f"**χ²/J · {inert(name)}** · " + _("random splits: {mean:.3f} on average").format(mean=mean.mean)
    )
    components.chart(
        pictures.among_random(mean.random, value=mean.value, expected=mean.mean, text=_),
        f"judged_{k}",
        alt=_(
            "Histogram of χ²/J over {n:,} random splits of the same sizes for {name}; this split has {value:.3f}."
        ).format(n=len(mean.random), name=name, value=mean.value),
        csv=lambda: components.columns_csv(chi2_per_label=mean.random),
    )


def _contributions(k: int, attribute: Attribute, judged: Judgement, parts: NamedParts) -> None:
    """The labels of the part that differs most."""
    part, name = parts.validated[int(np.argmax(judged.values))], text.attribute(attribute.name)
    shares = parts.contributions(part, attribute.counts)
    st.markdown(
        _("**{name}**, {part}: χ²/J = {value:.3f}; the number at each bar is its contribution").format(
            name=inert(name), part=inert(parts.names[part]), value=float(judged.values.max())
        )
    )
    components.chart(
        pictures.training_surplus(attribute.labels, shares, text=_),
        f"judged_labels_{k}",
        alt=_(
            "Bars: labels that occur more or less often in the training set than expected, for {name}."
        ).format(name=name),
        csv=lambda: components.columns_csv(
            label=attribute.labels,
            training=shares.first,
            other_side=shares.second,
            expected_in_training=shares.expected,
            share_of_chi2_per_label=shares.contribution,
        ),
    )
