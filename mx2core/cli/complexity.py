"""Bias, variance and noise of models of growing complexity, on populations whose truth is known."""

from __future__ import annotations

import argparse
from typing import Any

from .corpus_options import at_least
from .tables import table

HELP = "Show bias, variance and noise of models of growing complexity, where the truth is known."
TASKS = ("polynomial", "nearest_numbers", "nearest_classes", "linear", "tree", "crf")


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "task",
        nargs="?",
        default="polynomial",
        metavar="TASK",
        help=f"one of {', '.join(TASKS)}; default: {TASKS[0]}",
    )
    command.add_argument("--train", type=int, default=30, metavar="N", help="units to train on; default: 30")
    command.add_argument(
        "--trainings", type=int, metavar="R", help="training sets drawn; default: 100, of crf 6"
    )
    command.add_argument(
        "--noise", type=float, metavar="S", help="standard deviation, or share of answers turned round"
    )
    command.add_argument("--seed", type=at_least(0), default=0)


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..results import complexity_curve

    curve = complexity_curve(
        options.task,
        n_train=options.train,
        n_trainings=options.trainings,
        noise=options.noise,
        seed=options.seed,
    )
    return {
        "task": curve.task,
        "loss": curve.loss,
        "parameter": curve.parameter,
        "n_train": curve.n_train,
        "n_trainings": curve.n_trainings,
        "noise": curve.noise,
        "seed": curve.seed,
        "best": curve.rows[curve.best].level,
        "rows": curve.rows,
    }


def text(result: dict[str, Any]) -> str:
    bias = "bias²" if result["loss"] == "squared" else "bias"
    header = [result["parameter"], "expected", bias, "variance", "noise", "training error"]
    names = ["expected", "bias", "variance", "noise", "training"]
    if result["loss"] != "squared":
        header += ["variance adds", "takes away"]
        names += ["variance_adds", "variance_takes"]
    rows = [[f"{row['level']:g}", *(float(row[name]) for name in names)] for row in result["rows"]]
    loss = "squared loss" if result["loss"] == "squared" else "0/1 loss, as Domingos decomposes it"
    return "\n".join(
        [
            f"{result['task']}: {loss}; {result['n_trainings']:,} training sets of {result['n_train']:,} "
            f"units, noise {result['noise']:g}, seed {result['seed']}",
            "",
            table(header, rows),
            "",
            f"expected = {bias} + variance + noise. Least at {result['parameter']} = {result['best']:g}.",
        ]
    )
