"""Views of the test itself: the interval, what the rules ask for, the length, all numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

import mx2core as mx
from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.race.answer.out_of_fold_view import Answer
from dashboard.ui import components
from dashboard.ui.answers.rule_choice import modes, other, sequential, sequential_rule
from dashboard.words.escaping import equations_whole
from dashboard.words.text import _, about
from mx2core.inference import SequentialTTest
from mx2core.metrics.mean_and_sd import mean_and_sd
from mx2core.training import Question

FIRST = 2  # splits; with one there is next to no spread to measure


@dataclass(frozen=True, slots=True, eq=False)
class BothRules:
    """What a view is about: the splits seen so far, and what both rules say of them."""

    answer: Answer
    first: int  # split of the first look
    tests: Mapping[str, SequentialTTest]  # by rule, first the one that decides
    looks: pd.DataFrame  # see `looks_table`


def both_rules(answer: Answer) -> BothRules:
    """The rule that decides and the other; beside a test of units, the rule with the looks chosen last."""
    decision, values, asked = answer.decision, answer.differences.values, answer.question
    rule = decision.rule if decision.sequential is not None else sequential_rule(answer.tested.m)
    first = rule.schedule[0]
    if len(values) < first:  # only what asks for no look is shown
        rule = replace(rule, looks=(max(len(values), 2),))
    tests = {test.mode: test for test in (sequential(values, asked, one) for one in (rule, other(rule)))}
    return BothRules(answer, first, tests, looks_table(values, asked, tests))


def looks_table(
    values: NDArray[np.float64], asked: Question, tests: dict[str, SequentialTTest]
) -> pd.DataFrame:
    """What every look sees: one row for every m from 2 on, NaN where there is nothing.

    `needed_*` is what the mean has to exceed at a look of that rule; `rejects_*` whether it does,
    taken by itself.
    """
    rows = []
    of_look = ("mean", "sigma", "lower", "upper", "statistic", "pvalue")
    for m in range(FIRST, len(values) + 1):
        plain = mx.mx2_t_test(values[:m], asked.alpha, asked.alternative)
        row = {"m": m} | {name: getattr(plain, name) for name in of_look}
        for mode, test in tests.items():
            one = mx.mx2_t_test(values[:m], test.level_per_look) if m in test.looks else None
            needed = None if one is None or one.lower is None else one.mean - one.lower
            row[f"needed_{mode}"] = needed
            side = abs(plain.mean) if asked.two_sided else plain.mean
            row[f"rejects_{mode}"] = float("nan") if needed is None else float(side > needed)
        rows.append(row)
    columns = [*of_look, *(f"{what}_{mode}" for mode in tests for what in ("needed", "rejects"))]
    return pd.DataFrame(rows, columns=["m", *columns]).astype(dict.fromkeys(columns, float))


def runs(numbers: Iterable[int]) -> str:
    """`3–5, 8`."""
    found = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    spans = [[m for _, m in group] for _, group in found]
    return _(", ").join(str(one[0]) if len(one) == 1 else f"{one[0]}–{one[-1]}" for one in spans)


def interval(answer: Answer) -> None:
    """The picture of the page: mean, the interval by which the rule decides, zero, and where it stops."""
    both, differences = both_rules(answer), answer.differences
    test, values = next(iter(both.tests.values())), differences.values
    ends: list[tuple[float | None, float | None]] = [(None, None)]
    for m in both.looks["m"].tolist():
        one = mx.mx2_t_test(values[:m], test.level_per_look)
        ends.append((one.lower, one.upper))
    lower, upper = np.array(ends, dtype=float).T
    # The length that it approaches with this spread if ρ1 = ρ2 = ρ: 2 u s √(1 − ρ), by one corpus.
    spread = mean_and_sd(values).sd or 0.0
    half = spread * mx.inference.interval_floor(test.level_per_look, rho=0.0) / 2
    figure = figures.intervals(
        np.cumsum(values.mean(axis=1)) / np.arange(1, len(values) + 1),
        (lower, upper),
        differences=values,
        level=1 - 2 * test.level_per_look,
        limit=(values.mean() - half, values.mean() + half) if half else (),
        stopped=test.m if test.rejected else None,
        metric=differences.metric,
        terms=differences.terms,
    )
    a, b = differences.pair
    alt = _("Mean difference of {a} and {b} with its intervals.").format(a=a, b=b)
    components.chart(figure, "interval", alt=alt, csv=both.looks)


def would_decide(both: BothRules) -> None:
    """What stopping earlier or later would have said, by each rule."""
    for mode, name in modes().items():
        looked = both.looks[both.looks[f"rejects_{mode}"].notna()]
        yes = runs(looked.loc[looked[f"rejects_{mode}"] == 1, "m"])
        no = runs(looked.loc[looked[f"rejects_{mode}"] == 0, "m"])
        if not yes and not no:
            said = _("All differences are equal so far.")
        elif not no:
            said = _("Every look shows a difference (m = {yes}).").format(yes=yes)
        elif not yes:
            said = _("No look shows a difference (m = {no}).").format(no=no)
        else:
            said = _("m = {yes} show a difference, m = {no} none.").format(yes=yes, no=no)
        st.markdown(equations_whole(about(name, said)))
