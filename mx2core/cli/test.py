"""The sequential test on a table of scores."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import ScoresError
from ..exchange.canonical import rounded
from .tables import table

if TYPE_CHECKING:
    from ..inference import SequentialTTest

HELP = "Test from a table of scores whether model A is better than model B."
COLUMNS = ("mean", "sigma", "statistic", "pvalue", "lower", "upper", "bound")


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="SCORES.csv", help="columns partition, fold, model, metric, value")
    command.add_argument(
        "--mode",
        choices=("guaranteed", "paper", "fixed"),
        default="guaranteed",
        help="guaranteed (default): the overall error stays below alpha; paper: alpha at every look; "
        "fixed: one look, at all partitions",
    )
    command.add_argument("--alpha", type=float, default=0.05, help="default: 0.05")
    command.add_argument(
        "--looks",
        type=_looks,
        metavar="M,M,…",
        help="numbers of partitions at which to look, fixed beforehand; default: every one from 3 to 20",
    )
    command.add_argument("--metric", help="default: f1, or the first metric of the table")
    command.add_argument(
        "--models", nargs=2, metavar=("A", "B"), help="is A better than B; default: the two in the file"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..exchange import read_scores
    from ..inference import sequential_t_test

    scores = read_scores(options.file)
    if options.models is None and len(scores.models) != 2:
        raise ScoresError(
            "The file has {n_models} models ({models}). Name the two to compare with --models A B.",
            file=options.file,
            n_models=len(scores.models),
            models=", ".join(scores.models),
        )
    a, b = options.models or scores.models
    metric = options.metric or ("f1" if "f1" in scores.metrics else scores.metrics[0])
    differences = scores.differences(a, b, metric)
    looks = [scores.m] if options.mode == "fixed" else options.looks
    tested = sequential_t_test(differences, alpha=options.alpha, mode=options.mode, looks=looks)
    return {
        "models": [a, b],
        "metric": metric,
        "m_given": scores.m,
        "signature": scores.signature,
        "mode": tested.mode,
        "alpha": options.alpha,
        "level_per_look": rounded(tested.level_per_look),
        "looks": [int(m) for m in tested.looks],
        "rejected": bool(tested.rejected),
        "state": tested.state,
        "m": tested.m,
        "overall_error": _paper_error(tested),
        "notice": None if tested.notice is None else str(tested.notice),
        "table": [
            {
                "m": int(row.m),
                "rejected": bool(row.rejected),
                **{
                    column: None if getattr(row, column) is None else rounded(getattr(row, column))
                    for column in COLUMNS
                },
            }
            for row in tested.table
        ],
    }


def _paper_error(tested: SequentialTTest) -> float | None:
    """What the rule as printed really has when scores are correlated by 1/2."""
    from ..inference import paper_rule_error

    as_printed = (tested.mode, tested.alpha, tested.looks) == ("paper", 0.05, tuple(range(3, 21)))
    return rounded(paper_rule_error(0.5)) if as_printed else None


def _looks(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


_looks.__name__ = "list of whole numbers"  # argparse names it when it refuses


def text(result: dict[str, Any]) -> str:
    header = ("look m", "mean", "sigma", "T", "p", "lower", "upper", "bound", "A better")
    rows = [
        (row["m"], *(_shown(column, row[column]) for column in COLUMNS), row["rejected"])
        for row in result["table"]
    ]
    notices = [f"note: {result['notice']}"] if result["notice"] else []
    return "\n".join([decision(result), "", table(header, rows), "", reading(result), *notices])


def decision(result: dict[str, Any]) -> str:
    """What the test says, and never that two models are equal."""
    a, b = result["models"]
    alpha, metric, m = result["alpha"], result["metric"], result["m"]
    if result["rejected"]:
        return f"{a} is better than {b} in {metric}: accepted after m = {m} partitions (alpha = {alpha:g})."
    if result["state"] == "continue":
        return (
            f"Not decided after m = {m} partitions: no difference shown yet between {a} and {b} in {metric}. "
            f"The next look is at m = {min(look for look in result['looks'] if look > m)}."
        )
    return (
        f"No difference shown after m = {m} partitions: that {a} is better than {b} in {metric} was not "
        f"accepted (alpha = {alpha:g}). This does not show that they are equal."
    )


def reading(result: dict[str, Any]) -> str:
    """How the table is to be read, and which error the procedure has."""
    level, looks = result["level_per_look"], result["looks"]
    interval = f"lower and upper are an interval of level {100 * (1 - 2 * level):.4g} % at each look."
    if result["mode"] == "fixed":
        return f"One look at m = {looks[0]}, to be chosen before the scores are seen; {interval}"
    schedule = f"Looks at m = {_schedule(looks)}, each at level {level:g}"
    if result["mode"] == "guaranteed":
        return (
            f"{schedule}: the overall error is at most {result['alpha']:g} as long as no correlation between "
            f"scores is above 1/2. bound is the lower bound that holds at all looks together; {interval}"
        )
    error = result["overall_error"]
    size = "larger than that" if error is None else f"{100 * error:.3g} % if scores are correlated by 1/2"
    return f"{schedule}, as printed in the paper: the overall error is {size}. {interval}"


def _schedule(looks: list[int]) -> str:
    if looks == list(range(looks[0], looks[-1] + 1)):
        return f"{looks[0]} to {looks[-1]}"
    return ", ".join(map(str, looks))


def _shown(column: str, value: float | None) -> float | str | None:
    """P-values differ by powers of ten, the others do not."""
    if value is None:
        return None
    return f"{value:.2g}" if column == "pvalue" else float(value)
