"""What is asked of two models: what the options of `test` come to."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...arguments import check_range
from ...errors import ScoresError
from ...inference import CorrelationBounds
from ...models.presets import model_names
from ...partition import PartitionSet
from ...training import Evaluation, Question, Rule, margin_for
from ...training.decisions.question import STOPS
from ..options.declared import Declared, either, option
from ..options.values import PROPOSED
from ..text import Text, sentence, term


def _better(word: str) -> Declared:
    about = f"for a metric whose name does not tell: {word} values are better"
    given: dict[str, Any] = {"action": "store_const", "const": word == "smaller"}
    return option(f"--{word}-is-better", about, bool, dest="smaller_is_better", **given)


STOP = option(
    "--stop",
    "test once more would not help (default), after every split at a level for all looks, or on all",
    STOPS,
)
CONSERVATIVE = option("--conservative", "variance that is proved not to be too small, with less power", bool)
DIRECTION = either(_better("smaller"), _better("larger"))  # without either, None


def question(
    options: Namespace, margin: float | None = None, clusters: tuple[str, ...] | None = None
) -> Question:
    made = Question(alpha=options.alpha, margin=margin, clusters=clusters)
    return made if options.alternative is None else replace(made, alternative=options.alternative)


def rule(options: Namespace) -> Rule:
    """Of predictions the out-of-fold test, of a table of scores a sequential rule."""
    if options.corpus is not None:
        return Rule("out-of-fold", options.stop or "precision", conservative=bool(options.conservative))
    rho1, rho2 = (0.5 if rho is None else rho for rho in (options.max_rho1, options.max_rho2))
    return Rule(
        options.mode or "overall",
        looks=options.looks,
        comparisons=options.comparisons or 1,
        bounds=CorrelationBounds(rho1, rho2, bool(options.equal_rho)),
    )


def decision_settings(
    options: Namespace,
    partitions: PartitionSet | None,
    clusters: tuple[str, ...] | None,
    margin: float | None = None,
) -> dict[str, Any]:
    """What `decide` and its siblings take."""
    return {
        "partitions": partitions,
        "question": question(options, margin, clusters),
        "rule": rule(options),
        "smaller_is_better": options.smaller_is_better,
    }


def chosen_margin(
    options: Namespace, evaluation: Evaluation, models: Sequence[str], metric: str
) -> float | None:
    """The margin of some models; None where none was asked for."""
    if options.margin is None:
        return None
    proposed = margin_for(evaluation, *models, metric=metric)
    if options.margin == PROPOSED:
        return proposed.value
    if proposed.scale == "proportion":  # a point typed as 1 makes any two models equivalent
        check_range("--margin", float(options.margin), "(0, 1)")
    return float(options.margin)


def pair(options: Namespace, models: Sequence[str]) -> tuple[str, str | None]:
    """The models named, or those in the file: two of them, or one.

    Raises ScoresError if the file has more of them and none is named, or as `named` does.
    """
    if options.models is not None:
        a, b = model_names(options.models, models)
        return a, b
    if len(models) > 2:
        raise ScoresError(
            "Of {n_models} models ({models}), name two by --models A B.",
            file=str(options.file),
            n_models=len(models),
            models=list(models),
        )
    first, *rest = models
    return first, rest[0] if rest else None


def gate(require: str | None, holds: bool | None) -> Text:
    return sentence("{require}: holds." if holds else "{require}: does not hold.", require=require)


def difference_of(a: str, b: str, difference: float) -> Text:
    """Who is ahead and by how much, as A minus B: the sign of the interval that follows."""
    ahead = "{a} minus {b} is {difference:+.4f}" if difference < 0 else "{a} is ahead by {difference:+.4f}"
    return sentence(ahead, a=a, b=b, difference=difference)


def direction(smaller: bool | None) -> Text:
    return term("lower is better" if smaller else "higher is better")


def other_metrics(known: Sequence[str], chosen: str | None) -> Text:
    """Which metrics a table has, if nobody said which one to test."""
    several = list(known) if chosen is None and len(known) > 1 else None
    return sentence("The file has {metrics}; choose by --metric.", metrics=several)
