"""A smaller corpus that looks like the whole one, as a file."""

from __future__ import annotations

import argparse

from ...corpus.units.extract import file_of_units
from ...exchange.partitions.fold_files import check_file
from ...files import write_whole
from ...judge import sampled_units
from ..options import corpus_options
from ..tables import Paragraphs, Report, said, table


def sampled(options: argparse.Namespace) -> Report:
    """Take the sample and write it."""
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    found = sampled_units(corpus, options.sample, attributes=attributes, seed=options.seed)
    data = corpus_options.content(options)
    check_file(data, corpus)
    write_whole(options.output, file_of_units(data, corpus, chosen=found.of_unit == 0))
    names = [attribute.name for attribute in attributes]
    return Report(
        _words,
        output=options.output,
        corpus=corpus.name,
        n_units=options.sample,
        of=len(corpus),
        seed=options.seed,
        divergences=dict(zip(names, found.divergence.tolist(), strict=False)),  # of sample and rest
        expected=dict(zip(names, found.expected.tolist(), strict=False)),  # of random samples of the size
        warnings=corpus.notices,
    )


def _words(found: Report) -> Paragraphs:
    yield said("Wrote {n_units:,} of the {of:,} units of {corpus} to {output} (seed {seed}).", found)
    rows = [(name, value, found.expected[name]) for name, value in found.divergences.items()]
    yield table(("labels", "χ²/J of sample and rest", "expected of random ones"), rows)
