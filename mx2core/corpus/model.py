"""A corpus once it has been read: sentences, units, attributes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from ..errors import InputError, Notice
from .sentences import Attribute, Sentence, Sentences
from .units.attributes import Attributes


@frozen(eq=False)
class Corpus:
    """An annotated corpus cut into units (sentences, documents or groups).

    >>> len(corpus), corpus.unit, corpus.format
    (8, 'sentence', 'columns')
    """

    name: str  # file name without its folder
    format: str
    encoding: str
    unit: str  # "sentence", "document", or the column or field that groups sentences
    sentences: Sentences
    units: NDArray[np.int64]  # (n_sentences,): unit of each sentence, 0..n_units-1
    unit_ids: tuple[str, ...]  # (n_units,)
    sha256: str  # of the file
    units_sha256: str  # of the units' content, in order, however its columns are read
    attributes: Attributes  # by name; made when asked for
    notices: tuple[Notice, ...]
    files: tuple[tuple[str, str], ...] = ()  # inside a container: the name and the encoding of each
    where: tuple[tuple[str, str], ...] = ()  # the subset of the file it is: field or column, and its value
    file_notices: tuple[Notice, ...] = ()  # the first of the notices; the others are about its labels

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
    def subset(self) -> str:
        """The subset of its file that it is, as `frame=Statement`; empty where it is all of it."""
        return ", ".join(f"{key}={value}" for key, value in self.where)

    @property
    def full_name(self) -> str:
        """Its file, and which subset of it, as experiments are named after it."""
        return f"{self.name} {self.subset}".rstrip()

    @property
    def suggested(self) -> tuple[str, ...]:
        """Names of the (at most two) attributes that say most about a split."""
        return self.attributes.suggested
