"""A smaller corpus that looks like the whole one, as a file."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from ...corpus.units.extract import file_of_units
from ...errors import Notice
from ...exchange.partitions.fold_files import check_file
from ...files import write_whole
from ...judge import sampled_units
from ..options import corpus_options
from ..tables import Paragraphs, said, table, words


@dataclass(frozen=True, slots=True)
class Sampled:
    """What was written, and how far its labels are from those of the rest."""

    output: str
    corpus: str
    n_units: int
    of: int
    seed: int
    divergences: dict[str, float]  # chi2/J of sample and rest
    expected: dict[str, float]  # of random samples of the size
    warnings: tuple[Notice, ...]


def sampled(options: argparse.Namespace) -> Sampled:
    """Take the sample and write it."""
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    found = sampled_units(corpus, options.sample, attributes=attributes, seed=options.seed)
    data = corpus_options.content(options)
    check_file(data, corpus)
    write_whole(options.output, file_of_units(data, corpus, chosen=found.of_unit == 0))
    names = [attribute.name for attribute in attributes]
    return Sampled(
        options.output,
        corpus.name,
        options.sample,
        len(corpus),
        options.seed,
        dict(zip(names, found.divergence.tolist(), strict=False)),
        dict(zip(names, found.expected.tolist(), strict=False)),
        corpus.notices,
    )


@words.register
def _(found: Sampled) -> Paragraphs:
    yield said(
        "Wrote {n_units:,} of the {of:,} units of {corpus} to {output} (seed {seed}).",
        n_units=found.n_units,
        of=found.of,
        corpus=found.corpus,
        output=found.output,
        seed=found.seed,
    )
    rows = [(name, value, found.expected[name]) for name, value in found.divergences.items()]
    yield table(("labels", "χ²/J of sample and rest", "expected of random ones"), rows)
