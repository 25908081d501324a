"""The sequential test on a table of scores, or the out-of-fold test on predictions."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import ScoresError, UsageError
from ..exchange.canonical import plain
from ..metrics import in_order
from . import direction, other_tests, out_of_fold, pairs, seeds
from .asked import question, rule
from .corpus_options import at_least
from .numbers import whole_numbers
from .tables import table

if TYPE_CHECKING:
    from ..inference import SequentialTTest

HELP = "Test from a table of scores, or from predictions, whether model A is better than model B."
COLUMNS = ("mean", "sigma", "statistic", "pvalue", "lower", "upper", "bound")


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file", metavar="SCORES.csv", help="columns partition, fold, model, metric, value; or predictions"
    )
    command.add_argument(
        "--mode",
        choices=("guaranteed", "paper", "fixed"),
        default="guaranteed",
        help="guaranteed (default): the overall error is at most alpha for nearly normal scores with "
        "correlations of at most 1/2; paper: alpha at every look; fixed: one look, at all partitions",
    )
    command.add_argument("--alpha", type=float, default=0.05, help="default: 0.05")
    command.add_argument(
        "--looks",
        type=whole_numbers,
        metavar="M,M,…",
        help="numbers of partitions at which to look, fixed beforehand; default: every one from 3 to 20",
    )
    command.add_argument(
        "--alternative",
        choices=("greater", "less", "two-sided"),
        help="two-sided (default): is either of them better; it counts as two comparisons of scores; "
        "greater: is A better than B",
    )
    command.add_argument(
        "--comparisons",
        type=at_least(1),
        default=1,
        metavar="K",
        help="comparisons that share alpha; default: 1",
    )
    assumed = command.add_argument_group(
        "what mode guaranteed assumes",
        "correlations of scores over corpora; one corpus cannot show rho1, and only given it rho2",
    )
    assumed.add_argument(
        "--max-rho1", type=float, default=0.5, metavar="R", help="within a split; default: 1/2"
    )
    assumed.add_argument(
        "--max-rho2", type=float, default=0.5, metavar="R", help="between splits; default: 1/2"
    )
    assumed.add_argument(
        "--equal-rho", action="store_true", help="both correlations are equal, whatever they are"
    )
    command.add_argument(
        "--orders",
        type=at_least(1),
        metavar="N",
        help="also say what N random orders of the same partitions would have given",
    )
    further = command.add_argument_group("beside the test")
    further.add_argument(
        "--pairs",
        action="store_true",
        help="test every pair of the models in the file, in both directions, with an error that all share",
    )
    further.add_argument(
        "--rope",
        type=float,
        metavar="D",
        help="also the Bayesian correlated t-test, with differences up to D that do not matter; may be 0",
    )
    further.add_argument(
        "--rho", type=float, default=0.5, metavar="R", help="correlation that it assumes; default: 1/2"
    )
    further.add_argument(
        "--others",
        action="store_true",
        help="also other tests of the same scores, the diagnostic R, and every look by itself (scores) or "
        "McNemar's test on each hold-out (predictions)",
    )
    command.add_argument("--metric", help="default: f1, or the first metric of the table")
    direction.add_direction(command)
    command.add_argument(
        "--models", nargs=2, metavar=("A", "B"), help="is A better than B; default: the two in the file"
    )
    out_of_fold.add(command)


def run(options: argparse.Namespace) -> out_of_fold.Answered | dict[str, Any]:
    from ..exchange import read_scores
    from ..inference import order_replay, promise, seed_variance
    from ..metrics import default_metric
    from ..training import decide

    if options.corpus is not None:
        return out_of_fold.run(options)
    if options.require == "equivalent":
        raise UsageError("--require equivalent needs predictions: give --corpus and --partitions.")
    scores = read_scores(options.file)
    if len(scores.models) < 2:
        raise ScoresError("The table has one model only; a test needs two.", file=options.file)
    if options.pairs:
        return pairs.run(scores, options)
    if options.models is None and len(scores.models) != 2:
        raise ScoresError(
            "The file has {n_models} models ({models}). Name the two to compare with --models A B.",
            file=options.file,
            n_models=len(scores.models),
            models=scores.models,
        )
    a, b = options.models or scores.models
    metric = options.metric or default_metric(scores.metrics)
    differences = scores.differences(a, b, metric, options.smaller_is_better)
    decision = decide(
        scores,
        a,
        b,
        metric=metric,
        question=question(options),
        rule=rule(options),
        smaller_is_better=options.smaller_is_better,
    )
    options.alternative, tested = decision.question.alternative, decision.sequential
    assert tested is not None
    settings = decision.rule.sequential(decision.question)
    replay = order_replay(differences, n_orders=options.orders, **settings) if options.orders else None
    return {
        "models": [a, b],
        "metric": metric,
        "smaller_is_better": bool(scores.known_direction(metric, options.smaller_is_better)),
        "warnings": direction.warnings(scores, options.metric, metric),
        "means": {name: scores.scores(name, metric)[: tested.m].mean() for name in (a, b)},
        "seeds": seeds.values(
            seed_variance(*(scores.seed_scores(name, metric)[:, : tested.m] for name in (a, b))), None
        ),
        "m_given": scores.m,
        "signature": scores.signature,
        **plain(tested, but=("table",)),
        "overall_error": _paper_error(tested),
        "condition": promise.condition(tested.mode, tested.bounds),
        "better": None if tested.better is None else {"A": a, "B": b}[tested.better],
        "holds": None if options.require is None else tested.better == "A",
        "orders": None
        if replay is None
        else {
            **plain(replay, but=("standard_error", "seed", "level_per_look")),
            "stops": [{"m": m, "share": share} for m, share in replay.stops],
        },
        **other_tests.run(differences, settings, options),
        "table": [plain(row, but=("interval_level",)) for row in tested.table],
    }


def _paper_error(tested: SequentialTTest) -> float | None:
    """What the rule as printed really has when scores are correlated by 1/2."""
    from ..inference import paper_rule_error

    used = (tested.mode, tested.level_per_look, tested.looks, tested.alternative)
    as_printed = used == ("paper", 0.05, tuple(range(3, 21)), "greater")
    return paper_rule_error(0.5) if as_printed else None


def text(result: out_of_fold.Answered | dict[str, Any]) -> str:
    if isinstance(result, out_of_fold.Answered):
        return out_of_fold.text(result)
    if "pairs" in result:
        return pairs.text(result)
    if result["holds"] is not None:
        return f"better: {'holds' if result['holds'] else 'does not hold'}. {decision(result)}"
    header = ("look m", "mean", "sigma", "T", "p", "lower", "upper", "bound", "accepted")
    rows = [
        (row["m"], *(_shown(column, row[column]) for column in COLUMNS), row["rejected"])
        for row in result["table"]
    ]
    notices = [f"note: {result['notice']}"] if result["notice"] else []
    orders = [replayed(result["orders"])] if result["orders"] else []
    return "\n".join(
        [
            decision(result),
            "",
            _means(result),
            "",
            table(header, rows),
            "",
            reading(result),
            *seeds.lines(result),
            *orders,
            *notices,
            *other_tests.text(result),
        ]
    )


def _means(result: dict[str, Any]) -> str:
    """The scores as they are, and what is subtracted from what."""
    a, b = result["models"]
    first, second = in_order(a, b, smaller=result["smaller_is_better"])
    means = ", ".join(f"{name} {value:.4f}" for name, value in result["means"].items())
    return (
        f"{result['metric']}, {direction.words(result['smaller_is_better'])}: {means} on average. "
        f"Differences are {first} − {second}, so above 0 {a} is better."
    )


def decision(result: dict[str, Any]) -> str:
    """What the test says, and never that two models are equal."""
    a, b = result["models"]
    alpha, metric, m = result["alpha"], result["metric"], result["m"]
    claim = {
        "greater": f"{a} is better than {b}",
        "less": f"{b} is better than {a}",
        "two-sided": f"one of {a} and {b} is better",
    }[result["alternative"]]
    if result["rejected"]:
        better, worse = (a, b) if result["better"] == a else (b, a)
        accepted = f"accepted after m = {m} partitions (alpha = {alpha:g})."
        return f"{better} is better than {worse} in {metric}: {accepted}"
    if result["state"] == "continue":
        return (
            f"Not decided after m = {m} partitions: no difference shown yet between {a} and {b} in {metric}. "
            f"The next look is at m = {min(look for look in result['looks'] if look > m)}.{_ahead(result)}"
        )
    return (
        f"No difference shown after m = {m} partitions: that {claim} in {metric} was not "
        f"accepted (alpha = {alpha:g}). This does not show that they are equal.{_ahead(result)}"
    )


def _ahead(result: dict[str, Any]) -> str:
    """That the test asks about one model and the scores speak for the other, as far as they can."""
    mean, alternative = result["table"][-1]["mean"], result["alternative"]
    if alternative == "two-sided" or not mean or (mean > 0) == (alternative == "greater"):
        return ""
    asked, other = result["models"] if alternative == "greater" else result["models"][::-1]
    return (
        f" {other} is ahead by {abs(mean):.4f}, and this test can only accept that {asked} is better: "
        "ask about both with --alternative two-sided."
    )


def reading(result: dict[str, Any]) -> str:
    """How the table is to be read, and which error the procedure has."""
    level, looks = result["level_per_look"], result["looks"]
    interval = f"lower and upper are an interval of level {100 * (1 - 2 * level):.4g}% at each look."
    if result["mode"] == "fixed":
        return (
            f"One look at m = {looks[0]}, to be chosen before the scores are seen; {interval} The error is "
            f"at most {result['alpha']:g}. {result['condition']}"
        )
    schedule = f"Looks at m = {_schedule(looks)}, each at level {level:g}; {interval}"
    if result["mode"] == "guaranteed":
        from ..inference.promise import KNOWN_ERRORS_IN_SHORT

        joint = (
            "lower and upper are bounds"
            if result["alternative"] == "two-sided"
            else "what stands under bound is one"
        )
        return (
            f"{schedule} The overall error is at most {result['alpha']:g}, and {joint} at all looks "
            f"together. {result['condition']} {KNOWN_ERRORS_IN_SHORT}"
        )
    error = result["overall_error"]
    size = (
        "can be larger than that"
        if error is None
        else f"is {100 * error:.3g}% if scores are normal and correlated by 1/2"
    )
    return f"{schedule} Each look has the whole level, as printed in the paper: the overall error {size}."


def replayed(orders: dict[str, Any]) -> str:
    """How much the decision hangs on the order in which the partitions came."""
    return (
        f"In {orders['n_orders']:,} random orders of the same partitions the test accepts in "
        f"{100 * orders['rejected']:.3g}% and uses {orders['mean_m']:.3g} partitions on average. "
        "Random partitions might have come in any order; those of a fixed design, such as block "
        "partitions, might not."
    )


def _schedule(looks: list[int]) -> str:
    if looks == list(range(looks[0], looks[-1] + 1)):
        return f"{looks[0]} to {looks[-1]}"
    return ", ".join(map(str, looks))


def _shown(column: str, value: float | None) -> float | str | None:
    """P-values differ by powers of ten, the others do not."""
    if value is None:
        return None
    return f"{value:.2g}" if column == "pvalue" else float(value)
