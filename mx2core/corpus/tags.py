"""What the readers find out about columns of tags and of target words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import repeat

import numpy as np

from ..errors import Notice
from ..schemes import EMPTY, detect_scheme, violations
from .codes import Coder
from .sentences import SEVERAL, Column, Sentences

_FLAGS = frozenset({"Y", "y", "1", "T", "True", "true", "B", "I", "B-V", "I-V", "V", "X", "*"})
MAX_TAGS = 10_000  # more values than that are words or features
LONGEST_LABEL = 40  # characters; what is longer is text
_TAG = re.compile(r"[BIMELSU](?:[-_].+)?")
DENSE = 0.8  # share of tokens with a label from which a column labels every token
NEVER_TAGS = frozenset({"word", "target"})


def with_schemes(sentences: Sentences) -> Sentences:
    """The same with a tag scheme for every column in which one is evident."""
    schemes = dict(sentences.schemes)
    for name, column in sentences.columns.items():
        if name not in NEVER_TAGS and name not in schemes:
            schemes[name] = scheme_of(column, sentences)
    return replace(sentences, schemes=schemes)


def scheme_of(column: Column, sentences: Sentences) -> str:
    """The scheme of tags that a column holds; `plain` or `token` if it holds no tags."""
    scheme = evident_scheme(column.values)
    if scheme is not None and not most_are_tags(column.values, np.bincount(column.codes)):
        scheme = None
    if scheme == "IOB2":
        # The two differ in nothing but where B stands. A real IOB1 file breaks IOB2
        # everywhere; an IOB2 file with slips breaks both.
        broken = {
            name: len(violations(column.codes, column.values, sentences.starts, name))
            for name in ("IOB2", "IOB1")
        }
        return "IOB1" if 10 * broken["IOB1"] < broken["IOB2"] else "IOB2"
    if scheme is not None:
        return scheme
    empty = np.array([value in EMPTY for value in column.values], dtype=bool)
    labelled = 1 - empty[column.codes].mean() if len(column.codes) else 0.0
    return "plain" if labelled >= DENSE else "token"


def evident_scheme(values: Sequence[str]) -> str | None:
    """Tag scheme of the distinct values; one misprint among few tags does not hide it."""
    if len(values) > MAX_TAGS:
        return None
    scheme = detect_scheme(values)
    if scheme is not None:
        return scheme
    given = [value for value in values if value not in EMPTY]
    tags = [value for value in given if _TAG.fullmatch(value)]
    return detect_scheme([*tags, "O"]) if "O" in values and 3 * len(tags) >= 2 * len(given) > 0 else None


def with_labels_apart(sentences: Sentences) -> Sentences:
    """The same with the labels of each text apart, where cells hold several with a mark between them.

    A mark stands between labels if they make up more combinations than there are labels,
    and most of them are in several combinations.
    """
    cells = sentences.fields.get("label", ())
    distinct = sorted(set(cells) - {""})
    for mark in ("|", ";", ",", "#"):
        parts = {cell: _parts(cell, mark) for cell in distinct}
        if mark == "#" and not all(all(cell.split(mark)) for cell in distinct):  # C# is one label
            continue
        times = Counter(part for found in parts.values() for part in set(found))
        most = 2 * sum(n > 1 for n in times.values()) > len(times)
        if most and len(times) < len(distinct) <= MAX_TAGS and max(map(len, times)) <= LONGEST_LABEL:
            values = tuple(SEVERAL.join(parts[cell]) if cell else "" for cell in cells)
            return replace(sentences, fields={**sentences.fields, "label": values})
    return sentences


def _parts(cell: str, mark: str) -> list[str]:
    return [part for part in (piece.strip(" []'\"") for piece in cell.split(mark)) if part]


def with_several(sentences: Sentences, *names: str) -> Sentences:
    """The same, with those of the fields marked in which a text has several labels; a notice says so."""
    told = []
    several = set(sentences.several)
    for name in names:
        values = sentences.fields.get(name, ())
        n = sum(SEVERAL in value for value in values)
        if n:
            several.add(name)
            told.append(
                Notice(
                    "Texts with several labels in {name!r}: {n}. Each label is counted; a model learns each "
                    "combination as a class of its own.",
                    {"n": n, "name": name},
                )
            )
    return replace(sentences, several=frozenset(several), notices=(*sentences.notices, *told))


def most_are_tags(values: Sequence[str], times: Iterable[int] | None = None) -> bool:
    """Whether at most half of the cells that say something are no tag; `times` each value stands."""
    given, strays = 0, 0
    for value, n in zip(values, repeat(1) if times is None else times, strict=False):
        if value not in EMPTY:
            given += n
            strays += n * (_TAG.fullmatch(value) is None)
    return 2 * strays <= given


def with_targets(sentences: Sentences) -> Sentences:
    """The same with the field `target`, if there is a column of that name.

    The column may mark the target word (`Y`), hold it on its own line, or repeat it on
    every line of the sentence. Several parts of one target are joined by "…".
    """
    column = sentences.columns.get("target")
    if column is None or "target" in sentences.fields:
        return sentences
    values = set(column.values) - EMPTY
    words = sentences.columns.get("LEMMA", sentences.columns["word"]) if values <= _FLAGS else column
    empty = np.array([value in EMPTY for value in column.values], dtype=bool)
    marked = np.flatnonzero(~empty[column.codes])
    bounds = np.searchsorted(marked, sentences.starts)
    targets = []
    for first, last in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        parts = [words.values[code] for code in words.codes[marked[first:last]].tolist()]
        targets.append("…".join(parts) if len(set(parts)) > 1 else "".join(parts[:1]))
    found = replace(sentences, fields={**sentences.fields, "target": tuple(targets)})
    return replace(found, columns={**found.columns, "target": _on_its_line(found, marked)})


def _on_its_line(sentences: Sentences, marked: np.ndarray) -> Column:
    """The target column with the words themselves in place of marks, `_` elsewhere."""
    column = sentences.columns["target"]
    if not set(column.values) - EMPTY <= _FLAGS:
        return column
    words = sentences.columns.get("LEMMA", sentences.columns["word"])
    coder = Coder({"_": 0})
    codes = np.zeros(len(column.codes), dtype=np.int32)
    codes[marked] = coder.encode(words.values[code] for code in words.codes[marked].tolist())
    return Column(codes, tuple(coder))
