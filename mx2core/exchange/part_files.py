"""K folds, or train, dev and test, as a table, as JSON, or as files of the corpus's own format; and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..corpus.extract import file_of_units
from ..corpus.model import Corpus
from ..corpus.sentences import Attribute
from ..errors import DesignError, PartitionFileError
from ..files import Readable, name_of, read_limited, way_in, written
from ..partition import divergence
from .canonical import canonical_bytes, digest, rounded
from .file_archive import file_archive
from .fold_files import check_file, file_names
from .json_text import parse
from .named_parts import NamedParts, checked
from .partition_checks import (
    check_corpus,
    check_digest,
    follow_schema,
    repeated_names,
    short_rows,
    short_units,
)
from .partition_file import MAX_BYTES
from .partition_import import is_json
from .partition_json import described_corpus
from .spreadsheet import csv_bytes, read_rows
from .unit_names import id_column
from .unit_rows import ROW, by_unit, of_rows, rows_of_units

SCHEMA_ID, SCHEMA_VERSION = "urn:mx2core:parts", 1
COLUMNS = ("fold", "part", "split")  # that say the part in a table


def write_part_columns(parts: NamedParts, corpus: Corpus, *, path: str | Path | None = None) -> bytes:
    r"""A CSV with the columns unit_id, row and fold, or part where a part is called train.

    It has one line for each sentence, or text, of the corpus file; `row` is its number there, from 1.

    Raises
    ------
    DesignError
        If the parts are not of this corpus's units.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> parts = mx.io.NamedParts.of(["1", "2", "3", "4"] * 2)
    >>> mx.io.write_part_columns(parts, corpus).splitlines()[0]
    b'unit_id,row,fold'
    """
    _check_units(parts, corpus)
    title = "fold" if parts.training is None else "part"
    values = [[parts.names[k]] for k in parts.of_unit.tolist()]
    return written(csv_bytes(of_rows(corpus, [title], values)), path)


def parts_json(
    parts: NamedParts,
    corpus: Corpus,
    *,
    attributes: Sequence[Attribute],
    target: str | None = None,
    kept_whole: Sequence[str] = (),
    seed: int | None = None,
) -> bytes:
    r"""The JSON document of K folds, or of train, dev and test; the same bytes for the same parts.

    Parameters
    ----------
    parts : NamedParts
    corpus : Corpus
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
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> parts = mx.io.NamedParts.of(["1", "2", "3", "4"] * 2)
    >>> document = mx.io.parts_json(parts, corpus, attributes=[corpus.attribute("pos")])
    >>> mx.io.read_parts(document, corpus).names
    ('1', '2', '3', '4')
    """
    _check_units(parts, corpus)
    measured = {}
    for one in attributes:
        values = [_against(parts, part, one) for part in parts.validated]
        measured[one.name] = {"mean": rounded(float(np.mean(values))), "largest": rounded(max(values))}
    document: dict[str, Any] = {
        "schema": {"id": SCHEMA_ID, "version": SCHEMA_VERSION},
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
    parts : NamedParts
    corpus : Corpus
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
    >>> import mx2core as mx
    >>> import io, zipfile
    >>> data = b"cat\tN\n\ndog\tN\n\n" * 4
    >>> corpus = mx.read_corpus(data, columns=["word", "pos"])
    >>> target = io.BytesIO()
    >>> parts = mx.io.NamedParts.of(["train", "dev", "train", "test"] * 2)
    >>> mx.io.write_part_files(target, parts, corpus=corpus, data=data)
    >>> zipfile.ZipFile(target).namelist()
    ['parts.csv', 'train.txt', 'dev.txt', 'test.txt', 'SHA256SUMS']
    """
    _check_units(parts, corpus)
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
def read_parts(source: Readable, corpus: Corpus, *, name: str | None = None) -> NamedParts:
    r"""The parts in a table (CSV) or a JSON document, verified against the corpus.

    A table has the column unit_id and one called fold, part or split, or one other column beside `row`;
    lines may stand in any order, and a unit of several sentences may have one for each of them.

    Raises
    ------
    PartitionFileError
        If a unit is missing, unknown or in two parts, a part is empty, or a document was changed.
    OSError
        If there is no such file, or it may not be read.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> parts = mx.io.NamedParts.of(["1", "2", "3", "4"] * 2)
    >>> mx.io.read_parts(mx.io.write_part_columns(parts, corpus), corpus).sizes
    (2, 2, 2, 2)
    """
    name = name_of(source, name)
    data = read_limited(source, MAX_BYTES, name)
    return _of_json(data, corpus, name) if is_json(data, name) else _of_table(data, corpus, name)


def names_parts(data: bytes, file: str | None) -> bool:
    """Whether a table (CSV) has one column that names the part of each unit, and none of halves."""
    if is_json(data, file):
        return False
    titles = [title.lower() for title in read_rows(data, file)[0]]
    return len({*COLUMNS} & {*titles}) == 1 and "split_1" not in titles


def parts_schema() -> dict[str, Any]:
    """The published JSON Schema (draft 2020-12) of the document of parts.

    >>> import mx2core as mx
    >>> mx.io.parts_schema()["$id"]
    'urn:mx2core:parts:1'
    """
    text = resources.files(__package__).joinpath("parts.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _against(parts: NamedParts, part: int, attribute: Attribute) -> float:
    """chi2/J of a part and what is trained on for it."""
    trained = parts.trained_on(part)
    chosen = np.flatnonzero(trained | (parts.of_unit == part))
    table = attribute.counts
    there = np.count_nonzero(table[chosen].sum(axis=0))
    value = float(divergence(trained[chosen][None], table[chosen])[0])
    # J is that of the corpus, also where the two parts lack a label.
    return value * there / np.count_nonzero(table.sum(axis=0))


def _of_table(data: bytes, corpus: Corpus, file: str | None) -> NamedParts:
    header, rows = read_rows(data, file)
    by = id_column(header)
    others = [title for title in header if title not in (by, ROW)]
    named = [title for title in others if title.lower() in COLUMNS] or others
    if by is None or header.count(by) != 1 or len(named) != 1:
        raise PartitionFileError(
            "The header needs the column unit_id and one called fold, part or split; it has {header}. "
            "A table of texts with a column that says their part is a corpus itself: open it as the corpus, "
            "and choose that column as the split.",
            file=file,
            line=1,
            header=header,
        )
    cell = header.index(named[0])

    def of_row(line: int, row: list[str]) -> str:
        value = row[cell].strip()
        if not value:
            raise PartitionFileError("There is no value in {title}.", file=file, line=line, title=named[0])
        return value

    values = by_unit(header, rows, corpus, read=of_row, file=file)
    return checked(NamedParts.of(values), named[0], file)


def _of_json(data: bytes, corpus: Corpus, file: str | None) -> NamedParts:
    document = parse(data, file)
    _check_schema(document, file)
    check_digest(document, file)
    check_corpus(document, corpus, file)
    n_units, names = len(corpus), [part["name"] for part in document["parts"]]
    listed = np.array([unit for part in document["parts"] for unit in part["units"]], dtype=np.int64)
    times = np.bincount(listed[listed < n_units], minlength=n_units)
    if len(set(names)) < len(names) or len(listed) != n_units or (times != 1).any():
        raise PartitionFileError(
            "Each of the {n_units} units must be in exactly one part, and each part needs its own name.",
            file=file,
            n_units=n_units,
        )
    of_unit: NDArray[np.int64] = np.empty(n_units, np.int64)
    for k, part in enumerate(document["parts"]):
        of_unit[part["units"]] = k
    return NamedParts(of_unit, tuple(names))


def _check_schema(document: dict[str, Any], file: str | None) -> None:
    stated = document.get("schema")
    if not isinstance(stated, dict) or stated.get("id") != SCHEMA_ID:
        raise PartitionFileError(
            "This JSON file is not a file of folds: its schema is not {schema}.", file=file, schema=SCHEMA_ID
        )
    first: dict[tuple[str | int, ...], int] = {}
    outline = dict(document)  # the schema takes some microseconds an item: lists of units are cut to one
    if isinstance(document.get("parts"), list):
        outline["parts"] = [
            short_units(part, ("parts", k), first) for k, part in enumerate(document["parts"])
        ]
    if isinstance(document.get("unit_ids"), list):
        names = document["unit_ids"]
        outline["unit_ids"] = repeated_names(names) or names[:2]
    short_rows(outline, first)
    follow_schema(outline, parts_schema(), file, first)


def _check_units(parts: NamedParts, corpus: Corpus) -> None:
    if len(parts.of_unit) != len(corpus):
        raise DesignError(
            "The parts are of {n_parted} units, but {corpus} has {n_units}. Save them with the corpus they "
            "were made on.",
            n_parted=len(parts.of_unit),
            corpus=corpus.name,
            n_units=len(corpus),
        )
