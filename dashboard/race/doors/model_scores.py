"""Scores of models: of each split, by label and class, on what they saw in training; and every training."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.figures.comparisons import scores as figures
from dashboard.ui import components
from dashboard.ui.answers.measured_shift import leads
from dashboard.ui.answers.tested import Tested
from dashboard.ui.widgets import pick
from dashboard.words import problems
from dashboard.words.metrics import estimate, metric_name
from dashboard.words.numbers import number
from dashboard.words.text import _, attribute, inert, prose, titled
from mx2core.corpus import Corpus
from mx2core.corpus.units.pairs import JOINED, WORDS
from mx2core.metrics import averaged, confusion_matrix, conlleval_report, smaller_is_better
from mx2core.studies import mean_shift, summarize
from mx2core.training import Comparison, SeenScore
from mx2core.training.decisions.unit_attributes import UNSEEN, unseen_ways

LONGEST_WHOLE = 6  # labels in a table that is not scrolled
SHOWN_CLASSES = 30  # of a confusion matrix


def show(tested: Tested, comparison: Comparison, metric: str) -> None:
    """Both scores of each split in a picture, and what they are on average."""
    scores, name = comparison.seed_means(metric), metric_name(metric, smaller_is_better(metric))
    components.chart(
        figures.scores_by_split(scores, models=comparison.names, metric=name),
        "scores_by_split",
        alt=_("Both scores of each split, for {models}.").format(models=_(", ").join(comparison.names)),
        csv=lambda: mx.io.write_scores(comparison, metrics=comparison.metrics),
    )
    _means(tested, comparison, metric)
    notes = [problems.problem_text(comparison.how_scored)]
    if comparison.seeds:
        counts = _(", ").join(f"{model} {len(runs)}" for model, runs in comparison.seeds.items())
        notes.append(_("Means over seeds within a fold: {counts}.").format(counts=inert(counts)))
    st.caption(prose(notes))


def _means(tested: Tested, comparison: Comparison, metric: str) -> None:
    """Mean, sd and SNR of each model and each difference, and the shift against random halves."""
    rows, notices = [], []
    against = None if tested.random is None else leads(tested.random, metric)
    for label, values in leads(comparison, metric).items():
        if not len(values):
            continue
        summary = summarize(values)
        row = {_("model"): label, _("mean"): number(summary.mean.value, ".4f")}
        if against is not None:
            both = min(len(values), len(against[label]))  # one split against one says nothing
            shift = mean_shift(values, against[label]) if both > 1 else None
            row[_("shift against random")] = "–" if shift is None else estimate(shift.shift, 4)
            if shift is not None and shift.notice is not None:
                notices.append(titled(inert(label), problems.problem_text(shift.notice)))
        known = len(values) > 1  # the two scores of one split say nothing about another
        row[_("sd")] = estimate(summary.one_score.sd, 4) if known else "–"
        row[_("SNR")] = estimate(summary.one_score.snr, 1) if known else "–"
        rows.append(row)
    if not rows:
        st.caption(_("Means appear after the first split."))
        return
    components.wrapping_table(pd.DataFrame(rows), whole=[_("model")])
    for notice in notices:
        st.warning(notice, icon=":material/warning:")
    st.caption(_("sd and SNR (mean / sd): across splits, not across corpora."))


def label_scores(comparison: Comparison) -> None:
    """Precision, recall and F1 of each label of one model over all its finished folds; what it mistakes."""
    models = list(comparison.models)
    number = models.index(pick(_("Model"), models, "by_label", models[0]))
    counts = comparison.label_counts[number].sum(axis=(0, 1))
    each = mx.metrics.precision_recall_f(*counts.T)
    missed = _("missed (FN)")
    columns: dict[str, Any] = {_("label"): [label or _("(no label)") for label in comparison.labels]}
    columns |= {
        _("precision"): each.precision.round(4),
        _("recall"): each.recall.round(4),
        "F1": each.f.round(4),
    }
    columns |= dict(zip((_("correct (TP)"), _("false positives (FP)"), missed), counts.T, strict=True))
    table = pd.DataFrame(columns).sort_values(missed, ascending=False)
    components.table(table, "by_label", height=260 if len(table) > LONGEST_WHOLE else "content")
    macro = averaged(counts, "macro")
    st.caption(_("All finished folds; macro F1 {f:.4f}.").format(f=float(macro.f)))
    if comparison.task not in ("class", "tags"):
        return
    predicted, gold = comparison.predicted[number], comparison.scorer.material.gold[0]
    finished = predicted >= 0
    right, predicted = np.broadcast_to(gold, predicted.shape)[finished], predicted[finished]
    if comparison.task == "class":
        _confusion(confusion_matrix(right, predicted, n_classes=len(comparison.values)), comparison.values)
    else:
        n_right, n_tokens = int((predicted == right).sum()), len(right)
        report = conlleval_report(comparison.labels, counts, n_right=n_right, n_tokens=n_tokens)
        st.code(report, language=None)


def _confusion(matrix: np.ndarray, values: tuple[str, ...]) -> None:
    wrong = matrix.sum(axis=1) - matrix.diagonal()
    largest = np.sort(np.argsort(-wrong, kind="stable")[:SHOWN_CLASSES])
    components.chart(
        figures.confusion(matrix[np.ix_(largest, largest)], [values[k] for k in largest]),
        "confusion",
        alt=_("Counts of right class by predicted class."),
        csv=pd.DataFrame(matrix, columns=values).assign(right=values),
    )


def ways_of_seeing(corpus: Corpus) -> dict[str, str]:
    """What can have been seen in training, and what to call that."""
    return {
        by: _("words not in training")
        if by == UNSEEN
        else _("entities not in training")
        if by.endswith(f"{JOINED}{WORDS}")
        else _("not in training: {what}").format(what=attribute(by.removeprefix(f"{UNSEEN}:")))
        for by in unseen_ways(corpus)
    }


def seen_table(scores: Sequence[SeenScore], metric: str, key: str) -> None:
    """One row a model."""
    chunks = any(one.chunks_seen is not None or one.chunks_unseen is not None for one in scores)
    columns: dict[str, list[float | None]] = {
        _("{metric}, all units").format(metric=metric): [one.whole for one in scores],
        _("{metric}, nothing new").format(metric=metric): [one.on_seen for one in scores],
        _("{metric}, something new").format(metric=metric): [one.on_unseen for one in scores],
    }
    if chunks:
        columns[_("F1 of known chunks")] = [one.chunks_seen for one in scores]
        columns[_("F1 of new chunks")] = [one.chunks_unseen for one in scores]
    cells = {name: [number(value, ".4f") for value in values] for name, values in columns.items()}
    components.table(pd.DataFrame({_("model"): [one.model for one in scores]} | cells), key)
    caption = [_("New: not in that model's training half. Units without any are in neither column.")]
    if chunks:
        caption.append(_("A chunk is known if the same words were one in training."))
    st.caption(prose(caption))
