"""What `test --pairs` says: every pair of models, in both directions, with an error that all share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..exchange.canonical import plain
from . import direction
from .asked import rule
from .direction import words
from .tables import table

if TYPE_CHECKING:
    from ..exchange import ScoreTable
    from ..partition import PartitionSet
    from ..training import Comparison, PairAnswer


def run(scores: ScoreTable, options: argparse.Namespace) -> dict[str, Any]:
    from ..metrics import default_metric
    from ..studies import pair_decisions

    _refuse_the_rest(options)
    names = options.models or scores.models
    metric = options.metric or default_metric(scores.metrics)
    decided = pair_decisions(
        {name: scores.oriented(name, metric, options.smaller_is_better) for name in names},
        alpha=options.alpha,
        mode=options.mode,
        looks=options.looks,
    )
    return {
        **plain(decided, but=("m", "decisions")),
        "metric": metric,
        "warnings": direction.warnings(scores, options.metric, metric),
        "smaller_is_better": bool(scores.known_direction(metric, options.smaller_is_better)),
        "m_given": scores.m,
        "signature": scores.signature,
        "pairs": [
            {
                "a": decision.a,
                "b": decision.b,
                "mean": decision.mean,
                "rejected": decision.better,
                "state": decision.test.state,
                "m": decision.test.m,
                "pvalue": decision.pvalue,
                "holm": decision.adjusted,
            }
            for decision in decided.decisions
        ],
    }


def by_units(
    comparison: Comparison,
    partitions: PartitionSet,
    options: argparse.Namespace,
    clusters: tuple[str, ...] | None,
) -> dict[str, Any]:
    """The same from predictions: the out-of-fold test of every pair, two-sided."""
    from ..metrics import default_metric
    from ..training import Question, decide_pairs

    if options.alternative is not None or options.require is not None or options.margin is not None:
        raise UsageError(
            "--pairs tests every pair in both directions for a difference; leave out --alternative, "
            "--require and --margin."
        )
    named = comparison if options.models is None else comparison.only(*options.models)
    metric = options.metric or default_metric(comparison.main_metrics)
    question = Question(alpha=options.alpha, clusters=clusters)
    answers = decide_pairs(
        named,
        partitions=partitions,
        metric=metric,
        question=question,
        rule=rule(options),
        smaller_is_better=options.smaller_is_better,
    )
    return {
        "by": "units",
        "models": list(named.names),
        "metric": metric,
        "smaller_is_better": bool(comparison.known_direction(metric, options.smaller_is_better)),
        "alpha": options.alpha,
        "signature": partitions.signature,
        "pairs": [_pair(answer) for answer in answers],
    }


def _pair(answer: PairAnswer) -> dict[str, Any]:
    decision = answer.decision
    test, fixed = decision.test, decision.fixed
    tested = test if fixed is None else fixed
    return {
        "a": decision.a,
        "b": decision.b,
        "mean": decision.mean,
        "m": decision.m,
        "test": None if tested is None else "out-of-fold" if fixed is None else "randomization",
        **{name: None if tested is None else getattr(tested, name) for name in ("lower", "upper", "pvalue")},
        "holm": answer.adjusted,
        "rejected": answer.better,
    }


def _text_by_units(result: dict[str, Any]) -> str:
    said = {True: "yes", False: "not shown", None: "waits for splits"}
    rows = [
        (
            pair["a"],
            pair["b"],
            *("–" if pair[name] is None else pair[name] for name in ("mean", "lower", "upper")),
            said[pair["rejected"]],
            pair["m"],
            "–" if pair["holm"] is None else f"{pair['holm']:.2g}",
        )
        for pair in result["pairs"]
    ]
    header = ("is", "better than", "ahead by", "lower", "upper", "decision", "at m", "p by Holm")
    return "\n".join(
        [
            f"Every pair of {len(result['models'])} models in {result['metric']} "
            f"({words(result['smaller_is_better'])}), by the out-of-fold test:",
            "",
            table(header, rows),
            "",
            "Two-sided. By Holm the chance of any wrong “yes” among all pairs is meant to be at most alpha "
            f"= {result['alpha']:g}; the intervals are those of single pairs. What is not shown is not shown "
            "to be equal.",
        ]
    )


def _refuse_the_rest(options: argparse.Namespace) -> None:
    """Options that mean nothing here are not passed over in silence."""
    given = {
        "--mode fixed": options.mode == "fixed",
        "--alternative": options.alternative is not None,
        "--comparisons": options.comparisons != 1,
        "--max-rho1": options.max_rho1 != 0.5,
        "--max-rho2": options.max_rho2 != 0.5,
        "--equal-rho": options.equal_rho,
        "--orders": options.orders is not None,
        "--rope": options.rope is not None,
        "--others": options.others,
    }
    if any(given.values()):
        raise UsageError(
            "--pairs tests both directions of every pair and shares alpha among them; leave out {options}.",
            options=[name for name, is_given in given.items() if is_given],
        )


def text(result: dict[str, Any]) -> str:
    if result.get("by") == "units":
        return _text_by_units(result)
    from ..inference import promise

    said = {"rejected": "yes", "not rejected": "not shown", "continue": "more splits needed"}
    rows = [
        (
            pair["a"],
            pair["b"],
            pair["mean"],
            said[pair["state"]],
            pair["m"],
            *("–" if pair[name] is None else f"{pair[name]:.2g}" for name in ("pvalue", "holm")),
        )
        for pair in result["pairs"]
    ]
    error = (
        f"the overall error of all {result['comparisons']} comparisons is at most {result['alpha']:g}. "
        f"{promise.condition(result['mode'])} {promise.KNOWN_ERRORS_IN_SHORT}"
        if result["mode"] == "guaranteed"
        else f"{result['comparisons']} comparisons share alpha = {result['alpha']:g}, at every look as "
        "printed: the overall error can be larger."
    )
    return "\n".join(
        [
            f"Every pair of {len(result['models'])} models in {result['metric']} "
            f"({words(result['smaller_is_better'])}), in both directions:",
            "",
            table(("is", "better than", "ahead by", "decision", "at m", "p, m fixed", "by Holm"), rows),
            "",
            f"Each look has level {result['level_per_look']:g}; {error} Decide by the sequential test, or "
            "by Holm if m was fixed beforehand, not by whichever rejects. What is not shown is not shown to "
            "be equal.",
        ]
    )
