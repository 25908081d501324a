"""From a file to a corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ..errors import CorpusFormatError, Notice
from ..files import way_in
from .attributes import Attributes
from .checks import check_sentences, notices
from .detection import head_of, plausibilities
from .encodings import check_codec, encodings, notice_of_choice, refuse_binary, with_mark
from .filtering import having
from .model import Corpus
from .naming import Columns
from .readers import FORMATS, READERS
from .source import MAX_BYTES, Options, Report, Source, load, silent
from .units import units


@way_in(CorpusFormatError)
def read_corpus(
    path: str | Path | bytes,
    format: str | None = None,
    encoding: str | None = None,
    unit: str | None = None,
    columns: Columns | None = None,
    where: Mapping[str, str] | None = None,
    *,
    annotator: str | None = None,
    label_names: Sequence[str] | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    header: bool | None = None,
    name: str | None = None,
    max_bytes: int = MAX_BYTES,
    report: Report = silent,
) -> Corpus:
    """Read an annotated text corpus.

    Parameters
    ----------
    path : str, Path or bytes
        The file, or its content.
    format : str, optional
        One of `FORMATS`; told from the file if not given.
    encoding : str, optional
        Told from the file if not given. A file that is neither UTF-8 nor UTF-16 is
        read as GB18030 where it can be, and a notice says so.
    unit : str, optional
        What is never cut in two by a partition: "sentence" (the default; the text, in
        text classification), "text" (equal texts together), "document", or a field or
        column that groups sentences.
    columns : list or dict, optional
        All column names in file order; or {name: new name}, or {meaning: name}. The
        meanings are word, pos, target, role, label; text and label for whole texts.
    where : dict, optional
        Keeps the sentences whose field, or any token's column, has the given value:
        {"frame": "Statement"}.
    annotator : str, optional
        Whose annotations are read, where several annotators worked on the same texts.
    label_names : sequence of str, optional
        Names of labels that the file writes as whole numbers from 0.
    delimiter, quote : str, optional
        The character between the cells of a table, and the one around them ("" for none).
    header : bool, optional
        Whether the first row of a table names its columns.
    name : str, optional
        Shown in messages and kept in exports instead of the file's name.
    max_bytes : int
        Larger files are refused before they are read.
    report : callable
        Called with the bytes read so far and in all.

    Returns
    -------
    Corpus

    Raises
    ------
    CorpusFormatError
        If the file cannot be read in that way: what, in which line, and what to do.
    """
    shown, data = load(path, name, max_bytes)
    codec, choice = _encoding(data, encoding, shown)
    if format is None:
        format = _format(data, shown, codec)
    elif format not in FORMATS:
        raise CorpusFormatError(
            "there is no format {format!r}. Choose one of {known}.",
            file=shown,
            format=format,
            known=FORMATS,
        )
    options = Options(
        annotator, None if label_names is None else tuple(label_names), delimiter, quote, header
    )
    sentences = READERS[format].read(Source(shown, data, codec, report, options=options), columns)
    check_sentences(sentences, shown)
    if sentences.spans is not None and sentences.header is None:
        sentences = replace(sentences, header=int(sentences.spans[0, 0]))
    if where:
        sentences = having(sentences, where, shown)
    unit = unit or "sentence"
    cut = units(sentences, unit, shown)
    attributes = Attributes(sentences, cut.of_sentence, len(cut.ids))
    return Corpus(
        name=shown,
        format=format,
        encoding=codec,
        unit=unit,
        sentences=sentences,
        units=cut.of_sentence,
        unit_ids=cut.ids,
        sha256=sha256(data).hexdigest(),
        units_sha256=cut.sha256,
        attributes=attributes,
        notices=(*choice, *sentences.notices, *notices(sentences, cut, attributes, unit)),
        where=tuple(sorted(where.items())) if where else (),
    )


def _encoding(data: bytes, encoding: str | None, name: str) -> tuple[str, list[Notice]]:
    """The codec to read the file with, and what to say of the choice."""
    if encoding is None:
        found = encodings(data, name)
        notice = notice_of_choice(found)
        return found[0].name, [notice] if notice else []
    refuse_binary(data, name)
    return with_mark(data, check_codec(encoding, name)), []


def _format(data: bytes, name: str, encoding: str) -> str:
    likely = plausibilities(head_of(data, name, encoding))
    best = max(likely, key=lambda format: likely[format])
    if not likely[best]:
        raise CorpusFormatError(
            "the format was not recognised. Choose one of {known}.", file=name, known=FORMATS
        )
    return best
