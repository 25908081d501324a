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
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick, pick_several
from dashboard.ui.documents import python_code
from dashboard.ui.models.model_picker import ChosenModel
from dashboard.ui.options import Options
from dashboard.words import problems
from dashboard.words.metrics import estimate, metric_names, named
from dashboard.words.text import _, about, inert
from mx2core.metrics import default_metric
from mx2core.studies import Study, table_bytes
from mx2core.studies.methods import (
    ALL,
    TESTS,
    USUAL,
    Method,
    MethodRow,
    MethodTable,
    method_of,
    methods_of,
    n_trainings,
    study,
    tabulate_methods,
)
from mx2core.studies.table_files import TableKind

RUN = "methods_run"  # choice: id of the study that is shown
MOST = 200  # laboratories that the page offers
LABORATORIES = 10

_tables: Remembered[MethodTable] = Remembered(24)


def choose(gold: str, more: Options) -> tuple[tuple[Method, ...], int]:
    """Which methods, by how many laboratories, and the metric in which their conclusions are compared."""
    names = {key: problems.said(method_of(key).name) for key in ALL}
    key = state.choice("methods", list(USUAL))
    # None may be chosen for a moment, so `state.among` with its default is not for this list.
    st.session_state[key] = [one for one in st.session_state[key] if one in names]
    picked = pick_several(_("Ways of splitting"), names, key)
    laboratories = st.number_input(
        _("Laboratories"),
        2,
        MOST,
        key=state.choice("laboratories", LABORATORIES),
        help=_("Each with its own seed. Intervals for spreads need 10."),
    )
    if picked != list(USUAL):
        more.changed.append(_("ways of splitting: {n}").format(n=len(picked)))
    more.note("laboratories", LABORATORIES, _("laboratories: {value}"))
    return methods_of(picked) if picked else (), int(laboratories)


def run(
    project: Project, chosen: tuple[tuple[Method, ...], int], models: Sequence[ChosenModel], gold: str
) -> None:
    """Say what it takes, and begin when asked."""
    methods, laboratories = chosen
    corpus, pair = project.corpus, list(models[:2])
    if not methods:
        st.info(_("Choose at least one way of splitting."), icon=":material/info:")
        return
    st.markdown(
        _("{a} against {b}: {methods} ways of splitting, {laboratories} laboratories").format(
            a=inert(pair[0].name), b=inert(pair[1].name), methods=len(methods), laboratories=laboratories
        )
    )
    cost = n_trainings(methods, laboratories, len(corpus))
    seed, attributes = state.chosen("seed", 0), list(state.chosen("attributes") or corpus.suggested)
    keys = [method.key for method in methods]
    study_runs.offer(
        RUN,
        project,
        lambda report: study(
            corpus, keys, laboratories=laboratories, seed=seed, attributes=attributes, report=report
        ),
        pair,
        gold,
        cost,
    )


def show(run: StudyRun) -> None:
    """The answer, the picture, one sentence on what it does not say; all numbers folded."""
    said = st.container()
    views = {
        "agreement": _("Agreement"),
        "conclusions": _("Conclusions"),
        "estimates": _("Estimates"),
        "error": _("Spread and bias"),
    }
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        view = pick(_("Picture"), views, "methods_view", "agreement", buttons=True, hide_label=True)
        table = _table(run)
    with said:
        _answer(table)
    figure, alt = _picture(table, view, named(table.metric, table.smaller_is_better))
    kept = run.kept_study
    assert isinstance(kept.study, Study), "this view begins nothing else"
    program = partial(
        python_code.methods_figure, state.project().source, kept.study, kept.models, kept.gold, table.metric
    )
    components.chart(
        figure, f"methods_{view}", alt=alt, csv=partial(table_bytes, table, "csv"), python=program
    )
    st.caption(_limits(table)[view])
    _notes(table)
    with st.expander(_("All numbers")):
        components.table(_rows(table))
        _downloads(table)


def _table(run: StudyRun) -> MethodTable:
    """The table of a finished study in the metric chosen; its intervals take a second or two."""
    evaluation = run.evaluation
    names = {metric: metric_names().get(metric, metric) for metric in evaluation.main_metrics}
    usual = default_metric(evaluation.main_metrics)
    metric = pick(_("Metric"), names, "methods_metric", usual, hide_label=True, width=200)
    made = run.kept_study.study
    assert isinstance(made, Study), "this view begins nothing else"
    return _tables.get((run.record.id, metric), lambda: tabulate_methods(made, evaluation, metric=metric))


def _answer(table: MethodTable) -> None:
    """The question answered in one sentence."""
    rows = [row for row in table.rows if row.replicability is not None]
    if not rows:
        return
    worst, best = max(rows, key=_different), min(rows, key=_different)
    models = {"a": inert(table.models[0]), "b": inert(table.models[1])}
    if _different(worst) == _different(best):
        words = _(
            "Two laboratories **disagree** about {a} and {b} in **{p:.0%}** of cases, however they split."
        )
        st.markdown("#### " + words.format(**models, p=_different(worst)))
        return
    st.markdown(
        "#### "
        + _(
            "Two laboratories **disagree** about {a} and {b} in **{p:.0%}** of cases by {worst} ({p_low:.0%} to "
            "{p_high:.0%}), **{q:.0%}** by {best} ({q_low:.0%} to {q_high:.0%})."
        ).format(
            **models,
            **_chance("p", worst),
            worst=inert(problems.said(worst.method.name)),
            **_chance("q", best),
            best=inert(problems.said(best.method.name)),
        )
    )


def _different(row: MethodRow) -> float:
    return row.replicability.different.value if row.replicability is not None else 0.0


def _chance(name: str, row: MethodRow) -> dict[str, float | None]:
    assert row.replicability is not None
    found = row.replicability.different
    return {name: found.value, f"{name}_low": found.lower, f"{name}_high": found.upper}


def _picture(table: MethodTable, view: str, metric: str) -> tuple[Any, str]:
    """The figure of a view, and what it shows in words."""
    if view == "agreement":
        return figures.agreement(table), _("Agreement")
    if view == "conclusions":
        return figures.conclusions(table), _("Conclusions")
    if view == "estimates":
        return figures.estimates(table, metric=metric), _("Estimates")
    return figures.error_parts(table, metric=metric), _("Spread and bias")


def _limits(table: MethodTable) -> dict[str, str]:
    """What each picture does not say."""
    return {
        "agreement": _(
            "By each method's usual test, two-sided at 5%, in {n} laboratories. Agreement is not truth."
        ).format(n=table.study.arguments["laboratories"]),
        "conclusions": _("“No difference shown” is not equality."),
        "estimates": _("Diamonds train on another share of the units."),
        "error": _("Bias is against random splits of the same training size."),
    }


def _rows(table: MethodTable) -> pd.DataFrame:
    a, b = table.models
    said = {
        "A": _("{a} better").format(a=a),
        "B": _("{a} better").format(a=b),
        "none": _("no difference shown"),
    }
    rows = []
    for row in table.rows:
        difference, replicability, first = row.difference, row.replicability, row.first
        parts = difference.decomposition
        rows.append(
            {
                _("method"): problems.said(row.method.name),
                _("trainings"): round(row.trainings, 1),
                _("trained on"): f"{row.share:.0%}",
                _("conclude differently"): estimate(replicability.different if replicability else None, 2),
                " − ".join(table.difference): estimate(difference.mean, 4),
                _("shift against random halves"): estimate(
                    difference.shift.shift if difference.shift else None, 4
                ),
                _("sd"): estimate(difference.sd, 4),
                _("SNR"): estimate(difference.snr, 1),
                _("usual test"): problems.said(TESTS[row.method.test].name),
                _("first laboratory"): said[first.conclusion]
                + ("" if first.pvalue is None else f" (p = {first.pvalue:.3f})"),
                _("opposite"): estimate(replicability.opposite if replicability else None, 2),
                _("sign differs"): estimate(replicability.sign if replicability else None, 2),
                _("bias"): estimate(parts.bias if parts else None, 4),
                _("rms error"): f"{parts.error:.4f}" if parts else "–",
            }
        )
    return pd.DataFrame(rows)


def _downloads(table: MethodTable) -> None:
    with st.container(horizontal=True):
        kinds: dict[TableKind, str] = {"csv": _("Download data (CSV)"), "json": _("Download data (JSON)")}
        for kind, label in kinds.items():
            components.download(
                label, partial(table_bytes, table, kind), f"methods.{kind}", f"methods_{kind}"
            )


def _notes(table: MethodTable) -> None:
    """Shifts beyond chance, and what was left out and why."""
    for row in table.rows:
        shift = row.difference.shift
        if shift is not None and shift.notice is not None and row.same_size:
            st.warning(
                about(inert(problems.said(row.method.name)), problems.worded(shift.notice)),
                icon=":material/warning:",
            )
    for key, reason in table.study.left_out:
        st.info(
            _("Left out: {method}. {reason}").format(
                method=inert(problems.said(method_of(key).name)), reason=problems.worded(reason)
            ),
            icon=":material/info:",
        )
    if any(row.method.kind == "leave_one_out" for row in table.rows):
        st.caption(_("Leave-one-out has no seed, so laboratories always agree."))
