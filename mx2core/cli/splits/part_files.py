"""The file of folds or parts, in the form that its name says."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from ...corpus.model import Corpus
from ...corpus.sentences import Attribute
from ...exchange import NamedParts, parts_json, write_part_columns, write_part_files
from ...files import write_whole, writing_whole
from ..options import corpus_options
from ..options.declared import ending

FORMS = (".csv", ".tsv", ".json", ".zip")


def write_parts(
    options: Namespace,
    output: str,
    parts: NamedParts,
    corpus: Corpus,
    attributes: Sequence[Attribute],
    made: dict[str, Any],
) -> None:
    """`made`: how, as JSON keeps it."""
    form = ending(output, FORMS)
    if form == ".json":
        write_whole(output, parts_json(parts, corpus, attributes=attributes, **made))
    elif form == ".zip":
        with writing_whole(output) as file:
            write_part_files(file, parts, corpus=corpus, data=corpus_options.content(options))
    else:
        write_whole(output, write_part_columns(parts, corpus))
