"""One model over all its finished folds: label by label, class by class, and on what it saw in training."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.figures.comparisons import scores as figures
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import seen_scores
from dashboard.ui.choice import pick
from dashboard.words.metrics import metric_names
from dashboard.words.text import _
from mx2core.metrics import averaged, confusion_matrix, conlleval_report
from mx2core.training import seen_scores as score_seen
from mx2core.training.decisions.unit_attributes import UNSEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.race.tested_scores import Tested
    from mx2core.training import Comparison, SeenScore

LONGEST_WHOLE = 6  # labels in a table that is not scrolled
SHOWN_CLASSES = 30  # of a confusion matrix

_scores_apart: Remembered[tuple[SeenScore, ...]] = Remembered(20)


def show(comparison: Comparison) -> None:
    """Precision, recall and F1 of each label."""
    models = list(comparison.models)
    model = pick(_("Model"), models, "by_label", models[0])
    number = models.index(model)
    counts = comparison.label_counts[number].sum(axis=(0, 1))
    labels = [label or _("(no label)") for label in comparison.labels]
    each = mx.metrics.precision_recall_f(*counts.T)
    table = pd.DataFrame(
        {
            _("label"): labels,
            _("precision"): each.precision.round(4),
            _("recall"): each.recall.round(4),
            "F1": each.f.round(4),
            _("correct (TP)"): counts[:, 0],
            _("false positives (FP)"): counts[:, 1],
            _("missed (FN)"): counts[:, 2],
        }
    )
    components.table(
        table.sort_values(_("missed (FN)"), ascending=False),
        "by_label",
        height=260 if len(labels) > LONGEST_WHOLE else "content",
    )
    macro = averaged(counts, "macro")
    st.caption(_("All finished folds; macro F1 {f:.4f}.").format(f=float(macro.f)))
    if comparison.task == "class":
        _confusion(comparison, number)
    elif comparison.task == "tags":
        _report(comparison, number, counts)


def _report(comparison: Comparison, model: int, counts: NDArray[np.int64]) -> None:
    """The same as the CoNLL script prints it."""
    predicted, gold = comparison.predicted[model], comparison.scorer.material.gold[0]
    finished = predicted >= 0
    n_right = int(((predicted == gold[None, :]) & finished).sum())
    st.code(
        conlleval_report(comparison.labels, counts, n_right=n_right, n_tokens=int(finished.sum())),
        language=None,
    )


def _confusion(comparison: Comparison, model: int) -> None:
    """The classes that are most often mistaken, and for what."""
    predicted, gold = comparison.predicted[model], comparison.scorer.material.gold[0]
    finished = predicted >= 0
    right = np.broadcast_to(gold, predicted.shape)[finished]
    matrix = confusion_matrix(right, predicted[finished], n_classes=len(comparison.values))
    wrong = matrix.sum(axis=1) - matrix.diagonal()
    largest = np.sort(np.argsort(-wrong, kind="stable")[:SHOWN_CLASSES])
    labels = [comparison.values[k] for k in largest]
    components.chart(
        figures.confusion(matrix[np.ix_(largest, largest)], labels),
        "confusion",
        alt=_("How often each class was taken for each."),
        csv=lambda: components.csv_bytes(
            pd.DataFrame(matrix, columns=comparison.values).assign(right=comparison.values)
        ),
    )


def seen(tested: Tested, comparison: Comparison, metric: str) -> None:
    """Every model on what was seen in training and on what was not."""
    corpus, partitions = state.project().corpus, tested.partitions
    if partitions is None or corpus.units_sha256 != comparison.corpus or not comparison.finished.all():
        st.caption(_("Scores appear as folds finish."))
        return
    by = pick(_("New is"), seen_scores.ways(corpus), "seen_by", UNSEEN, buttons=True)
    key = (*tested.key, partitions.signature, comparison.corpus, metric, by)
    scores = _scores_apart.get(
        key,
        lambda: score_seen(comparison, corpus=corpus, partitions=partitions, metric=metric, by=by),
    )
    seen_scores.show(scores, metric_names().get(metric, metric), "seen")
