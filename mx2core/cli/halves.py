"""A corpus and its halves: what it is, where halves stand, and files that training code needs."""

from __future__ import annotations

import io
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from .. import exchange, partition
from ..corpus.files.memory import give_back
from ..corpus.sentences import Attribute
from ..corpus.units.attributes import is_single_unit
from ..errors import InputError, UsageError, Whole
from ..exchange import SNIPPETS, read_partitions
from ..files import write_whole, writing_whole
from ..partition import PartitionSet, expected, floor
from ..partition.halves.candidates import N_RANDOM
from ..partition.measures import MEASURES, PAPER, SHARES
from ..partition.parts.judgement import mid_percentiles, percentile_text
from .options import corpus_options
from .options.declared import at_least, bounds, command, either, given, option
from .text import Report, semicolon_list, sentence, table

CORPUS = """
{file}: {n_units:,} units (unit: {unit!t}), {n_sentences:,} sentences, format {format}, encoding {encoding}.

[attributes] labels=name types_J=n_labels occurrences counted!t expected_χ²/J=expected floor
"""


@command(*corpus_options.CORPUS)
def inspect(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    attributes = []
    for name in corpus.attributes:
        give_back()  # what the attribute before took
        one = corpus.attributes.not_kept(name)
        # chi2/J of random halves, and the least that any have; None where one unit has all labels
        law = (None, None) if is_single_unit(one) else (expected(one.counts), floor(one.counts))
        row = {"name": name, "counted": one.counted, "n_labels": len(one.labels)}
        row |= {"occurrences": int(one.counts.sum()), "expected": law[0], "floor": law[1]}
        attributes.append(row)
    n_sentences = int((~corpus.sentences.repeats).sum())
    json = "file=corpus.name n_sentences attributes warnings=corpus.notices"
    of = given(corpus, "format encoding unit sha256 units_sha256") | {"n_units": len(corpus)}
    return Report(CORPUS, names=locals(), json=json, **of)


QUANTILES = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)
TITLES = ("min", "1%", "5%", "25%", "median", "75%", "95%", "99%", "max")
MEASURE = semicolon_list(
    sentence("{key}, {name}", key=key, name=MEASURES[key].name or MEASURES[key].symbol)
    for key in corpus_options.label_measures()
)
THRESHOLDS = option("--thresholds", "upper bound, or LOWER:UPPER, for each attribute: 0.9,0.55", bounds, "C")
SCORES = """
{symbol} of {candidates:,} random halves (seed {seed}) of the {n_units:,} units of {corpus}:

[quantiles] labels=name counted!t J=n_labels floor expected min 1% 5% 25% median 75% 95% 99% max

{best.share:.0%} of these halves have every {symbol} at most {best.bound:.4f}.
{survivors:,} of them ({percent:.4g}%) meet the thresholds.

{given_too}, and its mid-percentile among these halves:

{shown}
"""


@command(
    *corpus_options.MEASURED,
    option("--measure", MEASURE, corpus_options.label_measures(), "MEASURE", default=PAPER),
    option("--candidates", "random halves", at_least(100), "N", default=N_RANDOM),
    *corpus_options.SEEDED,
    either(THRESHOLDS, option("--partitions", "score these; JSON, or fold columns in CSV", value="P.json")),
)
def score(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    thresholds = thresholds_of(attributes, options.thresholds, [options.measure])
    judged = read_partitions(options.partitions, corpus) if options.partitions else None
    halves = partition.score_halves(
        [attribute.counts for attribute in attributes],
        options.candidates,
        seed=options.seed,
        names=[attribute.name for attribute in attributes],
        measures=[options.measure] * len(attributes),
    )
    best = None  # shares have none: of them more is better
    if options.measure not in SHARES:
        best = partition.rank_candidates(halves.divergences)
    survivors = None if options.thresholds is None else int(halves.survivors(thresholds).sum())
    places = [] if judged is None else _places(judged.partitions, attributes, halves)
    rows: list[dict[str, Any]] = [
        {**given(one, "name counted"), "n_labels": len(one.labels), **given(scored, "floor expected")}
        | {"quantiles": dict(zip(map("{:g}".format, QUANTILES), values, strict=True))}
        for one, scored in zip(attributes, halves.attributes, strict=True)
        for values in [np.quantile(scored.ordered, QUANTILES).tolist()]
    ]
    titles = ["partition", *(title for one in rows for title in (Whole(one["name"]), "percentile"))]
    cells = [
        (k, *(cell for one in row.values() for cell in (one["value"], percentile_text(one["percentile"]))))
        for k, row in enumerate(places, start=1)
    ]
    symbol, n_units = MEASURES[options.measure].symbol, len(corpus)
    percent = 100 * (survivors or 0) / options.candidates
    quantiles = [row | dict(zip(TITLES, row["quantiles"].values(), strict=True)) for row in rows]
    given_too, shown = (symbol, table(titles, cells)) if places else (None, None)
    warnings = (*corpus.notices, *(judged.notices if judged else ()))
    asked = "candidates=options.candidates seed=options.seed measure=options.measure"
    found = "attributes=rows five_percent_c=best.bound survivors partitions=places warnings"
    return Report(SCORES, names=locals(), json=f"corpus=corpus.name n_units {asked} {found}")


def _places(
    partitions: PartitionSet, attributes: Sequence[Attribute], halves: partition.ScoredHalves
) -> list[dict[str, Any]]:
    """The measure of each partition in each attribute, and its mid-percentile among the random halves."""
    found = {}
    for one, scored, among in zip(attributes, halves.attributes, halves.divergences.T, strict=True):
        values = partition.divergence(partitions.masks, one.counts, statistic=scored.measure).tolist()
        both = zip(values, mid_percentiles(values, among).tolist(), strict=True)
        found[scored.name] = [{"value": value, "percentile": share} for value, share in both]
    return [dict(zip(found, row, strict=True)) for row in zip(*found.values(), strict=True)]


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
    asked = []
    for attribute, measure, (low, high) in zip(attributes, each, ends, strict=True):
        asked.append(bound := partition.Thresholds(attribute.name, measure, low, high))
        if measure == PAPER and bound.unreachable(least := floor(attribute.counts)):
            raise InputError(
                "No halves have χ²/J of {attribute} at most {bound:g}; the floor is {floor:.4f}.",
                attribute=attribute.name,
                bound=bound.upper,
                floor=least,
            )
    return tuple(asked)


FILES = {  # what is written from the partitions and the corpus
    "json": "partitions and what was measured on them; verified in full on import",
    "csv": "one line a row of the corpus file, one column a split: 1 or 2, the half it is in",
    "arff": "OpenML task splits: repeat = partition, fold = half",
    "zip": "train and validation file of every fold, in the corpus's own format",
    "units": "the units as JSON lines (id, text, label, tokens), for the code below",
    "scores": "a table to fill in for `test`, a row a training",
}
PROGRAM = "a program that trains on every fold and writes scores or predictions"
FORMS = "; ".join(map(": ".join, [*FILES.items(), (", ".join(SNIPPETS), PROGRAM)]))

WROTE = """
Wrote {form} of the {m} partitions of the {n_units:,} units of {corpus} to {output}.
It reads {reads}, written beside it: run it there.
"""


@command(
    *corpus_options.CORPUS,
    corpus_options.PARTITIONS,
    option("--as", FORMS, (*FILES, *SNIPPETS), "FORM", dest="form", required=True),
    corpus_options.ATTRIBUTES,
    option("-o/--output", "file to write", value="FILE", required=True),
)
def export(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes) if options.attributes else None
    read = read_partitions(options.partitions, corpus)
    partitions, names = read.partitions, _companions(options)
    made: dict[str, Callable[[], bytes]] = {  # the form asked for is code where it is none of the others
        options.form: lambda: exchange.snippet(options.form, next(iter(names)), corpus=corpus).encode(),
        "json": lambda: exchange.partitions_json(partitions, corpus, attributes=attributes),
        "csv": lambda: exchange.write_fold_columns(partitions, corpus),
        "arff": lambda: exchange.write_arff(partitions, corpus),
        "units": lambda: exchange.write_units(corpus),
        "scores": lambda: exchange.score_template(partitions),
    }

    def write(form: str, file: BinaryIO) -> None:
        if form == "zip":
            data = corpus_options.content(options)
            exchange.write_fold_files(file, partitions, corpus=corpus, data=data, attributes=attributes)
        else:
            file.write(made[form]())

    beside = {}
    for name, form in names.items():  # a file whose name nobody gave is never overwritten
        path, file = Path(options.output).with_name(name), io.BytesIO()
        if form == "json" and path.exists() and path.samefile(options.partitions):
            continue
        write(form, file)
        beside[path] = file.getvalue()
        if path.exists() and path.read_bytes() != beside[path]:
            raise InputError("{path} has other content. Write to another folder.", path=path)
    with writing_whole(options.output) as whole:
        write(options.form, whole)
    for path, data in beside.items():
        write_whole(path, data)
    n_units, reads, warnings = len(corpus), tuple(names), (*corpus.notices, *read.notices)
    of = "signature=partitions.signature m=partitions.m corpus=corpus.name n_units reads warnings"
    return Report(WROTE, names=locals(), json=f"output=options.output form=options.form {of}")


def _companions(options: Namespace) -> dict[str, str]:
    """The files that a program reads and their forms, partitions first."""
    if options.form not in SNIPPETS:
        return {}
    if options.form == "crf++":
        return {"partitions.zip": "zip"}
    given = Path(options.partitions)
    name = given.name if given.suffix.lower() == ".json" else "partitions.json"
    return {name: "json", "units.jsonl": "units"}
