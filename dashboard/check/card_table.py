"""The card of a split: a sentence, four numbers and its place among random splits; then everything in a table."""

import pandas as pd
import streamlit as st

from dashboard.figures.splits import divergence as figures
from dashboard.ui import components
from dashboard.ui.documents import python_code, split_picture
from dashboard.words import problems
from dashboard.words.text import _, about, inert
from mx2core.judge import CardRow, SplitCard
from mx2core.judge.rows import unusual_first


def postcard(card: SplitCard, code: str) -> None:
    """What a colleague should see first."""
    verdict = card.verdict
    st.markdown(f"## {problems.problem_text(verdict.headline)}")
    if not verdict.clean:
        st.markdown(problems.problem_text(verdict.advice))
    for notice in filter(None, map(card.missing, dict.fromkeys(row.name or "" for row in card.rows))):
        st.caption(f":material/warning: {problems.problem_text(notice)}")
    with st.container(horizontal=True, gap="xsmall"):  # four in a row; two on a telephone
        for name, value, note in split_picture.numbers(card):
            help = _("Share of random splits differing less.") if value == verdict.row.percent else None
            st.metric(inert(name), value, note, help=help, **components.NEUTRAL)
    histogram(f"needle_{verdict.worst.what}_{verdict.worst.name}", verdict.worst, code)


def histogram(key: str, row: CardRow, code: str) -> None:
    """A number of random splits of the same sizes, with this one, read by `code`, among them."""
    random, name, column = (
        row.standing.random,
        title(row),
        "chi2_per_label" if row.what == "labels" else row.what,
    )
    components.chart(
        figures.among_random(
            random, value=row.value, expected=row.standing.mean, title=name, share=row.share
        ),
        key,
        alt=_("{name}: {n:,} random splits; this one {value}.").format(
            n=len(random), name=name, value=row.written()
        ),
        csv={column: random},
        python=lambda: python_code.split_figure(code, row.what, row.name),
    )


def before_and_after(card: SplitCard, better: SplitCard) -> None:
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
    numbers = pd.DataFrame(
        {
            _("measure"): [title(row) for row in card.rows],
            _("in a word"): [words[row.word] for row in card.rows],
            _("this split"): [row.written() for row in card.rows],
            _("random mean"): [row.written(row.standing.mean) for row in card.rows],
            _("percentile"): [row.percent for row in card.rows],
            _("what it means"): [problems.notice_text(row.meaning) for row in card.rows],
        }
    )
    # Three columns, so that a telephone shows all of them; the file has the numbers apart, in fixed order.
    among, rows = _("{value}: {word}. Random: {mean}; percentile {percent}"), unusual_first(card.rows)
    shown = pd.DataFrame(
        {
            _("measure"): [title(row) for row in rows],
            _("this split"): [_cell(among, row, words[row.word]) for row in rows],
            _("what it means"): [problems.notice_text(row.meaning) for row in rows],
        }
    )
    st.caption(problems.notice_text(card.whole.sentence))
    n_unusual = sum(row.unusual for row in rows)
    components.sentences_table(shown, "split_card", csv=numbers, n_bold=n_unusual)


def better_table(card: SplitCard, better: SplitCard) -> None:
    """The numbers of two cards, row by row, and which random splits each is compared with."""
    after = {(row.what, row.name): row for row in better.rows}
    rows = [(row, after[row.what, row.name]) for row in card.rows if (row.what, row.name) in after]
    # The random splits behind the percentiles differ where the two keep other groups whole.
    if card.whole.names == better.whole.names:
        st.caption(problems.notice_text(card.whole.sentence))
    else:
        this = about(_("this split"), problems.problem_text(card.whole.sentence))
        st.caption(f"{this}  \n{about(_('the better one'), problems.problem_text(better.whole.sentence))}")
    numbers = pd.DataFrame(
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
    both, first = _("{value}; percentile {percent}, random {mean}"), unusual_first(row for row, _new in rows)
    shown = pd.DataFrame(
        {
            _("measure"): [title(row) for row in first],
            _("this split"): [_cell(both, row) for row in first],
            _("the better one"): [_cell(both, after[row.what, row.name]) for row in first],
        }
    )
    n_unusual = sum(row.unusual for row in first)
    components.sentences_table(shown, "better_split", csv=numbers, n_bold=n_unusual)


def _cell(sentence: str, row: CardRow, word: str = "") -> str:
    mean = row.written(row.standing.mean)
    return sentence.format(value=row.written(), word=word, mean=mean, percent=row.percent)


def title(row: CardRow) -> str:
    return problems.notice_text(row.title)
