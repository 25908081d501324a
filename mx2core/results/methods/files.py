"""A table of methods as plain values, JSON and CSV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...exchange.canonical import canonical_bytes, rounded
from ...exchange.spreadsheet import csv_bytes
from ..resampling import Estimate
from .replicability import CONCLUSIONS
from .table import MethodRow, MethodTable, Quantity

CHANCES = ("different", "opposite", "sign")
OF = ("a", "b", "difference")


def methods_document(table: MethodTable) -> dict[str, Any]:
    """Everything a table of methods holds, as plain values."""
    study = table.study
    return {
        "corpus": {"name": study.corpus, "units_sha256": study.units_sha256, "n_units": study.n_units},
        "answers": table.answers,
        "models": {"a": table.models[0], "b": table.models[1]},
        "metric": table.metric,
        "smaller_is_better": table.smaller_is_better,
        "difference": " − ".join(table.difference),
        "laboratories": study.laboratories,
        "seed": study.seed,
        "attributes": list(study.attributes),
        "alpha": table.alpha,
        "trainings": study.cost(2),
        "intervals": {"level": table.how.level, "n_resamples": table.how.n_resamples, "seed": table.how.seed},
        "spreads": "between laboratories that divide this corpus with other seeds",
        "rows": [_row(row) for row in table.rows],
        "left_out": [{"method": method.key, "reason": str(reason)} for method, reason in study.left_out],
        "notices": [str(notice) for notice in table.notices],
    }


def methods_json(table: MethodTable) -> bytes:
    """The same in canonical JSON."""
    return canonical_bytes(methods_document(table))


def methods_csv(table: MethodTable) -> bytes:
    """One line for every method, an estimate with its interval in three columns."""
    header: list[str] = []
    lines = []
    for row in table.rows:
        flat = dict(_flat(_row(row)))
        for name in ("conclusions", "estimates"):
            flat.pop(name)
        header = header or list(flat)
        lines.append(list(flat.values()))
    return csv_bytes([header, *lines])


def _row(row: MethodRow) -> dict[str, Any]:
    first = row.decisions[0]
    found = row.replicability
    return {
        "method": row.method.key,
        "name": str(row.method.name),
        "laboratories": row.laboratories,
        "trainings": rounded(row.trainings),
        "share_trained_on": rounded(row.share),
        **{of: _quantity(one) for of, one in zip(OF, row.quantities, strict=True)},
        "reference": None if row.reference is None else row.reference.key,
        "test": row.method.test,
        "half_length": _number(row.half_length),
        "first_laboratory": {"conclusion": first.conclusion, "pvalue": _number(first.pvalue)},
        "rates": {name: _estimate(None if found is None else found.rates[name]) for name in CONCLUSIONS},
        **{name: _estimate(None if found is None else getattr(found, name)) for name in CHANCES},
        "conclusions": [decision.conclusion for decision in row.decisions],
        "estimates": [rounded(value) for value in row.estimates.tolist()],
    }


def _quantity(one: Quantity) -> dict[str, Any]:
    parts = one.decomposition
    return {
        "mean": _estimate(one.mean),
        "sd": _estimate(one.sd),
        "snr": _estimate(one.snr),
        "shift": _estimate(None if one.shift is None else one.shift.shift),
        "bias": _estimate(None if parts is None else parts.bias),
        "squared_bias": None if parts is None else rounded(parts.squared_bias),
        "variance": None if parts is None else rounded(parts.variance),
    }


def _estimate(found: Estimate | None) -> dict[str, float | None]:
    if found is None:
        return {"value": None, "lower": None, "upper": None}
    return {"value": rounded(found.value), "lower": _number(found.lower), "upper": _number(found.upper)}


def _number(value: float | None) -> float | None:
    return None if value is None else rounded(value)


def _flat(values: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """Nested values under joined names; `value` itself adds nothing to the name."""
    found: list[tuple[str, Any]] = []
    for name, value in values.items():
        joined = before if name == "value" else f"{before}_{name}" if before else name
        found += _flat(value, joined) if isinstance(value, Mapping) else [(joined, value)]
    return found
