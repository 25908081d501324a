"""How a column of tags marks chunks: from tag schemes to spans, over a whole corpus at once.

A tag is one letter and, after a hyphen or underscore, the label of its chunk
(`B-PER`); in word segmentation the letter stands alone. `O`, `_`, `-` and the empty
cell are outside of every chunk.

Tags are read as the CoNLL shared tasks' scorer reads them: a chunk begins at B and
S, and wherever an inside tag has nothing to continue, so a broken sequence still
gives chunks. Strict reading keeps only the chunks without a broken tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .arguments import check_choice
from .brief import frozen

SCHEMES = ("IOB2", "IOB1", "BIOES", "BMES", "token", "plain")
"""IOB2: every chunk begins with B. IOB1: B only where a chunk follows another of the
same label. BIOES (its letters L and U for E and S are read too) and BMES: the last
token is E, a chunk of one token S. token: every cell that is not empty is a chunk of
one token. plain: every token is a chunk of one token, as in a column of POS tags."""

SETS = "sets"
"""Used in place of a scheme where every item has any number of labels, each a chunk of its own."""

SEVERAL = " | "
"""Between the labels of an item that has several."""

EMPTY = frozenset({"O", "_", "-", ""})
"""Cells that say "nothing here" in a column of tags."""

PIECE = 1 << 18  # tokens whose tags are read at a time
_OUTSIDE, _BEGIN, _INSIDE, _END, _SINGLE = range(5)
_KINDS = {"B": _BEGIN, "I": _INSIDE, "M": _INSIDE, "E": _END, "L": _END, "S": _SINGLE, "U": _SINGLE}
_LETTERS = {"IOB2": "BI", "IOB1": "BI", "BIOES": "BIESLU", "BMES": "BMES"}
_TAG = re.compile(r"([BIMELSU])(?:[-_](.*))?", re.DOTALL)


@frozen(eq=False)
class Spans:
    """Chunks of a corpus, sorted by their first token."""

    start: NDArray[np.int64]  # (n_spans,): first token, counted through the flat corpus
    end: NDArray[np.int64]  # (n_spans,): one past the last token
    label: NDArray[np.int32]  # (n_spans,): code into labels
    labels: tuple[str, ...]  # in order of the values they come from; "" for tags without a label

    def __len__(self) -> int:
        return len(self.start)


def detect_scheme(values: Sequence[str]) -> str | None:
    """Tag scheme of a column, told from its distinct values.

    IOB1 and IOB2 use the same letters: `IOB2` is returned for both, unless there is
    no B at all. `detect_scheme_in` looks at the sequences and can tell them apart.
    One value in five may be no tag (a slip of the annotators), so that a column of
    tags with a misprint is not taken for a column of labels.

    `values`: distinct cells of the column.
    Returns str or None: `IOB2`, `IOB1`, `BIOES` or `BMES`; None when the values do not look like tags (labels
    of single tokens, POS tags, words).
    """
    parsed = {value: _TAG.fullmatch(value) for value in values if value not in EMPTY}
    if not parsed:
        return "IOB2" if "O" in values else None
    labelled = {match[1] for match in parsed.values() if match and match[2]}
    if labelled:
        strays = sum(not (match and match[2]) for match in parsed.values())
        letters = labelled if 5 * strays <= len(parsed) else set()
    else:
        letters = {match[1] if match else "" for match in parsed.values()}
    if not letters or "" in letters:
        return None
    if letters == {"I"}:
        return "IOB1"
    if letters <= {"B", "I"}:
        return "IOB2" if labelled or "O" in values or "I" in letters else None
    if not labelled:
        # Bare letters are weak evidence: segmentation has words of several characters.
        if letters <= set("BMES") and {"B", "E"} <= letters:
            return "BMES"
        return "BIOES" if letters in (set("BIES"), set("BIE")) else None
    if "M" in letters:
        return "BMES" if letters <= set("BMIES") else None
    return "BIOES"


def detect_scheme_in(
    codes: NDArray[np.int32], values: Sequence[str], starts: NDArray[np.int64]
) -> str | None:
    """Tag scheme of a column, told from its values and, for IOB1 or IOB2, its sequences.

    Between the two the one that fewer tags break is taken, IOB2 when equal.

    Returns str or None: as from `detect_scheme`.
    """
    scheme = detect_scheme(values)
    if scheme != "IOB2":
        return scheme
    return min(("IOB2", "IOB1"), key=lambda name: len(violations(codes, values, starts, name)))


def spans(
    codes: NDArray[np.int32],
    values: Sequence[str],
    starts: NDArray[np.int64],
    scheme: str,
    strict: bool = False,
) -> Spans:
    """Chunks that a column of tags marks; `starts` are first tokens of sentences, then n_tokens.

    A value that is no tag is outside of every chunk, and no chunk crosses a sentence. `strict` keeps only
    chunks in which no tag breaks the scheme: seqeval's strict mode for IOB2 and BIOES (BMES, BILOU).
    """
    if scheme in ("token", "plain"):
        _check_scheme(scheme)
        return _single_tokens(codes, values, keep_empty=scheme == "plain")
    if scheme == SETS:
        return _set_spans(codes, values)
    firsts, ends, labels = [], [], []
    for before, tags in _tags_of_pieces(codes, values, starts, scheme):
        first = np.flatnonzero(tags.starts_chunk)
        # A chunk lasts until the next token that begins another or is outside; one that begins a sentence
        # is either. Tokens are bits here: where each ends as a number took five times the memory.
        last = tags.kind != _OUTSIDE
        last[:-1] &= tags.starts_chunk[1:] | ~last[1:]
        end = np.flatnonzero(last) + 1
        if strict:
            broken = np.concatenate(([0], np.cumsum(tags.broken())))
            whole = broken[end] == broken[first]
            first, end = first[whole], end[whole]
        firsts.append(before + first)
        ends.append(before + end)
        labels.append(tags.label[first])
    return Spans(np.concatenate(firsts), np.concatenate(ends), np.concatenate(labels), tags.labels)


def violations(
    codes: NDArray[np.int32], values: Sequence[str], starts: NDArray[np.int64], scheme: str
) -> NDArray[np.int64]:
    """Tokens whose tag breaks the scheme.

    An inside or end tag that continues nothing; in IOB1 a B that separates nothing;
    in BIOES and BMES the last token of a chunk that is not closed; a letter that the
    scheme does not have; a value that is no tag.

    Returns ndarray of int, shape (n_violations,): positions in the flat corpus, increasing; empty for `token`
    and `plain`.
    """
    if scheme in ("token", "plain"):
        return np.zeros(0, dtype=np.int64)
    pieces = _tags_of_pieces(codes, values, starts, scheme)
    return np.concatenate([before + np.flatnonzero(tags.broken()) for before, tags in pieces])


def _tags_of_pieces(
    codes: NDArray[np.int32], values: Sequence[str], starts: NDArray[np.int64], scheme: str
) -> Iterator[tuple[int, _Tags]]:
    """The tags of some whole sentences at a time, and the number of the first token."""
    _check_scheme(scheme)
    parts = _take_apart(values, _LETTERS[scheme])
    sentence = 0
    while True:
        first = int(starts[sentence])
        until = max(sentence + 1, int(np.searchsorted(starts, first + PIECE, side="right")) - 1)
        until = min(until, len(starts) - 1)
        stop = int(starts[until])
        yield first, _Tags.read(codes[first:stop], parts, starts[sentence : until + 1] - first, scheme)
        sentence = until
        if sentence >= len(starts) - 1:
            return


# Of each distinct value its kind, its label's code and whether it is foreign; and the labels.
_Parts = tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.bool_], tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class _Tags:
    """Tags taken apart, token by token."""

    scheme: str
    kind: NDArray[np.uint8]
    label: NDArray[np.int32]  # -1 outside
    labels: tuple[str, ...]
    foreign: NDArray[np.bool_]  # the value is not one of the scheme's
    follows: NDArray[np.bool_]  # the token before is an open chunk (B, I) of the same label
    starts_chunk: NDArray[np.bool_]

    @classmethod
    def read(cls, codes: NDArray[np.int32], parts: _Parts, starts: NDArray[np.int64], scheme: str) -> _Tags:
        kind_of, label_of, foreign_of, labels = parts
        kind, label = kind_of[codes], label_of[codes]
        first = np.zeros(len(codes), dtype=np.bool_)
        first[starts[:-1][starts[:-1] < len(codes)]] = True  # a sentence may be empty
        follows = np.zeros(len(codes), dtype=np.bool_)
        is_open = (kind == _BEGIN) | (kind == _INSIDE)
        follows[1:] = is_open[:-1] & (label[1:] == label[:-1]) & ~first[1:]
        continues = (kind == _INSIDE) | (kind == _END)
        starts_chunk = (kind != _OUTSIDE) & ~(continues & follows)
        return cls(scheme, kind, label, labels, foreign_of[codes], follows, starts_chunk)

    def broken(self) -> NDArray[np.bool_]:
        broken: NDArray[np.bool_]
        if self.scheme == "IOB1":
            broken = self.foreign | ((self.kind == _BEGIN) & ~self.follows)
            return broken
        broken = self.foreign | (self.starts_chunk & ((self.kind == _INSIDE) | (self.kind == _END)))
        if self.scheme in ("BIOES", "BMES"):
            is_open = (self.kind == _BEGIN) | (self.kind == _INSIDE)
            closes_next = np.zeros(len(is_open), dtype=np.bool_)
            closes_next[:-1] = ~self.starts_chunk[1:] & (self.kind[1:] != _OUTSIDE)
            broken |= is_open & ~closes_next
        return broken


def _take_apart(values: Sequence[str], letters: str) -> _Parts:
    """Kind, label code and "not of this scheme" of each distinct value; the labels."""
    kind = np.zeros(len(values), dtype=np.uint8)
    label = np.full(len(values), -1, dtype=np.int32)
    foreign = np.zeros(len(values), dtype=np.bool_)
    labels: dict[str, int] = {}
    for code, value in enumerate(values):
        if value in EMPTY:
            continue
        match = _TAG.fullmatch(value)
        foreign[code] = match is None or match[1] not in letters
        if match:
            kind[code] = _KINDS[match[1]]
            label[code] = labels.setdefault(match[2] or "", len(labels))
    return kind, label, foreign, tuple(labels)


def _single_tokens(codes: NDArray[np.int32], values: Sequence[str], keep_empty: bool) -> Spans:
    labels = tuple(value for value in values if keep_empty or value not in EMPTY)
    new_code = {value: code for code, value in enumerate(labels)}
    label = np.array([new_code.get(value, -1) for value in values], dtype=np.int32)[codes]
    start = np.flatnonzero(label >= 0)
    return Spans(start, start + 1, label[start], labels)


def _set_spans(codes: NDArray[np.int32], values: Sequence[str]) -> Spans:
    sets = [labels_of(value) for value in values]
    place = {label: k for k, label in enumerate(dict.fromkeys(label for one in sets for label in one))}
    sizes = np.array([len(one) for one in sets], dtype=np.int64)
    of_value = np.array([place[label] for one in sets for label in one], dtype=np.int32)
    first = np.cumsum(sizes) - sizes  # of each value's labels
    start = np.repeat(np.arange(len(codes)), sizes[codes])
    within = np.arange(len(start)) - np.repeat(np.cumsum(sizes[codes]) - sizes[codes], sizes[codes])
    return Spans(start, start + 1, of_value[np.repeat(first[codes], sizes[codes]) + within], tuple(place))


def labels_of(value: str) -> tuple[str, ...]:
    parts = (part.strip() for part in value.split(SEVERAL))
    return tuple(dict.fromkeys(part for part in parts if part not in EMPTY - {"O"}))


def _check_scheme(scheme: str) -> None:
    check_choice("scheme", scheme, SCHEMES)
