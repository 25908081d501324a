"""Where an existing split stands among random splits of the same sizes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..corpus.model import Corpus
from ..corpus.near_duplicates import BOUND
from ..corpus.sentences import Attribute
from ..errors import InputError, UsageError
from . import corpus_options, judge_parts, progress
from .card_text import card_lines, gate_lines, gates
from .tables import table

if TYPE_CHECKING:
    from ..corpus.near_duplicates import NearDuplicates
    from ..exchange.split_card import SplitCard
    from ..exchange.splits import SharedText
    from ..partition import SplitJudgement

HELP = "Judge a train/validation split of any ratio, or K folds, beside random ones of the same sizes."
LABELS = 5  # labels shown of each attribute, those that add most
EXAMPLES = 5  # names of units shown


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_attributes(command)
    about = "one of these; default: the field split of files given together"
    split = command.add_argument_group("the split", about).add_mutually_exclusive_group()
    split.add_argument(
        "--train-ids",
        metavar="IDS",
        help="file with the training units, one a line: names, or row numbers",
    )
    split.add_argument("--column", metavar="NAME", help="field or column that says the side, such as split")
    split.add_argument(
        "--partitions", metavar="P.json", help="exported partitions: JSON, or fold columns in CSV"
    )
    split.add_argument(
        "--folds",
        metavar="FOLDS",
        help="judge all parts at once: K folds, or train, dev and test. A field or column that names the "
        "part of each unit, or a file (CSV with the columns unit_id and fold or part; or JSON)",
    )
    split.add_argument(
        "--with",
        dest="others",
        metavar="PART",
        nargs="+",
        help="FILE is the training part, these are the validation and, if there is one, the test part",
    )
    command.add_argument(
        "--train-value",
        metavar="V",
        action="append",
        help="value of --column on the training side; may be given more than once",
    )
    command.add_argument(
        "--numbers",
        choices=("rows", "rows-from-0", "units", "names"),
        help="what numbers of --train-ids are: rows of the corpus file counted from 1 or from 0, units "
        "counted from 0, or names; default: names, if units have such, else rows, counted in the way "
        "that fits",
    )
    command.add_argument(
        "--index",
        type=corpus_options.at_least(1),
        metavar="K",
        help="which of the --partitions, from 1; default: 1",
    )
    command.add_argument(
        "--candidates",
        type=corpus_options.at_least(100),
        metavar="N",
        help="random splits; default: 10000, or 4000 for more than 50000 units; of folds 2000, or 500",
    )
    command.add_argument("--seed", type=corpus_options.at_least(0), default=0)
    command.add_argument(
        "--near",
        type=float,
        default=BOUND,
        metavar="J",
        help="Jaccard similarity of near-duplicates, from 0 to 1; default: %(default)s",
    )
    command.add_argument(
        "--reference",
        choices=("auto", "units", "near", "documents", "both"),
        default="auto",
        help="what the random splits keep whole: near-duplicates, documents, both or single units only. "
        "auto (default): what the judged split itself keeps whole",
    )
    command.add_argument(
        "--better",
        metavar="P.json",
        help="write a split of the same sizes that keeps near-duplicates together and whose labels are "
        "spread as by chance; of folds by the ending .csv, .json or .zip",
    )
    command.add_argument(
        "--fail-if",
        metavar="CONDITION",
        action="append",
        default=[],
        help="a gate: exit status 3 if a row of the card is so, such as near>0.05, seen:word<0.7, "
        "labels.percentile>0.95 or smallest<10; may be repeated",
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..exchange.card_rows import read_condition
    from ..exchange.split_card import split_card
    from ..exchange.splits import text_on_both_sides

    for condition in options.fail_if:
        read_condition(condition)
    if options.folds is not None:
        if options.train_value is not None:
            raise UsageError("--train-value says which value of --column is the training set. Give both.")
        return judge_parts.run(options)
    corpus, mask, read_as = _split(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    card = split_card(
        corpus,
        mask,
        attributes=attributes,
        n_random=options.candidates,
        seed=options.seed,
        near=options.near,
        reference=options.reference,
        report=progress.large(corpus, options.near, quiet=options.quiet),
    )
    better = _better(options, corpus, mask, attributes, card) if options.better else None
    return {
        "better": better,
        **gates(card, options.fail_if),
        "corpus": {"name": corpus.name, "n_units": len(corpus), "unit": corpus.unit},
        "split": {"n_train": card.n_train, "n_validation": card.n_validation, "read_as": read_as},
        "seed": options.seed,
        "attributes": [_described(a, j) for a, j in zip(attributes, card.judged, strict=True)],
        "card": card.document(),
        "text_on_both_sides": _shared(corpus, text_on_both_sides(corpus, mask)),
        "near_duplicates": _near(corpus, card.near, mask),
        "warnings": corpus_options.warnings(corpus.notices),
    }


def _better(
    options: argparse.Namespace,
    corpus: Corpus,
    mask: NDArray[np.bool_],
    attributes: list[Attribute],
    card: SplitCard,
) -> dict[str, Any]:
    """A better split of the same sizes, written as partitions."""
    from ..exchange import partitions_json
    from ..exchange.split_card import better_split
    from ..files import write_whole
    from ..partition import PartitionSet
    from ..partition.fold_effect import fold_effect

    parts = better_split(corpus, mask, attributes=attributes, near=card.near, seed=options.seed)
    partitions = PartitionSet(parts.train()[None], "imported", options.seed)
    write_whole(options.better, partitions_json(partitions, corpus, attributes=attributes))
    return {
        "output": options.better,
        "n_train": parts.sizes[0],
        "n_validation": parts.sizes[1],
        "near": len(card.near.across(parts.train())),
        "divergence": dict(zip([one.name for one in attributes], parts.divergence.tolist(), strict=True)),
        "off": parts.off and str(parts.off),
        "effect": str(fold_effect(folds=False)),
    }


def _split(options: argparse.Namespace) -> tuple[Corpus, NDArray[np.bool_], str | None]:
    """The corpus, its training side, and how a list of numbers was read."""
    from ..exchange import read_split, read_unit_list, splits

    elsewhere = (options.train_ids, options.partitions, options.others)
    if options.train_value is not None and any(value is not None for value in elsewhere):
        raise UsageError("--train-value says which value of --column is the training set. Give both.")
    if options.index is not None and options.partitions is None:
        raise UsageError("--index says which of the --partitions to judge. Give both.")
    if options.numbers is not None and options.train_ids is None:
        raise UsageError("--numbers says what the numbers of --train-ids are. Give both.")
    if options.others is not None and len(options.others) > 2:
        raise UsageError(
            "--with takes a validation file and at most one test file, got {n} files.", n=len(options.others)
        )
    corpus = corpus_options.read(options)
    if options.others is not None:
        others = [
            corpus_options.read(argparse.Namespace(**{**vars(options), "file": file}))
            for file in options.others
        ]
        return *splits.split_of_files(corpus, *others), None
    named = (options.train_ids, options.partitions, options.column)
    if all(value is None for value in named):
        if "split" not in corpus.sentences.fields:
            raise InputError(
                "{corpus} has no field split. Give the split with --train-ids, --column, --partitions or "
                "--with, or give its files together.",
                corpus=corpus.name,
            )
        return corpus, splits.split_by_column(corpus, "split", options.train_value), None
    if options.column is not None:
        return corpus, splits.split_by_column(corpus, options.column, options.train_value), None
    if options.train_ids is not None:
        listed = read_unit_list(options.train_ids, corpus, numbers=options.numbers or "auto")
        return corpus, listed.mask, str(listed.said) if listed.said else None
    return corpus, read_split(options.partitions, corpus, index=options.index or 1), None


def _described(attribute: Attribute, judged: SplitJudgement) -> dict[str, Any]:
    parts = judged.contributions
    order = np.argsort(-parts.contribution, kind="stable")[:LABELS]
    return {
        "name": attribute.name,
        "counted": attribute.counted,
        "n_labels": len(attribute.labels),
        "divergence": judged.divergence,
        "percentile": judged.percentile,
        "expected": judged.expected,
        "random_splits": len(judged.random),
        "verdict": judged.verdict,
        "suggestion": judged.suggestion,
        "labels": [
            {
                "label": attribute.labels[j],
                "train": parts.first[j],
                "validation": parts.second[j],
                "expected_in_train": parts.expected[j],
                "contribution": parts.contribution[j],
            }
            for j in order.tolist()
        ],
    }


def _shared(corpus: Corpus, shared: SharedText) -> dict[str, Any]:
    return {
        "n_train": len(shared.training),
        "n_validation": len(shared.other),
        "validation_examples": [corpus.unit_ids[i] for i in shared.other[:EXAMPLES].tolist()],
    }


def _near(corpus: Corpus, near: NearDuplicates, mask: NDArray[np.bool_]) -> dict[str, Any]:
    across = near.across(mask)
    return {
        "bound": near.bound,
        "n_units": near.n_units,
        "n_validation": len(across),
        "n_validation_random": near.expected_across(int(mask.sum())),
        "validation_examples": [corpus.unit_ids[i] for i in across[:EXAMPLES].tolist()],
    }


def text(result: dict[str, Any]) -> str:
    from ..partition.judgement import said_percent

    if "training" in result:
        return judge_parts.text(result)
    corpus, split, attributes = result["corpus"], result["split"], result["attributes"]
    parts = [
        *gate_lines(result),
        f"{corpus['name']}: {split['n_train']:,} training units, {split['n_validation']:,} others "
        f"({split['n_train'] / corpus['n_units']:.1%} to {split['n_validation'] / corpus['n_units']:.1%}).",
        *filter(None, [split["read_as"]]),
        "",
        table(
            ("labels", "counted", "J", "χ²/J", "percentile", "mean of random splits"),
            [
                (
                    a["name"],
                    a["counted"],
                    a["n_labels"],
                    float(a["divergence"]),
                    f"{said_percent(a['percentile']):.1f}%",
                    float(a["expected"]),
                )
                for a in attributes
            ],
        ),
        "",
        *(f"{a['name']}: {a['suggestion']}" for a in attributes),
    ]
    for a in attributes:
        rows = [
            (
                row["label"],
                row["train"],
                f"{row['expected_in_train']:,.1f}",
                row["validation"],
                float(row["contribution"]),
            )
            for row in a["labels"]
        ]
        header = (f"labels of {a['name']}", "train", "expected", "others", "part of χ²/J")
        parts += ["", table(header, rows)]
    shared = result["text_on_both_sides"]
    if shared["n_validation"]:
        names = ", ".join(shared["validation_examples"])
        more = ", …" if shared["n_validation"] > len(shared["validation_examples"]) else ""
        parts += [
            "",
            f"{shared['n_validation']:,} of the other units have the text of a training unit: {names}{more}.",
        ]
    else:
        parts += ["", "No unit has the text of a unit on the other side."]
    near = result["near_duplicates"]
    parts += [
        f"Near-duplicates (similarity {near['bound']:g} or more): {near['n_validation']:,} of the other "
        f"units have one in training; random splits of these sizes give {near['n_validation_random']:,.1f}."
    ]
    lines = [*parts, "", *card_lines(result["card"])]
    if result["better"]:
        row = result["better"]
        values = ", ".join(f"χ²/J of {name} {value:.3f}" for name, value in row["divergence"].items())
        lines += [
            "",
            f"Wrote a split into {row['n_train']:,} and {row['n_validation']:,} units to {row['output']}: "
            f"{row['near']:,} near-duplicates on both sides, {values}.",
            *filter(None, [row["off"]]),
            "The seen share is not adjusted. To see it, judge the split that was written.",
            row["effect"],
        ]
    return "\n".join(lines)
