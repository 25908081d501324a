"""From a file to a corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256

from ..errors import CorpusFormatError
from ..files import way_in
from .columns.column_names import Columns
from .files.checks import check_sentences, notices
from .files.memory import give_back
from .files.parse import read_all
from .files.source import MAX_BYTES, Paths, ReadOptions, Report, load, silent
from .model import Corpus
from .units.attributes import Attributes
from .units.conditions import Where, conditions, having
from .units.grouping import units


@way_in(CorpusFormatError)
def read_corpus(
    path: Paths,
    format: str | None = None,
    encoding: str | None = None,
    unit: str | None = None,
    columns: Columns | None = None,
    where: Where | None = None,
    *,
    annotator: str | None = None,
    label_names: Sequence[str] | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    header: bool | None = None,
    single_label: bool | None = None,
    name: str | None = None,
    max_bytes: int = MAX_BYTES,
    report: Report = silent,
    comparing: Callable[[int, float], Report] | None = None,
) -> Corpus:
    r"""Read an annotated text corpus.

    Parameters
    ----------
    path : str, Path, bytes, sequence of str or Path, table, or mapping of tables
        The file, or its content; a table of pandas, polars, Arrow or Hugging Face `datasets` with
        a text or a token a row, or such tables by their parts (`DatasetDict`); a folder; or
        several files, which become one corpus with the field `split` (`train`, `dev`,
        `test`, by their names, in that order) or `file`. Files packed with gzip, xz or ZIP are read as
        they are.
    format : str, optional
        One of `FORMATS`; told from the file if not given.
    encoding : str, optional
        Told from the file if not given. A file that is neither UTF-8 nor UTF-16 is
        read as GB18030 where it can be, and a notice says so.
    unit : str, optional
        What is never cut in two by a partition: "sentence" (the default; the text, in
        text classification), "text" (equal texts together), "near-duplicates" (nearly
        equal ones too, "near-duplicates:0.7" from that similarity on), "document", or a
        field or column that groups sentences.
    columns : list or dict, optional
        All column names in file order; or {name: new name}, or {meaning: name}. The
        meanings are word, pos, target, role, label; text and label for whole texts.
    where : dict, str or sequence of str, optional
        Keeps the sentences whose field, or any token's column, has the given value:
        {"frame": "Statement"}, "frame=Statement", or "Statement" where one field has that value.
    annotator : str, optional
        Whose annotations are read, where several annotators worked on the same texts.
    label_names : sequence of str, optional
        Names of labels that the file writes as whole numbers from 0.
    delimiter, quote : str, optional
        The character between the cells of a table, and the one around them ("" for none).
    header : bool, optional
        Whether the first row of a table names its columns.
    single_label : bool, optional
        Whether a text has one label, even if `|`, `;`, `,` or `#` is in it; told from the labels if
        not given: parts that come again in other combinations are labels of their own.
    name : str, optional
        Shown in messages and kept in exports instead of the file's name.
    max_bytes : int
        Larger files are refused before they are read.
    report : callable
        Called with the bytes, or files, read so far and in all, from time to time until the corpus is
        there; an exception it raises ends the reading.
    comparing : callable, optional
        Where near-duplicates become units: called with the number of texts and about how many seconds
        comparing them takes, before it begins. It returns a report of the texts compared.

    Raises
    ------
    CorpusFormatError
        If the file cannot be read in that way: what, in which line, and what to do.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\n\n", columns=["word", "pos"])
    >>> len(corpus), corpus.attributes["pos"].labels
    (2, ('N', 'V'))
    """
    options = ReadOptions(
        format=format,
        encoding=encoding,
        unit=unit,
        columns=columns,
        where=where,
        annotator=annotator,
        label_names=None if label_names is None else tuple(label_names),
        delimiter=delimiter,
        quote=quote,
        header=header,
        single_label=single_label,
    )
    return read(path, options, name=name, max_bytes=max_bytes, report=report, comparing=comparing)


@way_in(CorpusFormatError)
def read(
    path: Paths,
    options: ReadOptions,
    *,
    name: str | None = None,
    max_bytes: int = MAX_BYTES,
    report: Report = silent,
    comparing: Callable[[int, float], Report] | None = None,
    admit: Report = silent,
) -> Corpus:
    """`read_corpus` with its options as one.

    `admit` is asked with the units and tokens so far while they are read, or once a subset is known, and with
    all of them; an exception it raises ends the reading.
    """
    file, data = load(path, name, max_bytes)
    unit, where = options.unit or "sentence", options.keywords.get("where")

    def admit_sentences(n_sentences: int, n_tokens: int) -> None:
        admit(n_sentences if unit == "sentence" else 0, n_tokens)

    readings = read_all(data, file, options, max_bytes, report, silent if where else admit_sentences)
    sentences, digest = readings.sentences, sha256(data).hexdigest()
    go_on = partial(report, len(data), len(data))  # what follows reads no more, and can be ended too
    del data, path
    give_back()
    go_on()
    check_sentences(sentences, file)
    if options.single_label:
        sentences = replace(sentences, several=frozenset())
    go_on()
    if sentences.spans is not None and sentences.header is None:
        sentences = replace(sentences, header=int(sentences.spans[0, 0]))
    part = conditions(sentences, where, file) if where else {}
    if part:
        sentences = having(sentences, part, file)
    n_tokens = int(sentences.starts[-1])
    admit_sentences(int((~sentences.repeats).sum()), n_tokens)
    cut = units(sentences, unit, file, comparing or (lambda _n_texts, _seconds: lambda _done, _of: go_on()))
    admit(len(cut.ids), n_tokens)
    go_on()
    attributes = Attributes(sentences, cut.unit_of_sentence, len(cut.ids))
    further = notices(sentences, cut, attributes, unit)
    if len(readings.files) > 1:  # a line of which file?
        further = [replace(notice, lines=()) for notice in further]
    go_on()
    give_back()
    about_file = (*readings.choice, *sentences.notices)
    return Corpus(
        name=file,
        format=readings.format,
        encoding=readings.encoding,
        unit=unit,
        sentences=sentences,
        units=cut.unit_of_sentence,
        unit_ids=cut.ids,
        sha256=digest,
        units_sha256=cut.sha256,
        attributes=attributes,
        notices=(*about_file, *further),
        file_notices=about_file,
        where=tuple(sorted(part.items())),
        files=readings.files,
    )
