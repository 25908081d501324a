"""A verdict as values for JSON."""

from __future__ import annotations

from typing import Any


def verdict_values(found: Verdict) -> dict[str, Any]:
    numbers = ("margin", "equivalence_pvalue", "half_length", "half_length_limit")
    return {
        "answer": found.answer,
        "equivalent": found.equivalent,
        "further_units": found.further_units,
        **{name: number(getattr(found, name)) for name in numbers},
        "curve": [{"n_units": n, "half_length": number(half)} for n, half in found.curve],
    }


def number(value: float | None) -> float | None:
    return None if value is None else rounded(value)
