"""The paper's procedure on the command line, with what each condition leaves and the set built instead."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from ... import partition
from ...corpus.sentences import Attribute
from ...errors import DesignError
from ...partition.halves.screened import SETS
from .score import thresholds_of


def screened(options: argparse.Namespace, attributes: Sequence[Attribute]) -> partition.Screened:
    """The paper's procedure."""
    bounds = options.thresholds or [(None, 1.0)] * len(attributes)
    return partition.screened_partitions(
        [attribute.counts for attribute in attributes],
        options.m,
        thresholds=thresholds_of(attributes, bounds, options.measure),
        c0=options.c0,
        screen=options.screen,
        n_candidates=options.candidates or SETS,
        seed=options.seed,
        attributes=[attribute.name for attribute in attributes],
    )


def notes(found: partition.Screened, attributes: Sequence[Attribute]) -> Iterator[str]:
    """What each condition leaves, what the paper says of it, and the set built to the same conditions."""
    yield from map(str, found.sentences())
    what = "sets" if found.screen == "sets" else "splits"
    chosen = found.partitions.selection
    assert chosen is not None
    counts = [attribute.counts for attribute in attributes]
    single = partition.random_divergences(counts, 10_000, seed=found.partitions.seed or 0)
    for k, one in enumerate(chosen.thresholds):
        low, high = one.range
        passing = float(((single[:, k] >= low) & (single[:, k] <= high)).mean())
        paper = " (the paper: halves do not differ “significantly” then)" if high <= 1 else ""
        yield (
            f"χ²/J of {one.attribute} ≤ {high:g} leaves {found.passing[k]:.1%} of the {what}; "
            f"{passing:.1%} of random halves have it{paper}."
        )
    yield f"c0 = {found.c0:g} leaves {found.passing[-1]:.1%}."
    try:
        built = partition.regularized_partitions(
            counts, found.partitions.m, found.partitions.seed or 0, chosen.thresholds
        )
    except DesignError as error:
        yield f"Built to the same conditions: {error}"
        return
    largest = ", ".join(f"{float(built.divergence(one).max()):.3f}" for one in counts)
    yield (
        f"Built to the same conditions (--method thresholds): largest χ²/J {largest}, overlaps within "
        f"{built.overlap_deviation():g} of n/4."
    )
