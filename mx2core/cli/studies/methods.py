"""Compare ways of splitting by what laboratories with other seeds find on one corpus."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...errors import UsageError
from ..options import corpus_options, models
from ..tables import listing
from . import tabulated as studies
from .tabulated import Planned, Tabulated

if TYPE_CHECKING:
    from ...errors import Notice
    from ...studies import Study

HELP = "Set ways of splitting side by side: estimate, spread, cost, decision, and whether laboratories agree."
FORMATS = (".json", ".csv")
ESTIMATES = {
    "method": "{row.method.name}",
    "trainings": "{row.trainings:,.0f}",
    "trains on": "{row.share:.0%}",
    "difference": "{row.difference.mean.value:+.4f}",
    "sd": "{row.difference.sd:.4f}",
    "SNR": "{row.difference.snr.value:.1f}",
    "shift": "{row.difference.shift.shift:+.4f}",
    "test": "{row.method.test}",
    "p": "{first.pvalue:.3f}",
}
AGREEMENT = {
    "differ": "{replicability.different:.2f}",
    "opposite": "{replicability.opposite.value:.2f}",
    "sign differs": "{replicability.sign.value:.2f}",
}


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
    studies.add_training(command, ".json or .csv")
    command.add_argument("--csv", action="store_true", help="print CSV instead of text")


def run(options: argparse.Namespace) -> Planned | Tabulated:
    from ...inference.checks import check_alpha
    from ...studies.methods import study, tabulate_methods

    studies.check_outputs(options.output, FORMATS)
    # What would be refused after a night of training is refused now.
    check_alpha(options.alpha)
    corpus = corpus_options.read(options)
    chosen = models.chosen_models(options, corpus)
    if len(chosen) != 2 or (options.metric and len(options.metric) > 1):
        raise UsageError("Methods are compared on two models and one metric.")
    laid_out = study(
        corpus,
        options.methods,
        laboratories=options.laboratories,
        seed=options.seed,
        attributes=options.attributes,
    )
    notices = studies.notices_of(options, corpus)
    planned = _planned(laid_out, notices)
    if options.cost:
        return planned
    evaluation = studies.evaluate(options, laid_out, corpus, planned.sentences[0])
    metric = options.metric[0] if options.metric else None
    result = tabulate_methods(laid_out, evaluation, metric=metric, alpha=options.alpha)
    return studies.written(options, result, notices, as_csv=options.csv)


def _planned(study: Study, notices: tuple[Notice, ...]) -> Planned:
    laboratories, n_methods = study.arguments["laboratories"], len(study.schemes)
    document = {
        "methods": [scheme.label for scheme in study.schemes],
        "laboratories": laboratories,
        "folds": study.cost(1),
        "trainings": study.cost(2),
        "left_out": [{"method": key, "reason": why} for key, why in study.left_out],
        "warnings": corpus_options.warnings(notices),
    }
    cost = (
        f"{laboratories} laboratories, {n_methods} methods: {study.cost(1):,} folds, "
        f"2 models, {study.cost(2):,} trainings."
    )
    return Planned((cost, *_left_out(study)), document)


def _left_out(study: Study) -> list[str]:
    return [f"left out: {key}. {reason}" for key, reason in study.left_out]


def text(result: Planned | Tabulated) -> str:
    from ...studies import table_bytes
    from ...studies.methods import MethodTable

    if isinstance(result, Planned):
        return "\n".join(result.sentences)
    if result.as_csv:
        return table_bytes(result.table, "csv").decode().rstrip("\n")
    given = result.table
    assert isinstance(given, MethodTable), "the command makes no other table"
    (a, b), level = given.models, 100 * given.how.level
    says = {"A": f"{a} better", "B": f"{b} better", "none": "not shown"}
    first = [row.first for row in given.rows]
    rows = [
        {"row": row, "first": one, "says": says[one.conclusion]}
        for row, one in zip(given.rows, first, strict=True)
    ]
    better = {words: f"{{replicability.rates.{key}.value:.0%}}" for key, words in says.items()}
    lines = [
        f"Would another laboratory have said the same? {given.study.arguments['laboratories']} laboratories "
        f"divide {given.study.corpus} with seeds of their own and compare {a} and {b} by {given.metric}"
        f"{' (lower is better)' if given.smaller_is_better else ''}; "
        f"the difference is {' − '.join(given.difference)}; tests are two-sided at {given.alpha:g}.",
        "",
        listing(rows, ESTIMATES | {"decision": "{says}"}),
        "",
        listing(given.rows, {"method": "{method.name}", **better, **AGREEMENT}),
        "",
        f"sd: between laboratories on this corpus, with {level:g}% intervals; it is not the error of the "
        "estimate. shift: of the mean against random halves; a method that trains on more than half of the "
        "units estimates another quantity. test, p and decision are of the first laboratory. differ: chance "
        "that two laboratories conclude differently; opposite: that one calls A better and the other B.",
        *_left_out(given.study),
        *(f"note: {notice}" for notice in given.notices),
        *(f"Wrote {output}." for output in result.output),
    ]
    return "\n".join(lines)
