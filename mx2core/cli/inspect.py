"""What a corpus is and what can be measured on it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import corpus_options
from .tables import table

if TYPE_CHECKING:
    from ..corpus.sentences import Attribute

HELP = "Show what a corpus is: units, format, label types, and what random halves of it give."


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)


def run(options: argparse.Namespace) -> dict[str, Any]:
    corpus = corpus_options.read(options)
    return {
        "file": corpus.name,
        "format": corpus.format,
        "encoding": corpus.encoding,
        "unit": corpus.unit,
        "n_units": len(corpus),
        "n_sentences": int((~corpus.sentences.repeats).sum()),
        "sha256": corpus.sha256,
        "units_sha256": corpus.units_sha256,
        "attributes": [_measured(corpus.attributes.not_kept(name)) for name in corpus.attributes],
        "warnings": corpus_options.warnings(corpus.notices),
    }


def _measured(attribute: Attribute) -> dict[str, Any]:
    """What random halves give of an attribute, and how often it occurs."""
    from ..corpus.attributes import in_one_unit
    from ..corpus.memory import give_back
    from ..partition import expected, floor

    give_back()  # what the attribute before took
    says_nothing = in_one_unit(attribute)
    return {
        "name": attribute.name,
        "n_labels": len(attribute.labels),
        "occurrences": int(attribute.counts.sum()),
        "counted": attribute.counted,
        "expected": None if says_nothing else expected(attribute.counts),
        "floor": None if says_nothing else floor(attribute.counts),
    }


def _law(attribute: dict[str, Any]) -> tuple[Any, Any]:
    """What random halves give; None for each where one unit has all labels."""
    return attribute["expected"], attribute["floor"]


def text(result: dict[str, Any]) -> str:
    facts = [
        f"{result['file']}: {result['n_units']:,} units (unit: {result['unit']}), "
        f"{result['n_sentences']:,} sentences, format {result['format']}, encoding {result['encoding']}.",
        "",
        table(
            ("labels", "types J", "occurrences", "counted", "expected χ²/J", "floor"),
            [
                (
                    attribute["name"],
                    attribute["n_labels"],
                    attribute["occurrences"],
                    attribute["counted"],
                    *(None if value is None else float(value) for value in _law(attribute)),
                )
                for attribute in result["attributes"]
            ],
        ),
    ]
    return "\n".join([*facts])
