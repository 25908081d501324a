"""`test --pairs`: every pair of models, in both directions, with an error that all share."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..options.models import named
from ..tables import listing
from .asked import direction, given, of_one_metric, question, rule

if TYPE_CHECKING:
    from ...errors import Notice
    from ...exchange import ScoreTable
    from ...partition import PartitionSet
    from ...training import Comparison, PairAnswer

OTHERWISE = ("alternative", "comparisons", "orders", "rope", "others", "require", "margin", "by", "examples")
COLUMNS = {
    "is": "{a}",
    "better than": "{b}",
    "ahead by": "{mean:+.4f}",
    "lower": "{lower:+.4f}",
    "upper": "{upper:+.4f}",
    "decision": "{decision}",
    "at m": "{m}",
    "p": "{pvalue:.2g}",
    "by Holm": "{holm:.2g}",
}
SAID = {True: "yes", False: "not shown", None: "waits for splits"}


@dataclass(frozen=True, slots=True)
class Pairs:
    """Every pair of some models, the largest difference first."""

    corpus: str | None  # of predictions
    metric: str
    smaller_is_better: bool
    signature: str | None
    answers: tuple[PairAnswer, ...]
    warnings: tuple[Notice, ...]

    @property
    def document(self) -> dict[str, Any]:
        asked = self.answers[0].decision
        names = ("corpus", "metric", "smaller_is_better", "signature")
        return {
            **{name: getattr(self, name) for name in names},
            "alpha": asked.question.alpha,
            "rule": asked.rule,
            "pairs": [_row(answer) for answer in self.answers],
        }

    def text(self) -> str:
        from ...inference.mx2 import promise

        rows = [_row(answer) | {"decision": SAID[answer.better]} for answer in self.answers]
        first = self.answers[0].decision
        tested, alpha, k = first.sequential, first.question.alpha, first.rule.comparisons
        if tested is None:
            error = (
                "By Holm the chance of any wrong “yes” among all pairs is meant to be at most alpha = "
                f"{alpha:g}; the intervals are those of single pairs."
            )
        else:
            error = " ".join(
                [
                    f"All {k} pairs share alpha.",
                    *map(str, promise.error(tested)),
                    "p is that of all splits: decide by the sequential test, or by Holm if m was fixed "
                    "beforehand, not by whichever rejects.",
                ]
            )
        n_models = len({row[side] for row in rows for side in ("a", "b")})
        by = "the out-of-fold test" if tested is None else "the scores of splits"
        return "\n".join(
            [
                f"Every pair of {n_models} models in {self.metric} ({direction(self.smaller_is_better)}), "
                f"by {by}:",
                "",
                listing(rows, COLUMNS),
                "",
                f"Two-sided. {error} What is not shown is not shown to be equal.",
            ]
        )


def _row(answer: PairAnswer) -> dict[str, Any]:
    decision = answer.decision
    lower, upper = decision.interval or (None, None)
    names = ("a", "b", "mean", "m", "answer")
    return {
        **{name: getattr(decision, name) for name in names},
        "lower": lower,
        "upper": upper,
        "pvalue": answer.pvalue,
        "holm": answer.adjusted,
        "better": answer.better,
    }


def run(
    options: argparse.Namespace,
    results: Comparison | ScoreTable,
    corpus: str | None = None,
    partitions: PartitionSet | None = None,
    clusters: tuple[str, ...] | None = None,
) -> Pairs:
    from ...exchange import ScoreTable
    from ...metrics import default_metric
    from ...training import decide_pairs

    if said := given(options, OTHERWISE):
        raise UsageError("{option} does not go with {other}.", option="--pairs", other=said)
    metric = options.metric or default_metric(results.main_metrics)
    known = results.models if isinstance(results, ScoreTable) else results.names
    answers = decide_pairs(
        results,
        models=options.models and named(options.models, known),
        partitions=partitions,
        metric=metric,
        question=question(options, clusters=clusters),
        rule=rule(options),
        smaller_is_better=options.smaller_is_better,
    )
    return Pairs(
        corpus,
        metric,
        bool(results.known_direction(metric, options.smaller_is_better)),
        results.signature if partitions is None else partitions.signature,
        answers,
        of_one_metric(results, options.metric, metric) if isinstance(results, ScoreTable) else (),
    )
