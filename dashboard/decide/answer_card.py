"""The answer on top of the page: better, equivalent or undecided, how sure, and what would decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

import mx2core as mx
from dashboard import figures
from dashboard.session import state
from dashboard.ui import components, menu
from dashboard.ui.answers import all_pairs, verdict_words
from dashboard.words import problems, text
from dashboard.words.escaping import equations_whole
from dashboard.words.numbers import number
from dashboard.words.text import _, inert, joined
from mx2core.inference.mx2 import promise
from mx2core.inference.out_of_fold.precision import FIRST
from mx2core.training import Comparison

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dashboard.decide.out_of_fold_view import Answer
    from mx2core.inference import OutOfFoldTTest, RandomizationTest, Verdict

FEW = 3  # splits of which the parts of the variance are rough estimates


def show(answer: Answer, *, on_low: bool, little: Sequence[str]) -> None:
    """The answer; `on_low` where its splits were chosen for low chi-square/J, which shifts it.

    `little`: models that hardly learned anything.
    """
    test = answer.test if answer.fixed is None else answer.fixed
    said = headline(answer)
    decided = test is not None and (answer.test is None or answer.test.m > 1)
    st.markdown(
        "### "
        + equations_whole(verdict_words.qualified(said, on_low=on_low, little=little) if decided else said)
    )
    if test is None:
        st.markdown(joined(_awaited(answer)))
        return
    undecided = (
        answer.verdict is not None
        and answer.verdict.answer == "undecided"
        and test.pvalue is not None
        and not answer.decision.one_split
    )
    words, picture = st.columns([3, 2], gap="medium") if undecided else (st.container(), None)
    with words:
        if test.pvalue is None and test.notice is not None:
            st.markdown(problems.worded(test.notice))
            return
        meaning = map(problems.worded, answer.decision.meaning())
        said = joined([*_numbers(answer, test), *meaning, *_among_pairs(answer)])
        st.markdown(equations_whole(said))
        st.caption(joined([*_made(answer, test), *_beside(answer)]))
        if test.notice is not None:
            st.warning(problems.worded(test.notice), icon=":material/warning:")
    if picture is not None and answer.verdict is not None:
        with picture:
            _would_decide(answer, answer.verdict)


def headline(answer: Answer) -> str:
    m = len(answer.differences.values)
    if answer.verdict is None and m < answer.tested.done:  # an earlier moment is looked at
        return _("Not decided yet at m = {m}").format(m=m)
    return problems.worded(answer.decision.headline)


def _awaited(answer: Answer) -> list[str]:
    """What the test waits for."""
    decision = answer.decision
    sentences = [
        _("Shown is how it stood after {m} of {done} splits.").format(m=decision.m, done=answer.tested.done)
        if decision.m < answer.tested.done
        else text.ngettext(
            "{m} of {last} split is finished.", "{m} of {last} splits are finished.", decision.last
        ).format(m=decision.m, last=decision.last),
    ]
    if decision.stop is not None and decision.stop.looks:
        look = decision.stop.looks[-1]
        sentences.append(
            _(
                "The splits still make up {share:.0%} of the variance. The test is made once, when that is at most "
                "10%, or after {last} splits."
            ).format(share=look.splits / look.variance if look.variance else 0, last=decision.last)
        )
    elif decision.stop is not None:
        sentences.append(
            _("The test needs at least {first} splits to see how much they disagree.").format(first=FIRST)
        )
    else:
        sentences.append(_("The test is made once, on all of them."))
    return sentences


def _numbers(answer: Answer, test: OutOfFoldTTest | RandomizationTest) -> list[str]:
    first, second = (inert(name) for name in answer.differences.terms)
    mean = test.mean if isinstance(test, mx.inference.OutOfFoldTTest) else test.difference
    sentences = [
        # Of one split no interval and no p: they would be quoted as an answer.
        _("{metric} of {a} minus {b}: **{mean:+.4f}**.").format(
            metric=inert(answer.differences.metric), a=first, b=second, mean=mean
        )
        if answer.test is not None and answer.test.m == 1
        else _(
            "{metric} of {a} minus {b}: **{mean:+.4f}**, {level:.0%} interval {lower:+.4f} to {upper:+.4f} "
            "({sides} p = {p})."
        ).format(
            metric=inert(answer.differences.metric),
            a=first,
            b=second,
            mean=mean,
            level=test.level,
            lower=test.lower,
            upper=test.upper,
            sides=_("two-sided") if test.alternative == "two-sided" else _("one-sided"),
            p="–" if test.pvalue is None else number(test.pvalue, ".2g"),
        )
    ]
    if answer.differences.smaller_is_better:
        sentences.append(_("Lower is better, so above 0 {a} is ahead.").format(a=inert(answer.differences.a)))
    return sentences


def _made(answer: Answer, test: OutOfFoldTTest | RandomizationTest) -> list[str]:
    """How the test was made, and from what."""
    sentences = []
    if isinstance(test, mx.inference.OutOfFoldTTest):
        sentences.append(
            _("No test was made: one split, {runs} trainings of each model, {n:,} units.").format(
                runs=2, n=test.n_units
            )
            if test.m == 1
            else text.ngettext(
                "Out-of-fold test on {m} split ({runs} trainings of each model), {n:,} units.",
                "Out-of-fold test on {m} splits ({runs} trainings of each model), {n:,} units.",
                test.m,
            ).format(m=test.m, runs=2 * test.m, n=test.n_units)
        )
        sentences += [verdict_words.one_split()] if test.m == 1 else _stopped(answer, test)
    else:
        sentences.append(
            _(
                "No split changes these predictions, so this is the paired test for fixed models: answers are swapped "
                "at random {runs:,} times on {n:,} units, and the interval is a bootstrap of units."
            ).format(runs=test.n_runs, n=test.n_units)
        )
    if test.n_clusters < test.n_units:
        sentences.append(_("The units form {n:,} clusters.").format(n=test.n_clusters))
    on_all = answer.decision.rule.stop == "all" and answer.fixed is None
    if not answer.question.two_sided or on_all:
        sentences.append(
            _(
                "One-sided, or on all splits: either has to be chosen before the scores are seen, or it errs more."
            )
        )
    return sentences


def _stopped(answer: Answer, test: OutOfFoldTTest) -> list[str]:
    stop = answer.decision.stop
    if stop is None or not test.variance:
        return []
    few = [_("From so few splits the length of the interval and p are rough.")] if test.m <= FEW else []
    share = test.splits / test.variance
    if stop.state == "precise" and answer.decision.m < answer.decision.last:
        return [
            _(
                "It stopped there because more splits could remove only an estimated {share:.0%} of the variance. The stop "
                "looks at the variance alone, never at who is ahead."
            ).format(share=share),
            *few,
        ]
    return [_("More splits could remove an estimated {share:.0%} of the variance.").format(share=share), *few]


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
                _("Among all {k} pairs of these models, p = {p} by Holm, two-sided.").format(
                    k=len(found), p=number(one.adjusted, ".2g")
                )
            ]
    return []


def _beside(answer: Answer) -> list[str]:
    """How long the interval is beside that of the m×2 test on the same splits."""
    test = answer.test
    if test is None or test.m == 1 or test.lower is None or test.upper is None:
        return []
    values = answer.differences.values[: test.m]
    plain = mx.mx2_t_test(values, answer.question.alpha, answer.question.alternative)
    if plain.lower is None or plain.upper is None:
        return []
    ratio = (plain.upper - plain.lower) / (test.upper - test.lower)
    if ratio >= 1:
        return [_("The m×2 interval of the same splits is {ratio:.1f} times as long.").format(ratio=ratio)]
    return [
        _(
            "Here the m×2 interval of the same splits is shorter ({ratio:.2f} times as long), as happens with stable "
            "models and rare classes. Choose the test before seeing the scores."
        ).format(ratio=ratio)
    ]


def error(answer: Answer) -> None:
    """What is known of the error rate, with a link to where it was measured."""
    if answer.fixed is not None:
        return
    st.caption(problems.worded(promise.OUT_OF_FOLD))
    st.page_link(
        menu.pages()["calibration"],
        label=_("See where it errs, and what it finds"),
        icon=":material/adjust:",
        query_params=menu.link(state.project()) | menu.MOVED["calibration"][1],
    )


def _would_decide(answer: Answer, verdict: Verdict) -> None:
    st.markdown("**" + _("What would decide") + "**")
    limit = verdict.half_length_limit if answer.fixed is None else None
    components.chart(
        figures.half_lengths(verdict.curve, margin=verdict.margin, limit=limit, text=_),
        "would_decide",
        alt=_(
            "Half-length of the interval against the number of units, from {now:.4f} now to {then:.4f}."
        ).format(now=verdict.curve[0][1], then=verdict.curve[-1][1]),
    )
