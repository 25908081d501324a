"""Words of texts as intervals, known and unknown, beside the longest match."""

import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.layout import cards, notices, scores_of
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.options import Options
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, SegmentationScores, intervals

SHOWN = 40  # letters of a text that the figure has room for


def show(table: AnswerTable, more: Options) -> None:
    answer = st.container(border=True)
    n = len(table.texts("words"))
    first, which = st.columns(2, gap="medium", vertical_alignment="bottom")
    key = state.choice("metrics_train", n // 2)
    st.session_state[key] = min(st.session_state[key], max(n - 1, 1))
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
    key = state.choice("metrics_text", total)
    st.session_state[key] = min(st.session_state[key], total)
    number = which.number_input(_("Text"), 1, total, key=key)
    with answer:
        _answer(scores)
    row = scores.rows[number - 1]
    cuts = [(_("right"), intervals(row.gold.split())), (_("predicted"), intervals(row.predicted.split()))]
    components.chart(
        pictures.word_intervals(row.text[:SHOWN], cuts),
        "metrics_intervals",
        alt=_("Right and predicted words"),
    )
    st.caption(
        _("This text: {right} of {predicted} words right, {gold} expected.").format(
            gold=row.n_gold, predicted=row.n_predicted, right=row.right
        )
    )
    notices(scores)


def _answer(segmented: SegmentationScores) -> None:
    scores = segmented.summary
    cards(
        (
            ("F1", segmented.f, f"P {segmented.precision:.2f} · R {segmented.recall:.2f}"),
            (_("Precision"), segmented.precision, None),
            (_("Recall"), segmented.recall, None),
            (_("Unknown words"), scores["oov_rate"], f"{segmented.n_unknown:,} / {segmented.n_words:,}"),
            (_("Recall, known"), segmented.known_recall, None),
            (_("Recall, unknown"), segmented.unknown_recall, None),
            (_("Longest match F1"), segmented.baseline_f, None),
        )
    )
