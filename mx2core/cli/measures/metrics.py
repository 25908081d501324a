"""Metrics of right and predicted answers in a table: the groups whose columns it has."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from ...errors import InputError, UsageError, Whole, check_choice
from ...exchange.canonical import plain
from ..options import corpus_options
from ..options.declared import Option, add_options
from ..options.models import named
from ..tables import table
from .cost import add_machine

if TYPE_CHECKING:
    from ...errors import Notice
    from ...metrics import AnswerTable, MetricGroup
    from ...metrics.groups import MetricScores

HELP = (
    "Compute metrics from a table with columns such as gold, predicted, score, query, reference, text; or a "
    "test by hand, from columns such as error_a, error_b."
)
MOST_ROWS = 40  # of a table as text
OPTIONS: tuple[Option, ...] = (  # of groups, with their defaults
    ("--beta", float, "B", "weight of recall in F; default: 1"),
    ("--positive", str, "CLASS", "the positive class"),
    ("--threshold", float, "T", "items with this score or more are positive"),
    ("--negatives", float, "K", "count every negative item K times; default: 1"),
    ("--change", str, "SCALE", "scores as none, ranks or cubes: another scale, the same order"),
    ("--miss", float, "COST", "cost of a missed positive item; default: 1"),
    ("--false-alarm", float, "COST", "cost of a false positive; default: 1"),
    ("--prior", float, "P", "share of positive items; default: that of the table"),
    ("-k", int, "K", "candidates of a query looked at; default: 5"),
    ("--found-only", bool, "", "average precision over the relevant candidates, whatever n_relevant says"),
    ("--quantile", float, "Q", "quantile of the relative errors; default: 0.5"),
    ("--stretch", float, "S", "multiply the largest error by S"),
    ("--order", int, "N", "longest n-grams of BLEU; default: 4"),
    ("--tokenize", str, "NAME", "13a, zh, char or none; default: zh for texts without spaces"),
    ("--train", int, "N", "texts at the beginning that give the vocabulary; default: half"),
    ("--backward", bool, "", "longest match from the end"),
    ("--baseline", bool, "", "score the longest match, not the column segmented"),
    ("--loss", str, "NAME", "squared or zero_one, of bias_variance"),
    ("--level", float, "L", "level of each interval; default: 0.95"),
    ("--seed", int, "N", "of the bootstrap of intervals; default: 0"),
    ("--alpha", float, "A", "level of a test; default: 0.05"),
    ("--claimed", float, "E", "error rate that is claimed, of a test; default: 0.1"),
    ("--batch", int, "N", "samples done together; default: 1"),
    ("--width", int, "BYTES", "bytes per number; default: 4, float32"),
    ("--copies", int, "N", "copies of the weights while training; default: 3, with momentum"),
)


@dataclass(frozen=True, slots=True)
class GroupResult:
    """One group of metrics of a table."""

    group: str
    scores: MetricScores

    @property
    def document(self) -> dict[str, Any]:
        scores = self.scores
        return {"group": self.group, "summary": scores.summary, "rows": scores.rows, "scores": scores}


@dataclass(frozen=True, slots=True)
class Metrics:
    """The groups whose columns a table has, or those asked for."""

    table: str | None
    n_rows: int
    groups: tuple[GroupResult, ...]

    @property
    def warnings(self) -> tuple[Notice, ...]:
        return tuple(notice for one in self.groups for notice in one.scores.notices)


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", nargs="?", metavar="TABLE", help="CSV, or JSON lines with the same names")
    sources: tuple[Option, ...] = (
        ("--store", str, "FILE", "answers of an experiment in this store, instead of a file"),
        ("--run", str, "ID", "the experiment; see `runs`"),
        ("--model", str, "NAME", "model of the experiment; default: the first"),
        ("--sample", str, "GROUP", "example table of a group, instead of a file"),
        ("--columns", _pairs, "gold=NAME,…", "columns of the table that have other names"),
    )
    add_options(command, sources, run="experiment")
    says = "metrics to compute; default: all groups whose columns the table has"
    command.add_argument("--group", nargs="+", metavar="GROUP", help=says)
    add_options(command, OPTIONS)
    command.add_argument(
        "--costs",
        type=_costs,
        metavar="RIGHT>PREDICTED=COST,…",
        help="cost of predicting one class for another, such as 'ill>well=5'; 1 for those not named",
    )
    command.add_argument(
        "--no-smooth", dest="smooth", action="store_false", default=None, help="BLEU is 0 if some P_n is 0"
    )
    says = "larger numbers are better, for friedman"
    command.add_argument("--larger-is-better", dest="larger", action="store_true", default=None, help=says)
    add_machine(command)


def run(options: argparse.Namespace) -> Metrics:
    from ...metrics import groups_for, measured_machine, scored
    from ...studies import hand_tests_for

    known, answers = _groups(), _table(options)
    names = (
        options.group
        or _of_classes(options, answers)
        or ([options.sample] if options.sample else groups_for(answers) or hand_tests_for(answers))
    )
    if not names:
        needs = "; ".join(f"{name} ({', '.join(group.columns)})" for name, group in known.items())
        raise InputError(
            "The table fits no group of metrics; it has {found}. Groups need {needs}.",
            file=answers.name,
            found=list(answers.columns),
            needs=Whole(needs),
        )
    of_groups = {option for group in known.values() for option in group.options}
    given = {name: value for name, value in vars(options).items() if name in of_groups and value is not None}
    if options.measure:
        machine = measured_machine()
        given |= {"peak": machine.peak, "bandwidth": machine.bandwidth}
    takes = {name: known[name].options if name in known else {} for name in names}
    groups = tuple(
        GroupResult(
            name,
            scored(name, answers, groups=known, **{key: given[key] for key in given if key in takes[name]}),
        )
        for name in names
    )
    unused = [key for key in given if all(key not in takes[name] for name in names)]
    if unused:
        raise UsageError(
            "--{option} does not apply to {groups}.", option=unused[0].replace("_", "-"), groups=list(names)
        )
    return Metrics(answers.name, len(answers), groups)


def _groups() -> dict[str, MetricGroup]:
    from ...metrics import METRIC_GROUPS
    from ...studies import HAND_TESTS, INTERVALS

    return {**METRIC_GROUPS, **HAND_TESTS, INTERVALS.name: INTERVALS}


def _table(options: argparse.Namespace) -> AnswerTable:
    from ...exchange import read_answer_table
    from ...metrics import METRIC_GROUPS, sample_table
    from ...studies import hand_sample

    if sum(one is not None for one in (options.file, options.sample, options.store)) != 1:
        raise UsageError("Give a table, a group with --sample, or --store with --run.")
    if options.store is not None:
        return _of_experiment(options)
    if options.sample is None:
        return read_answer_table(options.file, columns=options.columns)
    known = _groups()
    check_choice("--sample", options.sample, known, UsageError)
    if options.sample == "intervals":
        return sample_table("classification")
    return (sample_table if options.sample in METRIC_GROUPS else hand_sample)(options.sample)


def _of_classes(options: argparse.Namespace, answers: AnswerTable) -> list[str]:
    """What is computed of a kept experiment unless said otherwise."""
    if options.store is None:
        return []
    return ["classification", *(["threshold", "costs"] if "score" in answers.columns else [])]


def _of_experiment(options: argparse.Namespace) -> AnswerTable:
    """What a model of a kept experiment answered, with scores of classes where it has them, or its parts."""
    from ...training import answer_table, model_uses
    from ...training.run.experiment import comparisons_so_far, open_experiment
    from ..options.stores import open_store

    if options.experiment is None:
        raise UsageError("{option} needs {other}.", option="--store", other="--run")
    with open_store(options.store, new=False) as store:
        record = store.experiments.find(options.experiment)
        _, experiment = open_experiment(store, record.id)
        comparison = comparisons_so_far(store, record.id, experiment)[0]
    number = 0 if options.model is None else comparison.index(*named([options.model], comparison.models))
    if options.group == ["model_cost"]:
        return model_uses([experiment.models[number]], comparison)[0].table
    with_scores = not options.group or bool({"threshold", "costs"} & set(options.group))
    has_scores = any(one.class_scores is not None for one in comparison.results if one.model == number)
    return answer_table(comparison, number, scores=with_scores and (has_scores or bool(options.group)))


def _costs(words: str) -> dict[tuple[str, str], float]:
    costs = {}
    for entry in corpus_options.names(words):
        classes, _equals, cost = entry.rpartition("=")
        right, _sign, predicted = (part.strip() for part in classes.partition(">"))
        try:
            costs[right, predicted] = float(cost)
        except ValueError:
            right = ""
        if not (right and predicted):
            raise argparse.ArgumentTypeError(f"expected RIGHT>PREDICTED=COST, got {entry!r}")
    return costs


def _pairs(words: str) -> dict[str, str]:
    return dict(map(corpus_options.pair, corpus_options.names(words)))


def text(result: Metrics) -> str:
    lines = [f"{result.table}: {result.n_rows:,} rows"]
    for group in result.groups:
        summary = [
            (name.replace("_", " "), None if value is None else float(value))
            for name, value in group.scores.summary.items()
        ]
        lines += ["", group.group, table(("metric", "value"), summary)]
        for header, rows in _tables(group.scores):
            lines += ["", table(header, rows[:MOST_ROWS])]
            if len(rows) > MOST_ROWS:
                lines.append(f"and {len(rows) - MOST_ROWS:,} more rows, which --json prints")
    return "\n".join(lines)


def _tables(scores: MetricScores) -> Iterator[tuple[list[str], list[list[Any]]]]:
    """Every list of records in a result, and its matrix of classes; curves are left to --json."""
    document = plain(scores)
    if "confusion" in document:
        labels = document["labels"]
        rows = [[label, *cells] for label, cells in zip(labels, document["confusion"], strict=True)]
        yield ["right \\ predicted", *labels], rows
    parts = {"rows": scores.rows} | {name: getattr(scores, name) for name in document if name != "rows"}
    for records in parts.values():
        if isinstance(records, list | tuple) and records and is_dataclass(records[0]):
            names = [field.name for field in fields(records[0])]
            rows = [[_word(getattr(record, name)) for name in names] for record in records]
            yield [name.replace("_", " ") for name in names], rows


def _word(value: Any) -> Any:
    """A cell; the law of a statistic as it is written."""
    if not hasattr(value, "kind"):
        return value
    return f"{value.kind}({', '.join(map(str, plain(value.parameters)))})"
