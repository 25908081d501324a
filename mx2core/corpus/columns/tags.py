"""What the readers find out about columns of tags and of target words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import repeat

import numpy as np

from ...amounts import times
from ...errors import Notice
from ...schemes import EMPTY, detect_scheme, violations
from ..sentences import SEVERAL, Column, Sentences
from .codes import Coder, column_of

_FLAGS = frozenset({"Y", "y", "1", "T", "True", "true", "B", "I", "B-V", "I-V", "V", "X", "*"})
MARKS = ("|", ";", ",", "#")  # between labels
MAX_TAGS = 10_000  # more values than that are words or features
LONGEST_LABEL = 40  # characters; what is longer is text
_TAG = re.compile(r"[BIMELSU](?:[-_].+)?")
_SUFFIXED = re.compile(r"(.+)[-_]([BIMELSU])")
STRAYS = 5  # one value of so many may be no tag
FOLLOWED = 10  # of so many tags at most one breaks a scheme that the file has
DENSE = 0.8  # share of tokens with a label from which a column labels every token
NEVER_TAGS = frozenset({"word", "target"})


def detect_schemes(sentences: Sentences) -> Sentences:
    """The same with a tag scheme for every column in which one is evident."""
    schemes, columns, notices = dict(sentences.schemes), dict(sentences.columns), list(sentences.notices)
    for name, column in sentences.columns.items():
        if name in NEVER_TAGS or name in schemes:
            continue
        schemes[name] = scheme_of(column, sentences)
        values = prefixed(column.values)
        if values is None:
            continue
        merged = column_of(values)
        turned = Column(merged.codes[column.codes], merged.values)
        scheme = scheme_of(turned, sentences)
        broken = violations(turned.codes, turned.values, sentences.starts, scheme)
        tagged = sum(value not in EMPTY for value in turned[slice(None)])
        if FOLLOWED * len(broken) > tagged:  # labels that happen to end so
            continue
        schemes[name], columns[name] = scheme, turned
        found = next(value for value in column.values if _SUFFIXED.fullmatch(value))
        notices.append(
            Notice(
                "Tags of {name!r} such as {found} were read as {read}.",
                {"name": name, "found": found, "read": prefix_of(found)},
                plain=True,
            )
        )
    return replace(sentences, schemes=schemes, columns=columns, notices=tuple(notices))


def prefixed(values: Sequence[str]) -> list[str] | None:
    """Tags `PER-B` as `B-PER`; None if they are not written so.

    Labels may end in such letters, too: some label has to have both a beginning and a letter that goes on.

    >>> prefixed(["O", "PER-B", "PER_I"]), prefixed(["B-PER", "I-PER"]), prefixed(["vitamin_B", "type_I"])
    (['O', 'B-PER', 'I-PER'], None, None)
    """
    given = [value for value in values if value not in EMPTY]
    tags = [match for match in map(_SUFFIXED.fullmatch, given) if match]
    if (
        len(values) > MAX_TAGS
        or STRAYS * (len(given) - len(tags)) > len(given)
        or all(map(_TAG.fullmatch, given))
    ):
        return None
    begun = {tag[1] for tag in tags if tag[2] == "B"}
    if not any(tag[1] in begun and tag[2] in "IMEL" for tag in tags):
        return None
    return [value if value in EMPTY else prefix_of(value) for value in values]


def prefix_of(tag: str) -> str:
    """`B-PER` for `PER-B`; any other tag as it is."""
    return _SUFFIXED.sub(r"\2-\1", tag) if _SUFFIXED.fullmatch(tag) else tag


def scheme_of(column: Column, sentences: Sentences) -> str:
    """The scheme of tags that a column holds; `plain` or `token` if it holds no tags."""
    scheme = evident_scheme(column.values)
    if scheme is not None and not most_are_tags(column.values, times(column.codes, len(column.values))):
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
    values = prefixed(values) or values
    scheme = detect_scheme(values)
    if scheme is not None:
        return scheme
    given = [value for value in values if value not in EMPTY]
    tags = [value for value in given if _TAG.fullmatch(value)]
    return detect_scheme([*tags, "O"]) if "O" in values and 3 * len(tags) >= 2 * len(given) > 0 else None


def split_labels(sentences: Sentences, single: bool | None) -> Sentences:
    """The same with the labels of each text apart, where cells hold several with a mark between them.

    A mark stands between labels if they make up more combinations than there are labels, and most of them
    are in several combinations; but not if each has a place of its own in them, as in `FOOD#PRICES`, which
    is a class with a name of two parts. `single` says whether a cell is one class, where a user knows it.
    """
    cells = sentences.fields.get("label", ())
    distinct = sorted(set(cells) - {""})
    if single or not distinct:
        return sentences
    for mark in MARKS:
        parts = {cell: _parts(cell, mark) for cell in distinct}
        several = [cell for cell in distinct if len(parts[cell]) > 1]
        if not several or (single is None and not _recur(parts, mark)):
            continue
        values: dict[str, object] = {"name": "label", "mark": mark, "found": several[0]}
        if single is None and _have_places(parts):
            notice = Notice(
                "Labels of {name!r} with {mark}, such as {found}, are whole. To cut them: "
                "single_label=False.",
                values,
                plain=True,
            )
            return replace(sentences, notices=(*sentences.notices, notice))
        apart = {cell: SEVERAL.join(labels) for cell, labels in parts.items()}
        notice = Notice(
            "Labels of {name!r} were cut at {mark}, as in {found}. Otherwise: single_label=True.",
            values,
            plain=True,
        )
        fields = {**sentences.fields, "label": tuple(apart.get(cell, "") for cell in cells)}
        extra = () if single is not None or mark in SEVERAL else (notice,)
        return mark_several(replace(sentences, fields=fields, notices=(*sentences.notices, *extra)), "label")
    return mark_several(sentences, "label")


def _recur(parts: Mapping[str, Sequence[str]], mark: str) -> bool:
    """Whether the parts between the marks recur in other combinations."""
    if mark == "#" and not all(all(cell.split(mark)) for cell in parts):  # C# is one label
        return False
    times = Counter(part for found in parts.values() for part in set(found))
    most = 2 * sum(n > 1 for n in times.values()) > len(times)
    return most and len(times) < len(parts) <= MAX_TAGS and max(map(len, times)) <= LONGEST_LABEL


def _have_places(parts: Mapping[str, Sequence[str]]) -> bool:
    """Whether each part has its place: none is first in one cell and second in another, or a cell alone."""
    alone = {found[0] for found in parts.values() if len(found) == 1}
    places = {(part, place) for found in parts.values() if len(found) > 1 for place, part in enumerate(found)}
    names = {part for part, _ in places}
    return len(places) == len(names) and not alone & names


def _parts(cell: str, mark: str) -> list[str]:
    return [part for part in (piece.strip(" []'\"") for piece in cell.split(mark)) if part]


def mark_several(sentences: Sentences, *names: str) -> Sentences:
    """The same, with those of the fields marked in which a text has several labels."""
    several = {name for name in names if any(SEVERAL in value for value in sentences.fields.get(name, ()))}
    return replace(sentences, several=sentences.several | several)


def most_are_tags(values: Sequence[str], times: Iterable[int] | None = None) -> bool:
    """Whether at most half of the cells that say something are no tag; `times` each value stands."""
    given, strays = 0, 0
    for value, n in zip(values, repeat(1) if times is None else times, strict=False):
        if value not in EMPTY:
            given += n
            strays += n * (_TAG.fullmatch(value) is None)
    return 2 * strays <= given


def mark_targets(sentences: Sentences) -> Sentences:
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
    return replace(found, columns={**found.columns, "target": _target_words(found, marked)})


def _target_words(sentences: Sentences, marked: np.ndarray) -> Column:
    """The target column with the words themselves in place of marks, `_` elsewhere."""
    column = sentences.columns["target"]
    if not set(column.values) - EMPTY <= _FLAGS:
        return column
    words = sentences.columns.get("LEMMA", sentences.columns["word"])
    coder = Coder({"_": 0})
    codes = np.zeros(len(column.codes), dtype=np.int32)
    codes[marked] = coder.encode(words.values[code] for code in words.codes[marked].tolist())
    return Column(codes, tuple(coder))
