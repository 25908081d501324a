"""That partitions and a corpus belong together, before one is written with the other."""

from __future__ import annotations

from os import PathLike
from typing import Any

from ..corpus.model import Corpus
from ..errors import DesignError, InputError, Mx2Error

MAX_PARTITIONS = 10_000  # of one set: any two of them are compared


def check_corpus(corpus: Any) -> None:
    check_read("corpus", corpus)


def check_read(name: str, value: Any) -> None:
    """Refuse, with InputError, the name of a file where what the file holds is needed."""
    if isinstance(value, str | bytes | PathLike):
        raise InputError("`{name}` must not be a file name, found {value!r}.", name=name, value=value)


def check_units(
    n_units: int, corpus: Corpus, problem: type[Mx2Error] = DesignError, file: str | None = None
) -> None:
    """Refuse, with `problem`, partitions that do not divide as many units as the corpus has."""
    check_corpus(corpus)
    if n_units != len(corpus):
        raise problem(
            "The partitions have {found} units, {corpus} has {expected}.",
            file=file,
            found=n_units,
            corpus=corpus.name,
            expected=len(corpus),
        )
