"""Where the parts of a split stand among random parts of the same sizes.

A split into training and validation is two parts of which one is trained on; K folds are K parts, each
measured against all others together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_range, check_shape
from ...brief import frozen
from ...errors import DesignError
from ..attribute_measure import (
    AttributeMeasure,
    Statistic,
    attribute_measure,
    attribute_measures,
    no_occurrence,
)
from ..checks import as_list, check_masks, check_seed, check_whole
from ..halves.candidates import N_RANDOM, random_divergences, stages, values_of_each
from ..halves.rebalance import BLOCK
from ..halves.tally import Tally
from ..measures import PAPER
from .random_parts import check_part_sizes, mask_words, random_parts

TAIL = 0.05  # of random splits: what is further out on either side is called unusual
LARGE = 50_000  # units beyond which fewer random parts are taken, to answer within seconds
N_PARTS, N_PARTS_LARGE = 2_000, 500  # of more parts, or where groups are kept whole, which takes longer
REFERENCE_SEED = 0  # of the random splits, unless another is asked for
TIE = 1e-9  # values nearer than this, relative to 1 + value, are equal on every processor


def usual_n_random(n_units: int, *, bits: bool) -> int:
    """Random splits to compare with: of two sides that are drawn as bits more than of parts."""
    if bits:
        return N_RANDOM
    return N_PARTS if n_units <= LARGE else N_PARTS_LARGE


@frozen(eq=False)
class Standing:
    """One number of a split beside the same number of random splits of the same sizes."""

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
        """The mid-percentile as displayed everywhere, see `display_percentile`."""
        return display_percentile(self.percentile)

    @property
    def place(self) -> str:
        """ "high" or "low" if at most 5% of the random splits are as far out, else "usual"."""
        return self.place_among(1)

    def place_among(self, n: float) -> str:
        """The same of one of `n` numbers, of which any is "high" in at most 5% of splits (Bonferroni).

        Of infinitely many: farther out than every random split.
        """
        if self.below >= 1 - TAIL / n:
            return "high"
        return "low" if self.at_most <= TAIL / n else "usual"


@frozen(eq=False)
class Judgement:
    """One number of every part against what is trained on for it, beside random parts of these sizes."""

    values: NDArray[np.float64]  # of each part that is validated: one of a split, K of folds
    mean: Standing  # over the units of the parts: a part counts by its size
    largest: Standing  # of a split the same as `mean`
    smallest: Standing
    random: NDArray[np.float64]  # (n_random, n_validated): of random parts, NaN where it is not known

    def part_standing(self, k: int) -> Standing:
        """One part by itself, the k-th of those that are validated."""
        return _standing(float(self.values[k]), self.random[:, k])


def judge_parts(
    parts: ArrayLike,
    counts_list: Any,
    *,
    training: int | None = None,
    n_random: int | None = None,
    seed: int = REFERENCE_SEED,
    report: Callable[[int, int], None] | None = None,
    statistic: Statistic = PAPER,
    groups: ArrayLike | None = None,
) -> tuple[Judgement, ...]:
    """Compare a split of any ratio, K folds, or train, dev and test, with random ones of the same sizes.

    Parameters
    ----------
    parts : array of bool or int, shape (n_units,)
        Of a split, True = training side. Else the part of each unit: 0, 1 … without a gap.
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
    training : int, optional
        The part that is trained on, for train, dev and test: every other part is measured against it.
        If not given the parts are folds: each is measured against all others together.
    n_random : int, optional
        10,000 of a split if not given; of more parts, and with groups, 2,000, or 500 for more than
        50,000 units.
    seed : int
        Of the random parts.
    report : callable, optional
        Called as report(done, n_random) from time to time; an exception it raises ends the work.
    statistic
        As in `divergence`; for a measure of numbers each attribute is one per unit.
    groups : array_like, shape (n_units,), optional
        The random parts keep units of the same group together, as `random_parts` does: right for a
        split that keeps them together too, such as documents, whose labels differ more by chance.

    Returns
    -------
    tuple of Judgement
        One for each attribute: mean over the parts, weighted by their units, largest and smallest
        value, each with its place among the same number of random parts.

    Raises
    ------
    InputError
        If the arguments cannot be used, or a part has no occurrence of an attribute.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, eq. (3) and section 6.2 (random splits to compare with).

    Examples
    --------
    >>> labels = ["a"] * 30 + ["b"] * 30
    >>> cut = [k // 12 for k in range(60)]  # five pieces of a sorted file
    >>> mx.partitions.judge_parts(cut, [labels], n_random=200)[0].mean.place
    'high'
    """
    wanted = attribute_measures(as_list(counts_list), statistic)
    return _judge(parts, wanted, training, n_random, seed, report, groups)


def judge_measures(
    parts: ArrayLike,
    measures: Sequence[tuple[Any, Statistic]],
    *,
    training: int | None = None,
    n_random: int | Sequence[int] | None = None,
    seed: int = REFERENCE_SEED,
    report: Callable[[int, int], None] | None = None,
    groups: ArrayLike | None = None,
) -> tuple[Judgement, ...]:
    """`judge_parts` of several measures: `measures` has (counts, statistic) as `divergence` takes them.

    All are beside the same random parts, drawn once; `n_random` may be one for each.
    """
    wanted = [
        attribute_measure(counts, statistic, name=f"asked[{k}]")
        for k, (counts, statistic) in enumerate(measures)
    ]
    return _judge(parts, wanted, training, n_random, seed, report, groups)


def _judge(
    parts: ArrayLike,
    measures: Sequence[AttributeMeasure],
    training: int | None,
    n_random: int | Sequence[int] | None,
    seed: int,
    report: Callable[[int, int], None] | None,
    groups: ArrayLike | None,
) -> tuple[Judgement, ...]:
    of_unit, training = _check_parts(parts, training)
    for each in measures:
        check_shape("parts", of_unit.shape, f"({each.table.shape[0]},)", DesignError)
    sizes = np.bincount(of_unit)
    bits = len(sizes) == 2 and training is not None and groups is None
    if n_random is None:
        n_random = usual_n_random(len(of_unit), bits=bits)
    numbers = list(n_random) if isinstance(n_random, Sequence) else [n_random] * len(measures)
    numbers, seed = [check_whole(one, "n_random", 1) for one in numbers], check_seed(seed)
    if bits:  # one of the two sides says all, and its random ones are drawn as bits
        side = of_unit == training
        given = np.array([_side_value(each, side) for each in measures])[:, None]
        n_first = int(side.sum())  # of halves those that files, the page Splits and `score` draw, too
        is_half = abs(2 * n_first - len(side)) <= 1
        drawn = values_of_each(measures, numbers, seed, report, n_first=None if is_half else n_first)
        random = drawn.T[:, :, None]
    else:
        given, random = _part_values(
            measures, of_unit, sizes.tolist(), training, numbers, seed, report, groups
        )
    for each, values in zip(measures, given, strict=True):
        if np.isnan(values).any():
            raise no_occurrence(each.name)
    validated = np.delete(sizes, [] if training is None else training)
    shares = validated / validated.sum()
    return tuple(
        _judgement(each.name, values, others, shares)
        for each, values, others in zip(measures, given, random, strict=True)
    )


def _judgement(
    name: str, values: NDArray[np.float64], random: NDArray[np.float64], shares: NDArray[np.float64]
) -> Judgement:
    """`shares`: of the validated units, by part."""
    mean = _standing(float((values * shares).sum()), (random * shares).sum(axis=-1), name)
    largest, smallest = (_standing(float(of(values)), of(random, axis=-1), name) for of in (np.max, np.min))
    return Judgement(values, mean, largest, smallest, random)


def _check_parts(parts: ArrayLike, training: int | None) -> tuple[NDArray[np.int64], int | None]:
    """Numbers of parts, 0, 1 … without a gap, (n_units,), and the one that is trained on."""
    given = np.asarray(parts)
    if given.dtype == np.bool_ and given.ndim == 1:
        return np.where(check_masks(given[None, :])[0], 0, 1), 0
    if given.ndim != 1 or given.dtype.kind not in "iu" or (len(given) and given.min() < 0):
        raise DesignError(
            "`parts` needs a bool or part number (0, 1, …) per unit, found {dtype} of shape {shape}.",
            dtype=str(given.dtype),
            shape=given.shape,
        )
    of_unit = given.astype(np.int64)
    sizes = check_part_sizes(np.bincount(of_unit).tolist())
    if training is not None:
        check_range("training", check_whole(training, "training", 0), f"[0, {len(sizes)})", DesignError)
    return of_unit, training


def _side_value(measure: AttributeMeasure, side: NDArray[np.bool_]) -> float:
    """The measure of a split; NaN where a side has no occurrence."""
    first = measure.table[np.flatnonzero(side)].sum(axis=0)[:, None]
    return float(measure.values(first)[0]) if measure.defined(first)[0] else np.nan


def _part_values(
    measures: Sequence[AttributeMeasure],
    of_unit: NDArray[np.int64],
    sizes: list[int],
    training: int | None,
    numbers: list[int],
    seed: int,
    report: Callable[[int, int], None] | None,
    groups: ArrayLike | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The measures of the parts, (n_attributes, n_validated), and of random ones, with candidates between."""
    n_parts, n_random = len(sizes), max(numbers)
    random = np.full((len(measures), n_random, n_parts - (training is not None)), np.nan)
    for begin, stop, some in stages(numbers):  # of all at first
        measured = [measures[k] for k in some]
        plan = Tally([one.table for one in measured])
        if not begin:
            given = _values(plan, measured, of_unit[None].astype(np.int16), n_parts, training)[:, 0]
        for block in range(begin, stop):
            rows = range(block * BLOCK, min((block + 1) * BLOCK, n_random))
            candidates = random_parts(sizes, candidates=rows, seed=seed, groups=groups)
            random[some, rows.start : rows.stop] = _values(plan, measured, candidates, n_parts, training)
            if report is not None:
                report(rows.stop, n_random)
    for k, number in enumerate(numbers):
        random[k, number:] = np.nan
    return given, random


def _values(
    plan: Tally,
    measures: Sequence[AttributeMeasure],
    parts: NDArray[np.int16],
    n_parts: int,
    training: int | None,
) -> NDArray[np.float64]:
    """Every measure of the parts that are validated, (n_attributes, n_candidates, n_validated)."""
    n = len(parts)
    validated = [part for part in range(n_parts) if part != training]
    result = np.empty((len(measures), n, len(validated)))
    # Of two parts one is all that the other is not.
    trained = None if training is None or n_parts == 2 else plan.totals(mask_words(parts == training))
    for k, part in enumerate(validated):
        counted = plan.totals(mask_words(parts == part))
        for row, (each, labels) in enumerate(zip(measures, plan.attributes, strict=True)):
            inside = counted[labels][:, :n].astype(np.int64)
            rest = each.totals[:, None] - inside if trained is None else trained[labels][:, :n]
            result[row, :, k] = each.pair_values(rest, inside)
    return result


def _standing(value: float, random: NDArray[np.float64], attribute: str = "") -> Standing:
    known = random[~np.isnan(random)]
    if not len(known):
        raise no_occurrence(attribute)
    slack = TIE * (1 + value)
    below, at_most = float((known < value - slack).mean()), float((known <= value + slack).mean())
    return Standing(value, below, at_most, float(known.mean()), known)


def mid_percentiles(values: Iterable[float], random: NDArray[np.float64]) -> NDArray[np.float64]:
    """`Standing.percentile` of each of several numbers among the same random ones."""
    return np.array([_standing(float(value), random).percentile for value in values])


def half_percentiles(counts: Sequence[Any], values: Sequence[ArrayLike]) -> list[NDArray[np.float64]]:
    """For each attribute, where chi2/J of some halves stands: as `judge_parts` says of each of them."""
    if not counts:
        return []
    random = random_divergences(counts, N_RANDOM, seed=REFERENCE_SEED)
    return [mid_percentiles(np.asarray(some), of) for some, of in zip(values, random.T, strict=True)]


def display_percentile(share: float) -> float:
    """A share of random splits in percent with one digit; 0 and 100 only for none and all."""
    return 100.0 * share if share in (0, 1) else min(max(round(100 * share, 1), 0.1), 99.9)


def percentile_text(share: float) -> str:
    """The same as pages, tables and sentences write it.

    >>> percentile_text(0.99996)
    '99.9%'
    """
    return f"{display_percentile(share):.1f}%"
