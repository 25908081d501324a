"""The main view of the Methods page: the ways of splitting in use, and whether laboratories agree."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from dashboard import figures
from dashboard.methods import study_runs
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick, pick_several
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
    method_of,
    methods_of,
    n_trainings,
    study,
    tabulate_methods,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dashboard.methods.study_runs import StudyRun
    from dashboard.server.project import Project
    from dashboard.ui.models.model_picker import ChosenModel
    from mx2core.studies.methods import MethodRow, MethodTable
    from mx2core.studies.table_files import TableKind

RUN = "methods_run"  # choice: id of the study that is shown
MOST = 200  # laboratories that the page offers

_tables: Remembered[MethodTable] = Remembered(24)


def name(method: Method) -> str:
    return _(method.name.message).format(**method.name.values)


def choose() -> tuple[tuple[Method, ...], int]:
    """Which methods, and by how many laboratories."""
    names = {key: name(method_of(key)) for key in ALL}
    which, often = st.columns([4, 1])
    key = state.choice("methods", list(USUAL))
    # None may be chosen for a moment, so `state.among` with its default is not for this list.
    st.session_state[key] = [one for one in st.session_state[key] if one in names]
    picked = pick_several(_("Ways of splitting"), names, key, place=which)
    laboratories = often.number_input(
        _("Laboratories"),
        2,
        MOST,
        key=state.choice("laboratories", 10),
        help=_(
            "How many laboratories use each method, each with its own seed. Intervals for spreads need 10."
        ),
    )
    return methods_of(picked) if picked else (), int(laboratories)


def run(
    project: Project,
    chosen: tuple[tuple[Method, ...], int],
    models: Sequence[ChosenModel],
    gold: str,
) -> None:
    """Say what it takes, and begin when asked."""
    methods, laboratories = chosen
    corpus, pair = project.corpus, list(models[:2])
    if len(models) > 2:
        st.caption(
            _("Of the models chosen the first two are compared: {a} and {b}.").format(
                a=inert(pair[0].name), b=inert(pair[1].name)
            )
        )
    if not methods:
        st.info(_("Choose at least one method."), icon=":material/info:")
        return
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
    """The answer, the picture, and beside it what follows."""
    said = st.container()
    views = {
        "agreement": _("Agreement and cost"),
        "conclusions": _("Conclusions"),
        "estimates": _("Estimates"),
        "error": _("Spread and bias"),
    }
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        view = pick(_("Picture"), views, "methods_view", "agreement", buttons=True, hide_label=True)
        table = _table(run)
    with said:
        _answer(table)
    picture, beside = st.columns([2, 1], gap="medium")
    with picture:
        _picture(table, view, named(table.metric, table.smaller_is_better))
    with beside:
        _follows(table, view)
    components.table(_rows(table))
    _downloads(table)
    _notes(table)


def _table(run: StudyRun) -> MethodTable:
    """The table of a finished study in the metric chosen; its intervals take a second or two."""
    evaluation = run.evaluation
    names = {metric: metric_names().get(metric, metric) for metric in evaluation.main_metrics}
    usual = default_metric(evaluation.main_metrics)
    metric = pick(_("Metric"), names, "methods_metric", usual, buttons=True, hide_label=True)
    made = run.kept_study.study
    assert isinstance(made, Study), "this view begins nothing else"
    return _tables.get((run.record.id, metric), lambda: tabulate_methods(made, evaluation, metric=metric))


def _answer(table: MethodTable) -> None:
    """The question answered in one sentence."""
    rows = [row for row in table.rows if row.replicability is not None]
    if not rows:
        return
    worst, best = max(rows, key=_different), min(rows, key=_different)
    if _different(worst) == _different(best):
        st.markdown(
            _(
                "Two laboratories with different seeds come to **different conclusions** about {a} "
                "and {b} in **{p:.0%}** of all cases, whichever of these ways they use to split."
            ).format(a=inert(table.models[0]), b=inert(table.models[1]), p=_different(worst))
        )
        return
    st.markdown(
        _(
            "Two laboratories with other seeds come to **different conclusions** about {a} and {b} in **{p:.0%}** of all "
            "cases by {worst} ({cost:,.0f} trainings each; interval {p_low:.0%} to {p_high:.0%}), and in **{q:.0%}** by "
            "{best} ({price:,.0f} trainings; {q_low:.0%} to {q_high:.0%})."
        ).format(
            a=inert(table.models[0]),
            b=inert(table.models[1]),
            **_chance("p", worst),
            worst=inert(name(worst.method)),
            cost=worst.trainings,
            **_chance("q", best),
            best=inert(name(best.method)),
            price=best.trainings,
        )
    )


def _different(row: MethodRow) -> float:
    return row.replicability.different.value if row.replicability is not None else 0.0


def _chance(name: str, row: MethodRow) -> dict[str, float | None]:
    assert row.replicability is not None
    found = row.replicability.different
    return {name: found.value, f"{name}_low": found.lower, f"{name}_high": found.upper}


def _picture(table: MethodTable, view: str, metric: str) -> None:
    pictures: dict[str, tuple[Callable[[], Any], str]] = {
        "agreement": (
            lambda: figures.agreement(table, text=_),
            _(
                "Chance that two laboratories conclude differently against the number of trainings, one "
                "point per method."
            ),
        ),
        "conclusions": (
            lambda: figures.conclusions(table, text=_),
            _("Bars: share of the laboratories with each conclusion, one bar per method."),
        ),
        "estimates": (
            lambda: figures.estimates(table, metric=metric, text=_),
            _(
                "Dots: the difference as each laboratory estimates it, one row per method, with the mean "
                "of all."
            ),
        ),
        "error": (
            lambda: figures.error_parts(table, metric=metric, text=_),
            _("Standard deviation between laboratories and bias of each method."),
        ),
    }
    figure, alt = pictures[view]
    components.chart(figure(), f"methods_{view}", alt=alt)


def _follows(table: MethodTable, view: str) -> None:
    """What the picture says and what it does not."""
    if view == "agreement":
        st.markdown("**" + _("Lower: conclusions agree more. Further left: fewer trainings.") + "**")
        st.caption(
            _(
                "A conclusion is: {a} is better, {b} is better, or no difference was shown, by the test that usually "
                "goes with a method, two-sided at 5%. Bars are 95% intervals from {n} laboratories."
            ).format(
                a=inert(table.models[0]), b=inert(table.models[1]), n=table.study.arguments["laboratories"]
            )
        )
        opposite = max(
            (row for row in table.rows if row.replicability is not None),
            key=lambda row: row.replicability.opposite.value if row.replicability is not None else 0.0,
            default=None,
        )
        if opposite is not None and opposite.replicability is not None:
            with st.container(border=True, gap="xxsmall"):  # a metric would cut its words where it is narrow
                st.markdown(_("Opposite conclusions, at most"))
                st.metric(
                    _("Opposite conclusions, at most"),
                    f"{opposite.replicability.opposite.value:.0%}",
                    label_visibility="collapsed",
                )
                st.caption(_("by {method}").format(method=inert(name(opposite.method))))
        st.caption(
            _(
                "Agreement is not truth: laboratories also agree if a method is biased the same way "
                "each time, or if its test never rejects. And all of them share this corpus: results "
                "on another corpus would differ more."
            )
        )
    elif view == "conclusions":
        st.caption(
            _(
                "A bar in one colour is a conclusion that does not depend on the seed. Showing no "
                "difference does not prove that the models are equal. McNemar's test and the paired "
                "t-test of folds reject more often than their level allows, so a unanimous bar says "
                "less for them."
            )
        )
    elif view == "estimates":
        st.caption(
            _(
                "Methods that train on more than half of the units (diamonds) estimate another quantity: how models "
                "compare when they are trained on more. Their distance from the circles is not an error. Between "
                "methods with the same mark, a shift beyond its interval is."
            )
        )
    else:
        st.caption(
            _(
                "Bias is the mean of the laboratories minus that of the plain random method of the same training size; "
                "where a method is that reference, or nothing of its size was run, there is none. Squared bias plus "
                "variance is the mean squared error of one laboratory. It leaves out what another corpus would change."
            )
        )


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
                _("method"): name(row.method),
                _("trainings"): round(row.trainings, 1),
                _("trained on"): f"{row.share:.0%}",
                _("conclude differently"): estimate(replicability.different if replicability else None, 2),
                " − ".join(table.difference): estimate(difference.mean, 4),
                _("shift against random halves"): estimate(
                    difference.shift.shift if difference.shift else None, 4
                ),
                _("sd"): estimate(difference.sd, 4),
                _("SNR"): estimate(difference.snr, 1),
                _("usual test"): problems.said(TESTS[row.method.test]),
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
        kinds: dict[TableKind, str] = {"csv": _("All numbers as CSV"), "json": _("All numbers as JSON")}
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
                about(inert(name(row.method)), problems.worded(shift.notice)), icon=":material/warning:"
            )
    for key, reason in table.study.left_out:
        st.info(
            _("Left out: {method}. {reason}").format(
                method=inert(name(method_of(key))), reason=problems.worded(reason)
            ),
            icon=":material/info:",
        )
    if any(row.method.kind == "leave_one_out" for row in table.rows):
        st.caption(
            _(
                "Leave-one-out has no seed: every laboratory does the same, so they agree whether"
                " or not they are right."
            )
        )
