"""Make partitions of a corpus and write them to a file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..corpus.model import Corpus
from ..corpus.sentences import Attribute
from ..errors import UsageError
from ..partition.measures import PAPER, SHARES
from . import build_parts, corpus_options
from .score import thresholds_of
from .tables import table

if TYPE_CHECKING:
    from ..partition import PartitionSet

HELP = "Divide a corpus into halves m times by a chosen method, or into K folds, and write them."
BUILT = ("balanced", "centered", "floor", "thresholds")
METHODS = ("random", "block", *BUILT, "selected")


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_attributes(command)
    command.add_argument(
        "--measure",
        type=corpus_options.measures,
        default=[PAPER],
        metavar="MEASURE",
        help=f"of --thresholds, one for all attributes or one for each with commas (default {PAPER}); "
        f"thresholds are built on {PAPER} and {', '.join(SHARES)}, selected takes all that `score` lists",
    )
    command.add_argument(
        "--method",
        choices=METHODS,
        help="centered (default), balanced, floor or thresholds are built; selected are random halves that "
        "meet --thresholds, or the best 5%% without them",
    )
    command.add_argument("-m", type=corpus_options.at_least(1), default=3, help="partitions; default: 3")
    command.add_argument("--seed", type=corpus_options.at_least(0), default=0)
    command.add_argument(
        "--thresholds",
        metavar="C",
        type=corpus_options.bounds,
        help="upper bound on χ²/J (or --measure), or LOWER:UPPER, for each attribute: 0.9,0.55",
    )
    command.add_argument(
        "--candidates",
        type=corpus_options.at_least(100),
        default=10_000,
        metavar="N",
        help="random halves that --method selected chooses from",
    )
    build_parts.add(command)
    command.add_argument(
        "-o",
        "--output",
        metavar="P.json",
        required=True,
        help="file to write; of folds and parts .csv, .json or .zip (their files)",
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..exchange import partitions_json
    from ..files import write_whole
    from ..partition import overlap_counts

    if build_parts.wanted(options):
        return build_parts.run(options)
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    partitions = _partitions(options, corpus, attributes)
    document = partitions_json(partitions, corpus, attributes=attributes)
    write_whole(options.output, document)
    written = json.loads(document)
    return {
        "output": options.output,
        "signature": partitions.signature,
        "corpus": written["corpus"],
        "design": written["design"],
        "overlaps": written["overlaps"],
        "overlap_counts": overlap_counts(partitions) if partitions.m > 1 else None,
        "seen": _seen(partitions, attributes),
        "regularization": written["regularization"],
        "digest": written["digest"],
        "warnings": corpus_options.warnings(corpus.notices),
    }


def _partitions(options: argparse.Namespace, corpus: Corpus, attributes: Sequence[Attribute]) -> PartitionSet:
    from .. import partition

    m, seed, n_units = options.m, options.seed, len(corpus)
    counts = [attribute.counts for attribute in attributes]
    others = [one for one in options.measure if one != PAPER]
    if others and (options.method not in ("thresholds", "selected") or options.thresholds is None):
        raise UsageError(
            "--measure {measure} needs --thresholds and --method thresholds or selected.", measure=others[0]
        )
    unbuilt = [one for one in others if one not in SHARES]
    if unbuilt and options.method == "thresholds":
        raise UsageError(
            "--measure {measure} needs --method selected: partitions are built on χ²/J and seen shares only.",
            measure=unbuilt[0],
        )
    thresholds = thresholds_of(attributes, options.thresholds, options.measure)
    method = options.method or partition.default_target(m, prefix=True)  # `test` may stop early
    if options.thresholds is None and method == "thresholds":
        raise UsageError("--method thresholds needs --thresholds, one for each attribute.")
    if options.thresholds is not None and method not in ("thresholds", "selected"):
        raise UsageError(
            "--thresholds has no part in --method {method}. Use --method thresholds or selected.",
            method=method,
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
            n_candidates=options.candidates,
            seed=seed,
            attributes=[attribute.name for attribute in attributes],
        )
    if method == "thresholds":
        return partition.regularized_partitions(counts, m, seed, thresholds)
    return partition.regularized_partitions(counts, m, seed, method)


def _seen(partitions: PartitionSet, attributes: Sequence[Attribute]) -> list[dict[str, Any]]:
    """The seen shares that were asked for, as they are."""
    from .. import partition

    asked = partitions.selection.thresholds if partitions.selection else ()
    counts = {attribute.name: attribute.counts for attribute in attributes}
    return [
        {
            "attribute": one.attribute,
            "measure": one.measure,
            "values": partition.divergence(
                partitions.masks, counts[one.attribute], statistic=one.measure
            ).tolist(),
        }
        for one in asked
        if one.measure in SHARES
    ]


def text(result: dict[str, Any]) -> str:
    if "parts" in result:
        return build_parts.text(result)
    design, measured, overlaps = result["design"], result["regularization"], result["overlaps"]
    method = design["target"] or design["method"]
    lines = [
        f"Wrote {design['m']} {method} partitions of the {result['corpus']['n_units']:,} units of "
        f"{result['corpus']['name']} to {result['output']} (seed {design['seed']}).",
        "",
        table(
            ("labels", "counted", "J", "floor", "expected", "mean χ²/J", "largest χ²/J"),
            [
                (
                    name,
                    measured["counted"][name],
                    measured["n_labels"][name],
                    float(measured["floors"][name]),
                    float(measured["expected"][name]),
                    float(measured["achieved"][name]["mean"]),
                    float(measured["achieved"][name]["max"]),
                )
                for name in measured["attributes"]
            ],
        ),
        "",
    ]
    lines += [
        f"{one['measure']} of {one['attribute']}: {min(one['values']):.1%} to {max(one['values']):.1%}."
        for one in result["seen"]
    ]
    if measured["candidates"]:
        lines.append(
            f"{measured['survivors']:,} of {measured['candidates']:,} random halves met the thresholds."
        )
    if overlaps["max_deviation"] is not None:
        lines.append(
            f"Two training halves ideally share n/4 = {overlaps['expected']:,g} units; these deviate from it "
            f"by {overlaps['max_deviation']:,g} at most."
        )
        lines += ["", _shared(result["overlap_counts"]), ""]
    lines.append(f"Signature {result['signature']}, {result['digest']}.")
    return "\n".join([*lines])


def _shared(counts: dict[str, Any]) -> str:
    """Pairs of training halves by the units they share; what no pair has is left out."""
    width = counts["width"]
    rows = [
        (f"{value:,}" if width == 1 else f"{value:,} to {value + width - 1:,}", pairs, float(random))
        for value, pairs, random in zip(counts["values"], counts["pairs"], counts["random"], strict=True)
        if pairs
    ]
    return table(("shared units", "pairs", "random halves"), rows)
