"""Views of the test itself: the interval, what the rules ask for, the length, all numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.figures.comparisons import sequential as figures
from dashboard.race.answer import verdict
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers.rule_choice import modes
from dashboard.words import problems
from dashboard.words.numbers import number
from dashboard.words.text import _, about
from mx2core.inference.mx2 import promise
from mx2core.metrics.mean_and_sd import mean_and_sd

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.race.tested_scores import Tested
    from dashboard.ui.answers.rule_choice import Differences
    from mx2core.inference import SequentialTTest
    from mx2core.training import Question, Rule


@dataclass(frozen=True, slots=True, eq=False)
class BothRules:
    """What a view is about: the splits seen so far, and what both rules say of them."""

    tested: Tested
    metric: str  # as the core calls it
    differences: Differences
    values: NDArray[np.float64]  # (m, 2), those seen
    question: Question
    rule: Rule
    test: SequentialTTest
    other: SequentialTTest
    looks: pd.DataFrame  # see `looks.table`

    @property
    def names(self) -> tuple[str, str]:
        return self.differences.a, self.differences.b

    @property
    def spread(self) -> float:
        """Standard deviation of the scores: what one corpus shows of s √(1 − ρ)."""
        return mean_and_sd(self.values).sd or 0.0

    @property
    def level(self) -> float:
        """Of the plain interval: the upper α point at both ends, α/2 if both sides are asked about."""
        return 1 - self.question.alpha if self.question.two_sided else 1 - 2 * self.question.alpha

    @property
    def limit(self) -> float:
        """Length that the interval approaches with this spread if ρ1 = ρ2 = ρ: 2 u s √(1 − ρ)."""
        return mx.inference.interval_floor((1 - self.level) / 2, rho=0.0) * self.spread

    @property
    def m(self) -> NDArray[np.int64]:
        """Splits at each look."""
        return self.looks["m"].to_numpy()

    def column(self, name: str) -> NDArray[np.float64]:
        return self.looks[name].to_numpy()


def interval(both: BothRules) -> None:
    """The picture of the page: mean, interval, zero, and where the rule stops."""
    test, values = both.test, both.values
    mean, needed_ = both.column("mean"), both.column(f"needed_{test.mode}")
    centre, half = float(values.mean()), both.limit / 2
    components.chart(
        figures.interval(
            both.m,
            mean,
            both.column("lower"),
            both.column("upper"),
            [mean - needed_, mean + needed_] if both.question.two_sided else [mean - needed_],
            differences=values,
            level=both.level,
            limit=(centre - half, centre + half) if half else None,
            stopped=test.m if test.rejected else None,
            metric=both.differences.metric,
            terms=both.differences.terms,
        ),
        "interval",
        alt=_("Mean difference of {a} and {b} with its intervals.").format(
            a=both.names[0], b=both.names[1], m=len(values)
        ),
        csv=lambda: components.csv_bytes(both.looks),
    )


def would_decide(both: BothRules) -> None:
    """What other looks would have said, and where the rule errs more often than it says."""
    for mode, name in modes().items():
        st.markdown(about(name, verdict.elsewhere(both.looks, mode)))
    st.caption(_("Splits share data: no m brings the interval to zero."))


def _both(both: BothRules) -> None:
    """The two rules side by side."""
    names, rows = modes(), []
    for mode in names:
        test = both.test if both.test.mode == mode else both.other
        decision = {
            "rejected": _("yes, at m = {m}").format(m=test.m),
            "not rejected": _("not shown"),
            "continue": _("not yet"),
        }[test.state]
        error = (
            f"≤ {both.question.alpha:.1%}" if mode == "overall" else f"≤ {verdict.overall_error(test):.1%}"
        )
        rows.append((names[mode], decision, error))
    table = pd.DataFrame(rows, columns=[_("rule"), _("decision"), _("error")])
    components.table(table)
    st.caption(problems.worded(promise.condition()))


def needed(both: BothRules) -> None:
    """The mean beside the threshold of each rule."""
    words = {"overall": _("overall-level rule"), "paper": _("Wang et al.'s rule")}
    stops = {test.mode: test.m if test.rejected else None for test in (both.test, both.other)}
    mean = np.abs(both.column("mean")) if both.question.two_sided else both.column("mean")
    a, b = both.names
    picture, text_ = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            figures.needed(
                both.m,
                mean,
                {words[mode]: (both.column(f"needed_{mode}"), stops[mode]) for mode in words},
                mean_name=(
                    _("mean difference, without its sign")
                    if both.question.two_sided
                    else _("mean difference")
                ),
            ),
            "needed",
            alt=_("Mean difference and what each rule asks for, against m.").format(a=a, b=b),
            csv=lambda: components.csv_bytes(both.looks),
        )
    with text_:
        _both(both)
        st.markdown("**" + _("Had you stopped elsewhere") + "**")
        for mode, name in modes().items():
            st.markdown(about(name, verdict.elsewhere(both.looks, mode)))


def ask_correlation(key: str) -> float:
    """What is assumed of the correlation of any two scores."""
    label = _("Correlation ρ between the scores")
    return st.slider(label, 0.0, 0.9, step=0.05, format="%.2f", key=state.choice(key, 0.5))


def length(both: BothRules) -> None:
    """How long the interval is for every m, beside what it approaches and what it ought to be."""
    half_length = both.column("upper") - both.column("lower")
    m = both.m
    picture, words = st.columns([2, 1], gap="medium")
    with words:
        rho = ask_correlation("length_rho")
        true = mx.inference.true_interval_floor((1 - both.level) / 2, rho) * both.spread / np.sqrt(1 - rho)
        st.metric(
            _("The interval approaches"),
            f"{both.limit:.4f}",
            _("if ρ1 = ρ2").format(n=2 * len(both.values), point=(1 + both.level) / 2),
            **components.NEUTRAL,
        )
        st.metric(
            _("Expected if ρ = {rho:.2f}").format(rho=rho),
            f"{true:.4f}",
            _("for many splits"),
            **components.NEUTRAL,
        )
        st.markdown(_("With ρ above the assumed ½ the interval is too short. One corpus cannot show ρ1."))
    if not np.isfinite(half_length).any():
        picture.info(_("All differences are equal so far."), icon=":material/info:")
        return
    start = int(np.flatnonzero(np.isfinite(half_length))[0])
    naive = half_length[start] * np.sqrt(m[start] / m)
    with picture:
        components.chart(
            figures.length(m, half_length, naive, limit=both.limit, true_limit=float(true)),
            "length",
            alt=_("Interval length against m; it approaches {limit:.4f}.").format(limit=both.limit),
            csv=lambda: components.columns_csv(m=m, length=half_length, if_independent=naive),
        )


def numbers(both: BothRules) -> None:
    """Every look as text, and as CSV."""
    table = both.looks
    words = {
        "m": "m",
        "mean": _("mean"),
        "sigma": "σ̂",
        "lower": _("lower"),
        "upper": _("upper"),
        "statistic": "T",
        "pvalue": _("p of this look"),
        "needed_overall": _("overall-level rule asks for"),
        "rejects_overall": _("rejects"),
        "needed_paper": _("paper asks for"),
        "rejects_paper": _("rejects (paper)"),
    }
    said = {1.0: _("yes"), 0.0: _("no")}
    columns = table[list(words)].copy()
    for name in ("rejects_overall", "rejects_paper"):
        columns[name] = [said.get(value, "–") for value in table[name]]
    columns["pvalue"] = ["–" if np.isnan(p) else number(p, ".2g") for p in table["pvalue"]]
    for name in ("sigma", "lower", "upper", "statistic", "needed_overall", "needed_paper", "mean"):
        columns[name] = ["–" if np.isnan(value) else number(value, ".4f") for value in table[name]]
    shown_table = columns.set_axis(list(words.values()), axis=1)
    components.table(shown_table, "looks", csv=lambda: components.csv_bytes(table), height="content")
    st.caption(
        _("Each p is of one look, uncorrected; the interval has level {level:.3g}%.").format(
            level=100 * both.level
        )
    )
