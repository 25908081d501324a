"""Random halves of a corpus, scored in several attributes, each by its own measure."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import InputError
from ..attribute_measure import attribute_measures
from ..checks import as_list, check_seed, check_whole
from ..law import ReferenceLaw, floor, reference_law
from ..measures import MEASURES, PAPER, SHARES
from ..thresholds import Thresholds, ends
from .candidates import known_values
from .ranking import By
from .selection import pass_mask

Floats = NDArray[np.float64]


@frozen(eq=False)
class ScoredAttribute:
    """One attribute of many random halves by one measure, and what is known of it beforehand."""

    name: str
    measure: str
    ordered: Floats  # (n_candidates,), ascending
    expected: float  # exact for chi-square, else the mean of the candidates
    sd: float
    floor: float | None  # None where none is known
    factor: float | None  # times chi2/J; None where the measure is no multiple of it
    law: ReferenceLaw | None  # of chi2/J; None where there is none

    @property
    def varied(self) -> bool:
        """Whether the halves differ from one another."""
        return bool(self.ordered[0] < self.ordered[-1])

    def share(self, value: float) -> float:
        """Share of the random halves with at most `value`."""
        return float(np.searchsorted(self.ordered, value, side="right")) / len(self.ordered)

    def share_below(self, value: float) -> float:
        """Share of the random halves with less than `value`."""
        return float(np.searchsorted(self.ordered, value, side="left")) / len(self.ordered)

    def middle(self, tail: float = 0.05) -> tuple[float, float]:
        """Between which values the random halves lie, but for that share at either end."""
        low, high = np.quantile(self.ordered, [tail, 1 - tail])
        return float(low), float(high)

    def density(self, values: Floats) -> Floats | None:
        """Density of the reference law; None where there is none."""
        if self.factor is None or self.law is None:
            return None
        return self.law.pdf(values / self.factor) / self.factor

    def usual(self, *, band: bool) -> Thresholds:
        """Where one may begin: half a standard deviation around the expected value, or what half pass."""
        if band:
            lower, upper = self.expected - self.sd / 2, self.expected + self.sd / 2
            return Thresholds(self.name, self.measure, lower, upper)
        n = len(self.ordered)
        median = float(self.ordered[(n - 1) // 2] + self.ordered[n // 2]) / 2
        return Thresholds(self.name, self.measure, None, median)

    def common(self, by: By, bound: float) -> Thresholds:
        """The thresholds of this attribute where all have one bound: `Ranking.bound` of what `by` says."""
        if by == "band":
            lower, upper = self.expected - bound * self.sd, self.expected + bound * self.sd
            return Thresholds(self.name, self.measure, lower, upper)
        return Thresholds(self.name, self.measure, None, 100 * bound if by == "percentile" else bound, by)

    def to_values(self, thresholds: Thresholds) -> Thresholds:
        """The same thresholds as values of the measure.

        The lower end leaves out the lowest `lower` per cent of the random halves, the upper
        one all above the `upper` per cent of them.
        """
        if thresholds.scale == "value":
            return thresholds
        n, (low, high) = len(self.ordered), thresholds.range
        first = int(np.floor(max(low, 0.0) / 100 * n + 1e-9))
        last = int(np.ceil(min(high, 100.0) / 100 * n - 1e-9)) - 1
        lower = float(self.ordered[min(first, n - 1)]) if first > 0 else -np.inf
        # Nothing passes below the first: the floor, or anything below all candidates.
        upper = float(self.ordered[last]) if last >= 0 else self.floor or 0.0
        return replace(thresholds, lower=lower if thresholds.band else None, upper=upper, scale="value")

    def to_percentiles(self, thresholds: Thresholds) -> Thresholds:
        """The same thresholds in per cent of the random halves, to one digit as sliders have them."""
        if thresholds.scale == "percentile":
            return thresholds
        low, high = thresholds.range
        return replace(
            thresholds,
            lower=round(100 * self.share_below(low), 1) if thresholds.band else None,
            upper=round(100 * self.share(high), 1),
            scale="percentile",
        )


@frozen(eq=False)
class ScoredHalves:
    """Random halves and how much they differ in each attribute; see `score_halves`."""

    attributes: tuple[ScoredAttribute, ...]
    divergences: Floats  # (n_candidates, n_attributes), by the measure of each attribute
    n_units: int
    seed: int
    digest: str  # of the values and what they are called

    def __len__(self) -> int:
        return len(self.divergences)

    @property
    def varied(self) -> list[int]:
        """Numbers of the attributes in which the halves differ from one another."""
        return [k for k, attribute in enumerate(self.attributes) if attribute.varied]

    @property
    def buildable(self) -> bool:
        """Whether partitions can be built to bounds: all are of chi-square or seen shares."""
        return all(one.factor is not None or one.measure in SHARES for one in self.attributes)

    def survivors(self, thresholds: Sequence[Thresholds]) -> NDArray[np.bool_]:
        """Which halves keep to the thresholds of every attribute, shape (n_candidates,)."""
        pairs = zip(self.attributes, thresholds, strict=True)
        return pass_mask(self.divergences, *ends(attribute.to_values(one) for attribute, one in pairs))

    def limits(self, thresholds: Sequence[Thresholds]) -> tuple[Thresholds, ...]:
        """What is built to, and recorded: in chi2/J wherever the measure is a multiple of it."""
        pairs = zip(self.attributes, thresholds, strict=True)
        return tuple(attribute.to_values(one).limits(attribute.factor) for attribute, one in pairs)


def score_halves(
    counts_list: Any,
    n_candidates: int,
    *,
    seed: int = 0,
    names: Sequence[str] | None = None,
    measures: Sequence[str] | None = None,
    report: Callable[[int, int], None] | None = None,
) -> ScoredHalves:
    """The random halves 0..n_candidates-1 of a seed in every attribute.

    `counts_list`: (n_units, n_labels) each, or for a measure of numbers (n_units,).
    `names`: of the attributes; 1, 2, ... if not given.
    `measures`: one for each attribute, keys of `MEASURES`; chi2/J if not given.
    The paper, sections 3.4 and 6.2.
    """
    counts_list, n_candidates = as_list(counts_list), check_whole(n_candidates, "n_candidates", 1)
    seed = check_seed(seed)
    names = [str(k + 1) for k in range(len(counts_list))] if names is None else list(names)
    measures = [PAPER] * len(counts_list) if measures is None else list(measures)
    if not len(names) == len(measures) == len(counts_list):
        raise InputError(
            "{n_names} names and {n_measures} measures for {n_attributes} attributes; give one per "
            "attribute.",
            n_names=len(names),
            n_measures=len(measures),
            n_attributes=len(counts_list),
        )
    divergences = np.empty((n_candidates, len(measures)))
    for measure in dict.fromkeys(measures):
        alike = [k for k, other in enumerate(measures) if other == measure]
        wanted = attribute_measures([counts_list[k] for k in alike], measure, names=[names[k] for k in alike])
        divergences[:, alike] = known_values(wanted, n_candidates, seed, report)
    divergences.setflags(write=False)
    digest = hashlib.sha256(repr((names, measures, divergences.shape, seed)).encode() + divergences.tobytes())
    return ScoredHalves(
        tuple(
            _score_attribute(name, measure, counts, values)
            for name, measure, counts, values in zip(names, measures, counts_list, divergences.T, strict=True)
        ),
        divergences,
        np.shape(counts_list[0])[0],
        seed,
        digest.hexdigest(),
    )


def _score_attribute(name: str, measure: str, counts: Any, values: Floats) -> ScoredAttribute:
    ordered = np.sort(values)
    if not MEASURES[measure].exact:
        mean, sd = float(values.mean()), float(values.std())
        return ScoredAttribute(name, measure, ordered, mean, sd, None, None, None)
    law = reference_law(counts)
    factor = law.n_labels / max(law.n_labels - MEASURES[measure].ddof, 1)
    return ScoredAttribute(
        name, measure, ordered, factor * law.mean, factor * law.sd, factor * floor(counts), factor, law
    )
