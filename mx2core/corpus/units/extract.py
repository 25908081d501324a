"""Some units of a corpus as a file in the corpus's own format, byte for byte."""

from __future__ import annotations

import codecs
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_shape
from ...errors import InputError
from ..columns.rows import DOCSTART, DOCUMENT
from ..files.containers import unpacked
from ..files.encodings import UTF16_MARKS
from ..files.source import MAX_BYTES
from ..model import Corpus

# Formats in which an empty line ends a sentence.
ROWS = ("columns", "conllu", "predicates", "webanno", "conll2012")


def file_of_units(data: bytes, corpus: Corpus, *, chosen: NDArray[np.bool_]) -> bytes:
    r"""The part of a corpus file that holds the chosen units.

    The part before the first sentence (a header line, a byte order mark) is
    repeated, comments go with the sentence after them, and every sentence keeps its bytes. Records of a JSON
    array become an array again.

    Parameters
    ----------
    data : bytes
        The file that `corpus` was read from.
    chosen : ndarray of bool, shape (n_units,)

    Returns
    -------
    bytes

    Raises
    ------
    InputError
        If the corpus does not know where its sentences stand, or `chosen` does not
        have one value a unit.

    Examples
    --------
    >>> data = b"cat\tN\n\ndog\tN\n\n"
    >>> corpus = mx.read_corpus(data, columns=["word", "pos"])
    >>> mx.corpus.file_of_units(data, corpus, chosen=np.array([False, True]))
    b'dog\tN\n'
    """
    spans = corpus.sentences.spans
    if spans is None:
        raise InputError(
            "part of this corpus cannot be written as {format}. Export JSON lines.",
            file=corpus.name,
            format=corpus.format,
        )
    check_shape("chosen", chosen.shape, f"({len(corpus)},)")
    data, text = _content(data, corpus)
    header = text[: corpus.sentences.header]
    newline = "\r\n" if "\r\n" in text else "\n"
    kept = np.flatnonzero(chosen[corpus.units] & ~corpus.sentences.repeats)
    extents = _extents(spans, kept, corpus).tolist()
    parts = [text[start:end] for start, end in extents]
    if corpus.format in ROWS and "document" in corpus.sentences.fields:
        parts = _with_marks(parts, extents, text, newline)
    if header.lstrip().startswith("["):
        body = f",{newline}".join(parts) + f"{newline}]{newline}"
    else:
        body = "".join(_ended(part, newline, corpus.format in ROWS) for part in parts)
    return _encode(header + body, data, corpus.encoding)


def _with_marks(
    parts: Sequence[str], extents: Sequence[tuple[int, int]], text: str, newline: str
) -> list[str]:
    """The parts, with the line that begins a document before its first one, where another one had it."""
    lines = list(DOCUMENT.finditer(text))
    begins = [line.start() for line in lines]
    marked, last = [], 0
    for part, (start, end) in zip(parts, extents, strict=True):
        document = bisect_left(begins, end)  # lines up to the end of this part; 0: before any document
        if document != last and begins[document - 1] < start:
            line = lines[document - 1][0].rstrip("\r")
            part = f"{line}{newline}{newline if line.startswith(DOCSTART) else ''}{part}"
        marked.append(part)
        last = document
    return marked


def _content(data: bytes, corpus: Corpus) -> tuple[bytes, str]:
    """The file, or the first of a container, and the text of all of them."""
    if not corpus.files:
        return data, data.decode(corpus.encoding)
    members = {member.name: member.data for member in unpacked(data, corpus.name, MAX_BYTES)}
    texts = [members[name].decode(codec) for name, codec in corpus.files]
    if len(texts) > 1:  # a file may lack its last line end
        texts = [text if text.endswith(("\n", "\r")) else f"{text}\n" for text in texts]
    return members[corpus.files[0][0]], "".join(texts)


def _extents(spans: NDArray[np.int64], rows: NDArray[np.int64], corpus: Corpus) -> NDArray[np.int64]:
    """Where the kept sentences stand, each record once."""
    starts = spans[:, 0]
    if len(starts) < 2 or (np.diff(starts[~corpus.sentences.repeats]) > 0).all():
        return spans[rows]
    others = np.ones(len(starts), dtype=bool)
    others[rows] = False
    others &= ~corpus.sentences.repeats
    divided = np.isin(starts[rows], starts[others])
    if divided.any():
        raise InputError(
            "a record has sentences of both halves. Use documents as units, or export JSON lines.",
            file=corpus.name,
            line=int(corpus.sentences.lines[corpus.sentences.starts[rows[np.argmax(divided)]]]),
        )
    return np.unique(spans[rows], axis=0)


def _ended(part: str, newline: str, empty_line: bool) -> str:
    """The last sentence of a file may lack the line ends that others have."""
    line_ends = part[len(part.rstrip()) :]
    missing = 1 + empty_line - max(line_ends.count("\n"), line_ends.count("\r"))
    return part + newline * max(missing, 0)


def _encode(text: str, data: bytes, encoding: str) -> bytes:
    if encoding != "utf-16":
        return text.encode(encoding)
    # The codec of this name writes the machine's own byte order, not the file's.
    order = "utf-16-le" if data.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
    mark = data[:2] if data.startswith(UTF16_MARKS) else b""
    return mark + text.encode(order)
