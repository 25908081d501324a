"""The measures of how differently labels are distributed over two sides: one record for each.

chi2/J is the paper's, and what everything else here is built on; section 7 of the paper asks for
others to be compared with it. Pages, commands and exports list what `MEASURES` has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from ..errors import Notice

Floats = NDArray[np.float64]
Counts = NDArray[np.integer[Any]]  # (n_labels, n_partitions)
Distance = Callable[[Counts, Counts, Floats], Floats]


@frozen(eq=False)
class Measure:
    """One way to say in a number how the two sides of a split differ."""

    key: str  # in thresholds, projects and exports
    symbol: Notice  # at an axis
    description: Notice  # what it says, in a sentence
    column: str  # in tables of numbers
    # From the counts of the training side and the other, each (n_labels, n_partitions), and the gaps
    # between the numbers that the labels stand for, (n_labels - 1,): values, (n_partitions,).
    distance: Distance
    name: Notice | None = None  # where one is chosen; None: the symbol
    per_label: bool = False  # divided by J - ddof
    ddof: int = 0
    exact: bool = False  # a multiple of chi2/J, of which floor, mean and reference law are known
    numeric: bool = False  # of one number per unit, in place of counts of labels
    share: bool = False  # of what is seen; no difference, and more is neither better nor worse
    offered: bool = True  # on pages and by commands


def chi_square(first: Counts, second: Counts, gaps: Floats) -> Floats:
    """Pearson's chi-square of the 2 x J table, eq. (3): whole numbers until the square."""
    n_first, n_second = first.sum(axis=0), second.sum(axis=0)
    skew, sizes = (first * n_second - second * n_first).astype(np.float64), first + second
    terms = np.divide(skew * skew, sizes, out=np.zeros(skew.shape), where=sizes > 0)
    statistic: Floats = terms.sum(axis=0) / (n_first.astype(np.float64) * n_second)
    return statistic


def power_divergence(exponent: float) -> Distance:
    """Cressie and Read's power divergence of the 2 x J table: 1 is chi-square, 0 is G2."""

    def divergence(first: Counts, second: Counts, gaps: Floats) -> Floats:
        from scipy.special import xlogy  # here, because it takes long to import

        totals = (first + second).astype(np.float64)
        n_all = totals.sum(axis=0)
        statistic = np.zeros(first.shape[1])
        for side in (first, second):
            usual = totals * (side.sum(axis=0) / n_all)
            ratio = np.divide(side, usual, out=np.ones(usual.shape), where=usual > 0)
            if exponent == 0:
                statistic += 2 * xlogy(side, ratio).sum(axis=0)
            elif exponent == -1:
                with np.errstate(divide="ignore"):
                    statistic += 2 * xlogy(usual, 1 / ratio).sum(axis=0)
            else:
                with np.errstate(divide="ignore", invalid="ignore"):
                    terms = np.where(usual > 0, usual * (ratio ** (exponent + 1) - ratio), 0.0)
                statistic += 2 * terms.sum(axis=0) / (exponent * (exponent + 1))
        return statistic

    return divergence


def jensen_shannon(first: Counts, second: Counts, gaps: Floats) -> Floats:
    """Jensen-Shannon divergence in nats, the sides weighted by their occurrences: G2 = 2 N JSD."""
    n_all = first.sum(axis=0) + second.sum(axis=0)
    divergence: Floats = power_divergence(0.0)(first, second, gaps) / (2 * n_all)
    return divergence


def hellinger(first: Counts, second: Counts, gaps: Floats) -> Floats:
    """Hellinger distance of the label rates, 0 to 1."""
    p, q = first / first.sum(axis=0), second / second.sum(axis=0)
    distance: Floats = np.sqrt(((np.sqrt(p) - np.sqrt(q)) ** 2).sum(axis=0) / 2)
    return distance


def total_variation(first: Counts, second: Counts, gaps: Floats) -> Floats:
    """Total variation distance of the label rates: the largest difference of any set of labels, 0 to 1."""
    p, q = first / first.sum(axis=0), second / second.sum(axis=0)
    distance: Floats = np.abs(p - q).sum(axis=0) / 2
    return distance


def wasserstein(first: Counts, second: Counts, gaps: Floats) -> Floats:
    """Wasserstein-1 distance of two samples of numbers: the area between their distribution functions."""
    below, other = np.cumsum(first, axis=0), np.cumsum(second, axis=0)
    apart = np.abs(below[:-1] / below[-1] - other[:-1] / other[-1])
    shift: Floats = (apart * gaps[:, None]).sum(axis=0)
    return shift


def seen_share(first: Counts, second: Counts, gaps: Floats) -> Floats:
    """Share of the second side's occurrences whose label the first side has; the last is nowhere."""
    there = np.where(first[:-1] > 0, second[:-1], 0).sum(axis=0)  # whole numbers until the division
    share: Floats = there / second.sum(axis=0)
    return share


def seen_back(first: Counts, second: Counts, gaps: Floats) -> Floats:
    """The same with the sides changed."""
    return seen_share(second, first, gaps)


def smaller_side(first: Counts, second: Counts, gaps: Floats) -> Floats:
    """The fewest occurrences that any label has on a side of the split."""
    fewest: Floats = np.minimum(first, second).min(axis=0).astype(np.float64)
    return fewest


PAPER, SEEN, SEEN_BACK, LENGTHS, SMALLEST = "chi2", "seen", "seen_back", "wasserstein", "smaller_side"

_ALL = (
    Measure(
        PAPER,
        symbol=Notice("χ²/J"),
        name=Notice("χ²/J (Wang et al.)"),
        description=Notice(
            "Difference of label counts: 0 if alike; random halves scatter around the expected value."
        ),
        column="chi2_per_label",
        distance=chi_square,
        per_label=True,
        exact=True,
    ),
    Measure(
        "chi2_df",
        symbol=Notice("χ²/(J−1)"),
        description=Notice("χ²/J rescaled: about 1 with one label per unit."),
        column="chi2_per_label_less_one",
        distance=chi_square,
        per_label=True,
        ddof=1,
        exact=True,
    ),
    Measure(
        "jensen_shannon",
        symbol=Notice("Jensen–Shannon"),
        description=Notice("Jensen–Shannon divergence of label rates in nats; times 2N it is G²."),
        column="jensen_shannon_nats",
        distance=jensen_shannon,
    ),
    Measure(
        "g2",
        symbol=Notice("G²/J"),
        description=Notice("Likelihood ratio: close to χ²/J except for rare labels."),
        column="g2_per_label",
        distance=power_divergence(0.0),
        per_label=True,
    ),
    Measure(
        "cressie_read",
        symbol=Notice("Cressie–Read/J"),
        description=Notice("Power divergence (λ = 2/3) over J, between χ²/J and G²/J."),
        column="cressie_read_per_label",
        distance=power_divergence(2 / 3),
        per_label=True,
    ),
    Measure(
        "hellinger",
        symbol=Notice("Hellinger"),
        description=Notice("Hellinger distance of label rates, 0 to 1."),
        column="hellinger",
        distance=hellinger,
    ),
    Measure(
        "total_variation",
        symbol=Notice("total variation"),
        description=Notice("Largest difference of rates over sets of labels."),
        column="total_variation",
        distance=total_variation,
    ),
    Measure(
        LENGTHS,
        symbol=Notice("shift in tokens"),
        name=Notice("Wasserstein, for lengths"),
        description=Notice("Mean shift of lengths in tokens; other attributes keep χ²/J."),
        column="wasserstein_tokens",
        distance=wasserstein,
        numeric=True,
    ),
    Measure(
        SEEN,
        symbol=Notice("seen share"),
        description=Notice("Share of the second half's occurrences whose label the first half has."),
        column="seen_share",
        distance=seen_share,
        share=True,
    ),
    Measure(
        SEEN_BACK,
        symbol=Notice("seen share, other way"),
        description=Notice("Share of the first half's occurrences whose label the second half has."),
        column="seen_share_back",
        distance=seen_back,
        share=True,
    ),
    Measure(
        SMALLEST,
        symbol=Notice("fewest of a label"),
        description=Notice("Fewest occurrences of any label on a side."),
        column="smaller_side",
        distance=smaller_side,
        offered=False,
    ),
)
MEASURES = {one.key: one for one in _ALL}
OFFERED = tuple(one.key for one in _ALL if one.offered)
SHARES = tuple(one.key for one in _ALL if one.share)


def simulated(keys: Sequence[str]) -> Notice | None:
    """What is not known of measures other than the paper's; None where all of it is."""
    if all(MEASURES[key].exact for key in keys):
        return None
    return Notice("Floor and exact expectation exist for χ²/J only; others show the mean of random splits.")


def measure_of(statistic: str | float) -> Measure:
    """The record of a name, or of the exponent of a power divergence."""
    if isinstance(statistic, str):
        return MEASURES[statistic]
    power = Notice("power divergence {exponent:g} over J", {"exponent": statistic})
    return Measure("", power, power, "power_divergence", power_divergence(statistic), per_label=True)
