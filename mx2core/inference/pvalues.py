"""How a p-value is written: below .001 that it is, since no test here is known to be right so far out."""

from __future__ import annotations

LEAST = 0.001


def written_pvalue(value: float | None, *, alone: bool = False) -> str:
    """To follow a "p", or `alone` in the cell of a table; a dash where there is none."""
    if value is None:
        return "–"
    if value < LEAST:
        return f"< {LEAST:g}"
    return f"{value:.2g}" if alone else f"= {value:.2g}"
