"""The question and the rule that the options of `test` come to."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..training import Question, Rule


def question(
    options: argparse.Namespace, margin: float | None = None, clusters: tuple[str, ...] | None = None
) -> Question:
    from ..training import Question

    asked = Question(alpha=options.alpha, margin=margin, clusters=clusters)
    return asked if options.alternative is None else replace(asked, alternative=options.alternative)


def rule(options: argparse.Namespace) -> Rule:
    """Of predictions the out-of-fold test, of a table of scores a sequential rule."""
    from ..inference import CorrelationBounds
    from ..training import Rule

    if options.corpus is not None:
        return Rule("out-of-fold", options.stop)
    return Rule(
        options.mode,
        looks=options.looks,
        comparisons=options.comparisons,
        bounds=CorrelationBounds(options.max_rho1, options.max_rho2, options.equal_rho),
    )
