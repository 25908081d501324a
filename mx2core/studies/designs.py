"""Named experiments that repeat those of section 6 of the paper on any corpus.

A design says what it asks and which folds answer it, before anything is trained; so its
cost is known, and folds that several of its schemes share are trained once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..errors import DesignError, InputError, Notice
from ..partition import (
    PartitionSet,
    block_partitions,
    divergence,
    random_divergences,
    random_masks,
    regularized_partitions,
    select_bad,
    select_good,
    stratified_block_partitions,
)
from ..partition.checks import LARGEST_SEED, check_seed, check_whole
from ..partition.philox import Draws
from .laid_out import LaidOut

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..corpus.sentences import Attribute
    from ..training.evaluation import Pair

HOLD_OUT = 102  # a stream of random words beside those of `partition.philox`
TENTHS = (5, 6, 7, 8, 9)  # of the units to train on
SHARE = 20  # one of this many candidates is picked: the 5 % of section 6.2
MOST_REPETITIONS = 100_000
RANDOM = "random"

Masks = NDArray[np.bool_]


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Scheme:
    r"""One way to divide a corpus, repeated; a row of the result.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> planned = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> planned.schemes[0].folds
    2
    """

    label: str
    masks: Masks  # (repetitions, splits, n_units), True where a unit is trained on first
    folds: int  # 2: each split both ways; 1: trained on the first side only

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of its scores: repetitions, splits in each, folds of a split."""
        return self.masks.shape[0], self.masks.shape[1], self.folds

    @property
    def n_train(self) -> int:
        """Units trained on, in the first fold."""
        return int(self.masks[0, 0].sum())

    @property
    def signature(self) -> str:
        """Of all its splits, as a set of partitions has it."""
        return PartitionSet(self._flat, "imported", None).signature

    @property
    def sides(self) -> Masks:
        """Training side of every fold, shape (n_folds, n_units); the other side is validated on."""
        flat = self._flat
        return flat if self.folds == 1 else np.stack([flat, ~flat], axis=1).reshape(-1, flat.shape[1])

    def divergence(self, attribute: Attribute) -> float:
        """Mean chi2/J of its splits."""
        return float(divergence(self._flat, attribute.counts).mean())

    @property
    def _flat(self) -> Masks:
        flat: Masks = self.masks.reshape(-1, self.masks.shape[2])
        return flat


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Design(LaidOut):
    r"""An experiment on one corpus, ready to be run.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> planned = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> planned.name, len(planned.schemes)
    ('block', 3)
    """

    name: str
    question: Notice
    corpus: str  # its name
    units_sha256: str
    schemes: tuple[Scheme, ...]
    baseline: str  # label of the scheme that others are set against
    attributes: tuple[Attribute, ...]  # whose labels the schemes look at, or that are shown
    repetitions: int
    m: int  # splits in a set; 1 where splits stand alone
    seed: int
    paper: tuple[int, ...]  # numbers of the paper's tables it repeats

    @property
    def folds(self) -> tuple[Pair, ...]:
        return tuple((np.flatnonzero(side), np.flatnonzero(~side)) for side in self._numbered()[0])

    @property
    def places(self) -> tuple[NDArray[np.int64], ...]:
        """For each scheme the numbers of its folds in `folds`, shaped as its scores."""
        return self._numbered()[1]

    def scheme(self, label: str) -> Scheme:
        """The scheme of that label.

        Raises
        ------
        InputError
            If there is none.
        """
        for scheme in self.schemes:
            if scheme.label == label:
                return scheme
        raise InputError(
            "There is no scheme {label} in this design; there are {known}.",
            label=label,
            known=[scheme.label for scheme in self.schemes],
        )

    @property
    def n_folds(self) -> int:
        return len(self._numbered()[0])

    @property
    def arguments(self) -> dict[str, Any]:
        return {
            "repetitions": self.repetitions,
            "m": self.m,
            "seed": self.seed,
            "attributes": [attribute.name for attribute in self.attributes],
        }

    def _numbered(self) -> tuple[list[Masks], tuple[NDArray[np.int64], ...]]:
        number: dict[bytes, int] = {}
        numbered: list[Masks] = []
        places = []
        for scheme in self.schemes:
            of_scheme = []
            for side in scheme.sides:
                key = np.packbits(side).tobytes()
                if key not in number:
                    number[key] = len(numbered)
                    numbered.append(side)
                of_scheme.append(number[key])
            places.append(np.array(of_scheme).reshape(scheme.shape))
        return numbered, tuple(places)


@dataclass(frozen=True, slots=True, eq=False)
class _Request:
    """What the schemes of a design are made from."""

    corpus: Corpus
    attributes: tuple[Attribute, ...]
    repetitions: int
    m: int
    seed: int

    @property
    def counts(self) -> list[object]:
        if not self.attributes:
            raise DesignError(
                "This design needs labels, and the corpus {corpus} has none. Name an attribute.",
                corpus=self.corpus.name,
            )
        return [attribute.counts for attribute in self.attributes]

    def seeds(self) -> Iterable[int]:
        """One a repetition; repetitions of other seeds of the design have other ones."""
        return range(self.seed * MOST_REPETITIONS, self.seed * MOST_REPETITIONS + self.repetitions)

    def random_sets(self, first: int = 0, count: int | None = None) -> Masks:
        """Random halves from number `first` on, in sets of m."""
        count = self.repetitions if count is None else count
        numbers = range(first, first + count * self.m)
        return random_masks(len(self.corpus), numbers, seed=self.seed).reshape(count, self.m, -1)

    def made(self, make: Callable[[int], PartitionSet]) -> Masks:
        return np.stack([make(seed).masks for seed in self.seeds()])


def design(
    name: str,
    corpus: Corpus,
    *,
    repetitions: int = 100,
    m: int = 3,
    seed: int = 0,
    attributes: Sequence[str] | None = None,
) -> Design:
    r"""A named experiment for a corpus.

    Parameters
    ----------
    name : str
        One of `DESIGNS`. "split_ratio": hold-out from 5:5 to 9:1 (Tables 2 to 5).
        "good_bad": the best and the worst 5 % of random halves (Table 6). "block":
        sets of random halves against block-regularized ones (Table 7). "filtered": the
        worst random sets against the best block sets (Table 8). "constructed": random,
        block, balanced, centered and floor sets.
    corpus : Corpus
    repetitions : int
        Of every scheme: splits, or sets of m splits.
    m : int
        Splits in a set, for the last three.
    seed : int
    attributes : sequence of str, optional
        Attributes whose labels are measured; those suggested for the corpus by default.

    Returns
    -------
    Design

    Raises
    ------
    InputError
        If there is no such design or attribute, or the corpus is too small for it.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data sets, section 6.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> planned = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> [scheme.label for scheme in planned.schemes]
    ['random', 'block', 'stratified block']
    """
    if name not in DESIGNS:
        raise InputError(
            "There is no design {name}; there are {known}.", name=name, known=tuple(sorted(DESIGNS))
        )
    repetitions = check_whole(repetitions, "repetitions", 2)
    if repetitions > MOST_REPETITIONS:
        raise DesignError(
            "`repetitions` must be at most {most}, got {value}.", most=MOST_REPETITIONS, value=repetitions
        )
    largest = LARGEST_SEED // MOST_REPETITIONS - 1  # each repetition has a seed of its own
    if check_seed(seed) > largest:
        raise DesignError("`seed` must be at most {largest}, got {value}.", largest=largest, value=seed)
    kind = DESIGNS[name]
    m = check_whole(m, "m", 1) if kind.in_sets else 1
    chosen = tuple(corpus.attribute(key) for key in (corpus.suggested if attributes is None else attributes))
    request = _Request(corpus, chosen, repetitions, m, seed)
    return Design(
        name=name,
        question=kind.question,
        corpus=corpus.name,
        units_sha256=corpus.units_sha256,
        schemes=tuple(kind.schemes(request)),
        baseline=kind.baseline,
        attributes=chosen,
        repetitions=repetitions,
        m=m,
        seed=seed,
        paper=kind.paper,
    )


def _split_ratio(request: _Request) -> Iterable[Scheme]:
    n_units = len(request.corpus)
    if n_units < TENTHS[-1] + 1:
        raise DesignError("A split of 9:1 needs at least 10 units, found {n_units}.", n_units=n_units)
    for stage, tenths in enumerate(TENTHS):
        ranks = Draws(request.seed, HOLD_OUT, stage).permutations(request.repetitions, n_units)
        masks = ranks < (2 * n_units * tenths + 10) // 20  # rounded to whole units
        yield Scheme(f"{tenths}:{10 - tenths}", masks[:, None, :], 1)


def _good_bad(request: _Request) -> Iterable[Scheme]:
    n_units, seed = len(request.corpus), request.seed
    candidates = SHARE * request.repetitions
    values = random_divergences(request.counts, candidates, seed=seed)
    share = 1 / SHARE
    yield Scheme(RANDOM, request.random_sets(first=candidates), 2)
    for label, extreme in (("bad", select_bad(values, share)), ("good", select_good(values, share))):
        masks = random_masks(n_units, extreme.indices.tolist(), seed=seed)
        yield Scheme(label, masks[:, None, :], 2)


def _block(request: _Request) -> Iterable[Scheme]:
    n_units, m = len(request.corpus), request.m
    yield Scheme(RANDOM, request.random_sets(), 2)
    yield Scheme("block", request.made(lambda seed: block_partitions(n_units, m, seed, m_max=max(m, 20))), 2)
    if request.attributes:
        yield Scheme("stratified block", request.made(_stratified(request)), 2)


def _filtered(request: _Request) -> Iterable[Scheme]:
    candidates = SHARE * request.repetitions
    pool = request.random_sets(count=candidates)
    yield Scheme(RANDOM, request.random_sets(first=candidates * request.m), 2)
    worst = select_bad(_by_set(request, pool), 1 / SHARE, combine="mean")
    yield Scheme("bad random", pool[worst.indices], 2)
    many = _Request(request.corpus, request.attributes, candidates, request.m, request.seed)
    blocks = many.made(_stratified(request))
    best = select_good(_by_set(request, blocks), 1 / SHARE)
    yield Scheme("good block", blocks[best.indices], 2)


def _constructed(request: _Request) -> Iterable[Scheme]:
    n_units, m = len(request.corpus), request.m
    yield Scheme(RANDOM, request.random_sets(), 2)
    yield Scheme("block", request.made(lambda seed: block_partitions(n_units, m, seed, m_max=max(m, 20))), 2)
    for target in ("balanced", "centered", "floor"):
        yield Scheme(target, request.made(_built(request, target)), 2)


def _built(request: _Request, target: str) -> Callable[[int], PartitionSet]:
    return lambda seed: regularized_partitions(request.counts, request.m, seed, target)


def _stratified(request: _Request) -> Callable[[int], PartitionSet]:
    """Blocks over which the units of each label of the first attribute are dealt, as in section 6.3."""
    counts = request.counts[0]
    return lambda seed: stratified_block_partitions(counts, request.m, seed=seed, m_max=max(request.m, 20))


def _by_set(request: _Request, masks: Masks) -> NDArray[np.float64]:
    """chi2/J of the splits of sets, shape (n_sets, m, n_attributes)."""
    flat = masks.reshape(-1, masks.shape[2])
    values = np.column_stack([divergence(flat, counts) for counts in request.counts])
    return values.reshape(*masks.shape[:2], -1)


@dataclass(frozen=True, slots=True)
class _Kind:
    question: Notice
    schemes: Callable[[_Request], Iterable[Scheme]]
    baseline: str
    in_sets: bool
    paper: tuple[int, ...]
    n_schemes: int = 3
    folds: int = 2

    def cost(self, repetitions: int, m: int, n_models: int = 2) -> int:
        """Trainings of a design at most, known without laying it out."""
        return n_models * repetitions * self.n_schemes * self.folds * (m if self.in_sets else 1)


DESIGNS = {
    "split_ratio": _Kind(
        Notice(
            "How do mean, spread and signal-to-noise ratio change with the share of units that is trained on?"
        ),
        _split_ratio,
        "5:5",
        False,
        (2, 3, 4, 5),
        n_schemes=len(TENTHS),
        folds=1,
    ),
    "good_bad": _Kind(
        Notice("Do halves with alike labels give other and steadier scores than halves with unlike labels?"),
        _good_bad,
        RANDOM,
        False,
        (6,),
    ),
    "block": _Kind(
        Notice("Are scores on block-regularized sets of halves steadier than on random sets?"),
        _block,
        RANDOM,
        True,
        (7,),
    ),
    "filtered": _Kind(
        Notice("How far apart are the worst random sets and the best block-regularized ones?"),
        _filtered,
        RANDOM,
        True,
        (8,),
    ),
    "constructed": _Kind(
        Notice("What do sets built to a target of χ²/J change in the mean and in the spread?"),
        _constructed,
        RANDOM,
        True,
        (),
        n_schemes=5,
    ),
}
