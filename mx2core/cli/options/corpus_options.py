"""Options that say which corpus, how to read it, and what of it to measure."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Sequence

from ...corpus.columns.column_names import meaning, no_column
from ...corpus.files.source import MAX_BYTES, ReadOptions, load
from ...corpus.model import Corpus
from ...corpus.read import read as read_file
from ...corpus.sentences import Attribute
from ...errors import CorpusFormatError, InputError, UsageError
from ...partition.measures import MEASURES
from ..text import comma_list, sentence, term
from . import progress
from .declared import at_least, columns, group, names, option, reads

NAMED = {"tab": "\t", "none": "", "space": " "}  # characters that cannot be typed


def label_measures() -> list[str]:
    """Measures of the difference between labels, as they are called on the command line."""
    return [key for key, one in MEASURES.items() if one.offered and not one.numeric]


@reads(sentence("some of {names}", names=comma_list(label_measures())))
def measures(text: str) -> list[str]:
    """`seen`, or `chi2,seen` with one for each attribute."""
    if not set(found := names(text)) <= set(label_measures()):
        raise ValueError
    return found


EITHER = argparse.BooleanOptionalAction
READING = group(
    "reading the corpus",
    "what is not given is detected",
    option("--format", "name of its format", value="FORMAT"),
    option("--encoding", "such as utf-8 or gb18030", value="ENCODING"),
    option("--unit", "what to divide: sentence, document, text, near-duplicates, a column or a field"),
    option("--columns", "names in file order (word,pos,role), or word=2,role=4", columns, "NAMES"),
    option("--id-column", "column of unit ids", value="NAME", usual="unit_id, sent_id, id, …"),
    option("--annotator", "whose annotations are read, if several people annotated", value="NAME"),
    option("--label-names", "of labels that are numbers from 0: O,B-PER,I-PER", names, "NAMES"),
    option("--delimiter", "separator of the cells of a table, such as ; or tab", value="C"),
    option("--quote", "quotation mark around cells of a table, or none", value="C"),
    option("--header", "the first row of a table names its columns", bool, action=EITHER),
    option("--single-label", "a text has one label, even if | ; , or # is in it", bool, action=EITHER),
    option("--where", "such as frame=Statement", value="KEY=VALUE", action="append", default=[]),
)
FILE = "annotated corpus: a file, a folder, an archive, or the files of its train, dev and test part"
CORPUS = (option("file", FILE, value="FILE", nargs="+"), READING)
ATTRIBUTES = option("--attributes", "to measure: target,role:tokens,label+word", names, "NAMES")
MEASURED = (*CORPUS, ATTRIBUTES)
PARTITIONS = option("--partitions", "made by `build`", value="P.json", required=True)
SEED = option("--seed", "", at_least(0), default=0)
EXECUTOR = option("--executor", "work on the cluster of this Dask scheduler", value="dask:ADDRESS")
SEEDED = (SEED, EXECUTOR)
ALPHA = option("--alpha", "level of the test", float, default=0.05)


def read(options: Namespace, files: list[str] | None = None, *, predictions: bool = False) -> Corpus:
    """The corpus that the options name, or that of other `files` read as they say.

    With `predictions`, --id-column may be a column of theirs alone.
    """
    ids, then = options.id_column, term("compared with each other")
    comparing = progress.Comparing("{n:,} sentences", then, 0.0, quiet=options.quiet).begins
    try:
        corpus = read_file(_source(files or options.file), reading(options), comparing=comparing)
        fields = corpus.sentences.fields
        # Where the file has no such column, the one that was taken for ids got this name.
        if ids in fields and "sent_id" not in fields:
            raise no_column(ids, [name for name in fields if name != ids], corpus.name)
    except CorpusFormatError:
        if not predictions or ids is None:
            raise
        return read(Namespace(**vars(options) | {"id_column": None}), files)
    return corpus


def content(options: Namespace) -> bytes:
    """The file that was read, or the files as one."""
    return load(_source(options.file), None, MAX_BYTES)[1]


def _source(files: list[str]) -> str | list[str]:
    """One file as it is, several as the list that is read as one corpus."""
    return files[0] if len(files) == 1 else files


def reading(options: Namespace) -> ReadOptions:
    """How the corpus is read."""
    given = ReadOptions.frozen(vars(options))
    given |= {name: NAMED.get(given[name], given[name]) for name in ("delimiter", "quote")}
    given |= {"columns": _columns(options.columns, options.id_column), "where": options.where or None}
    return ReadOptions(**given)


def attributes(corpus: Corpus, chosen: Sequence[str] | None) -> list[Attribute]:
    """The attributes named, each NAME or NAME:COUNTED; the suggested ones when none is."""
    found = []
    for name in chosen or corpus.suggested:
        named = meaning(name, corpus.attributes)
        key, _, counted = (named, "", "") if named in corpus.attributes else named.partition(":")
        found.append(corpus.attribute(key, counted=counted) if counted else corpus.attribute(key))
    measured = [attribute.name for attribute in found]
    for name in measured:
        if measured.count(name) > 1:
            raise UsageError("{name} is named twice.", name=name)
    if not found:
        raise InputError("{corpus} has no labels. Name some with --attributes.", corpus=corpus.name)
    return found


def _columns(given: list[str] | dict[str, str] | None, ids: str | None) -> list[str] | dict[str, str] | None:
    if isinstance(given, list):
        return ["sent_id" if name == ids else name for name in given]
    return (given or {}) | ({} if ids is None else {"sent_id": ids}) or None
