"""fastText: one text a line, its labels beside it as `__label__x`."""

from __future__ import annotations

import re

from ...errors import Notice
from ..columns.tags import mark_several
from ..files.source import Source, first_lines
from ..sentences import SEVERAL, Sentences
from ..spans.sentence_builder import Builder, missing_text
from ..spans.words import words
from . import Format

MARK = "__label__"
SAMPLE = 1000  # lines that a guess looks at
_LABEL = re.compile(rf"(?:^|(?<=[\s,])){MARK}([^\s,]+)[\s,]*")  # as in fastText, anywhere in the line


def read(source: Source) -> Sentences:
    """Texts with one label or several."""
    builder = Builder(source)
    for block in source.blocks():
        for i, line in enumerate(block.lines):
            if not line.strip():
                continue
            labels, text = _take_apart(line)
            tokens = words(text)
            if not tokens:
                raise missing_text(source.name, block.first + i)
            extent = (int(block.offsets[i]), int(block.offsets[i + 1]))
            fields = {"text": text, "label": SEVERAL.join(labels)}
            builder.add({"word": tokens}, fields, block.first + i, extent)
    return mark_several(builder.sentences({}), "label")


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    lines = (line for block in head.quiet().blocks() for line in block.lines if line.strip())
    sample = list(first_lines(lines, SAMPLE))
    if sample and all(map(_LABEL.search, sample)):
        return 0.98
    # Where some lines have no label, one that stands behind the text may be the cell of a table.
    marked = sum(line.lstrip().startswith(MARK) for line in sample)
    return 0.98 * marked / len(sample) if 2 * marked > len(sample) else 0.0


def _take_apart(line: str) -> tuple[list[str], str]:
    return _LABEL.findall(line), _LABEL.sub("", line).strip()


FORMAT = Format(
    "fasttext",
    name=Notice("fastText"),
    description="`__label__x text`",
    tokens="as `spans`",
    counted="classes",
    example="__label__x a b\n__label__y c d\n",
    read=read,
    plausibility=plausibility,
    place=180,
)
