"""What is verified on a document of partitions before it is believed."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...corpus.model import Corpus
from ...corpus.units.grouping import earlier_id
from ...errors import Notice, PartitionFileError
from ...partition import PartitionSet, divergence
from ...partition.measures import MEASURES, OFFERED
from ...partition.parts.judgement import TIE
from ..canonical import digest
from ..sizes import check_units
from .partition_json import SCHEMA_ID, SCHEMA_VERSION, overlap_deviation

PARTS_ID = "urn:mx2core:parts"  # of documents of folds and parts
Path = tuple[str | int, ...]  # from the document to one of its values
SHORT = 20  # items of a list that the schema sees as it is


def partition_schema() -> dict[str, Any]:
    """The published JSON Schema (draft 2020-12) of the document.

    >>> mx.io.partition_schema()["$schema"]
    'https://json-schema.org/draft/2020-12/schema'
    """
    schema = schema_in("partitions.schema.json")
    recorded = schema["properties"]["regularization"]["properties"]["thresholds"]["oneOf"][1]
    others = [key for key in OFFERED if not MEASURES[key].exact]  # what is exact is recorded in chi2/J
    recorded["additionalProperties"]["properties"]["measure"]["enum"] = others
    return schema


def schema_in(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))
    return schema


def check_schema(document: dict[str, Any], file: str | None) -> None:
    stated = document.get("schema")
    if isinstance(stated, dict) and stated.get("id") == PARTS_ID:
        raise only_parts(file)
    if not isinstance(stated, dict) or stated.get("id") != SCHEMA_ID:
        raise PartitionFileError(
            "This JSON holds no partitions. Give a table (unit_id, split_1 or split), or a training "
            "unit a line.",
            file=file,
        )
    version = stated.get("version")
    if isinstance(version, int) and version > SCHEMA_VERSION:
        raise PartitionFileError(
            "Schema {found} is newer than {known}: update the program.",
            file=file,
            found=version,
            known=SCHEMA_VERSION,
        )
    follow_schema(document, partition_schema(), file)


def only_parts(file: str | None) -> PartitionFileError:
    """What to say of folds or parts where halves are needed."""
    return PartitionFileError(
        "These are folds or parts: Check and `mx2 judge --split` take them. Comparing needs halves "
        "(`build -m`).",
        file=file,
    )


def follow_schema(document: dict[str, Any], schema: dict[str, Any], file: str | None) -> None:
    import jsonschema

    places: dict[Path, list[int]] = {}
    errors = jsonschema.Draft202012Validator(schema).iter_errors(_outline(document, (), places))
    worst = jsonschema.exceptions.best_match(islice(errors, 100))
    if worst is not None:
        path, place = tuple(worst.absolute_path), "$"
        for k, step in enumerate(path):
            step = places[path[:k]][step] if path[:k] in places else step
            place += f"[{step}]" if isinstance(step, int) else f".{step}"
        raise PartitionFileError(
            "The file violates its schema at {path}: {reason}.", file=file, path=place, reason=worst.message
        )


def _outline(value: Any, path: Path, places: dict[Path, list[int]]) -> Any:
    """The document with each long list cut to two items of each kind, and two that are equal.

    The schema takes some 6 µs an item, a minute for the largest files, and for ever to look for repetitions
    among items of several types. `places` says where what is left of a list stood in it.
    """
    if isinstance(value, dict):
        return {key: _outline(member, (*path, key), places) for key, member in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) > SHORT and dict not in set(map(type, value)):
        shown: dict[object, list[int]] = {}
        for k, item in enumerate(value):
            if len(alike := shown.setdefault(_kind(item), [])) < 2:
                alike.append(k)
        times = Counter(item for item in value if type(item) is str)
        twice, n = times.most_common(1)[0] if times else ("", 0)
        equal = [k for k, item in enumerate(value) if item == twice][:2] if n > 1 else []
        places[path] = sorted({*equal, *(k for alike in shown.values() for k in alike)})
        value = [value[k] for k in places[path]]
    return [_outline(item, (*path, k), places) for k, item in enumerate(value)]


def _kind(item: Any) -> object:
    """What a schema can ask of an item of a list: its type, whether it is 0 or more, or empty."""
    if type(item) is list:
        return frozenset(map(_kind, item))
    return type(item), item >= 0 if type(item) in (int, float) else bool(item)


def check_digest(document: dict[str, Any], file: str | None) -> None:
    if document["digest"] != digest(document):
        raise _changed_file("digest", file)


def _changed_file(key: str, file: str | None) -> PartitionFileError:
    return PartitionFileError(
        "The {key} does not fit: the file was changed. Export it again.", file=file, key=key
    )


def check_lengths(document: dict[str, Any], file: str | None) -> None:
    """That the parts of the document agree on m, n_units and the attributes."""
    measured = document["regularization"]
    names = set(measured["attributes"])
    m, n_units = document["design"]["m"], document["corpus"]["n_units"]
    keyed = [measured[key] for key in ("counted", "n_labels", "expected", "floors", "achieved")]
    keyed += [partition["divergence"] for partition in document["partitions"]]
    chosen = measured["chosen"]
    agree = (
        len(document["partitions"]) == m
        and [partition["id"] for partition in document["partitions"]] == list(range(1, m + 1))
        and len(document["unit_ids"]) == n_units
        and all(set(members) == names for members in keyed)
        and (chosen is None or len(chosen) == (m if measured["candidates"] else 0))
        and (measured["thresholds"] is None) == (chosen is None) == (measured["candidates"] is None)
        and (chosen is None) == (measured["survivors"] is None)
    )
    if not agree:
        raise _changed_file("design", file)


def read_masks(document: dict[str, Any], file: str | None) -> NDArray[np.bool_]:
    n_units = document["corpus"]["n_units"]
    masks = []
    for partition in document["partitions"]:
        listed = partition["train"] + partition["validation"]
        times = np.bincount(
            np.array([unit for unit in listed if unit < n_units], np.int64), minlength=n_units
        )
        wrong = (
            max(listed) if max(listed) >= n_units else next(iter(np.flatnonzero(times != 1).tolist()), None)
        )
        if wrong is not None:
            raise PartitionFileError(
                "Partition {id} must list units 0 to {last} once each; see unit {unit}.",
                file=file,
                id=partition["id"],
                last=n_units - 1,
                unit=wrong,
            )
        n_train, n_validation = len(partition["train"]), len(partition["validation"])
        if document["design"]["method"] != "imported" and abs(n_train - n_validation) > 1:
            raise PartitionFileError(
                "Partition {id} has {n_train} and {n_validation} units, not halves.",
                file=file,
                id=partition["id"],
                n_train=n_train,
                n_validation=n_validation,
            )
        mask = np.zeros(n_units, dtype=bool)
        mask[np.array(partition["train"], dtype=np.int64)] = True
        masks.append(mask)  # one by one: a damaged m cannot ask for more memory than the lists
    return np.stack(masks)


def check_overlaps(document: dict[str, Any], partitions: PartitionSet, file: str | None) -> None:
    stated, computed = document["overlaps"]["max_deviation"], overlap_deviation(partitions)
    if stated != computed:
        raise _changed_file("max_deviation", file)


def check_corpus(document: dict[str, Any], corpus: Corpus, file: str | None) -> list[Notice]:
    made_on = document["corpus"]
    if "units_sha256" not in made_on:
        check_units(made_on["n_units"], corpus, PartitionFileError, file)
        return [Notice("The file names no corpus: only the number of units was checked.")]
    subset, subset_read = made_on.get("where", {}), dict(corpus.where)
    if made_on["units_sha256"] != corpus.units_sha256:
        if made_on["sha256"] == corpus.sha256 and subset != subset_read:
            raise _other_subset(subset, subset_read, corpus, file)
        if made_on["sha256"] == corpus.sha256:
            raise PartitionFileError(
                "The partitions divide {n_stated} units ({unit_stated}), but {corpus} has {n_units} "
                "({unit}). Choose unit {unit_stated}.",
                file=file,
                corpus=corpus.name,
                n_stated=made_on["n_units"],
                unit_stated=made_on["unit"],
                n_units=len(corpus),
                unit=corpus.unit,
            )
        raise PartitionFileError(
            "The partitions belong to {stated} (SHA-256 {digest_stated}…), not {corpus} ({digest}…).",
            file=file,
            stated=made_on["name"],
            digest_stated=made_on["sha256"][:8],
            corpus=corpus.name,
            digest=corpus.sha256[:8],
        )
    notices = []
    if made_on["sha256"] != corpus.sha256:
        notices.append(
            Notice(
                "{corpus} is not {stated}, but has the same units.",
                {"stated": made_on["name"], "corpus": corpus.name},
            )
        )
    if tuple(document["unit_ids"]) not in (corpus.unit_ids, tuple(map(earlier_id, corpus.unit_ids))):
        notices.append(Notice("Units have other names in the file, but equal content."))
    return notices


def _other_subset(
    stated: dict[str, str], read: dict[str, str], corpus: Corpus, file: str | None
) -> PartitionFileError:
    stated_subset, subset_read = (
        ", ".join(f"{key}={value}" for key, value in sorted(where.items())) for where in (stated, read)
    )
    return PartitionFileError(
        "Read {corpus} with the subset of the partitions, “{stated_subset}”, not “{subset}” (empty: all).",
        file=file,
        stated_subset=stated_subset,
        corpus=corpus.name,
        subset=subset_read,
    )


def rescore(
    document: dict[str, Any], masks: NDArray[np.bool_], corpus: Corpus, file: str | None
) -> tuple[list[Notice], list[Notice]]:
    """What of χ²/J was computed again and fits, and what could not be."""
    stated = stated_values(document, "value")
    scored, unscored = [], []
    for k, name in enumerate(document["regularization"]["attributes"]):
        if name not in corpus.attributes:
            unscored.append(
                Notice("χ²/J of {attribute} not checked: the corpus lacks it.", {"attribute": name})
            )
            continue
        # what is not counted by tokens has one other way to be counted
        counted = "tokens" if document["regularization"]["counted"][name] == "tokens" else "chunks"
        computed = divergence(masks, corpus.attribute(name, counted=counted).counts)
        wrong = np.flatnonzero(np.abs(computed - stated[:, k]) > TIE * (1 + computed))
        if wrong.size:
            raise PartitionFileError(
                "Partition {id}: χ²/J of {attribute} is {found:.6g}, not {stated:.6g}. Export it again.",
                file=file,
                attribute=name,
                id=int(wrong[0]) + 1,
                stated=float(stated[wrong[0], k]),
                found=float(computed[wrong[0]]),
            )
        scored.append(Notice("χ²/J of {attribute} was checked.", {"attribute": name}))
    return scored, unscored


def stated_values(document: dict[str, Any], what: str) -> NDArray[np.float64]:
    """χ²/J or its percentile, (m, n_attributes); NaN where the file says null."""
    names = document["regularization"]["attributes"]
    rows = [[partition["divergence"][name][what] for name in names] for partition in document["partitions"]]
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(names))
