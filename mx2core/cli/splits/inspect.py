"""What a corpus is and what can be measured on it."""

from __future__ import annotations

from argparse import Namespace

from ...corpus.files.memory import give_back
from ...corpus.units.attributes import is_single_unit
from ...partition import expected, floor
from ..options import corpus_options
from ..text import Report

OPTIONS = corpus_options.CORPUS
FORM = """
{file}: {n_units:,} units (unit: {unit!t}), {n_sentences:,} sentences, format {format}, encoding {encoding}.

[attributes] labels=name types_J=n_labels occurrences counted!t expected_χ²/J=expected floor
"""


def run(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    attributes = []
    for name in corpus.attributes:
        give_back()  # what the attribute before took
        one = corpus.attributes.not_kept(name)
        # chi2/J of random halves, and the least that any have; None where one unit has all labels
        law = (None, None) if is_single_unit(one) else (expected(one.counts), floor(one.counts))
        row = {"name": name, "counted": one.counted, "n_labels": len(one.labels)}
        row |= {"occurrences": int(one.counts.sum()), "expected": law[0], "floor": law[1]}
        attributes.append(row)
    return Report(
        FORM,
        file=corpus.name,
        n_units=len(corpus),
        n_sentences=int((~corpus.sentences.repeats).sum()),
        format=corpus.format,
        encoding=corpus.encoding,
        unit=corpus.unit,
        sha256=corpus.sha256,
        units_sha256=corpus.units_sha256,
        attributes=attributes,
        warnings=corpus.notices,
    )
