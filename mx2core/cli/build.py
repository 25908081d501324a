"""Make partitions of a corpus, or K folds, or train, dev and test, and write them to a file."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast, get_args

from .. import partition
from ..arguments import check_choice
from ..corpus.model import Corpus
from ..corpus.sentences import Attribute
from ..corpus.units.near_duplicates import near_duplicates
from ..errors import DesignError, Notice, UsageError
from ..exchange import NamedParts, parts_json, write_part_columns, write_part_files
from ..exchange.canonical import canonical_bytes
from ..exchange.partitions.named_parts import SPLIT
from ..exchange.partitions.partition_json import REGULARIZED, partitions_document
from ..files import write_whole, writing_whole
from ..judge.better import KEPT, judged_parts, kept_notice, with_lengths
from ..judge.partition_words import how_made, shared_units
from ..judge.shared_text import leaked_notice
from ..judge.units import shared_between_halves
from ..partition import PartitionSet, overlap_counts
from ..partition.checks import USUAL_M
from ..partition.construct.named import HalvesMethod, named_partitions
from ..partition.halves.candidates import N_RANDOM
from ..partition.halves.screened import SETS, C, Screen
from ..partition.measures import PAPER, SHARES
from ..partition.parts.fold_effect import fold_effect
from ..partition.parts.split_parts import Target
from .halves import THRESHOLDS, thresholds_of
from .options import corpus_options, progress
from .options.declared import at_least, clash, command, either, ending, given, names, needs, option, ratio
from .text import Report, Text, comma_list, sentence, size_list, term

METHODS = ("random", "block", *REGULARIZED, "selected", "screened")
TARGETS: tuple[Target, ...] = get_args(Target)  # methods of folds and parts
NOTHING = "none"
VALUES = ("floor", "expected", "mean", "largest")  # of chi2/J
WHOLE = ", ".join(KEPT)
FORMS = (".csv", ".tsv", ".json", ".zip")  # of folds and parts


BUILT_FORM = """
Wrote {n_partitions} {method} partitions of the {n_units:,} units of {corpus} to {output} (seed {seed}).
Wrote {n_parts} {method} parts of the {n_units:,} units of {corpus} to {output} (seed {seed}).

[attributes] labels=attribute J=n_labels floor expected_χ²/J=expected mean_χ²/J=mean largest_χ²/J=largest

[conditions] condition=name at_most=bound:g candidates|share=passing:.1% random_halves|share=random:.1% \
largest:.3f

{notes}

Signature {signature}.
"""
JSON = (
    "corpus=corpus.name n_units output=options.output seed=options.seed method sizes notes conditions "
    "overlap_counts=overlaps signature warnings"
)
SAME_CONDITIONS = (
    "Built to the same conditions (--method thresholds): largest χ²/J {largest}, overlaps within {off:g} of "
    "n/4."
)


@command(
    *corpus_options.MEASURED,
    either(
        option("-m", "pairs of halves", at_least(1), default=USUAL_M),
        option("--folds", "K folds in place of halves", at_least(2), "K"),
        option("--parts", "train, dev, test, such as 8:1:1", ratio, "RATIO"),
    ),
    option(
        "--method",
        "of halves: regularized by being built (default: centered), or selected of random ones by "
        "--thresholds, else the best 5%, or screened as the paper does. Of folds and parts: typical "
        "(default) or alike",
        (*METHODS, *TARGETS),
    ),
    *corpus_options.SEEDED,
    THRESHOLDS,
    option("--measure", "of --thresholds", corpus_options.measures, "MEASURE", usual=PAPER, default=[PAPER]),
    option("--candidates", f"of selected, default: {N_RANDOM}; of screened: {SETS}", at_least(100), "N"),
    option("--c0", "of screened: overlaps this near n/4", float, "C", default=C),
    option("--screen", "of screened: sets, or splits of one large design", get_args(Screen), default="sets"),
    option(
        "--keep-whole", f"what no fold or part cuts: {WHOLE} (default: both), or {NOTHING}", names, "WHAT"
    ),
    option("-o/--output", "of folds and parts .csv, .json or .zip", value="P.json", required=True),
)
def build(options: Namespace) -> Report:
    of_parts = options.folds is not None or options.parts is not None
    if options.method is not None:
        check_choice("--method", options.method, TARGETS if of_parts else METHODS, UsageError)
    if of_parts and options.thresholds is not None:
        raise clash("--thresholds", ["--folds", "--parts"])
    for name in options.keep_whole or ():
        if name not in (known := [*KEPT, NOTHING]):
            raise UsageError(
                "--keep-whole is one of {known}; of a column: --unit {name}.", known=known, name=name
            )
    if not of_parts and options.keep_whole:
        raise needs("--keep-whole", "--folds / --parts")
    if options.keep_whole == [NOTHING]:
        options.keep_whole = []
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    return (_parts if of_parts else _halves)(options, corpus, attributes)


def _halves(options: Namespace, corpus: Corpus, attributes: Sequence[Attribute]) -> Report:
    made = _partitions(options, corpus, attributes)
    found, partitions = (made, made.partitions) if isinstance(made, partition.Screened) else (None, made)
    document = partitions_document(partitions, corpus, attributes)
    write_whole(options.output, canonical_bytes(document))
    of = document["regularization"]
    values: dict[str | None, dict[str, float]] = {
        name: {"floor": float(of["floors"][name]), "expected": of["expected"][name]}
        | {"mean": reached["mean"], "largest": reached["max"]}
        for name, reached in of["achieved"].items()
    }
    method, n_units, n_partitions, n_parts = partitions.method, len(corpus), partitions.m, None
    sizes = {str(k): int(size) for k, size in enumerate(partitions.masks.sum(axis=1), start=1)}
    notes: tuple[object, ...] = tuple(_notes(partitions, attributes))
    if found:
        notes = (*found.sentences(), _built_to(found, attributes))
    conditions = found and found.conditions([one.counts for one in attributes])
    overlaps = overlap_counts(partitions) if partitions.m > 1 else None
    signature = f"{partitions.signature}, {document['digest']}"
    leaked = leaked_notice(corpus, partitions.masks)
    warnings = (
        *corpus.notices,
        *shared_between_halves(corpus),
        *filter(None, [leaked]),
    )  # each is printed once
    return Report(BUILT_FORM, names=locals(), json=JSON, attributes=_rows(attributes, values))


def _parts(options: Namespace, corpus: Corpus, attributes: Sequence[Attribute]) -> Report:
    near, shares, form = None, options.parts or (1,) * options.folds, ending(options.output, FORMS)
    folds = options.parts is None or len(shares) > len(SPLIT)
    if options.keep_whole is None or "near-duplicates" in options.keep_whole:
        then = term("compared with each other, then parts are made")
        near = near_duplicates(corpus, begins=progress.Comparing(then=then, quiet=options.quiet).begins)
    method: Target = options.method or "typical"
    made, judged, unlike = judged_parts(
        corpus,
        shares,
        attributes=attributes,
        keep_whole=options.keep_whole,
        near=near,
        target=method,
        seed=options.seed,
        training=None if folds else 0,
    )
    parts = NamedParts.numbered(made.of_unit, folds=folds)
    if form == ".json":
        how: dict[str, Any] = {"target": method, "kept_whole": made.kept_whole, "seed": options.seed}
        write_whole(options.output, parts_json(parts, corpus, attributes=attributes, **how))
    elif form == ".zip":
        with writing_whole(options.output) as file:
            write_part_files(file, parts, corpus=corpus, data=corpus_options.content(options))
    else:
        write_whole(options.output, write_part_columns(parts, corpus))
    values: dict[str | None, dict[str, float]] = {}
    for row in judged:  # the mean over parts; of several then the largest
        at = row.standing
        values.setdefault(row.name, {"expected": at.mean, "mean": at.value})["largest"] = at.value
    sizes = dict(zip(parts.names, parts.sizes, strict=True))
    lines = (
        sentence("Units: {sizes}.", sizes=size_list(sizes)),
        kept_notice(made),
        near and near.notice,
        made.size_notice if made.document is None else None,
        sentence("Labels that some part lacks: {n:,}.", n=made.missing),
        unlike,
        fold_effect(method, folds=folds),
    )
    notes, n_units, n_parts, warnings = tuple(filter(None, lines)), len(corpus), len(sizes), corpus.notices
    if near is not None:  # no part cuts them
        warnings = tuple(one for one in warnings if one.unit != "text")
    if made.document is not None and made.size_notice is not None:
        warnings = (*warnings, made.size_notice)
    n_partitions = conditions = overlaps = signature = None
    rows = _rows(with_lengths(corpus, attributes), values)
    return Report(BUILT_FORM, names=locals(), json=JSON, attributes=rows)


def _rows(
    attributes: Sequence[Attribute], values: Mapping[str | None, dict[str, float]]
) -> list[dict[str, Any]]:
    """Of each attribute the floor, and chi2/J of random ones, the mean of those built, and the largest."""
    return [
        {"attribute": sentence("{name} ({counted})", one, counted=term(one.counted))}
        | {"n_labels": len(one.labels), **dict.fromkeys(VALUES), **values.get(one.name, {})}
        for one in attributes
    ]


def _partitions(
    options: Namespace, corpus: Corpus, attributes: Sequence[Attribute]
) -> PartitionSet | partition.Screened:
    m, seed, counts = options.m, options.seed, [one.counts for one in attributes]
    method = options.method or partition.default_target(m, prefix=True)  # `test` may stop early
    bounds, others = options.thresholds, [one for one in options.measure if one != PAPER]
    if method == "screened":  # the paper's procedure
        bounds = bounds or [(None, C)] * len(attributes)
    elif others and (method not in ("thresholds", "selected") or bounds is None):
        raise needs(f"--measure {others[0]}", "--method selected --thresholds")
    elif method == "thresholds" and (unbuilt := [one for one in others if one not in SHARES]):
        raise needs(f"--measure {unbuilt[0]}", "--method selected")
    elif method == "thresholds" and bounds is None:
        raise needs("--method thresholds", "--thresholds")
    elif bounds is not None and method not in ("thresholds", "selected"):
        raise clash("--thresholds", f"--method {method}")
    thresholds = None if bounds is None else thresholds_of(attributes, bounds, options.measure)
    asked: dict[str, Any] = {"thresholds": thresholds, "attributes": [one.name for one in attributes]}
    if method == "screened":
        asked |= {"n_candidates": options.candidates or SETS, **given(options, "c0 screen seed")}
        return partition.screened_partitions(counts, m, **asked)
    if method == "selected":
        n = options.candidates or N_RANDOM
        return partition.selected_partitions(counts, m, n_candidates=n, seed=seed, **asked)
    if thresholds is not None:
        return partition.regularized_partitions(counts, m, seed, thresholds)
    return named_partitions(cast("HalvesMethod", method), len(corpus), m, seed, counts=counts)


def _notes(partitions: PartitionSet, attributes: Sequence[Attribute]) -> Iterator[Text | Notice]:
    """The seen shares that were asked for as they are, how they were made, and the overlaps."""
    counts = {attribute.name: attribute.counts for attribute in attributes}
    chosen = partitions.selection
    for one in chosen.thresholds if chosen else ():
        if one.measure in SHARES:
            values = partition.divergence(partitions.masks, counts[one.attribute], statistic=one.measure)
            ends = {"low": values.min(), "high": values.max()}
            yield sentence("{measure} of {attribute}: {low:.1%} to {high:.1%}.", one, **ends)
    yield how_made(partitions)
    if partitions.m > 1:
        yield shared_units(partitions)


def _built_to(found: partition.Screened, attributes: Sequence[Attribute]) -> Text:
    """The set that is built to the same conditions."""
    chosen, counts = found.partitions, [attribute.counts for attribute in attributes]
    assert chosen.selection is not None
    try:
        built = partition.regularized_partitions(
            counts, chosen.m, chosen.seed or 0, chosen.selection.thresholds
        )
    except DesignError as error:
        return sentence("Built to the same conditions: {reason}", reason=error.notice)
    largest = comma_list(f"{float(built.divergence(one).max()):.3f}" for one in counts)
    return sentence(SAME_CONDITIONS, largest=largest, off=built.overlap_deviation())
