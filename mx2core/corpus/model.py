"""What a corpus is once it has been read: sentences in columns, units, attributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..errors import InputError, Notice

if TYPE_CHECKING:
    from .attributes import Attributes

SEVERAL = " | "  # between the labels of a text that has several


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One string per token, kept as codes into the distinct values."""

    codes: NDArray[np.int32]  # (n_tokens,)
    values: tuple[str, ...]  # distinct, in order of first appearance

    def __getitem__(self, tokens: slice) -> list[str]:
        return [self.values[code] for code in self.codes[tokens]]


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """What a reader returns: tokens in columns, and what is said of each sentence.

    A sentence with several predicates stands once for each of them ("instance");
    `repeats` marks all but the first, so that its words are counted once.
    """

    columns: dict[str, Column]  # in file order; always has "word"
    starts: NDArray[np.int64]  # (n_sentences + 1,): first token of each, then n_tokens
    fields: dict[str, tuple[str, ...]]  # one string a sentence: sent_id, document, text, label, frame, target
    lines: NDArray[np.int64]  # (n_tokens,): line in the file, from 1
    repeats: NDArray[np.bool_]  # (n_sentences,): same sentence as the one before, other predicate
    schemes: dict[str, str]  # column -> tag scheme, for columns that hold tags (see mx2core.schemes)
    notices: tuple[Notice, ...] = ()
    spans: NDArray[np.int64] | None = None  # (n_sentences, 2): its characters in the decoded file
    header: int | None = None  # characters of that file before its first sentence; None: all there are
    layers: dict[str, tuple[str, ...]] = field(default_factory=dict)  # column -> spans inside
    several: frozenset[str] = frozenset()  # fields whose values are labels joined by SEVERAL

    def __len__(self) -> int:
        return len(self.starts) - 1

    def sentence(self, i: int) -> Sentence:
        tokens = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return Sentence(
            columns={name: column[tokens] for name, column in self.columns.items()},
            fields={name: values[i] for name, values in self.fields.items()},
        )


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in words: what training code wants to see of a corpus."""

    columns: dict[str, list[str]]  # one string a token: word, role, label …
    fields: dict[str, str]  # said of the whole sentence: sent_id, text, label …


@dataclass(frozen=True, slots=True, eq=False)
class Attribute:
    """How often each label occurs in each unit."""

    name: str
    labels: tuple[str, ...]  # J of them
    counts: csr_array  # int64 (n_units, J)
    counted: str  # "chunks", "tokens", "sentences" or "units": what one occurrence is


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """An annotated corpus cut into units (sentences, documents or groups)."""

    name: str  # file name without its folder
    format: str
    encoding: str
    unit: str  # "sentence", "document", or the column or field that groups sentences
    sentences: Sentences
    units: NDArray[np.int64]  # (n_sentences,): unit of each sentence, 0..n_units-1
    unit_ids: tuple[str, ...]  # (n_units,)
    sha256: str  # of the file
    units_sha256: str  # of the units' content, in order
    attributes: Attributes  # by name; made when asked for
    notices: tuple[Notice, ...]
    files: tuple[tuple[str, str], ...] = ()  # inside a container: the name and the encoding of each
    where: tuple[tuple[str, str], ...] = ()  # the part of the file it is: field or column, and its value

    def __len__(self) -> int:
        return len(self.unit_ids)

    def sentences_of(self, units: Sequence[int] | NDArray[np.int64]) -> list[Sentence]:
        """The sentences of some units, such as the training side of a fold.

        Parameters
        ----------
        units : sequence of int
            Numbers of units, as partitions have them.

        Returns
        -------
        list of Sentence
            Unit by unit in the order asked for, the sentences of a unit in file order.
            A sentence with several predicates stands once for each of them.

        Raises
        ------
        InputError
            If there is no such unit.
        """
        asked = np.asarray(units, dtype=np.int64)
        wrong = asked[(asked < 0) | (asked >= len(self))]
        if wrong.size:
            raise InputError(
                "there is no unit {unit}; the {n_units} units are numbered from 0.",
                file=self.name,
                unit=int(wrong[0]),
                n_units=len(self),
            )
        by_unit = np.argsort(self.units, kind="stable")
        first = np.searchsorted(self.units[by_unit], np.arange(len(self) + 1))
        return [
            self.sentences.sentence(i)
            for unit in asked.tolist()
            for i in by_unit[first[unit] : first[unit + 1]].tolist()
        ]

    def attribute(self, name: str, counted: str = "chunks") -> Attribute:
        """An attribute by name; `counted="tokens"` counts every token of a chunk.

        Raises
        ------
        InputError
            If the corpus has no such attribute.
        """
        return self.attributes.get_counted(name, counted)

    @property
    def suggested(self) -> tuple[str, ...]:
        """Names of the (at most two) attributes that say most about a split."""
        return self.attributes.suggested
