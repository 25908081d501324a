"""Partitions and models as plain values, and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from ...errors import StoreError
from ...models import regressors
from ...models.classifiers import KINDS, TextClassifier
from ...models.crf import CRF
from ...models.model import Model
from ...models.regressors import TextRegressor
from ...models.template import FeatureTemplate
from ...partition import PartitionSet, Selection, Thresholds
from ...partition.measures import PAPER
from ...store import PartitionSetRecord

VERSION = 1

# What values of another shape than expected raise, however they were made.
DAMAGE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


def partition_document(partitions: PartitionSet) -> bytes:
    """Partitions as canonical JSON; each half as the hexadecimal digits of its bits."""
    selection = partitions.selection
    document = {
        "version": VERSION,
        "method": partitions.method,
        "seed": partitions.seed,
        "n_units": partitions.n_units,
        "halves": [row.tobytes().hex() for row in np.packbits(partitions.masks, axis=1)],
        "selection": None if selection is None else _selection_document(selection),
    }
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def partition_record(partitions: PartitionSet) -> PartitionSetRecord:
    """Partitions as a store keeps them: equal ones under one key."""
    document = partition_document(partitions)
    return PartitionSetRecord(
        hashlib.sha256(document).hexdigest(), partitions.signature, partitions.m, partitions.n_units, document
    )


def partitions_of(document: bytes) -> PartitionSet:
    """What `partition_document` wrote."""
    try:
        values = json.loads(document)
        if values["version"] != VERSION:
            raise ValueError(values["version"])
        n_units = int(values["n_units"])
        packed = np.array([list(bytes.fromhex(half)) for half in values["halves"]], dtype=np.uint8)
        if packed.ndim != 2 or packed.shape[1] != -(-n_units // 8):
            raise ValueError(packed.shape)
        masks = np.unpackbits(packed, axis=1, count=n_units).astype(bool)
        selection = None if values["selection"] is None else _selection(values["selection"])
        return PartitionSet(masks, values["method"], values["seed"], selection)
    except DAMAGE as error:
        raise StoreError("The stored partitions are damaged; import them again.") from error


def _selection_document(selection: Selection) -> dict[str, Any]:
    """As it was kept from the first version on; measures are named where one is not chi2/J."""
    thresholds = selection.thresholds
    document: dict[str, Any] = {
        "attributes": [one.attribute for one in thresholds],
        "lower": [one.bounds[0] for one in thresholds],
        "upper": [one.bounds[1] for one in thresholds],
        "candidates": selection.candidates,
        "survivors": selection.survivors,
        "chosen": list(selection.chosen),
    }
    if any(one.measure != PAPER for one in thresholds):
        document["measures"] = [one.measure for one in thresholds]
    return document


def _selection(values: dict[str, Any]) -> Selection:
    names = values["attributes"]
    measures = values.get("measures", [PAPER] * len(names))
    each = zip(names, measures, values["lower"], values["upper"], strict=True)
    return Selection(
        tuple(Thresholds(*one) for one in each),
        values["candidates"],
        values["survivors"],
        tuple(values["chosen"]),
    )


def model_document(model: Model) -> dict[str, Any]:
    return {**model.settings, "name": model.name, "tags": model.gold}


def model_of(document: Mapping[str, Any]) -> Model:
    try:
        values = dict(document)
    except DAMAGE:
        values = {}
    try:
        kind, values["gold"] = values["kind"], values.get("tags")
        if kind == "crf":
            values["template"] = FeatureTemplate.parse(values["template"])
            values["columns"] = tuple(values["columns"])
            return CRF(**_settings_of(CRF, values))
        of_texts = TextClassifier if kind in KINDS else TextRegressor if kind in regressors.KINDS else None
        if of_texts is not None:
            values["ngrams"] = None if values["ngrams"] is None else tuple(values["ngrams"])
            return of_texts(**_settings_of(of_texts, values))
    except DAMAGE as error:
        raise StoreError(
            "Settings of model {model} are damaged; set it up again.", model=values.get("name", "")
        ) from error
    raise StoreError(
        "Model {model} comes from Python code ({kind}); continue there.",
        model=values.get("name", ""),
        kind=values.get("class", kind),
    )


def _settings_of(kind: type[CRF | TextClassifier | TextRegressor], values: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in values.items() if name in names}
