"""Before a night is spent: power by each look, and trainings on average, for a true difference."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.calibration.error_rates import AssumedScores, rule_names
from dashboard.figures.comparisons import calibration as figures
from dashboard.server.result_cache import remembered
from dashboard.ui import components
from dashboard.ui.widgets import pick
from dashboard.words.text import _
from mx2core.inference import USUAL_LOOKS, TestPlan, plan_test
from mx2core.inference.checks import Mode

SCHEDULES = {
    "3, 4 … 20": USUAL_LOOKS,
    "3, 5, 7, 10, 15, 20": (3, 5, 7, 10, 15, 20),
    "3, 7, 15": (3, 7, 15),
    "5, 10, 20": (5, 10, 20),
}
WANTED = 0.8
EFFECTS = (0.5, 1.0, 1.5, 2.0, 3.0)
RUNS = 40_000
_plan = remembered(200)(plan_test)


def show(assumed: AssumedScores) -> None:
    modes: tuple[Mode, ...] = ("overall", "paper")
    names = {str(mode): rule_names()[mode] for mode in modes}
    schedule = pick(_("Looks at m ="), list(SCHEDULES), "plan_looks", next(iter(SCHEDULES)), buttons=True)
    looks = SCHEDULES[schedule]

    def plan(effect: float, mode: Mode) -> TestPlan:
        of_test: dict[str, Any] = {"alpha": assumed.alpha, "looks": looks, "mode": mode}
        return _plan(effect, assumed.rho1, rho2=assumed.rho2, n_runs=RUNS, **of_test)

    plans = {mode: plan(assumed.effect, mode) for mode in modes}
    picture, numbers = st.columns([2, 1], gap="medium")
    with picture:
        power = {str(mode): np.array(plan.power) for mode, plan in plans.items()}
        components.chart(
            figures.plan(np.array(looks), power, names, wanted=WANTED),
            "calibration_plan",
            alt=_("chance of having called A better"),
            csv={"m": looks, **power},
        )
    with numbers:
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
        by_effect = {effect: plan(effect, "overall") for effect in EFFECTS}
        table = pd.DataFrame(
            {
                _("θ"): [f"{effect:g}" for effect in by_effect],
                _("power"): [f"{one.power[-1]:.1%}" for one in by_effect.values()],
                _("trainings"): [f"{one.expected_trainings:.0f}" for one in by_effect.values()],
            }
        )
        components.table(table, "power", height="content")
        st.caption(_("Overall-level rule. If power is low at m = 20, only a larger corpus helps."))
