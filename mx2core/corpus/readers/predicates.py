"""One line a token, one column of roles a predicate: CoNLL-2009 and its kin."""

from __future__ import annotations

from array import array
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import CorpusFormatError, Notice
from ...schemes import EMPTY
from ..columns import column_names
from ..columns.codes import Coder, column, column_of
from ..columns.numbered_lines import are_words, is_number, sample, separator
from ..columns.rows import RowBatch, always_comment, check_narrow, check_repeated, scan
from ..columns.tags import detect_schemes
from ..files.source import Source
from ..sentences import Column, Sentences
from . import Format

FLAG = "Y"  # marks a token that is a predicate


@frozen
class PredicateLayout:
    """The columns before the roles: the last is the predicate's sense, before it may stand its mark."""

    official: tuple[str, ...]
    names: tuple[str, ...]
    marked: bool = True

    def is_predicate(self, row: list[str]) -> bool:
        if self.marked:
            return row[len(self.names) - 2] == FLAG
        return row[len(self.names) - 1] not in EMPTY


_SYNTAX = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL")
_OURS = ("ID", "word", "LEMMA", "pos", "XPOS", "FEATS", "HEAD", "DEPREL")
_CONLL09 = ("PLEMMA", "POS", "PPOS", "FEAT", "PFEAT", "HEAD", "PHEAD", "DEPREL", "PDEPREL")
_PRED = ("FILLPRED", "PRED")
LAYOUTS = (
    # Universal Propositions
    PredicateLayout((*_SYNTAX, "FLAG", "ROLESET"), (*_OURS, "FLAG", "ROLESET")),
    # Latvian FrameNet: one predicate, hence one column of roles, a sentence
    PredicateLayout((*_SYNTAX, "DEPS", *_PRED), (*_OURS, "DEPS", *_PRED)),
    # CoNLL-2009 shared task
    PredicateLayout(
        ("ID", "FORM", "LEMMA", *_CONLL09, *_PRED),
        ("ID", "word", "LEMMA", *("pos" if name == "POS" else name for name in _CONLL09), *_PRED),
    ),
    # Universal Propositions beside all of CoNLL-U, as for English-EWT
    PredicateLayout((*_SYNTAX, "DEPS", "MISC", "ROLESET"), (*_OURS, "DEPS", "MISC", "ROLESET"), marked=False),
)


def read(source: Source, columns: column_names.Columns | None = None) -> Sentences:
    """Sentences with predicates; one with several predicates stands once for each.

    The field `frame` is the predicate's sense and `target` its lemma. Roles stand on
    single tokens, the heads of their phrases. A sentence without a predicate stands
    once, without roles.
    """
    layout = _layout(source)
    names = column_names.corrected_names(layout.names, layout.official, columns, source.name)
    column_names.check_word(names, source.name)
    table = _Table(len(names))
    scanned, batches = scan(source, always_comment)
    instances = _Instances()
    source.sizes.append(lambda: (instances.n_sentences, len(instances.role_codes)))
    for batch in batches:
        between = separator(batch)
        check_narrow(batch, between, source.name)
        cells = [row.split(between) for row in batch.rows]
        is_word = are_words(column_of(row[0] for row in cells), batch, source)
        bounds = np.flatnonzero(np.diff(batch.sentences, prepend=-1, append=-1)).tolist()
        for first, last in pairwise(bounds):
            words = [i for i in range(first, last) if is_word[i]]
            rows = [cells[i] for i in words]
            _check_width(cells, words, batch, layout, source)
            instances.add(rows, table.n_tokens, layout)
            check_repeated(len(instances.role_codes), source.name, int(batch.lines[first]))
            table.add(rows, batch.lines[words])
    return _expand(table, instances, names, scanned.fields(), scanned.spans())


def cells(head: Source) -> column_names.UnnamedCells:
    """The columns before the roles, and rows of the beginning of a file."""
    layout = _layout(head)
    return column_names.UnnamedCells(layout.official, layout.names, sample(head))


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    rows = sample(head)
    return 0.97 if rows and _fitting(rows) is not None else 0.0


def _layout(source: Source) -> PredicateLayout:
    layout = _fitting(sample(source))
    if layout is None:
        raise CorpusFormatError("no column marks predicates, by senses or Y.", file=source.name)
    return layout


def _fitting(rows: list[list[str]]) -> PredicateLayout | None:
    """The layout whose mark and sense columns agree in (nearly) all lines."""
    if not rows or not all(is_number(row[0]) for row in rows):
        return None
    for layout in LAYOUTS:
        sense = len(layout.names) - 1
        wide = [row for row in rows if len(row) > sense]
        if 10 * len(wide) < 9 * len(rows) or not any(map(layout.is_predicate, wide)):
            continue
        if not layout.marked:
            if _has_role_columns(rows, layout):
                return layout
            continue
        flag = sense - 1
        agreeing = sum(
            row[flag] in (FLAG, "_") and (row[flag] == FLAG) == (row[sense] != "_") for row in wide
        )
        if 100 * agreeing >= 99 * len(wide):
            return layout
    return None


def _has_role_columns(rows: list[list[str]], layout: PredicateLayout) -> bool:
    """Whether (nearly) all sentences have a column for each of their predicates."""
    begins = [i for i, row in enumerate(rows) if row[0] == "1"]
    sentences = [rows[first:last] for first, last in pairwise([*begins, len(rows)])]
    fitting = [
        _is_complete(sentence, layout) for sentence in sentences[:-1] or sentences
    ]  # the last may be cut
    return 10 * sum(fitting) >= 9 * len(fitting) > 0


def _is_complete(rows: list[list[str]], layout: PredicateLayout) -> bool:
    """Whether all lines of a sentence are as wide as its predicates demand."""
    base = len(layout.names)
    n_predicates = sum(len(row) >= base and layout.is_predicate(row) for row in rows)
    widths = {len(row) for row in rows}
    # A sentence without predicates may have a column of roles that nothing fills.
    return widths == {base + n_predicates} or (n_predicates == 0 and widths == {base + 1})


def _check_width(
    cells: list[list[str]], places: list[int], batch: RowBatch, layout: PredicateLayout, source: Source
) -> None:
    """Of the words alone: lines of a contraction (19-20) or an empty node (24.1) have other widths."""
    if _is_complete([cells[i] for i in places], layout):
        return
    base = len(layout.names)
    n_predicates = sum(len(cells[i]) >= base and layout.is_predicate(cells[i]) for i in places)
    width = base + n_predicates
    for i in places:
        if len(cells[i]) != width:
            raise CorpusFormatError(
                "expected {expected} columns ({base} and one per predicate, {n_predicates}), found {found}.",
                file=source.name,
                line=int(batch.lines[i]),
                expected=width,
                base=base,
                n_predicates=n_predicates,
                found=len(cells[i]),
            )


class _Table:
    """The columns before the roles, each sentence once."""

    def __init__(self, width: int) -> None:
        self.coders = [Coder() for _ in range(width)]
        self.codes = [array("i") for _ in range(width)]
        self.lines = array("q")

    @property
    def n_tokens(self) -> int:
        return len(self.lines)

    def add(self, rows: list[list[str]], lines: NDArray[np.int64]) -> None:
        for i, (coder, codes) in enumerate(zip(self.coders, self.codes, strict=True)):
            codes.extend([coder[row[i]] for row in rows])
        self.lines.extend(lines.tolist())


class _Instances:
    """For each predicate: the tokens of its sentence, its frame, target and roles."""

    def __init__(self) -> None:
        self.first: list[int] = []
        self.length: list[int] = []
        self.sentence: list[int] = []
        self.frames: list[str] = []
        self.targets: list[str] = []
        self.roles = Coder({"_": 0})
        self.role_codes = array("i")
        self.targets_coder = Coder({"_": 0})
        self.target_codes = array("i")
        self.n_sentences = 0

    def add(self, rows: list[list[str]], first: int, layout: PredicateLayout) -> None:
        predicates = [i for i, row in enumerate(rows) if layout.is_predicate(row)]
        base = len(layout.names)
        for k, place in enumerate(predicates):
            row = rows[place]
            target = row[2] if row[2] not in EMPTY else row[1]
            marks = [0] * len(rows)
            marks[place] = self.targets_coder[target]
            self._append(first, len(rows), row[base - 1], target)
            self.role_codes.extend([self.roles[row[base + k]] for row in rows])
            self.target_codes.extend(marks)
        if not predicates:
            self._append(first, len(rows), "", "")
            self.role_codes.extend([0] * len(rows))
            self.target_codes.extend([0] * len(rows))
        self.n_sentences += 1

    def _append(self, first: int, length: int, frame: str, target: str) -> None:
        self.first.append(first)
        self.length.append(length)
        self.sentence.append(self.n_sentences)
        self.frames.append(frame)
        self.targets.append(target)


def _expand(
    table: _Table,
    instances: _Instances,
    names: list[str],
    fields: dict[str, tuple[str, ...]],
    spans: NDArray[np.int64],
) -> Sentences:
    """Every sentence as often as it has predicates."""
    starts = np.concatenate(([0], np.cumsum(instances.length, dtype=np.int64)))
    first = np.array(instances.first, dtype=np.int64)
    take = np.arange(starts[-1]) + np.repeat(first - starts[:-1], instances.length)
    sentence = np.array(instances.sentence, dtype=np.int64)
    columns: dict[str, Column] = {}
    for name, coder, codes in zip(names, table.coders, table.codes, strict=True):
        if name not in column_names.NOT_KEPT:
            columns[name] = column(np.array(codes, dtype=np.int32)[take], coder)
    columns["target"] = column(np.array(instances.target_codes, dtype=np.int32), instances.targets_coder)
    columns["role"] = column(np.array(instances.role_codes, dtype=np.int32), instances.roles)
    result = Sentences(
        columns=columns,
        starts=starts,
        fields={key: tuple(values[i] for i in instances.sentence) for key, values in fields.items()}
        | {"frame": tuple(instances.frames), "target": tuple(instances.targets)},
        lines=np.array(table.lines, dtype=np.int32)[take],
        repeats=np.diff(sentence, prepend=-1) == 0,
        schemes={"role": "token"},
        spans=spans[sentence],
    )
    return detect_schemes(result)


FORMAT = Format(
    "predicates",
    name=Notice("SRL columns"),
    description="CoNLL-2009 and its kin, a column of roles a predicate",
    tokens="of the file",
    counted="roles, targets, frames",
    example="1\ta\ta\tX\t_\t_\t0\troot\tY\ta.1\tA0\n\n1\tb\tb\tX\t_\t_\t0\troot\t_\t_\n",
    read=read,
    plausibility=plausibility,
    cells=cells,
    place=30,
)
