"""Steps 8 to 11: scores of one corpus move together; what more splits can give, what looks cost, what units still tell."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import mx2core as mx
from dashboard.figures import learn as figures
from dashboard.figures.comparisons.calibration import power_by_split
from dashboard.learn.layout import per_cent, select_slider, slider, step
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.words.text import _
from mx2core.inference import USUAL_LOOKS, expected_length, interval_floor
from mx2core.simulation.equal_models import CORPORA, TESTS, equal_models

ALPHA = 0.05
RHO = 0.5  # the correlation between scores that the test assumes
M = np.arange(3, 41)
# From `python -m benchmarks.trials.units`; shown, and never computed while a page waits.
MEASURED = Path(__file__).resolve().parents[1] / "measured" / "out-of-fold.csv"
POPULATION = "texts, 10 classes: naive Bayes, all words against 90"
RUNS = 200_000  # of a simulation; standard error below .0002
BEGIN_M, MOST_M = 5, 10
DRAWN = 12  # corpora in the figure
trial = remembered(24)(equal_models)


def ordinary_test() -> None:
    """Scores of each corpus beside each other, and both tests on all corpora."""
    m = slider(_("Splits m"), 2, MOST_M, key=state.choice("lesson_t_m", BEGIN_M))
    found = trial(m, 0)
    shown, calls = found.differences[:DRAWN].reshape(DRAWN, -1), found.rejects[TESTS[0]][:DRAWN]
    ordinary, ours = (per_cent(100 * float(found.rejects[rule].mean())) for rule in TESTS)
    false = _("false “A is better”, {n} corpora").format(n=CORPORA)
    step(
        8,
        figures.scores_of_corpora(100 * shown, calls),
        alt=_("A − B of {n} scores, {corpora} corpora.").format(n=2 * m, corpora=DRAWN),
        csv={"corpus": np.repeat(np.arange(1, DRAWN + 1), 2 * m), "difference": shown.ravel()},
        plotted='scatter(numbers, x="difference", y="corpus")',
        numbers=(
            (_("Ordinary t-test"), ordinary, false),
            (_("The m×2 test"), ours, false),
            ("ρ", f"{found.correlation:.2f}", _("of differences A − B, one corpus")),
        ),
    )


def length(m: int) -> float:
    """Expected length of the interval from m splits of one corpus."""
    return expected_length(m, ALPHA, rho=RHO)


def length_if_new(m: int) -> float:
    """The same of a t interval from 2m scores, each from a new corpus."""
    # With rho = 0 the first is 2 C_m t E(sigma), and the second 2 t E(sigma) / sqrt(2m - 1).
    return expected_length(m, ALPHA, rho=0.0) / float(np.sqrt(2 * m + 1))


def length_kept(m: int) -> float:
    return length(m) / length(3)


def interval() -> None:
    m = slider(_("Splits m"), 3, int(M[-1]), key=state.choice("lesson_interval_m", 20))
    floor, share_if_new = interval_floor(ALPHA, RHO), length_if_new(m) / length_if_new(3)
    same, new = (np.array([of(int(each)) for each in M]) for of in (length, length_if_new))
    one_corpus = _("{m} splits of one corpus").format(m=m)
    new_corpora = _("{n} scores, each from a new corpus").format(n=2 * m)
    step(
        9,
        figures.interval_length(M, same, new, floor, current=m),
        alt=_("Length against m; limit {floor:.2f}.").format(floor=floor),
        csv={"m": M, "one_corpus": same, "new_corpora": new},
        plotted='line(numbers, x="m", y=["one_corpus", "new_corpora"])',
        numbers=(
            (one_corpus, f"{length_kept(m):.0%}", _("of the length from 3 splits (ρ = ½)")),
            (new_corpora, f"{share_if_new:.0%}", _("of the length from 6 scores")),
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
    first, most = USUAL_LOOKS[0], USUAL_LOOKS[-1]
    last = slider(_("Last look, splits m"), first, most, key=state.choice("lesson_last_look", most))
    paper, overall = errors_of_looking()
    at, limit = USUAL_LOOKS.index(last), _("here; at most 5% for any ρ up to ½")
    false = _("false “A is better”, m = 3 … {last}").format(last=last)
    level, side = (100 * sides * mx.inference.overall_level(ALPHA / sides, USUAL_LOOKS) for sides in (1, 2))
    rules = _("A is better once {rule}: a = 5% (paper) or {level:.3g}% (overall-level rule).")
    race = _(
        "Race tests predictions once, at 5%. Scores alone: each look at p ≤ {level:.3g}%, two-sided {side:.3g}%."
    )
    ours, theirs, up = _("Overall-level rule"), _("5% at every look"), _("chance of a wrong “A is better”")
    step(
        10,
        power_by_split(np.array(USUAL_LOOKS), {ours: overall, theirs: paper}, up, current=last, stated=ALPHA),
        alt=_("Error by m = 20: {paper:.1%} and {safe:.1%}.").format(paper=paper[-1], safe=overall[-1]),
        csv={"last_look": USUAL_LOOKS, "paper_rule": paper, "overall_rule": overall},
        plotted='line(numbers, x="last_look", y=["paper_rule", "overall_rule"])',
        numbers=((theirs, per_cent(100 * paper[at]), false), (ours, per_cent(100 * overall[at]), limit)),
        more=(rules.format(rule=r"$T > t_a(2m-1)$", level=level), race.format(level=level, side=side)),
    )


@cache
def measured() -> pd.DataFrame:
    """What both tests did on one population: a row for each m; columns by quantity and test."""
    table = pd.read_csv(MEASURED)
    table = table[(table["name"] == POPULATION) & table["method"].isin(["out-of-fold", "m×2"])]
    quantities = ["power", "difference", "error_greater", "error_less"]
    return table.pivot(index="m", columns="method", values=quantities)


def what_halves_know() -> None:
    """Power of the out-of-fold test and of one m×2 look, from the same trainings."""
    table = measured()
    numbers = [int(m) for m in table.index]
    m = select_slider(_("Splits m"), numbers, key=state.selection("lesson_units_m", numbers, 5))
    ours, other = (table["power"][name].to_numpy() for name in ("out-of-fold", "m×2"))
    at = numbers.index(m)
    # How often a model is called better without a reason, in the worse direction.
    false = table[["error_greater", "error_less"]].loc[m].groupby(level="method").max()
    corpora = _(
        "3,000 corpora of 200 texts; false positives {ours:.1%} and {other:.1%}, more with rare classes."
    )
    powers = {_("out-of-fold test"): ours, _("m×2 test"): other}
    up = _("share of corpora in which the better model is found")
    step(
        11,
        power_by_split(np.array(numbers), powers, up, current=m),
        alt=_("Power of both tests against m."),
        csv={"m": numbers, "out_of_fold": ours, "mx2": other},
        plotted='line(numbers, x="m", y=["out_of_fold", "mx2"])',
        numbers=(
            (_("Out-of-fold test"), f"{ours[at]:.0%}", _("power, m = {m}, 5% one-sided").format(m=m)),
            (_("The m×2 test"), f"{other[at]:.0%}", _("power, from the same trainings")),
        ),
        more=(corpora.format(ours=false["out-of-fold"], other=false["m×2"]),),
    )
