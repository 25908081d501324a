"""Steps 8 to 10: what more splits can give, what testing after each of them costs, and what units still tell."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import mx2core as mx
from dashboard import figures
from dashboard.learn.layout import per_cent, select_slider, slider, step
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.words.numbers import number
from dashboard.words.text import _
from mx2core.inference import USUAL_LOOKS, expected_length, interval_floor

ALPHA = 0.05
RHO = 0.5  # the correlation between scores that the test assumes
M = np.arange(3, 41)
# From `python -m benchmarks.trials.units`; shown, and never computed while a page waits.
MEASURED = Path(__file__).resolve().parents[1] / "measured" / "out-of-fold.csv"
POPULATION = "texts, 10 classes: naive Bayes, all words against 90"
RUNS = 200_000  # of a simulation; standard error below .0002


def length(m: int) -> float:
    """Expected length of the interval from m splits of one corpus."""
    return expected_length(m, ALPHA, rho=RHO)


def length_if_new(m: int) -> float:
    """The same of a t interval from 2m scores, each from a new corpus."""
    # With rho = 0 the first is 2 C_m t E(sigma), and the second 2 t E(sigma) / sqrt(2m - 1).
    return expected_length(m, ALPHA, rho=0.0) / float(np.sqrt(2 * m + 1))


def spread(m: int) -> float:
    """Standard deviation of the mean of 2m differences that correlate by RHO, in sd of one."""
    return float(np.sqrt((1 + (2 * m - 1) * RHO) / (2 * m)))


def length_kept(m: int) -> float:
    """Length of the interval from m splits, as a share of that from 3."""
    return length(m) / length(3)


def interval() -> None:
    """Length of the interval against m, beside that of scores from new corpora."""
    m = slider(_("Splits m"), 3, int(M[-1]), key=state.choice("lesson_interval_m", 20))
    floor = interval_floor(ALPHA, RHO)
    same, new = (np.array([of(int(each)) for each in M]) for of in (length, length_if_new))
    step(
        figures.interval_length(M, same, new, floor, here=m, text=_),
        "lesson_interval",
        alt=_("Length of the interval against m: it approaches {floor:.2f} and not zero.").format(
            floor=floor
        ),
        csv=lambda: components.columns_csv(m=M, one_corpus=same, new_corpora=new),
        numbers=(
            (
                _("{m} splits of one corpus").format(m=m),
                f"{length_kept(m):.0%}",
                _("of the length from 3 splits"),
            ),
            (
                _("{n} scores, each from a new corpus").format(n=2 * m),
                f"{length_if_new(m) / length_if_new(3):.0%}",
                _("of the length from 6 scores"),
            ),
        ),
        told=(
            _(
                "More splits even out the luck of cutting; the luck of the corpus is in every score, and stays."
            )
            if m == int(M[0])
            else _(
                "More splits even out the luck of cutting; the luck of the corpus is in every score, and stays. Averaging alone "
                "leaves {alone:.0%} here; the rest comes from estimating the spread from {n} scores and not from 6."
            ).format(alone=spread(m) / spread(3), n=2 * m),
            _(
                "How much stays depends on the correlation ρ between the differences A − B of two runs. The m×2 test takes ρ to be ½: then √½ = 71% of the spread of one run stays."
            ),
            _(
                "The scores of one corpus cannot tell its ρ: below ½ the interval is longer than needed, above ½ too short. Units tell more (step 10)."
            ),
        ),
    )


@remembered(4)
def errors_of_looking() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Chance of a wrong “A is better” by each look at m = 3 … 20: of the paper's rule, and of the overall-level one."""
    paper, overall = (
        np.array(mx.inference.plan_test(0.0, RHO, rho2=RHO, alpha=ALPHA, mode=mode, n_runs=RUNS).power)
        for mode in ("paper", "overall")
    )
    return paper, overall


def peeking() -> None:
    """Overall error against the number of looks."""
    last = slider(
        _("Last split after which one tests"),
        USUAL_LOOKS[0],
        USUAL_LOOKS[-1],
        key=state.choice("lesson_last_look", USUAL_LOOKS[-1]),
    )
    paper, overall = errors_of_looking()
    at = USUAL_LOOKS.index(last)
    step(
        figures.peeking(np.array(USUAL_LOOKS), paper, overall, alpha=ALPHA, here=last, text=_),
        "lesson_peeking",
        alt=_(
            "Chance of a wrong decision against the last look: {paper:.1%} and {safe:.1%} at m = 20."
        ).format(paper=paper[-1], safe=overall[-1]),
        csv=lambda: components.columns_csv(last_look=USUAL_LOOKS, paper_rule=paper, overall_rule=overall),
        numbers=(
            (
                _("5% at every look"),
                per_cent(100 * paper[at]),
                _("wrong “A is better”, tests after m = 3 … {last}").format(last=last)
                if last > USUAL_LOOKS[0]
                else _("wrong “A is better”, one test after m = 3"),
            ),
            (_("Overall-level rule"), per_cent(100 * overall[at]), _("at most 5% with all looks")),
        ),
        told=(
            _("Both models are equally good here, so every “A is better” is a mistake."),
            _(
                "The paper (Wang, Wang & Li) tests at 5% after each split and stops at the first success. With ρ = ½ one test errs in 5%; each further one is one more chance to err."
            ),
            _(
                "The overall-level rule asks for more at each look, so that all of them together err in at most 5%, for nearly normal scores with ρ up to ½. With ρ = 0.2 the paper’s rule would err in {error:.1%} by m = 20."
            ).format(error=mx.inference.paper_rule_error(0.2)),
        ),
    )


def power() -> pd.DataFrame:
    """Power of both tests on one population, a row for each m."""
    return _found("power")


def errors() -> pd.DataFrame:
    """How often both tests call A better on it without a reason, or B, whichever is more; a row for each m."""
    greater, less = _found("error_greater"), _found("error_less")
    return greater.where(greater > less, less)


def difference() -> float:
    """How far one model is truly ahead on it."""
    return float(_found("difference").to_numpy()[0, 0])


def _found(what: str) -> pd.DataFrame:
    return _measured(MEASURED.stat().st_mtime).pivot(index="m", columns="method", values=what)


@remembered(4)
def _measured(changed: float) -> pd.DataFrame:
    measured = pd.read_csv(MEASURED)
    return measured[(measured["name"] == POPULATION) & measured["method"].isin(["out-of-fold", "m×2"])]


def what_halves_know() -> None:
    """Power of the out-of-fold test and of one m×2 look, from the same trainings."""
    measured = power()
    numbers = [int(m) for m in measured.index]
    m = select_slider(_("Splits m"), numbers, key=state.among("lesson_units_m", numbers, 5))
    ours, other = (measured[name].to_numpy() for name in ("out-of-fold", "m×2"))
    at = numbers.index(m)
    step(
        figures.power_by_split(
            np.array(numbers),
            {_("out-of-fold test"): ours, _("m×2 test"): other},
            here=m,
            text=_,
        ),
        "lesson_units",
        alt=_("Share of corpora in which the better model is found, for both tests, against m."),
        csv=lambda: components.columns_csv(m=numbers, out_of_fold=ours, mx2=other),
        numbers=(
            (
                _("Out-of-fold test"),
                f"{ours[at]:.0%}",
                _("of corpora: finds the difference (m = {m})").format(m=m),
            ),
            (_("The m×2 test"), f"{other[at]:.0%}", _("of the same corpora, from as many trainings")),
        ),
        told=(
            _(
                "The m×2 test takes ρ to be ½ (step 8). Here ρ is less: it is too careful, errs in {error:.1%} where nothing differs, "
                "and gains nothing from splits beyond 3."
            ).format(error=errors()["m×2"][m]),
            _(
                "The out-of-fold test uses that each split tests every unit once, by a model that never saw it. It sees how "
                "far A minus B varies over units and between halves, and errs in {error:.1%}."
            ).format(error=errors()["out-of-fold"][m]),
            _(
                "Measured on 3,000 corpora of 200 generated texts, one-sided at 5%; A is truly better by {points} points. With "
                "stable models the gain is smaller; with few units of a class the test can err in more than 5%."
            ).format(points=number(100 * difference(), ".1f")),
        ),
    )
