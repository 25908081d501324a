"""Make partitions of a corpus, or K folds, or train, dev and test, and write them to a file."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any, cast, get_args

from .. import partition
from ..arguments import check_choice
from ..corpus.model import Corpus
from ..corpus.sentences import Attribute
from ..corpus.units.extract import file_of_units
from ..corpus.units.near_duplicates import near_duplicates
from ..errors import DesignError, Notice, UsageError
from ..exchange import NamedParts, parts_json, write_part_columns, write_part_files
from ..exchange.canonical import canonical_bytes
from ..exchange.partitions.fold_files import check_file
from ..exchange.partitions.partition_json import partitions_document
from ..files import write_whole, writing_whole
from ..judge import better_parts, sampled_units
from ..judge.better import KEPT, kept_notice
from ..judge.card import label_rows
from ..judge.rows import LENGTH, CardRow
from ..judge.units import shared_between_halves
from ..judge.verdict import unlike_chance
from ..partition import PartitionSet, Parts, overlap_counts
from ..partition.checks import USUAL_M
from ..partition.construct.named import HalvesMethod, named_partitions
from ..partition.halves.candidates import N_RANDOM
from ..partition.halves.screened import SETS
from ..partition.measures import PAPER, SHARES
from ..partition.parts.fold_effect import fold_effect
from ..partition.parts.split_parts import Target
from .halves import THRESHOLDS, thresholds_of
from .options import corpus_options, progress
from .options.declared import at_least, clash, command, either, ending, given, names, needs, option, ratio
from .text import Report, Text, comma_list, error_text, sentence, size_list, term

BUILT = ("balanced", "centered", "floor", "thresholds")
METHODS = ("random", "block", *BUILT, "selected", "screened")
TARGETS: tuple[Target, ...] = get_args(Target)  # methods of folds and parts
NOTHING = "none"
VALUES = ("floor", "expected", "mean", "largest")  # of chi2/J
WHOLE = ", ".join(KEPT)
FORMS = (".csv", ".tsv", ".json", ".zip")  # of folds and parts


BUILT_FORM = """
{wrote}

[attributes] labels=attribute J=n_labels floor expected_χ²/J=expected mean_χ²/J=mean largest_χ²/J=largest

{remarks}

Signature {signed}.
"""
PARTITIONS = "Wrote {n} {method} partitions of the {n_units:,} units of {corpus} to {output} (seed {seed})."
PARTS = "Wrote {n} {method} parts of the {n_units:,} units of {corpus} to {output} (seed {seed})."
SAMPLE = """
Wrote {n_units:,} of the {of:,} units of {corpus} to {output} (seed {seed}).

[rows] labels χ²/J_of_sample_and_rest=value expected_of_random_ones=usual
"""
LEAVES = (
    "χ²/J of {attribute} ≤ {high:g} leaves {left:.1%} of the {what}; {passing:.1%} of random halves have "
    "it{paper}."
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
        option("--sample", "a smaller corpus of N units that looks like the whole", at_least(2), "N"),
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
    option("--c0", "of screened: overlaps this near n/4", float, "C", default=1.0),
    option(
        "--screen", "of screened: sets, or splits of one large design", ("sets", "halves"), default="sets"
    ),
    option(
        "--keep-whole", f"what no fold or part cuts: {WHOLE} (default: both), or {NOTHING}", names, "WHAT"
    ),
    option("-o/--output", "of folds and parts .csv, .json or .zip", value="P.json", required=True),
)
def build(options: Namespace) -> Report:
    if options.sample is not None:
        return _sampled(options)
    of_parts = options.folds is not None or options.parts is not None
    if options.method is not None:
        check_choice("--method", options.method, TARGETS if of_parts else METHODS, UsageError)
    if of_parts and options.thresholds is not None:
        raise clash("--thresholds", ["--folds", "--parts"])
    if not of_parts and options.keep_whole:
        raise needs("--keep-whole", "--folds / --parts")
    if options.keep_whole == [NOTHING]:
        options.keep_whole = []
    for name in options.keep_whole or ():
        check_choice("--keep-whole", name, [*KEPT, NOTHING], UsageError)
    if of_parts:
        ending(options.output, FORMS)
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    return (_parts if of_parts else _halves)(options, corpus, attributes)


def _halves(options: Namespace, corpus: Corpus, attributes: Sequence[Attribute]) -> Report:
    found = None
    if options.method == "screened":  # the paper's procedure
        bounds = options.thresholds or [(None, 1.0)] * len(attributes)
        found = partition.screened_partitions(
            [attribute.counts for attribute in attributes],
            options.m,
            thresholds=thresholds_of(attributes, bounds, options.measure),
            n_candidates=options.candidates or SETS,
            **given(options, "c0 screen seed"),
            attributes=[attribute.name for attribute in attributes],
        )
    partitions = _partitions(options, corpus, attributes) if found is None else found.partitions
    document = partitions_document(partitions, corpus, attributes)
    write_whole(options.output, canonical_bytes(document))
    of = document["regularization"]
    floors, usual, built = of["floors"], of["expected"], of["achieved"]
    rows = [
        (one, floors[one.name], usual[one.name], built[one.name]["mean"], built[one.name]["max"])
        for one in attributes
    ]
    return _built(
        options,
        corpus,
        method=partitions.method,
        sizes={str(k): int(size) for k, size in enumerate(partitions.masks.sum(axis=1), start=1)},
        rows=rows,
        notes=tuple(_screening_notes(found, attributes) if found else _notes(partitions, attributes)),
        overlap_counts=overlap_counts(partitions) if partitions.m > 1 else None,
        signature=f"{partitions.signature}, {document['digest']}",
        warnings=(*corpus.notices, *shared_between_halves(corpus)),  # each is printed once
    )


def _parts(options: Namespace, corpus: Corpus, attributes: Sequence[Attribute]) -> Report:
    near, folds = None, options.parts is None
    if options.keep_whole is None or "near-duplicates" in options.keep_whole:
        then = term("compared with each other, then parts are made")
        near = near_duplicates(corpus, begins=progress.Comparing(then=then, quiet=options.quiet).begins)
    target: Target = options.method or "typical"
    spread = [*attributes]
    if all(one.name != LENGTH for one in spread):
        spread.append(corpus.attribute(LENGTH))
    judged: tuple[CardRow, ...] = ()
    lacks: Text | None = None

    def judge(made: Parts) -> tuple[CardRow, ...]:
        """The rows that `judge` says of the file."""
        nonlocal judged, lacks
        parts, n_labels = NamedParts.numbered(made.of_unit, folds=folds), len(attributes)
        judged, lacks = (), None
        try:
            judged = label_rows(corpus, parts, spread, near, n_labels=n_labels, seed=options.seed)
        except DesignError as error:  # a part has none of an attribute
            lacks = error_text(error)
        return judged

    made = better_parts(
        corpus,
        options.parts or (1,) * options.folds,
        attributes=attributes,
        near=near,
        target=target,
        judge=judge,
        **given(options, "keep_whole seed"),
    )
    parts = NamedParts.numbered(made.of_unit, folds=folds)
    how = {"target": target, "kept_whole": made.kept_whole, "seed": options.seed}
    write_parts(options, options.output, parts, corpus, attributes, how)
    rows: list[tuple[Any, ...]] = []
    for one in spread:
        of = [row.standing for row in judged if row.name == one.name]  # the mean, of several the largest
        rows.append((one, None, *((of[0].mean, of[0].value, of[-1].value) if of else [None] * 3)))
    sizes = dict(zip(parts.names, parts.sizes, strict=True))
    notes = (
        sentence("Units: {sizes}.", sizes=size_list(sizes)),
        kept_notice(made),
        near and near.notice,
        made.size_notice,
        sentence("Labels that some part lacks: {n:,}.", n=made.missing),
        lacks or unlike_chance(judged),
        fold_effect(target, folds=folds),
    )
    return _built(
        options,
        corpus,
        method=target,
        sizes=sizes,
        rows=rows,
        notes=tuple(note for note in notes if note),
        overlap_counts=None,
        signature=None,
        warnings=corpus.notices,
    )


def write_parts(
    options: Namespace,
    output: str,
    parts: NamedParts,
    corpus: Corpus,
    attributes: Sequence[Attribute],
    made: dict[str, Any],
) -> None:
    """The file of folds or parts, in the form that its name says; `made`: how, as JSON keeps it."""
    form = ending(output, FORMS)
    if form == ".json":
        write_whole(output, parts_json(parts, corpus, attributes=attributes, **made))
    elif form == ".zip":
        with writing_whole(output) as file:
            write_part_files(file, parts, corpus=corpus, data=corpus_options.content(options))
    else:
        write_whole(output, write_part_columns(parts, corpus))


def _built(options: Namespace, corpus: Corpus, rows: Sequence[tuple[Any, ...]], **made: Any) -> Report:
    """Of each attribute the floor, and chi2/J of random ones, the mean of those built, and the largest."""
    about = {"corpus": corpus.name, "n_units": len(corpus), **given(options, "output seed")}
    wrote = sentence(PARTITIONS if made["signature"] else PARTS, about, made, n=len(made["sizes"]))
    attributes = [
        {"attribute": sentence("{name} ({counted})", one, counted=term(one.counted))}
        | {"n_labels": len(one.labels)}
        | {name: None if value is None else float(value) for name, value in zip(VALUES, values, strict=True)}
        for one, *values in rows
    ]
    words = {"wrote": wrote, "remarks": made["notes"], "signed": made["signature"]}
    return Report(BUILT_FORM, words=words, attributes=attributes, **about, **made)


def _partitions(options: Namespace, corpus: Corpus, attributes: Sequence[Attribute]) -> PartitionSet:
    m, seed, n_units = options.m, options.seed, len(corpus)
    counts = [attribute.counts for attribute in attributes]
    method = options.method or partition.default_target(m, prefix=True)  # `test` may stop early
    bounded, others = options.thresholds is not None, [one for one in options.measure if one != PAPER]
    unbuilt = [one for one in others if one not in SHARES] if method == "thresholds" else []
    if others and (options.method not in ("thresholds", "selected") or not bounded):
        raise needs(f"--measure {others[0]}", "--method selected --thresholds")
    if unbuilt:
        raise needs(f"--measure {unbuilt[0]}", "--method selected")
    if method == "thresholds" and not bounded:
        raise needs("--method thresholds", "--thresholds")
    if bounded and method not in ("thresholds", "selected"):
        raise clash("--thresholds", f"--method {method}")
    thresholds = thresholds_of(attributes, options.thresholds, options.measure)
    if method == "selected":
        return partition.selected_partitions(
            counts,
            m,
            thresholds=thresholds if bounded else None,
            n_candidates=options.candidates or N_RANDOM,
            seed=seed,
            attributes=[attribute.name for attribute in attributes],
        )
    if method == "thresholds":
        return partition.regularized_partitions(counts, m, seed, thresholds)
    return named_partitions(cast("HalvesMethod", method), n_units, m, seed, counts=counts)


def _notes(partitions: PartitionSet, attributes: Sequence[Attribute]) -> Iterator[Text]:
    """The seen shares that were asked for as they are, what was chosen from, and the overlaps."""
    counts = {attribute.name: attribute.counts for attribute in attributes}
    chosen = partitions.selection
    for one in chosen.thresholds if chosen else ():
        if one.measure in SHARES:
            values = partition.divergence(partitions.masks, counts[one.attribute], statistic=one.measure)
            ends = {"low": values.min(), "high": values.max()}
            yield sentence("{measure} of {attribute}: {low:.1%} to {high:.1%}.", one, **ends)
    if chosen and chosen.candidates:
        yield sentence("{survivors:,} of {candidates:,} random halves met the thresholds.", chosen)
    if partitions.m > 1:
        least, most = partitions.overlap_range()
        yield sentence(
            "Halves of two partitions share {shared} units; ideal: n/4 = {quarter:,g}.",
            shared=f"{most:,}" if least == most else sentence("{low:,} to {high:,}", low=least, high=most),
            quarter=partitions.n_units / 4,
        )


def _screening_notes(found: partition.Screened, attributes: Sequence[Attribute]) -> Iterator[Text | Notice]:
    """What each condition leaves, what the paper says of it, and the set built to the same conditions."""
    yield from found.sentences()
    what = sentence("sets of splits") if found.screen == "sets" else sentence("single splits")
    chosen = found.partitions.selection
    assert chosen is not None
    counts = [attribute.counts for attribute in attributes]
    for k, (one, passing) in enumerate(zip(chosen.thresholds, found.random_shares(counts), strict=True)):
        high = one.range[1]
        paper = sentence(" (the paper: halves do not differ “significantly” then)") if high <= 1 else ""
        yield sentence(
            LEAVES,
            one,
            {"high": high, "left": found.passing[k], "what": what, "passing": passing, "paper": paper},
        )
    yield sentence("c0 = {c0:g} leaves {left:.1%}.", found, left=found.passing[-1])
    try:
        built = partition.regularized_partitions(
            counts, found.partitions.m, found.partitions.seed or 0, chosen.thresholds
        )
    except DesignError as error:
        yield sentence("Built to the same conditions: {reason}", reason=Notice(error.message, error.values))
        return
    largest = comma_list(f"{float(built.divergence(one).max()):.3f}" for one in counts)
    yield sentence(SAME_CONDITIONS, largest=largest, off=built.overlap_deviation())


def _sampled(options: Namespace) -> Report:
    """A smaller corpus that looks like the whole one, as a file."""
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    found = sampled_units(corpus, options.sample, attributes=attributes, seed=options.seed)
    data = corpus_options.content(options)
    check_file(data, corpus)
    write_whole(options.output, file_of_units(data, corpus, chosen=found.of_unit == 0))
    values = (found.divergence.tolist(), found.expected.tolist())  # of sample and rest, and of random samples
    rows = [(one.name, *both) for one, *both in zip(attributes, *values, strict=False)]
    return Report(
        SAMPLE,
        words={"rows": [dict(zip(("labels", "value", "usual"), row, strict=True)) for row in rows]},
        corpus=corpus.name,
        n_units=options.sample,
        of=len(corpus),
        **given(options, "output seed"),
        divergences={name: value for name, value, _usual in rows},
        expected={name: usual for name, _value, usual in rows},
        warnings=corpus.notices,
    )
