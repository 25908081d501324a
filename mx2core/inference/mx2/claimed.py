"""A difference claimed on one published split: what is known of it, and what would be needed to know more."""

from __future__ import annotations

from functools import lru_cache
from math import inf, sqrt
from typing import Literal

import numpy as np
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from ...arguments import check_range
from ...brief import Tabular, frozen
from ...errors import Notice, Whole
from ..classical.paired_tests import PairedTTest, corrected_resampled_t_test, naive_paired_t_test
from ..pvalues import written_pvalue
from .levels import USUAL_LOOKS
from .plan import plan_test

CORRELATIONS = 0.2, 0.5  # nobody knows those of the models in question: the plan is made for both
ALPHA, POWER = 0.05, 0.8
SIDES = 2  # both, as a comparison asks unless told otherwise: they share alpha
LAST = USUAL_LOOKS[-1]
VALIDATION = Notice("validation")
SEVERAL, TESTED = 5, 0.2  # random splits that papers report, and the share that they test on


@frozen
class RandomSplits:
    """What is stated of a difference beside its mean over random splits."""

    k: int
    share: float  # of the units, that models were trained on
    stated: Literal[
        "sd", "t", "p"
    ]  # of the k differences: standard deviation; plain paired t-test, two-sided
    value: float

    def differences(self, mean: float) -> list[float]:
        """Some with this mean and spread: tests of means depend on nothing else."""
        check_range("k", self.k, "[2, ∞)")
        check_range("share", self.share, "(0, 1)")
        check_range("value", self.value, "(0, 1)" if self.stated == "p" else "(0, ∞)")
        t = stdtrit(self.k - 1, 1 - self.value / 2) if self.stated == "p" else self.value
        sd = self.value if self.stated == "sd" else mean * sqrt(self.k) / t
        steps = np.arange(self.k) - (self.k - 1) / 2
        return list(mean + sd * steps / steps.std(ddof=1))

    def tests(self, mean: float) -> tuple[PairedTTest, PairedTTest]:
        """The corrected resampled t-test, and the plain one: both two-sided."""
        differences, ratio = self.differences(mean), (1 - self.share) / self.share
        return corrected_resampled_t_test(differences, ratio), naive_paired_t_test(differences)


@frozen
class ClaimedDifference(Tabular):
    """What one split says about a claimed difference, and what more splits would say."""

    difference: float
    spread: float | None  # standard deviation of single differences over half splits of the corpus
    splits: tuple[float | None, ...] = ()  # for 80% power, by CORRELATIONS; None: over 20; inf: no number
    part: Notice | list[str] = VALIDATION  # what the difference was scored on
    intended: bool = False  # the split may be another task than random ones: another time, topic or source
    over: RandomSplits | None = None  # that it is the mean over; None: it is claimed on one split
    tested: float = TESTED  # share of the units that the difference was scored on
    points: bool = False  # sentences have percentage points, as papers do, and not shares

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is not known, how many splits it takes, if the spread is known, and what to ask for."""
        if self.over is not None:
            return self._tested(self.over)
        unknown = Notice(
            "One split cannot tell whether another would reverse a lead of {difference}.",
            {"difference": self._amount(self.difference)},
        )
        runs = Notice("random splits and seeds")
        if self.intended:
            runs = Notice("seeds (and random splits, unless this shift is intended)")
        ask = Notice(
            "The authors should report both models' scores over five or more {runs}. "
            "Predictions on {part} alone compare only these trained models, on these texts.",
            {"runs": runs, "part": self.part},
        )
        plain = Notice(
            "A plain paired t-test of {k} random {ratio} splits errs in {rate:.1%} of cases, not "
            "{alpha:.0%}, if differences correlate by {rho:.2g}.",
            {
                "k": SEVERAL,
                "ratio": Whole(f"{1 - self.tested:.0%}:{self.tested:.0%}".replace("%", "")),
                "rate": plain_error(SEVERAL, self.tested),
                "alpha": ALPHA,
                "rho": self.tested,
            },
        )
        return (unknown, *self.needed, ask, plain)

    def _tested(self, over: RandomSplits) -> tuple[Notice, ...]:
        corrected, plain = over.tests(self.difference)
        assert corrected.lower is not None  # the differences vary
        assert corrected.upper is not None
        values: dict[str, object] = {
            "k": over.k,
            "lower": self._number(corrected.lower, "+"),
            "upper": self._amount(corrected.upper, "+"),
            "level": corrected.level,
        }
        values |= {"p": Whole(written_pvalue(corrected.pvalue)), "plain": Whole(written_pvalue(plain.pvalue))}
        found = Notice(
            "Not shown by {k} random splits: corrected resampled t-test p {p}, {level:.0%} interval "
            "{lower} to {upper} (two-sided).",
            values,
        )
        if corrected.pvalue is not None and corrected.pvalue <= ALPHA:
            found = Notice(
                "Shown by {k} random splits: corrected resampled t-test p {p}, {level:.0%} interval "
                "{lower} to {upper} (two-sided).",
                values,
            )
        approximate = Notice(
            "The plain paired t-test, p {plain}, ignores that training sets overlap; the correction "
            "(Nadeau and Bengio, 2003) is approximate.",
            values,
        )
        return found, approximate

    @property
    def attainable(self) -> bool:
        """Whether some number of splits would do, as far as is known."""
        return not self.splits or any(m != inf for m in self.splits)

    @property
    def needed(self) -> tuple[Notice, ...]:
        """How many splits would show it; nothing without a spread."""
        if self.spread is None:
            return ()
        spread = self._amount(self.spread, ".3g")
        values = {"difference": self._amount(self.difference), "spread": spread, "power": POWER}
        if not self.attainable:
            none = Notice(
                "However many half splits, with SD {spread} a two-sided m×2 test would miss a lead of "
                "{difference} in over {miss:.0%} of cases (correlations .2–.5).",
                values | {"miss": 1 - POWER},
            )
            return (none,)
        needed = Notice(
            "With SD {spread}, a two-sided m×2 test of {difference} needs {splits} half splits, each "
            "used both ways, for {power:.0%} power (correlations .2–.5).",
            {**values, "splits": Whole(self._range)},
        )
        return (needed, Notice("At .5 no number suffices.")) if inf in self.splits else (needed,)

    def _amount(self, value: float, form: str = "g") -> Notice | Whole:
        number = self._number(value, form)
        return Notice("{number} points", {"number": number}) if self.points else number

    def _number(self, value: float, form: str) -> Whole:
        """`form`: "+" of the ends of an interval, which have equally many digits, else as `format` has it."""
        form = form.replace("+", "+.2f" if self.points else "+.4f")
        return Whole(format(100 * value if self.points else value, form))

    @property
    def _range(self) -> str:
        fewest, most = sorted(LAST + 1 if m is None else m for m in self.splits)
        if fewest > LAST:
            return f">{LAST}"
        return f"≥{fewest}" if most > LAST else "–".join(map(str, sorted({fewest, most})))


def claimed_difference(
    difference: float,
    spread: float | None = None,
    *,
    part: Notice | list[str] = VALIDATION,
    intended: bool = False,
    over: RandomSplits | None = None,
    tested: float = TESTED,
    points: bool = False,
) -> ClaimedDifference:
    r"""What is known of a difference claimed on one split, and the splits that would show it.

    With `over` it is a mean over random splits, and their corrected resampled t-test says what it shows.
    `tested` is the share of the units that it was scored on; `points` writes percentage points.

    The splits are those of the overall m×2 test that asks about both sides at once, as comparisons do.
    `spread` is the standard deviation of single differences over half splits of this corpus. With both
    correlations \rho it is s\sqrt{1-\rho}, s that of one difference over corpora, which a plan needs.
    """
    check_range("difference", difference, "(0, ∞)")
    check_range("tested", tested, "(0, 1)")
    if over is not None:
        over.tests(difference)  # refuses what cannot be
    if spread is None or over is not None:
        return ClaimedDifference(difference, None, (), part, intended, over, tested, points)
    check_range("spread", spread, "(0, ∞)")
    splits = tuple(_splits(difference / spread * sqrt(1 - rho), rho) for rho in CORRELATIONS)
    return ClaimedDifference(difference, spread, splits, part, intended, None, tested, points)


def plain_error(k: int, rho: float) -> float:
    """How often a two-sided paired t-test at ALPHA errs on k normal differences that correlate by rho.

    Nadeau and Bengio (2003) take the share of the units that are tested for rho. The mean of the differences
    varies (1 + (k-1) rho) / (1 - rho) times as much as the test takes it to.
    """
    ratio = sqrt((1 + (k - 1) * rho) / (1 - rho))
    return float(2 * stdtr(k - 1, stdtrit(k - 1, ALPHA / 2) / ratio))


@lru_cache(64)
def _splits(effect: float, rho: float) -> float | None:
    """For the power at one correlation; `effect` in standard deviations of one difference over corpora."""
    m = plan_test(effect, rho, rho2=rho, alpha=ALPHA, comparisons=SIDES).m_for(POWER)
    # Of ever more splits the mean keeps what they share, sqrt(rho), and sigma^2 becomes 1 - rho.
    limit = ndtr((effect - ndtri(1 - ALPHA / SIDES) * sqrt(1 - rho)) / sqrt(rho))
    return inf if m is None and limit < POWER else m
