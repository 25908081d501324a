"""Views of the test itself: the interval, what the rules ask for, the length, all numbers."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

import mx2core as mx
from dashboard.figures.comparisons import sequential as figures
from dashboard.race.answer.out_of_fold_view import Answer
from dashboard.server.result_cache import remembered
from dashboard.ui import components
from dashboard.ui.answers.rule_choice import Differences, modes, other, sequential, sequential_rule
from dashboard.words import problems
from dashboard.words.escaping import equations_whole
from dashboard.words.text import _, about
from mx2core.inference import SequentialTTest
from mx2core.inference.mx2 import promise
from mx2core.metrics.mean_and_sd import mean_and_sd
from mx2core.training import Question, Rule

RUNS = 100_000  # of a simulation; the standard error of 9 % is then .0009
FIRST = 2  # splits; with one there is next to no spread to measure


@dataclass(frozen=True, slots=True, eq=False)
class BothRules:
    """What a view is about: the splits seen so far, and what both rules say of them."""

    answer: Answer
    rule: Rule
    test: SequentialTTest
    other: SequentialTTest
    looks: pd.DataFrame  # see `looks_table`

    @property
    def differences(self) -> Differences:
        """Of scores, (m, 2), those seen."""
        return self.answer.differences

    @property
    def by_mode(self) -> dict[str, SequentialTTest]:
        return {mode: self.test if self.test.mode == mode else self.other for mode in modes()}

    def limit(self, level: float) -> float:
        """Length that an interval approaches with this spread if ρ1 = ρ2 = ρ: 2 u s √(1 − ρ)."""
        shown = mean_and_sd(self.differences.values).sd or 0.0  # by one corpus, of s √(1 − ρ)
        return mx.inference.interval_floor((1 - level) / 2, rho=0.0) * shown

    @property
    def m(self) -> NDArray[np.int64]:
        """Splits at each look."""
        return self.looks["m"].to_numpy()

    def column(self, name: str) -> NDArray[np.float64]:
        return self.looks[name].to_numpy()


def both_rules(answer: Answer) -> BothRules:
    """The rule that decides and the other; beside a test of units, the rule with the looks chosen last."""
    decision, values, asked = answer.decision, answer.differences.values, answer.question
    rule = decision.rule if decision.sequential is not None else sequential_rule(answer.tested.m)
    if len(values) < rule.schedule[0]:  # only what asks for no look is shown
        rule = replace(rule, looks=(max(len(values), 2),))
    test, beside_it = (sequential(values, asked, one) for one in (rule, other(rule)))
    table = looks_table(values, asked, {one.mode: one for one in (test, beside_it)})
    return BothRules(answer, rule, test, beside_it, table)


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
    both = both_rules(answer)
    test, values = both.test, both.differences.values
    level = 1 - 2 * test.level_per_look
    looks = [mx.mx2_t_test(values[:m], test.level_per_look) for m in both.m.tolist()]
    lower, upper = (np.array([getattr(one, end) for one in looks], dtype=float) for end in ("lower", "upper"))
    limit = both.limit(level)
    figure = figures.interval(
        both.m,
        both.column("mean"),
        lower,
        upper,
        differences=values,
        level=level,
        limit=(values.mean() - limit / 2, values.mean() + limit / 2) if limit else None,
        stopped=test.m if test.rejected else None,
        metric=both.differences.metric,
        terms=both.differences.terms,
    )
    a, b = both.differences.pair
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


@remembered(100)
def _overall_error(level: float, looks: tuple[int, ...], sides: int) -> float:
    """The most that one comparison errs with its level at each look, in one direction or in two.

    As `worst_case_error`, from fewer runs: at one of these two points the error is largest.
    """
    error = partial(mx.inference.overall_error, level, looks=looks, n_runs=RUNS)
    return min(sides * max(error(rho1, 0.5).rate for rho1 in (0.0, 0.5)), 1.0)


def needed(both: BothRules) -> None:
    """The mean beside the threshold of each rule, and the two rules side by side."""
    words = {"overall": _("overall-level rule"), "paper": _("Wang et al.'s rule")}
    two_sided = both.answer.question.two_sided
    mean_name = _("mean difference, without its sign") if two_sided else _("mean difference")
    rules = {
        words[mode]: (both.column(f"needed_{mode}"), test.m if test.rejected else None)
        for mode, test in both.by_mode.items()
    }
    mean = np.abs(both.column("mean")) if two_sided else both.column("mean")
    picture, text_ = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            figures.needed(both.m, mean, rules, mean_name=mean_name),
            "needed",
            alt=_("Mean difference and threshold of each rule."),
            csv=both.looks,
        )
    with text_:
        rows = []
        for mode, test in both.by_mode.items():
            decision = {
                "rejected": _("yes, at m = {m}").format(m=test.m),
                "not rejected": _("not shown"),
                "continue": _("not yet"),
            }[test.state]
            of_test = test.level_per_look, test.looks, 2 if test.alternative == "two-sided" else 1
            error = both.answer.question.alpha if mode == "overall" else _overall_error(*of_test)
            rows.append((modes()[mode], decision, f"≤ {error:.1%}"))
        columns = [_("rule"), _("decision"), _("error")]
        components.wrapping_table(pd.DataFrame(rows, columns=columns), whole=columns[2:])
        st.caption(problems.problem_text(promise.condition()))
        st.markdown("**" + _("Had you stopped elsewhere") + "**")
        would_decide(both)
