"""Which encoding a file has, and what to say when it has none that fits."""

from __future__ import annotations

import codecs
import re

from ...brief import frozen
from ...errors import CorpusFormatError, NoTextError, Notice

PREVIEW = 60  # characters: enough to see whether Chinese text makes sense
PIECE = 1 << 22  # bytes that a guess looks at
SMALL = 1 << 16  # bytes decoded at a time: their memory is used again
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
_IN_A_WORD = re.compile(rb"(?<=[A-Za-z])[\xc0-\xff]{2,3}(?=[a-z])")  # as in Größe

# The first bytes of files that people take for text, and what they are.
MAGIC = (
    (b"%PDF-", "PDF"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "DOC / XLS"),
    (b"\x1f\x8b", "GZIP"),
    (b"\xfd7zXZ", "XZ"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"SQLite format 3\x00", "SQLite"),
    (b"PAR1", "Parquet"),
)
IMAGES = ("PNG", "JPEG", "GIF")
ARCHIVES = ((b"BZh", "BZIP2"), (b"7z\xbc\xaf\x27\x1c", "7Z"), (b"Rar!", "RAR"), (b"\x28\xb5\x2f\xfd", "ZSTD"))
TAR, TAR_AT = b"ustar", 257
# Codecs for names of hosts, source code and mail headers: no file is written in them.
NO_FILES = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "utf-7", "undefined"})
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@frozen
class Encoding:
    r"""An encoding in which the whole file can be read, and how it then begins."""

    name: str  # "utf-8", "utf-8-sig" (with a mark), "utf-16…", "gb18030", "big5"
    preview: str


def encodings(data: bytes, name: str) -> list[Encoding]:
    r"""Encodings that decode the file strictly, the likeliest first.

    UTF-8 and UTF-16 are certain when they fit. GB18030 and Big5 are not: nearly every
    Big5 file is also valid GB18030, as other characters, so both are returned for a
    person to choose between.

    Raises
    ------
    CorpusFormatError
        If the file is not text, or none of these encodings fits.

    Examples
    --------
    >>> [encoding.name for encoding in mx.corpus.encodings("猫\n".encode("gb18030"), "cats.txt")][0]
    'utf-8'
    """
    refuse_binary(data, name)
    if data.startswith(UTF16_MARKS):
        names = ["utf-16"]
    elif data.startswith(codecs.BOM_UTF8):
        names = ["utf-8-sig"]
    elif b"\x00" in data:
        names = _utf16_without_mark(data)
        if not names:
            raise _no_text(name, "NUL")
    elif decodes(data, "utf-8"):
        return [Encoding("utf-8", preview(data, "utf-8"))]
    elif is_western(data):
        raise CorpusFormatError("this looks Western, not UTF-8. Choose cp1252.", file=name)
    else:
        names = ["gb18030", "big5"]
    fitting = [Encoding(codec, preview(data, codec)) for codec in names if decodes(data, codec)]
    if fitting:
        return fitting
    if len(names) == 1:  # its mark says which it should be
        check_decodes(data, names[0], name)
    raise CorpusFormatError("unknown encoding. Name it, or save as UTF-8.", file=name)


def is_western(data: bytes) -> bool:
    """Whether nearly all letters beyond ASCII stand alone, as é, or in words; Chinese ones are in runs."""
    runs = list(map(len, _BEYOND_ASCII.findall(data[:PIECE])))
    western = runs.count(1) + len(_IN_A_WORD.findall(data[:PIECE]))
    return 10 * western >= 9 * len(runs) > 0


def notice_of_choice(encodings: list[Encoding]) -> Notice | None:
    """What to tell a user whose file can be read in two ways, or was read in the less usual one."""
    first, *others = encodings
    if first.name not in ("gb18030", "big5"):
        return None
    if others:
        return Notice(
            "Read as GB18030: “{preview}”. If “{other}” is right, choose Big5.",
            {"preview": first.preview, "other": others[0].preview},
        )
    return Notice(
        "Read as {encoding}: “{preview}”. If wrong, choose another.",
        {"encoding": first.name.upper(), "preview": first.preview},
    )


def refuse_binary(data: bytes, name: str) -> None:
    """Raise CorpusFormatError if the file is a document, an archive or a picture."""
    archive = next((kind for magic, kind in ARCHIVES if data.startswith(magic)), None)
    if data[TAR_AT : TAR_AT + len(TAR)] == TAR:
        archive = "TAR"
    if archive is not None:
        raise NoTextError("{kind} archives are not read. Use ZIP, gzip or xz.", file=name, kind=archive)
    kind = next((kind for magic, kind in MAGIC if data.startswith(magic)), None)
    if data.startswith(b"PK\x03\x04"):
        start = data[: 1 << 16]
        kind = "XLSX" if b"xl/" in start else "DOCX" if b"word/" in start else "ZIP"
    if kind in IMAGES:
        raise NoTextError("this is an image ({kind}), not text.", file=name, kind=kind)
    if kind is not None:
        raise _no_text(name, kind)


def _no_text(name: str, kind: str) -> NoTextError:
    return NoTextError("this is not text ({kind}). Export it as CSV or .txt.", file=name, kind=kind)


def check_codec(encoding: str, name: str) -> str:
    """The encoding's name as Python knows it; CorpusFormatError if it knows none."""
    try:
        codec = codecs.lookup(encoding)
    except (LookupError, ValueError):  # ValueError: a NUL inside the name
        codec = None
    text = codec and codec._is_text_encoding and codec.incrementaldecoder and codec.name not in NO_FILES
    if codec is None or not text:
        raise CorpusFormatError(
            "{encoding!r} is not a text encoding. Try utf-8, utf-16, gb18030 or big5.",
            file=name,
            encoding=encoding,
        )
    return codec.name


def check_decodes(data: bytes, encoding: str, name: str) -> None:
    """Raise CorpusFormatError with the line and column of the first byte that does not fit."""
    try:
        data.decode(encoding)
    except UnicodeError as cause:
        place = {}
        if isinstance(cause, UnicodeDecodeError):  # some codecs do not say where
            before = data[: cause.start].decode(encoding, errors="replace")
            place = {"line": before.count("\n") + 1, "column": len(before) - before.rfind("\n")}
        raise CorpusFormatError(
            "this is not valid {encoding}. Choose another encoding.", file=name, encoding=encoding, **place
        ) from cause


def decodes(data: bytes, encoding: str) -> bool:
    """Whether all of `data` is valid; in pieces, so that no second copy is held."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for start in range(0, len(data), SMALL):
            decoder.decode(data[start : start + SMALL])
        decoder.decode(b"", True)
    except UnicodeError:
        return False
    return True


def preview(data: bytes, encoding: str) -> str:
    """The first characters on one line, from a line that shows the encoding, for people to judge."""
    start = data[:SMALL].decode(encoding, errors="ignore")
    telling = _NOT_ASCII.search(start)
    begin = start.rfind("\n", 0, telling.start()) + 1 if telling else 0
    return " ".join(start[begin : begin + 8 * PREVIEW].split())[:PREVIEW]


def _utf16_without_mark(data: bytes) -> list[str]:
    # Line ends are in every corpus; in the wrong byte order they are another character,
    # so the order that has more of them is the right one. A text has none of the other
    # control characters.
    sample = data[:PIECE]
    line_ends = {}
    for codec in ("utf-16-le", "utf-16-be"):
        text = sample.decode(codec, errors="ignore")
        if not any(character in text for character in map(chr, (*range(9), *range(14, 32)))):
            line_ends[codec] = text.count("\n") + text.count("\r")
    likely = [codec for codec, n in sorted(line_ends.items(), key=lambda item: -item[1]) if n]
    return [codec for codec in likely[:1] if decodes(data, codec)]


def codec_with_mark(data: bytes, codec: str) -> str:
    """The variant of a codec that agrees with the file having a byte order mark or not."""
    if codec in ("utf-8", "utf-8-sig"):
        return "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    if codec in ("utf-16", "utf-16-le", "utf-16-be"):
        if data.startswith(UTF16_MARKS):
            return "utf-16"
        return codec if codec != "utf-16" else (_utf16_without_mark(data) or ["utf-16-le"])[0]
    if codec == "utf-32" and not data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32-le"
    return codec
