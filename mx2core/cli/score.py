"""Where partitions of a corpus stand: random ones as a whole, or given ones one by one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..corpus.sentences import Attribute
from ..errors import InputError, UsageError
from ..partition.measures import MEASURES, PAPER, SHARES
from . import corpus_options
from .tables import table

if TYPE_CHECKING:
    from ..partition import PartitionSet, ScoredHalves, Thresholds

HELP = (
    "Show χ²/J, or another measure, of random halves of a corpus, or of the partitions in a file beside them."
)
QUANTILES = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)
SHARE = 0.05  # of the candidates that the 5 % rule admits


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_attributes(command)
    corpus_options.add_measure(command)
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
    from ..partition import rank_candidates, score_halves

    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    counts = [attribute.counts for attribute in attributes]
    thresholds = thresholds_of(attributes, options.thresholds, [options.measure])
    judged = read_partitions(options.partitions, corpus) if options.partitions else None
    halves = score_halves(
        counts,
        options.candidates,
        seed=options.seed,
        names=[attribute.name for attribute in attributes],
        measures=[options.measure] * len(attributes),
    )
    result: dict[str, Any] = {
        "corpus": {"name": corpus.name, "n_units": len(corpus), "unit": corpus.unit},
        "candidates": options.candidates,
        "seed": options.seed,
        "measure": options.measure,
        "attributes": [
            {
                "name": attribute.name,
                "counted": attribute.counted,
                "n_labels": len(attribute.labels),
                "expected": scored.expected,
                "floor": scored.floor,
                "quantiles": {
                    f"{share:g}": value
                    for share, value in zip(QUANTILES, np.quantile(scored.ordered, QUANTILES), strict=True)
                },
            }
            for attribute, scored in zip(attributes, halves.attributes, strict=True)
        ],
        "five_percent_c": None
        if options.measure in SHARES
        else rank_candidates(halves.divergences, SHARE).bound,
        "warnings": corpus_options.warnings(corpus.notices),
    }
    if options.thresholds is not None:
        result["thresholds"] = [{"lower": one.lower, "upper": one.upper} for one in thresholds]
        result["survivors"] = halves.survivors(thresholds).sum()
    if judged is not None:
        result["warnings"] += corpus_options.warnings(judged.notices)
        result["partitions"] = _judged(judged.partitions, attributes, halves)
    return result


def _judged(
    partitions: PartitionSet, attributes: Sequence[Attribute], halves: ScoredHalves
) -> list[dict[str, Any]]:
    """The measure of each partition in each attribute, and the share of random halves that have no more."""
    from ..partition import divergence

    values = [
        divergence(
            partitions.masks,
            attribute.counts,
            statistic=scored.measure,
        ).tolist()
        for attribute, scored in zip(attributes, halves.attributes, strict=True)
    ]
    return [
        {
            scored.name: {"value": value[i], "percentile": scored.share(value[i])}
            for scored, value in zip(halves.attributes, values, strict=True)
        }
        for i in range(partitions.m)
    ]


def thresholds_of(
    attributes: Sequence[Attribute],
    given: Sequence[tuple[float | None, float | None]] | None,
    measures: Sequence[str] = (PAPER,),
) -> tuple[Thresholds, ...]:
    """What was asked for on the command line, one for each attribute.

    What no partition can meet is refused here, before any is looked at.
    """
    from ..partition import Thresholds, floor

    bounds = given if given is not None else [(None, None)] * len(attributes)
    if len(bounds) != len(attributes):
        raise UsageError(
            "--thresholds has {n_thresholds} values for {n_attributes} attributes ({names}). "
            "Give one for each.",
            n_thresholds=len(bounds),
            n_attributes=len(attributes),
            names=[attribute.name for attribute in attributes],
        )
    if len(measures) not in (1, len(attributes)):
        raise UsageError(
            "--measure has {n_measures} values for {n_attributes} attributes ({names}). "
            "Give one for all, or one for each.",
            n_measures=len(measures),
            n_attributes=len(attributes),
            names=[attribute.name for attribute in attributes],
        )
    each = measures if len(measures) > 1 else list(measures) * len(attributes)
    asked = tuple(
        Thresholds(attribute.name, measure, low, high)
        for attribute, measure, (low, high) in zip(attributes, each, bounds, strict=True)
    )
    for attribute, bound in zip(attributes, asked, strict=True):
        if bound.measure != PAPER:
            continue
        least = floor(attribute.counts)
        if bound.below(least):
            raise InputError(
                "No halves have χ²/J of {attribute} at most {bound:g}: its floor is {floor:.4f}. "
                "Give a larger threshold.",
                attribute=attribute.name,
                bound=bound.upper,
                floor=least,
            )
    return asked


def text(result: dict[str, Any]) -> str:
    corpus, attributes = result["corpus"], result["attributes"]
    random = f"{result['candidates']:,} random halves (seed {result['seed']})"
    symbol = MEASURES[result["measure"]].symbol
    parts = [f"{symbol} of {random} of the {corpus['n_units']:,} units of {corpus['name']}:", ""]
    quantiles = [name(share) for share in QUANTILES]
    parts.append(
        table(
            ("labels", "counted", "J", "floor", "expected", *quantiles),
            [
                (
                    attribute["name"],
                    attribute["counted"],
                    attribute["n_labels"],
                    "–" if attribute["floor"] is None else float(attribute["floor"]),
                    float(attribute["expected"]),
                    *(float(attribute["quantiles"][f"{share:g}"]) for share in QUANTILES),
                )
                for attribute in attributes
            ],
        )
    )
    if result["five_percent_c"] is not None:
        most = f"{result['five_percent_c']:.4f}"
        parts += ["", f"{100 * SHARE:g}% of these halves have every {symbol} at most {most}."]
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
        parts += ["", f"{symbol}, and the percentage of random halves with a smaller or equal one:", ""]
        parts.append(table(header, rows))
    return "\n".join([*parts])


def name(share: float) -> str:
    return {0.0: "min", 0.5: "median", 1.0: "max"}.get(share, f"{100 * share:g}%")


def _pair(scored: dict[str, float]) -> tuple[float, str]:
    return float(scored["value"]), f"{100 * scored['percentile']:.1f}%"
