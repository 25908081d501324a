"""The card of a split as a table: each thing with a word, a number, its percentile and what it means for a score."""

import pandas as pd
import streamlit as st

from dashboard.ui import components
from dashboard.words import problems, text
from dashboard.words.text import _, about
from mx2core.judge import CardRow, SplitCard
from mx2core.judge.rows import KINDS, unusual_first


def show(card: SplitCard) -> None:
    """Every row, what to look at first on top and in bold."""
    words = {
        "typical": _("typical"),
        "high": _("high"),
        "low": _("low"),
        "balanced": _("balanced by design"),
        "none": _("none"),
        "whole": _("whole"),
        "few": _("under 30"),
        "enough": _("enough"),
    }
    numbers = pd.DataFrame(
        {
            _("measure"): [title(row) for row in card.rows],
            _("in a word"): [words[row.word] for row in card.rows],
            _("this split"): [row.written() for row in card.rows],
            _("random mean"): [row.written(row.standing.mean) for row in card.rows],
            _("percentile"): [row.percent for row in card.rows],
            _("what it means"): [problems.said(row.meaning) for row in card.rows],
        }
    )
    among = _("{value}: {word}. Random: {mean}; percentile {percent}")
    # Three columns, so that a telephone shows all of them; the file has the numbers apart, in fixed order.
    rows = unusual_first(card.rows)
    shown_columns = pd.DataFrame(
        {
            _("measure"): [title(row) for row in rows],
            _("this split"): [
                among.format(
                    value=row.written(),
                    word=words[row.word],
                    mean=row.written(row.standing.mean),
                    percent=row.percent,
                )
                for row in rows
            ],
            _("what it means"): [problems.said(row.meaning) for row in rows],
        }
    )
    n_unusual = sum(row.unusual for row in rows)
    st.caption(problems.said(card.whole.sentence))
    components.sentences_table(shown_columns, "split_card", csv=numbers, n_bold=n_unusual)


def beside(card: SplitCard, better: SplitCard) -> None:
    """The numbers of two cards, row by row, and which random splits each is compared with."""
    after = {(row.what, row.name): row for row in better.rows}
    rows = [(row, after[row.what, row.name]) for row in card.rows if (row.what, row.name) in after]
    references(card, better)
    table = pd.DataFrame(
        {
            _("measure"): [title(row) for row, _new in rows],
            _("this split"): [row.written() for row, _new in rows],
            _("percentile"): [row.percent for row, _new in rows],
            _("random mean"): [row.written(row.standing.mean) for row, _new in rows],
            _("the better one"): [new.written() for _old, new in rows],
            _("its percentile"): [new.percent for _old, new in rows],
            _("its random mean"): [new.written(new.standing.mean) for _old, new in rows],
        }
    )
    # Three columns, so that a telephone shows all of them; the file has the numbers apart.
    both = _("{value}; percentile {percent}, random {mean}")
    first = unusual_first(row for row, _new in rows)
    narrow_table = pd.DataFrame(
        {
            _("measure"): [title(row) for row in first],
            _("this split"): [_beside(both, row) for row in first],
            _("the better one"): [_beside(both, after[row.what, row.name]) for row in first],
        }
    )
    n_unusual = sum(row.unusual for row in first)
    components.sentences_table(narrow_table, "better_split", csv=table, n_bold=n_unusual)


def references(card: SplitCard, better: SplitCard) -> None:
    """The random splits behind the percentiles of two cards; they differ where the two keep other groups whole."""
    if card.whole.names == better.whole.names:
        st.caption(problems.said(card.whole.sentence))
        return
    st.caption(
        "  \n".join(
            [
                about(_("this split"), problems.worded(card.whole.sentence)),
                about(_("the better one"), problems.worded(better.whole.sentence)),
            ]
        )
    )


def _beside(sentence: str, row: CardRow) -> str:
    return sentence.format(value=row.written(), percent=row.percent, mean=row.written(row.standing.mean))


def title(row: CardRow) -> str:
    """What a row is about."""
    name = "" if row.name is None else text.attribute(row.name)
    return _(KINDS[row.what].title.message).format(name=name)
