"""Columns of token lines, collected block by block."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..files.source import Source
from ..sentences import Column, Sentences
from .cells import CellCoder, Cells
from .codes import column
from .column_names import NOT_KEPT
from .rows import RowBatch, Scan


class Table:
    """All columns of a file that are kept, as codes."""

    def __init__(self, names: Sequence[str], source: Source) -> None:
        self._names = names
        self._kept = [i for i, name in enumerate(names) if name not in NOT_KEPT]
        self._coders = {i: CellCoder() for i in self._kept}
        # Arrays that grow in place: a list of pieces would leave the heap in pieces too.
        self._codes = {i: array("i") for i in self._kept}
        self._lines = array("i")
        self._sizes = [np.zeros(0, np.int64)]  # tokens of each sentence
        source.sizes.append(lambda: (sum(map(len, self._sizes)), len(self._lines)))

    def add(self, batch: RowBatch, cells: Cells, is_word: NDArray[np.bool_] | None = None) -> None:
        """The cells of the rows; rows that are no words are left out."""
        words = slice(None) if is_word is None else is_word
        for i in self._kept:
            codes = self._coders[i].encode_cells(cells.column(i))
            self._codes[i].frombytes(codes[words].tobytes())
        self._lines.frombytes(batch.lines[words].astype(np.int32).tobytes())
        # A batch ends with a sentence, so the sizes of its sentences are final.
        first, last = batch.sentences[0], batch.sentences[-1]
        self._sizes.append(np.bincount(batch.sentences[words] - first, minlength=last - first + 1))

    def sentences(self, scanned: Scan, schemes: Mapping[str, str]) -> Sentences:
        """What was collected; the table is empty afterwards, which halves the memory."""
        columns: dict[str, Column] = {}
        for i in self._kept:
            codes = np.frombuffer(self._codes.pop(i), dtype=np.int32)
            columns[self._names[i]] = column(codes, self._coders.pop(i))
        return Sentences(
            columns=columns,
            starts=np.concatenate(([0], np.cumsum(np.concatenate(self._sizes)))).astype(np.int64),
            fields=scanned.fields(),
            lines=np.frombuffer(self._lines, dtype=np.int32),
            repeats=np.zeros(scanned.n_sentences, dtype=bool),
            schemes=dict(schemes),
            notices=scanned.notices(),
            spans=scanned.spans(),
        )
