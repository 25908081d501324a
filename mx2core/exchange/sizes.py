"""That partitions and a corpus belong together, before one is written with the other."""

from __future__ import annotations

from os import PathLike
from typing import Any

from ..corpus.model import Corpus
from ..errors import DesignError, InputError, Mx2Error

MAX_PARTITIONS = 10_000  # of one set: any two of them are compared


def check_corpus(corpus: Any) -> None:
    """

    Raises InputError if it is something else, such as the name of the file to write.
    """
    if isinstance(corpus, str | bytes | PathLike):
        raise InputError("`corpus` must be a read corpus, found {corpus}.", corpus=repr(corpus))


def check_units(
    n_units: int, corpus: Corpus, problem: type[Mx2Error] = DesignError, file: str | None = None
) -> None:
    """

    Raises InputError if the corpus is none.
    Raises DesignError if the partitions do not divide as many units as the corpus has.
    """
    check_corpus(corpus)
    if n_units != len(corpus):
        raise problem(
            "The partitions have {found} units, {corpus} has {expected}.",
            file=file,
            found=n_units,
            corpus=corpus.name,
            expected=len(corpus),
        )
