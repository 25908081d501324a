"""The main part of the view Methods: the ways of splitting in use, and whether laboratories agree."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.figures.comparisons import methods as figures
from dashboard.methods import study_runs
from dashboard.methods.study_runs import StudyRun
from dashboard.server.project import Project
from dashboard.server.result_cache import remembered
from dashboard.server.turns import computed
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.documents import python_code
from dashboard.ui.models.model_picker import ChosenModel
from dashboard.ui.widgets import Options, pick, pick_several
from dashboard.words import problems
from dashboard.words.metrics import estimate, metric_name
from dashboard.words.numbers import pvalue
from dashboard.words.text import _, inert
from mx2core.metrics import default_metric
from mx2core.studies import table_bytes
from mx2core.studies.methods import (
    ALL,
    TESTS,
    USUAL,
    Method,
    MethodTable,
    left_out_words,
    method_of,
    methods_of,
    n_trainings,
    study,
    tabulate_methods,
)

RUN = "methods_run"  # choice: id of the study that is shown
MOST = 200  # laboratories that the page offers
LABORATORIES = 10


def choose(gold: str, more: Options) -> tuple[tuple[Method, ...], int]:
    """Which methods, by how many laboratories, and the metric in which their conclusions are compared."""
    names = {key: problems.notice_text(method_of(key).name) for key in ALL}
    key = state.choice("methods", list(USUAL))
    # None may be chosen for a moment, so `state.selection` with its default is not for this list.
    st.session_state[key] = [one for one in st.session_state[key] if one in names]
    picked = pick_several(_("Ways of splitting"), names, key)
    laboratories = st.number_input(
        _("Laboratories"),
        2,
        MOST,
        key=more.choice("laboratories", LABORATORIES, _("laboratories: {value}")),
        help=_("Each with its own seed. Intervals for spreads need 10."),
    )
    if picked != list(USUAL):
        more.changed.append(_("ways of splitting: {n}").format(n=len(picked)))
    return methods_of(picked) if picked else (), int(laboratories)


def run(
    project: Project, chosen: tuple[tuple[Method, ...], int], models: Sequence[ChosenModel], gold: str
) -> None:
    methods, laboratories = chosen
    corpus, pair = project.corpus, list(models[:2])
    if not methods:
        st.info(_("Choose at least one way of splitting."), icon=":material/info:")
        return
    a, b = (inert(model.name) for model in pair)
    words = _("{a} against {b}: {methods} ways of splitting, {laboratories} laboratories")
    st.markdown(words.format(a=a, b=b, methods=len(methods), laboratories=laboratories))
    asked: dict[str, Any] = {
        "laboratories": laboratories,
        "seed": state.chosen("seed", 0),
        "attributes": state.chosen("attributes") or None,
    }
    lay_out = partial(study, corpus, [method.key for method in methods], **asked)
    cost = n_trainings(methods, laboratories, len(corpus))
    study_runs.offer(RUN, project, partial(computed, lay_out, len(corpus)), pair, gold, cost)


def show(run: StudyRun, more: Options) -> None:
    """The answer, the picture, one sentence on what it does not say; or all numbers. The metric is an option."""
    answer = st.container()
    views = {"agreement": _("Agreement"), "estimates": _("Estimates"), "numbers": _("All numbers")}
    view = pick(_("Picture"), views, "methods_view", "agreement", buttons=True, hide_label=True)
    names = {metric: metric_name(metric, None) for metric in run.evaluation.main_metrics}
    table = _table(run, more.pick(_("Metric"), names, "methods_metric", default_metric(list(names))))
    if table.headline is not None:
        answer.markdown("#### " + problems.problem_text(table.headline))
    if view == "numbers":
        components.table(_rows(table))
        _notes(table)
        return
    if view == "agreement":
        figure, plotted = figures.agreement(table), 'bar(numbers, x="different", y="method")'
        limit = _(
            "By each method's usual test, two-sided at 5%, in {n} laboratories; 95% intervals. "
            "Tests that never name a winner always agree."
        ).format(n=table.study.arguments["laboratories"])
    else:
        figure = figures.estimates(table, metric=metric_name(table.metric, table.smaller_is_better))
        plotted = 'scatter(numbers, x="difference_mean", y="method")'
        limit = _("Dots are laboratories; diamonds train on another share of the units.")
    program = partial(python_code.plot_code, f"methods_{view}", plotted)
    key, csv = f"methods_{view}", partial(table_bytes, table, "csv")
    components.chart(figure, key, alt=views[view], csv=csv, python=program)
    st.caption(limit)
    _notes(table)


@remembered(24)
def _table(run: StudyRun, metric: str) -> MethodTable:
    """Of a finished study; its intervals take a second or two."""
    return tabulate_methods(run.kept_study.study, run.evaluation, metric=metric)


def _rows(table: MethodTable) -> pd.DataFrame:
    better = _("{a} better")
    conclusions = {"A": better.format(a=table.models[0]), "B": better.format(a=table.models[1])}
    conclusions["none"] = _("undecided")
    rows = []
    for row in table.rows:
        difference, replicability, first = row.difference, row.replicability, row.first
        of_test = "" if first.pvalue is None else f" (p {pvalue(first.pvalue)})"
        parts = difference.decomposition
        rows.append(
            {
                _("method"): problems.notice_text(row.method.name),
                _("trainings"): round(row.trainings, 1),
                _("trained on"): f"{row.share:.0%}",
                _("conclude differently"): estimate(getattr(replicability, "different", None), 2),
                " − ".join(table.difference): estimate(difference.mean, 4),
                _("shift against random halves"): estimate(getattr(difference.shift, "shift", None), 4),
                _("sd"): estimate(difference.sd, 4),
                _("SNR"): estimate(difference.snr, 1),
                _("usual test"): problems.notice_text(TESTS[row.method.test].name),
                _("first laboratory"): conclusions[first.conclusion] + of_test,
                _("opposite"): estimate(getattr(replicability, "opposite", None), 2),
                _("sign differs"): estimate(getattr(replicability, "sign", None), 2),
                _("bias"): estimate(getattr(parts, "bias", None), 4),
                _("rms error"): f"{parts.error:.4f}" if parts else components.NOTHING,
            }
        )
    return pd.DataFrame(rows)


def _notes(table: MethodTable) -> None:
    """Shifts beyond chance, and what was left out and why."""
    for row in table.rows:
        if row.same_size:
            study_runs.warn_of_shift(inert(problems.notice_text(row.method.name)), row.difference.shift)
    for notice in left_out_words(table.study):
        st.info(problems.problem_text(notice), icon=":material/info:")
    if any(row.method.kind == "leave_one_out" for row in table.rows):
        st.caption(_("Leave-one-out has no seed, so laboratories always agree."))
