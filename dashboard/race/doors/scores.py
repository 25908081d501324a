"""Scores of each split, their means and spreads, shifts against random halves, and every training."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.figures.comparisons import scores as figures
from dashboard.ui import components
from dashboard.ui.answers.measured_shift import leads
from dashboard.words import problems
from dashboard.words.metrics import estimate, how_scored, named
from dashboard.words.numbers import number
from dashboard.words.text import _, about, inert, joined
from mx2core.metrics import smaller_is_better
from mx2core.studies import mean_shift, summarize

if TYPE_CHECKING:
    from dashboard.race.tested_scores import Tested
    from dashboard.server.running.experiments import Run
    from mx2core.studies import Estimate
    from mx2core.training import Comparison


def show(tested: Tested, comparison: Comparison, metric: str) -> None:
    """Both scores of each split in a picture, and what they are on average."""
    scores, smaller = comparison.seed_means(metric), smaller_is_better(metric)
    picture, words = st.columns([3, 2], gap="medium")
    with picture:
        components.chart(
            figures.scores_by_split(scores, models=comparison.names, metric=named(metric, smaller)),
            "scores_by_split",
            alt=_("Both scores of each split, for {models}.").format(models=_(", ").join(comparison.names)),
            csv=lambda: mx.io.write_scores(comparison, metrics=comparison.metrics),
        )
    with words:
        _means(tested, comparison, metric)
    st.caption(joined((how_scored(comparison), *_seeds(comparison))))


def _means(tested: Tested, comparison: Comparison, metric: str) -> None:
    """Mean, sd and SNR of each model and each difference, and the shift against random halves."""
    rows, notices = _rows(comparison, metric, tested.random)
    if not rows:
        st.caption(_("Means appear after the first split."))
        return
    components.wrapping_table(pd.DataFrame(rows), whole=[_("model")])
    if (run := tested.run) is not None:
        components.csv_button(lambda: _of_all_sets(run, metric), "means")
    for notice in notices:
        st.warning(notice, icon=":material/warning:")
    st.caption(_("sd and SNR (mean / sd): across splits of this corpus, not across corpora."))


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


def _seeds(comparison: Comparison) -> list[str]:
    """Which models were trained with several seeds."""
    if not comparison.seeds:
        return []
    counts = _(", ").join(f"{model} {len(runs)}" for model, runs in comparison.seeds.items())
    return [_("Means over seeds within a fold: {counts}.").format(counts=inert(counts))]


def trainings(run: Run) -> None:
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
                    _("peak memory, MB"): _megabytes(log.get("peak_memory_bytes")),
                }
            )
    components.table(pd.DataFrame(rows), "trainings", height=260)


def _megabytes(size: float | None) -> float | None:
    return None if size is None else round(size / 1e6, 1)
