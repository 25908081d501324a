"""Who trains and who validates by hold-out, K folds, leave-one-out or bootstrap, and what each estimates."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..tables import listing

if TYPE_CHECKING:
    from ...studies import Sampling

HELP = "Show who trains and who validates by a way of sampling, and its estimate beside the truth."
SCHEMES = ("hold_out", "kfold", "leave_one_out", "bootstrap")
SHOWN = 30  # rounds in the table
NOT_IN_JSON = ("classes", "inner")
COLUMNS = {
    "round": "{#}",
    "trains": "{n_train}",
    "distinct": "{n_distinct}",
    "validates": "{n_validate}",
    "k": "{k}",
    "training error": "{training}",
    "error": "{error}",
}


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "scheme",
        nargs="?",
        default="kfold",
        metavar="SCHEME",
        help=f"one of {', '.join(SCHEMES)}; default: kfold",
    )
    command.add_argument("--units", type=int, default=40, metavar="N", help="default: 40")
    command.add_argument("--folds", type=int, default=5, metavar="K", help="of kfold; default: 5")
    command.add_argument(
        "--share", type=int, default=70, metavar="PERCENT", help="trained on, of hold_out; default: 70"
    )
    command.add_argument(
        "--repeats", type=int, metavar="R", help="default: 1; bags of bootstrap, default: 20"
    )
    command.add_argument("--stratified", action="store_true", help="classes in equal shares on both sides")
    command.add_argument("-k", type=int, default=5, metavar="K", help="neighbours of the model; default: 5")
    command.add_argument(
        "--tune", action="store_true", help="choose the neighbours by a grid inside the training units"
    )
    command.add_argument("--seed", type=int, default=0)


def run(options: argparse.Namespace) -> Sampling:
    from ...studies import sampling

    usual = 20 if options.scheme == "bootstrap" else 1
    return sampling(
        options.scheme,
        options.units,
        folds=options.folds,
        share=options.share,
        repeats=usual if options.repeats is None else options.repeats,
        stratified=options.stratified,
        k=None if options.tune else options.k,
        seed=options.seed,
    )


def text(result: Sampling) -> str:
    n = len(result.rows)
    spread = "" if result.spread is None else f" (sd of the rounds {result.spread:.4f})"
    lines = [
        f"{result.scheme}, {result.n_units} units, {n} training{'s' * (n > 1)}",
        "",
        listing(result.rows[:SHOWN], COLUMNS),
        *([f"and {n - SHOWN} more rounds, which --json prints"] if n > SHOWN else []),
        "",
        f"estimated error {result.estimate:.4f}{spread}; the final model (k = {result.k}, trained on "
        f"all units) errs on {result.truth:.4f} of fresh units and {result.training:.4f} of its own.",
    ]
    if result.estimate_632 is not None:
        lines.append(
            f".632 estimate {result.estimate_632:.4f}; left out {result.left_out:.4f} of the units, "
            f"expected (1 - 1/n)^n = {result.expected_left_out:.4f}"
        )
    return "\n".join(lines)
