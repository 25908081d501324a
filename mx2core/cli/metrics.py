"""Metrics of right and predicted answers in a table: the groups whose columns it has."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import InputError, UsageError, Whole
from . import corpus_options
from .cost import add_machine
from .tables import table

if TYPE_CHECKING:
    from ..metrics import AnswerTable, MetricGroup

HELP = (
    "Compute metrics from a table with columns such as gold, predicted, score, query, reference, text; or a "
    "test by hand, from columns such as error_a, error_b."
)
MOST_ROWS = 40  # of a table as text
SOURCES = ("file", "sample", "columns", "store", "experiment", "model")
NOT_OPTIONS = (*SOURCES, "group", "measure", "json", "quiet", "run", "text")


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", nargs="?", metavar="TABLE", help="CSV, or JSON lines with the same names")
    command.add_argument(
        "--store", metavar="FILE", help="answers of an experiment in this store, instead of a file"
    )
    command.add_argument("--run", dest="experiment", metavar="ID", help="the experiment; see `runs`")
    command.add_argument("--model", metavar="NAME", help="model of the experiment; default: the first")
    command.add_argument("--sample", metavar="GROUP", help="example table of a group, instead of a file")
    command.add_argument(
        "--group",
        nargs="+",
        metavar="GROUP",
        help="metrics to compute; default: all groups whose columns the table has",
    )
    command.add_argument(
        "--columns",
        type=_pairs,
        metavar="gold=NAME,…",
        help="columns of the table that have other names",
    )
    command.add_argument("--beta", type=float, metavar="B", help="weight of recall in F; default: 1")
    command.add_argument("--positive", metavar="CLASS", help="the positive class")
    command.add_argument(
        "--costs",
        type=_costs,
        metavar="RIGHT>PREDICTED=COST,…",
        help="cost of predicting one class for another, such as 'ill>well=5'; 1 for those not named",
    )
    command.add_argument(
        "--threshold", type=float, metavar="T", help="items with this score or more are positive"
    )
    command.add_argument(
        "--negatives", type=float, metavar="K", help="count every negative item K times; default: 1"
    )
    command.add_argument(
        "--change", metavar="SCALE", help="scores as none, ranks or cubes: another scale, the same order"
    )
    command.add_argument(
        "--miss", type=float, metavar="COST", help="cost of a missed positive item; default: 1"
    )
    command.add_argument(
        "--false-alarm", type=float, metavar="COST", help="cost of a false positive; default: 1"
    )
    command.add_argument(
        "--prior", type=float, metavar="P", help="share of positive items; default: that of the table"
    )
    command.add_argument("-k", type=int, metavar="K", help="candidates of a query looked at; default: 5")
    command.add_argument(
        "--found-only",
        action="store_true",
        default=None,
        help="average precision over the relevant candidates, whatever the column n_relevant says",
    )
    command.add_argument(
        "--quantile", type=float, metavar="Q", help="quantile of the relative errors; default: 0.5"
    )
    command.add_argument("--stretch", type=float, metavar="S", help="multiply the largest error by S")
    command.add_argument("--order", type=int, metavar="N", help="longest n-grams of BLEU; default: 4")
    command.add_argument(
        "--tokenize", metavar="NAME", help="13a, zh, char or none; default: zh for texts without spaces"
    )
    command.add_argument(
        "--no-smooth", dest="smooth", action="store_false", default=None, help="BLEU is 0 if some P_n is 0"
    )
    command.add_argument(
        "--train",
        type=int,
        metavar="N",
        help="texts at the beginning that give the vocabulary; default: half",
    )
    command.add_argument("--backward", action="store_true", default=None, help="longest match from the end")
    command.add_argument(
        "--baseline",
        action="store_true",
        default=None,
        help="score the longest match, not the column segmented",
    )
    command.add_argument("--loss", metavar="NAME", help="squared or zero_one, of bias_variance")
    command.add_argument("--alpha", type=float, metavar="A", help="level of a test; default: 0.05")
    command.add_argument(
        "--claimed", type=float, metavar="E", help="error rate that is claimed, of a test; default: 0.1"
    )
    command.add_argument(
        "--larger-is-better",
        dest="larger",
        action="store_true",
        default=None,
        help="larger numbers are better, for friedman",
    )
    command.add_argument("--batch", type=int, metavar="N", help="samples done together; default: 1")
    command.add_argument("--width", type=int, metavar="BYTES", help="bytes per number; default: 4, float32")
    command.add_argument(
        "--copies",
        type=int,
        metavar="N",
        help="copies of the weights while training; default: 3, with momentum",
    )
    add_machine(command)


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..metrics import groups_for, measured_machine, scored
    from ..studies import hand_tests_for

    known, answers = _groups(), _table(options)
    names = (
        options.group
        or _of_classes(options, answers)
        or ([options.sample] if options.sample else groups_for(answers) or hand_tests_for(answers))
    )
    if not names:
        needs = "; ".join(f"{name} ({', '.join(group.columns)})" for name, group in known.items())
        raise InputError(
            "No group of metrics has all its columns in the table, which has {found}. Rename columns with "
            "--columns; the groups are {needs}.",
            file=answers.name,
            found=list(answers.columns),
            needs=Whole(needs),
        )
    given = {
        name: value for name, value in vars(options).items() if name not in NOT_OPTIONS and value is not None
    }
    if options.measure:
        machine = measured_machine()
        given |= {"peak": machine.peak, "bandwidth": machine.bandwidth}
    results: list[dict[str, Any]] = []
    for name in names:
        takes = known[name].options if name in known else {}
        group_scores = scored(
            name, answers, groups=known, **{key: value for key, value in given.items() if key in takes}
        )
        results.append(
            {
                "group": name,
                "summary": group_scores.summary,
                "rows": group_scores.rows,
                "scores": group_scores,
            }
        )
    unused = [key for key in given if all(key not in known[name].options for name in names)]
    if unused:
        raise UsageError(
            "--{option} does not apply to {groups}.", option=unused[0].replace("_", "-"), groups=list(names)
        )
    notices = [notice for result in results for notice in result["scores"].notices]
    return {
        "table": answers.name,
        "n_rows": len(answers),
        "groups": results,
        "warnings": corpus_options.warnings(notices),
    }


def _groups() -> dict[str, MetricGroup]:
    from ..metrics import METRIC_GROUPS
    from ..studies import HAND_TESTS

    return {**METRIC_GROUPS, **HAND_TESTS}


def _table(options: argparse.Namespace) -> AnswerTable:
    from ..exchange import read_answer_table
    from ..metrics import METRIC_GROUPS, sample_table
    from ..studies import hand_sample

    if sum(one is not None for one in (options.file, options.sample, options.store)) != 1:
        raise UsageError("Give a table, or the name of a group with --sample, or a --store with its --run.")
    if options.store is not None:
        return _of_experiment(options)
    if options.sample is None:
        return read_answer_table(options.file, columns=options.columns)
    known = _groups()
    if options.sample not in known:
        raise UsageError(
            "There is no group {group}; there are {groups}.", group=options.sample, groups=list(known)
        )
    return (sample_table if options.sample in METRIC_GROUPS else hand_sample)(options.sample)


def _of_classes(options: argparse.Namespace, answers: AnswerTable) -> list[str]:
    """What is computed of a kept experiment unless said otherwise."""
    if options.store is None:
        return []
    return ["classification", *(["threshold", "costs"] if "score" in answers.columns else [])]


def _of_experiment(options: argparse.Namespace) -> AnswerTable:
    """What a model of a kept experiment answered, with scores of classes where it has them, or its parts."""
    from ..training import answer_table, model_uses
    from ..training.experiment import comparisons_so_far, open_experiment
    from .stores import open_store

    if options.experiment is None:
        raise UsageError("--store needs --run, the experiment whose answers are scored. `runs` lists them.")
    with open_store(options.store, new=False) as store:
        record = store.experiments.find(options.experiment)
        _, experiment = open_experiment(store, record.id)
        comparison = comparisons_so_far(store, record.id, experiment)[0]
    number = 0 if options.model is None else comparison.index(options.model)
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


def text(result: dict[str, Any]) -> str:
    lines = [f"{result['table']}: {result['n_rows']:,} rows"]
    for group in result["groups"]:
        lines += ["", f"{group['group']}", *_numbers(group["summary"])]
        for header, rows in _tables(group):
            lines += ["", table(header, rows[:MOST_ROWS])]
            if len(rows) > MOST_ROWS:
                lines.append(f"and {len(rows) - MOST_ROWS:,} more rows, which --json prints")
    return "\n".join(lines)


def _numbers(summary: dict[str, Any]) -> list[str]:
    rows = [
        (name.replace("_", " "), None if value is None else float(value)) for name, value in summary.items()
    ]
    return table(("metric", "value"), rows).splitlines()


def _tables(group: dict[str, Any]) -> list[tuple[list[str], list[list[Any]]]]:
    """Every list of records in a result, and its matrix of classes; curves are left to --json."""
    tables, scores = [], group["scores"]
    if "confusion" in scores:
        labels = scores["labels"]
        rows = [[label, *cells] for label, cells in zip(labels, scores["confusion"], strict=True)]
        tables.append((["right \\ predicted", *labels], rows))
    for records in (group["rows"], *(part for name, part in scores.items() if name != "rows")):
        if isinstance(records, list) and records and isinstance(records[0], dict):
            header = [name.replace("_", " ") for name in records[0]]
            columns = [_alike([record[name] for record in records]) for name in records[0]]
            tables.append((header, [list(row) for row in zip(*columns, strict=True)]))
    return tables


def _alike(cells: list[Any]) -> list[Any]:
    """A column of numbers with as many digits in each row: JSON has lost the point of whole ones."""
    if any(isinstance(cell, dict) for cell in cells):  # the law of a statistic
        return [f"{cell['kind']}({', '.join(map(str, cell['parameters']))})" for cell in cells]
    if any(isinstance(cell, float) for cell in cells):
        return [float(cell) if isinstance(cell, int | float) else cell for cell in cells]
    return cells
