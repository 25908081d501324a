"""Predicted texts and their words: BLEU and its parts, and words as intervals beside the longest match."""

import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.layout import cards, most_choice, notices, scores_of
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.options import Options
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, BleuScores, SegmentationScores, intervals

SHOWN = 40  # letters of a text that the figure has room for


def show(table: AnswerTable, more: Options) -> None:
    """BLEU, its parts, and the recall that it lacks."""
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
    tokenize = None if way == "auto" else way
    scores = scores_of(BleuScores, "text", table, order=order, tokenize=tokenize, smooth=smooth)
    lengths = f"c = {scores.length:,} · r = {scores.reference_length:,}"
    with answer:
        cards(
            (
                ("BLEU", scores.bleu, f"n = 1 … {len(scores.rows)}"),
                (_("Brevity penalty"), scores.brevity_penalty, lengths),
                *(
                    (f"P_{row.n}", row.precision, f"{row.clipped:,} / {row.predicted:,}")
                    for row in scores.rows
                ),
                (_("Average recall"), scores.average_recall, None),
                (_("Word error rate"), scores.word_error_rate, f"{scores.errors:,} / {scores.asked:,}"),
            )
        )
        st.caption(_("Compare BLEU only on the same corpus and tokens."))
    components.chart(pictures.ngram_rates(scores), "metrics_ngrams", alt=_("Precision and recall of n-grams"))
    notices(scores)
    counts = {"n": "n", _("predicted n-grams"): "predicted", _("reference n-grams"): "reference"}
    counts |= {_("matching"): "matched", _("matching, clipped"): "clipped"}
    components.rows_table(scores.rows, counts, "metrics_ngram_counts")


def show_words(table: AnswerTable, more: Options) -> None:
    """Words of texts as intervals, known and unknown, beside the longest match."""
    answer = st.container(border=True)
    n = len(table.texts("words"))
    first, which = st.columns(2, gap="medium", vertical_alignment="bottom")
    key = most_choice("metrics_train", n // 2, max(n - 1, 1))
    train = 0 if n < 2 else first.slider(_("Vocabulary texts"), 0, n - 1, key=key)
    turned = more.place.container(horizontal=True)
    backward = turned.toggle(_("Backward longest match"), key=state.choice("metrics_backward", False))
    baseline = "segmented" not in table.columns or turned.toggle(
        _("Show longest match"), key=state.choice("metrics_baseline", False)
    )
    more.note("metrics_backward", False, _("backward"))
    more.note("metrics_baseline", False, _("longest match"))
    scores = scores_of(
        SegmentationScores, "segmentation", table, train=train, backward=backward, baseline=baseline
    )
    total = len(scores.rows)
    number = which.number_input(_("Text"), 1, total, key=most_choice("metrics_text", total, total))
    unknown = f"{scores.n_unknown:,} / {scores.n_words:,}"
    with answer:
        cards(
            (
                ("F1", scores.f, f"P {scores.precision:.2f} · R {scores.recall:.2f}"),
                (_("Precision"), scores.precision, None),
                (_("Recall"), scores.recall, None),
                (_("Unknown words"), scores.summary["oov_rate"], unknown),
                (_("Recall, known"), scores.known_recall, None),
                (_("Recall, unknown"), scores.unknown_recall, None),
                (_("Longest match F1"), scores.baseline_f, None),
            )
        )
    row = scores.rows[number - 1]
    cuts = [(_("right"), intervals(row.gold.split())), (_("predicted"), intervals(row.predicted.split()))]
    figure = pictures.word_intervals(row.text[:SHOWN], cuts)
    components.chart(figure, "metrics_intervals", alt=_("Right and predicted words"))
    sentence = _("This text: {right} of {predicted} words right, {gold} expected.")
    st.caption(sentence.format(gold=row.n_gold, predicted=row.n_predicted, right=row.right))
    notices(scores)
