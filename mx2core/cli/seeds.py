"""What seeds add to the variance of a result, in JSON and in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..inference import OutOfFoldTTest, SeedVariance


def values(variance: SeedVariance, test: OutOfFoldTTest | None) -> dict[str, Any] | None:
    """None where no model has several seeds; without a test what it may be a part of is not known."""
    if max(variance.n_seeds) < 2:
        return None
    result: dict[str, Any] = {
        "n_seeds": variance.n_seeds,
        "variance": variance.variance,
        "one_seed": variance.one_seed,
        "share": None,
        "half_length_limit": None,
    }
    if test is not None and test.lower is not None and test.upper is not None:
        half = (test.upper - test.lower) / 2
        result["share"] = variance.share(test.variance)
        result["half_length_limit"] = variance.half_length(half, test.variance)
    return result


def lines(result: dict[str, Any]) -> list[str]:
    """Of a result that has `seeds`."""
    seeds = result["seeds"]
    if seeds is None:
        return []
    counts = " and ".join(
        f"{n} of {model}" for n, model in zip(seeds["n_seeds"], result["models"], strict=True)
    )
    said = f"Seeds ({counts}) give the mean a standard deviation of {seeds['variance'] ** 0.5:.4f}"
    if seeds["share"] is None:
        return [f"{said}; with one seed each it would be {seeds['one_seed'] ** 0.5:.4f}."]
    return [
        f"{said}, {100 * seeds['share']:.0f}% of its variance; with ever more seeds the interval would reach "
        f"{seeds['half_length_limit']:.4f} to either side."
    ]
