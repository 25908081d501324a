"""Several corpus files as one corpus in memory, such as the published parts of a split."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import numpy as np

from ...errors import CorpusFormatError, Notice
from ..columns.codes import Coder
from ..columns.tags import detect_schemes
from ..model import Corpus
from ..sentences import Column, Sentences
from ..spans.sentence_builder import MISSING
from ..units.attributes import Attributes
from ..units.grouping import joined_units
from .checks import notices
from .split_names import joined_name

_COUNTED = re.compile(r"(.*?)0*([0-9]{1,9})")  # doc-007
_MADE = re.compile("#[0-9]+")  # by a reader, of documents without a name


def join(corpora: Sequence[Corpus]) -> Corpus:
    """One corpus with the units of all, in order; each unit stays a unit.

    A column or field that some files lack is empty there. Unit names that several
    files use have the file's name in front. A tag scheme on which the files disagree
    (a short file may not show the difference) is looked for in all of them together.
    """
    first = corpora[0]
    for corpus in corpora[1:]:
        if corpus.unit != first.unit:
            raise CorpusFormatError(
                "its units are {unit}, those of {other} are {wanted}. Read both alike.",
                file=corpus.name,
                unit=corpus.unit,
                other=first.name,
                wanted=first.unit,
            )
    parts, renumbered = separate_documents(
        [corpus.sentences for corpus in corpora], [corpus.name for corpus in corpora]
    )
    sentences = concatenate(parts)
    before = np.cumsum([0, *map(len, corpora)])
    of_sentence = np.concatenate([corpus.units + n for corpus, n in zip(corpora, before, strict=False)])
    cut = joined_units(sentences, of_sentence, _ids(corpora))
    attributes = Attributes(sentences, cut.unit_of_sentence, len(cut.ids))
    # A line number would not say of which file it is.
    about_files = tuple(replace(notice, lines=()) for corpus in corpora for notice in corpus.file_notices)
    further = tuple(replace(one, lines=()) for one in notices(sentences, cut, attributes, first.unit))
    return Corpus(
        name=joined_name(corpus.name for corpus in corpora),
        format=first.format,
        encoding=first.encoding,
        unit=first.unit,
        sentences=sentences,
        units=cut.unit_of_sentence,
        unit_ids=cut.ids,
        sha256=sha256("".join(corpus.sha256 + "\n" for corpus in corpora).encode()).hexdigest(),
        units_sha256=cut.sha256,
        attributes=attributes,
        notices=(*about_files, *renumbered, *further),
        file_notices=(*about_files, *renumbered),
        where=first.where if all(corpus.where == first.where for corpus in corpora) else (),
    )


def one_corpus(
    parts: Sequence[Sentences], key: str, values: Sequence[str], names: Sequence[str], lengths: Sequence[int]
) -> Sentences:
    """The sentences of several files of one corpus, each with the value of its file under `key`.

    `names` are the files; `lengths` are the characters of each decoded file: a sentence stands where it
    would if the files were one.
    """
    taken = {name for part in parts for name in (*part.fields, *part.columns)}
    while key in taken:
        key += "'"
    parts, renumbered = separate_documents(parts, names)
    marked = [
        replace(part, fields={**part.fields, key: (value,) * len(part)})
        for part, value in zip(parts, values, strict=True)
    ]
    corpus = concatenate(marked)
    spans = None
    if all(part.spans is not None for part in parts):
        offsets = np.concatenate(([0], np.cumsum(lengths)))
        own = [part.spans for part in parts if part.spans is not None]
        spans = np.concatenate([span + offset for span, offset in zip(own, offsets, strict=False)])
    return replace(
        corpus, spans=spans, header=parts[0].header, notices=(*_merged(parts), *_missing(parts), *renumbered)
    )


def separate_documents(
    parts: Sequence[Sentences], names: Sequence[str]
) -> tuple[list[Sentences], list[Notice]]:
    """The same, the name of the file before documents that each file numbers anew; what to say of that.

    Ids are numbered anew where every file counts them from one number on and not all files count as far.
    Where all do, a split may have cut each document, and equal ids are one document.
    """
    given = [list(dict.fromkeys(filter(None, part.fields.get("document", ())))) for part in parts]
    ids = [of_file for of_file in given if of_file]
    known = {name for of_file in ids for name in of_file}
    made, found = all(map(_MADE.fullmatch, known)), [_counted(of_file) for of_file in ids]
    begins = {None if one is None else one[:2] for one in found}
    anew = len(begins) == 1 and None not in begins and len(set(found)) > 1
    if sum(map(len, ids)) == len(known) or not (made or anew):
        return list(parts), []
    before = names if len(set(names)) == len(names) else [str(k) for k in range(1, len(names) + 1)]
    renamed = [
        replace(part, fields={**part.fields, "document": tuple(name and f"{file}:{name}" for name in own)})
        if (own := part.fields.get("document"))
        else part
        for file, part in zip(before, parts, strict=True)
    ]
    notice = Notice(
        "Each file numbers documents anew, from {found}: equal ids mean different ones. Otherwise give "
        "one file.",
        {"found": ids[0][0]},
        plain=True,
    )
    return renamed, [] if made else [notice]


def _counted(ids: Sequence[str]) -> tuple[str, int, int] | None:
    """The part before the numbers, the first and the last of two or more that count on one by one."""
    parts = [match.groups() for match in map(_COUNTED.fullmatch, ids) if match]
    numbers = [int(number) for _before, number in parts]
    if not 1 < len(ids) == len(parts) or len({before for before, _number in parts}) > 1:
        return None
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return None
    return parts[0][0], numbers[0], numbers[-1]


def _missing(parts: Sequence[Sentences]) -> list[Notice]:
    """The columns that some of the files lack."""
    more = {name for part in parts for layers in part.layers.values() for name in layers}
    about = []
    for name in dict.fromkeys(name for part in parts for name in part.columns if name not in more):
        n = sum(name in part.columns for part in parts)
        if n < len(parts):
            about.append(
                Notice(
                    "{name!r} is in {n} of {total} files; elsewhere it is empty.",
                    {"name": name, "n": n, "total": len(parts)},
                )
            )
    return about


def _merged(parts: Sequence[Sentences]) -> tuple[Notice, ...]:
    """The notices of all files, those of one kind as one with the sum of their numbers."""
    merged: dict[tuple[str, str], Notice] = {}
    for notice in (notice for part in parts for notice in part.notices):
        rest = {name: value for name, value in notice.values.items() if name != "n"}
        key = (notice.message, repr(sorted(rest.items(), key=str)))
        before = merged.get(key)
        n = notice.values.get("n")
        if before is not None and isinstance(n, int):
            notice = replace(notice, values={**notice.values, "n": n + before.values["n"]})
        # A line number would not say of which file it is.
        merged[key] = replace(notice, lines=())
    return tuple(merged.values())


def concatenate(parts: Sequence[Sentences]) -> Sentences:
    """The sentences of all, in order; where they stood in their files is forgotten."""
    sizes = np.concatenate([np.diff(part.starts) for part in parts])
    fields = dict.fromkeys(name for part in parts for name in part.fields)
    schemes: dict[str, str] = {}
    disputed = set()
    for part in parts:
        for name, scheme in part.schemes.items():
            if schemes.setdefault(name, scheme) != scheme:
                disputed.add(name)
    joined = Sentences(
        columns={
            name: _column(parts, name)
            for name in dict.fromkeys(name for part in parts for name in part.columns)
        },
        starts=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        fields={
            name: tuple(value for part in parts for value in part.fields.get(name, ("",) * len(part)))
            for name in fields
        },
        lines=np.concatenate([part.lines for part in parts]),
        repeats=np.concatenate([part.repeats for part in parts]),
        schemes={name: scheme for name, scheme in schemes.items() if name not in disputed},
        layers=_layers(parts),
        several=frozenset().union(*(part.several for part in parts)),
        files=tuple(np.cumsum([0, *(int((~part.repeats).sum()) for part in parts[:-1])]).tolist()),
        places=parts[0].places if all(part.places == parts[0].places for part in parts) else {},
    )
    if not disputed:
        return joined
    found = detect_schemes(joined).schemes
    return replace(joined, schemes={**joined.schemes, **{name: found[name] for name in disputed}})


def _layers(parts: Sequence[Sentences]) -> dict[str, tuple[str, ...]]:
    """As many as any part has."""
    values_of: dict[str, tuple[str, ...]] = {}
    for part in parts:
        for name, layers in part.layers.items():
            values_of[name] = max(values_of.get(name, ()), layers, key=len)
    return values_of


def _column(parts: Sequence[Sentences], name: str) -> Column:
    """The values of all parts under one numbering."""
    coder = Coder()
    codes = []
    for part in parts:
        column = part.columns.get(name)
        if column is None:
            codes.append(np.full(int(part.starts[-1]), coder[MISSING], dtype=np.int32))
        else:
            codes.append(coder.encode(column.values, len(column.values))[column.codes])
    return Column(np.concatenate(codes), tuple(coder))


def _ids(corpora: Sequence[Corpus]) -> tuple[str, ...]:
    often = Counter(unit for corpus in corpora for unit in corpus.unit_ids)
    used = set(often)
    ids = []
    for corpus in corpora:
        for unit in corpus.unit_ids:
            chosen, times = unit, 1
            while often[unit] > 1 and chosen in used:
                chosen = f"{corpus.name}:{unit}" + (f"-{times}" if times > 1 else "")
                times += 1
            used.add(chosen)
            ids.append(chosen)
    return tuple(ids)
