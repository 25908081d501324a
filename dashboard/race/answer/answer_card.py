"""The sentence that ends a race: better, equivalent or undecided, with its numbers and its condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

import mx2core as mx
from dashboard.ui.answers import all_pairs, verdict_words
from dashboard.words import problems
from dashboard.words.escaping import equations_whole
from dashboard.words.numbers import number
from dashboard.words.text import _, inert, joined
from mx2core.inference.out_of_fold.precision import FIRST, SHARE
from mx2core.training import Comparison

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dashboard.race.answer.out_of_fold_view import Answer
    from mx2core.inference import OutOfFoldTTest, RandomizationTest

FEW = 3  # splits from which an interval is a rough estimate


def show(answer: Answer, *, on_low: bool, little: Sequence[str], guards: Sequence[str]) -> None:
    """The answer; `on_low` where its splits were chosen for low chi-square/J, which shifts it.

    `little`: models that hardly learned anything; `guards`: what became of the question since it was asked.
    """
    test = answer.test if answer.fixed is None else answer.fixed
    said = headline(answer)
    if test is not None and (answer.test is None or answer.test.m > 1):
        said = verdict_words.qualified(said, on_low=on_low, little=little)
    st.markdown("## " + equations_whole(said))
    if test is None:
        st.caption(joined([*_awaited(answer), *guards]))
        return
    untested = test.pvalue is None and test.notice is not None
    if not untested:
        st.markdown(equations_whole(_numbers(answer, test)))
    elif test.notice is not None:
        st.markdown(problems.worded(test.notice))
    st.caption(joined([*_made(answer, test), *_meaning(answer), *_among_pairs(answer), *guards]))
    if test.notice is not None and not untested:
        st.warning(problems.worded(test.notice), icon=":material/warning:")


def headline(answer: Answer) -> str:
    m = len(answer.differences.values)
    if answer.verdict is None and m < answer.tested.done:  # an earlier moment is looked at
        return _("Not decided yet at m = {m}").format(m=m)
    return problems.worded(answer.decision.headline)


def _awaited(answer: Answer) -> list[str]:
    """What the test waits for."""
    decision = answer.decision
    sentences = [_("{m} of {last} splits.").format(m=decision.m, last=decision.last)]
    if decision.stop is not None and decision.stop.looks:
        look = decision.stop.looks[-1]
        sentences.append(
            _("Splits are {share:.0%} of the variance; the test comes at 10%, or after {last}.").format(
                share=look.splits / look.variance if look.variance else 0, last=decision.last
            )
        )
    elif decision.stop is not None:
        sentences.append(_("The test needs at least {first}.").format(first=FIRST))
    elif decision.rule.stop == "every":
        sentences.append(_("No look has decided yet."))
    else:
        sentences.append(_("The test is made once, on all of them."))
    return sentences


def _numbers(answer: Answer, test: OutOfFoldTTest | RandomizationTest) -> str:
    first, second = (inert(name) for name in answer.differences.terms)
    mean = test.mean if isinstance(test, mx.inference.OutOfFoldTTest) else test.difference
    values = {"metric": inert(answer.differences.metric), "a": first, "b": second, "mean": mean}
    if answer.test is not None and answer.test.m == 1:
        # Of one split no interval and no p: they would be quoted as an answer.
        return _("{metric} of {a} minus {b}: **{mean:+.4f}**.").format(**values)
    return verdict_words.interval(
        level=test.level,
        lower=test.lower,
        upper=test.upper,
        alternative=test.alternative,
        pvalue=test.pvalue,
        **values,
    )


def _made(answer: Answer, test: OutOfFoldTTest | RandomizationTest) -> list[str]:
    """How the test was made, and from what."""
    source, sentences = inert(answer.tested.source), []
    if isinstance(test, mx.inference.OutOfFoldTTest):
        if test.m == 1:
            return [verdict_words.one_split()]
        stopped = answer.decision.stop is not None and test.m < answer.decision.last
        sentences.append(
            _("On {splits}; stopped at {m} (splits ≤ {share:.0%} of variance); {n:,} units.").format(
                splits=source, m=test.m, share=SHARE, n=test.n_units
            )
            if stopped
            else _("On {splits}; {n:,} units.").format(splits=source, n=test.n_units)
        )
        if test.looks is not None:
            sentences.append(_("Interval and p hold for looks after every split."))
        if test.conservative:
            sentences.append(_("By the conservative variance."))
        if test.m <= FEW:
            sentences.append(_("From so few splits, interval and p are rough."))
    else:
        sentences.append(
            _("Fixed models: paired test, {runs:,} random swaps, {n:,} units.").format(
                runs=test.n_runs, n=test.n_units
            )
        )
    if answer.differences.smaller_is_better:
        sentences.append(_("Lower is better, so above 0 {a} is ahead.").format(a=inert(answer.differences.a)))
    if test.n_clusters < test.n_units:
        sentences.append(_("The units form {n:,} clusters.").format(n=test.n_clusters))
    on_all = answer.decision.rule.stop == "all" and answer.fixed is None
    if not answer.question.two_sided or on_all:
        sentences.append(_("Choose one-sided, or all splits, before seeing the scores."))
    return sentences


def _meaning(answer: Answer) -> list[str]:
    """What the answer applies to; what would decide stands behind its door."""
    verdict = answer.verdict
    if verdict is None or verdict.answer == "undecided":
        return []
    return list(map(problems.worded, answer.decision.meaning()))


def _among_pairs(answer: Answer) -> list[str]:
    """Of a winner among several pairs: its p when all of them are tested."""
    if answer.verdict is None or "better" not in answer.verdict.answer:
        return []
    tested = answer.tested
    comparison, partitions = tested.comparison, tested.partitions
    if not isinstance(comparison, Comparison) or partitions is None or len(comparison.names) < 3:
        return []
    if len(answer.by_split) < tested.done:
        return []
    found = all_pairs.answers(
        (*tested.key, tested.done),
        comparison,
        partitions,
        answer.metric,
        answer.question,
        answer.decision.rule,
    )
    pair = {answer.differences.a, answer.differences.b}
    for one in found:
        if one.adjusted is not None and {one.decision.a, one.decision.b} == pair:
            return [
                _("Among all {k} pairs, p = {p} by {method}, two-sided.").format(
                    k=len(found), method=one.method, p=number(one.adjusted, ".2g")
                )
            ]
    return []
