"""What a corpus is and what can be measured on it."""

from __future__ import annotations

import argparse
from typing import Any

from ...corpus.files.memory import give_back
from ...corpus.sentences import Attribute
from ...corpus.units.attributes import is_single_unit
from ...errors import Notice
from ...partition import expected, floor
from ..options import corpus_options
from ..tables import Paragraphs, Report, columns, counted, listing, picked, said

OPTIONS = corpus_options.CORPUS
COLUMNS = columns("labels=name types_J=n_labels occurrences counted expected_χ²/J=expected floor")
UNITS = {  # of every corpus; others are called as its fields are
    "sentence": Notice("sentence"),
    "document": Notice("document"),
    "text": said("text"),
    "near-duplicates": said("near-duplicates"),
}


def run(options: argparse.Namespace) -> Report:
    corpus = corpus_options.read(options)
    return Report(
        _words,
        file=corpus.name,
        n_units=len(corpus),
        n_sentences=int((~corpus.sentences.repeats).sum()),
        **picked(corpus, "format encoding unit sha256 units_sha256"),
        attributes=[_measured(corpus.attributes.not_kept(name)) for name in corpus.attributes],
        warnings=corpus.notices,
    )


def _measured(attribute: Attribute) -> dict[str, Any]:
    """What random halves give of an attribute, and how often it occurs."""
    give_back()  # what the attribute before took
    # chi2/J of random halves, and the least that any have; None where one unit has all labels
    law = (None, None) if is_single_unit(attribute) else (expected(attribute.counts), floor(attribute.counts))
    sizes = {"n_labels": len(attribute.labels), "occurrences": int(attribute.counts.sum())}
    return picked(attribute, "name counted") | sizes | dict(zip(("expected", "floor"), law, strict=True))


def _words(found: Report) -> Paragraphs:
    yield said(
        "{file}: {n_units:,} units (unit: {unit}), {n_sentences:,} sentences, format {format}, encoding "
        "{encoding}.",
        found,
        unit=UNITS.get(found.unit, found.unit),
    )
    yield listing([{**row, "counted": counted(row["counted"])} for row in found.attributes], COLUMNS)
