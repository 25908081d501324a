"""What a corpus is and what can be measured on it."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ...corpus.files.memory import give_back
from ...corpus.sentences import Attribute
from ...corpus.units.attributes import is_single_unit
from ...partition import expected, floor
from ..options import corpus_options
from ..text import Report, picked_fields

OPTIONS = corpus_options.CORPUS
FORM = """
{file}: {n_units:,} units (unit: {unit!t}), {n_sentences:,} sentences, format {format}, encoding {encoding}.

[attributes] labels=name types_J=n_labels occurrences counted!t expected_χ²/J=expected floor
"""


def run(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    return Report(
        FORM,
        file=corpus.name,
        n_units=len(corpus),
        n_sentences=int((~corpus.sentences.repeats).sum()),
        **picked_fields(corpus, "format encoding unit sha256 units_sha256"),
        attributes=[_measured(corpus.attributes.not_kept(name)) for name in corpus.attributes],
        warnings=corpus.notices,
    )


def _measured(attribute: Attribute) -> dict[str, Any]:
    """What random halves give of an attribute, and how often it occurs."""
    give_back()  # what the attribute before took
    # chi2/J of random halves, and the least that any have; None where one unit has all labels
    law = (None, None) if is_single_unit(attribute) else (expected(attribute.counts), floor(attribute.counts))
    sizes = {"n_labels": len(attribute.labels), "occurrences": int(attribute.counts.sum())}
    return picked_fields(attribute, "name counted") | sizes | {"expected": law[0], "floor": law[1]}
