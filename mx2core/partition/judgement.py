"""Where a given split stands among random splits of the same sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..brief import brief
from ..errors import DesignError, Notice
from .attribute_measure import AttributeMeasure, Statistic, attribute_measure, attribute_measures
from .candidates import random_values
from .checks import as_list, check_masks, check_seed, check_whole
from .divergence import LabelContributions, label_contributions
from .measures import PAPER, SHARES

TAIL = 0.05  # of random splits: what is further out on either side is called unusual
N_RANDOM, N_RANDOM_LARGE = 10_000, 4_000  # random splits to compare with
N_WHOLE, N_WHOLE_LARGE = 2_000, 500  # where groups are kept whole, which takes longer
LARGE = 50_000  # units beyond which the smaller number is taken, to answer within seconds


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """One number of a split beside the same number of random splits of the same sizes.

    >>> import mx2core as mx
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> standing = mx.partitions.standings([True] * 4 + [False] * 4, [(counts, "chi2")], n_random=200)[0]
    >>> 0 <= standing.percentile <= 1
    True
    """

    value: float
    below: float  # share of the random splits with less, 0 to 1
    at_most: float  # share with at most as much; differs from `below` by the ties
    mean: float  # of the random splits
    random: NDArray[np.float64]  # of the random splits in which it is known

    @property
    def percentile(self) -> float:
        """The mid-percentile, 0 to 1: of random splits themselves uniform but for ties, with mean 1/2."""
        twice = 2 * len(self.random)  # of whole numbers: a file, a table and a sentence round the same number
        return (round(self.below * len(self.random)) + round(self.at_most * len(self.random))) / twice

    @property
    def percent(self) -> float:
        """The mid-percentile as it is said everywhere, see `said_percent`."""
        return said_percent(self.percentile)

    @property
    def place(self) -> str:
        """ "high" or "low" if at most 5% of the random splits are as far out, else "usual"."""
        if self.below >= 1 - TAIL:
            return "high"
        return "low" if self.at_most <= TAIL else "usual"


@brief
@dataclass(frozen=True, slots=True, eq=False)
class SplitJudgement:
    """One attribute of a split beside random splits of the same sizes.

    >>> import mx2core as mx
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> found = mx.judge_split([True] * 4 + [False] * 4, [counts], n_random=200)[0]
    >>> 0 <= found.percentile <= 1, len(found.random)
    (True, 200)
    """

    divergence: float  # chi2/J, or what else was asked for, of the split
    percentile: float  # mid-percentile of this divergence among the random splits, 0 to 1: ties count half
    below: float  # share of the random splits with less
    at_most: float  # share with at most as much; differs from `below` by the ties
    expected: float  # mean divergence of the random splits
    contributions: LabelContributions  # to chi2/J, whatever was asked for
    random: NDArray[np.float64]  # divergence of the random splits whose two sides both have occurrences
    statistic: Statistic = PAPER

    @property
    def verdict(self) -> str:
        """ "different", "alike" or "usual"."""
        if self.below >= 1 - TAIL:
            return "different"
        return "alike" if self.at_most <= TAIL else "usual"

    @property
    def suggestion(self) -> Notice:
        """What this means and what to do, in a sentence."""
        if self.statistic in SHARES:
            return Notice(
                "{value:g}% seen: {below:g}% of same-size random splits have less, {above:g}% have more.",
                {
                    "value": round(100 * self.divergence, 1),
                    "below": said_percent(self.below),
                    "above": said_percent(1 - self.at_most),
                },
            )
        if self.verdict == "different":
            return Notice(
                "More different than {percent:.1f}% of same-size random splits. Unless that is intended, as "
                "with another time or genre, split again, or have a typical one made.",
                {"percent": said_percent(self.percentile)},
            )
        if self.verdict == "alike":
            return Notice(
                "Unusually alike: only {percent:.1f}% of same-size random splits differ less. Scores will "
                "tend to look better than on fresh data.",
                {"percent": said_percent(self.percentile)},
            )
        return Notice(
            "Typical: {percent:.1f}% of same-size random splits differ less.",
            {"percent": said_percent(self.percentile)},
        )


def judge_split(
    mask: ArrayLike,
    counts_list: Any,
    *,
    n_random: int | None = None,
    seed: int = 0,
    report: Callable[[int, int], None] | None = None,
    statistic: Statistic = PAPER,
    ddof: int = 0,
    groups: ArrayLike | None = None,
) -> tuple[SplitJudgement, ...]:
    """Compare a split of any ratio with random splits of the same sizes.

    Parameters
    ----------
    mask : ndarray of bool, shape (n_units,)
        True = training side. The sides may be of any sizes but empty.
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
    n_random : int, optional
        10,000 if not given, or 4,000 for more than 50,000 units; with groups 2,000 or 500.
    seed : int
        Of the random splits.
    report : callable, optional
        Called as report(done, n_random) from time to time; an exception it
        raises ends the work at once.
    statistic, ddof
        As in `divergence`. For a measure of numbers each attribute is one per unit,
        of which `contributions` lists the distinct ones, ascending.
    groups : array_like, shape (n_units,), optional
        The random splits keep units of the same group together, as `random_parts` does: right for a
        split that keeps them together too, such as documents, whose labels differ more by chance.

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

    Examples
    --------
    >>> import mx2core as mx
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> split = [True] * 4 + [False] * 4
    >>> round(mx.judge_split(split, [counts], n_random=200)[0].divergence, 4)
    0.0
    """
    counts_list = as_list(counts_list)
    wanted = attribute_measures(counts_list, statistic, ddof)
    side = _side(mask, wanted[0].table.shape[0])
    judged = _stand(side, wanted, n_random, seed, report, groups)
    parts = [
        label_contributions(side, each.table if each.measure.of_numbers else counts)
        for each, counts in zip(wanted, counts_list, strict=True)
    ]
    return tuple(
        SplitJudgement(
            divergence=one.value,
            percentile=one.percentile,
            below=one.below,
            at_most=one.at_most,
            expected=one.mean,
            contributions=part,
            random=one.random,
            statistic=statistic,
        )
        for one, part in zip(judged, parts, strict=True)
    )


def standings(
    mask: ArrayLike,
    asked: Sequence[tuple[Any, Statistic]],
    *,
    n_random: int | None = None,
    seed: int = 0,
    report: Callable[[int, int], None] | None = None,
    groups: ArrayLike | None = None,
) -> tuple[Standing, ...]:
    """Several numbers of a split, each beside the same random splits.

    Parameters
    ----------
    mask : ndarray of bool, shape (n_units,)
        True = training side.
    asked : sequence of (counts, statistic)
        As `divergence` takes them; for a measure of numbers one per unit.
    n_random, seed, report, groups
        As in `judge_split`.

    Raises
    ------
    InputError
        As in `judge_split`.

    Examples
    --------
    >>> import mx2core as mx
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> standing = mx.partitions.standings([True] * 4 + [False] * 4, [(counts, "chi2")], n_random=200)[0]
    >>> len(standing.random)
    200
    """
    wanted: list[AttributeMeasure] = []
    for k, (counts, statistic) in enumerate(asked):
        n_units = wanted[0].table.shape[0] if wanted else None
        wanted.append(attribute_measure(counts, statistic, n_units=n_units, name=f"asked[{k}]"))
    return _stand(_side(mask, wanted[0].table.shape[0]), wanted, n_random, seed, report, groups)


def _side(mask: ArrayLike, n_units: int) -> NDArray[np.bool_]:
    side: NDArray[np.bool_] = check_masks(np.asarray(mask)[None, :])[0]
    if len(side) != n_units:
        raise DesignError(
            "`mask` has {given} values but there are {n_units} units; it needs one value per unit.",
            given=len(side),
            n_units=n_units,
        )
    return side


def _stand(
    side: NDArray[np.bool_],
    wanted: Sequence[AttributeMeasure],
    n_random: int | None,
    seed: int,
    report: Callable[[int, int], None] | None,
    groups: ArrayLike | None,
) -> tuple[Standing, ...]:
    if n_random is None:
        few, many = (N_RANDOM, N_RANDOM_LARGE) if groups is None else (N_WHOLE, N_WHOLE_LARGE)
        n_random = few if len(side) <= LARGE else many
    n_random, seed = check_whole(n_random, "n_random", 1), check_seed(seed)
    values = []
    for each in wanted:
        first = each.table[np.flatnonzero(side)].sum(axis=0)[:, None]
        if not each.known(first)[0]:
            raise DesignError(
                "One side of the split ({n_first:,} : {n_second:,} units) holds none of the {occurrences:,} "
                "occurrences of an attribute, so there is nothing to compare; leave the attribute out or use "
                "another split.",
                n_first=int(side.sum()),
                n_second=int((~side).sum()),
                occurrences=int(each.totals.sum()),
            )
        values.append(float(each.of(first)[0]))
    random = random_values(wanted, n_random, seed, report, n_first=int(side.sum()), groups=groups)
    return tuple(stand_among(value, column) for value, column in zip(values, random.T, strict=True))


def stand_among(value: float, random: NDArray[np.float64]) -> Standing:
    known = random[~np.isnan(random)]
    if not len(known):
        raise DesignError(
            "Random splits of these sizes leave a side without any occurrence of an attribute, so there is "
            "nothing to compare with; leave the attribute out or use larger sides."
        )
    # Sums of the same terms in another order may differ in the last bits; such values are ties.
    slack = 1e-12 * (1 + value)
    below, at_most = float((known < value - slack).mean()), float((known <= value + slack).mean())
    return Standing(value, below, at_most, float(known.mean()), known)


def said_percent(share: float) -> float:
    """A share of random splits in percent with one digit; 0 and 100 are said only of none and of all.

    >>> said_percent(0.467), said_percent(0.99995), said_percent(1), said_percent(0)
    (46.7, 99.9, 100.0, 0.0)
    """
    return 100.0 * share if share in (0, 1) else min(max(round(100 * share, 1), 0.1), 99.9)
