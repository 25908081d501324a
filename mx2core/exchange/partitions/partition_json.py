"""Partitions as a JSON document: the lists themselves, and what was measured on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import __version__
from ...corpus.model import Corpus
from ...corpus.sentences import Attribute
from ...errors import DesignError
from ...files import write_whole
from ...partition import PartitionSet, Thresholds, divergence, expected, floor
from ...partition.halves.candidates import N_RANDOM
from ...partition.measures import PAPER
from ...partition.parts.judgement import REFERENCE_SEED, half_percentiles
from ..canonical import canonical_bytes, digest, rounded
from ..sizes import check_read, check_units
from ..unit_rows import rows_of_units

SCHEMA_ID = "urn:mx2core:partitions"
SCHEMA_VERSION = 1
REGULARIZED = ("balanced", "centered", "floor", "thresholds")  # built for a target


def save_partitions(
    partitions: PartitionSet,
    path: str | Path,
    *,
    corpus: Corpus | None = None,
    attributes: Sequence[str | Attribute] | None = None,
) -> None:
    """Write `partitions_json` to `path`, whole or not at all.

    Without a corpus the file says which units are together, by their numbers from 0; with it also of
    which corpus they are, so that no other one is read with them.

    Raises
    ------
    DesignError
        If the partitions are not of this corpus's units.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     mx.save_partitions(halves, f"{folder}/p.json", corpus=corpus)
    ...     mx.load_partitions(f"{folder}/p.json", corpus).m
    ...     mx.save_partitions(halves, f"{folder}/bare.json")
    ...     mx.load_partitions(f"{folder}/bare.json") == halves
    2
    True
    """
    write_whole(path, partitions_json(partitions, corpus, attributes=attributes))


def partitions_json(
    partitions: PartitionSet,
    corpus: Corpus | None = None,
    *,
    attributes: Sequence[str | Attribute] | None = None,
) -> bytes:
    """The JSON document of `partitions`, the same bytes for the same partitions.

    Parameters
    ----------
    corpus : Corpus, optional
        Whose units are divided.
    attributes : sequence of str or Attribute, optional
        On which χ²/J is measured. None: those the partitions were selected by,
        or the two that say most about the corpus; without one, none.

    Returns
    -------
    bytes
        UTF-8. Neither the time nor the machine is in it.

    Raises
    ------
    DesignError
        If the partitions are not of this corpus's units, or an attribute is unknown.

    Examples
    --------
    >>> document = mx.io.partitions_json(halves, corpus)
    >>> document == mx.io.partitions_json(halves, corpus)
    True
    """
    return canonical_bytes(partitions_document(partitions, corpus, attributes))


def partitions_document(
    partitions: PartitionSet, corpus: Corpus | None, attributes: Sequence[str | Attribute] | None = None
) -> dict[str, Any]:
    """What `partitions_json` writes, as plain values."""
    check_read("partitions", partitions)
    if corpus is not None:
        check_units(partitions.n_units, corpus)
    measured = _attributes(partitions, corpus, attributes)
    counts = [attribute.counts for attribute in measured]
    values = [divergence(partitions.masks, count) for count in counts]
    document: dict[str, Any] = {
        "schema": {"id": SCHEMA_ID, "version": SCHEMA_VERSION},
        "generator": {"name": "mx2core", "version": __version__},
        "corpus": {"n_units": partitions.n_units} if corpus is None else described_corpus(corpus),
        "design": _design(partitions),
        "regularization": _regularization(partitions, measured, values),
        "index_base": 0,
        "partitions": _halves(partitions, measured, values),
        "overlaps": {
            "expected": rounded(partitions.n_units / 4),
            "max_deviation": overlap_deviation(partitions),
        },
        "unit_ids": list(map(str, range(partitions.n_units)) if corpus is None else corpus.unit_ids),
        **({} if corpus is None else rows_of_units(corpus)),
    }
    document["digest"] = digest(document)
    return document


def overlap_deviation(partitions: PartitionSet) -> float | None:
    """c_0: how far overlaps are from n/4 at most; None for a single partition."""
    return rounded(partitions.overlap_deviation()) if partitions.m > 1 else None


def described_corpus(corpus: Corpus) -> dict[str, Any]:
    """What a document says of the corpus it is about."""
    described: dict[str, Any] = {
        "name": corpus.name,
        "sha256": corpus.sha256,
        "units_sha256": corpus.units_sha256,
        "n_units": len(corpus),
        "unit": corpus.unit,
        "format": corpus.format,
        "encoding": corpus.encoding,
    }
    if corpus.where:  # a document on a whole file has no such member
        described["where"] = dict(corpus.where)
    return described


def _attributes(
    partitions: PartitionSet, corpus: Corpus | None, requested: Sequence[str | Attribute] | None
) -> list[Attribute]:
    if requested is None and corpus is not None:
        selection = partitions.selection
        requested = selection.attributes if selection is not None else corpus.suggested
    measured = []
    for one in requested or ():
        if isinstance(one, Attribute):
            measured.append(one)
        elif corpus is None:
            raise DesignError("Without a corpus give the attribute {name} itself.", name=one)
        else:
            measured.append(corpus.attribute(one))
    names = [attribute.name for attribute in measured]
    for name in names:
        if names.count(name) > 1:
            raise DesignError("The attribute {name} is named twice.", name=name)
    return measured


def _design(partitions: PartitionSet) -> dict[str, Any]:
    built = partitions.method in REGULARIZED
    return {
        "method": "regularized" if built else partitions.method,
        "target": partitions.method if built else None,
        "m": partitions.m,
        "seed": partitions.seed,
    }


def _regularization(
    partitions: PartitionSet, measured: Sequence[Attribute], values: Sequence[NDArray[np.float64]]
) -> dict[str, Any]:
    selection = partitions.selection
    thresholds = None
    if selection is not None:
        thresholds = {one.attribute: _threshold(one) for one in selection.thresholds}
    return {
        "attributes": [attribute.name for attribute in measured],
        "counted": {attribute.name: attribute.counted for attribute in measured},
        "n_labels": {attribute.name: len(attribute.labels) for attribute in measured},
        "statistic": "chi2/J",
        "expected": {attribute.name: rounded(expected(attribute.counts)) for attribute in measured},
        "floors": {attribute.name: rounded(floor(attribute.counts)) for attribute in measured},
        "achieved": {
            attribute.name: {"mean": rounded(float(np.mean(value))), "max": rounded(float(np.max(value)))}
            for attribute, value in zip(measured, values, strict=True)
        },
        "thresholds": thresholds,
        "candidates": None if selection is None else int(selection.candidates),
        "survivors": None if selection is None else int(selection.survivors),
        "chosen": None if selection is None else [int(number) for number in selection.chosen],
        "reference": {"halves": N_RANDOM, "seed": REFERENCE_SEED},
    }


def _threshold(thresholds: Thresholds) -> dict[str, Any]:
    lower, upper = thresholds.bounds
    described: dict[str, Any] = {"lower": lower, "upper": upper}
    if thresholds.measure != PAPER:  # a document on chi2/J has no such member
        described["measure"] = thresholds.measure
    return described


def _halves(
    partitions: PartitionSet, measured: Sequence[Attribute], values: Sequence[NDArray[np.float64]]
) -> list[dict[str, Any]]:
    shares = half_percentiles([attribute.counts for attribute in measured], values)
    sizes = partitions.masks.sum(axis=1)
    are_halves = np.abs(2 * sizes - partitions.n_units) <= 1
    return [
        {
            "id": number + 1,
            "train": np.flatnonzero(mask).tolist(),
            "validation": np.flatnonzero(~mask).tolist(),
            "divergence": {
                attribute.name: {
                    "value": rounded(float(value[number])),
                    # random halves say nothing about, say, an 80/20 split
                    "percentile": rounded(float(share[number])) if are_halves[number] else None,
                }
                for attribute, value, share in zip(measured, values, shares, strict=True)
            },
        }
        for number, mask in enumerate(partitions.masks)
    ]
