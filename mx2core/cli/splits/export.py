"""Write partitions in the form that training code needs."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ..options import corpus_options

if TYPE_CHECKING:
    from ...corpus.model import Corpus
    from ...corpus.sentences import Attribute
    from ...errors import Notice
    from ...partition import PartitionSet

HELP = "Write partitions as another file: a table, OpenML splits, files per fold, or code for a library."
FILES = {  # what is written from the partitions and the corpus
    "json": "partitions and what was measured on them; verified in full on import",
    "csv": "one line a row of the corpus file, one column a split: 1 or 2, the half it is in",
    "arff": "OpenML task splits: repeat = partition, fold = half",
    "zip": "train and validation file of every fold, in the corpus's own format",
    "units": "the units as JSON lines (id, text, label, tokens), for the code below",
}
CODE = (
    "scikit-learn",
    "datasets",
    "pytorch",
    "r",
    "crf++",
    "sklearn-crfsuite",
)  # the snippets of mx2core.exchange


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_partitions(command)
    command.add_argument(
        "--as",
        dest="form",
        choices=(*FILES, *CODE),
        required=True,
        metavar="FORM",  # --format is that of the corpus
        help="; ".join(f"{form}: {what}" for form, what in FILES.items())
        + f"; {', '.join(CODE)}: a program that trains on every fold and writes scores or predictions",
    )
    corpus_options.add_attributes(command)
    command.add_argument("-o", "--output", metavar="FILE", required=True, help="file to write")


@dataclass(frozen=True, slots=True, eq=False)
class Exported:
    output: str
    form: str
    signature: str
    m: int
    corpus: str
    n_units: int
    warnings: tuple[Notice, ...]


def run(options: argparse.Namespace) -> Exported:
    from ...exchange import read_partitions
    from ...files import writing_whole

    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes) if options.attributes else None
    partitions = read_partitions(options.partitions, corpus)
    with writing_whole(options.output) as file:
        _write(file, options, partitions.partitions, corpus, attributes)
    return Exported(
        options.output,
        options.form,
        partitions.partitions.signature,
        partitions.partitions.m,
        corpus.name,
        len(corpus),
        (*corpus.notices, *partitions.notices),
    )


def _write(
    file: BinaryIO,
    options: argparse.Namespace,
    partitions: PartitionSet,
    corpus: Corpus,
    attributes: list[Attribute] | None,
) -> None:
    from ... import exchange

    form = options.form
    if form == "zip":
        exchange.write_fold_files(
            file, partitions, corpus=corpus, data=corpus_options.content(options), attributes=attributes
        )
    elif form == "json":
        file.write(exchange.partitions_json(partitions, corpus, attributes=attributes))
    elif form == "csv":
        file.write(exchange.write_fold_columns(partitions, corpus))
    elif form == "arff":
        file.write(exchange.write_arff(partitions, corpus))
    elif form == "units":
        file.write(exchange.write_units(corpus))
    else:
        # the program for CRF++ reads the archive, the others the file given here
        source = None if form == "crf++" else Path(options.partitions).name
        file.write(exchange.snippet(form, source, corpus=corpus).encode())


def text(result: Exported) -> str:
    return (
        f"Wrote {result.form} of the {result.m} partitions of the {result.n_units:,} units of "
        f"{result.corpus} to {result.output}."
    )
