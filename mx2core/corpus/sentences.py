"""What a corpus holds: sentences, as columns of tokens, and labels counted by unit."""

from __future__ import annotations

from dataclasses import field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..brief import frozen
from ..errors import Notice
from ..schemes import SEVERAL as SEVERAL


@frozen(eq=False)
class Column:
    r"""One string per token, kept as codes into the distinct values."""

    codes: NDArray[np.int32]  # (n_tokens,)
    values: tuple[str, ...]  # distinct, in order of first appearance

    def __getitem__(self, tokens: slice) -> list[str]:
        return [self.values[code] for code in self.codes[tokens]]


@frozen(eq=False)
class Sentences:
    r"""The result of a reader: tokens in columns, and fields of each sentence.

    A sentence with several predicates occurs once for each of them ("instance");
    `repeats` marks all but the first, so that its words are counted once.
    """

    columns: dict[str, Column]  # in file order; always has "word"
    starts: NDArray[np.int64]  # (n_sentences + 1,): first token of each, then n_tokens
    fields: dict[str, tuple[str, ...]]  # one string a sentence: sent_id, document, text, label, frame, target
    lines: NDArray[np.int32]  # (n_tokens,): line in the file, from 1
    repeats: NDArray[np.bool_]  # (n_sentences,): same sentence as the one before, other predicate
    schemes: dict[str, str]  # column -> tag scheme, for columns that hold tags (see mx2core.schemes)
    notices: tuple[Notice, ...] = ()
    spans: NDArray[np.int64] | None = None  # (n_sentences, 2): its characters in the decoded file
    header: int | None = None  # characters of that file before its first sentence; None: all there are
    layers: dict[str, tuple[str, ...]] = field(default_factory=dict)  # column -> spans inside
    several: frozenset[str] = frozenset()  # fields whose values are labels joined by SEVERAL
    places: dict[str, int] = field(default_factory=dict)  # column -> its place in a line of the file, from 1
    kept: NDArray[np.int64] | None = None  # (n_sentences,): which of the file's they are, from 0; None: all
    files: tuple[int, ...] = (0,)  # of several files joined: the row, see `rows`, with which each begins

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def rows(self) -> NDArray[np.int64]:
        """Number of each in the file, from 0, (n_sentences,); predicates of one sentence share it."""
        return np.cumsum(~self.repeats) - 1 if self.kept is None else self.kept

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Tokens of each sentence of the file; one with several predicates counts once."""
        return np.diff(self.starts)[~self.repeats]

    @property
    def rows_in_file(self) -> NDArray[np.int64]:
        """Number of each in the file that it is from, from 0; `rows` counts on from file to file."""
        rows, files = self.rows, np.array(self.files)
        first: NDArray[np.int64] = files[np.searchsorted(files, rows, side="right") - 1]
        return rows - first

    def sentence(self, i: int) -> Sentence:
        tokens = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return Sentence(
            columns={name: column[tokens] for name, column in self.columns.items()},
            fields={name: values[i] for name, values in self.fields.items()},
        )


@frozen
class Sentence:
    r"""One sentence in words, as training code needs it."""

    columns: dict[str, list[str]]  # one string a token: word, role, label …
    fields: dict[str, str]  # fields of the whole sentence: sent_id, text, label …


@frozen(eq=False)
class Attribute:
    """How often each label occurs in each unit.

    >>> pos = corpus.attributes["pos"]
    >>> pos.labels, pos.counts.shape
    (('N', 'V'), (8, 2))
    """

    name: str
    labels: tuple[str, ...]  # J of them
    counts: csr_array  # int64 (n_units, J)
    counted: str  # "chunks", "tokens", "sentences" or "units": what one occurrence is
