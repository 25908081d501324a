"""The card of a split: each thing with a word, a number, its percentile and what it means for a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from dashboard.ui import components
from dashboard.words import problems, text
from dashboard.words.text import _, about, inert
from mx2core.exchange.canonical import canonical_bytes
from mx2core.judge.card import span
from mx2core.judge.rows import KINDS, unusual_first

if TYPE_CHECKING:
    from mx2core.judge import CardRow, SplitCard

IN_A_ROW = 5  # cards, as many as a wide page has room for
LARGE = (
    "near",
    "seen",
    "lengths",
    "documents",
)  # rows with a metric of their own; `seen` the first of its kind

Metric = tuple[str, str, str]  # what it is called, its value, and what it is beside


def _sizes(card: SplitCard) -> Metric:
    """How large the parts are."""
    parts = card.parts
    if parts.training is None:
        sizes = f"{len(parts.sizes)} : {span(parts.sizes)}"
        return _("Folds : units in each"), sizes, _("each against all others")
    note = (
        _("{share:.1%} in training").format(share=parts.sizes[parts.training] / len(parts.of_unit))
        if parts.is_split
        else _("each against {part}").format(part=inert(parts.names[parts.training]))
    )
    return inert(" : ".join(parts.names)), " : ".join(f"{size:,}" for size in parts.sizes), note


def show(card: SplitCard) -> None:
    """The numbers that matter in large type, all of them in a table, and both to take away."""
    cards = [_sizes(card)]
    first = {what: next((row for row in card.rows if row.what == what), None) for what in LARGE}
    shown = [row for row in card.rows if row.what == "labels"] + [row for row in first.values() if row]
    percentile = _("percentile {percent}")
    cards += [(text.inert(title(row)), number(row), percentile.format(percent=row.percent)) for row in shown]
    if len(cards) <= IN_A_ROW:
        places = [st.container(horizontal=True)] * len(cards)
    else:  # two rows of one length: the last one would take a line by itself
        length = (len(cards) + 1) // 2
        places = [*st.columns(length), *st.columns(length)]
    for place, (name, value, note) in zip(places, cards, strict=False):
        place.metric(name, value, note, **components.NEUTRAL)
    words = {
        "typical": _("typical"),
        "high": _("high"),
        "low": _("low"),
        "balanced": _("balanced by design"),
        "none": _("none"),
        "whole": _("whole"),
        "few": _("few"),
        "enough": _("enough"),
    }
    numbers = pd.DataFrame(
        {
            _("about the split"): [title(row) for row in card.rows],
            _("in a word"): [words[row.word] for row in card.rows],
            _("this split"): [number(row) for row in card.rows],
            _("random mean"): [number(row, row.standing.mean) for row in card.rows],
            _("percentile"): [row.percent for row in card.rows],
            _("what it means for a score"): [problems.said(row.meaning) for row in card.rows],
        }
    )
    among = _("{value}: {word}. Random splits: {mean}; percentile {percent}")
    # Three columns, so that a telephone shows all of them; the file has the numbers apart, in fixed order.
    rows = unusual_first(card.rows)
    shown_columns = pd.DataFrame(
        {
            _("about the split"): [title(row) for row in rows],
            _("this split"): [
                among.format(
                    value=number(row),
                    word=words[row.word],
                    mean=number(row, row.standing.mean),
                    percent=row.percent,
                )
                for row in rows
            ],
            _("what it means for a score"): [problems.said(row.meaning) for row in rows],
        }
    )
    n_unusual = sum(row.unusual for row in rows)
    if n_unusual:
        st.caption(_("What to look at comes first, in bold."))
    components.sentences_table(shown_columns, "split_card", csv=numbers, n_bold=n_unusual)
    with st.expander(_("The card as a paragraph and as JSON")):
        paragraph = text.joined([problems.said(sentence) for sentence in card.sentences])
        st.code(paragraph, language=None, wrap_lines=True)
        components.download(
            _("Download the card (JSON)"),
            lambda: canonical_bytes(card.document),
            "split_card.json",
            "split_card_json",
        )


def beside(card: SplitCard, better: SplitCard) -> None:
    """The numbers of two cards, row by row, and which random splits each is compared with."""
    after = {(row.what, row.name): row for row in better.rows}
    rows = [(row, after[row.what, row.name]) for row in card.rows if (row.what, row.name) in after]
    references(card, better)
    table = pd.DataFrame(
        {
            _("about the split"): [title(row) for row, _new in rows],
            _("this split"): [number(row) for row, _new in rows],
            _("percentile"): [row.percent for row, _new in rows],
            _("random mean"): [number(row, row.standing.mean) for row, _new in rows],
            _("the typical one"): [number(new) for _old, new in rows],
            _("its percentile"): [new.percent for _old, new in rows],
            _("its random mean"): [number(new, new.standing.mean) for _old, new in rows],
        }
    )
    # Three columns, so that a telephone shows all of them; the file has the numbers apart.
    both = _("{value}; percentile {percent}, random mean {mean}")
    first = unusual_first(row for row, _new in rows)
    narrow_table = pd.DataFrame(
        {
            _("about the split"): [title(row) for row in first],
            _("this split"): [_beside(both, row) for row in first],
            _("the typical one"): [_beside(both, after[row.what, row.name]) for row in first],
        }
    )
    n_unusual = sum(row.unusual for row in first)
    components.sentences_table(narrow_table, "better_split", csv=table, n_bold=n_unusual)


def references(card: SplitCard, better: SplitCard) -> None:
    """The random splits behind the percentiles of two cards; they differ where the two keep other groups whole."""
    if card.whole.names == better.whole.names:
        st.caption(problems.said(card.whole.said))
        return
    st.caption(
        "  \n".join(
            [
                _(
                    "The two percentiles have different references, for the two splits keep different groups whole."
                ),
                about(_("this split"), problems.worded(card.whole.said)),
                about(_("the typical one"), problems.worded(better.whole.said)),
            ]
        )
    )


def _beside(sentence: str, row: CardRow) -> str:
    return sentence.format(value=number(row), percent=row.percent, mean=number(row, row.standing.mean))


def title(row: CardRow) -> str:
    """What a row is about."""
    name = "" if row.name is None else text.attribute(row.name)
    return _(KINDS[row.what].title.message).format(name=name)


def number(row: CardRow, value: float | None = None) -> str:
    """A number of this row in its unit."""
    value = row.value if value is None else value
    if row.what in ("labels", "largest"):
        return f"{value:.3f}"
    if row.what == "lengths":
        return _("{value:.2f} tokens").format(value=value)
    if row.what == "smallest":
        return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"
    return f"{value:.1%}"
