"""The main view of the out-of-fold test: both intervals against m, and what the variance comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import figures
from dashboard.decide import answer_card
from dashboard.decide.out_of_fold_view import ends
from dashboard.ui import components
from dashboard.ui.answers import verdict_words
from dashboard.ui.answers.rule_choice import beside, modes, other, sequential
from dashboard.words import problems
from dashboard.words.text import _, inert, joined
from mx2core.inference.mx2 import promise

if TYPE_CHECKING:
    from dashboard.decide.out_of_fold_view import Answer
    from mx2core.inference import OutOfFoldTTest, RandomizationTest, SeedVariance


def show(answer: Answer) -> None:
    if answer.fixed is not None:
        _fixed(answer, answer.fixed)
        return
    if len(answer.differences.values) == 1:
        st.info(verdict_words.one_split(), icon=":material/info:")
        return
    picture, words = st.columns([2, 1], gap="medium")
    differences, looks = answer.differences, answer.looks()
    with picture:
        components.chart(
            figures.intervals(
                looks["mean"].to_numpy(),
                ends(looks, ""),
                ends(looks, "mx2_"),
                differences=differences.values,
                level=answer.by_split[0].level,
                margin=answer.question.margin,
                inner=_inner(answer),
                stopped=answer.test.m if answer.test is not None else None,
                metric=differences.metric,
                terms=differences.terms,
                text=_,
            ),
            "intervals",
            alt=_(
                "Mean difference of {a} and {b} with the out-of-fold and the m×2 interval for m = 1 to {m}."
            ).format(a=differences.a, b=differences.b, m=len(looks)),
            csv=lambda: components.csv_bytes(looks),
        )
        _parts(answer)
    with words:
        _rules(answer)
        with st.container(border=True):
            st.markdown("**" + _("Before you believe it") + "**")
            st.markdown(
                _(
                    "Every split cuts the same corpus, so more splits narrow the interval only to a limit. The answer "
                    "is about this kind of text."
                )
            )
    answer_card.error(answer)


def _inner(answer: Answer) -> tuple[float, float, float] | None:
    """The shorter interval that shows equivalence, and its level."""
    verdict = answer.verdict
    if verdict is None or verdict.answer != "equivalent" or verdict.equivalence_interval is None:
        return None
    return (*verdict.equivalence_interval, verdict.equivalence_level)


def _parts(answer: Answer) -> None:
    """What the variance of the mean comes from, as one bar."""
    test = answer.test if answer.test is not None else answer.by_split[-1]
    if not test.variance:
        return
    parts = {
        _("tested on these units"): test.units,
        _("tested and trained on them"): test.covariance,
        _("trained on these units"): test.training,
        _("these splits"): test.splits,
    }
    seeds = answer.seeds
    if seeds is not None:  # what seeds add is a part of what splits differ by
        of_seeds = min(seeds.variance, test.splits)
        parts |= {_("these splits"): test.splits - of_seeds, _("these seeds"): of_seeds}
    if test.m == 1:  # one split cannot show its own part
        del parts[_("these splits")]
    shares = [part / test.variance for part in parts.values()]
    st.markdown("**" + _("What the uncertainty comes from") + "**")
    components.chart(
        figures.variance_parts(list(parts), shares),
        "variance_parts",
        alt=_("Parts of the variance: {parts}.").format(
            parts=_(", ").join(f"{name} {share:.0%}" for name, share in zip(parts, shares, strict=True))
        ),
    )
    if seeds is None:
        st.caption(
            _(
                "More splits remove only the last part; more units shrink all of them. Shares are estimates, rough from "
                "few splits."
            )
        )
    else:
        st.caption(
            _(
                "More splits remove only the last two parts; more units shrink all of them. Shares are estimates, rough "
                "from few splits."
            )
        )
    if seeds is not None:
        _seeds(answer, test, seeds)


def _seeds(answer: Answer, test: OutOfFoldTTest, seeds: SeedVariance) -> None:
    """How much seeds add, and what more of them would buy."""
    a, b = inert(answer.differences.a), inert(answer.differences.b)
    sentences = [
        _("Seeds ({n_a} of {a}, {n_b} of {b}) give the mean a standard deviation of {sd:.4f}.").format(
            n_a=seeds.n_seeds[0], a=a, n_b=seeds.n_seeds[1], b=b, sd=seeds.variance**0.5
        )
    ]
    if test.lower is not None and test.upper is not None:
        half = (test.upper - test.lower) / 2
        sentences.append(
            _(
                "Half the length of the interval is {half:.4f}; with twice as many seeds it would be {twice:.4f}, and with "
                "ever more {limit:.4f}."
            ).format(
                half=half,
                twice=seeds.half_length(half, test.variance, 2),
                limit=seeds.half_length(half, test.variance),
            )
        )
    st.caption(joined(sentences))


def _at(decision: str, m: int | None) -> str:
    return decision if m is None else _("{decision}, m = {m}").format(decision=decision, m=m)


def _rules(answer: Answer) -> None:
    """What the out-of-fold test and both sequential rules say of the splits seen."""
    rule = beside()
    test, names = answer.test, modes()
    rows = [(_("out-of-fold"), _at(_said(answer), None if test is None else test.m))]
    disagree, decided = False, _winner(answer)
    for mode in names:
        by = rule if mode == "overall" else other(rule)
        if len(answer.differences.values) < by.schedule[0]:
            said = _("first look at m = {m}").format(m=by.schedule[0])
        else:
            tested = sequential(answer.differences.values, answer.question, by)
            winner = answer.differences.b if tested.ahead == "B" else answer.differences.a
            decision = {
                "rejected": _("{model} better").format(model=winner),
                "not rejected": _("not shown"),
                "continue": _("not yet"),
            }[tested.state]
            said = _at(decision, tested.m)
            disagree |= tested.rejected and winner != decided
        rows.append((names[mode], said))
    components.wrapping_table(pd.DataFrame(rows, columns=[_("test"), _("decision")]))
    if disagree and answer.verdict is not None:
        st.markdown(
            _(
                "**The rules disagree here.** What counts is the one chosen before the scores were seen; do not choose by the answer."
            )
        )
    st.caption(
        _(
            "The out-of-fold test decides: it sees every unit. The sequential rules see two scores of each split; they are "
            "shown for comparison."
        )
    )


def _winner(answer: Answer) -> str | None:
    """The model that the out-of-fold test calls better."""
    said = None if answer.verdict is None else answer.verdict.answer
    return {"A better": answer.differences.a, "B better": answer.differences.b}.get(said or "")


def _said(answer: Answer) -> str:
    verdict = answer.verdict
    if answer.decision.one_split:
        return problems.worded(answer.decision.headline)
    if verdict is None:
        return _("not yet")
    differences = answer.differences
    return {
        "A better": _("{model} better").format(model=differences.a),
        "B better": _("{model} better").format(model=differences.b),
        "equivalent": _("equivalent"),
        "undecided": _("undecided"),
    }[verdict.answer]


def _fixed(answer: Answer, test: RandomizationTest) -> None:
    """One interval: there are no splits to follow."""
    if test.lower is None or test.upper is None:
        return
    first, second = answer.differences.terms
    picture, words = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            figures.forest(
                [f"{first} − {second}"],
                np.array([test.difference]),
                np.array([test.lower]),
                np.array([test.upper]),
                margin=answer.question.margin,
                axis=_("{metric} of {a} minus {b}").format(
                    metric=answer.differences.metric, a=first, b=second
                ),
            ),
            "fixed_interval",
            alt=_("Difference {mean:.4f} with its interval from {lower:.4f} to {upper:.4f}.").format(
                mean=test.difference, lower=test.lower, upper=test.upper
            ),
            csv=lambda: components.columns_csv(
                difference=[test.difference], lower=[test.lower], upper=[test.upper], p=[test.pvalue]
            ),
        )
    with words, st.container(border=True):
        st.markdown("**" + _("Before you believe it") + "**")
        st.markdown(
            _(
                "This compares two finished models, {a} and {b}, not two ways to train them. Half splits add nothing "
                "here, and the m×2 test would err."
            ).format(a=inert(answer.differences.a), b=inert(answer.differences.b))
        )
        st.caption(problems.worded(promise.FIXED_MODELS))
