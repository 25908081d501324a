"""Bias, variance and noise of models of growing complexity, where the truth is known or on a corpus."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...errors import UsageError
from ..options import corpus_options, progress
from ..options.corpus_options import at_least
from ..tables import listing

if TYPE_CHECKING:
    from ...simulation import ComplexityCurve

HELP = (
    "Show bias, variance and noise of models of growing complexity: where the truth is known, or on a corpus."
)
TASKS = ("polynomial", "nearest_numbers", "nearest_classes", "linear", "tree", "crf")
NOT_IN_JSON = ("points", "truth", "fits", "mean_fit")


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "task",
        nargs="?",
        metavar="TASK",
        help=f"one of {', '.join(TASKS)}; default: {TASKS[0]}, or the first that the corpus has",
    )
    command.add_argument(
        "--corpus",
        metavar="FILE",
        help="draw training sets from this corpus: linear, nearest_classes or tree where texts have classes, "
        "crf where tokens have tags",
    )
    command.add_argument("--gold", metavar="COLUMN", help="column to predict, with --corpus")
    command.add_argument(
        "--train", type=int, metavar="N", help="units to train on; default: 30, of a corpus 60"
    )
    command.add_argument(
        "--trainings", type=int, metavar="R", help="training sets drawn; default: 100, of crf or a corpus 6"
    )
    command.add_argument(
        "--noise", type=float, metavar="S", help="standard deviation, or share of answers flipped"
    )
    command.add_argument("--seed", type=at_least(0), default=0)
    corpus_options.add_reading(command)


def run(options: argparse.Namespace) -> ComplexityCurve:
    return _population(options) if options.corpus is None else _corpus(options)


def _population(options: argparse.Namespace) -> ComplexityCurve:
    from ...studies import complexity_curve

    if options.gold is not None:
        raise UsageError("{option} needs {other}.", option="--gold", other="--corpus FILE")
    return complexity_curve(
        options.task or TASKS[0],
        n_train=30 if options.train is None else options.train,
        n_trainings=options.trainings,
        noise=options.noise,
        seed=options.seed,
    )


def _corpus(options: argparse.Namespace) -> ComplexityCurve:
    from ...studies.calculators.corpus_complexity import corpus_complexity, corpus_tasks

    if options.noise is not None:
        raise UsageError("{option} does not go with {other}.", option="--noise", other="--corpus")
    corpus = corpus_options.read_from(options.corpus, options)
    return corpus_complexity(
        corpus,
        options.task or next(iter(corpus_tasks(corpus, options.gold))),
        gold=options.gold,
        n_train=60 if options.train is None else options.train,
        n_trainings=6 if options.trainings is None else options.trainings,
        seed=options.seed,
        report=progress.trainings(quiet=options.quiet),
    )


def text(result: ComplexityCurve) -> str:
    squared = result.loss == "squared"
    sums = {"expected": "expected", "bias": "bias²" if squared else "bias"}
    sums |= {"variance": "variance", "noise": "noise"}
    if result.n_asked is not None:  # each unit has one right answer, and its noise is part of what is bias
        sums["expected"] = "validation"
        del sums["noise"]
    named = sums | {"training": "training error"}
    if not squared:
        named |= {"variance_adds": "variance adds", "variance_takes": "takes away"}
    columns = {result.parameter: "{level:g}"} | {words: f"{{{name}}}" for name, words in named.items()}
    loss = "squared loss" if squared else "0/1 loss, as Domingos decomposes it"
    about = f"noise {result.noise:g}" if result.n_asked is None else f"{result.n_asked:,} units asked"
    whole, *parts = sums.values()
    return "\n".join(
        [
            f"{result.task}: {loss}; {result.n_trainings:,} training sets of {result.n_train:,} "
            f"units, {about}, seed {result.seed}",
            "",
            listing(result.rows, columns),
            "",
            f"{whole} = {' + '.join(parts)}. Least at {result.parameter} = "
            f"{result.rows[result.best].level:g}.",
        ]
    )
