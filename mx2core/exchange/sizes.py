"""That partitions and a corpus belong together, before one is written with the other."""

from __future__ import annotations

from ..corpus.model import Corpus
from ..errors import DesignError
from ..partition import PartitionSet

MAX_PARTITIONS = 10_000  # of one set: any two of them are compared


def check_units(partitions: PartitionSet, corpus: Corpus) -> None:
    """
    Raises
    ------
    DesignError
        If the partitions do not divide as many units as the corpus has.
    """
    if partitions.n_units != len(corpus):
        raise DesignError(
            "The partitions divide {n_partitioned} units, but {corpus} has {n_units}. "
            "Save them with the corpus they were made on.",
            n_partitioned=partitions.n_units,
            corpus=corpus.name,
            n_units=len(corpus),
        )
