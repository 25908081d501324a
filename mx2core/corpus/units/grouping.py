"""Which sentences make a unit, and how units are identified."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice, check_range, wrong_choice
from ...brief import frozen
from ...errors import CorpusFormatError
from ...schemes import EMPTY
from ..columns.column_names import meaning
from ..sentences import Sentences
from .near_duplicates import BOUND, DIGITS, near_duplicate_units

NEAR = "near-duplicates"
PIECE = 1 << 14  # sentences whose words are held at a time
Begins = Callable[[int, float], Callable[[int, int], None]]  # (n_texts, seconds) -> a report
ID_LENGTH = 16  # hex digits of a content's digest: no accidental match in any corpus
_SIZE = sha256().digest_size
MADE = re.compile(rf"u?[0-9a-f]{{{ID_LENGTH}}}(?:-[0-9]+)?")  # an id that the file did not give
_NUMBER = re.compile(r"[0-9]+e?[0-9]+")  # what a spreadsheet would round: one digest in 800
_MARK = re.compile(rf"(?<![^:])u(?=[0-9e]{{{ID_LENGTH}}}(?:-[0-9]+)?$)")


@frozen(eq=False)
class Units:
    unit_of_sentence: NDArray[np.int64]  # (n_sentences,)
    ids: tuple[str, ...]
    sha256: str  # of all units' content, in order
    digests: NDArray[np.uint8]  # (n_sentences, 32): of the words of each, zeros for repeats


def units(sentences: Sentences, unit: str, file: str, begins: Begins | None = None) -> Units:
    """Group sentences into units and identify these by what they contain.

    The content of a sentence is its words, joined by tabs and closed by a line feed,
    in UTF-8; annotation, line ends, encoding and file format do not enter. A unit's
    content is that of its sentences in order, and `sha256` digests the hexadecimal
    SHA-256 digests of all units, each followed by a line feed.

    A unit is identified by its `sent_id` if it is one sentence that has one no other
    unit has, or by its document where every sentence has its own; by its name if it is a
    group; else by the first 16 digits of its content's digest, behind a u where they read as a number,
    with -2, -3, … for repetitions.

    `unit`: sentence, text (equal words), near-duplicates (":0.7": at that similarity; ":apart" or ":one"
    behind: `digits`), document, or a field or column; a sentence without a value is a unit of its own.
    `begins`: as in `near_duplicate_units`.
    """
    digests = _sentence_digests(sentences)
    instance = np.cumsum(~sentences.repeats) - 1  # sentences with several predicates are one
    if unit == "sentence":
        of_sentence, names = instance, None
    elif unit == "text":
        of_sentence, names = _numbered(map(bytes, digests[~sentences.repeats]))[instance], None
    elif unit.partition(":")[0] == NEAR:
        n_sentences = int(instance.max(initial=-1)) + 1
        bound, digits = _near_options(unit, file)
        near = near_duplicate_units(sentences, instance, n_sentences, bound, digits=digits, begins=begins)
        of_sentence, names = near.groups[instance], None
    else:
        labels = _values(sentences, unit, file)
        # The instances of a sentence stay together, where the first of them belongs.
        values = [labels[i] for i in np.flatnonzero(~sentences.repeats)[instance].tolist()]
        # A sentence without a value is known by its own place, which no value is.
        keys = [value if value else int(place) for value, place in zip(values, instance, strict=True)]
        of_sentence = _numbered(keys)
        names = dict(zip(of_sentence.tolist(), values, strict=True))
    n_units = int(of_sentence.max()) + 1 if len(of_sentence) else 0
    if n_units < 2:
        raise CorpusFormatError("only one unit; a split needs two.", file=file)
    own = _unit_digests(sentences, of_sentence, n_units, digests)
    ids = _content_ids(own)
    if unit == "sentence":
        ids = _own_ids(sentences, ids)
    elif names:
        ids = [names[i] or content for i, content in enumerate(ids)]
    return Units(of_sentence, _distinct(ids), _digest_of_all(own), digests)


def joined_units(sentences: Sentences, unit_of_sentence: NDArray[np.int64], ids: tuple[str, ...]) -> Units:
    """Units that are known by their ids already."""
    digests = _sentence_digests(sentences)
    own = _unit_digests(sentences, unit_of_sentence, len(ids), digests)
    return Units(unit_of_sentence, ids, _digest_of_all(own), digests)


def _content_ids(digests: NDArray[np.uint8]) -> list[str]:
    heads = digests[:, : ID_LENGTH // 2]
    text = heads.tobytes().hex()
    ids = [text[start : start + ID_LENGTH] for start in range(0, len(text), ID_LENGTH)]
    letters = (heads >> 4 > 9).sum(axis=1) + (heads & 15 > 9).sum(axis=1)
    for i in np.flatnonzero(letters <= 1).tolist():  # with more of them it is no number
        ids[i] = f"u{ids[i]}" if _NUMBER.fullmatch(ids[i]) else ids[i]
    return ids


def _digest_of_all(digests: NDArray[np.uint8]) -> str:
    whole = sha256()
    for start in range(0, len(digests), PIECE):
        some = digests[start : start + PIECE].tobytes()
        whole.update((some.hex("\n", _SIZE) + "\n").encode())
    return whole.hexdigest()


def earlier_id(unit_id: str) -> str:
    """The id of the unit in files written by versions whose ids could read as numbers."""
    return _MARK.sub("", unit_id)


def _near_options(unit: str, file: str) -> tuple[float, bool | None]:
    """The similarity and the digits of `near-duplicates:0.7:apart`."""
    number, _colon, digits = unit.partition(":")[2].partition(":")
    number = number or str(BOUND)
    if digits:
        check_choice("digits", digits, list(filter(None, DIGITS)), CorpusFormatError, file)
    try:
        bound = float(number)
    except ValueError:
        bound = 0.0
    check_range("similarity", bound, "(0, 1]", CorpusFormatError, cell=number, file=file)
    return bound, DIGITS[digits]


def _contents(sentences: Sentences) -> Iterator[bytes]:
    """Words of each sentence, empty for repeats; some sentences at a time, so that memory stays bounded."""
    words = sentences.columns["word"]
    values = np.array(words.values, dtype=object)
    bounds, repeats = sentences.starts.tolist(), sentences.repeats.tolist()
    for start in range(0, len(sentences), PIECE):
        stop = min(start + PIECE, len(sentences))
        before = bounds[start]
        flat = values[words.codes[before : bounds[stop]]].tolist()
        for i in range(start, stop):
            words_of = flat[bounds[i] - before : bounds[i + 1] - before]
            yield b"" if repeats[i] else ("\t".join(words_of) + "\n").encode()


def _sentence_digests(sentences: Sentences) -> NDArray[np.uint8]:
    empty = bytes(_SIZE)
    digests = bytearray()
    for content in _contents(sentences):
        digests += sha256(content).digest() if content else empty
    return np.frombuffer(digests, dtype=np.uint8).reshape(-1, _SIZE)


def _values(sentences: Sentences, unit: str, file: str) -> list[str]:
    """The value that groups each sentence, empty if it has none."""
    unit = meaning(unit, (*sentences.fields, *sentences.columns))
    if unit in sentences.fields:
        return [value if value not in EMPTY else "" for value in sentences.fields[unit]]
    column = sentences.columns.get(unit)
    if column is None:
        known = dict.fromkeys(["sentence", "text", NEAR, *sentences.fields, *sentences.columns])
        known.pop("sent_id", None)
        raise wrong_choice("unit", unit, known, CorpusFormatError, file)
    given = np.array([value not in EMPTY for value in column.values], dtype=bool)[column.codes]
    places = np.flatnonzero(given)
    first = np.searchsorted(places, sentences.starts[:-1])
    last = np.searchsorted(places, sentences.starts[1:])
    return [
        column.values[column.codes[places[a]]] if a < b else ""
        for a, b in zip(first.tolist(), last.tolist(), strict=True)
    ]


def _numbered(keys: Iterable[str | int | bytes]) -> NDArray[np.int64]:
    """Equal keys get equal numbers, in the order in which they first appear."""
    numbers: dict[str | int | bytes, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)


def _unit_digests(
    sentences: Sentences, unit_of_sentence: NDArray[np.int64], n_units: int, digests: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Digest of the content of each unit, all its sentences in order, (n_units, 32)."""
    own = np.zeros((n_units, _SIZE), dtype=np.uint8)
    own[unit_of_sentence[~sentences.repeats]] = digests[~sentences.repeats]
    several = np.bincount(unit_of_sentence[~sentences.repeats], minlength=n_units) > 1
    if not several.any():
        return own
    last = np.zeros(n_units, dtype=np.int64)
    last[unit_of_sentence] = np.arange(len(unit_of_sentence))
    open_units: defaultdict[int, Any] = defaultdict(sha256)
    for i, (content, unit) in enumerate(zip(_contents(sentences), unit_of_sentence.tolist(), strict=True)):
        if several[unit]:
            open_units[unit].update(content)
            if i == last[unit]:
                own[unit] = np.frombuffer(open_units.pop(unit).digest(), dtype=np.uint8)
    return own


def _own_ids(sentences: Sentences, ids: list[str]) -> list[str]:
    """The names that the file gives to its sentences, else these."""
    fields, first = sentences.fields, np.flatnonzero(~sentences.repeats).tolist()
    name = "sent_id" if "sent_id" in fields else "document"
    own = [fields[name][i] for i in first] if name in fields else []
    if not own or (name == "document" and len({*own} - EMPTY) < len(own)):
        return ids
    often = Counter(own)
    return [value if value and often[value] == 1 else other for value, other in zip(own, ids, strict=True)]


def _distinct(ids: list[str]) -> tuple[str, ...]:
    """Repetitions numbered in file order; no number makes two ids equal."""
    in_use = set(ids)
    if len(in_use) == len(ids):
        return tuple(ids)
    used: set[str] = set()
    times: Counter[str] = Counter()
    result = []
    for name in ids:
        chosen = name
        while chosen in used or (chosen != name and chosen in in_use):
            times[name] += 1
            chosen = f"{name}-{times[name] + 1}"
        used.add(chosen)
        result.append(chosen)
    return tuple(result)
