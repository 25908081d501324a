"""One module a file format; each has `read` and says how plausible a file is to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..naming import Columns
from ..sentences import Sentences
from ..source import Source
from . import (
    cluener,
    columns,
    conllu,
    delimited,
    framenet,
    jsonl,
    label_studio,
    predicates,
    prodigy,
    segmented,
    spacy,
    spans,
)


@dataclass(frozen=True, slots=True)
class Reader:
    """How a format is read, and how much the beginning of a file looks like it."""

    read: Callable[[Source, Columns | None], Sentences]
    plausibility: Callable[[Source], float]


READERS = {
    "conllu": Reader(conllu.read, conllu.plausibility),
    "columns": Reader(columns.read, columns.plausibility),
    "predicates": Reader(predicates.read, predicates.plausibility),
    "framenet": Reader(framenet.read, framenet.plausibility),
    "segmented": Reader(segmented.read, segmented.plausibility),
    "jsonl": Reader(jsonl.read, jsonl.plausibility),
    "delimited": Reader(delimited.read, delimited.plausibility),
    "spans": Reader(spans.read, spans.plausibility),
    "cluener": Reader(cluener.read, cluener.plausibility),
    "prodigy": Reader(prodigy.read, prodigy.plausibility),
    "spacy": Reader(spacy.read, spacy.plausibility),
    "label_studio": Reader(label_studio.read, label_studio.plausibility),
}
FORMATS = tuple(READERS)
