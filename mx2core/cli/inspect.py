"""What a corpus is and what can be measured on it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import corpus_options
from .tables import table

if TYPE_CHECKING:
    from ..corpus.sentences import Attribute

HELP = "Show what a corpus is: units, format, label types, and what random halves of it give."


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)


@dataclass(frozen=True, slots=True, eq=False)
class AttributeRow:
    name: str
    n_labels: int
    occurrences: int
    counted: str
    expected: float | None  # chi2/J of random halves; None where one unit has all labels
    floor: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Inspected:
    file: str
    format: str
    encoding: str
    unit: str
    n_units: int
    n_sentences: int
    sha256: str
    units_sha256: str
    attributes: tuple[AttributeRow, ...]
    warnings: list[dict[str, Any]]


def run(options: argparse.Namespace) -> Inspected:
    corpus = corpus_options.read(options)
    return Inspected(
        corpus.name,
        corpus.format,
        corpus.encoding,
        corpus.unit,
        len(corpus),
        int((~corpus.sentences.repeats).sum()),
        corpus.sha256,
        corpus.units_sha256,
        tuple(_measured(corpus.attributes.not_kept(name)) for name in corpus.attributes),
        corpus_options.warnings(corpus.notices),
    )


def _measured(attribute: Attribute) -> AttributeRow:
    """What random halves give of an attribute, and how often it occurs."""
    from ..corpus.attributes import in_one_unit
    from ..corpus.memory import give_back
    from ..partition import expected, floor

    give_back()  # what the attribute before took
    law = (None, None) if in_one_unit(attribute) else (expected(attribute.counts), floor(attribute.counts))
    n_labels, occurrences = len(attribute.labels), int(attribute.counts.sum())
    return AttributeRow(attribute.name, n_labels, occurrences, attribute.counted, *law)


def text(result: Inspected) -> str:
    header = ("labels", "types J", "occurrences", "counted", "expected χ²/J", "floor")
    rows = [
        (one.name, one.n_labels, one.occurrences, one.counted, one.expected, one.floor)
        for one in result.attributes
    ]
    return (
        f"{result.file}: {result.n_units:,} units (unit: {result.unit}), {result.n_sentences:,} sentences, "
        f"format {result.format}, encoding {result.encoding}.\n\n{table(header, rows)}"
    )
