"""What stops the reading of a corpus, and what the user is told."""

from __future__ import annotations

import numpy as np

from ...errors import CorpusFormatError, Notice, Whole
from ...schemes import EMPTY, violations
from ..sentences import SEVERAL, Attribute, Sentences
from ..units.attributes import CHUNKS, Attributes, is_single_unit
from ..units.grouping import MADE, Units

SHOWN = 5  # lines that a notice names


def check_sentences(sentences: Sentences, file: str) -> None:
    """Raise CorpusFormatError if a sentence or a character is not usable.

    Sentences without tokens, NUL characters (which end strings in other programs) and
    halves of surrogate pairs (which no encoding can write) are not.
    """
    if len(sentences) == 0:
        raise CorpusFormatError("the file has no sentences or rows.", file=file)
    empty = np.flatnonzero(np.diff(sentences.starts) == 0)
    if len(empty):
        raise CorpusFormatError("sentence {number} has no token.", file=file, number=int(empty[0]) + 1)
    for name, column in sentences.columns.items():
        bad = _unwritable(column.values)
        if bad is not None:
            token = int(np.argmax(column.codes == bad))
            raise CorpusFormatError(
                "a character in {name!r} cannot be written as text.",
                file=file,
                line=int(sentences.lines[token]),
                name=name,
            )
    for name, values in sentences.fields.items():
        bad = _unwritable((name, *values))
        if bad is not None:
            sentence = max(bad - 1, 0)
            raise CorpusFormatError(
                "a character in {name!r} cannot be written as text.",
                file=file,
                line=int(sentences.lines[sentences.starts[sentence]]),
                name=ascii(name)[1:-1],
            )


def _unwritable(values: tuple[str, ...]) -> int | None:
    """Place of the first string with a NUL or half a surrogate pair."""
    together = "".join(values)
    try:
        together.encode()
    except UnicodeEncodeError:
        return next(i for i, value in enumerate(values) if any("\ud800" <= c <= "\udfff" for c in value))
    return next(i for i, value in enumerate(values) if "\x00" in value) if "\x00" in together else None


def notices(sentences: Sentences, units: Units, attributes: Attributes, unit: str) -> list[Notice]:
    """What is worth knowing before the corpus is split."""
    warnings = _same_texts(sentences, units) + _repeated_ids(sentences, units) if unit == "sentence" else []
    for name, scheme in sentences.schemes.items():
        if scheme in CHUNKS:
            warnings += _broken_tags(sentences, name, scheme)
    for name in attributes.suggested:
        warnings += _rare_labels(attributes[name])
    if set(attributes) <= {"length", "word"}:  # of a segmented text its reader says so
        warnings.append(Notice("No labels found. If there are any, choose their format."))
    given = sentences.fields.get("label", ())
    if 1 < len(given) == len(set(given)):  # such as a letter whose lines each have a comma
        warnings.append(Notice("No label repeats: is this prose, not labels?"))
    warnings += _single_labels(sentences, attributes)
    warnings += _several_labels(sentences)
    return warnings


def _same_texts(sentences: Sentences, units: Units) -> list[Notice]:
    places = np.flatnonzero(~sentences.repeats)
    heads = units.digests[places, :8].copy().view(np.uint64)[:, 0]  # of another text another, but for chance
    _, which, times = np.unique(heads, return_inverse=True, return_counts=True)
    first: dict[bytes, int] = {}
    copies: list[tuple[int, int]] = []  # sentences, and the first ones that they repeat
    for place in places[times[which] > 1].tolist():
        digest = units.digests[place].tobytes()
        if first.setdefault(digest, place) != place:
            copies.append((place, first[digest]))
    if not copies:
        return []
    lines = sentences.lines[sentences.starts[np.array(copies[:SHOWN])]].tolist()
    pairs = dict.fromkeys((copy, first_line) for copy, first_line in lines if copy != first_line)
    later, earlier = tuple(one for one, _first in pairs), tuple(one for _copy, one in pairs)
    values = {"n": len(copies), "n_units": len(units.ids)}
    across: Notice | Whole = Whole("")
    split = sentences.fields.get("split", ())
    if len(set(split)) > 1:  # what a reader would compare with the leaks of that split
        texts = [units.digests[place].tobytes() for place, _first in copies]
        parts = {text: {split[place]} for text, place in first.items()}
        for text, (place, _first) in zip(texts, copies, strict=True):
            parts[text].add(split[place])
        n_across = sum(len(parts[text]) > 1 for text in texts)
        if n_across:
            across = Notice(", {n:,} across the split's parts", {"n": n_across})
    return [
        Notice(
            "Repeated texts inflate scores across halves; make them one unit: {n:,} of {n_units:,}{across}.",
            {**values, "across": across},
            later,
            unit="text",
            repeats=earlier,
        )
    ]


def _repeated_ids(sentences: Sentences, units: Units) -> list[Notice]:
    """Ids of the file by which no unit can be called, since two have them."""
    own, places = sentences.fields.get("sent_id"), np.flatnonzero(~sentences.repeats).tolist()
    called = zip(places, units.ids, strict=True) if own else ()
    twice = [i for i, unit_id in called if own and own[i] not in (unit_id, "") and MADE.fullmatch(unit_id)]
    if not twice or own is None:
        return []
    return [
        Notice(
            "Repeated ids: {n:,} of {n_units:,}, such as {ids}; those are named by content.",
            {
                "n": len(twice),
                "n_units": len(places),
                "ids": list(dict.fromkeys(own[i] for i in twice))[:SHOWN],
            },
            _lines(sentences, sentences.starts[np.array(twice[:SHOWN])]),
        )
    ]


def _broken_tags(sentences: Sentences, name: str, scheme: str) -> list[Notice]:
    column = sentences.columns[name]
    broken = violations(column.codes, column.values, sentences.starts, scheme)
    if not len(broken):
        return []
    return [
        Notice(
            "Tags of {name!r} that break {scheme}: {n}, read as the CoNLL scorer does.",
            {"n": len(broken), "name": name, "scheme": scheme},
            _lines(sentences, broken[:SHOWN]),
        )
    ]


def _rare_labels(attribute: Attribute) -> list[Notice]:
    totals = np.asarray(attribute.counts.sum(axis=0)).ravel()
    warnings = []
    n_once = int((totals == 1).sum())
    if n_once:
        warnings.append(
            Notice(
                "Labels of {name!r} that occur once: {n:,} of {n_labels:,}. One half lacks each.",
                {"n": n_once, "n_labels": len(totals), "name": attribute.name},
            )
        )
    n_empty = attribute.counts.shape[0] - int(np.count_nonzero(np.diff(attribute.counts.indptr)))
    if n_empty:
        warnings.append(
            Notice(
                "Units without {name!r}: {n:,} of {n_units:,}.",
                {"n": n_empty, "n_units": attribute.counts.shape[0], "name": attribute.name},
                plain=attribute.counted == "chunks",  # as is usual for names
            )
        )
    return warnings


def _single_labels(sentences: Sentences, attributes: Attributes) -> list[Notice]:
    return [
        Notice("{name!r} cannot guide a split: it has one label or one labelled unit.", {"name": name})
        for name in ("target", "role", "label", "pos")
        if name in attributes
        and (name in sentences.fields or bool(set(sentences.columns[name].values) - EMPTY))
        and (len(attributes[name].labels) == 1 or is_single_unit(attributes[name]))
    ]


def _several_labels(sentences: Sentences) -> list[Notice]:
    return [
        Notice(
            "Texts with several labels in {name!r}: {n}; scored as sets.",
            {"n": sum(SEVERAL in value for value in sentences.fields[name]), "name": name},
        )
        for name in sorted(sentences.several)
    ]


def _lines(sentences: Sentences, tokens: np.ndarray) -> tuple[int, ...]:
    return tuple(dict.fromkeys(sentences.lines[tokens].tolist()))  # records may share one
