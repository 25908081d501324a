"""One answer: its question in one row, the sentence that ends it, its picture, and three doors beneath."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.race import start, tested_scores
from dashboard.race.answer import answer_card, intervals, order_replay, verdict
from dashboard.race.answer import out_of_fold_view as unit_test
from dashboard.race.doors import doors, looks, views
from dashboard.race.doors.views import BothRules
from dashboard.server.running import experiments
from dashboard.ui import components
from dashboard.ui.answers import all_metrics, unit_question
from dashboard.ui.answers.metric_direction import ask_direction
from dashboard.ui.answers.rule_choice import (
    OUT_OF_FOLD,
    Differences,
    other,
    rules,
    sequential,
    sequential_rule,
)
from dashboard.ui.answers.shifted_lead import shifted_lead
from dashboard.ui.choice import pick
from dashboard.words import problems
from dashboard.words.metrics import metric_names, not_known
from dashboard.words.text import _, inert
from mx2core.exchange import ScoreTable
from mx2core.metrics import default_metric
from mx2core.training import Comparison, Evaluation
from mx2core.training.decisions.asked import since

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.delta_generator import DeltaGenerator

    from dashboard.race.tested_scores import Tested
    from dashboard.server.project import Project
    from mx2core.training import Question, Rule
    from mx2core.training.decisions.asked import Since


def page(tested: Tested, project: Project) -> None:
    """Everything about what is tested."""
    # Side by side where there is room, and on a second line where there is not: nothing is cut.
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    place = st.container()
    a, b = _models(tested, row)
    fixed = tested.partitions is None and type(tested.comparison) is Evaluation
    units = tested.partitions is not None
    with problems.shown():
        metric, proposed, asked, rule = unit_question.ask(
            row,
            project.corpus,
            {OUT_OF_FOLD: _("out-of-fold")} if fixed else rules(units=units),
            {name: metric_names().get(name, name) for name in tested.metrics},
            usual_metric=default_metric(tested.comparison.main_metrics),
            margin_of=lambda metric: tested.margin(a, b, metric),
            early=tested.partitions is not None and tested.partitions.may_stop_early,
            units=units,
            of=tested.of,
            asked=tested.asked,
            scored=tested.done > 0,
            first=partial(tested_scores.choose, project),
        )
        if not tested.live and tested.run is not None:
            start.more(project, tested.run, tested.which, row)
        differences = _differences(tested, a, b, metric, row)
        if differences is None:
            place.info(not_known(inert(metric)), icon=":material/help:")
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
        of_metrics = all_metrics.level_of(
            tested.comparison,
            tested.partitions,
            (a, b),
            metric,
            asked,
            rule,
            differences.smaller_is_better,
            key=tested.key,
        )

        def shown(m: int = 0, *, answered: bool = False) -> Since:
            """What became of the question; notes that its answer after m splits is shown."""
            one = replace(look, m=m)
            if answered and tested.of:
                experiments.looked(tested.of, tested.looks, one)
            return since(tested.asked, tested.looks, one, of_metrics)

        asked = replace(asked, alpha=shown().alpha)
        if proposed is None:
            _by_scores(tested, metric, differences, asked, rule, shown, place)
        else:
            _by_units(tested, metric, differences, asked, rule, shown, place)


def _by_units(
    tested: Tested,
    metric: str,
    differences: Differences,
    asked: Question,
    rule: Rule,
    shown: Callable[..., Since],
    place: DeltaGenerator,
) -> None:
    """The out-of-fold test, or that of models which no split changes."""
    if not tested.done:
        if tested.live:
            place.caption(_("No split is finished yet."))
        with place:
            intervals.awaited(tested, differences, asked)
        _gap(tested)
        return
    picture, m = st.container(), tested.done
    changing = tested.partitions is not None and not unit_test.fixed(tested, differences)
    if tested.done > 2 and changing and not tested.live:
        m = order_replay.controls(st, 2, tested.done, of=tested.name)
    whole = answer = unit_test.answer(tested, metric, differences, asked, rule, tested.done)
    if m < tested.done:
        answer = unit_test.answer(tested, metric, differences, asked, rule, m)
    compared = tested.comparison
    pair = compared.only(differences.a, differences.b) if isinstance(compared, Comparison) else None
    # Of fixed models every split that arrives says the same: no answer before all are there.
    answered = whole.verdict is not None and whole.decision.m != 1
    awaited = tested.live and whole.fixed is not None
    standing = unit_question.notices(shown(whole.decision.m, answered=answered and not awaited))
    shifted = shifted_lead(tested.random, differences, metric)
    with place:
        answer_card.show(
            answer,
            on_low=tested.flattering,
            little=() if pair is None else pair.learned_little(metric),
            guards=list(map(problems.worded, standing)),
        )
        _source(tested)
        if shifted is not None:
            st.warning(problems.worded(shifted), icon=":material/warning:")
        for notice in () if pair is None else pair.notices:
            st.warning(problems.worded(notice), icon=":material/warning:")
        if pair is not None:
            components.learned_little(pair, metric)
    with picture:
        intervals.show(answer)
    both = None
    if m > 1 and whole.fixed is None and answer.differences.values.ndim == 2:
        both = partial(_both_rules, tested, metric, answer.differences, asked, sequential_rule())
    doors.show(tested, answer, both, metric)


def _by_scores(
    tested: Tested,
    metric: str,
    differences: Differences,
    asked: Question,
    rule: Rule,
    shown: Callable[..., Since],
    place: DeltaGenerator,
) -> None:
    """A sequential rule."""
    first = rule.schedule[0]
    if tested.done < first:
        _first_look(first, tested.done, place)
        _gap(tested)
        return
    picture, m = st.container(), tested.done
    if tested.done > first and not tested.live:
        m = order_replay.controls(st, first, tested.done, of=tested.name)
    both = _both_rules(tested, metric, replace(differences, values=differences.values[:m]), asked, rule)
    whole = sequential(differences.values, asked, rule)
    standing = unit_question.notices(shown(whole.m or 0, answered=whole.state != "continue"))
    with place:
        verdict.show(
            both.differences,
            both.test,
            on_low=tested.flattering,
            guards=list(map(problems.worded, standing)),
        )
        _source(tested)
    with picture:
        views.interval(both)
    doors.show(tested, None, lambda: both, metric)


def _both_rules(
    tested: Tested, metric: str, differences: Differences, asked: Question, rule: Rule
) -> BothRules:
    values = differences.values
    if len(values) < rule.schedule[0]:  # only what asks for no look is shown
        rule = replace(rule, looks=(max(len(values), 2),))
    test, beside_it = (sequential(values, asked, one) for one in (rule, other(rule)))
    table = looks.table(values, asked, {one.mode: one for one in (test, beside_it)})
    return BothRules(tested, metric, differences, values, asked, rule, test, beside_it, table)


def _models(tested: Tested, place: DeltaGenerator) -> tuple[str, str]:
    a = pick(_("Model"), tested.models, "model_a", tested.models[0], place=place, width=215)
    rest = [name for name in tested.models if name != a]
    b = pick(_("Baseline"), rest, "model_b", rest[0], place=place, width=215)
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
        _("First look at m = {first}; finished: {m}.").format(first=first, m=done),
        icon=":material/hourglass:",
    )


def _source(tested: Tested) -> None:
    """What is wrong with the scores."""
    if isinstance(tested.comparison, ScoreTable) and not tested.comparison.signature:
        st.caption(_("Not checked against any splits."))
    if tested.flattering:
        components.warn_of_shift(tested.partitions)
    _gap(tested)


def _gap(tested: Tested) -> None:
    """Splits are tested in their order, so one that lacks a training keeps out those after it."""
    if tested.done < tested.m and not tested.live:
        st.warning(
            (
                _("Split {m} of {total} lacks a training: the test ends before.").format(
                    m=tested.done + 1, total=tested.m
                )
                if tested.done
                else _("No split is finished yet.")
            ),
            icon=":material/warning:",
        )
