"""What is asked of two models: the options that say it, and what they come to."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import Notice, ScoresError
from ..options.models import named

if TYPE_CHECKING:
    from ...exchange import ScoreTable
    from ...training import Evaluation, Question, Rule

PROPOSED = "proposed"


def question(
    options: argparse.Namespace, margin: float | None = None, clusters: tuple[str, ...] | None = None
) -> Question:
    from ...training import Question

    asked = Question(alpha=options.alpha, margin=margin, clusters=clusters)
    return asked if options.alternative is None else replace(asked, alternative=options.alternative)


def rule(options: argparse.Namespace) -> Rule:
    """Of predictions the out-of-fold test, of a table of scores a sequential rule."""
    from ...inference import CorrelationBounds
    from ...training import Rule

    if options.corpus is not None:
        return Rule("out-of-fold", options.stop or "precision")
    rho1, rho2 = (0.5 if rho is None else rho for rho in (options.max_rho1, options.max_rho2))
    return Rule(
        options.mode or "overall",
        looks=options.looks,
        comparisons=options.comparisons or 1,
        bounds=CorrelationBounds(rho1, rho2, bool(options.equal_rho)),
    )


def given(options: argparse.Namespace, names: Sequence[str]) -> list[str]:
    """Those of some options that are given, to be refused where they mean nothing."""
    values = {name: getattr(options, name) for name in names}
    return [
        f"--{'tags' if name == 'gold' else name.replace('_', '-')}"
        for name, value in values.items()
        if value is not None and value is not False and value != []
    ]


def margin(words: str) -> float | str:
    """For argparse: a number, or what is proposed for the metric."""
    if words == PROPOSED:
        return words
    try:
        return float(words)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number or {PROPOSED!r}, found {words!r}") from None


def chosen_margin(
    options: argparse.Namespace, evaluation: Evaluation, a: str, b: str, metric: str
) -> float | None:
    """The margin of two models; None where none was asked for."""
    from ...training import margin_for

    if options.margin == PROPOSED:
        return margin_for(evaluation, a, b, metric=metric).value
    return None if options.margin is None else float(options.margin)


def pair(options: argparse.Namespace, models: Sequence[str]) -> tuple[str, str | None]:
    """The models named, or those in the file: two of them, or one.

    Raises
    ------
    ScoresError
        If the file has more of them and none is named, or as `named` does.
    """
    if options.models is not None:
        a, b = named(options.models, models)
        return a, b
    if len(models) > 2:
        raise ScoresError(
            "Of {n_models} models ({models}), name two by --models A B.",
            file=str(options.file),
            n_models=len(models),
            models=", ".join(models),
        )
    first, *rest = models
    return first, rest[0] if rest else None


def difference_of(a: str, b: str, difference: float) -> str:
    """Who is ahead and by how much, as A minus B: the sign of the interval that follows."""
    if difference < 0:
        return f"{a} minus {b} is {difference:+.4f}"
    return f"{a} is ahead by {difference:+.4f}"


def add_direction(command: argparse.ArgumentParser) -> None:
    """Two options that exclude each other; `smaller_is_better` is None without either."""
    either = command.add_mutually_exclusive_group()
    for option, smaller in (("smaller", True), ("larger", False)):
        either.add_argument(
            f"--{option}-is-better",
            dest="smaller_is_better",
            action="store_const",
            const=smaller,
            help=f"for a metric whose name does not tell: {option} values are better",
        )


def direction(smaller: bool | None) -> str:
    return "lower is better" if smaller else "higher is better"


def of_one_metric(scores: ScoreTable, asked: str | None, metric: str) -> tuple[Notice, ...]:
    """That a table with errors and accuracies was tested in one of its metrics, if nobody said in which."""
    directions = {scores.known_direction(name) for name in scores.metrics}
    if asked is not None or len(directions) < 2:
        return ()
    return (
        Notice(
            "Only {metric} was tested: {metrics} differ in direction. Choose by --metric.",
            {"metrics": ", ".join(scores.metrics), "metric": metric},
        ),
    )
