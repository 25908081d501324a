"""A split or K folds as a table, as JSON, or as files of the corpus's own format; and back in any form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ... import __version__
from ...corpus.model import Corpus
from ...corpus.sentences import Attribute
from ...corpus.units.extract import file_of_units
from ...errors import Notice, PartitionFileError
from ...files import Readable, name_of, way_in, write
from ..canonical import canonical_bytes, digest, rounded
from ..json_text import parse
from ..sizes import check_units
from ..spreadsheet import csv_bytes, read_rows
from ..unit_names import id_column
from ..unit_rows import ROW, other_header, row_table, rows_of_units, unit_values
from .file_archive import file_archive
from .fold_columns import PARTS, has_splits
from .fold_files import check_file, file_names
from .json_lists import units_in_json
from .named_parts import NamedParts, checked
from .partition_checks import PARTS_ID, check_corpus, check_digest, follow_schema, schema_in
from .partition_file import read_split_file
from .partition_import import is_json, read_partitions
from .partition_json import described_corpus
from .unit_list import RowNumbers, is_unit_list, listed_parts

SCHEMA_VERSION = 1


def write_part_columns(parts: NamedParts, corpus: Corpus, *, path: str | Path | None = None) -> bytes:
    """A CSV with the columns unit_id, row and fold, or part where a part is called train.

    It has one line for each sentence, or text, of the corpus file; `row` is its number there, from 1.

    Raises DesignError if the parts are not of this corpus's units.

    >>> parts = mx.io.NamedParts.of(["1", "2", "3", "4"] * 2)
    >>> mx.io.write_part_columns(parts, corpus).splitlines()[0]
    b'unit_id,row,fold'
    """
    check_units(len(parts.of_unit), corpus)
    title = "fold" if parts.training is None else "part"
    values = [[parts.names[k]] for k in parts.of_unit.tolist()]
    return write(csv_bytes(row_table(corpus, [title], values)), path)


def parts_json(
    parts: NamedParts,
    corpus: Corpus,
    *,
    attributes: Sequence[Attribute],
    target: str | None = None,
    kept_whole: Sequence[str] = (),
    seed: int | None = None,
) -> bytes:
    """The JSON document of K folds, or of train, dev and test; the same bytes for the same parts.

    Parameters
    ----------
    attributes : sequence of Attribute
        On which chi2/J is measured.
    target, kept_whole, seed
        How they were made, for the record.

    Raises
    ------
    DesignError
        If the parts are not of this corpus's units.

    Examples
    --------
    >>> parts = mx.io.NamedParts.of(["1", "2", "3", "4"] * 2)
    >>> document = mx.io.parts_json(parts, corpus, attributes=[corpus.attribute("pos")])
    >>> mx.io.read_parts(document, corpus).names
    ('1', '2', '3', '4')
    """
    check_units(len(parts.of_unit), corpus)
    measured = {}
    for one in attributes:
        values = [float(parts.contributions(part, one.counts).contribution.sum()) for part in parts.validated]
        measured[one.name] = {"mean": rounded(float(np.mean(values))), "largest": rounded(max(values))}
    document: dict[str, Any] = {
        "schema": {"id": PARTS_ID, "version": SCHEMA_VERSION},
        "generator": {"name": "mx2core", "version": __version__},
        "corpus": described_corpus(corpus),
        "design": {"target": target, "kept_whole": list(kept_whole), "seed": seed},
        "index_base": 0,
        "parts": [
            {"name": name, "units": np.flatnonzero(parts.of_unit == k).tolist()}
            for k, name in enumerate(parts.names)
        ],
        "divergence": measured,
        "unit_ids": list(corpus.unit_ids),
        **rows_of_units(corpus),
    }
    document["digest"] = digest(document)
    return canonical_bytes(document)


def write_part_files(
    target: str | Path | BinaryIO, parts: NamedParts, *, corpus: Corpus, data: bytes
) -> None:
    r"""A ZIP with the parts in the corpus's own format, byte for byte.

    Folds have a folder each with its training and its validation file; train, dev and test are a
    file each.

    Parameters
    ----------
    target : str, Path or binary file that can be sought in
    data : bytes
        The file that `corpus` was read from.

    Raises
    ------
    DesignError
        If the parts are not of this corpus's units.
    InputError
        If `data` is another file, or the corpus was joined from several.

    Examples
    --------
    >>> import io, zipfile
    >>> data = b"cat\tN\n\ndog\tN\n\n" * 4
    >>> corpus = mx.read_corpus(data, columns=["word", "pos"])
    >>> target = io.BytesIO()
    >>> parts = mx.io.NamedParts.of(["train", "dev", "train", "test"] * 2)
    >>> mx.io.write_part_files(target, parts, corpus=corpus, data=data)
    >>> zipfile.ZipFile(target).namelist()
    ['parts.csv', 'train.txt', 'dev.txt', 'test.txt', 'SHA256SUMS']
    """
    check_units(len(parts.of_unit), corpus)
    check_file(data, corpus)
    train, validation = file_names(corpus)
    suffix = train.removeprefix("train")
    with file_archive(target) as add:
        add("parts.csv", write_part_columns(parts, corpus))
        for k, name in enumerate(parts.names):
            inside = file_of_units(data, corpus, chosen=parts.of_unit == k)
            if parts.training is None:
                rest = file_of_units(data, corpus, chosen=parts.trained_on(k))
                add(f"fold-{k + 1:02d}/{train}", rest)
                add(f"fold-{k + 1:02d}/{validation}", inside)
            else:
                add(f"{name}{suffix}", inside)


@way_in(PartitionFileError)
def read_parts(
    source: Readable, corpus: Corpus, *, index: int = 1, numbers: RowNumbers = "auto", name: str | None = None
) -> NamedParts:
    r"""A split or folds from a file in any known form, verified against the corpus.

    Forms: the JSON document of `parts_json`; partitions as JSON or as columns, whose first half is the
    training side; a table (CSV) with the column unit_id and one called fold, part or split, or one other
    column beside `row`, its lines in any order, one for a unit or for each of its sentences; the ZIP of
    `write_part_files` or `write_fold_files`; the training units in plain text, one a line; or JSON as
    scripts write it: `{"train": [...], "test": [...]}`, of folds `[[...], [...]]`,
    `{"1": [...], "2": [...]}` or `[{"train": [...], "test": [...]}, ...]`.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame
    index : int
        Which of several partitions in the file, from 1.
    numbers : {"auto", "names", "rows", "rows-from-0", "units"}
        What lists have: names of units, rows of the corpus file counted from 1 or from 0 (a row is a
        sentence, or a text), or units as partitions in JSON count them, from 0. "auto": names, if all are;
        else rows, counted in the way that fits. Numbers are never taken for groups of rows by themselves.

    Raises
    ------
    PartitionFileError
        If the file cannot be read, a unit is missing, unknown or in two parts, a part is empty, a document
        was changed, numbers fit rows counted from 1 and from 0, or there is no such partition.

    Examples
    --------
    >>> parts = mx.io.NamedParts.of(["1", "2", "3", "4"] * 2)
    >>> mx.io.read_parts(mx.io.write_part_columns(parts, corpus), corpus).sizes
    (2, 2, 2, 2)
    >>> mx.io.read_parts(b"0\n3\n", corpus).of_unit.tolist()
    [0, 1, 1, 0, 1, 1, 1, 1]
    """
    every = read_every_parts(source, corpus, numbers=numbers, name=name)
    if not 1 <= index <= len(every):
        raise PartitionFileError(
            "No partition {index}; there are {m}, numbered from 1.",
            file=name_of(source, name),
            index=index,
            m=len(every),
        )
    return every[index - 1]


@way_in(PartitionFileError)
def read_every_parts(
    source: Readable, corpus: Corpus, *, numbers: RowNumbers = "auto", name: str | None = None
) -> tuple[NamedParts, ...]:
    """The same of all partitions in the file, in their order; of other forms there is one."""
    name = name_of(source, name)
    return tuple(parts.given_by(name) for parts in _every_parts(source, corpus, numbers, name))


def _every_parts(
    source: Readable, corpus: Corpus, numbers: RowNumbers, name: str | None
) -> tuple[NamedParts, ...]:
    data = read_split_file(source, name)
    if is_unit_list(data, name):
        return (listed_parts(data, corpus, numbers=numbers, name=name),)
    if is_json(data, name):
        document = parse(data, name)
        if _schema_of(document) == PARTS_ID:
            return (_read_json(document, corpus, name),)
    elif not has_splits(data, name):
        return (_read_table(data, corpus, name),)
    partitions = read_partitions(data, corpus, name=name).partitions
    every = tuple(map(NamedParts.split, partitions.masks))
    if partitions.m == 1:
        return every
    where = {"m": partitions.m, "file": name}
    return tuple(
        replace(
            parts, notice=Notice("Partition {index} of {m} in {file}.", where | {"index": index}, plain=True)
        )
        for index, parts in enumerate(every, start=1)
    )


def holds_parts(data: bytes, name: str) -> bool:
    r"""Whether a file says the parts of a corpus that stands beside it, and is no corpus itself.

    >>> holds_parts(b'[[0, 2], [1, 3]]', "folds.json"), holds_parts(b"unit_id,fold\nu1,1\n", "folds.csv")
    (True, True)
    >>> holds_parts(b'["so good", "so bad"]', "a.json"), holds_parts(b"text,fold\nso good,1\n", "a.csv")
    (False, False)
    """
    if is_json(data, name):
        return b'"urn:mx2core:' in data or len(units_in_json(data) or ()) > 1
    header = data.removeprefix(b"\xef\xbb\xbf").partition(b"\n")[0].decode("utf-8", "replace")
    titles = {cell.strip(' "\r').lower() for cell in re.split("[,;\t]", header)}
    return "unit_id" in titles and all(
        title in ("unit_id", ROW, *PARTS) or title.startswith("split_") for title in titles
    )


def parts_schema() -> dict[str, Any]:
    """The published JSON Schema (draft 2020-12) of the document of parts.

    >>> mx.io.parts_schema()["$id"]
    'urn:mx2core:parts:1'
    """
    return schema_in("parts.schema.json")


def _read_table(data: bytes, corpus: Corpus, file: str | None) -> NamedParts:
    header, rows = read_rows(data, file)
    by = id_column(header)
    others = [title for title in header if title not in (by, ROW)]
    named = [title for title in others if title.lower() in PARTS] or others
    if by is None or header.count(by) != 1 or len(named) != 1:
        raise other_header(header, ["unit_id", "/".join(PARTS)], file)
    cell = header.index(named[0])

    def part_in_row(line: int, row: list[str]) -> str:
        value = row[cell].strip()
        if not value:
            raise PartitionFileError("There is no value in {title}.", file=file, line=line, title=named[0])
        return value

    values = unit_values(header, rows, corpus, read=part_in_row, file=file)
    return checked(NamedParts.of(values), named[0], file)


def _schema_of(document: dict[str, Any]) -> object:
    stated = document.get("schema")
    return stated.get("id") if isinstance(stated, dict) else None


def _read_json(document: dict[str, Any], corpus: Corpus, file: str | None) -> NamedParts:
    follow_schema(document, parts_schema(), file)
    check_digest(document, file)
    check_corpus(document, corpus, file)
    n_units, names = len(corpus), [part["name"] for part in document["parts"]]
    listed = np.array([unit for part in document["parts"] for unit in part["units"]], dtype=np.int64)
    times = np.bincount(listed[listed < n_units], minlength=n_units)
    if len(set(names)) < len(names) or len(listed) != n_units or (times != 1).any():
        raise PartitionFileError("Parts must hold each unit once and differ in name.", file=file)
    of_unit: NDArray[np.int64] = np.empty(n_units, np.int64)
    for k, part in enumerate(document["parts"]):
        of_unit[part["units"]] = k
    parts, seed = NamedParts.from_names(of_unit, names), document["design"]["seed"]
    return parts if seed is None else parts.dealt(seed)
