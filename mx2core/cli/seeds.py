"""What seeds add to the variance of a result, in JSON and in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..inference import OutOfFoldTTest, SeedVariance


def values(found: SeedVariance, test: OutOfFoldTTest | None) -> dict[str, Any] | None:
    """None where no model has several seeds; without a test what it may be a part of is not known."""
    if max(found.n_seeds) < 2:
        return None
    result: dict[str, Any] = {
        "n_seeds": found.n_seeds,
        "variance": found.variance,
        "one_seed": found.one_seed,
        "share": None,
        "half_length_limit": None,
    }
    if test is not None and test.lower is not None and test.upper is not None:
        half = (test.upper - test.lower) / 2
        result["share"] = found.share(test.variance)
        result["half_length_limit"] = found.half_length(half, test.variance)
    return result


def lines(result: dict[str, Any]) -> list[str]:
    """Of a result that has `seeds`."""
    found = result["seeds"]
    if found is None:
        return []
    counts = " and ".join(
        f"{n} of {model}" for n, model in zip(found["n_seeds"], result["models"], strict=True)
    )
    said = f"Seeds ({counts}) give the mean a standard deviation of {found['variance'] ** 0.5:.4f}"
    if found["share"] is None:
        return [f"{said}; with one seed each it would be {found['one_seed'] ** 0.5:.4f}."]
    return [
        f"{said}, {100 * found['share']:.0f}% of its variance; with ever more seeds the interval would reach "
        f"{found['half_length_limit']:.4f} to either side."
    ]
