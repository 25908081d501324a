"""Text cut into words by blanks, one sentence a line: tokens are its characters."""

from __future__ import annotations

from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ...errors import CorpusFormatError, Notice
from ..columns.codes import Coder, column
from ..files.source import Source
from ..sentences import Column, Sentences
from . import Format

TAGS = ("B", "M", "E", "S")  # first, inner, last character of a word; word of one character
_B, _M, _E, _S = range(4)


def read(source: Source) -> Sentences:
    """Characters as tokens, with the tags B, M, E, S in the column `label`."""
    coder = Coder()
    codes, tags = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
    lengths, lines, spans = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros((0, 2), np.int64)]
    source.sizes.append(lambda: (sum(map(len, lengths)), sum(map(len, tags))))
    cut = False
    for block in source.blocks():
        split = [line.split() for line in block.lines]
        n_words = np.fromiter(map(len, split), dtype=np.int64, count=len(split))
        cut = cut or bool((n_words > 1).any())
        words = list(chain.from_iterable(split))
        sizes = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
        full = np.flatnonzero(n_words)
        sentence = np.repeat(np.arange(len(full)), n_words[full])
        n_characters = np.bincount(sentence, weights=sizes, minlength=len(full)).astype(np.int64)
        codes.append(coder.encode("".join(words), int(sizes.sum())))
        tags.append(_tags(sizes))
        lengths.append(n_characters)
        lines.append(np.repeat(full + block.first, n_characters))
        spans.append(np.stack([block.offsets[full], block.offsets[full + 1]], axis=1))
    if not cut:
        raise CorpusFormatError("no line has blanks between words.", file=source.name)
    starts = np.concatenate(([0], np.cumsum(np.concatenate(lengths))))
    characters = column(np.concatenate(codes), coder)
    return Sentences(
        columns={"word": characters, "label": Column(np.concatenate(tags), TAGS)},
        starts=starts,
        fields={},
        lines=np.concatenate(lines).astype(np.int32),
        repeats=np.zeros(len(starts) - 1, dtype=bool),
        schemes={"label": "BMES"},
        spans=np.concatenate(spans),
        notices=tuple(_notice_of_plain_text(characters)),
    )


def _notice_of_plain_text(characters: Column) -> list[Notice]:
    """Writing that is never cut into words by hand: prose, program text, settings."""
    ascii_too = np.fromiter(map(str.isascii, characters.values), dtype=bool, count=len(characters.values))
    if 2 * np.count_nonzero(ascii_too[characters.codes]) <= len(characters.codes):
        return []
    return [Notice("Read as plain text: a sentence a line, no labels. Otherwise choose the format.")]


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    lines = [line for line in head.first_lines() if line.strip()]
    cut = sum(len(line.split()) > 1 for line in lines)
    return 0.3 * cut / len(lines) if lines else 0.0


def _tags(sizes: NDArray[np.int64]) -> NDArray[np.int32]:
    """B M … E for each word of several characters, S for one of a single character."""
    tags = np.full(int(sizes.sum()), _M, dtype=np.int32)
    last = np.cumsum(sizes) - 1
    first = last - sizes + 1
    tags[last] = _E
    tags[first] = _B
    tags[first[sizes == 1]] = _S
    return tags


FORMAT = Format(
    "segmented",
    name=Notice("segmented text"),
    description="words separated by blanks",
    tokens="characters",
    counted="words by length",
    example="我 喜欢 天安门\n你 来\n",
    read=read,
    plausibility=plausibility,
    prose=True,
    place=50,
)
