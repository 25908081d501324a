"""The decision in words: what it says, what its error is, and what it does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

import mx2core as mx
from dashboard.race.doors import looks
from dashboard.server.result_cache import remembered
from dashboard.ui.answers import verdict_words
from dashboard.words import problems
from dashboard.words.text import _, inert, joined
from mx2core.inference.mx2 import promise
from mx2core.training.decisions import sequential_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from dashboard.ui.answers.rule_choice import Differences
    from mx2core.inference import SequentialTTest

RUNS = 100_000  # of a simulation; the standard error of 9 % is then .0009


def show(differences: Differences, test: SequentialTTest, *, on_low: bool, guards: Sequence[str]) -> None:
    """The answer; `on_low` where its splits were chosen for low chi-square/J.

    `guards`: what became of the question since it was asked.
    """
    assert test.m is not None
    said = problems.worded(sequential_words.headline(test, differences.a, differences.b))
    st.markdown("## " + (verdict_words.qualified(said, on_low=on_low) if test.rejected else said))
    first, second = (inert(name) for name in differences.terms)
    last = test.table[-1]
    values = {"metric": inert(differences.metric), "a": first, "b": second, "mean": last.mean}
    sentences = [
        _("{metric} of {a} minus {b}: **{mean:+.4f}**.").format(**values)
        if last.lower is None
        else verdict_words.interval(
            level=last.interval_level,
            lower=last.lower,
            upper=last.upper,
            alternative=test.alternative,
            pvalue=last.pvalue,
            **values,
        ),
        *map(problems.worded, sequential_words.meaning(test, differences.a, differences.b)),
    ]
    st.markdown(joined(sentences))
    st.caption(joined([*_lower(differences), *_promise(test), *guards]))


def _lower(differences: Differences) -> list[str]:
    """Why an error is subtracted the other way round."""
    if not differences.smaller_is_better:
        return []
    return [_("Lower is better, so above 0 {a} is ahead.").format(a=inert(differences.a))]


def _promise(test: SequentialTTest) -> list[str]:
    """Which error the rule has, on which condition, and what shares it."""
    sentences = [problems.worded(one) for one in promise.error(test)]
    if test.comparisons > 1:
        sentences.append(_("That α is shared by {k} comparisons.").format(k=test.comparisons))
    return sentences


@remembered(100)
def _worst(level: float, looked: tuple[int, ...]) -> float:
    """As `worst_case_error`, from fewer runs: at one of these two points the error is largest."""
    return max(
        mx.inference.overall_error(level, rho1, 0.5, looks=looked, n_runs=RUNS).rate for rho1 in (0.0, 0.5)
    )


def overall_error(test: SequentialTTest) -> float:
    """The most that one comparison errs with its level at each look, in one direction or in two."""
    return min((2 if test.alternative == "two-sided" else 1) * _worst(test.level_per_look, test.looks), 1.0)


def elsewhere(table: pd.DataFrame, mode: str) -> str:
    """What stopping earlier or later would have said."""
    looked = table[table[f"rejects_{mode}"].notna()]
    yes = [int(m) for m in looked.loc[looked[f"rejects_{mode}"] == 1, "m"]]
    no = [int(m) for m in looked.loc[looked[f"rejects_{mode}"] == 0, "m"]]
    if not yes and not no:
        return _("All differences are equal so far.")
    if not no:
        return _("Every look shows a difference by itself (m = {yes}).").format(yes=looks.runs(yes))
    if not yes:
        return _("No look shows a difference (m = {no}).").format(no=looks.runs(no))
    return _("By themselves, m = {yes} show a difference, m = {no} none.").format(
        yes=looks.runs(yes), no=looks.runs(no)
    )
