"""Reading a JSON document of partitions: nothing is believed before it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...corpus.files.containers import PARTS_TABLE, member_or_all
from ...corpus.model import Corpus
from ...errors import Notice, PartitionFileError
from ...files import Readable, name_of, read_limited, way_in
from ...partition import PartitionSet, Selection, Thresholds
from ..json_text import parse
from ..scores.answer_table import NAMES
from ..scores.item_scores import first_names
from ..scores.predictions import results_in
from .fold_columns import PARTS
from .partition_checks import (
    check_corpus,
    check_digest,
    check_lengths,
    check_overlaps,
    check_schema,
    read_masks,
    rescore,
    stated_values,
)
from .partition_json import SCHEMA_VERSION

MAX_BYTES = 200_000_000  # 100 partitions of 300,000 units
ARCHIVED = ("partitions.json", PARTS_TABLE)  # what an archive of folds or parts holds beside their files


@frozen(eq=False)
class PartitionFile:
    r"""The content of a file of partitions, and the checks it passed."""

    partitions: PartitionSet
    unit_ids: tuple[str, ...]
    corpus: Mapping[str, Any]  # n_units; name, sha256, units_sha256, unit, format, encoding where it is named
    attributes: tuple[str, ...]
    counted: tuple[str, ...]  # one per attribute: chunks, tokens, …
    divergences: NDArray[np.float64]  # (m, n_attributes) χ²/J as the file says
    percentiles: NDArray[np.float64]  # (m, n_attributes), NaN where the file has none
    checks: tuple[Notice, ...]  # what was verified, one sentence each
    notices: tuple[Notice, ...]  # what its user should know


def load_partitions(source: Readable, corpus: Corpus | None = None) -> PartitionSet:
    """The partitions in a JSON document, after every check of `read_partition_file`.

    >>> document = mx.io.partitions_json(halves, corpus)
    >>> mx.load_partitions(document, corpus).signature == halves.signature
    True
    """
    return read_partition_file(source, corpus).partitions


def read_split_file(source: Readable, name: str | None) -> bytes:
    """A file of partitions, folds or parts; of an archive of their files the one that says them."""
    data = member_or_all(read_limited(source, MAX_BYTES, name), name or "", ARCHIVED, MAX_BYTES)
    if holds_results(data):
        raise PartitionFileError("These are scores or predictions of models: import them on Race.", file=name)
    return data


def holds_results(data: bytes) -> bool:
    r"""Whether a file that is given as a split has what models predicted, or their scores, and no parts.

    >>> holds_results(b"row,predicted\n1,pos\n"), holds_results(b"row,fold,predicted\n1,1,pos\n")
    (True, False)
    """
    names = first_names(data)
    predicted = not names.isdisjoint((*NAMES["predicted"], *NAMES["predicted_b"]))
    return (predicted and names.isdisjoint(PARTS)) or ("partition" in names and results_in(data) is not None)


@way_in(PartitionFileError)
def read_partition_file(
    source: Readable, corpus: Corpus | None = None, *, name: str | None = None
) -> PartitionFile:
    """Read and verify a JSON document of partitions.

    Checked are its size, encoding, syntax, schema and digest; that the halves of
    each partition are disjoint, cover every unit and have the sizes their design
    promises; the overlaps; and with a corpus, that the document is about its units
    and states the χ²/J that they have.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame

    Raises
    ------
    PartitionFileError
        If anything above fails.

    Examples
    --------
    >>> document = mx.io.partitions_json(halves, corpus)
    >>> mx.io.read_partition_file(document, corpus).partitions.m
    2
    """
    name = name_of(source, name)
    document = parse(read_limited(source, MAX_BYTES, name), name)
    check_schema(document, name)
    check_digest(document, name)
    check_lengths(document, name)
    masks = read_masks(document, name)
    partitions = _partition_set(document, masks)
    check_overlaps(document, partitions, name)
    checks = [
        Notice("The file follows schema version {version}.", {"version": SCHEMA_VERSION}),
        Notice("The digest fits."),
        Notice(
            "All {m} partitions have disjoint sides, together {n_units:,} units.",
            {"m": partitions.m, "n_units": partitions.n_units},
        ),
    ]
    notices: list[Notice] = []
    if corpus is not None:
        notices += check_corpus(document, corpus, name)
        if "units_sha256" in document["corpus"]:
            checks.append(Notice("The units are those of {corpus}.", {"corpus": corpus.name}))
        scored, unscored = rescore(document, masks, corpus, name)
        checks += scored
        notices += unscored
    attributes = document["regularization"]["attributes"]
    return PartitionFile(
        partitions=partitions,
        unit_ids=tuple(document["unit_ids"]),
        corpus=document["corpus"],
        attributes=tuple(attributes),
        counted=tuple(document["regularization"]["counted"][key] for key in attributes),
        divergences=stated_values(document, "value"),
        percentiles=stated_values(document, "percentile"),
        checks=tuple(checks),
        notices=tuple(notices),
    )


def _partition_set(document: dict[str, Any], masks: NDArray[np.bool_]) -> PartitionSet:
    design, measured = document["design"], document["regularization"]
    selection = None
    if measured["thresholds"] is not None:
        bounds = measured["thresholds"]
        # an object has no order; the list of attributes has
        names = [name for name in measured["attributes"] if name in bounds]
        names += sorted(set(bounds) - set(names))
        selection = Selection(
            thresholds=tuple(Thresholds(name, **bounds[name]) for name in names),
            candidates=measured["candidates"],
            survivors=measured["survivors"],
            chosen=tuple(measured["chosen"]),
        )
    return PartitionSet(
        masks=masks, method=design["target"] or design["method"], seed=design["seed"], selection=selection
    )
