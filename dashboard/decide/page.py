"""Verdict, controls, and the views of one test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.decide import looks, order_replay, other_tests, verdict, views
from dashboard.decide.views import Shown
from dashboard.session import state
from dashboard.ui import citation, menu
from dashboard.ui.metric_direction import ask_direction
from dashboard.ui.test_rule import Differences, ask
from dashboard.words.metrics import metric_names, not_known
from dashboard.words.text import _, inert, joined
from mx2core.metrics import default_metric

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from dashboard.decide.tested_scores import Tested


def page(tested: Tested, answer: DeltaGenerator) -> None:
    """Everything about the scores; the verdict goes to the place kept for it on top."""
    # Side by side where there is room, and on a second line where there is not: nothing is cut.
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    differences = _differences(tested, controls)
    rule = ask(controls)
    if differences is None:
        answer.info(not_known(inert(state.chosen("tested"))), icon=":material/help:")
        return
    if tested.done < rule.looks[0]:
        _too_early(tested, rule.looks[0], answer)
        return
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    names = _views()
    row.segmented_control(
        _("View"),
        list(names),
        format_func={key: name for key, (name, _show) in names.items()}.get,
        key=state.among("decision_view", list(names), "interval"),
        required=True,
        label_visibility="collapsed",
    )
    seen = tested.done
    if tested.done > rule.looks[0] and not tested.live:
        seen = order_replay.controls(row, rule.looks[0], tested.done)
    values = differences.values[:seen]
    test, other = rule.test(values), rule.other().test(values)
    tests = {test.mode: test, other.mode: other}
    shown = Shown(tested, differences, values, rule, test, other, looks.table(values, rule, tests))
    with answer.container(border=True):
        verdict.show(differences, rule, test, other)
        _source(tested)
    names[st.session_state["decision_view"]][1](shown)
    citation.show(citation.decision_paragraph(differences, test, flattering=tested.flattering))
    if test.state == "continue" and not tested.live:
        if tested.as_a_set:
            st.caption(
                _(
                    "These splits were made as a set of {m}, and a set for another m has other splits: a test on each "
                    "of them is two tests that share one α. Fix m beforehand, or take block splits, which more can "
                    "be added to."
                ).format(m=tested.m)
            )
        st.page_link(
            menu.pages()["compare"],
            label=_("Compare the models on more splits"),
            icon=":material/arrow_forward:",
            query_params=menu.link(state.project()),
        )


def _views() -> dict[str, tuple[str, object]]:
    return {
        "interval": (_("Interval"), views.interval),
        "needed": (_("Both rules"), views.needed),
        "length": (_("Length"), views.length),
        "orders": (_("Order"), other_tests.orders),
        "bayes": (_("Bayesian"), other_tests.posterior),
        "others": (_("Other tests"), other_tests.others),
        "numbers": (_("Numbers"), views.numbers),
    }


def _differences(tested: Tested, place: DeltaGenerator) -> Differences | None:
    """Two models and a metric; None until it is known which way that is better."""
    a = place.selectbox(
        "A", tested.models, key=state.among("model_a", tested.models, tested.models[0]), width=132
    )
    rest = [name for name in tested.models if name != a]
    b = place.selectbox(_("B (baseline)"), rest, key=state.among("model_b", rest, rest[0]), width=132)
    names = {name: metric_names().get(name, name) for name in tested.metrics}
    start = default_metric(tested.comparison.main_metrics)
    metric = place.selectbox(
        _("Metric"),
        tested.metrics,
        format_func=names.get,
        key=state.among("tested", tested.metrics, start),
        width=120,
    )
    smaller = ask_direction(metric, tested.comparison.known_direction(metric), place)
    if smaller is None:
        return None
    values = tested.comparison.differences(a, b, metric, smaller)[: tested.done]
    return Differences(values, a, b, names[metric], smaller)


def _too_early(tested: Tested, first: int, answer: DeltaGenerator) -> None:
    answer.info(
        _("The sequential test looks for the first time at m = {first} splits; {m} are finished.").format(
            first=first, m=tested.done
        ),
        icon=":material/hourglass:",
    )
    _gap(tested)


def _source(tested: Tested) -> None:
    """Where the scores come from, and what is wrong with them."""
    st.caption(_("Scores: {source}").format(source=inert(tested.source)))
    if tested.flattering:
        st.warning(
            _(
                "These partitions were chosen for low χ²/J. That raises the scores, of some models more than of "
                "others, so the difference tested here includes a shift that fresh data would not show."
            ),
            icon=":material/warning:",
        )
    _gap(tested)


def _gap(tested: Tested) -> None:
    """Splits are tested in their order, so one that lacks a training keeps out those after it."""
    if tested.done < tested.m and not tested.live:
        st.warning(
            joined(
                (
                    _("Split {m} of {total} lacks a training of a model.").format(
                        m=tested.done + 1, total=tested.m
                    ),
                    _("The test takes splits in their order, so it ends before that one."),
                    _("Train what is missing on the page Compare models."),
                )
            ),
            icon=":material/warning:",
        )
