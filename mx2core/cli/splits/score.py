"""Where partitions of a corpus stand: random ones as a whole, or given ones one by one."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from ... import partition
from ...corpus.sentences import Attribute
from ...errors import InputError, UsageError, Whole
from ...exchange import read_partitions
from ...partition.measures import MEASURES, PAPER, SHARES
from ...partition.parts.judgement import display_percentile, mid_percentiles
from ..options import corpus_options
from ..options.declared import either, option
from ..options.values import bounds
from ..text import Report, table, term

QUANTILES = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)
TITLES = ("min", "1%", "5%", "25%", "median", "75%", "95%", "99%", "max")
SHARE = 0.05  # of the candidates that the 5 % rule admits
THRESHOLDS = option("--thresholds", "upper bound, or LOWER:UPPER, for each attribute: 0.9,0.55", bounds, "C")
OPTIONS = (
    *corpus_options.CORPUS,
    corpus_options.ATTRIBUTES,
    corpus_options.MEASURE,
    corpus_options.CANDIDATES,
    corpus_options.SEED,
    corpus_options.EXECUTOR,
    either(THRESHOLDS, option("--partitions", "score these; JSON, or fold columns in CSV", value="P.json")),
)
FORM = """
{symbol} of {candidates:,} random halves (seed {seed}) of the {n_units:,} units of {corpus}:

{quantiles}

{share:.0%} of these halves have every {symbol} at most {five_percent_c:.4f}.
{survivors:,} of them ({percent:.4g}%) meet the thresholds.

{given}, and its mid-percentile among these halves:

{places}
"""


def run(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    thresholds = thresholds_of(attributes, options.thresholds, [options.measure])
    given = read_partitions(options.partitions, corpus) if options.partitions else None
    halves = partition.score_halves(
        [attribute.counts for attribute in attributes],
        options.candidates,
        seed=options.seed,
        names=[attribute.name for attribute in attributes],
        measures=[options.measure] * len(attributes),
    )
    five_percent_c = None  # shares have none: of them more is better
    if options.measure not in SHARES:
        five_percent_c = partition.rank_candidates(halves.divergences, SHARE).bound
    survivors = None if options.thresholds is None else int(halves.survivors(thresholds).sum())
    places = () if given is None else tuple(_places(given.partitions, attributes, halves))
    rows: list[dict[str, Any]] = [
        {
            "name": one.name,
            "counted": one.counted,
            "n_labels": len(one.labels),
            "floor": scored.floor,
            "expected": scored.expected,
            "quantiles": dict(zip(map("{:g}".format, QUANTILES), values, strict=True)),
        }
        for one, scored in zip(attributes, halves.attributes, strict=True)
        for values in [np.quantile(scored.ordered, QUANTILES).tolist()]
    ]
    titles = ["partition", *(title for one in rows for title in (Whole(one["name"]), "percentile"))]
    cells = [
        (
            k,
            *chain(
                *((one["value"], f"{display_percentile(one['percentile']):.1f}%") for one in row.values())
            ),
        )
        for k, row in enumerate(places, start=1)
    ]
    symbol = MEASURES[options.measure].symbol
    return Report(
        FORM,
        words={
            "symbol": symbol,
            "share": SHARE,
            "percent": 100 * (survivors or 0) / options.candidates,
            "quantiles": table(
                ("labels", "counted", "J", "floor", "expected", *TITLES),
                [
                    (name, term(counted), *numbers, *quantiles.values())
                    for name, counted, *numbers, quantiles in (row.values() for row in rows)
                ],
            ),
            "given": symbol if places else None,
            "places": table(titles, cells) if places else None,
        },
        corpus=corpus.name,
        n_units=len(corpus),
        candidates=options.candidates,
        seed=options.seed,
        measure=options.measure,
        attributes=rows,
        five_percent_c=five_percent_c,
        survivors=survivors,
        partitions=places,
        warnings=(*corpus.notices, *(given.notices if given else ())),
    )


def _places(
    partitions: partition.PartitionSet, attributes: Sequence[Attribute], halves: partition.ScoredHalves
) -> Iterator[dict[str, Any]]:
    """The measure of each partition in each attribute, and its mid-percentile among the random halves."""
    values = [
        partition.divergence(partitions.masks, attribute.counts, statistic=scored.measure).tolist()
        for attribute, scored in zip(attributes, halves.attributes, strict=True)
    ]
    shares = [mid_percentiles(*both) for both in zip(values, halves.divergences.T, strict=True)]
    for k in range(len(partitions)):
        yield {
            one.name: {"value": value[k], "percentile": float(share[k])}
            for one, value, share in zip(halves.attributes, values, shares, strict=True)
        }


def thresholds_of(
    attributes: Sequence[Attribute],
    given: Sequence[tuple[float | None, float | None]] | None,
    measures: Sequence[str] = (PAPER,),
) -> tuple[partition.Thresholds, ...]:
    """What was asked for on the command line, one for each attribute.

    What no partition can meet is refused here, before any is looked at.
    """
    n = len(attributes)
    ends = given if given is not None else [(None, None)] * n
    each = measures if len(measures) > 1 else list(measures) * n
    for name, values in (("--thresholds", ends), ("--measure", each)):
        if len(values) != n:
            raise UsageError(
                "{option} has {n_values} values for {n_attributes} attributes ({names}).",
                option=name,
                n_values=len(values),
                n_attributes=n,
                names=[attribute.name for attribute in attributes],
            )
    asked = tuple(
        partition.Thresholds(attribute.name, measure, low, high)
        for attribute, measure, (low, high) in zip(attributes, each, ends, strict=True)
    )
    for attribute, bound in zip(attributes, asked, strict=True):
        if bound.measure == PAPER and bound.unreachable(least := partition.floor(attribute.counts)):
            raise InputError(
                "No halves have χ²/J of {attribute} at most {bound:g}; the floor is {floor:.4f}.",
                attribute=attribute.name,
                bound=bound.upper,
                floor=least,
            )
    return asked
