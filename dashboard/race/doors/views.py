"""Views of the test itself: the interval, what the rules ask for, the length, all numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import groupby

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.race.answer.out_of_fold_view import Answer
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers.rule_choice import MODES, modes
from dashboard.ui.answers.rule_choice import rule as sequential_rule
from dashboard.words.text import _, titled
from mx2core.inference import Look, SequentialTTest
from mx2core.metrics.mean_and_sd import mean_and_sd
from mx2core.training import Rule


@dataclass(frozen=True, slots=True, eq=False)
class BothRules:
    """What a view is about: the splits seen so far, and what both rules say of them."""

    answer: Answer
    first: int  # split of the first look
    rules: Mapping[str, Rule]  # by mode

    @property
    def tests(self) -> dict[str, SequentialTTest]:
        values, asked = self.answer.differences.values, self.answer.decision.question
        rules = self.rules.items()
        return {mode: mx.sequential_t_test(values, **rule.sequential(asked)) for mode, rule in rules}

    def looks(self, mode: str) -> tuple[Look, ...]:
        """Every look that the splits allow, also those after the test has stopped."""
        asked = self.rules[mode].sequential(self.answer.decision.question)
        return mx.inference.stop_replay(self.answer.differences.values, **asked)


def both_rules(answer: Answer) -> BothRules:
    """The rule that decides and the other; beside a test of units, the rule with the looks chosen last."""
    decision, done = answer.decision, len(answer.differences.values)
    rule = decision.rule
    if decision.sequential is None:
        choices = {key: state.chosen(key) for key in ("looks", "comparisons")}
        rule = sequential_rule(choices, "overall", answer.tested.m)
    first = rule.schedule[0]
    if done < first:  # only what asks for no look is shown
        rule = replace(rule, looks=(max(done, 2),))
    return BothRules(answer, first, {mode: replace(rule, test=mode) for mode in MODES})


def runs(numbers: Iterable[int]) -> str:
    """`3–5, 8`."""
    found = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    spans = [[m for _, m in group] for _, group in found]
    return _(", ").join(str(one[0]) if len(one) == 1 else f"{one[0]}–{one[-1]}" for one in spans)


def interval(answer: Answer) -> None:
    """The picture of the page: mean, the interval by which the rule decides, zero, and where it stops."""
    test, differences = answer.decision.sequential, answer.differences
    assert test is not None
    values, looks = differences.values, pd.DataFrame(map(asdict, both_rules(answer).looks(test.mode)))
    # Nothing is known between looks, and before the first one.
    ends = looks.set_index("m")[["lower", "upper"]].reindex(range(1, len(values) + 1)).astype(float)
    # The length that it approaches with this spread if ρ1 = ρ2 = ρ: 2 u s √(1 − ρ), by one corpus.
    spread = mean_and_sd(values).sd or 0.0
    half = spread * mx.inference.interval_floor(test.level_per_look, rho=0.0) / 2
    figure = figures.intervals(
        np.cumsum(values.mean(axis=1)) / np.arange(1, len(values) + 1),
        (ends["lower"].to_numpy(), ends["upper"].to_numpy()),
        differences=values,
        level=test.table[-1].interval_level,
        limit=(values.mean() - half, values.mean() + half) if half and not test.rejected else (),
        stopped=test.m if test.rejected else None,
        metric=differences.metric,
        terms=differences.terms,
    )
    a, b = differences.pair
    alt = _("Mean difference of {a} and {b} with its intervals.").format(a=a, b=b)
    components.chart(figure, "interval", alt=alt, csv=looks)


def would_decide(both: BothRules) -> None:
    """The result of each rule if it had stopped earlier or later."""
    for mode, name in modes().items():
        looks = [look for look in both.looks(mode) if look.statistic is not None]
        yes, no = (runs(look.m for look in looks if look.rejected is rejects) for rejects in (True, False))
        if not yes and not no:
            note = _("All differences are equal.")
        elif not no:
            note = _("Every look shows a difference (m = {yes}).").format(yes=yes)
        elif not yes:
            note = _("No look shows a difference (m = {no}).").format(no=no)
        else:
            note = _("Difference shown at m = {yes}, none at m = {no}.").format(yes=yes, no=no)
        st.markdown(titled(name[:1].upper() + name[1:], note))
