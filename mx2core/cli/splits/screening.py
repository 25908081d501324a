"""The paper's procedure on the command line, with what each condition leaves and the set built instead."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from ... import partition
from ...corpus.sentences import Attribute
from ...errors import DesignError, Notice
from ...partition.halves.screened import SETS
from ..tables import Said, listed, said
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


def notes(found: partition.Screened, attributes: Sequence[Attribute]) -> Iterator[Said | Notice]:
    """What each condition leaves, what the paper says of it, and the set built to the same conditions."""
    yield from found.sentences()
    what = said("sets of splits") if found.screen == "sets" else said("single splits")
    chosen = found.partitions.selection
    assert chosen is not None
    counts = [attribute.counts for attribute in attributes]
    single = partition.random_divergences(counts, 10_000, seed=found.partitions.seed or 0)
    for k, one in enumerate(chosen.thresholds):
        low, high = one.range
        passing = float(((single[:, k] >= low) & (single[:, k] <= high)).mean())
        paper = said(" (the paper: halves do not differ “significantly” then)") if high <= 1 else ""
        yield said(
            "χ²/J of {attribute} ≤ {high:g} leaves {left:.1%} of the {what}; {passing:.1%} of random halves "
            "have it{paper}.",
            one,
            {"high": high, "left": found.passing[k], "what": what, "passing": passing, "paper": paper},
        )
    yield said("c0 = {c0:g} leaves {left:.1%}.", found, left=found.passing[-1])
    try:
        built = partition.regularized_partitions(
            counts, found.partitions.m, found.partitions.seed or 0, chosen.thresholds
        )
    except DesignError as error:
        yield said("Built to the same conditions: {reason}", reason=Notice(error.message, error.values))
        return
    largest = listed(f"{float(built.divergence(one).max()):.3f}" for one in counts)
    yield said(
        "Built to the same conditions (--method thresholds): largest χ²/J {largest}, overlaps within "
        "{off:g} of n/4.",
        largest=largest,
        off=built.overlap_deviation(),
    )
