"""Texts of a corpus: which were made one unit, which were left out and why, and which are nearly the same."""

from dataclasses import replace
from typing import NamedTuple

import pandas as pd
import streamlit as st

from dashboard.session import state
from dashboard.ui import components, near_search
from dashboard.ui.kept_together import keep_together
from dashboard.ui.widgets import fold
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.corpus.units.grouping import NEAR

SHOWN = 1_000  # rows of a table; the CSV has all of them
BEGINNING = 60  # characters of a sentence
LISTED = 300  # units that are nearly the same
BOUNDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


class Joined(NamedTuple):
    """A sentence that is not a unit of its own."""

    line: int  # where it begins in the file
    words: str  # its beginning
    unit: str  # the unit it belongs to
    first: int  # line where that unit begins


def joined_sentences(corpus: Corpus) -> list[Joined]:
    """The sentences that were put to the unit of an earlier one, in file order."""
    lines, first, rows = _lines(corpus), dict[int, int](), []
    for i, unit in enumerate(corpus.units.tolist()):
        begins = first.setdefault(unit, i)
        if (
            begins < i and not corpus.sentences.repeats[i]
        ):  # the same sentence with another predicate is no other
            rows.append(Joined(lines[i], _beginning(corpus, i), corpus.unit_ids[unit], lines[begins]))
    return rows


def left_out(corpus: Corpus, whole: Corpus) -> list[tuple[int, str]]:
    """Line and beginning of every sentence of the whole file that a subset of it does not have."""
    kept = set(_lines(corpus))
    return [(line, _beginning(whole, i)) for i, line in enumerate(_lines(whole)) if line not in kept]


def _lines(corpus: Corpus) -> list[int]:
    sentences = corpus.sentences
    return [int(line) for line in sentences.lines[sentences.starts[:-1]]]


def _beginning(corpus: Corpus, i: int) -> str:
    first, last = int(corpus.sentences.starts[i]), int(corpus.sentences.starts[i + 1])
    words = " ".join(corpus.sentences.columns["word"][slice(first, min(last, first + BEGINNING))])
    return words if len(words) <= BEGINNING else words[: BEGINNING - 1] + "…"


def show_account(corpus: Corpus) -> None:
    """What became one unit and what was left out; computed when somebody wishes to see it."""
    n_sentences, n_units = len(corpus.sentences.lengths), len(corpus)
    if n_sentences == n_units and not corpus.where:
        return
    label = _("{n:,} sentences, {n_units:,} units: where they went").format(n=n_sentences, n_units=n_units)
    account = fold(label, "account")
    if account is None:
        return
    with account, problems.problem_box():
        joined = joined_sentences(corpus)
        if joined:
            st.markdown(_("Sentences joined to an earlier unit: **{n:,}**").format(n=len(joined)))
            usual = _("the same {field}").format(field=text.attribute(corpus.unit))
            titles = [_("line"), _("sentence"), _("unit"), _("begins in line")]
            table = pd.DataFrame(joined, columns=titles)
            table.insert(2, _("why"), usual)
            _table(table, "joined")
        else:
            st.markdown(_("Every sentence is a unit of its own."))
        if corpus.where:
            rows = left_out(corpus, replace(state.project().source, where=()).read())
            condition = text.inert(text.subset(corpus.where))
            left = _("Left out, without {condition}: **{n:,}**")
            st.markdown(left.format(n=len(rows), condition=condition))
            _table(pd.DataFrame(rows, columns=[_("line"), _("sentence")]), "left_out")


def _table(table: pd.DataFrame, key: str) -> None:
    components.table(table.head(SHOWN), key, csv=table, height=260)
    if len(table) > SHOWN:
        st.caption(_("First {n:,} shown; the CSV has all.").format(n=SHOWN))


def show_near_groups(corpus: Corpus) -> None:
    """Looked for when a user opens it, in a large corpus when asked once more."""
    box = st.expander(_("Near-duplicates"), key="near_groups", on_change="rerun")
    if not box.open:
        return
    with box:
        label = _("Least similarity (Jaccard, words and word pairs)")
        bound = st.select_slider(label, BOUNDS, 0.8, key="near_bound")
        if not near_search.agreed(corpus, bound):
            return
        with st.container():
            near = near_search.near_duplicates_of(corpus, bound)
        if near.notice is not None:
            st.caption(problems.problem_text(near.notice))
        groups = near.largest()
        if not groups:
            st.success(_("No two units are that similar."), icon=":material/check_circle:")
            return
        words = _(
            "**{n:,}** of {total:,} units; groups: **{n_groups:,}**. On both sides of a split they tend to raise scores."
        )
        st.markdown(words.format(n=near.n_units, total=len(corpus), n_groups=len(groups)))
        rows = [(k, unit) for k, group in enumerate(groups, 1) for unit in group.tolist()][:LISTED]
        texts = [
            (k, " ".join(word for one in corpus.sentences_of([unit]) for word in one.columns["word"]))
            for k, unit in rows
        ]
        table = pd.DataFrame(texts, columns=[_("group"), _("text")])
        components.table(table, "near_duplicates", height=min(300, 37 * (len(table) + 1)))
        if st.button(_("Keep near-duplicates together"), key="keep_near", icon=":material/join:"):
            keep_together(NEAR if bound == 0.8 else f"{NEAR}:{bound:g}")
