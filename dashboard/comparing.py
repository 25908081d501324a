"""The parts of the Compare page: partitions, two models, the run, its results."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import analysis, figures, panels, problems, state, text
from dashboard.projects import Kept
from dashboard.text import _, inert
from mx2core.errors import InputError

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from dashboard.projects import Project
    from mx2core.compare import Comparison
    from mx2core.corpus import Corpus
    from mx2core.models import CRF

METRICS = ("f1", "precision", "recall")


def metric_names() -> dict[str, str]:
    return {"f1": "F1", "precision": _("precision"), "recall": _("recall")}


def possible(corpus: Corpus) -> bool:
    return bool(tag_columns(corpus))


def tag_columns(corpus: Corpus) -> list[str]:
    """Columns that a sequence model can be trained to predict, the usual ones first."""
    usual = ("role", "label", "pos")
    return sorted(
        corpus.sentences.schemes, key=lambda name: usual.index(name) if name in usual else len(usual)
    )


def _seen(model: CRF) -> str:
    """The columns a model looks at and how far around the token, in words."""
    reach: dict[int, int] = {}
    for feature in model.template.features:
        for row, column in feature.cells:
            reach[column] = max(reach.get(column, 0), abs(row))
    words = [
        text.attribute(model.columns[column]) + (f" ±{reach[column]}" if reach[column] else "")
        for column in sorted(reach)
    ]
    return inert(_(", ").join(words))


def choose_partitions(project: Project) -> tuple[Kept, str]:
    """The first m splits of a set made before, or of a fresh one; and the column to predict."""
    methods = panels.methods()
    names = {key: panels.named(project.partitions[key]) for key in reversed(project.partitions)}
    names |= {method: _("new: {method}").format(method=words) for method, words in methods.items()}
    which, count, predicted = st.columns([3, 1, 2], vertical_alignment="bottom")
    tags = _choose_tags(project.corpus, predicted)
    picked = which.selectbox(
        _("Partitions"),
        list(names),
        format_func=names.get,
        key=state.among("on", list(names), "balanced"),
    )
    if picked in project.partitions:
        kept = project.partitions[picked]
        whole = kept.partitions
        most = len(whole)
        key = state.choice("m_compared", min(3, most))
        st.session_state[key] = min(st.session_state[key], most)
        m = int(count.number_input(_("Splits m"), min_value=1, max_value=most, key=key))
        st.caption(panels.effect(whole.method if whole.method in methods else "selected"))
        return Kept(whole[:m], kept.file), tags
    m = int(count.number_input(_("Splits m"), min_value=1, max_value=20, key=state.choice("m_compared", 3)))
    st.caption(panels.effect(picked))
    seed = state.chosen("seed", 0)
    return Kept(analysis.partitions(picked, m, seed)), tags


def _choose_tags(corpus: Corpus, column: DeltaGenerator) -> str:
    columns = tag_columns(corpus)
    names = {name: text.attribute(name) for name in columns}
    return column.selectbox(
        _("Column to predict"), columns, format_func=names.get, key=state.among("tags", columns, columns[0])
    )


def choose_models(corpus: Corpus, tags: str) -> list[CRF] | None:
    """Two CRFs by feature templates; presets can be edited. None while one cannot be used."""
    presets = mx.presets(corpus, tags=tags)
    models: list[CRF] = []
    for letter, preset, column in zip("AB", presets, st.columns(2), strict=False):
        with column.container(border=True):
            st.markdown(f"**{letter}** · {_seen(preset)}")
            with st.expander(
                text.ngettext(
                    "Feature template (CRF++), {n} line",
                    "Feature template (CRF++), {n} lines",
                    len(preset.template.features),
                ).format(n=len(preset.template.features))
            ):
                written = st.text_area(
                    _("Template of model {letter}").format(letter=letter),
                    height=220,
                    key=state.choice(f"template_{letter}_{tags}", preset.template.text),
                    help=_("Columns: {columns}").format(
                        columns=_(", ").join(f"{k} = {name}" for k, name in enumerate(preset.columns))
                    ),
                )
            try:
                models.append(
                    replace(preset, name=letter, tags=tags, template=mx.FeatureTemplate.parse(written))
                )
            except InputError as problem:
                st.error(problems.worded(problem), icon=":material/error:")
    return models if len(models) == 2 else None


def start(project: Project, kept: Kept, models: list[CRF] | None) -> None:
    run, note = st.columns([1, 3], vertical_alignment="center")
    pressed = run.button(
        _("Compare"),
        type="primary",
        key="compare",
        disabled=models is None or project.running,
        width="stretch",
        icon=":material/play_arrow:",
    )
    note.caption(
        _("{n} trainings: {m} splits, both ways, two models, on {k} processes.").format(
            n=4 * len(kept.partitions), m=len(kept.partitions), k=os.cpu_count() or 1
        )
    )
    if pressed and models is not None:
        project.compared = kept
        state.forget("replay")
        project.job = mx.Job(project.corpus, models, kept.partitions, tags=models[0].tags)
        project.job.start()
        st.rerun()


def progress(project: Project) -> None:
    """Follow a running comparison without blocking the page."""
    if project.job is None:
        return
    if project.running:
        _follow()
    elif project.job.state == "failed" and project.job.error is not None:
        st.error(problems.worded(project.job.error), icon=":material/error:")
    elif project.job.state == "cancelled":
        st.info(_("The comparison was cancelled. What was finished is shown."), icon=":material/info:")


@st.fragment(run_every=1.0)
def _follow() -> None:
    job = state.project().job
    if job is None or not state.project().running:
        st.rerun()
    done = job.progress
    left = _("about {n} s left").format(n=round(done.seconds_left)) if done.seconds_left is not None else ""
    st.progress(
        done.done / max(done.total, 1),
        text=_("{done} of {total} trainings. {left}").format(done=done.done, total=done.total, left=left),
    )
    if st.button(_("Cancel"), key="cancel", icon=":material/stop:"):
        job.cancel()
        st.rerun()


def results(project: Project) -> None:
    comparison = project.comparison
    if comparison is None or project.compared is None:
        return
    names = metric_names()
    st.subheader(_("Scores on {partitions}").format(partitions=inert(panels.named(project.compared))))
    picked = st.segmented_control(
        _("Metric"), list(names), format_func=names.get, key=state.choice("metric", "f1"), required=True
    )
    scores = comparison.scores(picked)
    picture, numbers = st.columns([3, 2], gap="medium")
    with picture:
        panels.chart(
            figures.scores_by_split(scores, models=comparison.models, metric=names[picked], text=_),
            "scores",
            alt=_("Both scores of each split for {a} and {b}.").format(
                a=comparison.models[0], b=comparison.models[1]
            ),
            csv=lambda: mx.write_scores(comparison),
        )
    with numbers:
        st.dataframe(_summary(comparison), hide_index=True)
        st.caption(
            _(
                "sd is the scatter over the {n} runs on this corpus. It says how reproducible a run is, "
                "not how far the mean is from another corpus."
            ).format(n=int(comparison.finished[0].sum()))
        )
        st.caption(_how(comparison))


def _how(comparison: Comparison) -> str:
    if comparison.scheme == "token":
        return _(
            "Every labelled token is one occurrence; precision, recall and F1 from their totals per fold."
        )
    if comparison.scheme == "plain":
        return _(
            "Every token has a label; precision, recall and F1 are then all the share of tokens that are right."
        )
    return _(
        "Chunks counted in {scheme}, {leniency}; precision, recall and F1 from their totals per fold."
    ).format(
        scheme=comparison.scheme,
        leniency=_("read as the CoNLL scorer does") if comparison.lenient else _("read strictly"),
    )


def _summary(comparison: Comparison) -> pd.DataFrame:
    rows = []
    for metric, name in metric_names().items():
        scores = comparison.scores(metric)
        values = [*scores, scores[0] - scores[1]]
        for label, runs in zip([*comparison.models, "A − B"], values, strict=True):
            finished = runs[np.isfinite(runs)]
            rows.append(
                {
                    _("metric"): name,
                    _("model"): label,
                    _("mean"): f"{finished.mean():.4f}" if finished.size else "–",
                    _("sd"): f"{finished.std(ddof=1):.4f}" if finished.size > 1 else "–",
                }
            )
    return pd.DataFrame(rows)
