"""A part of the corpus for each student, drawn by the seed, with labels and lengths as in the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import PurePath
from typing import Any

from ..brief import frozen
from ..corpus.model import Corpus
from ..corpus.read import read_corpus
from ..corpus.units.extract import file_of_units
from ..exchange.partitions.fold_files import check_file
from ..judge import sampled_units
from .task import Task, task


@frozen
class StudentParts:
    """How parts of `n` units are drawn from a corpus that was read from `data`."""

    corpus: Corpus
    data: bytes = field(repr=False)
    n: int
    options: Mapping[str, Any] = field(default_factory=dict)  # of reading

    def __post_init__(self) -> None:
        check_file(self.data, self.corpus)

    def file(self, number: str, course: str = "") -> bytes:
        """The file of a student: bytes of the whole one.

        Raises DesignError if the corpus has no more than `n` units, InputError if its file cannot be cut.
        """
        asked = task(number, self.corpus, course)
        attributes = [self.corpus.attribute(name) for name in asked.attributes]
        drawn = sampled_units(self.corpus, self.n, attributes=attributes, seed=asked.seed)
        return file_of_units(self.data, self.corpus, chosen=drawn.of_unit == 0)

    def part_of(self, number: str, course: str = "") -> Corpus:
        """The corpus of a student."""
        options = {"format": self.corpus.format, **self.options}  # known: finding it takes half of the time
        options.pop("where", None)  # a part is of the units that were chosen
        return read_corpus(self.file(number, course), name=self.name(number), **options)

    def name(self, number: str) -> str:
        safe = "".join(one if one.isalnum() or one in "-_." else "_" for one in number)
        return f"{safe}{PurePath(self.corpus.name).suffix}"


def assigned(number: str, corpus: Corpus, course: str = "", parts: StudentParts | None = None) -> Task:
    """The task of a student: on the corpus, or on a part of it where each student has one."""
    return task(number, corpus if parts is None else parts.part_of(number, course), course)
