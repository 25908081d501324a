"""Partitions as the task splits of OpenML: one row for each unit's part in each fold."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...corpus.model import Corpus
from ...files import written
from ...partition import PartitionSet
from ..sizes import check_units

_HEADER = """\
% Partitions {signature} of {corpus}
% rowid: unit, from 0; repeat: partition, from 0
% fold: 0 trains on the first half, 1 on the second
@relation partitions

@attribute type {{TRAIN,TEST}}
@attribute rowid numeric
@attribute repeat numeric
@attribute fold numeric

@data
"""


def write_arff(partitions: PartitionSet, corpus: Corpus, *, path: str | Path | None = None) -> bytes:
    r"""The `splits.arff` of an OpenML task: repeat = partition, fold = half, all from 0.

    Returns
    -------
    bytes
        ASCII; 2 m n rows. Those of a fold stand together, in the order of the units.

    Raises
    ------
    DesignError
        If the partitions are not of this corpus's units.

    References
    ----------
    .. [1] Vanschoren, van Rijn, Bischl & Torgo (2013), OpenML: networked science in
       machine learning, SIGKDD Explorations 15(2).

    Examples
    --------
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> mx.io.write_arff(halves, corpus).splitlines()[0]
    b'% Partitions m:2|n:8|seed:0|id:477284 of corpus'
    """
    check_units(partitions.n_units, corpus)
    rows = np.arange(partitions.n_units).astype("U").tolist()
    name = " ".join(corpus.name.split())
    parts = [_HEADER.format(signature=partitions.signature, corpus=name)]
    for repeat, mask in enumerate(partitions.masks):
        for fold, training in enumerate((mask, ~mask)):
            end = f",{repeat},{fold}\n"
            kinds = np.where(training, "TRAIN,", "TEST,").tolist()
            parts.extend(kind + row + end for kind, row in zip(kinds, rows, strict=True))
    return written("".join(parts).encode("ascii", errors="backslashreplace"), path)
