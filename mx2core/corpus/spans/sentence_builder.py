"""Sentences collected one by one, for files that do not hold one token a line."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

import numpy as np

from ...errors import CorpusFormatError, Notice
from ..columns.codes import Coder, column
from ..files.source import Source
from ..sentences import Sentences
from .words import WordCodes

MISSING = "_"  # cell of a column that other sentences have
MAX_FIELDS = 32
MAX_COLUMNS = 64  # beyond those that mean something; each has a cell for every token of the file
MEANINGS = frozenset({"word", "label", "pos", "role", "target"})


class Builder:
    """Columns and fields that grow with every sentence; both may appear late."""

    def __init__(self, source: Source) -> None:
        self._coders: dict[str, Coder] = {"word": Coder()}
        self._words = WordCodes(self._coders["word"])
        self._codes: dict[str, array[int]] = {"word": array("i")}
        self._fields: dict[str, list[str]] = {}  # of the first sentences, up to the last one that has it
        self._starts = array("q", [0])
        self._lines = array("q")  # of each sentence, as of all its tokens
        self._repeats, self._n_units = bytearray(), 0
        self._spans = array("q")
        self._left_out: dict[str, int] = {}  # name -> line, of what there was no room for
        source.sizes.append(lambda: (self._n_units, self._starts[-1]))

    def __len__(self) -> int:
        return len(self._starts) - 1

    def add(
        self,
        columns: Mapping[str, Sequence[str]],
        fields: Mapping[str, str],
        line: int,
        span: tuple[int, int],
        repeats: bool = False,
    ) -> None:
        """One sentence: equally long columns, its fields, where it begins.

        `repeats`: whether it is the one before, for another predicate.

        There is room for a number of columns and fields that no corpus has; a notice names
        what was left out.
        """
        n_before, n = self._starts[-1], len(columns["word"])
        for name, values in columns.items():
            codes = self._codes.get(name)
            if codes is None and len(self._codes) > MAX_COLUMNS and name not in MEANINGS:
                self._left_out.setdefault(name, line)
                continue
            if codes is None:
                self._coders[name] = Coder({MISSING: 0})
                codes = self._codes[name] = array("i", bytes(4 * n_before))
            codes.extend(map(self._coders[name].__getitem__, values))
        for name in self._codes.keys() - columns.keys():
            self._codes[name].extend([self._coders[name][MISSING]] * n)
        place = len(self._lines)
        for name, value in fields.items():
            column = self._fields.get(name)
            if column is None and len(self._fields) == MAX_FIELDS:
                self._left_out.setdefault(name, line)
                continue
            if column is None:
                column = self._fields[name] = []
            if len(column) < place:
                column.extend([""] * (place - len(column)))
            column.append(value)
        self._end_sentence(n_before + n, line, span, repeats)

    def add_text(self, text: str, line: int, span: tuple[int, int]) -> int:
        """One sentence of words that nobody has cut; how many these are. There are no other columns."""
        codes = self._words.encode(text)
        self._codes["word"].frombytes(codes)
        self._end_sentence(len(self._codes["word"]), line, span)
        return self._starts[-1] - self._starts[-2]

    def _end_sentence(self, n_tokens: int, line: int, span: tuple[int, int], repeats: bool = False) -> None:
        self._starts.append(n_tokens)
        self._lines.append(line)
        self._spans.extend(span)
        self._repeats.append(repeats)
        self._n_units += not repeats

    def add_field(self, name: str, values: Iterable[str]) -> None:
        if len(self._fields) < MAX_FIELDS:
            self._fields[name] = list(values)
        else:
            self._left_out.setdefault(name, self._lines[0])

    def _notices(self) -> list[Notice]:
        if not self._left_out:
            return []
        return [
            Notice(
                "Not used: {names}, since the file has too many fields.",
                {"names": list(islice(self._left_out, 12))},
                tuple(islice(self._left_out.values(), 5)),
            )
        ]

    def sentences(self, schemes: Mapping[str, str], notices: Sequence[Notice] = ()) -> Sentences:
        n = len(self)
        starts = np.array(self._starts, dtype=np.int64)
        return Sentences(
            columns={
                name: column(np.array(codes, dtype=np.int32), self._coders[name])
                for name, codes in self._codes.items()
            },
            starts=starts,
            fields={name: (*values, *("",) * (n - len(values))) for name, values in self._fields.items()},
            lines=np.repeat(np.array(self._lines, dtype=np.int32), np.diff(starts)),
            repeats=np.frombuffer(self._repeats, dtype=bool).copy(),
            schemes=dict(schemes),
            notices=(*notices, *self._notices()),
            spans=np.array(self._spans, dtype=np.int64).reshape(-1, 2),
        )


def missing_text(file: str, line: int) -> CorpusFormatError:
    return CorpusFormatError("this line has no text. Fill or remove it.", file=file, line=line)
