"""What is not the test: other rules, a posterior, all pairs, and the tests that people use today."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.figures.comparisons.posterior import posterior as drawn_posterior
from dashboard.race.answer.out_of_fold_view import Answer
from dashboard.race.doors.views import BothRules, would_decide
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import all_pairs, margins, unit_question
from dashboard.ui.answers.rule_choice import modes
from dashboard.ui.answers.tested import Tested
from dashboard.words import problems
from dashboard.words.escaping import equations_whole
from dashboard.words.numbers import PValue, number, subscripted
from dashboard.words.text import _, about, inert, prose
from mx2core.inference import (
    RULES,
    McNemarTest,
    SequentialTTest,
    hold_out_sentences,
    rejection_rate,
)
from mx2core.inference.benchmark import measured, out_of_fold_method
from mx2core.inference.mx2 import promise
from mx2core.inference.mx2.one_look import correction, upper_point
from mx2core.training import Comparison, PlannedTest, Question, Rule, decide_pairs

FIRST_LOOK = 3  # splits, of the sequential test of all pairs
_rejects = remembered(200)(rejection_rate)


def posterior(answer: Answer) -> None:
    """The Bayesian correlated t-test of the splits seen."""
    differences = answer.differences
    a, b = differences.pair
    picture, words = st.columns([2, 1], gap="medium")
    with words:
        proposed = answer.tested.margin(a, b, answer.metric)
        key = state.choice(margins.key("rope", proposed), proposed.value)
        rope = margins.ask(_("Differences too small to matter (ROPE)"), key, proposed, least=0.0)
        label, key = _("Correlation ρ between the scores"), state.choice("bayes_rho", 0.5)
        rho = st.slider(label, 0.0, 0.9, step=0.05, format="%.2f", key=key)
    bayes = mx.inference.bayesian_correlated_t_test(differences.values, rho=rho, rope=rope)
    if bayes.notice is not None:
        picture.info(problems.problem_text(bayes.notice), icon=":material/info:")
        return
    assert bayes.scale is not None, "where there is none, a notice says so"
    better = _("{model} better")
    chances = {
        "p_b_better": (better.format(model=inert(b)), bayes.p_worse),
        "p_no_matter": (_("too small to matter"), bayes.p_equivalent),
        "p_a_better": (better.format(model=inert(a)), bayes.p_better),
    }
    numbers: dict[str, float | None] = {
        "mean": bayes.mean,
        "scale": bayes.scale,
        "df": bayes.df,
        "rho": rho,
        "rope": rope,
    }
    numbers |= {name: chance for name, (_words, chance) in chances.items()}
    with picture:
        with st.container(horizontal=True):  # which goes on below where a name would be cut
            for name, chance in chances.values():
                st.metric(name, f"{chance:.1%}", border=True)
        terms = differences.terms
        components.chart(
            drawn_posterior(bayes.mean, bayes.scale, bayes.df, rope=rope, models=(a, b), terms=terms),
            "posterior",
            alt=_("Density of the mean difference."),
            csv=pd.DataFrame([numbers]),
        )
    said = _("Probabilities given {n} scores and ρ, not how often you looked.")
    words.markdown(said.format(n=differences.values.size))


def others(both: BothRules) -> None:
    """What both sequential rules and the tests that people use today would say, and the diagnostic R."""
    answer = both.answer
    question, differences, results = answer.question, answer.differences, answer.tested.results
    _rules(both)
    would_decide(both)
    for mode, name in modes().items():
        st.caption(about(name, prose(map(problems.problem_text, promise.error(both.tests[mode])))))
    test = _("test")
    headings = [test, "p", _("sides"), _("decision"), _("error at ρ = ½"), _("benchmark")]
    rows = pd.DataFrame([*_unit_rows(answer), *_tests(answer)], columns=headings)
    components.table(rows, "tests", column_config={test: st.column_config.TextColumn(width="medium")})
    note = _("α = {alpha:g}. At ρ = ½: one look. Benchmark: highest error, one-sided, 5%.")
    st.caption(equations_whole(note.format(alpha=question.alpha)))
    if isinstance(results, Comparison):
        m = len(differences.values)
        mcnemar(answer, results.mcnemar(*differences.pair, m=m, alternative=question.alternative))
    ratio = mx.inference.pair_ratio(differences.values)
    value = "–" if ratio.ratio is None else f"{ratio.ratio:.2f}"
    chance = _("chance alone: {low:.2f} to {high:.2f}").format(low=ratio.lower, high=ratio.upper)
    components.metric(_("R: between over within splits"), value, chance)
    for sentence in ratio.sentences:  # how little that says
        st.markdown(problems.problem_text(sentence))


def mcnemar(answer: Answer, tests: Sequence[McNemarTest]) -> None:
    said = hold_out_sentences(tests, *answer.differences.pair, alpha=answer.question.alpha)
    st.markdown(prose(map(problems.problem_text, said)))


def _unit_rows(answer: Answer) -> list[tuple[object, ...]]:
    test = answer.test
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
    return "–" if method is None else f"{measured(method).most:.1%}"


def _tests(answer: Answer) -> list[tuple[object, ...]]:
    alpha, sides = answer.question.alpha, answer.question.alternative
    rows: list[tuple[object, ...]] = []
    units = None if answer.decision.masks is None else answer.decision
    for test in mx.inference.other_tests(
        answer.differences.values,
        alpha,
        alternative=sides,
        units=None if units is None else units.differences,
        masks=None if units is None else units.masks,
    ):
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
    """What the out-of-fold test, where it decides, and both sequential rules say of the splits seen."""
    answer, better, rows = both.answer, _("{model} better"), []
    verdict, one, by_units = answer.verdict, answer.differences, answer.decision.sequential is None
    if by_units:
        said = problems.problem_text(answer.decision.headline)
        if not answer.decision.one_split:
            said = {
                None: _("not yet"),
                "A better": better.format(model=one.a),
                "B better": better.format(model=one.b),
                "equivalent": _("equivalent"),
                "undecided": _("undecided"),
            }[None if verdict is None else verdict.answer]
        rows = [(_("out-of-fold"), _stopped_at(said, None if answer.test is None else answer.test.m), "")]
    winner = {"A better": one.a, "B better": one.b}.get("" if verdict is None else verdict.answer)
    disagree = False
    for mode, name in modes().items():
        if len(one.values) < both.first:
            said, found = _("first look at m = {m}").format(m=both.first), ""
        else:
            tested = both.tests[mode]
            ahead = one.b if tested.ahead == "B" else one.a
            decision = {
                "rejected": better.format(model=ahead),
                "not rejected": _("not shown"),
                "continue": _("not yet"),
            }[tested.state]
            said, found = _stopped_at(decision, tested.m), last_look(tested)
            disagree |= tested.rejected and ahead != winner
        rows.append((name, said, found))
    components.wrapping_table(pd.DataFrame(rows, columns=[_("test"), _("decision"), _("statistic")]))
    if disagree and verdict is not None:
        st.markdown(_("**The rules disagree.** The one chosen beforehand counts."))
    if by_units:
        st.caption(_("The out-of-fold test decides."))


def _stopped_at(decision: str, m: int | None) -> str:
    return decision if m is None else _("{decision}, m = {m}").format(decision=decision, m=m)


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
    choices = unit_question.choices_of(state.project().choices, tested.of, tested.asked)
    if answers := all_pairs.pair_answers(tested, choices, shown=True):
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
    question, rule = Question(alpha=(tested.asked or PlannedTest(metric)).alpha), Rule("overall")
    answers = decide_pairs(comparison, partitions=partitions, metric=metric, question=question, rule=rule)
    components.table(all_pairs.frame(answers), "all_pairs")
    rule, test = answers[0].decision.rule, answers[0].decision.sequential
    assert test is not None
    shared = _(
        "{k} comparisons share α = {alpha:.3g}: level {level:.5f} a look; Holm needs m fixed beforehand."
    )
    said = shared.format(k=2 * rule.comparisons, alpha=test.alpha, level=test.level_per_look)
    for words in (said, problems.problem_text(promise.condition(test.mode))):
        st.caption(equations_whole(words))
