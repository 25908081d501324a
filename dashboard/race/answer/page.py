"""One answer: its question behind one line, the sentence that ends it, its picture, and three doors beneath."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.race import start
from dashboard.race.answer import answer_card
from dashboard.race.answer import out_of_fold_view as pictures
from dashboard.race.doors import doors, views
from dashboard.server.project import Project
from dashboard.server.running import experiments
from dashboard.ui import components, upload
from dashboard.ui.answers import all_pairs, unit_question
from dashboard.ui.answers import tested as tested_scores
from dashboard.ui.answers.margins import ask_direction
from dashboard.ui.answers.measured_shift import shifted_lead
from dashboard.ui.answers.rule_choice import Differences, rules
from dashboard.ui.answers.tested import Tested
from dashboard.words import problems
from dashboard.words.metrics import metric_names, not_known
from dashboard.words.text import _, inert, prose
from mx2core.exchange import ScoreTable
from mx2core.inference.classical.rules import OUT_OF_FOLD
from mx2core.training import Comparison, Decision, Evaluation, Question, Rule
from mx2core.training.decisions.decision import PREDICTIONS
from mx2core.training.decisions.planned_tests import ExploratoryLevel, exploratory_level


def page(tested: Tested, project: Project) -> None:
    """Everything about what is tested."""
    # Side by side where there is room, and on a second line where there is not: nothing is cut.
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    with row:
        tested_scores.choose_source(project)
    place = st.container()
    results, partitions = tested.results, tested.partitions
    (a, b), ask_pair = tested_scores.pair(tested.models, ("model_a", "model_b"))

    def ask_first() -> None:
        tested_scores.choose(project)
        ask_pair()

    fixed, units = partitions is None and type(results) is Evaluation, partitions is not None
    with problems.problem_box():
        asked, rule, look = unit_question.ask(
            row,
            tested.corpus or project.corpus,
            {OUT_OF_FOLD: _("out-of-fold")} if fixed else rules(units=units),
            {name: metric_names().get(name, name) for name in results.metrics},
            tested,
            (a, b),
            first=ask_first,
        )
        metric = look.plan.metric
        smaller = ask_direction(metric, results.known_direction(metric), row)
        if smaller is None:
            place.info(not_known(inert(metric)), icon=":material/help:")
            return
        differences = tested.differences(a, b, metric, smaller)
        of_metrics = all_pairs.level_of(tested, differences, metric, asked, rule)

        def exploratory(m: int = 0, *, answered: bool = False) -> ExploratoryLevel:
            """What became of the question; notes that its answer after m splits is shown."""
            one = replace(look, m=m)
            if answered and tested.experiment_id:
                experiments.record_look(tested.experiment_id, tested.looks, one)
            return exploratory_level(tested.plan, tested.looks, one, of_metrics)

        asked = replace(asked, alpha=exploratory().alpha)
        decision = _answer(tested, metric, differences, asked, rule, exploratory, place)
        _source(tested, project, place)
        unseen = decision is not None and isinstance(results, ScoreTable) and PREDICTIONS in decision.advice()
        icon = ":material/upload_file:"
        if unseen and row.button(_("Import predictions"), key="preds", icon=icon, type="tertiary"):
            upload.import_results()
        whole = tested.done == tested.m and not tested.live
        ended = False  # whether the test looks at no further split
        if decision is not None and decision.answer is not None:
            made = decision.sequential
            ended = decision.m < tested.m or (made is not None and made.rejected)
        if whole and tested.run is not None and not ended:
            advised = decision is None or decision.next_step == "splits"
            start.more(project, tested.run, tested.which, row, advised=advised)


def _answer(
    tested: Tested,
    metric: str,
    differences: Differences,
    question: Question,
    rule: Rule,
    exploratory: Callable[..., ExploratoryLevel],
    place: DeltaGenerator,
) -> Decision | None:
    """What the test says, its picture and its doors; None before its first look."""
    by_units, first = rule.test == OUT_OF_FOLD, rule.schedule[0]
    if by_units and not tested.done:
        if tested.live:
            place.caption(_("No split is finished yet."))
        with place:
            pictures.show_awaited(differences, question.margin, tested.m)
        return None
    if not by_units and tested.done < first:
        words = _("First look at m = {first}; finished: {m}.").format(first=first, m=tested.done)
        place.info(words, icon=":material/hourglass:")
        return None
    answer, compared = pictures.answer(tested, metric, differences, question, rule), tested.results
    decision = answer.decision
    pair = compared.select(*differences.pair) if isinstance(compared, Comparison) else None
    # Of fixed models every split that arrives says the same: no answer before all are there.
    early = tested.live and decision.fixed is not None
    answered = decision.answer is not None and decision.m != 1 and not early
    standing = exploratory(decision.m, answered=answered).notices
    of_answer = replace(differences, values=differences.values[: decision.m])
    shifted = shifted_lead(tested.random, of_answer, metric)
    warnings = [*decision.warnings, *filter(None, [shifted]), *(() if pair is None else pair.notices)]
    with place:
        answer_card.show(answer, guards=list(map(problems.problem_text, standing)))
        for notice in warnings:
            st.warning(problems.problem_text(notice), icon=":material/warning:")
    (pictures.show if by_units else views.interval)(answer)
    doors.show(answer)
    return decision


def _source(tested: Tested, project: Project, place: DeltaGenerator) -> None:
    """Under the answer: what to know of its splits."""
    with place:
        if isinstance(tested.results, ScoreTable) and not tested.results.signature:
            words = [_("Not checked against any splits.")]
            if project.partitions:
                words.append(_("Choose “Splits used” below, then import again."))
            st.caption(prose(words))
        if tested.flattering and tested.done:
            components.warn_of_shift(tested.partitions)
        if tested.done == tested.m or tested.live:
            return
        words_of_gap = _("No split is finished yet.")
        if tested.done:  # splits are tested in their order
            words_of_gap = _("Split {m} of {total} lacks a training: the test stops before it.")
        gap = words_of_gap.format(m=tested.done + 1, total=tested.m)
        st.warning(gap, icon=":material/warning:")
