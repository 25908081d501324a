"""A difference claimed on one published split: what is known of it, and what would be needed to know more."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from ...arguments import check_range
from ...brief import brief
from ...errors import Notice, Whole
from .levels import USUAL_LOOKS
from .plan import plan_test

CORRELATIONS = 0.2, 0.5  # nobody knows those of the models in question: the plan is made for both
POWER = 0.8
LAST = USUAL_LOOKS[-1]


@brief
@dataclass(frozen=True, slots=True)
class ClaimedDifference:
    """What one split says about a claimed difference, and what more splits would say."""

    difference: float
    spread: float | None  # standard deviation of single differences over half splits of the corpus
    splits: tuple[int | None, ...] = ()  # for 80% power, by CORRELATIONS; None: more than 20

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is not known, and how many splits it takes, if the spread is known."""
        points = {"points": round(100 * self.difference, 6)}
        unknown = Notice("One split cannot tell whether another would deny {points:g} points.", points)
        if not self.splits:
            return (unknown,)
        needed = Notice(
            "{power:.0%} power: {splits} splits by the one-sided m×2 test (correlations .2 to .5).",
            {"power": POWER, "splits": Whole(self._needed)},
        )
        return (unknown, needed)

    @property
    def _needed(self) -> str:
        fewest, most = sorted(LAST + 1 if m is None else m for m in self.splits)
        if fewest > LAST:
            return f">{LAST}"
        return f"≥{fewest}" if most > LAST else "–".join(map(str, sorted({fewest, most})))


def claimed_difference(difference: float, spread: float | None = None) -> ClaimedDifference:
    r"""What is known of a difference claimed on one split, and the splits that would show it.

    Parameters
    ----------
    difference : float
        Claimed, A minus B, in units of the metric: 0.6 points of F1 are .006.
    spread : float, optional
        Standard deviation of single differences over half splits of this corpus. With both correlations
        \rho it is s\sqrt{1-\rho}, s that of one difference over corpora, which a plan needs: see `plan_test`.

    Raises
    ------
    InputError
        If either is not above 0.

    Examples
    --------
    >>> claimed_difference(.006).splits
    ()
    >>> claimed_difference(.006, .0015).splits
    (3, 4)
    """
    check_range("difference", difference, "(0, ∞)")
    if spread is None:
        return ClaimedDifference(difference, None)
    check_range("spread", spread, "(0, ∞)")
    splits = tuple(
        plan_test(difference / spread * sqrt(1 - rho), rho, rho2=rho).m_for(POWER) for rho in CORRELATIONS
    )
    return ClaimedDifference(difference, spread, splits)
