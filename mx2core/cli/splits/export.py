"""Write partitions in the form that training code needs."""

from __future__ import annotations

import io
from argparse import Namespace
from pathlib import Path
from typing import BinaryIO

from ... import exchange
from ...corpus.model import Corpus
from ...corpus.sentences import Attribute
from ...errors import InputError
from ...files import write_whole, writing_whole
from ...partition import PartitionSet
from ..options import corpus_options
from ..options.declared import option
from ..text import Report

FILES = {  # what is written from the partitions and the corpus
    "json": "partitions and what was measured on them; verified in full on import",
    "csv": "one line a row of the corpus file, one column a split: 1 or 2, the half it is in",
    "arff": "OpenML task splits: repeat = partition, fold = half",
    "zip": "train and validation file of every fold, in the corpus's own format",
    "units": "the units as JSON lines (id, text, label, tokens), for the code below",
    "scores": "a table to fill in for `test`, a row a training",
}
CODE = ("scikit-learn", "datasets", "pytorch", "r", "crf++", "sklearn-crfsuite")  # of mx2core.exchange
FORMS = "; ".join(f"{form}: {what}" for form, what in FILES.items())
OPTIONS = (
    *corpus_options.CORPUS,
    corpus_options.PARTITIONS,
    option(
        "--as",
        f"{FORMS}; {', '.join(CODE)}: a program that trains on every fold and writes scores or predictions",
        (*FILES, *CODE),
        "FORM",  # --format is that of the corpus
        dest="form",
        required=True,
    ),
    corpus_options.ATTRIBUTES,
    option("-o/--output", "file to write", value="FILE", required=True),
)

FORM = """
Wrote {form} of the {m} partitions of the {n_units:,} units of {corpus} to {output}.
It reads {reads}, written beside it: run it there.
"""


def run(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes) if options.attributes else None
    read = exchange.read_partitions(options.partitions, corpus)
    beside = _read_by(options, read.partitions, corpus, attributes)
    with writing_whole(options.output) as file:
        _write(file, options, options.form, read.partitions, corpus, attributes)
    for path, data in beside.items():
        write_whole(path, data)
    reads = tuple(path.name for path in beside)
    return Report(
        FORM,
        reads=reads,
        output=options.output,
        form=options.form,
        signature=read.partitions.signature,
        m=read.partitions.m,
        corpus=corpus.name,
        n_units=len(corpus),
        warnings=(*corpus.notices, *read.notices),
    )


def _write(
    file: BinaryIO,
    options: Namespace,
    form: str,
    partitions: PartitionSet,
    corpus: Corpus,
    attributes: list[Attribute] | None,
) -> None:
    if form == "zip":
        data = corpus_options.content(options)
        exchange.write_fold_files(file, partitions, corpus=corpus, data=data, attributes=attributes)
    elif form == "json":
        file.write(exchange.partitions_json(partitions, corpus, attributes=attributes))
    elif form == "csv":
        file.write(exchange.write_fold_columns(partitions, corpus))
    elif form == "arff":
        file.write(exchange.write_arff(partitions, corpus))
    elif form == "scores":
        file.write(exchange.score_template(partitions))
    elif form == "units":
        file.write(exchange.write_units(corpus))
    else:
        source = next(iter(_companions(options)))
        file.write(exchange.snippet(form, source, corpus=corpus).encode())


def _companions(options: Namespace) -> dict[str, str]:
    """The files that a program reads and their forms, partitions first."""
    if options.form not in CODE:
        return {}
    if options.form == "crf++":
        return {"partitions.zip": "zip"}
    given = Path(options.partitions)
    named = given.name if given.suffix.lower() == ".json" else "partitions.json"
    return {named: "json", "units.jsonl": "units"}


def _read_by(
    options: Namespace, partitions: PartitionSet, corpus: Corpus, attributes: list[Attribute] | None
) -> dict[Path, bytes]:
    """What the program reads, to stand beside it. A file whose name nobody gave is never overwritten."""
    beside = {}
    for name, form in _companions(options).items():
        path = Path(options.output).with_name(name)
        if form == "json" and path.exists() and path.samefile(options.partitions):
            data = path.read_bytes()
        else:
            file = io.BytesIO()
            _write(file, options, form, partitions, corpus, attributes)
            data = file.getvalue()
        if path.exists() and path.read_bytes() != data:
            raise InputError("{path} has other content. Write to another folder.", path=path)
        beside[path] = data
    return beside
