"""Where an existing split stands among random splits of the same sizes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...corpus.model import Corpus
from ...corpus.sentences import Attribute
from ...corpus.units.near_duplicates import BOUND, DIGITS
from ...errors import InputError, Notice, UsageError
from ..options import corpus_options, progress
from ..tables import table
from . import build

if TYPE_CHECKING:
    from ...exchange import NamedParts
    from ...judge import CardRow, SplitCard
    from ...partition import Judgement

HELP = "Judge a train/validation split of any ratio, or K folds, beside random ones of the same sizes."
LABELS = 5  # labels shown of each attribute, those that add most
EXAMPLES = 5  # names of units shown


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_attributes(command)
    about = "one of these; default: the field split of files given together"
    split = command.add_argument_group("the split", about).add_mutually_exclusive_group()
    split.add_argument(
        "--split",
        metavar="WHERE",
        help="a field or column that names the part of each unit, such as split or fold; or a file: the "
        "training units one a line, a table with unit_id and fold or part, or parts or partitions in JSON",
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
        help="a part of --split that is trained on; may be given more than once; default: one called train",
    )
    command.add_argument(
        "--numbers",
        choices=("rows", "rows-from-0", "units", "names"),
        help="what numbers in a list are: rows of the corpus file counted from 1 or from 0, units "
        "counted from 0, or names; default: names, if units have such, else rows, counted in the way "
        "that fits",
    )
    command.add_argument(
        "--index",
        type=corpus_options.at_least(1),
        metavar="K",
        help="which of several partitions in the file of --split, from 1; default: 1",
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
        "--digits",
        choices=[name for name in DIGITS if name],
        default="auto",
        help="of near-duplicates: all digits count as one, or they tell tokens apart; auto (default): one, "
        "unless most tokens hold digits",
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
        metavar="PARTS",
        help="write parts of the same sizes that keep near-duplicates together and whose labels are "
        "spread as by chance, by the ending .csv, .json or .zip",
    )
    command.add_argument(
        "--fail-if",
        metavar="CONDITION",
        action="append",
        default=[],
        help="a gate: exit status 3 if a row of the card is so, such as near>0.05, seen:word<0.7, "
        "labels.percentile>0.95 or smallest<10; may be repeated",
    )


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    condition: str
    rows: tuple[CardRow, ...]  # that meet it: the gate fails


@dataclass(frozen=True, slots=True, eq=False)
class LabelRow:
    """One of the labels that make a part differ."""

    attribute: str
    part: str  # the one that differs most
    label: str
    in_training: int
    expected_in_training: float
    in_part: int
    contribution: float  # to chi2/J


@dataclass(frozen=True, slots=True, eq=False)
class BetterSplit:
    output: str
    sizes: tuple[int, ...]
    near: int  # validated units with a near-duplicate in training
    off: Notice | None
    effect: Notice


@dataclass(frozen=True, slots=True, eq=False)
class JudgedSplit:
    card: SplitCard
    seed: int
    labels: tuple[LabelRow, ...]
    same_text: tuple[str, ...]  # validated units with the text of a training unit
    fail_if: tuple[Gate, ...]
    holds: bool | None  # whether all gates do; None without any
    better: BetterSplit | None
    read_as: Notice | None
    digits: Notice | None  # what near-duplicates make of them
    warnings: tuple[Notice, ...]


def run(options: argparse.Namespace) -> JudgedSplit:
    from ...corpus.units.near_duplicates import near_duplicates
    from ...judge import split_card, text_seen_in_training
    from ...judge.rows import read_condition

    for condition in options.fail_if:
        read_condition(condition)
    if options.better:
        build.form_of(options.better)
    corpus, parts = _split(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    digits = DIGITS[options.digits]
    report = progress.large(corpus, options.near, digits=digits, quiet=options.quiet)
    card = split_card(
        corpus,
        parts,
        attributes=attributes,
        n_random=options.candidates,
        seed=options.seed,
        near=near_duplicates(corpus, options.near, digits=digits, report=report),
        reference=options.reference,
        report=report,
    )
    fail_if = tuple(Gate(condition, card.failing(condition)) for condition in options.fail_if)
    return JudgedSplit(
        card,
        options.seed,
        tuple(
            row
            for one, judged in zip(attributes, card.judged, strict=True)
            for row in _labels(one, judged, parts)
        ),
        tuple(corpus.unit_ids[unit] for unit in text_seen_in_training(corpus, parts).tolist()),
        fail_if,
        not any(gate.rows for gate in fail_if) if fail_if else None,
        _better(options, corpus, attributes, card) if options.better else None,
        parts.said,
        card.near.said,
        corpus.notices,
    )


def _split(options: argparse.Namespace) -> tuple[Corpus, NamedParts]:
    """The corpus and its parts."""
    from ...exchange import parts_by_column, parts_of_files, read_parts

    corpus = corpus_options.read(options)
    if options.others is not None:
        if options.train_value is not None or len(options.others) > 2:
            raise UsageError(
                "--with takes one or two files and no --train-value, found {n}.",
                n=len(options.others),
            )
        files = [argparse.Namespace(**{**vars(options), "file": file}) for file in options.others]
        return parts_of_files(corpus, *map(corpus_options.read, files))
    where = options.split or "split"
    known = where in corpus.sentences.fields or where in corpus.sentences.columns
    is_file = options.split is not None and not known and Path(where).exists()
    if not is_file and (options.index is not None or options.numbers is not None):
        raise UsageError("{option} needs {other}.", option="--index, --numbers", other="--split FILE")
    if options.split is None and not known:
        raise InputError(
            "{corpus} has no field split. Use --split, --with, or all its files.",
            corpus=corpus.name,
        )
    if is_file:
        parts = read_parts(where, corpus, index=options.index or 1, numbers=options.numbers or "auto")
    else:
        parts = parts_by_column(corpus, where)
    return corpus, parts.trained_on_values(options.train_value, where) if options.train_value else parts


def _labels(attribute: Attribute, judged: Judgement, parts: NamedParts) -> Iterator[LabelRow]:
    """The labels that add most to chi2/J of the part that differs most."""
    part = parts.validated[int(np.argmax(judged.values))]
    shares = parts.contributions(part, attribute.counts)
    for j in np.argsort(-shares.contribution, kind="stable")[:LABELS].tolist():
        yield LabelRow(
            attribute.name,
            parts.names[part],
            attribute.labels[j],
            int(shares.first[j]),
            float(shares.expected[j]),
            int(shares.second[j]),
            float(shares.contribution[j]),
        )


def _better(
    options: argparse.Namespace, corpus: Corpus, attributes: list[Attribute], card: SplitCard
) -> BetterSplit:
    """Parts of the same sizes and names, written."""
    from dataclasses import replace

    from ...judge import better_parts
    from ...partition.parts.fold_effect import fold_effect

    built = better_parts(corpus, card.parts.sizes, attributes=attributes, near=card.near, seed=options.seed)
    parts = replace(card.parts, of_unit=built.of_unit)
    build.write_parts(
        options,
        options.better,
        parts,
        corpus,
        attributes,
        kept_whole=["near-duplicates"],
        target="typical",
    )
    return BetterSplit(
        options.better,
        built.sizes,
        len(parts.validated_among(card.near.across)),
        built.off,
        fold_effect(folds=parts.training is None),
    )


def text(result: JudgedSplit) -> str:
    from ...judge.rows import unusual_first

    card, parts = result.card, result.card.parts
    sizes = ", ".join(f"{name}: {size:,}" for name, size in zip(parts.names, parts.sizes, strict=True))
    against = "all others" if parts.training is None else parts.names[parts.training]
    lines = [
        *(_gate_line(gate) for gate in result.fail_if),
        f"{card.name}, {len(parts.of_unit):,} units: {sizes}. Each part is measured against {against}.",
        *([str(result.read_as)] if result.read_as else []),
        "",
    ]
    if len(parts.validated) > 1:
        labels = [row for row in card.rows if row.what == "labels"]
        names = [parts.names[k] for k in parts.validated]
        values = [one.values.tolist() for one in card.judged]
        header = ("χ²/J of", *(str(row.name) for row in labels))
        lines += [table(header, list(zip(names, *values, strict=True))), ""]
    for name in dict.fromkeys(row.attribute for row in result.labels):
        rows = [row for row in result.labels if row.attribute == name]
        titles = (f"labels of {name}", "in training", "expected", f"in {rows[0].part}", "part of χ²/J")
        cells = [
            (row.label, row.in_training, f"{row.expected_in_training:,.1f}", row.in_part, row.contribution)
            for row in rows
        ]
        lines += [table(titles, cells), ""]
    if result.same_text:
        named = ", ".join(result.same_text[:EXAMPLES]) + (", …" if len(result.same_text) > EXAMPLES else "")
        lines.append(f"{len(result.same_text):,} validated units have the text of a training unit: {named}.")
    else:
        lines.append("No validated unit has the text of a training unit.")
    if result.digits:
        lines.append(f"{result.digits} --digits {'one' if card.near.digits else 'apart'} changes that.")
    in_order = unusual_first(card.rows)
    lines += [
        "",
        table(
            ("card", "of", "value", "random", "percentile", "word"),
            [
                (row.what, row.name or "", row.value, row.standing.mean, row.percent, row.word)
                for row in in_order
            ],
        ),
        "",
        *(f"{_row_name(row)}: {row.meaning}" for row in in_order if row.word != "typical"),
        "",
        " ".join(map(str, card.sentences)),
    ]
    if result.better:
        made = result.better
        lines += [
            "",
            f"Wrote parts of {', '.join(f'{size:,}' for size in made.sizes)} units to {made.output}: "
            f"{made.near:,} near-duplicates on both sides.",
            *([str(made.off)] if made.off else []),
            "The seen share is not adjusted. To see it, judge the split that was written.",
            str(made.effect),
        ]
    return "\n".join(lines)


def _gate_line(gate: Gate) -> str:
    met = ", ".join(f"{_row_name(row)} is {row.value:.4g} (percentile {row.percent})" for row in gate.rows)
    return f"{gate.condition}: {'fails: ' + met if met else 'passed'}."


def _row_name(row: CardRow) -> str:
    return f"{row.what}:{row.name}" if row.name else row.what
