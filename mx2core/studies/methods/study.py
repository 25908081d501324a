"""A study of methods on one corpus: which folds its laboratories need, each of them trained once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...brief import brief
from ...errors import DesignError, InputError
from ...partition.checks import check_seed, check_whole
from ..laid_out import LaidOut
from .catalogue import USUAL, Method, methods_of
from .folds import Material, folds_of

if TYPE_CHECKING:
    from ...corpus.model import Corpus
    from ...training.evaluation import Pair

MOST_LABORATORIES = 1_000


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Study(LaidOut):
    """Methods, each used by several laboratories that differ in nothing but their seeds."""

    name: ClassVar[str] = "methods"

    corpus: str  # its name
    units_sha256: str
    n_units: int
    methods: tuple[Method, ...]
    laboratories: int
    seed: int
    attributes: tuple[str, ...]  # whose labels are looked at
    folds: tuple[Pair, ...]  # each once
    places: tuple[tuple[NDArray[np.int64], ...], ...]  # [method][laboratory]: numbers of its folds
    left_out: tuple[tuple[Method, InputError], ...]  # methods that cannot be used here, and why

    @property
    def arguments(self) -> dict[str, Any]:
        return {
            "methods": [method.key for method in (*self.methods, *(left for left, _ in self.left_out))],
            "laboratories": self.laboratories,
            "seed": self.seed,
            "attributes": list(self.attributes),
        }


def study(
    corpus: Corpus,
    methods: Sequence[str] = USUAL,
    *,
    laboratories: int = 20,
    seed: int = 0,
    attributes: Sequence[str] | None = None,
    report: Callable[[int, int], object] = lambda done, total: None,
) -> Study:
    r"""Lay out which folds the laboratories of each method train and validate on.

    Parameters
    ----------
    corpus : Corpus
    methods : sequence of str
        As in kfold:10; "usual" and "all" stand for lists. See `KINDS`.
    laboratories : int
        How many use each method. One is enough for leave-one-out, which has no seed.
    seed : int
    attributes : sequence of str, optional
        Attributes whose labels stratified and regularized splits look at; those
        suggested for the corpus by default. Strata are those of the first.
    report : callable
        Told (done, total) after each laboratory.

    Returns
    -------
    Study

    Raises
    ------
    InputError
        If a method or an argument is not possible.
    DesignError
        If the corpus allows none of the methods.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> laid_out = mx.studies.study(corpus, ["random:2"], laboratories=2)
    >>> len(laid_out.folds)
    8
    """
    chosen = methods_of(methods)
    laboratories = check_whole(laboratories, "laboratories", 2)
    if laboratories > MOST_LABORATORIES:
        raise DesignError(
            "`laboratories` must be at most {most}, got {value}.", most=MOST_LABORATORIES, value=laboratories
        )
    named = tuple(corpus.suggested if attributes is None else attributes)
    material = Material(len(corpus), [corpus.attribute(key).counts for key in named], check_seed(seed))
    number: dict[bytes, int] = {}
    folds: list[Pair] = []
    places, used = [], []
    left_out: list[tuple[Method, InputError]] = []
    for done, method in enumerate(chosen):
        try:
            of_method = []
            for laboratory in range(laboratories if method.seeded else 1):
                of_method.append(_numbered(folds_of(method, material, laboratory), number, folds))
                report(done * laboratories + laboratory + 1, len(chosen) * laboratories)
        except InputError as error:
            left_out.append((method, error))
            continue
        used.append(method)
        places.append(tuple(of_method))
    if not used:
        raise left_out[0][1]
    return Study(
        corpus=corpus.name,
        units_sha256=corpus.units_sha256,
        n_units=len(corpus),
        methods=tuple(used),
        laboratories=laboratories,
        seed=seed,
        attributes=named,
        folds=tuple(folds),
        places=tuple(places),
        left_out=tuple(left_out),
    )


def _numbered(made: Sequence[Pair], number: dict[bytes, int], folds: list[Pair]) -> NDArray[np.int64]:
    """Numbers of folds; those that are new go to the end of `folds`."""
    numbered = []
    for train, validation in made:
        digest = hashlib.blake2b(train.tobytes(), digest_size=16)
        digest.update(b"|" + validation.tobytes())
        key = digest.digest()
        if key not in number:
            number[key] = len(folds)
            folds.append((train, validation))
        numbered.append(number[key])
    return np.array(numbered)
