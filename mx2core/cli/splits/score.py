"""Where partitions of a corpus stand: random ones as a whole, or given ones one by one."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...corpus.sentences import Attribute
from ...errors import InputError, Notice, UsageError
from ...partition.measures import MEASURES, PAPER, SHARES
from ..options import corpus_options
from ..tables import table

if TYPE_CHECKING:
    from ...partition import PartitionSet, ScoredHalves, Thresholds

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


@dataclass(frozen=True, slots=True, eq=False)
class AttributeRow:
    """A measure of random halves."""

    name: str
    counted: str
    n_labels: int
    floor: float | None
    expected: float
    quantiles: dict[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where one partition stands."""

    value: float
    percentile: float  # share of random halves that have no more, 0 to 1


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    corpus: str
    n_units: int
    candidates: int
    seed: int
    measure: str
    attributes: tuple[AttributeRow, ...]
    five_percent_c: float | None  # None for shares, of which more is better
    survivors: int | None  # that meet the thresholds, if there are any
    partitions: tuple[dict[str, Place], ...]  # of each that was given, by attribute
    warnings: tuple[Notice, ...]


def run(options: argparse.Namespace) -> Scored:
    from ...exchange import read_partitions
    from ...partition import rank_candidates, score_halves

    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    thresholds = thresholds_of(attributes, options.thresholds, [options.measure])
    judged = read_partitions(options.partitions, corpus) if options.partitions else None
    halves = score_halves(
        [attribute.counts for attribute in attributes],
        options.candidates,
        seed=options.seed,
        names=[attribute.name for attribute in attributes],
        measures=[options.measure] * len(attributes),
    )
    return Scored(
        corpus.name,
        len(corpus),
        options.candidates,
        options.seed,
        options.measure,
        tuple(
            AttributeRow(
                attribute.name,
                attribute.counted,
                len(attribute.labels),
                scored.floor,
                scored.expected,
                {
                    f"{q:g}": value
                    for q, value in zip(
                        QUANTILES, np.quantile(scored.ordered, QUANTILES).tolist(), strict=True
                    )
                },
            )
            for attribute, scored in zip(attributes, halves.attributes, strict=True)
        ),
        None if options.measure in SHARES else rank_candidates(halves.divergences, SHARE).bound,
        None if options.thresholds is None else int(halves.survivors(thresholds).sum()),
        () if judged is None else tuple(_places(judged.partitions, attributes, halves)),
        (*corpus.notices, *(judged.notices if judged else ())),
    )


def _places(
    partitions: PartitionSet, attributes: Sequence[Attribute], halves: ScoredHalves
) -> Iterator[dict[str, Place]]:
    """The measure of each partition in each attribute, and the share of random halves that have no more."""
    from ...partition import divergence

    values = [
        divergence(partitions.masks, attribute.counts, statistic=scored.measure).tolist()
        for attribute, scored in zip(attributes, halves.attributes, strict=True)
    ]
    for row in zip(*values, strict=True):
        of = zip(halves.attributes, row, strict=True)
        yield {scored.name: Place(value, scored.share(value)) for scored, value in of}


def thresholds_of(
    attributes: Sequence[Attribute],
    given: Sequence[tuple[float | None, float | None]] | None,
    measures: Sequence[str] = (PAPER,),
) -> tuple[Thresholds, ...]:
    """What was asked for on the command line, one for each attribute.

    What no partition can meet is refused here, before any is looked at.
    """
    from ...partition import Thresholds, floor

    bounds = given if given is not None else [(None, None)] * len(attributes)
    if len(bounds) != len(attributes):
        raise UsageError(
            "{option} has {n_values} values for {n_attributes} attributes ({names}).",
            option="--thresholds",
            n_values=len(bounds),
            n_attributes=len(attributes),
            names=[attribute.name for attribute in attributes],
        )
    if len(measures) not in (1, len(attributes)):
        raise UsageError(
            "{option} has {n_values} values for {n_attributes} attributes ({names}).",
            option="--measure",
            n_values=len(measures),
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
                "No halves have χ²/J of {attribute} at most {bound:g}; the floor is {floor:.4f}.",
                attribute=attribute.name,
                bound=bound.upper,
                floor=least,
            )
    return asked


def text(result: Scored) -> str:
    symbol = MEASURES[result.measure].symbol
    lines = [
        f"{symbol} of {result.candidates:,} random halves (seed {result.seed}) of the {result.n_units:,} "
        f"units of {result.corpus}:",
        "",
        table(
            ("labels", "counted", "J", "floor", "expected", *map(name, QUANTILES)),
            [
                (one.name, one.counted, one.n_labels, one.floor, one.expected, *one.quantiles.values())
                for one in result.attributes
            ],
        ),
    ]
    if result.five_percent_c is not None:
        lines += ["", f"{SHARE:.0%} of these halves have every {symbol} at most {result.five_percent_c:.4f}."]
    if result.survivors is not None:
        share = 100 * result.survivors / result.candidates
        lines.append(f"{result.survivors:,} of them ({share:.4g}%) meet the thresholds.")
    if result.partitions:
        header = ["partition", *(title for one in result.attributes for title in (one.name, "percentile"))]
        rows = [
            (i, *(cell for place in places.values() for cell in (place.value, f"{place.percentile:.1%}")))
            for i, places in enumerate(result.partitions, start=1)
        ]
        said = f"{symbol}, and the percentage of random halves with a smaller or equal one:"
        lines += ["", said, "", table(header, rows)]
    return "\n".join(lines)


def name(share: float) -> str:
    return {0.0: "min", 0.5: "median", 1.0: "max"}.get(share, f"{100 * share:g}%")
