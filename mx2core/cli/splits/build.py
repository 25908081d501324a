"""Make partitions of a corpus, or K folds, or train, dev and test, and write them to a file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ...corpus.model import Corpus
from ...corpus.sentences import Attribute
from ...errors import Notice, UsageError, check_choice
from ...partition.halves.screened import SETS
from ...partition.measures import PAPER, SHARES
from ..options import corpus_options, progress
from ..tables import listing, table
from . import sampled, screening
from .sampled import Sampled
from .score import thresholds_of

if TYPE_CHECKING:
    from ...exchange import NamedParts
    from ...partition import OverlapCounts, PartitionSet
    from ...partition.construct.build import HalvesTarget
    from ...partition.parts.split_parts import Target

HELP = "Divide a corpus into halves m times by a chosen method, or into K folds, and write them."
BUILT = ("balanced", "centered", "floor", "thresholds")
METHODS = ("random", "block", *BUILT, "selected", "screened")
TARGETS = ("typical", "alike")  # methods of folds and parts
KEPT = ("near-duplicates", "document")
FORMS = (".csv", ".tsv", ".json", ".zip")
COLUMNS = {
    "labels": "{attribute}",
    "J": "{n_labels}",
    "floor": "{floor}",
    "expected χ²/J": "{expected}",
    "mean χ²/J": "{mean}",
    "largest χ²/J": "{largest}",
}


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_attributes(command)
    what = command.add_mutually_exclusive_group()
    what.add_argument("-m", type=corpus_options.at_least(1), default=3, help="pairs of halves; default: 3")
    what.add_argument(
        "--folds", type=corpus_options.at_least(2), metavar="K", help="K folds in place of halves"
    )
    what.add_argument("--parts", metavar="RATIO", type=ratio, help="train, dev, test, such as 8:1:1")
    what.add_argument(
        "--sample",
        type=corpus_options.at_least(2),
        metavar="N",
        help="a smaller corpus of N units with labels and lengths as in the whole, in its own format",
    )
    command.add_argument(
        "--method",
        choices=(*METHODS, *TARGETS),
        help="of halves: centered (default), balanced, floor or thresholds are built; selected are random "
        "ones that meet --thresholds, or the best 5%% without them; screened is the paper's procedure: block "
        "sets that meet --thresholds (default 1) and --c0. Of folds and parts: typical (default), labels and "
        "lengths differ no more than in random parts on average; alike, as little as can be",
    )
    command.add_argument("--seed", type=corpus_options.at_least(0), default=0)
    command.add_argument(
        "--thresholds",
        metavar="C",
        type=corpus_options.bounds,
        help="upper bound on χ²/J (or --measure), or LOWER:UPPER, for each attribute: 0.9,0.55",
    )
    command.add_argument(
        "--measure",
        type=corpus_options.measures,
        default=[PAPER],
        metavar="MEASURE",
        help=f"of --thresholds, one for all attributes or one for each with commas (default {PAPER}); "
        f"thresholds are built on {PAPER} and {', '.join(SHARES)}, selected takes all that `score` lists",
    )
    command.add_argument(
        "--candidates",
        type=corpus_options.at_least(100),
        metavar="N",
        help=f"random halves that --method selected chooses from (default 10000), or what --method screened "
        f"screens ({SETS})",
    )
    command.add_argument(
        "--c0", type=float, default=1.0, metavar="C", help="of --method screened: overlaps this near n/4"
    )
    command.add_argument(
        "--screen",
        choices=("sets", "halves"),
        default="sets",
        help="of --method screened: whole sets, or single splits of one large design",
    )
    command.add_argument(
        "--keep-whole",
        metavar="WHAT",
        type=corpus_options.names,
        default=[],
        help="groups that no fold or part cuts: near-duplicates, document, or both with a comma",
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="P.json",
        required=True,
        help="file to write; of folds and parts .csv, .json or .zip (their files)",
    )


def ratio(text: str) -> list[float]:
    """`8:1:1` as numbers."""
    try:
        shares = [float(part) for part in text.split(":")]
    except ValueError:
        shares = []
    if len(shares) < 2 or not all(0 < size < float("inf") for size in shares):
        raise argparse.ArgumentTypeError(f"expected sizes above 0 such as 8:1:1, got {text!r}")
    return shares


@dataclass(frozen=True, slots=True, eq=False)
class AttributeRow:
    """χ²/J of an attribute, as built and of random ones."""

    attribute: str
    n_labels: int
    floor: float | None  # of halves: the least that any have
    expected: float
    mean: float
    largest: float | None  # of several partitions


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    output: str
    corpus: str
    n_units: int
    method: str
    seed: int
    sizes: dict[str, int]  # units of each fold or part; of halves, those of the training half of each
    attributes: tuple[AttributeRow, ...]
    overlap_counts: OverlapCounts | None  # of two partitions or more
    signature: str | None  # of halves, and the digest of the file
    notes: tuple[str, ...]
    warnings: tuple[Notice, ...]


def run(options: argparse.Namespace) -> Built | Sampled:
    if options.sample is not None:
        return sampled.sampled(options)
    of_parts = options.folds is not None or options.parts is not None
    _check(options, of_parts=of_parts)
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    return (_parts if of_parts else _halves)(options, corpus, attributes)


def _check(options: argparse.Namespace, *, of_parts: bool) -> None:
    """Refuse what does not go together."""
    if options.method is not None:
        check_choice("--method", options.method, TARGETS if of_parts else METHODS, UsageError)
    if of_parts and options.thresholds is not None:
        raise UsageError(
            "{option} does not go with {other}.", option="--thresholds", other="--folds, --parts"
        )
    if not of_parts and options.keep_whole:
        raise UsageError("{option} needs {other}.", option="--keep-whole", other="--folds / --parts")
    for name in options.keep_whole:
        check_choice("--keep-whole", name, KEPT, UsageError)
    if of_parts:
        form_of(options.output)


def _halves(options: argparse.Namespace, corpus: Corpus, attributes: Sequence[Attribute]) -> Built:
    from ...exchange.canonical import canonical_bytes
    from ...exchange.partitions.partition_json import partitions_document
    from ...files import write_whole
    from ...partition import overlap_counts

    found = screening.screened(options, attributes) if options.method == "screened" else None
    partitions = _partitions(options, corpus, attributes) if found is None else found.partitions
    document = partitions_document(partitions, corpus, attributes)
    write_whole(options.output, canonical_bytes(document))
    measured = document["regularization"]
    return Built(
        options.output,
        corpus.name,
        len(corpus),
        partitions.method,
        options.seed,
        {str(k): int(size) for k, size in enumerate(partitions.masks.sum(axis=1), start=1)},
        tuple(
            AttributeRow(
                _name(one),
                len(one.labels),
                float(measured["floors"][one.name]),
                float(measured["expected"][one.name]),
                float(measured["achieved"][one.name]["mean"]),
                float(measured["achieved"][one.name]["max"]),
            )
            for one in attributes
        ),
        overlap_counts(partitions) if partitions.m > 1 else None,
        f"{partitions.signature}, {document['digest']}",
        tuple(screening.notes(found, attributes) if found else _notes(partitions, attributes)),
        corpus.notices,
    )


def _parts(options: argparse.Namespace, corpus: Corpus, attributes: Sequence[Attribute]) -> Built:
    from ...corpus.units.near_duplicates import BOUND, near_duplicates
    from ...exchange import NamedParts
    from ...judge import better_parts
    from ...partition.parts.fold_effect import fold_effect

    near = None
    if "near-duplicates" in options.keep_whole:
        told = progress.large(corpus, BOUND, quiet=options.quiet, then="parts are made")
        near = near_duplicates(corpus, report=told)
    target: Target = options.method or "typical"
    made = better_parts(
        corpus,
        options.parts or (1,) * options.folds,
        attributes=attributes,
        near=near,
        whole_documents="document" in options.keep_whole,
        target=target,
        seed=options.seed,
    )
    parts = NamedParts.numbered(made.of_unit, folds=options.parts is None)
    write_parts(
        options, options.output, parts, corpus, attributes, kept_whole=options.keep_whole, target=target
    )
    spread = [*attributes]
    if all(one.name != "length" for one in spread):
        spread.append(corpus.attribute("length"))
    values = zip(made.expected.tolist(), made.divergence.tolist(), strict=True)
    return Built(
        options.output,
        corpus.name,
        len(corpus),
        target,
        options.seed,
        dict(zip(parts.names, parts.sizes, strict=True)),
        tuple(
            AttributeRow(_name(one), len(one.labels), None, usual, value, None)
            for one, (usual, value) in zip(spread, values, strict=True)
        ),
        None,
        None,
        (
            "Units: "
            + ", ".join(f"{n}: {size:,}" for n, size in zip(parts.names, parts.sizes, strict=True))
            + ".",
            *([str(near.said)] if near and near.said else []),
            *([str(made.off)] if made.off else []),
            f"Labels that some part lacks: {made.missing:,}.",
            str(fold_effect(target, folds=options.parts is None)),
        ),
        corpus.notices,
    )


def _name(attribute: Attribute) -> str:
    return f"{attribute.name} ({attribute.counted})"


def form_of(output: str) -> str:
    """The form that the name of a file of parts says, one of `FORMS`."""
    form = next((end for end in FORMS if output.lower().endswith(end)), None)
    if form is None:
        raise UsageError(
            "{output} must end in {formats}.",
            output=output,
            formats=FORMS,
        )
    return form


def write_parts(
    options: argparse.Namespace,
    output: str,
    parts: NamedParts,
    corpus: Corpus,
    attributes: Sequence[Attribute],
    *,
    kept_whole: Sequence[str],
    target: str,
) -> None:
    """In the form that the name of the file says."""
    from ...exchange import parts_json, write_part_columns, write_part_files
    from ...files import write_whole, writing_whole

    form = form_of(output)
    if form == ".json":
        made = {"target": target, "kept_whole": kept_whole, "seed": options.seed}
        write_whole(output, parts_json(parts, corpus, attributes=attributes, **made))
    elif form == ".zip":
        with writing_whole(output) as file:
            write_part_files(file, parts, corpus=corpus, data=corpus_options.content(options))
    else:
        write_whole(output, write_part_columns(parts, corpus))


def _partitions(options: argparse.Namespace, corpus: Corpus, attributes: Sequence[Attribute]) -> PartitionSet:
    from ... import partition

    m, seed, n_units = options.m, options.seed, len(corpus)
    counts = [attribute.counts for attribute in attributes]
    others = [one for one in options.measure if one != PAPER]
    if others and (options.method not in ("thresholds", "selected") or options.thresholds is None):
        raise UsageError(
            "{option} needs {other}.", option=f"--measure {others[0]}", other="--method selected --thresholds"
        )
    unbuilt = [one for one in others if one not in SHARES]
    if unbuilt and options.method == "thresholds":
        raise UsageError(
            "{option} needs {other}.", option=f"--measure {unbuilt[0]}", other="--method selected"
        )
    thresholds = thresholds_of(attributes, options.thresholds, options.measure)
    method = options.method or partition.default_target(m, prefix=True)  # `test` may stop early
    if options.thresholds is None and method == "thresholds":
        raise UsageError("{option} needs {other}.", option="--method thresholds", other="--thresholds")
    if options.thresholds is not None and method not in ("thresholds", "selected", "screened"):
        raise UsageError(
            "{option} does not go with {other}.", option="--thresholds", other=f"--method {method}"
        )
    if method == "random":
        return partition.random_partitions(n_units, m, seed)
    if method == "block":
        return partition.block_partitions(n_units, m, seed)
    if method == "selected":
        return partition.selected_partitions(
            counts,
            m,
            thresholds=thresholds if options.thresholds is not None else None,
            n_candidates=options.candidates or 10_000,
            seed=seed,
            attributes=[attribute.name for attribute in attributes],
        )
    target = thresholds if method == "thresholds" else cast("HalvesTarget", method)
    return partition.regularized_partitions(counts, m, seed, target)


def _notes(partitions: PartitionSet, attributes: Sequence[Attribute]) -> Iterator[str]:
    """The seen shares that were asked for as they are, what was chosen from, and the overlaps."""
    from ... import partition

    counts = {attribute.name: attribute.counts for attribute in attributes}
    chosen = partitions.selection
    for one in chosen.thresholds if chosen else ():
        if one.measure in SHARES:
            values = partition.divergence(partitions.masks, counts[one.attribute], statistic=one.measure)
            yield f"{one.measure} of {one.attribute}: {values.min():.1%} to {values.max():.1%}."
    if chosen and chosen.candidates:
        yield f"{chosen.survivors:,} of {chosen.candidates:,} random halves met the thresholds."
    if partitions.m > 1:
        yield (
            f"Two training halves ideally share n/4 = {partitions.n_units / 4:,g} units; these deviate from "
            f"it by {partitions.overlap_deviation():,g} at most."
        )


def text(result: Built | Sampled) -> str:
    if isinstance(result, Sampled):
        return result.text()
    what = "parts" if result.signature is None else "partitions"
    lines = [
        f"Wrote {len(result.sizes)} {result.method} {what} of the {result.n_units:,} units of "
        f"{result.corpus} to {result.output} (seed {result.seed}).",
        "",
        listing(result.attributes, COLUMNS),
        "",
        *result.notes,
    ]
    if result.overlap_counts is not None:
        lines += ["", _shared(result.overlap_counts), ""]
    return "\n".join([*lines, *([f"Signature {result.signature}."] if result.signature else [])])


def _shared(counts: OverlapCounts) -> str:
    """Pairs of training halves by the units they share; what no pair has is left out."""
    bars = zip(counts.values.tolist(), counts.pairs.tolist(), counts.random.tolist(), strict=True)
    rows = [
        (f"{low:,}" if counts.width == 1 else f"{low:,} to {low + counts.width - 1:,}", pairs, random)
        for low, pairs, random in bars
        if pairs
    ]
    return table(("shared units", "pairs", "random halves"), rows)
