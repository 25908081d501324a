"""Partitions from a file, in either of the two forms that can be imported."""

from __future__ import annotations

import numpy as np

from ...brief import frozen
from ...corpus.model import Corpus
from ...errors import Notice, PartitionFileError
from ...files import Readable, name_of, way_in
from ...partition import PartitionSet
from ...partition.checks import different
from .fold_columns import read_fold_columns
from .partition_file import read_partition_file, read_split_file

_MARK = b"\xef\xbb\xbf"


@frozen(eq=False)
class ImportedPartitions:
    r"""Partitions that fit a corpus, and what was checked to know that they do."""

    partitions: PartitionSet
    checks: tuple[Notice, ...]  # what was verified, one sentence each
    notices: tuple[Notice, ...]  # what their user should know


@way_in(PartitionFileError)
def read_partitions(source: Readable, corpus: Corpus, *, name: str | None = None) -> ImportedPartitions:
    """Partitions of a corpus from JSON or from fold columns (CSV), told apart by content.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame
    corpus : Corpus
        Against which the file is verified.

    Raises
    ------
    PartitionFileError
        If the file is damaged, or about other units.

    Examples
    --------
    >>> table = mx.io.write_fold_columns(halves, corpus)
    >>> mx.io.read_partitions(table, corpus).partitions.m
    2
    """
    name = name_of(source, name)
    data = read_split_file(source, name)
    if has_fold_columns(data, name):
        return _check_fold_columns(read_fold_columns(data, corpus, name=name), corpus)
    found = read_partition_file(data, corpus, name=name)
    return ImportedPartitions(
        found.partitions, found.checks, (*found.notices, *_repetition_notices(found.partitions))
    )


def is_json(data: bytes, name: str | None) -> bool:
    """Whether a file begins as an exported JSON document, or is called one."""
    return data.removeprefix(_MARK).lstrip().startswith(b"{") or (name or "").lower().endswith(".json")


def has_fold_columns(data: bytes, name: str | None) -> bool:
    """Whether a file has the header of fold columns, or is called a table."""
    if is_json(data, name):
        return False
    header = data.removeprefix(_MARK).lstrip().partition(b"\n")[0]
    return b"unit_id" in header or b"split_1" in header or (name or "").lower().endswith((".csv", ".tsv"))


def _check_fold_columns(partitions: PartitionSet, corpus: Corpus) -> ImportedPartitions:
    checks = [
        Notice("The units are those of {corpus}.", {"corpus": corpus.name}),
        Notice(
            "All {m} partitions have disjoint sides, together {n_units:,} units.",
            {"m": partitions.m, "n_units": partitions.n_units},
        ),
    ]
    notices = [Notice("A table has no digest: changes go unnoticed.")]
    sizes = partitions.masks.sum(axis=1)
    uneven = np.flatnonzero(np.abs(2 * sizes - partitions.n_units) > 1)
    if uneven.size:
        notices.append(
            Notice(
                "Partition {id} has {n_train} and {n_validation} units, not halves.",
                {
                    "id": int(uneven[0]) + 1,
                    "n_train": int(sizes[uneven[0]]),
                    "n_validation": int(partitions.n_units - sizes[uneven[0]]),
                },
            )
        )
    return ImportedPartitions(partitions, tuple(checks), (*notices, *_repetition_notices(partitions)))


def _repetition_notices(partitions: PartitionSet) -> list[Notice]:
    """A word of warning where somebody else's program made a partition twice; none of ours does."""
    n_different = len(different(partitions.masks))
    if n_different == partitions.m:
        return []
    return [
        Notice(
            "Only {different} of {m} partitions differ: testing on all claims too much.",
            {"different": n_different, "m": partitions.m},
        )
    ]
