"""Compare ways of splitting by what laboratories with other seeds find on one corpus."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from . import corpus_options, designs, models
from .tables import interval, table, value

if TYPE_CHECKING:
    from ..studies.methods import Study

HELP = "Set ways of splitting side by side: estimate, spread, cost, decision, and whether laboratories agree."
FORMATS = (".json", ".csv")


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_attributes(command)
    command.add_argument(
        "--methods",
        nargs="+",
        default=["usual"],
        metavar="METHOD",
        help="hold_out:PERCENT, stratified_hold_out:PERCENT, kfold:K, stratified_kfold:K, "
        "repeated_kfold:KxR, leave_one_out, rlt:PERCENTxR, bootstrap:R, 5x2_t, 5x2_f, random:M, block:M, "
        "balanced:M, centered:M, floor:M, sequential:M, out_of_fold:M, out_of_fold_stopped:M; "
        "numbers may be left out; usual (default) and all are lists of them",
    )
    command.add_argument(
        "--laboratories",
        type=corpus_options.at_least(2),
        default=20,
        metavar="R",
        help="how many use each method, each with a seed of its own; default: 20",
    )
    command.add_argument("--seed", type=corpus_options.at_least(0), default=0)
    command.add_argument("--alpha", type=float, default=0.05, help="level of the tests; default: 0.05")
    models.add_models(command, elsewhere=False)
    designs.add_training(command, ".json or .csv")
    command.add_argument("--csv", action="store_true", help="print CSV instead of text")


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..inference.checks import check_alpha
    from ..studies.methods import methods_csv, methods_document, methods_json, study, tabulate_methods

    designs.check_outputs(options.output, FORMATS)
    # What would be refused after a night of training is refused now.
    check_alpha(options.alpha)
    corpus = corpus_options.read(options)
    chosen = models.chosen_models(options, corpus)
    if len(chosen) != 2 or (options.metric and len(options.metric) > 1):
        raise UsageError("Methods are compared on two models and one metric; name two models and one metric.")
    laid_out = study(
        corpus,
        options.methods,
        laboratories=options.laboratories,
        seed=options.seed,
        attributes=options.attributes,
    )
    cost = _cost(laid_out) | {
        "warnings": corpus_options.warnings((*corpus.notices, *models.notices(options, corpus)))
    }
    if options.cost:
        return cost
    evaluation = designs.evaluate(options, laid_out, corpus, chosen, _cost_text(cost))
    metric = options.metric[0] if options.metric else None
    table = tabulate_methods(laid_out, evaluation, metric=metric, alpha=options.alpha)
    document = methods_document(table) | {"warnings": cost["warnings"]}
    if options.csv:
        document["csv"] = methods_csv(table).decode()
    return designs.written(options, document, table, {".json": methods_json, ".csv": methods_csv})


def _cost(laid_out: Study) -> dict[str, Any]:
    return {
        "methods": [method.key for method in laid_out.methods],
        "laboratories": laid_out.laboratories,
        "folds": laid_out.cost(1),
        "trainings": laid_out.cost(2),
        "left_out": [{"method": method.key, "reason": why} for method, why in laid_out.left_out],
    }


def _cost_text(cost: dict[str, Any]) -> str:
    return (
        f"{cost['laboratories']} laboratories, {len(cost['methods'])} methods: {cost['folds']:,} folds, "
        f"2 models, {cost['trainings']:,} trainings."
    )


def text(result: dict[str, Any]) -> str:
    left_out = [f"left out: {one['method']}. {one['reason']}" for one in result["left_out"]]
    if "rows" not in result:
        return "\n".join([_cost_text(result), *left_out])
    if "csv" in result:
        return str(result["csv"]).rstrip("\n")
    a, b, level = result["models"]["a"], result["models"]["b"], 100 * result["intervals"]["level"]
    lines = [
        f"Would another laboratory have said the same? {result['laboratories']} laboratories divide "
        f"{result['corpus']['name']} with seeds of their own and compare {a} and {b} by {result['metric']}"
        f"{' (lower is better)' if result['smaller_is_better'] else ''}; "
        f"tests are two-sided at {result['alpha']:g}.",
        "",
        table(
            (
                "method",
                "trainings",
                "trains on",
                result["difference"],
                "sd",
                "",
                "SNR",
                "shift",
                "",
                "test",
                "p",
                "decision",
            ),
            [_found(row, a, b) for row in result["rows"]],
        ),
        "",
        table(
            ("method", f"{a} better", f"{b} better", "not shown", "differ", "", "opposite", "sign differs"),
            [_agreement(row) for row in result["rows"]],
        ),
        "",
        f"sd: between laboratories on this corpus, with {level:g}% intervals; it is not the error of the "
        "estimate. shift: of the mean against random halves; a method that trains on more than half of the "
        "units estimates another quantity. test, p and decision are of the first laboratory. differ: chance "
        "that two laboratories conclude differently; opposite: that one calls A better and the other B.",
        *left_out,
        *(f"note: {notice}" for notice in result["notices"]),
        *(f"Wrote {output}." for output in result["output"]),
    ]
    return "\n".join(lines)


def _found(row: dict[str, Any], a: str, b: str) -> list[object]:
    difference, first = row["difference"], row["first_laboratory"]
    says = {"A": f"{a} better", "B": f"{b} better", "none": "not shown"}[first["conclusion"]]
    pvalue = first["pvalue"]
    return [
        row["name"],
        f"{row['trainings']:,.0f}",
        f"{row['share_trained_on']:.0%}",
        f"{difference['mean']['value']:+.4f}",
        value(difference["sd"], ".4f"),
        interval(difference["sd"], ".4f"),
        value(difference["snr"], ".1f"),
        value(difference["shift"], "+.4f"),
        interval(difference["shift"], "+.4f"),
        row["test"],
        "–" if pvalue is None else f"{pvalue:.3f}",
        says,
    ]


def _agreement(row: dict[str, Any]) -> list[str]:
    rates = [value(row["rates"][name], ".0%") for name in ("A", "B", "none")]
    different = [value(row["different"], ".2f"), interval(row["different"], ".2f")]
    return [row["name"], *rates, *different, value(row["opposite"], ".2f"), value(row["sign"], ".2f")]
