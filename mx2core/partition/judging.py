"""Where a given split stands among random splits of the same sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..brief import brief
from ..errors import DesignError, Notice
from .candidates import random_values
from .checks import check_masks, check_seed, check_whole
from .divergence import LabelContributions, label_contributions
from .measures import Statistic, measures

TAIL = 0.05  # of random splits: what is further out on either side is called unusual
N_RANDOM, N_RANDOM_LARGE = 10_000, 4_000  # random splits to compare with
LARGE = 50_000  # units beyond which the smaller number is taken, to answer within seconds


@brief
@dataclass(frozen=True, slots=True, eq=False)
class SplitJudgement:
    """One attribute of a split beside random splits of the same sizes."""

    divergence: float  # chi2/J, or what else was asked for, of the split
    percentile: float  # share of the random splits with at most this divergence, 0 to 1
    below: float  # share with less; differs from `percentile` by the ties
    expected: float  # mean divergence of the random splits
    contributions: LabelContributions  # to chi2/J, whatever was asked for
    random: NDArray[np.float64]  # divergence of the random splits whose two sides both have occurrences

    @property
    def verdict(self) -> str:
        """ "different", "alike" or "usual"."""
        if self.below >= 1 - TAIL:
            return "different"
        return "alike" if self.percentile <= TAIL else "usual"

    @property
    def suggestion(self) -> Notice:
        """What this means and what to do, in a sentence."""
        if self.verdict == "different":
            return Notice(
                "More different than {percent:g}% of same-size random splits: split again, or use"
                " balanced or centered halves.",
                {"percent": _percent(self.below)},
            )
        if self.verdict == "alike":
            return Notice(
                "Unusually alike, more than {percent:g}% of random splits of these sizes: scores will tend "
                "to look better than on fresh data.",
                {"percent": _percent(1 - self.percentile)},
            )
        return Notice(
            "Typical: {percent:g}% of same-size random splits differ no more.",
            {"percent": _percent(self.percentile)},
        )


def judge_split(
    mask: ArrayLike,
    counts_list: Any,
    n_random: int | None = None,
    seed: int = 0,
    report: Callable[[int, int], None] | None = None,
    *,
    statistic: Statistic = "chi2",
    ddof: int = 0,
) -> tuple[SplitJudgement, ...]:
    """Compare a split of any ratio with random splits of the same sizes.

    Parameters
    ----------
    mask : ndarray of bool, shape (n_units,)
        True = training side. The sides may be of any sizes but empty.
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
    n_random : int, optional
        10,000 if not given, or 4,000 for more than 50,000 units.
    seed : int
        Of the random splits.
    report : callable, optional
        Called as report(done, n_random) from time to time; an exception it
        raises ends the work at once.
    statistic, ddof
        As in `divergence`. For "wasserstein" each attribute is one number per unit,
        of which `contributions` lists the distinct ones, ascending.

    Returns
    -------
    tuple of SplitJudgement
        One for each attribute.

    Raises
    ------
    InputError
        If the arguments cannot be used, or a side has no occurrence of an attribute.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, eq. (3) and section 6.2 (random splits to compare with).
    """
    wanted = measures(counts_list, statistic, ddof)
    n_units = wanted[0].table.shape[0]
    (side,) = check_masks(np.asarray(mask)[None, :])
    if len(side) != n_units:
        raise DesignError(
            "`mask` has {given} values but there are {n_units} units; it needs one value per unit.",
            given=len(side),
            n_units=n_units,
        )
    if n_random is None:
        n_random = N_RANDOM if n_units <= LARGE else N_RANDOM_LARGE
    n_random, seed = check_whole(n_random, "n_random", 1), check_seed(seed)
    parts = []
    for each in wanted:
        occurrences, n_first = int(each.totals.sum()), int(each.table[np.flatnonzero(side)].sum())
        if n_first in (0, occurrences):
            raise DesignError(
                "One side of the split holds none of the {occurrences} occurrences of an attribute, so there "
                "is nothing to compare; leave the attribute out or use another split.",
                occurrences=occurrences,
            )
        parts.append(label_contributions(side, each.table))
    random = random_values(wanted, n_random, seed, report, n_first=int(side.sum()))
    return tuple(
        _judged(float(each.of(part.first[:, None])[0]), part, values)
        for each, part, values in zip(wanted, parts, random.T, strict=True)
    )


def _judged(value: float, parts: LabelContributions, random: NDArray[np.float64]) -> SplitJudgement:
    known = random[~np.isnan(random)]
    if not len(known):
        raise DesignError(
            "Random splits of these sizes leave a side without any occurrence of an attribute, so there is "
            "nothing to compare with; leave the attribute out or use larger sides."
        )
    # Sums of the same terms in another order may differ in the last bits; such values are ties.
    slack = 1e-12 * (1 + value)
    return SplitJudgement(
        divergence=value,
        percentile=float((known <= value + slack).mean()),
        below=float((known < value - slack).mean()),
        expected=float(known.mean()),
        contributions=parts,
        random=known,
    )


def _percent(share: float) -> float:
    """In percent with one digit; 100 is said only of all."""
    return 100.0 if share == 1 else min(round(100 * share, 1), 99.9)
