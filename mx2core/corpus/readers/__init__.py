"""One module a file format; each has `read` and says how plausible a file is to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...brief import brief
from ..column_names import Cells, Columns
from ..sentences import Sentences
from ..source import Source
from . import (
    arrow,
    brat,
    cluener,
    columns,
    conll2012,
    conllu,
    delimited,
    fasttext,
    folder,
    framenet,
    jsonl,
    label_studio,
    predicates,
    prodigy,
    segmented,
    slashed,
    spacy,
    spans,
    token_table,
    webanno,
    xmi,
)


@brief
@dataclass(frozen=True, slots=True)
class Reader:
    """How a format is read, and how much the beginning of a file looks like it.

    `read` takes lines from `source.blocks()`, which asks now and then whether to go on, refuses columns
    that its format does not have, and gives each sentence its extent in the file where parts of it can
    be exported. `plausibility` sees the first lines alone, through `source.quiet()`: one that is cut off
    there is no fault. The largest number wins, the earlier line of `READERS` between equals: 1 is for a
    signature, .94 and more for the keys of a JSON, .9 for JSON, .85 for marks in most words, .6 to .8
    for columns and tables, .3 for words between blanks.
    """

    read: Callable[[Source, Columns | None], Sentences]
    plausibility: Callable[[Source], float]
    cells: Callable[[Source], Cells] | None = None  # where columns have names that can be corrected


READERS = {
    "conllu": Reader(conllu.read, conllu.plausibility, conllu.cells),
    "columns": Reader(columns.read, columns.plausibility, columns.cells),
    "predicates": Reader(predicates.read, predicates.plausibility, predicates.cells),
    "framenet": Reader(framenet.read, framenet.plausibility),
    "segmented": Reader(segmented.read, segmented.plausibility),
    "jsonl": Reader(jsonl.read, jsonl.plausibility, jsonl.cells),
    "delimited": Reader(delimited.read, delimited.plausibility, delimited.cells),
    "spans": Reader(spans.read, spans.plausibility),
    "cluener": Reader(cluener.read, cluener.plausibility),
    "prodigy": Reader(prodigy.read, prodigy.plausibility),
    "spacy": Reader(spacy.read, spacy.plausibility),
    "label_studio": Reader(label_studio.read, label_studio.plausibility),
    "webanno": Reader(webanno.read, webanno.plausibility),
    "conll2012": Reader(conll2012.read, conll2012.plausibility),
    "brat": Reader(brat.read, brat.plausibility),
    "folder": Reader(folder.read, folder.plausibility),
    "token_table": Reader(token_table.read, token_table.plausibility, token_table.cells),
    "fasttext": Reader(fasttext.read, fasttext.plausibility),
    "slashed": Reader(slashed.read, slashed.plausibility),
    "xmi": Reader(xmi.read, xmi.plausibility),
    "parquet": Reader(arrow.read, arrow.plausibility, arrow.cells),
    "arrow": Reader(arrow.read, arrow.plausibility, arrow.cells),
}
FORMATS = tuple(READERS)
WHOLE = ("brat", "folder", "xmi")  # several files that are read together
BINARY = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\xff\xff\xff\xff": "arrow"}


def binary_format(data: bytes) -> str | None:
    """The format of a file that is no text, by its first bytes."""
    return next((kind for magic, kind in BINARY.items() if data.startswith(magic)), None)
