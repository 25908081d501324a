"""Where partitions of a corpus stand: random ones as a whole, or given ones one by one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..corpus.model import Attribute
from ..errors import InputError
from ..exchange.canonical import rounded
from . import corpus_options
from .tables import table

if TYPE_CHECKING:
    from ..partition import PartitionSet

HELP = "Show χ²/J of random halves of a corpus, or of the partitions in a file beside them."
QUANTILES = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)
SHARE = 0.05  # of the candidates that the 5 % rule admits


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_attributes(command)
    command.add_argument("--candidates", type=corpus_options.at_least(100), default=10_000, metavar="N")
    command.add_argument("--seed", type=corpus_options.at_least(0), default=0)
    what = command.add_mutually_exclusive_group()
    what.add_argument(
        "--thresholds",
        metavar="C",
        type=corpus_options.bounds,
        help="upper bound, or LOWER:UPPER, for each attribute: 0.9,0.55",
    )
    what.add_argument(
        "--partitions", metavar="P.json", help="score these partitions instead; JSON, or fold columns in CSV"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..exchange import read_partitions
    from ..partition import expected, floor, random_divergences, select_good, survivors

    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    counts = [attribute.counts for attribute in attributes]
    lower, upper = threshold_lists(attributes, options.thresholds)
    judged = read_partitions(options.partitions, corpus) if options.partitions else None
    random = random_divergences(counts, options.candidates, options.seed)
    result: dict[str, Any] = {
        "corpus": {"name": corpus.name, "n_units": len(corpus), "unit": corpus.unit},
        "candidates": options.candidates,
        "seed": options.seed,
        "attributes": [
            {
                "name": attribute.name,
                "counted": attribute.counted,
                "n_labels": len(attribute.labels),
                "expected": rounded(expected(attribute.counts)),
                "floor": rounded(floor(attribute.counts)),
                "quantiles": {
                    f"{share:g}": rounded(float(value))
                    for share, value in zip(QUANTILES, np.quantile(random[:, k], QUANTILES), strict=True)
                },
            }
            for k, attribute in enumerate(attributes)
        ],
        "five_percent_c": rounded(float(select_good(random, SHARE).bound)),
        "warnings": corpus_options.warnings(corpus.notices),
    }
    if options.thresholds is not None:
        passing = survivors(random, lower, upper)
        result["thresholds"] = [{"lower": low, "upper": high} for low, high in zip(lower, upper, strict=True)]
        result["survivors"] = int(passing.sum())
    if judged is not None:
        result["warnings"] += corpus_options.warnings(judged.notices)
        result["partitions"] = _judged(judged.partitions, attributes, random)
    return result


def _judged(
    partitions: PartitionSet, attributes: Sequence[Attribute], random: NDArray[np.float64]
) -> list[dict[str, Any]]:
    """χ²/J of each partition in each attribute, and the share of random halves below it."""
    from ..partition import percentiles

    values = [partitions.divergence(attribute.counts) for attribute in attributes]
    shares = [percentiles(value, random[:, k]) for k, value in enumerate(values)]
    return [
        {
            attribute.name: {"value": rounded(float(value[i])), "percentile": rounded(float(share[i]))}
            for attribute, value, share in zip(attributes, values, shares, strict=True)
        }
        for i in range(partitions.m)
    ]


def threshold_lists(
    attributes: Sequence[Attribute], thresholds: Sequence[tuple[float | None, float | None]] | None
) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    """Lower and upper bounds, one of each per attribute; None where there is none.

    What no partition can meet is refused here, before any is looked at.
    """
    from ..partition import floor

    bounds = thresholds if thresholds is not None else [(None, None)] * len(attributes)
    if len(bounds) != len(attributes):
        raise InputError(
            "--thresholds has {n_thresholds} values for {n_attributes} attributes ({names}). "
            "Give one for each.",
            n_thresholds=len(bounds),
            n_attributes=len(attributes),
            names=[attribute.name for attribute in attributes],
        )
    for attribute, (_, high) in zip(attributes, bounds, strict=True):
        if high is not None and high < floor(attribute.counts):
            raise InputError(
                "No halves have χ²/J of {attribute} at most {bound:g}: its floor is {floor:.4f}. "
                "Give a larger threshold.",
                attribute=attribute.name,
                bound=high,
                floor=floor(attribute.counts),
            )
    return tuple(low for low, _ in bounds), tuple(high for _, high in bounds)


def text(result: dict[str, Any]) -> str:
    corpus, attributes = result["corpus"], result["attributes"]
    random = f"{result['candidates']:,} random halves (seed {result['seed']})"
    parts = [f"χ²/J of {random} of the {corpus['n_units']:,} units of {corpus['name']}:", ""]
    quantiles = [name(share) for share in QUANTILES]
    parts.append(
        table(
            ("labels", "counted", "J", "floor", "expected", *quantiles),
            [
                (
                    attribute["name"],
                    attribute["counted"],
                    attribute["n_labels"],
                    float(attribute["floor"]),
                    float(attribute["expected"]),
                    *(float(attribute["quantiles"][f"{share:g}"]) for share in QUANTILES),
                )
                for attribute in attributes
            ],
        )
    )
    parts += [
        "",
        f"{100 * SHARE:g}% of these halves have every χ²/J at most {result['five_percent_c']:.4f}.",
    ]
    if "survivors" in result:
        share = result["survivors"] / result["candidates"]
        parts.append(f"{result['survivors']:,} of them ({100 * share:.4g}%) meet the thresholds.")
    if "partitions" in result:
        header = ["partition"]
        for attribute in attributes:
            header += [attribute["name"], "percentile"]
        rows = [
            [str(i), *(cell for a in attributes for cell in _pair(partition[a["name"]]))]
            for i, partition in enumerate(result["partitions"], start=1)
        ]
        parts += ["", "χ²/J, and the percentage of random halves with a smaller or equal one:", ""]
        parts.append(table(header, rows))
    return "\n".join([*parts, *corpus_options.warning_lines(result)])


def name(share: float) -> str:
    return {0.0: "min", 0.5: "median", 1.0: "max"}.get(share, f"{100 * share:g}%")


def _pair(scored: dict[str, float]) -> tuple[float, str]:
    return float(scored["value"]), f"{100 * scored['percentile']:.1f}%"
