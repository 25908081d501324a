"""The paper's own procedure: sets that keep the condition on overlaps, then the other conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice, check_range
from ...brief import frozen
from ...errors import DesignError, Notice, Whole
from ..checks import as_list, check_counts, check_seed, check_units, check_whole
from ..design import PartitionSet, Selection
from ..label_divergence import divergence
from ..measures import PAPER
from ..thresholds import Bound, Thresholds, check_thresholds
from .blocks import block_partitions
from .candidates import N_RANDOM, random_divergences
from .evenness import most_even

Screen = Literal["sets", "halves"]
C = 1.0  # of section 3.4
SETS = 500  # of section 6.3
SHARE = 2  # a design of n units has n / SHARE splits at most: with more, overlaps are no longer n/4
MOST_SEEDS = 2**20
AT_ONCE = 50  # sets


@frozen
class Condition:
    """An upper bound of chi2/J, or of the distance of overlaps from n/4, and what it leaves."""

    name: str  # of the attribute, or c₀
    bound: float
    passing: float  # share of candidates that meet it
    random: float | None  # share of random halves; None of overlaps
    largest: float  # of the set


@frozen(eq=False)
class Screened:
    partitions: PartitionSet
    screen: Screen
    c0: float  # asked for
    candidates: int  # sets, or single splits
    survivors: int  # that meet all conditions
    passing: tuple[float, ...]  # share of candidates that meet each condition: attributes, then c_0
    nearly: tuple[int, ...]  # splits, from 1, that only nearly meet the conditions
    excess: float  # largest chi2/J over its bound; above 1 where a condition is not met

    @property
    def conditions_met(self) -> bool:
        """Whether every condition holds."""
        return not self.nearly and self.overlaps_met

    @property
    def overlaps_met(self) -> bool:
        return self.partitions.overlap_deviation() <= self.c0

    def conditions(self, counts_list: Sequence[Any]) -> tuple[Condition, ...]:
        """That on overlaps, then one for each attribute."""
        assert self.partitions.selection is not None
        found = [Condition("c₀", self.c0, self.passing[-1], None, self.partitions.overlap_deviation())]
        values = random_divergences(counts_list, N_RANDOM, seed=self.partitions.seed or 0).T
        asked = self.partitions.selection.thresholds
        for one, share, random, counts in zip(asked, self.passing, values, counts_list, strict=False):
            low, high = one.range
            within = float(((random >= low) & (random <= high)).mean())
            largest = float(self.partitions.divergence(counts).max())
            found.append(Condition(one.attribute, high, share, within, largest))
        return tuple(found)

    def sentences(self) -> tuple[Notice, ...]:
        """How many candidates are left, and which splits only nearly meet the conditions."""
        counts = {"survivors": self.survivors, "candidates": self.candidates}
        sets = Notice(
            "{survivors} of {candidates} sets of {m} meet all conditions.", {**counts, "m": self.partitions.m}
        )
        halves = Notice("{survivors} of {candidates} splits meet all bounds.", counts)
        sentences = [sets if self.screen == "sets" else halves]
        if self.nearly:
            values = {"splits": Whole(", ".join(map(str, self.nearly))), "excess": self.excess}
            sentences.append(
                Notice("Splits {splits} only nearly do: up to {excess:.2f} times a bound.", values)
            )
        if not self.overlaps_met:
            off = {"off": self.partitions.overlap_deviation(), "c0": self.c0}
            sentences.append(Notice("Overlaps are {off:g} from n/4, above c₀ = {c0:g}.", off))
        return tuple(sentences)


def screened_partitions(
    counts_list: Any,
    m: int,
    *,
    thresholds: float | Sequence[Bound] = C,
    c0: float = C,
    screen: Screen = "sets",
    n_candidates: int = SETS,
    seed: int = 0,
    attributes: Sequence[str] | None = None,
    report: Callable[[int, int], None] | None = None,
) -> Screened:
    """Block sets first, then every other condition checked, as section 4 of the paper has it.

    Parameters
    ----------
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
    thresholds : float or sequence, optional
        As in `selected_partitions`, of chi2/J; 1 for every attribute, as the paper proposes.
    c0 : float
        Largest distance of an overlap from n/4.
    screen : {"sets", "halves"}
        Candidates: `n_candidates` block sets of m splits, each kept or dropped as a whole (section
        6.3); or the splits of one large block design, kept one by one (section 4), of which m are taken.
    n_candidates : int
        At most; a design of single splits has no more than half as many as there are units.
    attributes : sequence of str, optional
        Names, for the record.
    report : callable, optional
        Told how many sets were looked at, and of how many.

    Returns
    -------
    Screened
        Where too few survive, with the candidates that exceed their bounds least.

    Raises
    ------
    DesignError
        If a threshold is of another measure than chi2/J, or there are fewer than m splits to choose from.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data sets, sections 3.4, 4 and 6.3.

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]] * 4
    >>> mx.partitions.screened_partitions([counts], 2, thresholds=0.9, screen="halves").candidates
    16
    """
    tables = [check_counts(counts) for counts in as_list(counts_list)]
    m, seed = check_whole(m, "m", 1), check_seed(seed)
    n_candidates = check_whole(n_candidates, "n_candidates", 1)
    check_range("n_candidates", n_candidates, f"[1, {MOST_SEEDS}]", DesignError)
    check_range("c0", c0, "[0, inf)", DesignError)
    check_choice("screen", screen, get_args(Screen))
    names = [str(k + 1) for k in range(len(tables))] if attributes is None else attributes
    asked = check_thresholds(thresholds, len(tables), names)
    for one in asked:
        if one.measure != PAPER or one.scale != "value":
            raise DesignError("Screening needs bounds of χ²/J, found {measure}.", measure=one.measure)
    n_units = check_units(tables[0].shape[0])
    if screen == "sets":
        return _sets(tables, n_units, m, asked, c0, n_candidates, seed, report)
    return _halves(tables, n_units, m, asked, c0, n_candidates, seed)


def _sets(
    tables: list[Any],
    n_units: int,
    m: int,
    thresholds: tuple[Thresholds, ...],
    c0: float,
    n_candidates: int,
    seed: int,
    report: Callable[[int, int], None] | None,
) -> Screened:
    m_max = max(m, 3)  # 3 x 2 of the paper has four blocks
    made: list[NDArray[np.uint8]] = []
    values, off = np.empty((n_candidates, m, len(tables))), np.empty(n_candidates)
    for first in range(0, n_candidates, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, n_candidates))
        some = [block_partitions(n_units, m, _seed(seed, number), m_max=m_max) for number in numbers]
        off[numbers.start : numbers.stop] = [one.overlap_deviation() for one in some]
        masks = np.concatenate([one.masks for one in some])
        values[numbers.start : numbers.stop] = _values(masks, tables).reshape(len(some), m, -1)
        made += [np.packbits(one.masks, axis=1) for one in some]
        if report is not None:
            report(numbers.stop, n_candidates)
    over = _excess(values, thresholds)  # (candidates, m, attributes)
    worst = over.max(axis=(1, 2))
    passed = (worst <= 1) & (off <= c0)
    order = np.lexsort((np.arange(n_candidates), worst, off > c0, ~passed))
    # Survivors are alike: the first of them is taken, not the best.
    number = int(np.flatnonzero(passed)[0]) if passed.any() else int(order[0])
    masks = np.unpackbits(made[number], axis=1, count=n_units).astype(bool)
    nearly = () if passed.any() else tuple((np.flatnonzero(over[number].max(axis=1) > 1) + 1).tolist())
    selection = Selection(thresholds, n_candidates, int(passed.sum()), (number,) * m)
    passing = (*(over.max(axis=1) <= 1).mean(axis=0).tolist(), float((off <= c0).mean()))
    partitions = PartitionSet(masks, "screened", seed, selection)
    return Screened(
        partitions, "sets", c0, n_candidates, int(passed.sum()), passing, nearly, float(worst[number])
    )


def _halves(
    tables: list[Any],
    n_units: int,
    m: int,
    thresholds: tuple[Thresholds, ...],
    c0: float,
    n_candidates: int,
    seed: int,
) -> Screened:
    n_splits = min(n_candidates, max(n_units // SHARE, m))
    masks = block_partitions(n_units, n_splits, seed, m_max=n_splits).masks
    over = _excess(_values(masks, tables), thresholds)
    worst = over.max(axis=1)
    passed = np.flatnonzero(worst <= 1)
    if len(passed) >= m:
        chosen = passed[most_even(np.packbits(masks[passed], axis=1), n_units, m)]
    else:
        chosen = np.lexsort((np.arange(n_splits), worst))[:m]
    chosen = np.sort(chosen)
    nearly = tuple((np.flatnonzero(worst[chosen] > 1) + 1).tolist())
    selection = Selection(thresholds, n_splits, len(passed), tuple(chosen.tolist()))
    partitions = PartitionSet(masks[chosen], "screened", seed, selection)
    return Screened(
        partitions,
        "halves",
        c0,
        n_splits,
        len(passed),
        (*(over <= 1).mean(axis=0).tolist(), float(partitions.overlap_deviation() <= c0)),
        nearly,
        float(worst[chosen].max()),
    )


def _seed(seed: int, number: int) -> int:
    """Sets of other seeds are other sets."""
    return (seed * MOST_SEEDS + number) % (2**63 - 1)


def _values(masks: NDArray[np.bool_], tables: Sequence[Any]) -> NDArray[np.float64]:
    return np.stack([divergence(masks, counts) for counts in tables], axis=-1)


def _excess(values: NDArray[np.float64], thresholds: Sequence[Thresholds]) -> NDArray[np.float64]:
    """How many times its bound each value is; above 1 it is not met."""
    over = np.empty_like(values)
    for k, one in enumerate(thresholds):
        low, high = one.range
        above = values[..., k] / high if high > 0 else np.where(values[..., k] > 0, np.inf, 1.0)
        below = np.where(values[..., k] < low, 1 + low - values[..., k], 0.0)
        over[..., k] = np.maximum(above, below)
    return over
