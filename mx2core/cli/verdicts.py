"""A verdict as values for JSON, and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..exchange.canonical import plain

if TYPE_CHECKING:
    from ..inference import Verdict


def verdict_values(verdict: Verdict) -> dict[str, Any]:
    curve = [{"n_units": n, "half_length": half} for n, half in verdict.curve]
    return {**plain(verdict, but=("pvalue",)), "curve": curve}


def said_of(verdict: dict[str, Any], a: str, b: str, difference: float) -> str:
    """The answer in words."""
    better, worse = (a, b) if difference > 0 else (b, a)
    said = {
        "equivalent": f"{a} and {b} are equivalent within {verdict['margin']}",
        "undecided": f"Undecided between {a} and {b}",
    }.get(verdict["answer"], f"{better} is better than {worse}")
    if verdict["equivalent"] and verdict["answer"] != "equivalent":
        said += f", by less than {verdict['margin']:g}"
    return said


def difference_of(a: str, b: str, difference: float) -> str:
    """Who is ahead and by how much, as A minus B: the sign of the interval that follows."""
    if difference < 0:
        return f"{a} minus {b} is {difference:+.4f}"
    return f"{a} is ahead by {difference:+.4f}"


def what_would_decide(said: dict[str, Any], *, splits: bool = True) -> list[str]:
    """Which interval shows that models are equivalent; where nothing is decided, what would shorten it."""
    if said["equivalent"]:
        lower, upper = said["equivalence_interval"]
        return [
            f"The {100 * said['equivalence_level']:g}% interval, {lower:+.4f} to {upper:+.4f}, lies within "
            f"±{said['margin']:g}: that is what two one-sided tests ask for."
        ]
    if said["answer"] != "undecided":
        return []
    more = f"; with ever more splits of this corpus {said['half_length_limit']:.4f}" if splits else ""
    lines = [f"The interval reaches {said['half_length']:.4f} to either side{more}."]
    if said["margin"] is None:
        rows = ", ".join(
            f"{row['half_length']:.4f} with {row['n_units']:,} units" for row in said["curve"][1:]
        )
        return [*lines, f"More units would narrow it, if its variance falls as 1/n: to {rows}."]
    further, to_show = said["further_units"], said["further_to_show"]
    if to_show:
        lines.append(f"If the difference stays as it is, about {to_show:,} further units would show it.")
    if further:
        lines.append(
            f"About {further:,} further units would narrow it to {said['margin']:g}, if its variance falls "
            "as 1/n."
        )
    return lines
