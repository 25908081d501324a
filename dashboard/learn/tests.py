"""Steps 8 to 10: what more splits can give, what looking at each of them costs, and what units still tell."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

import mx2core as mx
from dashboard import figures
from dashboard.learn.layout import per_cent, select_slider, slider, step
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.words.text import _
from mx2core.inference import USUAL_LOOKS, expected_length, interval_floor

ALPHA = 0.05
M = np.arange(2, 41)
# From `python -m mx2core calibrate out-of-fold`; shown, and never computed while a page waits.
MEASURED = Path(__file__).resolve().parents[2] / "docs" / "results" / "out-of-fold.csv"
POPULATION = "texts, 10 classes: naive Bayes, all words against 90"
RUNS = 40_000  # of a simulation; standard error below .002


def _correlation(key: str, start: float) -> float:
    return float(
        slider(
            _("Correlation ρ between the scores"),
            0.0,
            0.9,
            step=0.1,
            format="%.1f",
            key=state.choice(key, start),
        )
    )


def length_kept(rho: float) -> float:
    """Length of the interval at m = 20, as a share of that at m = 3."""
    return float(expected_length(20, ALPHA, rho=rho) / expected_length(3, ALPHA, rho=rho))


def interval() -> None:
    """Length of the interval against m, beside what independent experiments would give."""
    rho = _correlation("lesson_rho", 0.5)
    length = np.array([expected_length(int(m), ALPHA, rho=rho) for m in M])
    floor = interval_floor(ALPHA, rho)
    naive = length[0] * np.sqrt(M[0] / M)
    step(
        figures.interval_length(M, length, naive, floor, text=_),
        "lesson_interval",
        alt=_("Length of the interval against m: it approaches {floor:.2f} and not zero.").format(
            floor=floor
        ),
        csv=lambda: components.columns_csv(m=M, expected_length=length, if_independent=naive),
        numbers=(
            (
                _("90% interval, from 3 splits to 20"),
                f"{length[18] / length[1]:.0%}",
                _("{before:.2f} → {after:.2f} sd of one difference").format(
                    before=length[1], after=length[18]
                ),
            ),
            (_("Never below"), f"{floor:.2f}", _("however many splits")),
        ),
        told=(
            _("Every split cuts the same corpus, so the scores share data and are correlated."),
            _("More splits steady the estimate on this corpus; they add no new data."),
            _(
                "The test takes ρ to be ½, since one corpus cannot tell it: below, its interval is longer than needed, "
                "above, too short. It narrows by the same share at any ρ."
            ),
        ),
    )


@remembered(40)
def errors_of_looking(rho: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Overall error if one looks at m = 3 … last, for the paper's rule and for the guaranteed one."""
    last = np.array([3, 4, 5, 6, 8, 10, 12, 15, 20])
    safe = mx.inference.guaranteed_level(ALPHA, USUAL_LOOKS)
    paper, guaranteed = (
        np.array(
            [
                mx.inference.overall_error(
                    level, rho, rho, looks=tuple(range(3, int(m) + 1)), n_runs=RUNS
                ).rate
                for m in last
            ]
        )
        for level in (ALPHA, safe)
    )
    return last, paper, guaranteed


def peeking() -> None:
    """Overall error against the number of looks."""
    rho = _correlation("lesson_peek", 0.5)
    last, paper, guaranteed = errors_of_looking(rho)
    step(
        figures.peeking(last, paper, guaranteed, alpha=ALPHA, text=_),
        "lesson_peeking",
        alt=_(
            "Chance of a wrong decision against the last look: {paper:.1%} and {safe:.1%} at m = 20."
        ).format(paper=paper[-1], safe=guaranteed[-1]),
        csv=lambda: components.columns_csv(last_look=last, paper_rule=paper, guaranteed_rule=guaranteed),
        numbers=(
            (_("5% at every look"), per_cent(100 * paper[-1]), _("wrong “A is better”, looks at m = 3 … 20")),
            (
                _("Guaranteed rule"),
                per_cent(100 * guaranteed[-1]),
                _("at most 5%, for ρ up to ½") if rho <= 0.5 else _("no guarantee above ρ = ½"),
            ),
        ),
        told=(
            _("Both models are equally good here; every “A is better” is a mistake."),
            _("Testing after each split and stopping at the first success gives chance many tries."),
            _(
                "The guaranteed rule asks for more at each look, so that all looks together err at most as often as "
                "stated, if scores are nearly normal and correlated by at most ½."
            ),
        ),
    )


def power() -> pd.DataFrame:
    """Power of both tests on one population, a row for each m."""
    return _found("power")


def errors() -> pd.DataFrame:
    """How often both tests call A better on it without a reason, or B, whichever is more; a row for each m."""
    greater, less = _found("error_greater"), _found("error_less")
    return greater.where(greater > less, less)


def _found(what: str) -> pd.DataFrame:
    return _measured(MEASURED.stat().st_mtime).pivot(index="m", columns="method", values=what)


@remembered(4)
def _measured(changed: float) -> pd.DataFrame:
    measured = pd.read_csv(MEASURED)
    return measured[(measured["name"] == POPULATION) & measured["method"].isin(["out-of-fold", "m×2"])]


def what_halves_know() -> None:
    """Power of the out-of-fold test and of one m×2 look, at the same trainings."""
    measured = power()
    numbers = [int(m) for m in measured.index]
    m = select_slider(_("Splits m"), numbers, key=state.among("lesson_units_m", numbers, 5))
    ours, other = (measured[name].to_numpy() for name in ("out-of-fold", "m×2"))
    at = numbers.index(m)
    step(
        figures.power_by_split(
            np.array(numbers),
            {_("out-of-fold test"): ours, _("one m×2 look"): other},
            here=m,
            text=_,
        ),
        "lesson_units",
        alt=_("Share of corpora in which the better model is found, for both tests, against m."),
        csv=lambda: components.columns_csv(m=numbers, out_of_fold=ours, mx2=other),
        numbers=(
            (_("Out-of-fold test"), f"{ours[at]:.0%}", _("of true differences found at m = {m}").format(m=m)),
            (_("One m×2 look"), f"{other[at]:.0%}", _("at the same trainings")),
        ),
        told=(
            _(
                "The m×2 test sees 2m scores, and more of them hardly help it. Yet each split tests every unit once, by a "
                "model that never saw it."
            ),
            _("How much units differ tells how much another corpus would; halves show what training adds."),
            _(
                "Here 3,000 corpora of 200 generated texts were compared, one-sided at 5%; with their difference taken off, the out-of-fold test erred in {error:.1%}. With stable models it gains less, and with few units of a class it errs more often."
            ).format(error=errors()["out-of-fold"][m]),
        ),
    )
