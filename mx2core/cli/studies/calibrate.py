"""How often each rule errs or finds a true difference, for given correlations of the scores."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..options.corpus_options import at_least, names
from ..options.numbers import decimals, span, whole_numbers
from ..tables import listing
from . import overlap_variance

if TYPE_CHECKING:
    from ...inference import HoldOut
    from ...inference.mx2.sequential_error import SimulatedError

HELP = "Show type I error and power of the rules that people use, for given correlations of the scores."
TENTHS = tuple(tenth / 10 for tenth in range(10))


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "what",
        nargs="?",
        choices=("rules", "overlap"),
        default="rules",
        help="rules: decisions on scores with given correlations, which is the default; "
        "overlap: variance of the estimate by the units that training sets share",
    )
    command.add_argument(
        "--rho",
        type=decimals,
        metavar="R,R,…",
        help="correlations that all scores have; default: 0, 0.1, … 0.9",
    )
    command.add_argument("--rho1", type=float, metavar="R", help="correlation of the two scores of a split")
    command.add_argument("--rho2", type=float, metavar="R", help="correlation of scores of two splits")
    command.add_argument(
        "--effects",
        type=decimals,
        default=[0.0],
        metavar="E,E,…",
        help="true differences in sd of one hold-out difference; default: 0, the type I error",
    )
    command.add_argument("--alpha", type=float, default=0.05, help="default: 0.05")
    command.add_argument(
        "--looks", type=whole_numbers, metavar="M,M,…", help="looks of the sequential rules; default: 3 to 20"
    )
    command.add_argument("--rules", type=names, metavar="NAME,…", help="default: all of the table")
    command.add_argument("--runs", type=at_least(2), default=100_000, metavar="N", help="default: 100000")
    command.add_argument("--seed", type=at_least(0), default=0)
    command.add_argument(
        "--folds",
        type=int,
        default=10,
        metavar="K",
        help="scores of the K-fold and the corrected resampled test; default: 10",
    )
    group = command.add_argument_group(
        "McNemar's test", "one test set, where correlations play no role; see docs/method.md"
    )
    group.add_argument("--test-units", type=int, default=500, metavar="N", help="default: 500")
    group.add_argument(
        "--disagreement",
        type=float,
        default=0.2,
        help="share of units that just one has right; default: 0.2",
    )
    group.add_argument(
        "--training-share",
        type=float,
        default=0.5,
        help="share of the variance of a difference that is due to the training set; default: 0.5",
    )
    overlap_variance.add(command)


@dataclass(frozen=True, slots=True)
class Point:
    """What each rule does at one pair of correlations and one true difference."""

    rho1: float
    rho2: float
    effect: float
    rules: dict[str, SimulatedError]


@dataclass(frozen=True, slots=True)
class Rates:
    """How often rules accept that A is better, and for what."""

    alpha: float
    looks: tuple[int, ...]
    runs: int
    seed: int
    folds: int
    hold_out: HoldOut
    rows: tuple[Point, ...]


def run(options: argparse.Namespace) -> Rates | overlap_variance.Overlap:
    from ...inference import RULES, USUAL_LOOKS, HoldOut, rejection_rate
    from ...inference.checks import mode_of

    if options.what == "overlap":
        return overlap_variance.run(options)
    looks = tuple(options.looks or USUAL_LOOKS)
    hold_out = HoldOut(options.test_units, options.disagreement, options.training_share)
    settings: dict[str, Any] = {"alpha": options.alpha, "looks": looks, "folds": options.folds}
    settings |= {"hold_out": hold_out, "n_runs": options.runs, "seed": options.seed}
    rows = []
    for rho1, rho2 in _points(options):
        for effect in options.effects:
            rates = {
                rule: rejection_rate(rule, effect, rho1=rho1, rho2=rho2, **settings)
                for rule in map(mode_of, options.rules or RULES)
            }
            rows.append(Point(rho1, rho2, effect, rates))
    return Rates(options.alpha, looks, options.runs, options.seed, options.folds, hold_out, tuple(rows))


def _points(options: argparse.Namespace) -> list[tuple[float, float]]:
    """Pairs (rho1, rho2); one of them alone is both."""
    within, between = options.rho1, options.rho2
    if within is None and between is None:
        return [(rho, rho) for rho in (options.rho or TENTHS)]
    if options.rho:
        raise UsageError("{option} does not go with {other}.", option="--rho", other="--rho1, --rho2")
    return [(within if within is not None else between, between if between is not None else within)]


def text(result: Rates | overlap_variance.Overlap) -> str:
    """A table for each kind of scores, since kinds do not share their correlations."""
    from ...inference import RULES

    if isinstance(result, overlap_variance.Overlap):
        return overlap_variance.text(result)
    rules, hold_out = result.rows[0].rules, result.hold_out
    null = all(row.effect == 0 for row in result.rows)
    what = "Type I error" if null else "Share of cases in which A is accepted"
    lines = [
        f"{what}, one-sided tests at {result.alpha:g}, looks at m = {span(result.looks)}; "
        f"{result.runs:,} simulated experiments with normal scores (seed {result.seed})."
    ]
    headings = {
        "half splits": "Half splits:",
        "tenths": f"{result.folds} test sets of equal size, any two scores correlated by a number of their "
        "own, which is not that of half splits; computed:",
        "one test set": f"One test set of {hold_out.n_units} units, models that disagree on "
        f"{100 * hold_out.disagreement:g}%, {100 * hold_out.training_share:g}% of the variance "
        "from the training set; computed. Correlations play no role:",
    }
    for seen, heading in headings.items():
        of_kind = [rule for rule in rules if RULES[rule].sees == seen]
        if of_kind:
            lines += ["", heading, "", *_rates(result.rows, of_kind, seen, null)]
    if "fixed" in rules:
        lines += ["", f"fixed: one look, at m = {result.looks[-1]}."]
    return "\n".join(lines)


def _rates(rows: Sequence[Point], rules: list[str], seen: str, null: bool) -> list[str]:
    """Rates of rules that see the same scores, and the largest standard error."""
    equal = all(row.rho1 == row.rho2 for row in rows)
    if seen == "one test set":  # it knows no correlation
        columns, rows = {}, [row for row in rows if row.rho2 == rows[0].rho2]
    elif equal or seen != "half splits":
        columns = {"rho" if equal else "rho2": "{rho2:g}"}
    else:
        columns = {"rho1": "{rho1:g}", "rho2": "{rho2:g}"}
    columns |= {} if null else {"effect": "{effect:g}"}
    columns |= {rule: f"{{rules.{rule}.rate}}" for rule in rules}
    worst = max(row.rules[rule].standard_error for row in rows for rule in rules)
    return [listing(rows, columns), *([f"s.e. up to {worst:.5f}"] if worst else [])]
