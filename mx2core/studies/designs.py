"""Named experiments that repeat those of section 6 of the paper on any corpus.

A design is a study: it says what it asks and which folds answer it before anything is trained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_choice, check_range
from ..brief import frozen
from ..corpus.model import Corpus
from ..corpus.sentences import Attribute
from ..errors import DesignError, Notice
from ..partition import divergence, random_divergences, random_masks, select_bad, select_good
from ..partition.checks import LARGEST_SEED, check_seed, check_whole
from ..partition.construct.build import TARGETS
from ..partition.construct.named import WITHOUT_LABELS, HalvesMethod, named_partitions
from ..partition.halves.blocks import DEFAULT_M_MAX
from ..partition.halves.philox import Draws
from .study import Study, UniqueFolds

HOLD_OUT = 102  # a stream of random words beside those of `partition.philox`
TENTHS = (5, 6, 7, 8, 9)  # of the units to train on
SHARE = 20  # one of this many candidates is picked: the 5 % of section 6.2
MOST_REPETITIONS = 100_000
RANDOM = "random"

Masks = NDArray[np.bool_]
Drawn = tuple[str, Masks, int]  # label; (repetitions, splits, n_units), True: trained on; folds a split


@dataclass(frozen=True, slots=True, eq=False)
class _Request:
    corpus: Corpus
    attributes: tuple[Attribute, ...]
    repetitions: int
    m: int
    seed: int

    @property
    def counts(self) -> list[object]:
        if not self.attributes:
            raise DesignError("This design needs labels; {corpus} has none.", corpus=self.corpus.name)
        return [attribute.counts for attribute in self.attributes]

    def seeds(self) -> Iterable[int]:
        """One a repetition; repetitions of other seeds of the design have other ones."""
        return range(self.seed * MOST_REPETITIONS, self.seed * MOST_REPETITIONS + self.repetitions)

    def random_sets(self, first: int = 0, count: int | None = None) -> Masks:
        """Random halves from number `first` on, in sets of m."""
        count = self.repetitions if count is None else count
        numbers = range(first, first + count * self.m)
        return random_masks(len(self.corpus), numbers, seed=self.seed).reshape(count, self.m, -1)

    def build(self, method: HalvesMethod) -> Masks:
        """Sets made in that way; blocks are stratified by the first attribute, as in section 6.3."""
        counts, m_max = () if method in WITHOUT_LABELS else self.counts, max(self.m, DEFAULT_M_MAX)
        made = partial(named_partitions, method, len(self.corpus), self.m, counts=counts, m_max=m_max)
        return np.stack([made(seed).masks for seed in self.seeds()])


def design(
    name: str,
    corpus: Corpus,
    *,
    repetitions: int = 100,
    m: int = 3,
    seed: int = 0,
    attributes: Sequence[str] | None = None,
) -> Study:
    """A named experiment for a corpus.

    Parameters
    ----------
    name : str
        One of `DESIGNS`. "split_ratio": hold-out from 5:5 to 9:1 (Tables 2 to 5).
        "good_bad": the best and the worst 5 % of random halves (Table 6). "block":
        sets of random halves against block-regularized ones (Table 7). "filtered": the
        worst random sets against the best block sets (Table 8). "constructed": random,
        block, balanced, centered and floor sets.
    repetitions : int
        Of every scheme: splits, or sets of m splits.
    m : int
        Splits in a set, for the last three.
    attributes : sequence of str, optional
        Attributes whose labels are measured; those suggested for the corpus by default.

    Raises
    ------
    InputError
        If there is no such design or attribute, or the corpus is too small for it.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data sets, section 6.

    Examples
    --------
    >>> planned = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> [scheme.label for scheme in planned.schemes]
    ['random', 'block', 'stratified block']
    """
    check_choice("design", name, sorted(DESIGNS))
    repetitions = check_whole(repetitions, "repetitions", 2)
    check_range("repetitions", repetitions, f"[2, {MOST_REPETITIONS}]", DesignError)
    largest = LARGEST_SEED // MOST_REPETITIONS - 1  # each repetition has a seed of its own
    check_range("seed", check_seed(seed), f"[0, {largest}]", DesignError)
    kind = DESIGNS[name]
    m = check_whole(m, "m", 1) if kind.set_based else 1
    chosen = tuple(corpus.attribute(key) for key in (corpus.suggested if attributes is None else attributes))
    request = _Request(corpus, chosen, repetitions, m, seed)
    unique, schemes = UniqueFolds(), dict[str, NDArray[np.int64]]()
    for label, masks, folds in kind.schemes(request):
        sides = masks.reshape(-1, masks.shape[2])
        if folds == 2:  # each split both ways, one after the other
            sides = np.stack([sides, ~sides], axis=1).reshape(-1, masks.shape[2])
        numbers = unique.number((np.flatnonzero(side), np.flatnonzero(~side)) for side in sides)
        schemes[label] = np.array(numbers).reshape(*masks.shape[:2], folds)
    named = [attribute.name for attribute in chosen]
    arguments = {"repetitions": repetitions, "m": m, "seed": seed, "attributes": named}
    return Study.from_schemes(name, corpus, schemes, unique, chosen, arguments)


def _split_ratio(request: _Request) -> Iterable[Drawn]:
    n_units = len(request.corpus)
    if n_units < TENTHS[-1] + 1:
        raise DesignError(
            "The corpus needs at least {least} units, found {n}.", least=TENTHS[-1] + 1, n=n_units
        )
    for stage, tenths in enumerate(TENTHS):
        ranks = Draws(request.seed, HOLD_OUT, stage).permutations(request.repetitions, n_units)
        masks = ranks < (2 * n_units * tenths + 10) // 20  # rounded to whole units
        yield (f"{tenths}:{10 - tenths}", masks[:, None, :], 1)


def _good_bad(request: _Request) -> Iterable[Drawn]:
    n_units, seed = len(request.corpus), request.seed
    candidates = SHARE * request.repetitions
    values = random_divergences(request.counts, candidates, seed=seed)
    share = 1 / SHARE
    yield (RANDOM, request.random_sets(first=candidates), 2)
    for label, extreme in (("bad", select_bad(values, share)), ("good", select_good(values, share))):
        masks = random_masks(n_units, extreme.indices.tolist(), seed=seed)
        yield (label, masks[:, None, :], 2)


def _block(request: _Request) -> Iterable[Drawn]:
    yield (RANDOM, request.random_sets(), 2)
    yield ("block", request.build("block"), 2)
    if request.attributes:
        yield ("stratified block", request.build("stratified_block"), 2)


def _filtered(request: _Request) -> Iterable[Drawn]:
    candidates = SHARE * request.repetitions
    pool = request.random_sets(count=candidates)
    yield (RANDOM, request.random_sets(first=candidates * request.m), 2)
    worst = select_bad(_set_divergences(request, pool).mean(axis=1), 1 / SHARE)
    yield ("bad random", pool[worst.indices], 2)
    many = _Request(request.corpus, request.attributes, candidates, request.m, request.seed)
    blocks = many.build("stratified_block")
    best = select_good(_set_divergences(request, blocks), 1 / SHARE)
    yield ("good block", blocks[best.indices], 2)


def _constructed(request: _Request) -> Iterable[Drawn]:
    yield (RANDOM, request.random_sets(), 2)
    yield ("block", request.build("block"), 2)
    for target in TARGETS:
        yield (target, request.build(target), 2)


def _set_divergences(request: _Request, masks: Masks) -> NDArray[np.float64]:
    """chi2/J of the splits of sets, shape (n_sets, m, n_attributes)."""
    flat = masks.reshape(-1, masks.shape[2])
    values = np.column_stack([divergence(flat, counts) for counts in request.counts])
    return values.reshape(*masks.shape[:2], -1)


@frozen
class DesignKind:
    """What a named experiment asks, and how its schemes are drawn."""

    question: Notice
    schemes: Callable[[_Request], Iterable[Drawn]]
    baseline: str
    set_based: bool
    paper: tuple[int, ...]
    n_schemes: int = 3
    folds: int = 2

    def cost(self, repetitions: int, m: int, n_models: int = 2) -> int:
        """Trainings of a design at most, known without laying it out."""
        return n_models * repetitions * self.n_schemes * self.folds * (m if self.set_based else 1)


DESIGNS = {
    "split_ratio": DesignKind(
        Notice("How do mean, spread and SNR change with the training share?"),
        _split_ratio,
        "5:5",
        False,
        (2, 3, 4, 5),
        n_schemes=len(TENTHS),
        folds=1,
    ),
    "good_bad": DesignKind(
        Notice("Are scores different and steadier on halves with similar labels?"),
        _good_bad,
        RANDOM,
        False,
        (6,),
    ),
    "block": DesignKind(
        Notice("Are scores steadier on block-regularized than on random sets?"), _block, RANDOM, True, (7,)
    ),
    "filtered": DesignKind(
        Notice("How far apart are the worst random and the best block-regularized sets?"),
        _filtered,
        RANDOM,
        True,
        (8,),
    ),
    "constructed": DesignKind(
        Notice("How do sets built to a χ²/J target change mean and spread?"),
        _constructed,
        RANDOM,
        True,
        (),
        n_schemes=5,
    ),
}
