"""A whole experiment as one file: a ZIP of JSON and payloads that another store takes in.

    experiment.json      what was asked, its failures, and the digest of every other member
    corpus               the corpus file, where it was kept
    partitions/KEY.json  one for each set of partitions
    folds/KEY            one for each finished fold

Nothing of it is executed or unpickled. The digests show that a file was not damaged on
its way; they do not show who made it. On a store that many share its folds are therefore
seen in its own experiment alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...brief import frozen
from ...errors import StoreError
from ...files import way_in
from ..contents import Contents
from ..experiments import OWN
from ..records import FoldIndex, NewExperiment, PartitionSetRecord
from .archive_schema import MANIFEST_SCHEMA
from .bounded_zip import MAX_BYTES, changed, holds, opened, seal, unpack

VERSION = 1
MANIFEST = "experiment.json"
CORPUS = "corpus"
MEMBERS = re.compile(r"experiment\.json|corpus|partitions/[0-9a-f]{64}\.json|folds/[^/\\]{1,200}")


@frozen
class Imported:
    """What an exported experiment brought."""

    id: str  # of the experiment in this store
    folds: int  # that are new here
    known: int  # that were here already
    differing: int  # of those, with other predictions here; they stay as they are here


def export_experiment(store: Contents, id: str) -> bytes:
    """An experiment with everything it names, finished or not; equal experiments are equal bytes."""
    record = store.experiments.get(id)
    members: dict[str, bytes] = {}
    corpus = None
    if record.corpus is not None:
        kept = store.corpora.get(record.corpus)
        corpus = {"name": kept.name, "options": dict(kept.options), "n_units": kept.n_units}
        members[CORPUS] = store.corpora.data(kept.sha256)
    sets = [store.partition_sets.get(key) for key in record.partition_sets]
    members |= {_set_name(one.key): one.document for one in sets}
    places = store.experiments.folds(id)
    folds = {fold.key: fold for fold in store.folds.find(places.values())}
    asked = store.experiments.question_record(id)
    members |= {_fold_name(key): fold.payload for key, fold in folds.items()}
    manifest = {
        "version": VERSION,
        "name": record.name,
        "corpus_name": record.corpus_name,
        "units_sha256": record.units_sha256,
        "corpus": corpus,
        "answers": record.gold,
        "models": [dict(model) for model in record.models],
        "settings": dict(record.settings),
        "question": None if asked.question is None else dict(asked.question),
        "looks": [dict(look) for look in asked.looks],
        "partition_sets": [
            {"key": one.key, "signature": one.signature, "m": one.m, "n_units": one.n_units} for one in sets
        ],
        "folds": [[place.set, place.model, place.fold, key] for place, key in sorted(places.items())],
        "logs": {key: dict(fold.log) for key, fold in folds.items()},
        "failures": [
            [failure.place.set, failure.place.model, failure.place.fold, failure.cause, failure.detail]
            for failure in store.experiments.failures(id)
        ],
    }
    return seal(manifest, MANIFEST, members)


def holds_experiment(data: bytes) -> bool:
    """Whether a file looks like what `export_experiment` gives."""
    return holds(data, MANIFEST, MEMBERS)


@way_in(StoreError)
def import_experiment(
    store: Contents,
    data: bytes,
    *,
    file: str | None = None,
    owner: str | None = None,
    most: int = MAX_BYTES,
    design: bool = False,
) -> Imported:
    """Import the result of `export_experiment` as an experiment of its own.

    `owner`: who imports and then owns it, among many who share the store. Whoever made the file
    may have written anything under a key, so its trainings are then seen in this experiment alone. Without an
    owner every experiment finds them.
    `most`: bytes that it may have unpacked.
    `design`: take in a design of `results`, whose folds belong to no partitions, and nothing else.
    """
    members = unpack(data, file, MEMBERS, most)
    manifest = opened(members, MANIFEST, MANIFEST_SCHEMA, VERSION, file)
    try:
        new, folds = _experiment(manifest, members), _folds(manifest, members)
        failures = [
            (FoldIndex(int(number), int(model), int(fold)), str(cause), str(detail))
            for number, model, fold, cause, detail in manifest["failures"]
        ]
        corpus = None if manifest["corpus"] is None else _corpus(manifest["corpus"], members)
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise changed(file) from error
    if not (_folds_of_design(new) if design else _places_exist(new, failures)):
        raise changed(file)
    if corpus is not None:
        kept = store.corpora.put(**corpus, units_sha256=new.units_sha256)
        new = replace(new, corpus=kept.key)
    here = {fold.key: fold.payload for fold in store.folds.find(folds)}
    new_here = folds.keys() - here.keys()
    kept_as = {name: name if owner is None else f"{name}{OWN}{manifest['digest']}" for name in new_here}
    store.folds.put_all(new.units_sha256, {key: folds[name] for name, key in kept_as.items()})
    complete = all(name in folds or name in here for name in new.folds.values())
    new = replace(new, folds={place: kept_as.get(name, name) for place, name in new.folds.items()})
    if owner is not None:
        new = replace(new, settings={**new.settings, "owner": owner})
    id = store.experiments.add(new, "done" if complete else "cancelled")
    for place, cause, detail in failures:
        store.experiments.fail(id, place, cause, detail)
    for look in manifest.get("looks", ()):
        store.experiments.look(id, look)
    differing = sum(payload != folds[name][0] for name, payload in here.items())
    return Imported(id, len(folds) - len(here), len(here), differing)


def _folds_of_design(new: NewExperiment) -> bool:
    """Whether all folds are of the one set that a design has, and of its models."""
    return (
        "design" in new.settings
        and not new.partition_sets
        and all(place.set == 0 and place.model < len(new.models) for place in new.folds)
    )


def _places_exist(new: NewExperiment, failures: Sequence[tuple[FoldIndex, str, str]]) -> bool:
    """Whether partitions stand under the key others would find them by, and folds where there are any."""
    sets = new.partition_sets
    return (
        bool(sets)
        and all(hashlib.sha256(one.document).hexdigest() == one.key for one in sets)
        and all(
            place.set < len(sets) and place.model < len(new.models) and place.fold < 2 * sets[place.set].m
            for place in new.folds
        )
        and all(place in new.folds for place, _, _ in failures)
    )


def _corpus(values: Mapping[str, Any], members: Mapping[str, bytes]) -> dict[str, Any]:
    return {
        "data": members[CORPUS],
        "name": str(values["name"]),
        "options": dict(values["options"]),
        "n_units": int(values["n_units"]),
    }


def _experiment(manifest: Mapping[str, Any], members: Mapping[str, bytes]) -> NewExperiment:
    return NewExperiment(
        name=str(manifest["name"]),
        corpus_name=str(manifest["corpus_name"]),
        units_sha256=str(manifest["units_sha256"]),
        corpus=None,
        gold=str(manifest["answers"]),
        models=tuple(dict(model) for model in manifest["models"]),
        settings=dict(manifest["settings"]),
        partition_sets=tuple(
            PartitionSetRecord(
                str(one["key"]),
                str(one["signature"]),
                int(one["m"]),
                int(one["n_units"]),
                members[_set_name(one["key"])],
            )
            for one in manifest["partition_sets"]
        ),
        folds={
            FoldIndex(int(number), int(model), int(fold)): str(key)
            for number, model, fold, key in manifest["folds"]
        },
        question=manifest.get("question"),
    )


def _folds(
    manifest: Mapping[str, Any], members: Mapping[str, bytes]
) -> dict[str, tuple[bytes, dict[str, Any]]]:
    """Payload and log of every finished fold, by its key."""
    return {str(key): (members[_fold_name(key)], dict(log)) for key, log in manifest["logs"].items()}


def _set_name(key: str) -> str:
    return f"partitions/{key}.json"


def _fold_name(key: str) -> str:
    return f"folds/{key}"
