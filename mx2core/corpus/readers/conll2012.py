"""CoNLL-2011 and -2012 (OntoNotes): brackets in columns, one column of arguments a predicate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ...errors import CorpusFormatError, Notice, uneven_row
from ..columns.rows import MAX_COLUMNS, RowBatch, always_comment, check_narrow, check_repeated, scan
from ..columns.tags import detect_schemes
from ..files.source import Source
from ..files.unused import Unused, UnusedKind
from ..sentences import Sentences
from ..spans.sentence_builder import Builder
from ..spans.span_text import layered
from . import Format

BEGIN = "#begin document"
WORD, POS, PARSE, LEMMA, FRAME, SENSE, SPEAKER, NAMES = range(3, 11)
FIXED = NAMES + 1  # columns before those of the predicates; the last of all is coreference
_OPEN = re.compile(r"\(([^()*|]+)")


def read(source: Source) -> Sentences:
    """Sentences with names as `label` and, once for each predicate, its arguments as `role`."""
    builder, unused = Builder(source), Unused()
    layers = {"label": 1, "role": 1}
    scanned, batches = scan(source, always_comment)
    owners: list[int] = []
    n_tokens = 0
    for batch in batches:
        check_narrow(batch, None, source.name)
        cells = [row.split(None, MAX_COLUMNS) for row in batch.rows]
        bounds = np.flatnonzero(np.diff(batch.sentences, prepend=-1, append=-1)).tolist()
        for first, last in pairwise(bounds):
            rows = cells[first:last]
            _check(rows, batch, first, source)
            instances = _instances(rows, layers, batch, first, source)
            n_tokens += len(rows) * len(instances)
            check_repeated(n_tokens, source.name, int(batch.lines[first]))
            for i, (tokens, fields) in enumerate(instances):
                builder.add(tokens, fields, int(batch.lines[first]), (0, 0), i > 0)
                owners.append(int(batch.sentences[first]))
            if any(row[-1] not in ("-", "_") for row in rows):
                unused.note("coreference", UnusedKind.OTHER, int(batch.lines[first]))
            if any(row[PARSE] not in ("-", "_", "*") for row in rows):
                unused.note("parse", UnusedKind.OTHER, int(batch.lines[first]))
    extents = scanned.spans()
    inner = {name: tuple(f"{name}.{k}" for k in range(2, n + 1)) for name, n in layers.items() if n > 1}
    schemes = {name: "IOB2" for base in layers for name in (base, *inner.get(base, ()))}
    result = builder.sentences({}, unused.notices())
    result = replace(
        result,
        schemes={name: scheme for name, scheme in schemes.items() if name in result.columns},
        layers=inner,
        lines=_lines(result),
        spans=extents[np.array(owners, dtype=np.int64)],
    )
    return detect_schemes(result)


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    start = head.data[:4096].decode(head.encoding, errors="ignore").lstrip("\ufeff \r\n\t")
    return 1.0 if start.startswith(BEGIN) else 0.0


def _lines(sentences: Sentences) -> np.ndarray:
    """Each token on a line of its own, from the first line of its sentence."""
    sizes = np.diff(sentences.starts)
    place = np.arange(len(sentences.lines)) - np.repeat(sentences.starts[:-1], sizes)
    return np.asarray(sentences.lines + place, dtype=np.int32)


def _check(rows: Sequence[Sequence[str]], batch: RowBatch, first: int, source: Source) -> None:
    width = len(rows[0])
    for i, row in enumerate(rows):
        if len(row) != width or width < FIXED + 1:
            raise uneven_row(max(width, FIXED + 1), len(row), source.name, int(batch.lines[first + i]))


def _instances(
    rows: list[list[str]], layers: dict[str, int], batch: RowBatch, first: int, source: Source
) -> list[tuple[dict[str, list[str]], dict[str, str]]]:
    """The sentence once for each predicate: its columns and its fields."""
    n = len(rows)
    shared = {
        "word": [row[WORD] for row in rows],
        "pos": [row[POS] for row in rows],
        "lemma": [row[LEMMA] for row in rows],
        "sense": [row[SENSE] for row in rows],
    }
    line = int(batch.lines[first])
    shared |= _tags("label", [row[NAMES] for row in rows], layers, line, source)
    fields = {"document": f"{rows[0][0]} {rows[0][1]}"}
    if rows[0][SPEAKER] not in ("-", "_"):
        fields["speaker"] = rows[0][SPEAKER]
    instances = []
    for k in range(FIXED, len(rows[0]) - 1):
        cells = [row[k] for row in rows]
        roles = _tags("role", cells, layers, line, source)
        target = next((i for i, cell in enumerate(cells) if cell.startswith(("(V*", "(V"))), None)
        marks, values = ["_"] * n, dict(fields)
        if target is not None:
            row = rows[target]
            lemma = row[LEMMA] if row[LEMMA] not in ("-", "_") else row[WORD]
            marks[target] = lemma
            values |= {"target": lemma, "frame": f"{lemma}.{row[FRAME]}"}
        instances.append(({**shared, "target": marks, **roles}, values))
    if not instances:
        nothing = {"target": ["_"] * n, "role": ["O"] * n}
        instances.append(({**shared, **nothing}, {**fields, "target": "", "frame": ""}))
    return instances


def _tags(
    name: str, cells: Sequence[str], layers: dict[str, int], line: int, source: Source
) -> dict[str, list[str]]:
    """BIO tags of the brackets in a column, one column a layer of brackets inside each other."""
    chunks: list[tuple[int, int, str]] = []
    opened: list[tuple[int, str]] = []
    for i, cell in enumerate(cells):
        opened += [(i, label) for label in _OPEN.findall(cell)]
        for _ in range(cell.count(")")):
            if not opened:
                break
            start, label = opened.pop()
            if not (name == "role" and label == "V"):
                chunks.append((start, i + 1, label))
    if opened or sum(cell.count(")") for cell in cells) != sum(len(_OPEN.findall(cell)) for cell in cells):
        raise CorpusFormatError(
            "the brackets of {name!r} do not match.", file=source.name, line=line, name=name
        )
    laid, _ = layered(chunks)
    layers[name] = max(layers[name], len(laid))
    tags = {name: ["O"] * len(cells)}
    for k, layer in enumerate(laid):
        column = tags.setdefault(name if k == 0 else f"{name}.{k + 1}", ["O"] * len(cells))
        for start, end, label in layer:
            column[start:end] = [f"B-{label}", *[f"I-{label}"] * (end - start - 1)]
    return tags


FORMAT = Format(
    "conll2012",
    name=Notice("CoNLL-2012"),
    description="CoNLL-2011 and -2012 (OntoNotes), brackets in columns",
    tokens="of the file",
    counted="names, roles once a predicate",
    read=read,
    plausibility=plausibility,
    place=140,
)
