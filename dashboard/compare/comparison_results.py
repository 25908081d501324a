"""What an experiment gave: scores by split, means and spreads, shifts, and each fold by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import figures
from dashboard.compare import verdict_so_far
from dashboard.server.project import Kept
from dashboard.server.result_cache import Remembered
from dashboard.server.running import experiments
from dashboard.session import analysis, state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.answers import all_pairs, seen_scores, unit_question
from dashboard.ui.answers.measured_shift import leads
from dashboard.ui.choice import pick
from dashboard.ui.documents import partition_export
from dashboard.words import problems
from dashboard.words.metrics import estimate, how_scored, metric_names, named
from dashboard.words.numbers import number
from dashboard.words.text import _, about, inert, joined
from mx2core.inference.mx2 import promise
from mx2core.metrics import (
    averaged,
    confusion_matrix,
    conlleval_report,
    default_metric,
    smaller_is_better,
)
from mx2core.studies import mean_shift, summarize
from mx2core.training import Asked, Question, Rule, decide_pairs
from mx2core.training import seen_scores as score_seen
from mx2core.training.decisions.unit_attributes import UNSEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.server.running.experiments import Run
    from mx2core.partition import PartitionSet
    from mx2core.studies import Estimate
    from mx2core.training import Comparison, SeenScore

FIRST_LOOK = 3  # splits, of the sequential test
EVERY = 2.0  # seconds, while folds arrive
SHOWN_CLASSES = 30  # of a confusion matrix

_scores_apart: Remembered[tuple[SeenScore, ...]] = Remembered(20)


def live(run: Run) -> None:
    """The results; while models train they are drawn again by themselves, fold by fold."""

    @fragment(run_every=EVERY if run.running or run.elsewhere else None)
    def drawn() -> None:
        results(experiments.run(run.record.id))

    drawn()


def results(run: Run) -> None:
    """Everything on one page: the answer, the picture, the numbers, and the details folded away."""
    if not any(comparison.finished.any() for comparison in run.comparisons):
        st.caption(
            _("Scores appear as folds finish.")
            if run.running or run.elsewhere
            else _("No training is finished yet.")
        )
        return
    which, metric = _asked(run)
    if components.flatters(run.experiment.partitions[which]):
        components.warn_of_shift(run.experiment.partitions[which])
    comparison = run.comparisons[which]
    scores, smaller = comparison.seed_means(metric), smaller_is_better(metric)
    picture, answer = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            figures.scores_by_split(scores, models=comparison.names, metric=named(metric, smaller), text=_),
            "scores",
            alt=_("Both scores of each split, for {models}.").format(models=_(", ").join(comparison.names)),
            csv=lambda: mx.io.write_scores(comparison, metrics=comparison.metrics),
        )
    with answer:
        verdict_so_far.show(run, which, metric)
    components.learned_little(comparison, metric)
    for notice in comparison.notices:
        st.warning(problems.worded(notice), icon=":material/warning:")
    _summary(run, which, metric)
    st.caption(joined((how_scored(comparison), *_seeds(comparison))))
    if len(comparison.names) > 2:
        _pairs(run, which)
    _by_label(comparison)
    _seen(run, comparison, metric)
    _folds(run)
    _export(run.experiment.partitions[which])


def _asked(run: Run) -> tuple[int, str]:
    """The number of the set of partitions, and the metric; both on one line."""
    names = {k: components.named(Kept(one)) for k, one in enumerate(run.experiment.partitions)}
    row = st.container(horizontal=True, vertical_alignment="top", gap="medium")
    which = 0
    if len(names) > 1:
        which = pick(_("On the partitions"), names, "run_set", 0, place=row, buttons=True)
    comparison = run.comparisons[which]
    metrics = {name: metric_names().get(name, name) for name in comparison.metrics}
    main = default_metric(comparison.main_metrics)
    metric = pick(_("Metric"), metrics, "metric", main, place=row, width=220)
    if len(names) == 1:
        row.markdown(f"**{inert(names[0])}**")
    return which, metric


def _summary(run: Run, which: int, metric: str) -> None:
    """Mean, sd and SNR of each model and each difference, and the shift against random halves."""
    sets = list(zip(run.experiment.partitions, run.comparisons, strict=True))
    random = next((one for partitions, one in sets if partitions.method == "random"), None)
    partitions, comparison = sets[which]
    st.markdown(_("**Means on {partitions}**").format(partitions=inert(components.named(Kept(partitions)))))
    rows, notices = _rows(comparison, metric, random)
    if not rows:
        st.caption(_("Means appear when every model has finished both halves of one split."))
        return
    components.wrapping_table(pd.DataFrame(rows), whole=[_("model")])
    components.csv_button(lambda: _of_all_sets(run, metric), "means")
    for notice in notices:
        st.warning(notice, icon=":material/warning:")
    st.caption(
        _(
            "sd and SNR (mean / sd) are those of one score across splits of this corpus, with 95% "
            "intervals given enough splits. They say how reproducible a run is, not how the mean "
            "would change on another corpus. SNR also rises when a mean is biased upwards, so look "
            "at the shift first."
        )
        if random is not None
        else _(
            "sd and SNR (mean / sd) are those of one score across splits of this corpus, with 95% "
            "intervals given enough splits. They say how reproducible a run is, not how the mean "
            "would change on another corpus. Compare on random halves as well to see how far the "
            "partitions shift the mean."
        )
    )


def _rows(
    comparison: Comparison, metric: str, random: Comparison | None
) -> tuple[list[dict[str, str]], list[str]]:
    """The means on one set, and what is to be noticed of them."""
    rows, notices = [], []
    against = None if comparison is random or random is None else leads(random, metric)
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
                notices.append(about(inert(label), problems.worded(shift.notice)))
        known = len(values) > 1  # the two scores of one split say nothing about another
        row[_("sd")] = estimate(summary.one_score.sd, 4) if known else "–"
        row[_("SNR")] = estimate(summary.one_score.snr, 1) if known else "–"
        rows.append(row)
    return rows, notices


def _of_all_sets(run: Run, metric: str) -> bytes:
    """The same for a program: a number in a cell, and a cell for each end of an interval."""
    sets = list(zip(run.experiment.partitions, run.comparisons, strict=True))
    random = next((leads(one, metric) for partitions, one in sets if partitions.method == "random"), None)
    rows = []
    for partitions, comparison in sets:
        for label, values in leads(comparison, metric).items():
            if not len(values):
                continue
            summary = summarize(values)
            row: dict[str, object] = {"partitions": partitions.signature, "method": partitions.method}
            row |= {"model": label, "metric": metric, "mean": summary.mean.value}
            if random is not None and partitions.method != "random" and len(random[label]):
                row |= _cells("shift", mean_shift(values, random[label]).shift)
            if len(values) > 1:
                row |= _cells("sd", summary.one_score.sd) | _cells("snr", summary.one_score.snr)
            rows.append(row)
    return components.csv_bytes(pd.DataFrame(rows))


def _cells(name: str, found: Estimate | None) -> dict[str, object]:
    return (
        {}
        if found is None
        else {name: found.value, f"{name}_lower": found.lower, f"{name}_upper": found.upper}
    )


def _pairs(run: Run, which: int) -> None:
    """Every model against every other, with an error that holds for all of them."""
    comparison = run.comparisons[which]
    metric = unit_question.metric_of(run, state.project().choices)
    with st.expander(_("All pairs of models")):
        answers = all_pairs.of_run(run, which, metric)
        if answers:
            all_pairs.table(answers, "pairs_by_units")
        else:
            question = Question(alpha=(run.asked or Asked(metric)).alpha)
            _pairs_by_splits(comparison, run.experiment.partitions[which], metric, question)


def _pairs_by_splits(
    comparison: Comparison, partitions: PartitionSet, metric: str, question: Question
) -> None:
    """The same by the rule that looks at the scores of splits, for a metric that has no parts of units."""
    m = comparison.splits_done
    if m < FIRST_LOOK:
        st.caption(_("All pairs are tested from {m} finished splits on.").format(m=FIRST_LOOK))
        return
    rule = Rule("overall")
    answers = decide_pairs(comparison, partitions=partitions, metric=metric, question=question, rule=rule)
    components.table(all_pairs.frame(answers), "all_pairs")
    rule, tested = answers[0].decision.rule, answers[0].decision.sequential
    assert tested is not None
    st.caption(
        _(
            "{k} comparisons share α = {alpha:.0%}: each look has level {level:.5f}. Of this table the sequential decision "
            "counts, or p by Holm if m was fixed beforehand, not whichever rejects."
        ).format(k=2 * rule.comparisons, alpha=tested.alpha, level=tested.level_per_look)
    )
    st.caption(problems.worded(promise.condition(tested.mode)))


def _seeds(comparison: Comparison) -> list[str]:
    """Which models were trained with several seeds."""
    if not comparison.seeds:
        return []
    counts = _(", ").join(f"{model} {len(runs)}" for model, runs in comparison.seeds.items())
    return [_("Scores are means over seeds within a fold: {counts}.").format(counts=inert(counts))]


def _by_label(comparison: Comparison) -> None:
    """One model over all its finished folds, label by label."""
    with st.expander(_("Label by label")):
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
        components.table(table.sort_values(_("missed (FN)"), ascending=False), "by_label", height=260)
        macro = averaged(counts, "macro")
        st.caption(
            _("Over all finished folds; the mean over labels has F1 {f:.4f}.").format(f=float(macro.f))
        )
        if comparison.task == "class":
            _confusion(comparison, number)
        else:
            _report(comparison, number, counts)


def _seen(run: Run, comparison: Comparison, metric: str) -> None:
    """Every model on what was seen in training and on what was not."""
    corpus = state.project().corpus
    if corpus.units_sha256 != comparison.corpus or not comparison.finished.all():
        return
    partitions = run.experiment.partitions[run.comparisons.index(comparison)]
    box = st.expander(_("Scores on what was seen in training"), key="seen_scores", on_change="rerun")
    if not box.open:
        return
    with box, problems.shown():
        by = pick(_("New is"), seen_scores.ways(corpus), "seen_by", UNSEEN, buttons=True)
        key = (run.record.id, partitions.signature, comparison.corpus, metric, by)
        scores = _scores_apart.get(
            key,
            lambda: score_seen(comparison, corpus=corpus, partitions=partitions, metric=metric, by=by),
        )
        seen_scores.show(scores, metric_names().get(metric, metric), "seen")
        st.caption(_("Decide says how much of a difference between two models is memory."))


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
        figures.confusion(matrix[np.ix_(largest, largest)], labels, text=_),
        "confusion",
        alt=_("How often each class was taken for each."),
        csv=lambda: components.csv_bytes(
            pd.DataFrame(matrix, columns=comparison.values).assign(right=comparison.values)
        ),
    )


def _folds(run: Run) -> None:
    """Every training with its time, iterations, size and memory."""
    rows = []
    for which, comparison in enumerate(run.comparisons, start=1):
        for result in comparison.results:
            log = result.log
            rows.append(
                {
                    _("set"): which,
                    _("split"): result.fold // 2 + 1,
                    _("half"): result.fold % 2 + 1,
                    _("model"): comparison.models[result.model],
                    _("seconds"): round(float(log["seconds"] or 0), 2),
                    _("iterations"): log.get("iterations"),
                    _("model size, MB"): _megabytes(log.get("model_bytes")),
                    _("peak memory of the process so far, MB"): _megabytes(log.get("peak_memory_bytes")),
                }
            )
    with st.expander(_("Every training, with its time and memory")):
        components.table(pd.DataFrame(rows), "trainings", height=260)


def _export(partitions: PartitionSet) -> None:
    """The splits that were compared on, to be taken along; made when asked for."""
    away = st.expander(
        _("Export these partitions, or code that trains on them"),
        key=state.choice("compared_away", False),
        on_change="rerun",
    )
    if away.open:
        with away:
            partition_export.forms(partitions, analysis.chosen().attributes)


def _megabytes(size: float | None) -> float | None:
    return None if size is None else round(size / 1e6, 1)
