"""The sentence that ends a race: better, equivalent or undecided, with its numbers and its condition."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from dashboard.race.answer.out_of_fold_view import Answer
from dashboard.session import state
from dashboard.ui import components, menu
from dashboard.ui.answers import all_pairs, verdict_words
from dashboard.words import problems
from dashboard.words.numbers import pvalue
from dashboard.words.text import _, inert, prose
from mx2core.errors import Notice
from mx2core.inference import OutOfFoldTTest
from mx2core.inference.mx2 import promise
from mx2core.inference.out_of_fold.precision import SHARE
from mx2core.training import Comparison, Evaluation
from mx2core.training.decisions.methods_words import ONE_SPLIT, OUT_OF_FOLD


def show(answer: Answer, *, guards: Sequence[str]) -> None:
    """The answer, with what shifts it where its splits were chosen for low chi-square/J.

    `guards`: what became of the question since it was asked.
    """
    decision, sequential = answer.decision, answer.decision.sequential
    test, words = decision.test or decision.fixed, problems.problem_text(decision.headline)
    if sequential.rejected if sequential is not None else test is not None and not decision.one_split:
        words = verdict_words.qualified(
            words, low_divergence=answer.tested.flattering, little=bool(decision.little)
        )
    with components.announced():
        st.markdown("## " + words)
    if sequential is None and test is None:
        st.caption(prose([*_awaited(answer), *guards]))
        return
    notice = None if test is None or test.pvalue is not None else test.notice
    if notice is not None:
        st.markdown(problems.problem_text(notice))
    else:
        st.markdown(_numbers(answer))
    meaning: Sequence[Notice] = ()
    if sequential is not None or decision.answer not in (None, "undecided"):
        meaning = decision.meaning()  # else what would decide stands behind its door
    advice, meant = (map(problems.problem_text, notices) for notices in (decision.advice(), meaning))
    said_of_it = [*_test_sentences(answer), *advice, *meant, *_pair_sentences(answer), *guards]
    about = filter(None, (OUT_OF_FOLD, decision.stopped, *decision.promised_briefly))
    help = prose(map(problems.notice_text, about)) if isinstance(test, OutOfFoldTTest) else None
    st.caption(prose(said_of_it), help=help)


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
    return sentences


def _numbers(answer: Answer) -> str:
    decision, differences = answer.decision, answer.differences
    test = decision.mean, *(decision.interval or (None, None))
    about: dict[str, Any] = {"level": decision.interval_level, "two_sided": decision.question.two_sided}
    return verdict_words.interval(differences.metric, differences.terms, test, p=decision.pvalue, **about)


def _test_sentences(answer: Answer) -> list[str]:
    """By which test, on what, and what that promises."""
    decision, differences = answer.decision, answer.differences
    sequential, lower_is_better = decision.sequential, []
    if differences.smaller_is_better:  # so it is subtracted the other way round
        words = _("Lower is better, so above 0 {a} is ahead.")
        lower_is_better = [words.format(a=inert(differences.a))]
    if sequential is not None:
        sentences = [*lower_is_better, *map(problems.problem_text, promise.error(sequential))]
        if sequential.comparisons > 1:
            shared = _("That α is shared by {k} comparisons.")
            sentences.append(shared.format(k=sequential.comparisons))
        return sentences
    test, sentences = decision.test or decision.fixed, []
    if isinstance(test, OutOfFoldTTest):
        if test.m == 1:
            return [problems.notice_text(ONE_SPLIT)]
        on = _("On {splits}; {units}, scored out of fold.")
        if decision.stopped is not None:
            on = _("On {splits}; {m} tested (more: ≤{share:.0%} less variance); {units} out of fold.")
        source, units = inert(answer.tested.source), menu.units(state.project().corpus, test.n_units)
        sentences.append(on.format(splits=source, m=test.m, units=units, share=SHARE))
        if test.looks is not None:
            sentences.append(_("Valid for looks after every split."))
        if test.conservative:
            sentences.append(_("By the conservative variance."))
    elif test is not None:
        fixed = _("Fixed models: paired test, {runs:,} random swaps, {n:,} units.")
        sentences.append(fixed.format(runs=test.n_runs, n=test.n_units))
        if isinstance(results := answer.tested.results, Evaluation):  # on which units
            sentences += [problems.problem_text(one) for one in results.remarks if one.plain]
    sentences += lower_is_better
    if test is not None and test.n_clusters < test.n_units:
        sentences.append(_("The units form {n:,} clusters.").format(n=test.n_clusters))
    on_all = decision.rule.stop == "all" and decision.fixed is None
    if not answer.decision.question.two_sided or on_all:
        sentences.append(_("Choose one-sided, or all splits, before seeing the scores."))
    return sentences


def _pair_sentences(answer: Answer) -> list[str]:
    """Of a winner among several pairs: its p when all of them are tested."""
    tested, decision = answer.tested, answer.decision
    compared = tested.results
    if answer.decision.verdict is None or "better" not in answer.decision.verdict.answer:
        return []
    if not isinstance(compared, Comparison) or len(compared.names) < 3:
        return []
    found = all_pairs.answers(tested, answer.metric, answer.decision.question, decision.rule)
    pair, words = {decision.a, decision.b}, _("Among all {k} pairs, p {p} by {method}, two-sided.")
    return [
        words.format(k=len(found), method=one.method, p=pvalue(one.adjusted))
        for one in found
        if one.adjusted is not None and {one.decision.a, one.decision.b} == pair
    ]
