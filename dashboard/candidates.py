"""The random halves of a corpus, scored by the chosen measure and kept between reruns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

import mx2core as mx
from dashboard import state
from dashboard.limits import check_candidates
from dashboard.measures import PAPER, PER_DEGREE, SHIFT
from dashboard.remembered import Remembered
from dashboard.text import _
from dashboard.waiting import progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.analysis import Chosen
    from mx2core.corpus import Corpus
    from mx2core.partition import ReferenceLaw

FEWEST = 1_000  # candidates; what is drawn when a user does not want to wait for more


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """One attribute by its measure, with what is known of random halves."""

    name: str
    measure: str  # a key of dashboard.measures
    expected: float  # exact for chi-square, else the mean of the candidates
    sd: float
    floor: float | None  # None where none is known
    factor: float | None  # times chi-square/J; None where the measure is no multiple of it
    law: ReferenceLaw

    def density(self, values: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Density of the reference law; None where there is none."""
        if self.factor is None:
            return None
        return self.law.pdf(values / self.factor) / self.factor


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Random halves and how much they differ in each attribute."""

    attributes: tuple[Measured, ...]
    divergences: NDArray[np.float64]  # (n_candidates, n_attributes)
    ordered: NDArray[np.float64]  # the same, each column sorted
    seed: int
    digest: str  # of all they depend on

    def __len__(self) -> int:
        return len(self.divergences)

    def varied(self, k: int) -> bool:
        """Whether the halves differ from one another in attribute k."""
        return bool(self.ordered[0, k] < self.ordered[-1, k])

    def share(self, k: int, bound: float) -> float:
        """Share of the candidates with at most `bound` in attribute k."""
        return float(np.searchsorted(self.ordered[:, k], bound, side="right")) / len(self)

    def below(self, k: int, bound: float) -> float:
        """Share of the candidates with less than `bound` in attribute k."""
        return float(np.searchsorted(self.ordered[:, k], bound, side="left")) / len(self)

    @property
    def of_paper(self) -> bool:
        """Whether every attribute is measured by chi-square, so that partitions can be built to bounds."""
        return all(attribute.factor is not None for attribute in self.attributes)


_kept: Remembered[Candidates] = Remembered(24)


def measures(names: tuple[str, ...]) -> tuple[str, ...]:
    """The measure of each attribute: the one chosen, or the paper's where that one is about lengths."""
    key = state.chosen("measure", PAPER)
    return tuple(PAPER if key == SHIFT and name != "length" else key for name in names)


def scored(seen: Chosen) -> Candidates:
    """The random halves of the corpus in the chosen attributes."""
    n, seed, keys = state.chosen("candidates", 10_000), state.chosen("seed", 0), measures(seen.names)
    check_candidates(n)
    corpus = state.project().corpus
    digest = f"{seen.digest}|{corpus.units_sha256}|{n}|{seed}|{','.join(keys)}"
    return _kept.get(digest, lambda: _scored(seen, corpus, n, seed, keys, digest))


def _scored(
    seen: Chosen, corpus: Corpus, n: int, seed: int, keys: tuple[str, ...], digest: str
) -> Candidates:
    factors = tuple(_factor(key, law) for key, law in zip(keys, seen.laws, strict=True))
    values = np.empty((n, len(keys)))
    fewer = partial(state.choose, "candidates", FEWEST)
    with progress(_("Scoring {n:,} random halves").format(n=n), "scoring", fewer) as report:
        for key in dict.fromkeys(keys):
            alike = [k for k, other in enumerate(keys) if other == key]
            values[:, alike] = mx.random_divergences(
                [_unit_lengths(corpus)] if key == SHIFT else [seen.counts[k] for k in alike],
                n,
                seed,
                report,
                statistic=PAPER if key == PER_DEGREE else key,
                ddof=int(key == PER_DEGREE),
            )
    values.setflags(write=False)  # shared by all sessions
    attributes = []
    for k, (name, key, factor) in enumerate(zip(seen.names, keys, factors, strict=True)):
        if factor is None:
            expected, sd, floor = float(values[:, k].mean()), float(values[:, k].std()), None
        else:
            expected, sd, floor = factor * seen.expected[k], factor * seen.laws[k].sd, factor * seen.floors[k]
        attributes.append(Measured(name, key, expected, sd, floor, factor, seen.laws[k]))
    return Candidates(tuple(attributes), values, np.sort(values, axis=0), seed, digest)


def _factor(key: str, law: ReferenceLaw) -> float | None:
    if key == PER_DEGREE:
        return law.n_labels / max(law.n_labels - 1, 1)
    return 1.0 if key == PAPER else None


def _unit_lengths(corpus: Corpus) -> NDArray[np.float64]:
    """Tokens of each unit, shape (n_units,)."""
    return np.bincount(corpus.units, weights=np.diff(corpus.sentences.starts), minlength=len(corpus))
