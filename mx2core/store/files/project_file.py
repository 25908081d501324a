"""A whole project as one file: a ZIP of JSON and of what it names, which another server takes in.

    project.json         what was chosen, and the digest of every other member
    corpus               the corpus file
    partitions/KEY.json  one for each set of partitions
    scores               a table of scores brought from elsewhere, where there is one
    predictions          those that were brought, where there are some
    experiments/N.zip    one for each experiment, as `archive` writes them

Nothing of it is executed or unpickled, and nothing of it is believed: the digests show
damage, the schema that everything has its type. Reading it touches no store.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from ...brief import frozen
from ...errors import StoreError
from ...files import way_in
from .archive_schema import READING
from .bounded_zip import MAX_BYTES, changed, holds, opened, seal, unpack

VERSION = 2
MANIFEST = "project.json"
CORPUS = "corpus"
SCORES = "scores"
PREDICTIONS = "predictions"
MEMBERS = re.compile(
    r"project\.json|corpus|scores|predictions|partitions/[0-9a-f]{64}\.json|experiments/[0-9]{3}\.zip"
)
MOST_EXPERIMENTS = 500

_NAME = {"type": "string", "maxLength": 1000}
_KEY = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "name": _NAME,
        "corpus": {
            "type": "object",
            "properties": {"name": _NAME, "options": READING},
            "required": ["name", "options"],
        },
        "choices": {"type": "object", "propertyNames": {"maxLength": 1000}, "maxProperties": 10_000},
        "partitions": {
            "type": "array",
            "maxItems": 1000,
            "items": {
                "type": "object",
                "properties": {"set": _KEY, "file": _NAME},
                "required": ["set", "file"],
            },
        },
        "scores": {"anyOf": [_NAME, {"type": "null"}]},
        "predictions": {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"name": _NAME, "set": {"anyOf": [_KEY, {"type": "null"}]}},
                    "required": ["name", "set"],
                },
                {"type": "null"},
            ]
        },
        "experiments": {"type": "integer", "minimum": 0, "maximum": MOST_EXPERIMENTS},
        "members": {"type": "object"},
    },
    "required": [
        "name",
        "corpus",
        "choices",
        "partitions",
        "scores",
        "predictions",
        "experiments",
        "members",
    ],
}


@frozen
class FiledPredictions:
    """Predictions that were brought, as they came."""

    data: bytes = field(repr=False)
    name: str  # of the file they came in
    partitions: str | None  # digest of the document that has them; None where no split changes the models


@frozen
class ProjectFile:
    name: str  # given by its user; may be empty
    corpus: bytes = field(repr=False)
    corpus_name: str
    options: Mapping[str, Any]  # arguments of `read_corpus`
    choices: Mapping[str, Any]  # plain values
    partitions: tuple[tuple[bytes, str], ...] = field(repr=False)  # documents, and the files they came in
    scores: bytes | None = field(repr=False)
    scores_name: str
    experiments: tuple[bytes, ...] = field(repr=False)  # as `archive` exports them
    predictions: FiledPredictions | None = None


def pack_project(project: ProjectFile) -> bytes:
    """A project as one file; equal projects are equal bytes."""
    sets = [(hashlib.sha256(document).hexdigest(), document, file) for document, file in project.partitions]
    members = {CORPUS: project.corpus}
    members |= {_set_name(key): document for key, document, _ in sets}
    members |= {_experiment_name(i): data for i, data in enumerate(project.experiments)}
    if project.scores is not None:
        members[SCORES] = project.scores
    brought = project.predictions
    if brought is not None:
        members[PREDICTIONS] = brought.data
    manifest = {
        "version": VERSION,
        "name": project.name,
        "corpus": {"name": project.corpus_name, "options": dict(project.options)},
        "choices": dict(project.choices),
        "partitions": [{"set": key, "file": file} for key, _, file in sets],
        "scores": None if project.scores is None else project.scores_name,
        "predictions": None if brought is None else {"name": brought.name, "set": brought.partitions},
        "experiments": len(project.experiments),
    }
    return seal(manifest, MANIFEST, members)


def holds_project(data: bytes) -> bool:
    """Whether a file looks like what `pack_project` writes."""
    return holds(data, MANIFEST, MEMBERS)


@way_in(StoreError)
def unpack_project(data: bytes, *, file: str | None = None, most: int = MAX_BYTES) -> ProjectFile:
    """What `pack_project` wrote.

    `most`: bytes that it may have unpacked.
    """
    members = unpack(data, file, MEMBERS, most)
    if MANIFEST not in members:
        raise changed(file)
    manifest = opened(members, MANIFEST, SCHEMA, VERSION, file)
    brought = manifest["predictions"]
    if brought is not None and brought["set"] not in (None, *(one["set"] for one in manifest["partitions"])):
        raise changed(file)
    try:
        return ProjectFile(
            name=manifest["name"],
            corpus=members[CORPUS],
            corpus_name=manifest["corpus"]["name"],
            options=manifest["corpus"]["options"],
            choices=manifest["choices"],
            partitions=tuple((members[_set_name(one["set"])], one["file"]) for one in manifest["partitions"]),
            scores=None if manifest["scores"] is None else members[SCORES],
            scores_name=manifest["scores"] or "",
            experiments=tuple(members[_experiment_name(i)] for i in range(manifest["experiments"])),
            predictions=None
            if brought is None
            else FiledPredictions(members[PREDICTIONS], brought["name"], brought["set"]),
        )
    except KeyError as error:
        raise changed(file) from error


def _set_name(key: str) -> str:
    return f"partitions/{key}.json"


def _experiment_name(number: int) -> str:
    return f"experiments/{number + 1:03d}.zip"
