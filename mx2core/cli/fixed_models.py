"""Models that no split changes: approximate randomization and a bootstrap interval on the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from . import margin
from .model_pair import pair

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..training import Comparison, Evaluation

WHY = "No split changes these predictions, so it is the units that are exchanged and drawn again."


def run_file(options: argparse.Namespace, corpus: Corpus, clusters: tuple[str, ...] | None) -> dict[str, Any]:
    """Predictions without partitions."""
    from ..training import read_fixed_predictions

    predictions = read_fixed_predictions(options.file, corpus, gold=options.gold, strict=options.strict)
    a, b = pair(options, predictions.names)
    metric = options.metric or predictions.main_metrics[0]
    usual = "greater" if options.require == "better" else "two-sided"
    return run(options, predictions, (a, b), metric, options.alternative or usual, clusters) | {
        "corpus": corpus.name
    }


def run(
    options: argparse.Namespace,
    predictions: Comparison | Evaluation,
    models: tuple[str, str | None],
    metric: str,
    alternative: str,
    clusters: tuple[str, ...] | None,
) -> dict[str, Any]:
    """Two models, or one by itself."""
    from ..inference import verdict
    from ..training import fixed_model_score, fixed_models_test
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
    test = fixed_models_test(
        predictions, a, b, metric=metric, alternative=alternative, alpha=options.alpha, clusters=clusters
    )
    decided = verdict(test, margin.chosen(options, predictions, a, b, metric))
    result["fixed"] = test
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
