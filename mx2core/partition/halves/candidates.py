"""The divergence of many random splits, of which only the values are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...executors.pieces import map_pieces
from ..attribute_measure import AttributeMeasure, Statistic, attribute_measures, no_occurrence
from ..checks import as_list, check_seed, check_units, check_whole
from ..labels import is_one_attribute
from ..measures import PAPER
from ..unseen import Unseen
from .random_halves import half_words
from .rebalance import BLOCK, Words
from .sides import check_sizes, side_words
from .tally import Tally

N_RANDOM = 10_000  # random halves to compare with, in all that says where a split stands
TALLIED_WORDS = 2**18  # of splits counted at a time: 2 MB stay in the processor's cache
TOGETHER = 8  # times as many are sent to an executor; fewer are counted here before they could arrive
COUNTED = 2**22  # occurrences of a label counted at a time, so that many labels do not delay a report
WORKED_WORDS = 2**24  # of the sums in between: 128 MB


def random_divergences(
    counts_list: Any,
    n_candidates: int,
    *,
    seed: int = 0,
    report: Callable[[int, int], None] | None = None,
    statistic: Statistic = PAPER,
    n_first: int | None = None,
) -> NDArray[np.float64]:
    """chi2/J, or another measure, of the random halves 0..n_candidates-1 in every attribute.

    Parameters
    ----------
    counts_list : one attribute, or a sequence or data frame of several
        An attribute is an ndarray or CSR of int (n_units, n_labels), or the labels themselves,
        one per unit: a list, an array or a column. For a measure of numbers one
        per unit, shape (n_units,).
    report : callable, optional
        Called as report(done, n_candidates) from time to time; an exception it
        raises ends the work at once.
    statistic
        As in `divergence`.
    n_first : int, optional
        Units on the first side, for random splits of another ratio.

    Returns
    -------
    ndarray of float, shape (n_candidates,) for one attribute, (n_candidates, n_attributes) for several
        Row i belongs to `random_masks(n_units, [i], seed)`, by which a candidate
        is made again, or with `n_first` to `random_sides(n_units, n_first, [i], seed)`;
        masks are not kept.

    Raises
    ------
    InputError
        If the arguments cannot be used, or an attribute has so few occurrences that
        a side is left without any.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, section 6.2 (1,000 random splits of each frame).

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1]]
    >>> mx.random_divergences([counts], 100, seed=1).shape
    (100, 1)
    """
    counts_list, alone = as_list(counts_list), is_one_attribute(counts_list)
    wanted = attribute_measures(counts_list, statistic)
    n_candidates, seed = check_whole(n_candidates, "n_candidates", 0), check_seed(seed)
    values = known_values(wanted, n_candidates, seed, report, n_first=n_first)
    return values[:, 0] if alone else values


def known_values(
    measures: Sequence[AttributeMeasure],
    n_candidates: int,
    seed: int,
    report: Callable[[int, int], None] | None = None,
    *,
    n_first: int | None = None,
) -> NDArray[np.float64]:
    """The values of `random_divergences`, refused where a side holds no occurrence of an attribute."""
    values = values_of_each(measures, [n_candidates] * len(measures), seed, report, n_first=n_first)
    unknown = np.flatnonzero(np.isnan(values).any(axis=0))
    if len(unknown):
        raise no_occurrence(measures[int(unknown[0])].name)
    return values


def values_of_each(
    measures: Sequence[AttributeMeasure],
    numbers: Sequence[int],
    seed: int,
    report: Callable[[int, int], None] | None = None,
    *,
    n_first: int | None = None,
) -> NDArray[np.float64]:
    """Values of so many candidates for each attribute, drawn once for all; NaN behind them.

    NaN also where a side holds no occurrence of an attribute.
    """
    n_units = check_units(measures[0].table.shape[0])
    if n_first is not None:
        n_units, n_first = check_sizes(n_units, n_first)
    result = np.full((max(numbers), len(measures)), np.nan)
    for begin, stop, some in stages(numbers):
        scoring = _Scoring([measures[k] for k in some], n_units, n_first, seed)
        step = scoring.n_blocks()
        pieces = [(block, min(step, stop - block)) for block in range(begin, stop, step)]
        done = begin * BLOCK
        for values in map_pieces(scoring.values, pieces, together=TOGETHER):
            if values is not None:
                rows = slice(done, min(done + len(values), len(result)))
                result[rows, some] = values[: rows.stop - done]
                done = rows.stop
            if report is not None:
                report(done, len(result))
    for k, number in enumerate(numbers):
        result[number:, k] = np.nan
    return result


def stages(numbers: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Blocks from one number to another, and the attributes of which so many candidates are wanted."""
    begin = 0
    for number in sorted(set(numbers)):
        stop = -(-number // BLOCK)
        if stop > begin:
            yield begin, stop, [k for k, each in enumerate(numbers) if each >= number]
        begin = max(begin, stop)


class _Scoring:
    """The plan to measure some attributes in many splits."""

    def __init__(
        self, measures: Sequence[AttributeMeasure], n_units: int, n_first: int | None, seed: int
    ) -> None:
        self._measures, self._n_units, self._n_first, self._seed = measures, n_units, n_first, seed
        self._unseen = {k: Unseen(each) for k, each in enumerate(measures) if each.measure.share}
        tables = [
            self._unseen[k].counted if k in self._unseen else each.table for k, each in enumerate(measures)
        ]
        self._plan = Tally(tables)

    def n_blocks(self) -> int:
        """Of 64 splits, counted at a time."""
        n_words = max(self._plan.n_words, *(one.n_labels for one in self._unseen.values()), 1)
        most = min(COUNTED // (BLOCK * self._plan.n_labels), WORKED_WORDS // n_words)
        return min(max(8, TALLIED_WORDS // self._n_units), max(1, most))

    def values(self, blocks: tuple[int, int]) -> NDArray[np.float64]:
        """Of the splits of some blocks, by the first and how many: (n_splits, n_attributes)."""
        words = self._draw(*blocks)
        result = np.full((BLOCK * words.shape[1], len(self._measures)), np.nan)
        first = self._plan.totals(words)
        for k, (each, labels) in enumerate(zip(self._measures, self._plan.attributes, strict=True)):
            if k in self._unseen:
                result[:, k] = self._unseen[k].shares(words, first[labels].astype(np.int64))
                continue
            known = each.defined(first[labels])
            if known.all():
                result[:, k] = _values(each, first[labels])
            elif known.any():
                result[known, k] = _values(each, first[labels][:, known])
        return result

    def _draw(self, block: int, n_blocks: int) -> Words:
        if self._n_first is None:
            return half_words(self._n_units, block, n_blocks, self._seed)
        return side_words(self._n_units, self._n_first, block, n_blocks, self._seed)


def _values(measure: AttributeMeasure, first: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
    """Some halves at a time: in 64-bit numbers the counts of many labels take four times their memory."""
    n_parts = max(1, len(first) * first.shape[1] // COUNTED)
    n_parts = min(n_parts, max(1, first.shape[1] // 8))  # a single half would be summed up in another order
    return np.concatenate([measure.values(part) for part in np.array_split(first, n_parts, axis=1)])
