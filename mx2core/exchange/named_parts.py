"""K folds, or train, dev and test: the part of each unit, and what the parts are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..corpus.model import Corpus
from ..errors import InputError
from ..partition.random_parts import MAX_PARTS
from .splits import TRAINING, unit_values

SPLIT = ("train", "dev", "test")  # what three parts are called, in the order of their sizes
_NUMBER = re.compile(r"(\d+)")


@brief
@dataclass(frozen=True, slots=True, eq=False)
class NamedParts:
    """The part of each unit.

    >>> import mx2core as mx
    >>> parts = mx.io.NamedParts.of(["1", "2", "3", "1"])
    >>> parts.of_unit.tolist(), parts.sizes, parts.training
    ([0, 1, 2, 0], (2, 1, 1), None)
    """

    of_unit: NDArray[np.int64]  # (n_units,): 0, 1 …
    names: tuple[str, ...]  # of the parts

    @classmethod
    def of(cls, values: Sequence[str]) -> NamedParts:
        """Parts from what is said of each unit: the training part first, then numbers ascending."""
        names = sorted(dict.fromkeys(values), key=_order)
        place = {name: k for k, name in enumerate(names)}
        return cls(np.array([place[value] for value in values], dtype=np.int64), tuple(names))

    @classmethod
    def numbered(cls, of_unit: NDArray[np.int64], *, folds: bool) -> NamedParts:
        """Parts that were dealt: folds 1 … K; or train and test, or train, dev and test."""
        n_parts = int(of_unit.max()) + 1
        if folds or n_parts > len(SPLIT):
            return cls(of_unit, tuple(str(k + 1) for k in range(n_parts)))
        return cls(of_unit, ("train", "test") if n_parts == 2 else SPLIT)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Units of each part."""
        return tuple(np.bincount(self.of_unit, minlength=len(self.names)).tolist())

    @property
    def training(self) -> int | None:
        """The part that is called train or the like; None for folds, each of which is validated."""
        named = [k for k, name in enumerate(self.names) if name.lower() in TRAINING]
        return named[0] if len(named) == 1 else None

    @property
    def validated(self) -> tuple[int, ...]:
        """The parts on which scores are taken."""
        return tuple(k for k in range(len(self.names)) if k != self.training)

    def trained_on(self, part: int) -> NDArray[np.bool_]:
        """The units that a model validated on `part` is trained on, as a mask."""
        training = self.training
        trained: NDArray[np.bool_] = self.of_unit != part if training is None else self.of_unit == training
        return trained


def parts_by_column(corpus: Corpus, name: str) -> NamedParts:
    r"""The parts that a column or field says, such as `fold` with 1 to 5, or `split` with train, dev, test.

    Raises
    ------
    InputError
        If there is no such column, a unit has no value or several, or it has one value or too many.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"text,label,fold\n" + b"good,pos,1\nbad,neg,2\nso so,pos,3\n" * 4)
    >>> mx.io.parts_by_column(corpus, "fold").names
    ('1', '2', '3')
    """
    return checked(NamedParts.of(unit_values(corpus, name)), name, corpus.name)


def checked(parts: NamedParts, column: str, file: str | None) -> NamedParts:
    """`parts`, if there are two or more of them and not as many as a column of names would say."""
    if not 2 <= len(parts.names) <= MAX_PARTS:
        raise InputError(
            "{name} has {n_values:,} values; there can be 2 to {most:,} folds. Choose another column.",
            file=file,
            name=column,
            n_values=len(parts.names),
            most=MAX_PARTS,
        )
    return parts


def _order(name: str) -> tuple[int, list[tuple[int, int | str]]]:
    """Training first, test last, else numbers by size and names by alphabet."""
    low = name.lower()
    rank = 0 if low in TRAINING else 2 if low.startswith(("test", "tst", "测试")) else 1
    pieces = [piece for piece in _NUMBER.split(low) if piece]
    return rank, [(0, int(piece)) if piece.isdecimal() else (1, piece) for piece in pieces]
