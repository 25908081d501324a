"""The parts of the view Calibration that simulate: errors, power, the plan of a test."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from dashboard.figures.comparisons import calibration as figures
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers.rule_choice import ALPHAS
from dashboard.ui.documents import python_code
from dashboard.ui.widgets import options, pick
from dashboard.words import text
from dashboard.words.problems import notice_text
from dashboard.words.text import _
from mx2core.inference import USUAL_LOOKS, SimulatedError, plan_test, rated_rules, rejection_rates
from mx2core.inference.checks import Mode

ALPHA, RHO_USUAL, EFFECT_USUAL = 0.05, 0.5, 1.5
EFFECTS = np.arange(0, 4.01, 0.25)
RHO = np.arange(0, 0.91, 0.05)
RUNS = 40_000  # of one rate; standard error below .0009, and a few milliseconds a rule
CURVE_RUNS = 10_000  # of a point of a curve; standard error below .002, the width of its line
BOUND = 0.5  # what the overall-level rule assumes of both correlations
STEP = 0.05
SLIDER = 290  # pixels
SCHEDULES = {
    "3, 4 … 20": USUAL_LOOKS,
    "3, 5, 7, 10, 15, 20": (3, 5, 7, 10, 15, 20),
    "3, 7, 15": (3, 7, 15),
    "5, 10, 20": (5, 10, 20),
}
WANTED = 0.8
PICTURE, NUMBERS = 600, 390  # pixels
_plan = remembered(200)(plan_test)


@dataclass(frozen=True, slots=True)
class AssumedScores:
    """What the reader takes to be true of the scores."""

    alpha: float
    rho: float  # one correlation for all scores
    effect: float


def rule_names() -> dict[str, str]:
    return {key: notice_text(rule.name) for key, rule in rated_rules().items()}


@remembered(400)
def _rates(
    alpha: float, rho: float, effects: tuple[float, ...], n_runs: int
) -> dict[str, tuple[SimulatedError, ...]]:
    """At each effect, of the tests whose rates follow from the reader's ρ, which is one of scores of half splits."""
    return {
        key: rejection_rates(key, effects, rho1=rho, rho2=rho, alpha=alpha, n_runs=n_runs)
        for key, rule in rated_rules().items()
        if rule.sees == "half splits"
    }


def controls(row: DeltaGenerator, *, errors: bool) -> AssumedScores:
    """What the picture has across stands in `row`, for `errors` the correlation, else the effect; the rest are options."""
    with options() as more:
        alpha = pick("α", ALPHAS, "calibrate_alpha", ALPHA, width=100)
        more.note("calibrate_alpha", ALPHA, "α = {value:g}")
        label, key = _("ρ, correlation of any two scores"), state.choice("calibrate_rho", RHO_USUAL)
        at, beside = (row, more.place) if errors else (more.place, row)
        rho = at.slider(label, 0.0, 0.9, step=STEP, key=key, width=SLIDER)
        label, key = (
            _("θ, true difference in sd of one hold-out difference"),
            state.choice("calibrate_effect", EFFECT_USUAL),
        )
        size = beside.slider(label, 0.0, 4.0, step=0.25, key=key, width=SLIDER)
        if errors:
            more.note("calibrate_effect", EFFECT_USUAL, "θ = {value:g}")
        else:
            more.note("calibrate_rho", RHO_USUAL, "ρ = {value:g}")
    return AssumedScores(float(alpha), float(rho), float(size))


def answer(assumed: AssumedScores) -> None:
    """What the two sequential rules do where the reader stands."""
    rates = _current_rates(assumed)
    (safe, finds), (printed, more) = ([each.rate for each in rates[rule]] for rule in ("overall", "paper"))
    words = _("False “A is better”: overall-level rule {safe:.1%}, Wang et al.'s rule {printed:.1%}")
    st.markdown("#### " + words.format(safe=safe, printed=printed))
    sentences = []
    if assumed.effect > 0:
        sentence = _("Power at θ = {effect:g}: {finds:.0%} and {more:.0%}.")
        sentences.append(sentence.format(effect=assumed.effect, finds=finds, more=more))
    condition = _("One-sided, α = {alpha:g}, {correlated}, looks at m = 3–20, normal scores.")
    sentences.append(condition.format(alpha=assumed.alpha, correlated=f"ρ = {assumed.rho:g}"))
    if assumed.rho > BOUND:
        sentences.append(_("Above ρ = ½ the overall-level rule guarantees nothing."))
    st.markdown(text.prose(sentences))


def _current_rates(assumed: AssumedScores) -> dict[str, tuple[SimulatedError, ...]]:
    """Type I error and power where the reader stands."""
    return _rates(assumed.alpha, assumed.rho, (0.0, assumed.effect), RUNS)


def errors(assumed: AssumedScores) -> None:
    rates = [_rates(assumed.alpha, rho, (0.0,), CURVE_RUNS) for rho in RHO.tolist()]
    alt = _("False “A is better”, one-sided, α = {alpha:g}, {runs:,} simulated experiments.")
    _rates_row(
        assumed,
        ("rho", RHO),
        {rule: np.array([one[rule][0].rate for one in rates]) for rule in rates[0]},
        "calibration_error",
        alt=alt.format(alpha=assumed.alpha, runs=CURVE_RUNS),
        mark="ρ",
        x_title=_("ρ, correlation of any two scores"),
        y_title=_("false “A is better”"),
        bound=BOUND,
    )


def power(assumed: AssumedScores) -> None:
    rates = _rates(assumed.alpha, assumed.rho, tuple(EFFECTS.tolist()), RUNS)
    _rates_row(
        assumed,
        ("effect", EFFECTS),
        {rule: np.array([each.rate for each in of_rule]) for rule, of_rule in rates.items()},
        "calibration_power",
        alt=_("Power"),
        note=_("Compare power only at equal error."),
        mark="θ",
        x_title=_("θ, true difference in sd of one hold-out difference"),
        y_title=_("share of experiments that call A better"),
    )


def _rates_row(
    assumed: AssumedScores,
    varied: tuple[str, NDArray[np.float64]],
    curves: dict[str, NDArray[np.float64]],
    key: str,
    *,
    alt: str,
    note: str = "",
    **look: Any,
) -> None:
    """A picture of what follows from one of the assumptions, beside the rates where the reader stands."""
    row = st.container(horizontal=True, gap="medium")  # one below the other where both would be cut
    (name, x), here, names = varied, _current_rates(assumed), rule_names()
    at = {rule: (error if name == "rho" else power).rate for rule, (error, power) in here.items()}
    look |= {"current": getattr(assumed, name), "shares": at, "level": assumed.alpha}
    table = pd.DataFrame(
        {
            _("test"): [names[rule] for rule in here],
            _("type I"): [_percent(error) for error, _power in here.values()],
            _("power"): [_percent(power) for _error, power in here.values()],
        }
    )
    program = partial(python_code.plot_code, key, f'line(numbers, x="{name}", y=numbers.columns[1:])')
    with row.container(width=PICTURE):
        drawn = figures.rates(x, curves, names, **look)
        components.chart(drawn, key, alt=alt, csv={name: x, **curves}, python=program)
    with row.container(width=NUMBERS):
        components.wrapping_table(table)
        if note:
            st.caption(note)


def _percent(error: SimulatedError) -> str:
    """A rate with the standard error of its simulation; what is computed has none."""
    of_run = error.standard_error
    return f"{error.rate:.2%}" if of_run == 0 else f"{error.rate:.2%} ± {of_run:.2%}"


def plan_a_test(assumed: AssumedScores) -> None:
    """Before a night is spent: power by each look, and trainings on average, for a true difference."""
    modes: tuple[Mode, ...] = ("overall", "paper")
    schedule = pick(_("Looks at m ="), list(SCHEDULES), "plan_looks", next(iter(SCHEDULES)), buttons=True)
    looks = SCHEDULES[schedule]

    asked: dict[str, Any] = {"alpha": assumed.alpha, "rho2": assumed.rho, "looks": looks, "n_runs": RUNS}
    plans = {mode: _plan(assumed.effect, assumed.rho, mode=mode, **asked) for mode in modes}
    picture, numbers = st.columns([2, 1], gap="medium")
    with picture:
        power = {str(mode): np.array(plan.power) for mode, plan in plans.items()}
        named = {rule_names()[mode]: values for mode, values in power.items()}
        up = _("chance of having called A better")
        components.chart(
            figures.power_by_split(np.array(looks), named, up, aim=WANTED),
            "calibration_plan",
            alt=up,
            csv={"m": looks, **power},
        )
    with numbers, st.container():  # not as tall as the figure
        safe = plans["overall"]
        reached = safe.m_for(WANTED)
        components.metric(
            _("Trainings on average"),
            f"{safe.expected_trainings:.0f}",
            _("of at most {most}").format(most=4 * looks[-1]),
        )
        components.metric(
            _("Power of {share:.0%} at m =").format(share=WANTED),
            _("not by {m}").format(m=looks[-1]) if reached is None else str(reached),
            _("power at the end: {power:.0%}").format(power=safe.power[-1]),
        )
        st.caption(_("Overall-level rule. If power is low at m = 20, only a larger corpus helps."))
