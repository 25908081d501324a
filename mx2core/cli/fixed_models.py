"""Models that no split changes: approximate randomization and a bootstrap interval on the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..exchange.canonical import rounded
from .model_pair import pair

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..training import Comparison, Evaluation


def run_file(options: argparse.Namespace, corpus: Corpus) -> dict[str, Any]:
    """Predictions without partitions."""
    from ..training import read_fixed_predictions

    found = read_fixed_predictions(options.file, corpus, tags=options.tags, strict=options.strict)
    a, b = pair(options, found.models)
    if b is None:
        raise InputError("Without --partitions two models are compared; the file has one.")
    metric = options.metric or found.main_metrics[0]
    usual = "greater" if options.require == "better" else "two-sided"
    return run(options, found, (a, b), metric, options.alternative or usual)


def run(
    options: argparse.Namespace,
    predictions: Comparison | Evaluation,
    models: tuple[str, str],
    metric: str,
    alternative: str,
) -> dict[str, Any]:
    from ..inference.verdict import check_margin
    from ..training import fixed_models_test

    rule: dict[str, Any] = {"alpha": options.alpha}
    test = fixed_models_test(predictions, *models, metric, alternative=alternative, **rule)
    equivalent = None
    if options.margin is not None:
        check_margin(options.margin)
        inner = fixed_models_test(predictions, *models, metric, alternative="greater", **rule)
        low, high = (0.0 if end is None else end for end in (inner.lower, inner.upper))
        equivalent = -options.margin < low and high < options.margin
    better = "A better" if test.difference > 0 else "B better"
    answer = better if test.rejected else "equivalent" if equivalent else "undecided"
    wanted = {"better": answer == "A better", "equivalent": bool(equivalent)}
    numbers = ("difference", "pvalue", "lower", "upper", "level", "alpha")
    values = {name: getattr(test, name) for name in numbers}
    return {
        "models": list(models),
        "metric": metric,
        "fixed": {
            **{name: None if value is None else rounded(value) for name, value in values.items()},
            **{
                name: getattr(test, name)
                for name in ("alternative", "rejected", "n_runs", "exact", "n_units")
            },
            "notice": None if test.notice is None else str(test.notice),
        },
        "verdict": {"answer": answer, "equivalent": equivalent, "margin": options.margin},
        "require": options.require,
        "holds": None if options.require is None else wanted[options.require],
        "notices": [str(notice) for notice in predictions.notices],
    }


def text(result: dict[str, Any]) -> str:
    test, found = result["fixed"], result["verdict"]
    a, b = result["models"]
    if test["pvalue"] is None:
        first = f"No test: {test['notice']}"
    else:
        better, worse = (a, b) if test["difference"] > 0 else (b, a)
        said = {
            "equivalent": f"{a} and {b} are equivalent within {found['margin']}",
            "undecided": f"Undecided between {a} and {b}",
        }.get(found["answer"], f"{better} is better than {worse}")
        runs = f"{'all' if test['exact'] else 'random'} {test['n_runs']:,} swaps"
        first = (
            f"{said} in {result['metric']}: {a} is ahead by {test['difference']:+.4f} "
            f"({100 * test['level']:g}% bootstrap interval {test['lower']:+.4f} to {test['upper']:+.4f}; "
            f"approximate randomization, {runs}, {test['alternative']} p = {test['pvalue']:.2g}, "
            f"{test['n_units']:,} units)."
        )
    if result["require"] is not None:
        return f"{result['require']}: {'holds' if result['holds'] else 'does not hold'}. {first}"
    why = "No split changes these predictions, so it is the units that are exchanged and drawn again."
    return "\n".join([first, why, *(f"note: {notice}" for notice in result["notices"])])
