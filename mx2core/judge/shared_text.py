"""Units that are validated with exactly the words of a unit that is trained on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..corpus.model import Corpus
from ..corpus.units.near_duplicates import NearDuplicates
from ..errors import Notice
from ..exchange import NamedParts


def text_seen_in_training(corpus: Corpus, parts: NamedParts) -> NDArray[np.int64]:
    """The units, ascending, whose whole text is also that of a unit which is trained on for their part."""
    text = _numbers(corpus)
    present = np.zeros((int(text.max()) + 1, len(parts.names)), dtype=np.bool_)
    present[text, parts.of_unit] = True
    if parts.training is None:
        return np.flatnonzero(present.sum(axis=1)[text] > 1)
    return np.flatnonzero(present[text, parts.training] & (parts.of_unit != parts.training))


def leaked_notice(corpus: Corpus, masks: NDArray[np.bool_]) -> Notice | None:
    """How many `text_seen_in_training` counts in partitions, (m, n_units); None where no text repeats."""
    if not any(notice.unit == "text" for notice in corpus.notices):
        return None
    leaked = [len(text_seen_in_training(corpus, NamedParts.split(mask))) for mask in masks]
    values = {"low": min(leaked), "high": max(leaked), "n": int((~masks[0]).sum())}
    told = Notice(
        "Leaked texts a partition: {low:,} to {high:,} of {n:,}, as judge counts them.", values, unit="text"
    )
    return told if max(leaked) else None


def copies(corpus: Corpus, parts: NamedParts, near: NearDuplicates) -> list[dict[str, Any]]:
    """Each validated unit that training nearly has, with the most alike one there: rows and texts."""
    text, seen = _numbers(corpus), text_seen_in_training(corpus, parts)
    partners = np.empty(len(seen), np.int64)
    first = np.empty(int(text.max()) + 1, np.int64)
    for part in np.unique(parts.of_unit[seen]).tolist():
        trained, own = np.flatnonzero(parts.trained_on(part))[::-1], parts.of_unit[seen] == part
        first[text[trained]] = trained  # the first unit of each text
        partners[own] = first[text[seen[own]]]
    leaked = dict(zip(seen.tolist(), partners.tolist(), strict=True))
    pairs = leaked | dict(parts.validated_among(near.partners).tolist()) | leaked
    others = (
        {f"training_{key}": value for key, value in row.items()} for row in _places(corpus, pairs.values())
    )
    return [
        {"leaked": one in leaked, **row, **other}
        for one, row, other in zip(pairs, _places(corpus, pairs), others, strict=True)
    ]


def _places(corpus: Corpus, units: Iterable[int]) -> Iterator[dict[str, Any]]:
    """The name of each unit, the row in its file, from 1, and its text as the file has it, if it does."""
    sentences, words = corpus.sentences, corpus.sentences.columns["word"]
    given = sentences.fields.get("text")
    by_unit = np.argsort(corpus.units, kind="stable")
    bounds = np.searchsorted(corpus.units[by_unit], np.arange(len(corpus) + 1))
    rows = sentences.rows_in_file + 1
    for unit in units:
        own = by_unit[bounds[unit] : bounds[unit + 1]].tolist()
        text = " ".join(given[i] for i in own) if given else ""
        if not text.strip():
            text = " ".join(
                word for i in own for word in words[sentences.starts[i] : sentences.starts[i + 1]]
            )
        yield {"unit_id": corpus.unit_ids[unit], "row": int(rows[own[0]]), "text": text}


def _numbers(corpus: Corpus) -> NDArray[np.int64]:
    """A number of each unit, (n_units,), the same where the texts are."""
    number: dict[bytes | tuple[bytes, ...], int] = {}
    return np.array([number.setdefault(one, len(number)) for one in _texts(corpus)])


def _texts(corpus: Corpus) -> list[bytes] | list[tuple[bytes, ...]]:
    """The words of each unit as one key: the codes of its sentences."""
    sentences = corpus.sentences
    codes = sentences.columns["word"].codes.astype(np.int32).tobytes()
    first = np.flatnonzero(~sentences.repeats)
    bounds = zip(
        (4 * sentences.starts[first]).tolist(), (4 * sentences.starts[first + 1]).tolist(), strict=True
    )
    words = [codes[start:stop] for start, stop in bounds]
    units = corpus.units[first]
    if len(words) == len(corpus):  # a sentence each
        return [words[i] for i in np.argsort(units).tolist()]
    keys: list[list[bytes]] = [[] for _ in corpus.unit_ids]
    for unit, sentence in zip(units.tolist(), words, strict=True):
        keys[unit].append(sentence)
    return list(map(tuple, keys))
