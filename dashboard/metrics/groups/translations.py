"""Predicted texts: BLEU, its parts, and the recall that it lacks."""

import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.layout import cards, notices, scores_of
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.options import Options
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, BleuScores


def show(table: AnswerTable, more: Options) -> None:
    answer = st.container(border=True)
    order = st.slider(_("Longest n-grams"), 1, 6, key=state.choice("metrics_order", 4))
    ways = {
        "auto": _("by the texts"),
        "13a": _("words (13a)"),
        "zh": _("Chinese characters (zh)"),
        "char": _("letters (char)"),
        "none": _("spaces (none)"),
    }
    way = pick(_("Tokenization"), ways, "metrics_tokenize", "auto", place=more.place)
    smooth = more.place.toggle(_("Smooth zero P_n"), key=state.choice("metrics_smooth", True))
    more.note("metrics_tokenize", "auto", ways[way])
    more.note("metrics_smooth", True, _("not smoothed"))
    scores = scores_of(
        BleuScores, "text", table, order=order, tokenize=None if way == "auto" else way, smooth=smooth
    )
    with answer:
        _answer(scores)
    components.chart(pictures.ngram_rates(scores), "metrics_ngrams", alt=_("Precision and recall of n-grams"))
    notices(scores)
    counts = {
        "n": "n",
        _("predicted n-grams"): "predicted",
        _("reference n-grams"): "reference",
        _("matching"): "matched",
        _("matching, clipped"): "clipped",
    }
    components.rows_table(scores.rows, counts, "metrics_ngram_counts")


def _answer(scores: BleuScores) -> None:
    cards(
        (
            ("BLEU", scores.bleu, f"n = 1 … {len(scores.rows)}"),
            (
                _("Brevity penalty"),
                scores.brevity_penalty,
                f"c = {scores.length:,} · r = {scores.reference_length:,}",
            ),
            *((f"P_{row.n}", row.precision, f"{row.clipped:,} / {row.predicted:,}") for row in scores.rows),
            (_("Average recall"), scores.average_recall, None),
            (_("Word error rate"), scores.word_error_rate, f"{scores.errors:,} / {scores.asked:,}"),
        )
    )
    st.caption(_("Compare BLEU only on the same corpus and tokens."))
