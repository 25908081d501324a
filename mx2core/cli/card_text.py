"""A card as the terminal shows it, and the gate of --fail-if."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .tables import table

if TYPE_CHECKING:
    from ..exchange.parts_card import PartsCard
    from ..exchange.split_card import SplitCard


def gates(card: SplitCard | PartsCard, conditions: Iterable[str]) -> dict[str, Any]:
    """The rows that meet each condition of --fail-if, and whether the gate holds; None without any."""
    failing = [
        {
            "condition": condition,
            "rows": [
                {"what": row.what, "attribute": row.name, "value": row.value, "percentile": row.percentile}
                for row in card.failing(condition)
            ],
        }
        for condition in conditions
    ]
    holds = not any(gate["rows"] for gate in failing) if failing else None
    return {"fail_if": failing, "holds": holds}


def card_lines(card: dict[str, Any]) -> list[str]:
    """Table with the unusual rows first, what they mean, and the paragraph."""
    from ..exchange.card_rows import UNUSUAL
    from ..partition.judgement import said_percent

    in_order = sorted(card["rows"], key=lambda row: row["word"] not in UNUSUAL)
    rows = [
        (
            row["what"],
            row["attribute"] or "",
            float(row["value"]),
            float(row["random_mean"]),
            f"{said_percent(row['percentile']):.1f}%",
            row["word"],
        )
        for row in in_order
    ]
    meanings = [f"{_row_name(row)}: {row['meaning']}" for row in in_order if row["word"] != "typical"]
    header = ("card", "of", "value", "random", "percentile", "word")
    return [table(header, rows), "", *meanings, "", card["paragraph"]]


def gate_lines(result: dict[str, Any]) -> list[str]:
    """One line for each condition of --fail-if."""
    from ..partition.judgement import said_percent

    lines = []
    for gate in result["fail_if"]:
        met = ", ".join(
            f"{_row_name(row)} is {float(row['value']):.4g} "
            f"(percentile {said_percent(row['percentile']):.1f}%)"
            for row in gate["rows"]
        )
        lines.append(f"{gate['condition']}: {'fails: ' + met if met else 'passed'}.")
    return lines


def _row_name(row: dict[str, Any]) -> str:
    return f"{row['what']}:{row['attribute']}" if row["attribute"] else str(row["what"])
