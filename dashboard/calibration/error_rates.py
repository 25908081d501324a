"""The parts of the view Calibration that simulate: errors, power, and the table of known errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from dashboard.figures.comparisons import calibration as figures
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.documents import python_code
from dashboard.ui.options import options
from dashboard.words import problems, text
from dashboard.words.escaping import equations_whole
from dashboard.words.problems import said
from dashboard.words.text import _
from mx2core.errors import Notice
from mx2core.inference import RULES, paper_rule_error, rated_rules, rejection_rates
from mx2core.inference.mx2 import promise

ALPHA = 0.05
ALPHAS = (0.10, 0.05, 0.025, 0.01, 0.005, 0.0025)
EFFECTS = np.arange(0, 4.01, 0.25)
RHO = np.arange(0, 0.91, 0.05)
TENTHS = tuple(tenth / 10 for tenth in range(10))
RUNS = 40_000  # of one rate; standard error below .0009, and a few milliseconds a rule
CURVE_RUNS = 10_000  # of a point of a curve; standard error below .002, the width of its line
FOLDS = 10
BOUND = 0.5  # what the overall-level rule assumes of both correlations
STEP = 0.05
SLIDER = 210  # pixels


@dataclass(frozen=True, slots=True)
class Assumed:
    """What the reader takes to be true of the scores."""

    alpha: float
    rho1: float
    rho2: float
    effect: float
    equal: bool  # one correlation for all scores


def rule_names() -> dict[str, str]:
    return {key: said(rule.name) for key, rule in rated_rules().items()}


@remembered(200)
def _rates(
    alpha: float, rho1: float, rho2: float, effects: tuple[float, ...]
) -> dict[str, list[tuple[float, float]]]:
    """Rate and standard error of each rule, at each effect."""

    def pairs(rule: str) -> list[tuple[float, float]]:
        found = rejection_rates(rule, effects, rho1=rho1, rho2=rho2, alpha=alpha, n_runs=RUNS)
        return [(each.rate, each.standard_error) for each in found]

    return {rule: pairs(rule) for rule in rated_rules()}


@remembered(60)
def _errors(alpha: float, rho1: float | None) -> tuple[NDArray[np.float64], dict[str, NDArray[np.float64]]]:
    """Type I error of each rule against rho2, as far as rho1 lets it go; against both if rho1 is None."""
    rho = RHO if rho1 is None else RHO[1 + rho1 + 1e-9 >= 2 * RHO]

    def error(rule: str, rho1: float, rho2: float) -> float:
        return rejection_rates(rule, (0.0,), rho1=rho1, rho2=rho2, alpha=alpha, n_runs=CURVE_RUNS)[0].rate

    def curve(rule: str) -> NDArray[np.float64]:
        if rated_rules()[rule].sees == "one test set":  # no correlation, so one number serves for the line
            return np.full(len(rho), error(rule, 0.5, 0.5))
        return np.array([error(rule, r if rho1 is None else rho1, r) for r in rho.tolist()])

    return rho, {rule: curve(rule) for rule in rated_rules()}


def controls(row: DeltaGenerator) -> Assumed:
    """The correlation and the effect, in `row`; the level, and whether two correlations differ, are options."""
    with options() as more:
        alpha = pick("α", ALPHAS, "calibrate_alpha", ALPHA, width=100)
        equal = st.toggle(
            _("ρ1 = ρ2"), key=state.choice("calibrate_equal", True), help=_("One corpus cannot show ρ1.")
        )
        more.note("calibrate_alpha", ALPHA, "α = {value:g}")
        more.note("calibrate_equal", True, "ρ1 ≠ ρ2")
    rho1 = row.slider(
        _("ρ, any two scores") if equal else _("ρ1, within a split"),
        0.0 if equal else -0.5,
        0.9,
        step=STEP,
        key=state.choice("calibrate_rho" if equal else "calibrate_rho1", 0.5 if equal else 0.0),
        width=SLIDER,
    )
    rho2 = rho1
    if not equal:
        most = min(0.9, np.floor((1 + rho1) / 2 / STEP + 1e-9) * STEP)  # no scores have more
        key = state.choice("calibrate_rho2", 0.5)
        st.session_state[key] = min(st.session_state[key], float(most))
        rho2 = row.slider(_("ρ2, between splits"), 0.0, float(most), step=STEP, key=key, width=SLIDER)
    size = row.slider(
        _("True difference θ"),
        0.0,
        4.0,
        step=0.25,
        key=state.choice("calibrate_effect", 1.5),
        help=_("In sd of one hold-out difference."),
        width=SLIDER,
    )
    return Assumed(float(alpha), float(rho1), float(rho2), float(size), bool(equal))


def answer(assumed: Assumed) -> None:
    """What the two sequential rules do where the reader stands."""
    rates = _here(assumed)
    (safe, _se), (finds, _se2) = rates["overall"]
    (printed, _se3), (more, _se4) = rates["paper"]
    st.markdown(
        "#### "
        + _(
            "False “A is better”: {safe:.1%} with the overall-level rule, {printed:.1%} with the paper's"
        ).format(safe=safe, printed=printed)
    )
    sentences = []
    if assumed.effect > 0:
        sentence = _("They find θ = {effect:g} in {finds:.0%} and {more:.0%}.")
        sentences.append(sentence.format(effect=assumed.effect, finds=finds, more=more))
    sentences.append(
        _("One-sided, α = {alpha:g}, looks at m = 3 … 20, normal scores.").format(alpha=assumed.alpha)
    )
    if max(assumed.rho1, assumed.rho2) > BOUND:
        sentences.append(_("Above ρ = ½ the overall-level rule promises nothing."))
    st.markdown(equations_whole(text.joined(sentences)))
    st.caption(problems.worded(promise.KNOWN_ERRORS))


def _here(assumed: Assumed) -> dict[str, list[tuple[float, float]]]:
    """Type I error and power of every rule where the reader stands."""
    return _rates(assumed.alpha, assumed.rho1, assumed.rho2, (0.0, assumed.effect))


def errors(assumed: Assumed) -> None:
    rho, curves = _errors(assumed.alpha, None if assumed.equal else assumed.rho1)
    across = _("ρ, correlation of any two scores")
    if not assumed.equal:
        across = _("ρ2, correlation between splits; ρ1 = {rho1:g}").format(rho1=assumed.rho1)
    alt = _("Wrong “A is better”, one-sided, α = {alpha:g}, {runs:,} simulated experiments.")
    with _beside_rates(assumed):
        components.chart(
            figures.rates(
                rho,
                curves,
                rule_names(),
                here=assumed.rho2,
                at={rule: error for rule, ((error, _se), _power) in _here(assumed).items()},
                mark="ρ" if assumed.equal else "ρ2",
                level=assumed.alpha,
                across=across,
                up=_("wrong “A is better”"),
                bound=BOUND if rho[-1] + STEP / 2 >= BOUND else None,
            ),
            "calibration_error",
            alt=alt.format(alpha=assumed.alpha, runs=CURVE_RUNS),
            csv=lambda: components.columns_csv(rho=rho, **curves),
            python=lambda: python_code.errors_figure(assumed.alpha),
        )


def _kinds_apart() -> str:
    """Beside all that shows rules of halves and of tenths at one number."""
    return _("Halves and tenths do not share a ρ: compare within a kind.")


def power(assumed: Assumed) -> None:
    found = _rates(assumed.alpha, assumed.rho1, assumed.rho2, tuple(EFFECTS.tolist()))
    curves = {rule: np.array([rate for rate, _se in found[rule]]) for rule in rated_rules()}
    note = text.joined((_("A test that errs more at θ = 0 is not more sensitive."), _kinds_apart()))
    with _beside_rates(assumed, note):
        components.chart(
            figures.rates(
                EFFECTS,
                curves,
                rule_names(),
                here=assumed.effect,
                at={rule: power for rule, (_error, (power, _se)) in _here(assumed).items()},
                mark="θ",
                level=assumed.alpha,
                across=_("true difference θ, in sd of one hold-out difference"),
                up=_("share of experiments that call A better"),
            ),
            "calibration_power",
            alt=_("Power"),
            csv=lambda: components.columns_csv(effect=EFFECTS, **curves),
        )


@contextmanager
def _beside_rates(assumed: Assumed, note: str = "") -> Iterator[None]:
    """What is drawn in the block stands beside every rule's rates, with the error of the simulation."""
    picture, numbers = st.columns([5, 3], gap="medium")
    with picture:
        yield
    rates, names = _here(assumed), rule_names()
    table = pd.DataFrame(
        {
            _("test"): [names[rule] for rule in rates],
            _("type I, %"): [_percent(*error) for error, _power in rates.values()],
            _("power, %"): [_percent(*power) for _error, power in rates.values()],
        }
    )
    with numbers:
        components.sentences_table(table, "calibration_rates")
        if note:
            st.caption(note)


def _percent(rate: float, error: float) -> str:
    """A rate with the standard error of its simulation, both in per cent; what is computed has none."""
    return f"{100 * rate:.2f}" if error == 0 else f"{100 * rate:.2f} ± {100 * error:.2f}"


def known_errors(assumed: Assumed) -> None:
    """The table of errors at rho = 0, .1 … .9, beside what a longer simulation gave."""
    errors = [_rates(assumed.alpha, rho, rho, (0.0,)) for rho in TENTHS]
    names = rule_names()
    headings = {
        "half splits": _("Half splits"),
        "tenths": _("Tenths, with their own ρ"),
        "one test set": _("One test set, without ρ"),
        "units": _("Single units of half splits."),
    }
    for number, (seen, heading) in enumerate(headings.items()):
        rules = [key for key, rule in rated_rules().items() if rule.sees == seen]
        if not rules:
            continue
        st.markdown(f"**{heading}**")
        table = pd.DataFrame({"ρ": [*(f"{rho:.1f}" for rho in TENTHS), _("s.e. ≤")]})
        raw = pd.DataFrame({"rho": TENTHS})
        for rule in rules:
            rates, deviations = zip(*(each[rule][0] for each in errors), strict=True)
            table[names[rule]] = [*(f"{rate:.4f}" for rate in rates), f"± {max(deviations):.4f}"]
            raw[rule], raw[f"{rule}, standard error"] = rates, deviations
        if seen == "half splits" and assumed.alpha == 0.05:
            listed = [f"{paper_rule_error(rho):.4f}" for rho in TENTHS]
            table[_("Wang et al.'s rule, long run")] = [*listed, ""]
        if seen == "one test set":
            table, raw = table.iloc[:1, 1:], raw.iloc[:1, 1:]
        components.table(
            table, f"calibration_table_{number}", csv=partial(components.csv_bytes, raw), height="content"
        )
    sentence = _("Wrong “A is better”, one-sided, α = {alpha:g}, {runs:,} simulated experiments.")
    st.caption(sentence.format(alpha=assumed.alpha, runs=RUNS))


def what_tests_see() -> None:
    """What each rule sees, and how it did on populations whose truth is known."""
    with st.expander(_("What each test assumes")):
        found, nothing = [rule.measured for rule in RULES.values()], components.NOTHING
        table = pd.DataFrame(
            {
                _("test"): [said(rule.measured_as or rule.name) for rule in RULES.values()],
                _("assumes"): [said(Notice(rule.about.message, {"k": FOLDS})) for rule in RULES.values()],
                _("mean error"): [nothing if one is None else f"{one.mean:.1%}" for one in found],
                _("highest error rate"): [nothing if one is None else f"{one.most:.1%}" for one in found],
                _("power"): [nothing if one is None else f"{one.power:.0%}" for one in found],
            }
        )
        components.sentences_table(table, "tests_measured")
        n = max(one.n_populations for one in found if one is not None)
        populations = _("On up to {n} populations, one-sided at 5%.").format(n=n)
        st.caption(text.joined((populations, _kinds_apart())))
