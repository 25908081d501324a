"""The sentence that ends a race: better, equivalent or undecided, with its numbers and its condition."""

from collections.abc import Sequence

import streamlit as st

import mx2core as mx
from dashboard.race.answer.out_of_fold_view import Answer
from dashboard.ui.answers import all_pairs, verdict_words
from dashboard.ui.answers.rule_choice import Differences
from dashboard.words import problems
from dashboard.words.escaping import equations_whole
from dashboard.words.numbers import pvalue
from dashboard.words.text import _, inert, prose
from mx2core.inference import OutOfFoldTTest, RandomizationTest
from mx2core.inference.mx2 import promise
from mx2core.inference.out_of_fold.precision import FIRST, SHARE
from mx2core.training import Comparison, Decision
from mx2core.training.decisions import sequential_words

FEW = 3  # splits from which an interval is a rough estimate


def show(answer: Answer, *, little: Sequence[str], guards: Sequence[str]) -> None:
    """The answer of units, with what shifts it where its splits were chosen for low chi-square/J.

    `little`: models that hardly learned anything; `guards`: what became of the question since it was asked.
    """
    test = answer.test if answer.fixed is None else answer.fixed
    m, on_low = len(answer.differences.values), answer.tested.flattering
    said = problems.problem_text(answer.decision.headline)
    if answer.verdict is None and m < answer.tested.done:  # an earlier moment is looked at
        said = _("Not decided yet at m = {m}").format(m=m)
    if test is not None and (answer.test is None or answer.test.m > 1):
        said = verdict_words.qualified(said, on_low=on_low, little=little)
    st.markdown("## " + equations_whole(said))
    if test is None:
        st.caption(prose([*_awaited(answer), *guards]))
        return
    untested = test.pvalue is None and test.notice is not None
    if not untested:
        st.markdown(equations_whole(_numbers(answer, test)))
    elif test.notice is not None:
        st.markdown(problems.problem_text(test.notice))
    said_of_it = [
        *_made(answer, test),
        *_advice(answer),
        *_meaning(answer),
        *_pair_sentences(answer),
        *guards,
    ]
    st.caption(prose(said_of_it), help=_words_used(test))
    if test.notice is not None and not untested:
        st.warning(problems.problem_text(test.notice), icon=":material/warning:")


def show_sequential(
    differences: Differences, decision: Decision, *, on_low: bool, guards: Sequence[str]
) -> None:
    """The same of a sequential rule: what it says, what its error is, and what it does not say."""
    test = decision.sequential
    assert test is not None
    said = problems.problem_text(sequential_words.headline(test, differences.a, differences.b))
    st.markdown("## " + (verdict_words.qualified(said, on_low=on_low) if test.rejected else said))
    last = test.table[-1]
    numbers = verdict_words.interval(
        differences.metric,
        differences.terms,
        last.mean,
        level=last.interval_level,
        lower=last.lower,
        upper=last.upper,
        alternative=test.alternative,
        pvalue=last.pvalue,
    )
    meaning = [*sequential_words.meaning(test, differences.a, differences.b), *decision.advice()]
    st.markdown(prose([numbers, *map(problems.problem_text, meaning)]))
    promises = list(map(problems.problem_text, promise.error(test)))
    if test.comparisons > 1:
        promises.append(_("That α is shared by {k} comparisons.").format(k=test.comparisons))
    st.caption(prose([*_lower_is_better(differences), *promises, *guards]))


def _awaited(answer: Answer) -> list[str]:
    decision = answer.decision
    sentences = [_("{m} of {last} splits.").format(m=decision.m, last=decision.last)]
    if decision.stop is not None and decision.stop.looks:
        look = decision.stop.looks[-1]
        sentences.append(
            _("Splits are {share:.0%} of variance; tested at 10%, or after {last}.").format(
                share=look.splits / look.variance if look.variance else 0, last=decision.last
            )
        )
    elif decision.stop is not None:
        sentences.append(_("The test needs at least {first}.").format(first=FIRST))
    elif decision.rule.stop == "every":
        sentences.append(_("No look has decided yet."))
    else:
        sentences.append(_("One test, on all of them."))
    return sentences


def _numbers(answer: Answer, test: OutOfFoldTTest | RandomizationTest) -> str:
    one_split = answer.test is not None and answer.test.m == 1
    return verdict_words.interval(
        answer.differences.metric,
        answer.differences.terms,
        test.mean if isinstance(test, OutOfFoldTTest) else test.difference,
        level=test.level,
        # Of one split no interval and no p: they would be quoted as an answer.
        lower=None if one_split else test.lower,
        upper=test.upper,
        alternative=test.alternative,
        pvalue=test.pvalue,
    )


def _made(answer: Answer, test: OutOfFoldTTest | RandomizationTest) -> list[str]:
    source, sentences = inert(answer.tested.source), []
    if isinstance(test, mx.inference.OutOfFoldTTest):
        if test.m == 1:
            return [verdict_words.one_split()]
        on = _("On {splits}; {n:,} units, scored out of fold.")
        if _stopped_early(answer, test):
            on = _("On {splits}; {m} sufficed (splits ≤{share:.0%} of variance); {n:,} units out of fold.")
        sentences.append(on.format(splits=source, m=test.m, n=test.n_units, share=SHARE))
        if test.looks is not None:
            sentences.append(_("Valid for looks after every split."))
        if test.conservative:
            sentences.append(_("By the conservative variance."))
        if test.m <= FEW:
            sentences.append(_("Few splits: interval and p are rough."))
    else:
        fixed = _("Fixed models: paired test, {runs:,} random swaps, {n:,} units.")
        sentences.append(fixed.format(runs=test.n_runs, n=test.n_units))
    sentences += _lower_is_better(answer.differences)
    if test.n_clusters < test.n_units:
        sentences.append(_("The units form {n:,} clusters.").format(n=test.n_clusters))
    on_all = answer.decision.rule.stop == "all" and answer.fixed is None
    if not answer.question.two_sided or on_all:
        sentences.append(_("Choose one-sided, or all splits, before seeing the scores."))
    return sentences


def _stopped_early(answer: Answer, test: OutOfFoldTTest) -> bool:
    return answer.decision.stop is not None and test.m < answer.decision.last


def _words_used(test: OutOfFoldTTest | RandomizationTest) -> str | None:
    """What the words of `_made` mean."""
    if not isinstance(test, OutOfFoldTTest):
        return None
    return verdict_words.out_of_fold()


def _lower_is_better(differences: Differences) -> list[str]:
    """Why an error is subtracted the other way round."""
    if not differences.smaller_is_better:
        return []
    return [_("Lower is better, so above 0 {a} is ahead.").format(a=inert(differences.a))]


def _meaning(answer: Answer) -> list[str]:
    """What the answer applies to; what would decide stands behind its door."""
    if answer.verdict is None or answer.verdict.answer == "undecided":
        return []
    return list(map(problems.problem_text, answer.decision.meaning()))


def _advice(answer: Answer) -> list[str]:
    return list(map(problems.problem_text, answer.decision.advice()))


def _pair_sentences(answer: Answer) -> list[str]:
    """Of a winner among several pairs: its p when all of them are tested."""
    tested, decision = answer.tested, answer.decision
    compared, partitions = tested.results, tested.partitions
    if answer.verdict is None or "better" not in answer.verdict.answer or len(answer.by_split) < tested.done:
        return []
    if not isinstance(compared, Comparison) or partitions is None or len(compared.names) < 3:
        return []
    key = (*tested.key, tested.done)
    found = all_pairs.answers(key, compared, partitions, answer.metric, answer.question, decision.rule)
    pair, words = {decision.a, decision.b}, _("Among all {k} pairs, p {p} by {method}, two-sided.")
    return [
        words.format(k=len(found), method=one.method, p=pvalue(one.adjusted))
        for one in found
        if one.adjusted is not None and {one.decision.a, one.decision.b} == pair
    ]
