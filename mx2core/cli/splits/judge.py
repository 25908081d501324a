"""Where an existing split stands among random splits of the same sizes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...corpus.model import Corpus
from ...corpus.sentences import Attribute
from ...corpus.units.near_duplicates import BOUND, DIGITS, near_duplicates
from ...errors import InputError, UsageError, Whole
from ...exchange import NamedParts, parts_by_column, parts_of_files, read_parts
from ...judge import CardRow, SplitCard, better_parts, split_card
from ...judge.rows import read_condition, unusual_first
from ...partition import Judgement
from ...partition.parts.fold_effect import fold_effect
from ..options import corpus_options, progress
from ..options.declared import Either, Group, needs, option
from ..options.values import at_least
from ..tables import (
    Paragraphs,
    Report,
    Said,
    columns,
    joined,
    lines,
    listed,
    listing,
    said,
    sizes_of,
    table,
    term,
    titled,
)
from .part_files import form_of, write_parts

LABELS = 5  # labels shown of each attribute, those that add most
EXAMPLES = 5  # names of units shown
DIGIT_CHOICES = [name for name in DIGITS if name]
REFERENCES = ("auto", "units", "near", "documents", "both")
GATES = "exit status 3 if a row of the card is so: near>0.05, labels.percentile>0.95; may be repeated"
CARD = columns(
    "card=row.what of=row.name value=row.value random=row.standing.mean percentile=row.percent word"
)
WHERE = (
    "a field or column that names the part of each unit, such as split or fold; or a file: the training "
    "units one a line, a table with unit_id and fold or part, or parts or partitions in JSON"
)
SPLIT = (
    option("--split", WHERE, value="WHERE"),
    option("--with", "FILE is the training part, these validate", value="PART", nargs="+", dest="others"),
)
OPTIONS = (
    *corpus_options.CORPUS,
    corpus_options.ATTRIBUTES,
    Group("the split", "one of these; default: the field split of files given together", Either(*SPLIT)),
    option("--train-value", "a part that is trained on; may be repeated", value="V", action="append"),
    option("--numbers", "what numbers in a list of units are", ("rows", "rows-from-0", "units", "names")),
    option("--index", "which of several partitions in the file of --split; default: 1", at_least(1), "K"),
    option("--candidates", "random splits; default: by the size of the corpus", at_least(100), "N"),
    corpus_options.SEED,
    option("--near", "Jaccard similarity of near-duplicates, from 0 to 1", float, "J", default=BOUND),
    option("--digits", "of near-duplicates: alike, or telling tokens apart", DIGIT_CHOICES, default="auto"),
    option("--reference", "what random splits keep whole, too", REFERENCES, default="auto"),
    option("--better", "write better parts of these sizes: .csv, .json, .zip", value="PARTS"),
    option("--fail-if", GATES, value="CONDITION", action="append", default=[]),
)


def run(options: argparse.Namespace) -> Report:
    for condition in options.fail_if:
        read_condition(condition)
    if options.better:
        form_of(options.better)
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
    of_attributes = zip(attributes, card.judged, strict=True)
    fail_if = tuple({"condition": one, "rows": card.failing(one)} for one in options.fail_if)
    return Report(
        _words,
        card=card,
        seed=options.seed,
        labels=tuple(row for one, judged in of_attributes for row in _labels(one, judged, parts)),
        same_text=tuple(corpus.unit_ids[unit] for unit in card.leaked.tolist()),
        fail_if=fail_if,
        holds=not any(gate["rows"] for gate in fail_if) if fail_if else None,
        better=_better(options, corpus, attributes, card) if options.better else None,
        read_as=parts.notice,
        digits=card.near.notice,
        warnings=corpus.notices,
    )


def _split(options: argparse.Namespace) -> tuple[Corpus, NamedParts]:
    """The corpus and its parts."""
    corpus = corpus_options.read(options)
    if options.others is not None:
        if options.train_value is not None or len(options.others) > 2:
            raise UsageError(
                "--with takes one or two files and no --train-value, found {n}.", n=len(options.others)
            )
        return parts_of_files(corpus, *(corpus_options.read(options, file) for file in options.others))
    where = options.split or "split"
    known = where in corpus.sentences.fields or where in corpus.sentences.columns
    is_file = options.split is not None and not known and Path(where).exists()
    if not is_file and (options.index is not None or options.numbers is not None):
        raise needs(["--index", "--numbers"], "--split FILE")
    if options.split is None and not known:
        raise InputError(
            "{corpus} has no field split. Use --split, --with, or all its files.", corpus=corpus.name
        )
    if is_file:
        parts = read_parts(where, corpus, index=options.index or 1, numbers=options.numbers or "auto")
    else:
        parts = parts_by_column(corpus, where)
    return corpus, parts.trained_on_values(options.train_value, where) if options.train_value else parts


def _labels(attribute: Attribute, judged: Judgement, parts: NamedParts) -> Iterator[dict[str, Any]]:
    """The labels that add most to chi2/J of the part that differs most."""
    part = parts.validated[int(np.argmax(judged.values))]
    shares = parts.contributions(part, attribute.counts)
    of = {"attribute": attribute.name, "part": parts.names[part]}
    columns = {
        "in_training": shares.first,
        "expected_in_training": shares.expected,
        "in_part": shares.second,
        "contribution": shares.contribution,
    }
    for j in np.argsort(-shares.contribution, kind="stable")[:LABELS].tolist():
        yield of | {"label": attribute.labels[j]} | {name: one[j].item() for name, one in columns.items()}


def _better(
    options: argparse.Namespace, corpus: Corpus, attributes: list[Attribute], card: SplitCard
) -> dict[str, Any]:
    """Parts of the same sizes and names, written."""
    built = better_parts(corpus, card.parts.sizes, attributes=attributes, near=card.near, seed=options.seed)
    parts = replace(card.parts, of_unit=built.of_unit)
    made = {"target": "typical", "kept_whole": ["near-duplicates"], "seed": options.seed}
    write_parts(options, options.better, parts, corpus, attributes, made)
    return {
        "output": options.better,
        "sizes": built.sizes,
        "near": len(parts.validated_among(card.near.twins)),  # validated with a near-duplicate in training
        "off": built.size_notice,
        "effect": fold_effect(folds=parts.training is None),
    }


def _words(found: Report) -> Paragraphs:
    card, parts = found.card, found.card.parts
    against = said("Each part is measured against all others.")
    if parts.training is not None:
        against = said("Each part is measured against {part}.", part=parts.names[parts.training])
    sizes = sizes_of(dict(zip(parts.names, parts.sizes, strict=True)))
    about = {"n_units": len(parts.of_unit), "sizes": sizes, "measured": against}
    yield lines(
        *map(_gate, found.fail_if),
        said("{name}, {n_units:,} units: {sizes}. {measured}", card, about),
        found.read_as,
    )
    if len(parts.validated) > 1:
        names = [parts.names[k] for k in parts.validated]
        values = [one.values.tolist() for one in card.judged]
        header = ("χ²/J of", *(Whole(row.name) for row in card.rows if row.what == "labels"))
        yield table(header, list(zip(names, *values, strict=True)))
    for name in dict.fromkeys(row["attribute"] for row in found.labels):
        rows = [row for row in found.labels if row["attribute"] == name]
        columns = {
            titled("labels of {name}", name=name): "{label}",
            "in training": "{in_training}",
            "expected": "{expected_in_training:,.1f}",
            titled("in {part}", part=rows[0]["part"]): "{in_part}",
            "part of χ²/J": "{contribution}",
        }
        yield listing(rows, columns)
    yield lines(_same_text(found.same_text), found.digits and _digits(found))
    in_order = unusual_first(card.rows)
    yield listing([{"row": row, "word": term(row.word)} for row in in_order], CARD)
    unusual = [row for row in in_order if row.word != "typical"]
    yield lines(*(said("{name}: {meaning}", {"name": _name(row)}, row) for row in unusual))
    yield joined(card.sentences)
    if made := found.better:
        each = listed(f"{size:,}" for size in made["sizes"])
        yield lines(
            said(
                "Wrote parts of {sizes} units to {output}: {near:,} near-duplicates on both sides.",
                made,
                sizes=each,
            ),
            made["off"],
            said("The seen share is not adjusted. To see it, judge the split that was written."),
            made["effect"],
        )


def _same_text(units: Sequence[str]) -> Said:
    """The validated units with the text of a training unit, and the names of the first."""
    if not units:
        return said("No validated unit has the text of a training unit.")
    return said(
        "{n:,} validated units have the text of a training unit: {examples}.",
        n=len(units),
        examples=listed([*units[:EXAMPLES], *(["…"] if len(units) > EXAMPLES else [])]),
    )


def _digits(found: Report) -> Said:
    other = "one" if found.card.near.digits else "apart"
    return said("{notice} --digits {other} changes that.", notice=found.digits, other=other)


def _gate(gate: dict[str, Any]) -> Said:
    if not gate["rows"]:
        return said("{condition}: passed.", gate)
    met = (
        said("{name} is {value:.4g} (percentile {percent})", {"name": _name(row)}, row)
        for row in gate["rows"]
    )
    return said("{condition}: fails: {met}.", gate, met=listed(met))


def _name(row: CardRow) -> str:
    return f"{row.what}:{row.name}" if row.name else row.what
