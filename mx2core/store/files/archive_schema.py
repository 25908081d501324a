"""The shape of the manifest of an exported experiment, as JSON Schema.

An archive may come from anyone. What follows its schema has the types the rest of the
program takes for granted; that it says the truth is another matter.
"""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string", "maxLength": 100_000}
_SHORT = {"type": "string", "maxLength": 1000}
_COUNT = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
_NUMBER = {"type": "number"}
_NAMES = {"type": "array", "items": _SHORT, "maxItems": 10_000}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _mapping(values: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": values}


def _rows(*cells: dict[str, Any]) -> dict[str, Any]:
    row = {"type": "array", "prefixItems": list(cells), "minItems": len(cells), "maxItems": len(cells)}
    return {"type": "array", "items": row, "maxItems": 1_000_000}


READING = {  # arguments of `read_corpus`; None is: as detected
    "type": "object",
    "properties": {
        "format": _or_null(_SHORT),
        "encoding": _or_null(_SHORT),
        "unit": _or_null(_SHORT),
        "columns": _or_null({"anyOf": [_NAMES, _mapping(_SHORT)]}),
        "where": _or_null({"anyOf": [_mapping(_TEXT), {**_NAMES, "items": _TEXT}, _TEXT]}),
        "annotator": _or_null(_SHORT),
        "label_names": _or_null(_NAMES),
        "delimiter": _or_null(_SHORT),
        "quote": _or_null(_SHORT),
        "header": _or_null({"type": "boolean"}),
        "single_label": _or_null({"type": "boolean"}),
    },
    "additionalProperties": False,
}
_MODEL = {
    "type": "object",
    "properties": {
        "name": {**_SHORT, "minLength": 1},
        "tags": _or_null(_SHORT),
        "kind": _SHORT,
        "template": _TEXT,
        "columns": _NAMES,
        "algorithm": _SHORT,
        "analyzer": _or_null(_SHORT),
        "ngrams": _or_null({"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2}),
        "min_df": _COUNT,
        "max_iterations": _COUNT,
        "seed": _COUNT,
        **dict.fromkeys(("c1", "c2", "C", "alpha"), _NUMBER),
    },
    "required": ["name"],
}
_SET = {
    "type": "object",
    "properties": {"key": _SHORT, "signature": _SHORT, "m": _COUNT, "n_units": _COUNT},
    "required": ["key", "signature", "m", "n_units"],
}
_QUESTION: dict[str, Any] = {
    "metric": _SHORT,
    "alpha": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5},
    "alternative": {"enum": ["two-sided", "greater"]},
    "margin": _or_null({"type": "number", "exclusiveMinimum": 0}),
    "clusters": _SHORT,
    "test": {"enum": ["out-of-fold", "overall", "guaranteed", "paper", "fixed"]},
    "stop": {"enum": ["precision", "every", "all"]},
    "conservative": {"type": "boolean"},
}
_ASKED = {"type": "object", "properties": _QUESTION, "required": ["metric"]}
_LOOK = {
    "type": "object",
    "properties": {**_QUESTION, "a": _SHORT, "b": _SHORT, "m": _COUNT, "on": _SHORT},
    "required": ["metric", "a", "b", "m"],
}

MANIFEST_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "name": _SHORT,
        "corpus_name": _SHORT,
        "units_sha256": _SHORT,
        "corpus": _or_null(
            {
                "type": "object",
                "properties": {"name": _SHORT, "options": READING, "n_units": _COUNT},
                "required": ["name", "options", "n_units"],
            }
        ),
        "answers": _SHORT,
        "models": {"type": "array", "items": _MODEL, "minItems": 1, "maxItems": 1000},
        "settings": {
            "type": "object",
            "properties": {
                "strict": {"type": "boolean"},
                "metrics": _NAMES,
                "owner": _SHORT,
                "design": {"type": "object", "properties": {"name": _SHORT}, "required": ["name"]},
            },
        },
        "question": _or_null(_ASKED),
        "looks": {"type": "array", "items": _LOOK, "maxItems": 10_000},
        "partition_sets": {"type": "array", "items": _SET, "maxItems": 10_000},
        "folds": {**_rows(_COUNT, _COUNT, _COUNT, _SHORT), "minItems": 1},
        "failures": _rows(_COUNT, _COUNT, _COUNT, {"enum": ["memory", "training", "worker"]}, _TEXT),
        "logs": _mapping(_mapping(_or_null(_NUMBER))),
        "members": _mapping(_SHORT),
    },
    "required": [
        *("name", "corpus_name", "units_sha256", "corpus", "answers", "models", "settings"),
        *("partition_sets", "folds", "failures", "logs", "members"),
    ],
}
