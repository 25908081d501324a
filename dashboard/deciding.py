"""The parts of the Sequential test page: the scores, the verdict, the picture, the looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import citing, comparing, figures, menu, panels, problems, state
from dashboard.metrics import SMALLER_IS_BETTER, metric_names
from dashboard.projects import Kept
from dashboard.text import _, inert
from mx2core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.projects import Project
    from mx2core.compare import Comparison
    from mx2core.exchange import ScoreTable
    from mx2core.inference import SequentialTTest

FIRST_LOOK = 3
ALPHAS = (0.10, 0.05, 0.025, 0.01, 0.005)


@dataclass(frozen=True, slots=True, eq=False)
class Tested:
    """Scores that can be tested: of a comparison made here, or of a table brought along."""

    comparison: Comparison | ScoreTable
    metrics: list[str]
    models: list[str]
    done: int  # splits, from the first on, whose scores are all there
    source: str  # where the scores come from, in words
    flattering: bool  # the partitions were chosen for low divergence, which shifts the scores
    live: bool  # trainings are still coming in


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """Scores of A minus scores of B."""

    values: NDArray[np.float64]  # (m, 2)
    a: str
    b: str
    metric: str  # in the words of the page


def scores(project: Project) -> Tested | None:
    """What is to be tested: an experiment of this project, finished or running, or a table."""
    table = project.table
    run = comparing.choose_run(project, label=_("Experiment"))
    if run is not None and not any(comparison.finished.any() for comparison in run.comparisons):
        run = None
    if run is None and table is None:
        return None
    sources = {}
    if run is not None:
        sources |= {
            k: _("trained here: {name}").format(name=panels.named(Kept(partitions)))
            for k, partitions in enumerate(run.experiment.partitions)
        }
    if table is not None:
        sources[panels.TABLE] = project.table_name
    source = next(iter(sources))
    if len(sources) > 1:
        source = st.selectbox(
            _("Scores"),
            list(sources),
            format_func=sources.get,
            key=state.among("source", list(sources), source),
        )
    if run is not None and source != panels.TABLE:
        found, partitions = run.comparisons[source], run.experiment.partitions[source]
        return Tested(
            found,
            [name for name in found.metrics if name not in SMALLER_IS_BETTER],
            list(found.models),
            found.splits_done,
            sources[source],
            panels.flatters(partitions),
            run.running,
        )
    assert table is not None
    if len(table.models) < 2:
        st.info(_("The table has one model only; a test needs two."), icon=":material/info:")
        return None
    return Tested(
        table,
        list(table.metrics),
        list(table.models),
        table.m,
        project.table_name,
        flattering=_chosen_for_low_divergence(project, table),
        live=False,
    )


def _chosen_for_low_divergence(project: Project, table: ScoreTable) -> bool:
    """Whether the partitions that a table names are kept here, and were chosen to be alike."""
    return any(
        kept.partitions.signature == table.signature and panels.flatters(kept.partitions)
        for kept in project.partitions.values()
    )


def page(tested: Tested) -> None:
    """Verdict, controls, the interval as m grows, and what each look said."""
    answer = st.container()
    differences, alpha, mode, shown = _controls(tested)
    if tested.done < FIRST_LOOK:
        answer.info(
            _("The sequential test looks for the first time at m = 3 splits; {m} are finished.").format(
                m=tested.done
            ),
            icon=":material/hourglass:",
        )
        return
    values = differences.values[:shown]
    test = mx.sequential_t_test(values, alpha=alpha, mode=mode)
    other = mx.sequential_t_test(values, alpha=alpha, mode="paper" if mode == "guaranteed" else "guaranteed")
    with answer.container(border=True):
        verdict(differences, test, other)
        st.caption(_("Scores: {source}").format(source=inert(tested.source)))
        if tested.flattering:
            st.warning(
                _(
                    "These partitions were chosen for low χ²/J. That raises the scores, of some models more than of "
                    "others, so the difference tested here includes a shift that fresh data would not show."
                ),
                icon=":material/warning:",
            )
    picture, numbers = st.columns([2, 1], gap="medium")
    with picture:
        _picture(differences, values, test)
    with numbers:
        _neighbours(values, alpha)
        with st.container(border=True):
            st.markdown("**" + _("Before you believe it") + "**")
            st.markdown(
                _(
                    "The scores of splits share data, so {n} scores are not {n} experiments: the interval does not "
                    "shrink like 1/√m, it approaches a limit above zero. The test speaks of this corpus's "
                    "population, not of another kind of text."
                ).format(n=2 * shown)
            )
    _table(values, test)
    citing.show(citing.decision_paragraph(differences, test))
    if test.state == "continue" and not tested.live:
        st.page_link(
            menu.pages()["compare"],
            label=_("Compare the models on more splits"),
            icon=":material/arrow_forward:",
            query_params=menu.link(state.project()),
        )


def _controls(tested: Tested) -> tuple[Differences, float, str, int]:
    """What is tested, at which level, by which rule, and how many splits are seen."""
    rule, level, which, first, second, seen = st.columns([6, 3, 4, 3, 3, 5], vertical_alignment="bottom")
    rules = {"guaranteed": _("guaranteed"), "paper": _("as in the paper")}
    mode = rule.segmented_control(
        _("Rule"), list(rules), format_func=rules.get, key=state.choice("mode", "guaranteed"), required=True
    )
    alpha = level.selectbox("α", ALPHAS, key=state.choice("alpha", 0.05))
    names = {name: metric_names().get(name, name) for name in tested.metrics}
    metric = which.selectbox(
        _("Metric"),
        tested.metrics,
        format_func=names.get,
        key=state.among("tested", tested.metrics, "f1" if "f1" in tested.metrics else tested.metrics[0]),
    )
    a = first.selectbox("A", tested.models, key=state.among("model_a", tested.models, tested.models[0]))
    rest = [name for name in tested.models if name != a]
    b = second.selectbox(_("B (baseline)"), rest, key=state.among("model_b", rest, rest[0]))
    shown = tested.done
    if tested.done > FIRST_LOOK and not tested.live:
        key = state.choice("replay", tested.done)
        st.session_state[key] = min(max(st.session_state[key], FIRST_LOOK), tested.done)
        shown = seen.slider(
            _("Splits seen"),
            FIRST_LOOK,
            tested.done,
            key=key,
            help=_("Go back to see what the test said then."),
        )
    values = tested.comparison.differences(a, b, metric)[: tested.done]
    return Differences(values, a, b, names[metric]), alpha, mode, shown


def verdict(tested: Differences, test: SequentialTTest, other: SequentialTTest) -> None:
    """The decision in words, and what it does not say."""
    assert test.m is not None
    mean = tested.values[: test.m].mean()
    if test.rejected:
        st.markdown("### " + _("Yes: the test stops at m = {m}").format(m=test.m))
    elif test.state == "not rejected":
        st.markdown("### " + _("No difference shown by m = {m}").format(m=test.m))
    else:
        st.markdown("### " + _("Undecided after m = {m}: more splits are needed").format(m=test.m))
    sentences = [
        _(
            "{metric} of {a} minus {b}: **{mean:+.4f}** after {m} splits ({n} trainings of each model)."
        ).format(
            metric=inert(tested.metric),
            a=inert(tested.a),
            b=inert(tested.b),
            mean=mean,
            m=test.m,
            n=2 * test.m,
        ),
        _(
            "Looking after every split, the chance of wrongly calling {a} better stays at or below "
            "{alpha:.1%}, for normal scores whose correlations are at most ½."
        ).format(alpha=test.alpha, a=inert(tested.a))
        if test.mode == "guaranteed"
        else _(
            "As printed, the rule uses level {alpha:.1%} at every look; over looks 3 to 20 the chance of "
            "wrongly calling {a} better is then up to {overall:.1%}, with correlations of at most ½."
        ).format(alpha=test.alpha, overall=mx.worst_case_error(test.alpha), a=inert(tested.a)),
    ]
    if other.rejected != test.rejected or other.m != test.m:
        rule = _("as in the paper") if other.mode == "paper" else _("guaranteed")
        sentences.append(
            _("The other rule ({rule}) would say yes at m = {m}.").format(rule=rule, m=other.m)
            if other.rejected
            else _("The other rule ({rule}) would not say yes.").format(rule=rule)
        )
    if not test.rejected and test.state == "not rejected":
        sentences.append(_("That is not evidence that the models are equal."))
    st.markdown(" ".join(sentences))


def _looks(values: NDArray[np.float64], test: SequentialTTest) -> pd.DataFrame:
    """Every m from the first look on, also beyond the stop: what looking longer would have shown."""
    rows = []
    for m in range(test.looks[0], len(values) + 1):
        plain, rule = mx.mx2_t_test(values[:m], test.alpha), mx.mx2_t_test(values[:m], test.level_per_look)
        rows.append(
            {
                "m": m,
                "mean": plain.mean,
                "sigma": plain.sigma,
                "lower": plain.lower,
                "upper": plain.upper,
                "bound": rule.lower,
                "statistic": plain.statistic,
                "pvalue": plain.pvalue,
                "stops": rule.rejected,
            }
        )
    return pd.DataFrame(rows).astype({name: float for name in rows[0] if name not in ("m", "stops")})


def _picture(tested: Differences, values: NDArray[np.float64], test: SequentialTTest) -> None:
    looks = _looks(values, test)
    st.markdown("**" + _("The interval as m grows") + "**")
    panels.chart(
        figures.interval(
            *(looks[name].to_numpy() for name in ("m", "mean", "lower", "upper", "bound")),
            differences=values,
            level=1 - 2 * test.alpha,
            stopped=test.m if test.rejected else None,
            metric=tested.metric,
            models=(tested.a, tested.b),
            text=_,
        ),
        "interval",
        alt=_("Mean difference of {a} and {b} with its interval for every m from 3 to {m}.").format(
            a=tested.a, b=tested.b, m=len(values)
        ),
        csv=lambda: panels.csv_bytes(looks),
    )
    st.caption(_("The rule decides by its lower bound: it says yes at the first m where that lies above 0."))


def _table(values: NDArray[np.float64], test: SequentialTTest) -> None:
    with st.expander(_("Every look in numbers")):
        st.caption(
            _(
                "p is the p-value of that single look; the rule stops where it is below {level:.4f}. The "
                "interval has level {wide:.0%} (two-sided), because the upper α point of t is used at both ends."
            ).format(level=test.level_per_look, wide=1 - 2 * test.alpha)
        )
        table = _looks(values, test).round(4)
        words = [
            "m",
            _("mean"),
            "σ̂",
            _("lower"),
            _("upper"),
            _("lower bound of the rule"),
            "T",
            "p",
            _("bound above 0"),
        ]
        st.dataframe(table.set_axis(words, axis=1), hide_index=True)


def _neighbours(values: NDArray[np.float64], alpha: float) -> None:
    """What tests that people use today would say of the same scores."""
    st.markdown("**" + _("What other tests would say") + "**")
    rows = [(_("m×2 t, m = {m} fixed beforehand").format(m=len(values)), mx.mx2_t_test(values, alpha).pvalue)]
    try:
        if len(values) >= 5:
            rows.append((_("5×2 t (first 5 splits)"), mx.dietterich_5x2_t_test(values[:5], "greater").pvalue))
            rows.append((_("5×2 F (first 5 splits)"), mx.alpaydin_5x2_f_test(values[:5]).pvalue))
        rows.append((_("naive paired t: too confident"), mx.naive_paired_t_test(values).pvalue))
    except InputError as problem:
        st.caption(problems.worded(problem))
    table = pd.DataFrame(
        {_("test"): [name for name, p in rows], "p": ["–" if p is None else f"{p:.2g}" for name, p in rows]}
    )
    st.dataframe(table, hide_index=True)
