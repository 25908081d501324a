"""The card of a split: a sentence, four numbers and its place among random splits; behind it every number."""

import re
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.check.sources import Split
from dashboard.figures.splits import divergence as figures
from dashboard.ui import components
from dashboard.ui.documents import python_code, split_picture
from dashboard.ui.widgets import show_one
from dashboard.words import problems, text
from dashboard.words.text import _, inert
from mx2core.corpus import Attribute, Corpus
from mx2core.corpus.units.differing_words import Marked, differing_words
from mx2core.corpus.units.near_duplicates import NearDuplicates
from mx2core.exchange import NamedParts
from mx2core.exchange.partitions.named_parts import SIDES
from mx2core.judge import CardRow, SplitCard, copies
from mx2core.judge.rows import unusual_first
from mx2core.partition import Judgement


def postcard(card: SplitCard, made: str) -> None:
    """What a colleague should see first; `made` is what was made here, if it was."""
    verdict = card.verdict
    headline = problems.problem_text(verdict.headline)
    if made:
        made = _("Made here, {parts}").format(parts=made)
        headline = _("{name}: {sentence}").format(name=made, sentence=headline)
    with components.announced():
        st.markdown(f"## {headline}")
    if not verdict.clean:
        st.markdown(problems.problem_text(verdict.advice))
    st.caption(text.prose(map(problems.problem_text, card.comparison)))
    missing = map(card.missing, dict.fromkeys(row.name or "" for row in card.rows))
    for notice in filter(None, (card.parts.untrained, *missing)):
        st.caption(f":material/warning: {problems.problem_text(notice)}")
    with st.container(horizontal=True, gap="xsmall"):  # four in a row; two on a telephone
        for name, value, note in split_picture.numbers(card):
            components.metric(inert(name), value, note)


def histogram(key: str, row: CardRow, code: str) -> None:
    """A number of random splits of the same sizes, with this one, whose card is made by `code`, among them."""
    random, name, column = (
        row.standing.random,
        title(row),
        "chi2_per_label" if row.what == "labels" else row.what,
    )
    components.chart(
        figures.random_histogram(
            random, value=row.value, expected=row.standing.mean, title=name, share=row.share
        ),
        key,
        alt=_("{name}: {n:,} random splits; this one {value}.").format(
            n=len(random), name=name, value=row.number_text()
        ),
        csv={column: random},
        python=lambda: python_code.split_figure(code, row.what, row.name),
    )


def comparison_table(card: SplitCard, better: SplitCard) -> None:
    (names, values, _notes), (_names, better_values, _better_notes) = (
        zip(*split_picture.numbers(one)[1:], strict=True) for one in (card, better)
    )
    columns = {"": names, _("this split"): values, _("the better one"): better_values}
    components.wrapping_table(pd.DataFrame(columns))


def table(card: SplitCard) -> None:
    """Every row with a word and what it means for a score; what to look at first on top and in bold."""
    words = {
        "typical": _("typical"),
        "high": _("high"),
        "low": _("low"),
        "balanced": _("balanced by design"),
        "none": _("none"),
        "whole": _("whole"),
        "few": _("under 30"),
        "enough": _("at least 30"),
    }
    # Three columns, so that a telephone shows all of them; the file has the numbers apart, in fixed order.
    among, rows = _("{value}: {word}. Random: {mean}; percentile {percent}"), unusual_first(card.rows)
    shown = pd.DataFrame(
        {
            _("measure"): [title(row) for row in rows],
            _("this split"): [
                among.format(
                    value=row.number_text(),
                    word=words[row.word],
                    mean=row.number_text(row.standing.mean),
                    percent=row.percent,
                )
                for row in rows
            ],
            _("what it means"): [problems.notice_text(row.meaning) for row in rows],
        }
    )
    numbers = pd.DataFrame([row.document for row in card.rows]).drop(columns="details")
    st.caption(text.prose(map(problems.notice_text, filter(None, (card.whole.plain, card.tails)))))
    n_unusual = sum(row.unusual for row in rows)
    components.wrapping_table(shown, "split_card", csv=numbers, n_bold=n_unusual)


def title(row: CardRow) -> str:
    return problems.notice_text(row.title)


_UNSPACED = re.compile("[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]")  # Chinese, Japanese and their marks
PAIRS, PAIR_WORDS = 20, 80  # near-duplicates that are shown, and words of each


def details(split: Split, card: SplitCard, attributes: tuple[Attribute, ...], code: str) -> None:
    """One view at a time, made when it is asked for."""
    views = {
        "card": (_("Numbers"), partial(table, card)),
        "labels": (_("Labels"), partial(_labels, code, card, attributes)),
        "near": (_("Copies"), partial(_copies, split.corpus, card)),
    }
    show_one(_("Details"), views, "check_view", closed=True)


def _labels(code: str, card: SplitCard, attributes: tuple[Attribute, ...]) -> None:
    """Of each attribute its place among random splits, and the labels that make the parts differ."""
    rows = [row for row in card.rows if row.what == "labels"]
    for k, column in components.side_by_side([attribute.name for attribute in attributes]):
        with column:
            histogram(f"judged_{k}", rows[k], code)
            _contributions(k, attributes[k], card.judged[k], card.parts)


def _copies(corpus: Corpus, card: SplitCard) -> None:
    """Texts that training has, too, and those that it nearly has."""
    if card.near.notice is not None:
        st.caption(problems.problem_text(card.near.notice))
    _near_pair_table(corpus, card.parts, card.near)
    table = partial(copies, corpus, card.parts, card.near)
    components.csv_button(lambda: components.csv_bytes(pd.DataFrame(table())), "copies")


def _contributions(k: int, attribute: Attribute, judged: Judgement, parts: NamedParts) -> None:
    part, name = parts.validated[int(np.argmax(judged.values))], text.attribute(attribute.name)
    shares = parts.contributions(part, attribute.counts)
    adds = _("Training against **{part}**: χ²/J {value:.3f}; numbers: contributions")
    st.markdown(adds.format(part=inert(parts.names[part]), value=float(judged.values.max())))
    components.chart(
        figures.contributions(attribute.labels, shares, of_training=True),
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
    names = split_picture.part_words(SIDES if parts.training is None else parts.names)
    for pair, texts in marked[:PAIRS]:
        # Of folds the first is validated; a name in each: on a telephone one stands below the other.
        sides = (1, 0) if parts.training is None else parts.of_unit[pair].tolist()
        for column, side, words in zip(st.columns(2, border=True), sides, texts, strict=True):
            column.caption(inert(names[side]))
            column.markdown(_as_read(words, PAIR_WORDS))


def _words(corpus: Corpus, unit: int) -> list[str]:
    return [word for sentence in corpus.sentences_of([unit]) for word in sentence.columns["word"]]


def _as_read(text: Marked, most: int) -> str:
    """The first words, those that differ marked; no space beside a letter of a script without."""
    read, before = "", ""
    for word, differs in text[:most]:
        read += " " if before and not _UNSPACED.search(before[-1] + word[:1]) else ""
        read += f":orange-background[**{inert(word)}**]" if differs else inert(word)
        before = word
    return read + ("…" if len(text) > most else "")
