"""Metrics of a table of answers, and what models cost on a corpus."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ..arguments import check_choice
from ..errors import InputError, UsageError, Whole
from ..exchange import read_answer_table, write_answer_table
from ..exchange.canonical import plain
from ..files import write_whole
from ..metrics import METRIC_GROUPS, AnswerTable, groups_for, measured_machine, sample_table, scored
from ..metrics.group_options import GROUP_OPTIONS
from ..metrics.groups import MetricScores
from ..partition import random_partitions
from ..studies import HAND_TESTS, INTERVALS, hand_sample, hand_tests_for
from ..training import compare
from ..training.scores.model_use import joined_parts, model_costs
from .options import corpus_options, progress, trainings
from .options.declared import Declared, command, costs, given, option, pairs
from .text import Report, Text, lines, paragraphs, sentence, table, term

COSTS = """
{corpus}: {n_units:,} units, both halves trained on; means of a fold.

[models] model=use.model seconds=use.seconds:.3f iterations=use.iterations:,.1f \
size,_bytes=use.model_bytes:,.0f memory,_bytes=use.peak_memory_bytes:,.0f \
training,_operations=use.training_operations:,.0f

[rows] one_sample=of operations=part.operations:,.0f weights=part.weights:,.0f outputs=part.outputs:,.1f \
traffic,_B=part.traffic:,.0f operations/B=part.intensity:.3f

Not counted: {missing}, neither a CRF nor a linear text classifier.
*output Wrote {it}.
"""


@command(
    *corpus_options.CORPUS,
    *trainings.MODELS,
    corpus_options.SEED,
    option("-o/--output", "CSV of the parts, for `metrics`", value="OUT"),
)
def cost(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    chosen = trainings.chosen_models(options, corpus)
    comparison = compare(
        corpus,
        chosen,
        partitions=random_partitions(len(corpus), 1, options.seed),
        gold=options.gold,
        n_workers=0,
        report=progress.trainings(quiet=options.quiet),
    )
    costs = model_costs(chosen, comparison, copies=1)
    if options.output is not None:
        write_whole(options.output, write_answer_table(joined_parts([one.use for one in costs])))
    rows = [
        {"of": sentence("{model}: {part}", model=one.use.model, part=term(name)), "part": part}
        for one in costs
        if one.cost is not None
        for name, part in [*((row.part, row) for row in one.cost.rows), ("all", one.cost)]
    ]
    missing = [one.use.model for one in costs if one.cost is None]
    output = () if options.output is None else (options.output,)
    n_units, warnings = len(corpus), (*trainings.notices(options, corpus), *comparison.notices)
    return Report(COSTS, names=locals(), json="corpus=corpus.name n_units models=costs output warnings")


MOST_ROWS = 40  # of a table as text
TITLES = {"low": "low|end", "high": "high|end", "bound": "bound|limit"}
OURS = ("average", "bound", "method", "point", "rule")  # columns with words of ours, not of the table
GROUPS = {**METRIC_GROUPS, **HAND_TESTS, INTERVALS.name: INTERVALS}


def _group_options(name: str) -> Declared:
    one = GROUP_OPTIONS[name]
    flag = f"-{name}" if len(name) == 1 else f"--{(one.flag or name).replace('_', '-')}"
    if one.kind is bool:
        action = "store_false" if flag.startswith("--no-") else "store_true"
        return option(flag, one.description, bool, action=action, default=None, dest=name)
    return option(flag, one.description, costs if one.kind == "costs" else one.kind, one.value, one.usual)


def _tables(group: str, scores: MetricScores) -> Iterator[Text]:
    """The summary, the matrix of classes and every list of records; curves are left to --json."""
    document, summary = plain(scores), scores.summary.items()
    rows: list[tuple[Text, float | None]] = []
    for name, value in summary:
        of = sentence("rank {model}", model=name[5:]) if name[:5] == "rank_" else term(name.replace("_", " "))
        rows.append((of, None if value is None else float(value)))
    notes = (getattr(scores, name, None) for name in ("headline", "limits"))  # of a test
    yield lines(group, *notes, table(("metric", "value"), rows))
    if "confusion" in document:
        labels = document["labels"]
        counts = [[label, *row] for label, row in zip(labels, document["confusion"], strict=True)]
        yield table(["right \\ predicted", *map(Whole, labels)], counts, MOST_ROWS)
    for name in ("rows", *(name for name in document if name not in ("rows", "notices"))):
        records = getattr(scores, name)
        if isinstance(records, list | tuple) and records and is_dataclass(records[0]):
            names = [field.name for field in fields(records[0])]
            cells = [[_word(getattr(record, name), name) for name in names] for record in records]
            yield table([TITLES.get(name, name.replace("_", " ")) for name in names], cells, MOST_ROWS)


@command(
    option("file", "CSV, or JSON lines with the same names", value="TABLE", nargs="?"),
    option("--sample", "example table of a group, instead of a file", value="GROUP"),
    option("--columns", "columns of the table that have other names", pairs, "gold=NAME,…"),
    option("--group", "", value="GROUP", nargs="+", usual="all whose columns the table has"),
    *map(_group_options, GROUP_OPTIONS),
    option("--measure", "measure both on this machine, which takes about a second", bool),
)
def metrics(options: Namespace) -> Report:
    answers = _table(options)
    sample = [options.sample] if options.sample else []
    names = options.group or sample or groups_for(answers) or hand_tests_for(answers)
    if not names:
        required = "; ".join(f"{name} ({', '.join(group.columns)})" for name, group in GROUPS.items())
        raise InputError(
            "The table fits no group: it has {found}; groups need {needs}.",
            file=answers.name,
            found=list(answers.columns),
            needs=Whole(required),
        )
    takes = {name: set(GROUPS[name].options) if name in GROUPS else set() for name in names}
    known = vars(options).items()
    asked = {name: value for name, value in known if name in GROUP_OPTIONS and value is not None}
    asked |= given(measured_machine(), "peak bandwidth") if options.measure else {}
    for name in asked:
        if all(name not in taken for taken in takes.values()):
            raise UsageError("{option} does not apply to {groups}.", option=options.named[name], groups=names)
    settings = {name: {key: asked[key] for key in asked if key in takes[name]} for name in names}
    scores = [scored(name, answers, groups=GROUPS, **settings[name]) for name in names]
    groups = [
        {"group": name, **given(one, "summary rows"), "scores": one}
        for name, one in zip(names, scores, strict=True)
    ]
    tables = paragraphs(*(one for group in zip(names, scores, strict=True) for one in _tables(*group)))
    n_rows, warnings = len(answers), [notice for one in scores for notice in one.notices]
    json = "table=answers.name n_rows groups warnings"
    return Report("{table}: {n_rows:,} rows\n\n{tables}", names=locals(), json=json)


def _table(options: Namespace) -> AnswerTable:
    if (options.file is None) == (options.sample is None):
        raise UsageError("Give a table or {option}.", option="--sample")
    if options.sample is None:
        return read_answer_table(options.file, columns=options.columns)
    check_choice("--sample", options.sample, GROUPS, UsageError)
    if options.sample in HAND_TESTS:
        return hand_sample(options.sample)
    of = "classification" if options.sample == INTERVALS.name else options.sample
    return sample_table(of, options.lang)


def _word(value: Any, column: str) -> Any:
    """A cell; the law of a statistic as it is written."""
    if hasattr(value, "kind"):
        law, parameters = term(value.kind), ", ".join(map(str, plain(value.parameters)))
        return Text(lambda: f"{law}({parameters})")
    return term(value) if column in OURS and isinstance(value, str) else value
