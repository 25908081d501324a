"""Models that no split changes: approximate randomization and a bootstrap interval on the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from . import margin
from .asked import question
from .model_pair import pair

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..partition import PartitionSet
    from ..training import Comparison, Evaluation

WHY = "No split changes these predictions, so it is the units that are exchanged and drawn again."


def run_file(options: argparse.Namespace, corpus: Corpus, clusters: tuple[str, ...] | None) -> dict[str, Any]:
    """Predictions without partitions."""
    from ..metrics import default_metric
    from ..training import read_fixed_predictions

    predictions = read_fixed_predictions(options.file, corpus, gold=options.gold, strict=options.strict)
    a, b = pair(options, predictions.names)
    metric = options.metric or default_metric(predictions.main_metrics)
    return run(options, predictions, (a, b), metric, None, clusters) | {"corpus": corpus.name}


def run(
    options: argparse.Namespace,
    predictions: Comparison | Evaluation,
    models: tuple[str, str | None],
    metric: str,
    partitions: PartitionSet | None,
    clusters: tuple[str, ...] | None,
) -> dict[str, Any]:
    """Two models, or one by itself."""
    from ..training import decide, fixed_model_score
    from .verdicts import verdict_values

    a, b = models
    result: dict[str, Any] = {
        "models": [a] if b is None else [a, b],
        "metric": metric,
        "fixed": None,
        "score": None,
        "verdict": None,
        "require": options.require,
        "holds": None,
        "notices": predictions.notices,
    }
    if b is None:
        if options.require is not None:
            raise UsageError("--require compares two models; name them with --models A B.")
        alone = fixed_model_score(predictions, a, metric=metric, level=1 - options.alpha, clusters=clusters)
        return result | {"score": alone}
    asked = question(options, margin.chosen(options, predictions, a, b, metric), clusters)
    decision = decide(
        predictions,
        a,
        b,
        partitions=partitions,
        metric=metric,
        question=asked,
        smaller_is_better=options.smaller_is_better,
    )
    decided = decision.verdict
    assert decided is not None
    result["fixed"] = decision.fixed
    result["verdict"] = verdict_values(decided)
    wanted = {"better": decided.answer == "A better", "equivalent": decided.equivalent}
    result["holds"] = None if options.require is None else wanted[options.require]
    return result


def text(result: dict[str, Any]) -> str:
    from ..inference.promise import FIXED_MODELS
    from .verdicts import difference_of, said_of, what_would_decide

    notes = [f"note: {notice}" for notice in result["notices"]]
    alone = result["score"]
    if alone is not None:
        first = (
            f"{result['models'][0]} has {result['metric']} {alone['score']:.4f}, {100 * alone['level']:g}% "
            f"bootstrap interval {alone['lower']:.4f} to {alone['upper']:.4f} ({alone['n_units']:,} units)."
        )
        return "\n".join([first, WHY, *notes])
    test, decided = result["fixed"], result["verdict"]
    a, b = result["models"]
    if test["pvalue"] is None:
        first = f"No test: {test['notice']}"
    else:
        runs = f"{'all' if test['exact'] else 'random'} {test['n_runs']:,} swaps"
        first = (
            f"{said_of(decided, a, b, test['difference'])} in {result['metric']}: "
            f"{difference_of(a, b, test['difference'])} "
            f"({100 * test['level']:g}% bootstrap interval {test['lower']:+.4f} to {test['upper']:+.4f}; "
            f"approximate randomization, {runs}, {test['alternative']} p = {test['pvalue']:.2g}, "
            f"{test['n_units']:,} units)."
        )
    if result["require"] is not None:
        return f"{result['require']}: {'holds' if result['holds'] else 'does not hold'}. {first}"
    more = [] if test["pvalue"] is None else what_would_decide(decided, splits=False)
    limits = [] if test["pvalue"] is None else [str(FIXED_MODELS)]
    return "\n".join([first, *more, WHY, *limits, *notes])
