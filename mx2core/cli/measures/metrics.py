"""Metrics of right and predicted answers in a table: the groups whose columns it has."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ...errors import InputError, UsageError, Whole, check_choice
from ...exchange import read_answer_table
from ...exchange.canonical import plain
from ...metrics import METRIC_GROUPS, AnswerTable, groups_for, sample_table, scored
from ...metrics.groups import MetricScores
from ...studies import HAND_TESTS, INTERVALS, hand_sample, hand_tests_for
from ...training import answer_table, model_uses
from ..options.declared import needs, option
from ..options.models import named
from ..options.stores import open_store
from ..options.values import costs, pairs
from ..tables import Paragraphs, Report, Said, further, heading, lines, said, table
from .cost import MACHINE, machine

MOST_ROWS = 40  # of a table as text
TITLES = {"low": "low|end", "high": "high|end", "bound": "bound|limit"}
OURS = ("average", "bound", "method", "point", "rule")  # columns with words of ours, not of the table
GROUPS = {**METRIC_GROUPS, **HAND_TESTS, INTERVALS.name: INTERVALS}
OF_GROUPS = (  # with the defaults of the group that takes them
    option("--beta", "weight of recall in F; default: 1", float, "B"),
    option("--positive", "the positive class", value="CLASS"),
    option("--threshold", "items with this score or more are positive", float, "T"),
    option("--negatives", "count every negative item K times; default: 1", float, "K"),
    option("--change", "scores as none, ranks or cubes: another scale, the same order", value="SCALE"),
    option("--miss", "cost of a missed positive item; default: 1", float, "COST"),
    option("--false-alarm", "cost of a false positive; default: 1", float, "COST"),
    option("--prior", "share of positive items; default: that of the table", float, "P"),
    option("-k", "candidates of a query looked at; default: 5", int, "K"),
    option("--found-only", "average precision over the candidates given", bool, default=None),
    option("--quantile", "quantile of the relative errors; default: 0.5", float, "Q"),
    option("--stretch", "multiply the largest error by S", float, "S"),
    option("--order", "longest n-grams of BLEU; default: 4", int, "N"),
    option("--tokenize", "13a, zh, char or none; default: zh for texts without spaces", value="NAME"),
    option("--train", "texts at the beginning that give the vocabulary; default: half", int, "N"),
    option("--backward", "longest match from the end", bool, default=None),
    option("--baseline", "score the longest match, not the column segmented", bool, default=None),
    option("--loss", "squared or zero_one, of bias_variance", value="NAME"),
    option("--level", "of each interval; default: 0.95", float, "L"),
    option("--seed", "of the bootstrap of intervals; default: 0", int, "N"),
    option("--alpha", "level of a test; default: 0.05", float, "A"),
    option("--test-to-train", "size of test over training set; default: 1, halves", float, "R"),
    option("--claimed", "error rate that is claimed, of a test; default: 0.1", float, "E"),
    option("--batch", "samples done together; default: 1", int, "N"),
    option("--width", "bytes per number; default: 4, float32", int, "BYTES"),
    option("--copies", "copies of the weights while training; default: 3, with momentum", int, "N"),
    option("--costs", "of errors: 'ill>well=5'; default: 1", costs, "RIGHT>PREDICTED=COST,…"),
    option("--no-smooth", "of BLEU", bool, action="store_false", default=None, dest="smooth"),
    option("--larger-is-better", "of friedman", bool, default=None, dest="larger"),
    *MACHINE,
)
OPTIONS = (
    option("file", "CSV, or JSON lines with the same names", value="TABLE", nargs="?"),
    option("--store", "answers of an experiment in this store, instead of a file", value="FILE"),
    option("--run", "the experiment; see `runs`", value="ID", dest="experiment"),
    option("--model", "model of the experiment; default: the first", value="NAME"),
    option("--sample", "example table of a group, instead of a file", value="GROUP"),
    option("--columns", "columns of the table that have other names", pairs, "gold=NAME,…"),
    option("--group", "default: all whose columns the table has", value="GROUP", nargs="+"),
    *OF_GROUPS,
)


NOT_TABLES = ("rows", "notices")  # the first of all, and what is said as warnings


@dataclass(frozen=True, slots=True)
class GroupResult:
    """One group of metrics of a table."""

    group: str
    scores: MetricScores

    @property
    def document(self) -> dict[str, Any]:
        scores = self.scores
        return {"group": self.group, "summary": scores.summary, "rows": scores.rows, "scores": scores}


def run(options: argparse.Namespace) -> Report:
    answers = _table(options)
    names = _asked(options, answers) or groups_for(answers) or hand_tests_for(answers)
    if not names:
        needs = "; ".join(f"{name} ({', '.join(group.columns)})" for name, group in GROUPS.items())
        raise InputError(
            "The table fits no group of metrics; it has {found}. Groups need {needs}.",
            file=answers.name,
            found=list(answers.columns),
            needs=Whole(needs),
        )
    takes = {name: set(GROUPS[name].options) if name in GROUPS else set() for name in names}
    known = {one for group in GROUPS.values() for one in group.options}
    given = {name: value for name, value in vars(options).items() if name in known and value is not None}
    given |= machine(options) if options.measure else {}
    for name in given:
        if all(name not in taken for taken in takes.values()):
            raise UsageError(
                "--{option} does not apply to {groups}.", option=name.replace("_", "-"), groups=list(names)
            )
    groups = []
    for name in names:
        settings = {key: value for key, value in given.items() if key in takes[name]}
        groups.append(GroupResult(name, scored(name, answers, groups=GROUPS, **settings)))
    said_of = [notice for one in groups for notice in one.scores.notices]
    return Report(_words, table=answers.name, n_rows=len(answers), groups=groups, warnings=said_of)


def _asked(options: argparse.Namespace, answers: AnswerTable) -> Sequence[str]:
    """The groups named, of an example its own, of a kept experiment those of its answers."""
    if options.group or options.sample:
        return options.group or [options.sample]
    if options.store is None:
        return []
    return [name for name in groups_for(answers) if name != "bias_variance"]


def _table(options: argparse.Namespace) -> AnswerTable:
    if sum(one is not None for one in (options.file, options.sample, options.store)) != 1:
        raise UsageError("Give a table, a group with --sample, or --store with --run.")
    if options.store is not None:
        return _of_experiment(options)
    if options.sample is None:
        return read_answer_table(options.file, columns=options.columns)
    check_choice("--sample", options.sample, GROUPS, UsageError)
    if options.sample == INTERVALS.name:
        return sample_table("classification", options.lang)
    if options.sample in METRIC_GROUPS:
        return sample_table(options.sample, options.lang)
    return hand_sample(options.sample)


def _of_experiment(options: argparse.Namespace) -> AnswerTable:
    """What a model of a kept experiment answered, with scores of classes where it has them, or its parts."""
    if options.experiment is None:
        raise needs("--store", "--run")
    with open_store(options.store, new=False) as store:
        from ...training.run.experiment import comparisons_so_far, open_experiment

        record = store.experiments.find(options.experiment)
        _, experiment = open_experiment(store, record.id)
        comparison = comparisons_so_far(store, record.id, experiment)[0]
    number = 0 if options.model is None else comparison.index(*named([options.model], comparison.models))
    if options.group == ["model_cost"]:
        return model_uses([experiment.models[number]], comparison)[0].table
    with_scores = not options.group or bool({"threshold", "costs"} & set(options.group))
    has_scores = any(one.class_scores is not None for one in comparison.results if one.model == number)
    return answer_table(comparison, number, scores=with_scores and (has_scores or bool(options.group)))


def _words(found: Report) -> Paragraphs:
    yield said("{table}: {n:,} rows", found, n=found.n_rows)
    for one in found.groups:
        summary = [
            (_named(name), None if value is None else float(value))
            for name, value in one.scores.summary.items()
        ]
        yield lines(one.group, table(("metric", "value"), summary))
        for header, rows in _tables(one.scores):
            yield lines(table(header, rows[:MOST_ROWS]), further(len(rows), MOST_ROWS))


def _tables(scores: MetricScores) -> Iterator[tuple[list[str], list[list[Any]]]]:
    """Every list of records in a result, and its matrix of classes; curves are left to --json."""
    document = plain(scores)
    if "confusion" in document:
        labels = document["labels"]
        rows = [[label, *cells] for label, cells in zip(labels, document["confusion"], strict=True)]
        yield ["right \\ predicted", *map(Whole, labels)], rows
    parts = {"rows": scores.rows} | {
        name: getattr(scores, name) for name in document if name not in NOT_TABLES
    }
    for records in parts.values():
        if isinstance(records, list | tuple) and records and is_dataclass(records[0]):
            names = [field.name for field in fields(records[0])]
            rows = [[_word(getattr(record, name), name) for name in names] for record in records]
            yield [TITLES.get(name, name.replace("_", " ")) for name in names], rows


def _named(metric: str) -> str | Said:
    """What a number of the summary is called."""
    words = metric.replace("_", " ")
    rank, of, model = words.partition("rank ")
    return said("rank {model}", model=model) if of and not rank else heading(words)


def _word(value: Any, column: str) -> Any:
    """A cell; the law of a statistic as it is written."""
    if hasattr(value, "kind"):
        law = said("binomial") if value.kind == "binomial" else value.kind
        return f"{law}({', '.join(map(str, plain(value.parameters)))})"
    return heading(value) if column in OURS and isinstance(value, str) else value
