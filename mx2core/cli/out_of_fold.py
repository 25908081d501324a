"""`test PREDICTIONS --corpus FILE`: the out-of-fold test, or that of fixed models, and what may be said."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..exchange.canonical import plain
from . import corpus_options, fixed_models, margin, other_tests, pairs, seeds, where_they_differ
from .asked import question, rule
from .model_pair import pair
from .tables import table
from .verdicts import difference_of, said_of, verdict_values, what_would_decide

if TYPE_CHECKING:
    from ..inference import PrecisionStop

PARTS = {
    "units": "testing on these units",
    "covariance": "units that are both tested and trained on",
    "training": "training on these units",
    "splits": "these splits; more splits remove it",
}
REQUIREMENTS = ("better", "equivalent")


def add(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group(
        "out-of-fold test",
        "of predictions (CSV or JSON lines with partition, fold, model, unit_id, predicted) instead of a "
        "table of scores; it needs --corpus and --partitions, and has more power. Models "
        "that predict the same in every split, or have no partitions, get an approximate randomization test",
    )
    group.add_argument("--corpus", metavar="FILE", help="the corpus that was predicted")
    group.add_argument(
        "--partitions", metavar="P.json", help="that models were trained on; without: fixed models"
    )
    group.add_argument(
        "--tags", dest="gold", metavar="NAME", help="column that was predicted, where it is not clear"
    )
    group.add_argument("--strict", action="store_true", help="count only chunks without a broken tag")
    group.add_argument(
        "--margin",
        type=margin.given,
        metavar="D",
        help="difference that does not matter, chosen beforehand: also test for equivalence; 'proposed' is "
        "one point of a score from 0 to 1 or in percent, and one hundredth of scores without a range",
    )
    group.add_argument(
        "--stop",
        choices=("all", "precision"),
        default="precision",
        help="precision (default): test once, on the first 3 to 10 splits after which more would not help, "
        "or on all there are; a set balanced as a whole is tested as a whole; all: on all "
        "splits given",
    )
    group.add_argument(
        "--clusters",
        metavar="FIELD",
        help="units with the same value, such as those of a document, depend on each other; no split may "
        "divide them",
    )
    where_they_differ.add(command)
    command.add_argument(
        "--require",
        choices=REQUIREMENTS,
        help="one line; exit status 3 unless A is better, or equivalent within --margin",
    )
    corpus_options.add_reading(command)


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..exchange import read_partitions
    from ..inference import seed_variance
    from ..metrics import default_metric
    from ..training import (
        decide,
        decide_differences,
        read_predictions,
        same_in_every_split,
        unit_clusters,
        unit_differences,
    )

    if options.require == "equivalent" and options.margin is None:
        raise UsageError("--require equivalent needs --margin: the difference that does not matter.")
    corpus = corpus_options.read_from(options.corpus, options)
    clusters = None if options.clusters is None else unit_clusters(corpus, options.clusters)
    if options.partitions is None:
        return fixed_models.run_file(options, corpus, clusters)
    partitions = read_partitions(options.partitions, corpus).partitions
    comparison = read_predictions(options.file, corpus, partitions=partitions, gold=options.gold)
    comparison = comparison.reading(strict=options.strict)
    if options.pairs:
        return pairs.by_units(comparison, partitions, options, clusters) | {"corpus": corpus.name}
    a, b = pair(options, comparison.names)
    metric = options.metric or default_metric(comparison.main_metrics)
    if a != b and same_in_every_split(comparison, a, *([] if b is None else [b])):
        return fixed_models.run(options, comparison, (a, b), metric, partitions, clusters) | {
            "corpus": corpus.name
        }
    by = rule(options)
    if b is None:
        values = unit_differences(
            comparison.only(a),
            None,
            partitions=partitions,
            metric=metric,
            smaller_is_better=options.smaller_is_better,
        )
        decision = decide_differences(
            values,
            partitions.masks,
            question=question(options, None, clusters),
            rule=by,
            may_stop_early=partitions.may_stop_early,
        )
    else:
        decision = decide(
            comparison,
            a,
            b,
            partitions=partitions,
            metric=metric,
            question=question(options, margin.chosen(options, comparison, a, b, metric), clusters),
            rule=by,
            smaller_is_better=options.smaller_is_better,
        )
    stop, test, decided = decision.stop, decision.test, decision.verdict
    used = partitions.m if test is None else test.m
    by_seed = [comparison.seed_scores(name, metric)[:, :used] for name in ([a] if b is None else [a, b])]
    result: dict[str, Any] = {
        "corpus": corpus.name,
        "models": [a] if b is None else [a, b],
        "metric": metric,
        "smaller_is_better": comparison.known_direction(metric, options.smaller_is_better),
        "signature": partitions.signature,
        "test": plain(test, but=("skewness",)),
        "verdict": None if decided is None or b is None else verdict_values(decided),
        "stop": None if stop is None else _stop(stop),
        "seeds": seeds.values(seed_variance(*by_seed), test),
        "where": None,
        "require": options.require,
        "holds": None,
        "notices": comparison.notices,
    }
    if b is not None and (options.by or options.examples):
        result["where"] = where_they_differ.run(
            options, comparison, (a, b), corpus, partitions, clusters, metric
        )
    if options.others or options.rope is not None:
        if b is None:
            raise UsageError("--others and --rope compare two models; name them with --models A B.")
        options.alternative = decision.question.alternative
        result |= other_tests.of_predictions(comparison, (a, b), metric, used, options)
    if options.require is not None:
        if b is None:
            raise UsageError("--require compares two models; name them with --models A B.")
        better, same = (
            decided is not None and decided.answer == "A better",
            decided is not None and decided.equivalent,
        )
        result["holds"] = better if options.require == "better" else same
    return result


def _stop(stop: PrecisionStop) -> dict[str, Any]:
    return {
        "state": stop.state,
        "m": stop.m,
        "looks": [plain(look, but=("enough",)) for look in stop.looks],
    }


def text(result: dict[str, Any]) -> str:
    if "fixed" in result:
        return fixed_models.text(result)
    from ..inference.promise import OUT_OF_FOLD, OUT_OF_FOLD_POWER

    first = sentence(result)
    if result["require"] is not None:
        holds = "holds" if result["holds"] else "does not hold"
        return f"{result['require']}: {holds}. {first}"
    lines = [first]
    test, decided = result["test"], result["verdict"]
    if decided is not None and test["pvalue"] is not None:
        lines += what_would_decide(decided)
    if test["pvalue"] is not None:
        share = {name: test[name] / test["variance"] for name in PARTS}
        rows = [(f"{words}", f"{100 * share[name]:.0f}%") for name, words in PARTS.items()]
        lines += ["", table(("the variance of the mean comes from", "share"), rows)]
        lines += ["", f"m = {test['m']}, {test['n_units']:,} units, {test['df']:.0f} degrees of freedom."]
        lines += [str(OUT_OF_FOLD), str(OUT_OF_FOLD_POWER)]
    lines += seeds.lines(result)
    if "others" in result:
        lines += other_tests.text(result)
    if result["where"] is not None:
        lines += where_they_differ.lines(result)
    notices = [test["notice"]] if test["notice"] else []
    return "\n".join([*lines, *(f"note: {notice}" for notice in [*notices, *result["notices"]])])


def sentence(result: dict[str, Any]) -> str:
    """The answer, the difference and how sure it is, in one line."""
    test, decided, metric = result["test"], result["verdict"], result["metric"]
    if test["pvalue"] is None:
        return f"No test: {test['notice']}"
    interval = f"{100 * test['level']:g}% interval {test['lower']:+.4f} to {test['upper']:+.4f}"
    if decided is None:
        return f"{result['models'][0]} has {metric} {test['mean']:.4f}, {interval}."
    a, b = result["models"]
    said = said_of(decided, a, b, test["mean"])
    sides = "two-sided " if test["alternative"] == "two-sided" else ""
    return (
        f"{said} in {metric}: {difference_of(a, b, test['mean'])} ({interval}; out-of-fold test, "
        f"{sides}p = {test['pvalue']:.2g}, m = {test['m']}, {test['n_units']:,} units)."
    )
