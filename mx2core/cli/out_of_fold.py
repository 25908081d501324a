"""`test PREDICTIONS --corpus FILE`: the out-of-fold test, or that of fixed models, and what may be said."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import InputError, UsageError
from ..exchange.canonical import plain
from . import corpus_options, fixed_models, margin, other_tests, pairs, seeds, where_they_differ
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
        default="all",
        help="all (default): test on all splits given, their number fixed beforehand; precision: on the "
        "first 3 to 10 after which more splits would not help",
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
    from ..inference import out_of_fold_t_test, precision_stop, seed_variance, verdict
    from ..training import read_predictions, same_in_every_split, unit_clusters, unit_differences

    if options.require == "equivalent" and options.margin is None:
        raise UsageError("--require equivalent needs --margin: the difference that does not matter.")
    corpus = corpus_options.read_from(options.corpus, options)
    clusters = None if options.clusters is None else unit_clusters(corpus, options.clusters)
    if options.partitions is None:
        return fixed_models.run_file(options, corpus, clusters)
    partitions = read_partitions(options.partitions, corpus).partitions
    if options.stop == "precision" and not partitions.may_stop_early:
        raise InputError(
            "These partitions are balanced as a whole, so the first of them are no set to test on. Test on "
            "all of them with --stop all, or build random, centered or block ones."
        )
    comparison = read_predictions(options.file, corpus, partitions=partitions, gold=options.gold)
    comparison = comparison.reading(strict=options.strict)
    if options.pairs:
        return pairs.by_units(comparison, partitions, options, clusters) | {"corpus": corpus.name}
    a, b = pair(options, comparison.names)
    metric = options.metric or comparison.main_metrics[0]
    settings: dict[str, Any] = {
        "alpha": options.alpha,
        "alternative": options.alternative or ("greater" if options.require == "better" else "two-sided"),
        "clusters": clusters,
    }
    if a != b and same_in_every_split(comparison, a, *([] if b is None else [b])):
        return fixed_models.run(options, comparison, (a, b), metric, settings["alternative"], clusters) | {
            "corpus": corpus.name
        }
    other = None if b is None else comparison.only(b)
    values = unit_differences(
        comparison.only(a),
        other,
        partitions=partitions,
        metric=metric,
        smaller_is_better=options.smaller_is_better,
    )
    stop = precision_stop(values, partitions.masks, **settings) if options.stop == "precision" else None
    test = stop.test if stop is not None else out_of_fold_t_test(values, partitions.masks, **settings)
    chosen = margin.chosen(options, comparison, a, b, metric)
    decided = None if test is None else verdict(test, chosen)
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
        options.alternative = settings["alternative"]
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
    if result["test"] is None:
        return (
            f"Splits still differ too much after m = {result['stop']['m']}: add splits, up to 10, then test."
        )
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
