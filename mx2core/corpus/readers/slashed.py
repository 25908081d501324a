"""Running text with a tag behind each word: `word/TAG word/TAG`, one sentence a line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import CorpusFormatError, Notice
from ..columns.tags import detect_schemes
from ..files.source import Source, first_lines
from ..sentences import Sentences
from ..spans.sentence_builder import Builder
from . import Format

SAMPLE = 500  # lines that a guess looks at
SEPARATORS = ("/", "_")
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9$.:-]{0,9}|[.,:;!?()\"'`#$-]{1,5}")
# The People's Daily numbers its paragraphs in their first word, and brackets names of several words.
_NUMBER = re.compile(r"\d{8}-\d{2}-\d{3}-\d{3}")
_CLOSE = re.compile(r"(.*?)(?<!\])\]++(?:/?([A-Za-z]+))?")


def read(source: Source) -> Sentences:
    """Words and tags; names of several words, `[中央/n 电台/n]nt`, are `label`."""
    separator = _separator(_sample(source))[0]
    builder = Builder(source)
    bracketed = False
    for block in source.blocks():
        for i, line in enumerate(block.lines):
            items = line.split()
            fields: dict[str, str] = {}
            if items and _NUMBER.match(items[0]):
                number = items.pop(0).partition(separator)[0]
                fields = {"sent_id": number, "document": number[:15]}
            if not items:
                continue
            columns_, bracketed_here = _columns(items, separator, source, block.first + i)
            bracketed = bracketed or bracketed_here
            extent = (int(block.offsets[i]), int(block.offsets[i + 1]))
            builder.add(columns_, fields, block.first + i, extent)
    schemes = {"pos": "plain", "label": "IOB2"} if bracketed else {"pos": "plain"}
    sentences = builder.sentences(schemes)
    if not bracketed and "label" in sentences.columns:
        del sentences.columns["label"]
    return detect_schemes(sentences)


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    share = _separator(_sample(head))[1]
    return 0.85 * share if share > 0.9 else 0.0


def _sample(source: Source) -> list[str]:
    lines = (line for block in source.quiet().blocks() for line in block.lines)
    return list(first_lines(lines, SAMPLE))


def _separator(lines: Sequence[str]) -> tuple[str, float]:
    """The mark between word and tag, and the share of items with it."""
    items = [item for line in lines for item in line.split()]
    best = ("/", 0.0)
    for separator in SEPARATORS:
        fitting = 0
        for item in items:
            word, _, tag = item.rpartition(separator)
            tag = tag.split("]")[0]
            fitting += bool(word) and _TAG.fullmatch(tag) is not None
        if items and fitting / len(items) > best[1]:
            best = (separator, fitting / len(items))
    # Words of one kind only are a list of paths or fractions.
    return best if len(items) > 1 else ("/", 0.0)


def _columns(
    items: Sequence[str], separator: str, source: Source, line: int
) -> tuple[dict[str, list[str]], bool]:
    words: list[str] = []
    tags: list[str] = []
    names: list[str] = []
    opened: int | None = None
    bracketed = False
    for item in items:
        begins = item.startswith("[") and len(item) > 2 and not item.startswith(f"[{separator}")
        if begins:
            item, opened = item[1:], len(words)
        word, found, tag = item.rpartition(separator)
        close = _CLOSE.fullmatch(tag) if opened is not None and "]" in tag else None
        if not found or not word or not tag:
            raise CorpusFormatError(
                "{word!r} has no tag. Write words as word{separator}TAG.",
                file=source.name,
                line=line,
                word=item,
                separator=separator,
            )
        words.append(word)
        tags.append(close[1] if close else tag)
        names.append("O")
        if close and opened is not None and close[2]:
            names[opened:] = [f"B-{close[2]}", *[f"I-{close[2]}"] * (len(names) - opened - 1)]
            opened, bracketed = None, True
    return {"word": words, "pos": tags, "label": names}, bracketed


FORMAT = Format(
    "slashed",
    name=Notice("word/TAG"),
    description="`word/TAG word/TAG`, `[中央/n 电台/n]nt`",
    tokens="of the file",
    counted="tags, bracketed names",
    example="Ada/NNP is/VBZ\nBob/NNP\n",
    read=read,
    plausibility=plausibility,
    place=190,
)
