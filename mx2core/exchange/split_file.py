"""A split from a file, in whatever form somebody has it."""

from __future__ import annotations

from numpy import bool_
from numpy.typing import NDArray

from ..corpus.model import Corpus
from ..errors import PartitionFileError
from ..files import Readable, name_of, read_limited, way_in
from ..partition import PartitionSet
from .named_parts import NamedParts
from .part_files import names_parts, read_parts
from .partition_file import MAX_BYTES
from .partition_import import read_partitions
from .unit_list import Asked, is_unit_list, read_unit_list


@way_in(PartitionFileError)
def read_split(
    source: Readable, corpus: Corpus, *, index: int = 1, numbers: Asked = "auto", name: str | None = None
) -> NDArray[bool_]:
    """A split from a file: partitions (JSON), halves or a column of parts (CSV), or a list of units.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame
    corpus : Corpus
    index : int
        Which of the partitions in the file, from 1; its first half is the training side.
    numbers
        As in `read_unit_list`.
    name : str, optional
        What to call `source` in messages; the file name by default.

    Raises
    ------
    PartitionFileError
        If the file cannot be read, is about other units, or has no such partition.
    OSError
        If there is no such file, or it may not be read.
    """
    name = name_of(source, name)
    data = read_limited(source, MAX_BYTES, name)
    if is_unit_list(data, name):
        return read_unit_list(data, corpus, numbers=numbers, name=name).mask
    if names_parts(data, name):
        return _of_two_parts(read_parts(data, corpus, name=name), name)
    return _numbered(read_partitions(data, corpus, name=name).partitions, index, name)


def _of_two_parts(parts: NamedParts, file: str | None) -> NDArray[bool_]:
    if parts.training is None or len(parts.names) != 2:
        raise PartitionFileError(
            "The table has the parts {names}; a split has two, one of them called train. Judge more "
            "parts, or folds, as K folds.",
            file=file,
            names=list(parts.names),
        )
    side: NDArray[bool_] = parts.of_unit == parts.training
    return side


def _numbered(partitions: PartitionSet, index: int, name: str | None) -> NDArray[bool_]:
    if not 1 <= index <= partitions.m:
        raise PartitionFileError(
            "There is no partition {index}; the file has {m}, numbered from 1.",
            file=name,
            index=index,
            m=partitions.m,
        )
    mask: NDArray[bool_] = partitions.masks[index - 1]
    return mask
