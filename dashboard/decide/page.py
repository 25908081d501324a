"""Answer, controls, and the views of one test."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.decide import (
    answer_card,
    intervals,
    looks,
    order_replay,
    other_tests,
    verdict,
    views,
    where_they_differ,
)
from dashboard.decide import out_of_fold_view as unit_test
from dashboard.decide.tested_scores import shifted_lead
from dashboard.decide.views import BothRules
from dashboard.server.running import experiments
from dashboard.session import analysis, state
from dashboard.ui import components, menu
from dashboard.ui.answers import unit_question
from dashboard.ui.answers.metric_direction import ask_direction
from dashboard.ui.answers.rule_choice import OUT_OF_FOLD, Differences, beside, other, rules, sequential
from dashboard.ui.choice import pick
from dashboard.ui.documents import citation
from dashboard.words import problems, text
from dashboard.words.metrics import metric_names, not_known
from dashboard.words.text import _, inert, joined
from mx2core.exchange import ScoreTable
from mx2core.metrics import default_metric
from mx2core.training import Comparison, Evaluation
from mx2core.training.decisions.asked import since

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from dashboard.decide.out_of_fold_view import Answer
    from dashboard.decide.tested_scores import Tested
    from mx2core.errors import Notice
    from mx2core.training import Question, Rule
    from mx2core.training.decisions.asked import Look


def page(tested: Tested, answer: DeltaGenerator) -> None:
    """Everything about what is tested; the answer goes to the place kept for it on top."""
    # Side by side where there is room, and on a second line where there is not: nothing is cut.
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    a, b = _models(tested, controls)
    fixed = tested.partitions is None and type(tested.comparison) is Evaluation
    units = tested.partitions is not None
    with problems.shown():
        metric, proposed, asked, rule = unit_question.ask(
            controls,
            state.project().corpus,
            {OUT_OF_FOLD: _("out-of-fold")} if fixed else rules(units=units),
            {name: metric_names().get(name, name) for name in tested.metrics},
            usual_metric=default_metric(tested.comparison.main_metrics),
            margin_of=lambda metric: tested.margin(a, b, metric),
            early=tested.partitions is not None and tested.partitions.may_stop_early,
            units=units,
            of=tested.of,
            asked=tested.asked,
        )
        differences = _differences(tested, a, b, metric, controls)
        if differences is None:
            answer.info(not_known(inert(metric)), icon=":material/help:")
            return
        choices = unit_question.choices_of(st.session_state.to_dict(), tested.of, tested.asked)
        look = unit_question.look(
            choices,
            asked,
            rule,
            metric=metric,
            pair=(a, b),
            partitions=tested.partitions,
            proposed=proposed,
            asked=tested.asked,
        )
        asked = replace(asked, alpha=since(tested.asked, tested.looks, look).alpha)
        if proposed is None:
            _by_scores(tested, metric, differences, asked, rule, look, answer)
        else:
            _by_units(tested, metric, differences, asked, rule, look, answer)


def _shown(tested: Tested, look: Look, m: int, *, answered: bool) -> list[Notice]:
    """Note that an answer is shown; what became of its question."""
    look = replace(look, m=m)
    if answered and tested.of:
        experiments.looked(tested.of, tested.looks, look)
    return unit_question.notices(since(tested.asked, tested.looks, look))


def _by_units(
    tested: Tested,
    metric: str,
    differences: Differences,
    asked: Question,
    rule: Rule,
    look: Look,
    place: DeltaGenerator,
) -> None:
    """The out-of-fold test, or that of models which no split changes."""
    if not tested.done:
        place.info(
            _("The first split is being trained; the test needs all of it."), icon=":material/hourglass:"
        )
        _gap(tested)
        return
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    m = tested.done
    views = {"interval": _("Interval"), "where": _("Where they differ"), "others": _("Other tests")}
    view = "interval" if tested.partitions is None else _view(row, views | {"more": _("More")})
    changing = tested.partitions is not None and not unit_test.fixed(tested, differences)
    if tested.done > 2 and changing and not tested.live:
        m = order_replay.controls(row, 2, tested.done, of=tested.name)
    answer = unit_test.answer(tested, metric, differences, asked, rule, m)
    whole = (
        answer
        if m == tested.done
        else unit_test.answer(tested, metric, differences, asked, rule, tested.done)
    )
    with place.container(border=True):
        pair = (
            tested.comparison.only(differences.a, differences.b)
            if isinstance(tested.comparison, Comparison)
            else None
        )
        little = () if pair is None else pair.learned_little(metric)
        answer_card.show(answer, on_low=tested.flattering, little=little)
        standing = _shown(
            tested, look, whole.decision.m, answered=whole.verdict is not None and whole.decision.m != 1
        )
        st.caption(joined(map(problems.worded, standing)))
        _source(tested)
        shifted = shifted_lead(tested, differences, metric)
        if shifted is not None:
            st.warning(problems.worded(shifted), icon=":material/warning:")
        elif (on_random := tested.lead_on_random(differences, metric)) is not None:
            st.caption(
                _("On random halves, in the same experiment: {mean:+.4f}.").format(
                    mean=float(on_random.mean())
                )
            )
        if pair is not None:
            components.learned_little(pair, metric)
    if view == "where":
        where_they_differ.show(answer)
    elif view == "interval":
        intervals.show(answer)
    else:
        by_scores = beside()
        first = by_scores.schedule[0]
        if view == "more" and m < first:
            _first_look(first, m, st.container())
        elif m == 1:
            st.info(_("Tests on scores need two splits at least."), icon=":material/hourglass:")
        else:
            both = _both_rules(tested, metric, answer.differences, asked, by_scores)
            _others(view, both, answer)
    split = _how_split(tested)  # says whether they flatter
    # A paper says what came out in the end, whatever earlier moment is looked at.
    decided = citation.units_paragraph(
        whole.differences, whole.decision, flattering=tested.flattering and not split
    )
    scores = (
        citation.scores_sentences(tested.comparison, differences, metric, whole.test.m)
        if isinstance(tested.comparison, Comparison) and whole.test is not None
        else ()
    )
    against = () if shifted is None else (problems.said(shifted),)
    models = citation.models_sentences(tested.kinds, differences)
    citation.show(joined((*split, *models, decided, *map(problems.said, standing), *scores, *against)))
    if answer.verdict is None and not tested.live:
        _more_splits(tested)


def _by_scores(
    tested: Tested,
    metric: str,
    differences: Differences,
    asked: Question,
    rule: Rule,
    look: Look,
    place: DeltaGenerator,
) -> None:
    """A sequential rule."""
    first = rule.schedule[0]
    if tested.done < first:
        _first_look(first, tested.done, place)
        _gap(tested)
        return
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    view = _view(
        row,
        {
            "interval": _("Interval"),
            "where": _("Where they differ"),
            "others": _("Other tests"),
            "more": _("More"),
        },
    )
    m = tested.done
    if tested.done > first and not tested.live:
        m = order_replay.controls(row, first, tested.done, of=tested.name)
    both = _both_rules(tested, metric, replace(differences, values=differences.values[:m]), asked, rule)
    whole = sequential(differences.values, asked, rule)
    with place.container(border=True):
        verdict.show(both.differences, both.test, both.other, on_low=tested.flattering)
        standing = _shown(tested, look, whole.m or 0, answered=whole.state != "continue")
        st.caption(joined(map(problems.worded, standing)))
        if tested.partitions is None:
            st.caption(
                _(
                    "This table has scores only. The out-of-fold test finds more from the same trainings, but needs "
                    "the prediction for each unit: upload predictions below."
                )
            )
        _source(tested)
    if view == "interval":
        views.interval(both)
    elif view == "where":
        st.info(
            _("Where the models differ is seen in predictions; choose the out-of-fold test.")
            if tested.partitions is not None
            else _("Where the models differ is seen in predictions; this table has scores only."),
            icon=":material/info:",
        )
    else:
        _others(view, both, None)
    split = _how_split(tested)
    decided = citation.decision_paragraph(
        differences,
        whole,
        flattering=tested.flattering and not split,
    )
    citation.show(
        joined(
            (
                *split,
                *citation.models_sentences(tested.kinds, differences),
                decided,
                *map(problems.said, standing),
            )
        )
    )
    if both.test.state == "continue" and not tested.live:
        _more_splits(tested)


def _view(row: DeltaGenerator, names: dict[str, str]) -> str:
    return pick(_("View"), names, "decision_view", "interval", place=row, buttons=True, hide_label=True)


def _others(view: str, both: BothRules, answer: Answer | None) -> None:
    """Other tests, and what only few look at."""
    if view == "others":
        other_tests.others(both, answer)
        return
    more = {
        "needed": (_("Both rules"), views.needed),
        "length": (_("Length"), views.length),
        "orders": (_("Order"), other_tests.orders),
        "bayes": (_("Bayesian"), other_tests.posterior),
        "numbers": (_("Numbers"), views.numbers),
    }
    names = {key: name for key, (name, _show) in more.items()}
    view = pick(_("More"), names, "more_view", "needed", buttons=True, hide_label=True)
    if answer is not None:
        st.caption(_("These views are about the m×2 test and its sequential rules on the same splits."))
    more[view][1](both)


def _both_rules(
    tested: Tested, metric: str, differences: Differences, asked: Question, rule: Rule
) -> BothRules:
    values = differences.values
    if len(values) < rule.schedule[0]:  # only what asks for no look is shown
        rule = replace(rule, looks=(max(len(values), 2),))
    test, beside_it = (sequential(values, asked, one) for one in (rule, other(rule)))
    table = looks.table(values, asked, {one.mode: one for one in (test, beside_it)})
    return BothRules(tested, metric, differences, values, asked, rule, test, beside_it, table)


def _more_splits(tested: Tested) -> None:
    if tested.as_a_set:
        st.caption(
            _(
                "These splits were made as a set of {m}, and a set for another m has other splits: a test on each "
                "of them is two tests that share one α. Fix m beforehand, or take block splits, which more can "
                "be added to."
            ).format(m=tested.m)
        )
    st.page_link(
        menu.pages()["compare" if tested.kinds else "look"],
        label=_("Compare the models on more splits")
        if tested.kinds
        else _("Export more splits to train your models on"),
        icon=":material/arrow_forward:",
        query_params=menu.link(state.project()),
    )


def _models(tested: Tested, place: DeltaGenerator) -> tuple[str, str]:
    a = pick(_("Model"), tested.models, "model_a", tested.models[0], place=place, width=230)
    rest = [name for name in tested.models if name != a]
    b = pick(_("Baseline"), rest, "model_b", rest[0], place=place, width=230)
    return a, b


def _differences(tested: Tested, a: str, b: str, metric: str, place: DeltaGenerator) -> Differences | None:
    """How far A is ahead; None until it is known which way the metric is better."""
    smaller = ask_direction(metric, tested.comparison.known_direction(metric), place)
    if smaller is None:
        return None
    values = tested.comparison.differences(a, b, metric, smaller)
    if values.ndim == 2:
        values = values[: tested.done]
    return Differences(values, a, b, metric_names().get(metric, metric), smaller)


def _first_look(first: int, done: int, place: DeltaGenerator) -> None:
    place.info(
        text.ngettext(
            "The sequential test looks for the first time at m = {first} splits; {m} is finished.",
            "The sequential test looks for the first time at m = {first} splits; {m} are finished.",
            done,
        ).format(first=first, m=done),
        icon=":material/hourglass:",
    )


def _how_split(tested: Tested) -> list[str]:
    """The partitions in the words of a methods section, where they are known to be of the corpus that is open."""
    corpus, partitions = state.project().corpus, tested.partitions
    if partitions is None or partitions.n_units != len(corpus):
        return []
    return [citation.methods_paragraph(corpus, partitions, analysis.chosen())]


def _source(tested: Tested) -> None:
    """Where the scores come from, and what is wrong with them."""
    st.caption(_("Scores: {source}").format(source=inert(tested.source)))
    if isinstance(tested.comparison, ScoreTable) and not tested.comparison.signature:
        st.caption(
            _(
                "These scores were not checked against any partitions: choose below on which ones they were made, and upload "
                "them again."
            )
        )
    if tested.flattering:
        components.warn_of_shift(tested.partitions)
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
