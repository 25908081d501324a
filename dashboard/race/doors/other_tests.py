"""What is not the test: other rules, all pairs, and the tests that people use today."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.race.answer.out_of_fold_view import Answer
from dashboard.race.doors.views import BothRules, would_decide
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import all_pairs, unit_question
from dashboard.ui.answers.rule_choice import modes
from dashboard.ui.answers.tested import Tested
from dashboard.words import problems
from dashboard.words.numbers import PValue, number, subscripted
from dashboard.words.text import _, prose, titled
from mx2core.inference import (
    RULES,
    McNemarTest,
    SequentialTTest,
    TestInUse,
    hold_out_sentences,
    rejection_rate,
)
from mx2core.inference.benchmark import measured, out_of_fold_method
from mx2core.inference.mx2 import promise
from mx2core.inference.mx2.one_look import correction, upper_point
from mx2core.training import Comparison, Evaluation, PlannedTest, Question, Rule, decide_pairs
from mx2core.training.beside import side_tests as beside

FIRST_LOOK = 3  # splits, of the sequential test of all pairs
_rejects = remembered(200)(rejection_rate)


def others(both: BothRules) -> None:
    """What both sequential rules and the tests that people use today would say, and the diagnostic R."""
    answer = both.answer
    question, tests = answer.decision.question, side_tests(answer)
    _rules(both)
    would_decide(both)
    for mode, name in modes().items():
        st.caption(
            titled(
                name[:1].upper() + name[1:],
                prose(map(problems.problem_text, promise.error(both.tests[mode]))),
            )
        )
    test = _("test")
    headings = [test, "p", _("sides"), _("decision"), _("error at ρ = ½"), _("benchmark")]
    rows = pd.DataFrame([*_unit_rows(answer), *_tests(answer, tests.others or ())], columns=headings)
    components.table(rows, "tests", column_config={test: st.column_config.TextColumn(width="medium")})
    note = _("α = {alpha:g}. At ρ = ½: one look. Benchmark: highest error, one-sided, 5%.")
    st.caption(note.format(alpha=question.alpha))
    if tests.mcnemar:
        mcnemar(answer, tests.mcnemar)


def side_tests(answer: Answer) -> beside.SideTests:
    """The tests in use on what was decided from."""
    results, smaller = answer.tested.results, answer.differences.smaller_is_better
    compared = results if isinstance(results, Evaluation) else None
    return beside.side_tests(answer.decision, compared, others=True, smaller_is_better=smaller)


def mcnemar(answer: Answer, tests: Sequence[McNemarTest]) -> None:
    notes = hold_out_sentences(tests, *answer.differences.pair, alpha=answer.decision.question.alpha)
    st.markdown(prose(map(problems.problem_text, notes)))


def _unit_rows(answer: Answer) -> list[tuple[object, ...]]:
    test = answer.decision.test
    if test is None or test.pvalue is None:
        return []
    name, method = _("out-of-fold test, m = {m}").format(m=test.m), None
    stopped = answer.decision.stop is not None
    if test.looks is None and not (test.conservative and stopped):  # else it was not measured
        method = out_of_fold_method(test.m, stopped=stopped, conservative=test.conservative)
    most = _largest(method)
    return [(name, PValue(test.pvalue), _sided(test.alternative), _says(test.rejected), "–", most)]


def _sided(alternative: str) -> str:
    return _("two-sided") if alternative == "two-sided" else _("one-sided")


def _says(rejected: bool | None) -> str:
    return {True: _("difference shown"), False: _("not shown"), None: _("no decision")}[rejected]


def _largest(method: str | None) -> str:
    """The error on the population of the benchmark where the test errs most; a dash if it was not measured."""
    return "–" if method is None else f"{measured(method).highest_level:.1%}"


def _tests(answer: Answer, tests: Sequence[TestInUse]) -> list[tuple[object, ...]]:
    alpha, sides = answer.decision.question.alpha, answer.decision.question.alternative
    rows: list[tuple[object, ...]] = []
    for test in tests:
        which = _sided(sides) if test.level == alpha else _("two-sided, against 2α")
        p = PValue(test.pvalue)
        kind = RULES[test.rule]
        rated = kind.decide is not None and kind.rates is not None
        error = "–"
        if rated:  # of one look where all correlations are ½
            one_look: dict[str, Any] = {"looks": (test.n,), "folds": test.n, "alternative": sides}
            error = f"{_rejects(test.rule, 0.0, alpha=alpha, **one_look).rate:.1%}"
        rows.append(
            (problems.notice_text(test.name), p, which, _says(test.rejected), error, _largest(test.benchmark))
        )
    return rows


def _rules(both: BothRules) -> None:
    """What both sequential rules say of the splits seen."""
    one, decided, rows = both.answer.differences, both.answer.decision, []
    tests = both.tests if len(one.values) >= both.first else {}
    for mode, name in modes().items():
        outcome, found = _("first look at m = {m}").format(m=both.first), ""
        if (tested := tests.get(mode)) is not None:
            outcome = {
                "rejected": _("{model} better").format(model=one.b if tested.better == "B" else one.a),
                "not rejected": _("not shown"),
                "continue": _("not yet"),
            }[tested.state]
            outcome, found = _("{decision}, m = {m}").format(decision=outcome, m=tested.m), last_look(tested)
        rows.append((name, outcome, found))
    components.wrapping_table(pd.DataFrame(rows, columns=[_("test"), _("decision"), _("statistic")]))
    if decided.verdict is None:
        return
    if any(test.rejected and decided.answer != f"{test.better} better" for test in tests.values()):
        st.markdown(_("**The rules disagree.** The one chosen beforehand counts."))
    st.caption(_("The out-of-fold test decides."))


def last_look(tested: SequentialTTest) -> str:
    """The last look in the paper's terms: statistic, what it has to exceed, and what both are made of."""
    look = tested.table[-1]
    if look.statistic is None:
        return f"σ̂ = {look.sigma:.4g}"
    df, level = 2 * look.m - 1, tested.level_per_look
    return (
        f"T = {number(look.statistic, '.4g')}, {subscripted('t', f'{level:.3g}')}({df}) = "
        f"{upper_point(level, df):.4g}, {subscripted('C', look.m)} = {correction(look.m):.4f}, "
        f"σ̂ = {look.sigma:.4g}"
    )


def pairs(tested: Tested) -> None:
    """Every model against every other, with an error that holds for all of them."""
    choices = unit_question.choices_of(state.project().choices, tested.experiment_id, tested.plan)
    if answers := all_pairs.pair_answers(tested, choices, record=True):
        all_pairs.table(answers, "pairs_by_units")
        return
    # By the rule that looks at the scores of splits, for a metric that has no parts of units.
    comparison, partitions = tested.results, tested.partitions
    assert isinstance(comparison, Comparison)
    assert partitions is not None
    if tested.done < FIRST_LOOK:
        st.caption(_("All pairs are tested from {m} splits on.").format(m=FIRST_LOOK))
        return
    metric = unit_question.metric_of(comparison, choices)
    question, rule = Question(alpha=(tested.plan or PlannedTest(metric)).alpha), Rule("overall")
    answers = decide_pairs(comparison, partitions=partitions, metric=metric, question=question, rule=rule)
    components.table(all_pairs.frame(answers), "all_pairs")
    rule, test = answers[0].decision.rule, answers[0].decision.sequential
    assert test is not None
    shared = _(
        "{k} comparisons share α = {alpha:.3g}: level {level:.5f} a look; Holm needs m fixed beforehand."
    )
    note = shared.format(k=2 * rule.comparisons, alpha=test.alpha, level=test.level_per_look)
    for words in (note, problems.problem_text(promise.condition(test.mode))):
        st.caption(words)
