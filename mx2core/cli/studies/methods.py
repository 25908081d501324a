"""Compare ways of splitting by what laboratories with other seeds find on one corpus."""

from __future__ import annotations

import argparse

from ...errors import Notice, UsageError
from ...inference.checks import check_alpha
from ...studies import Study
from ...studies.methods import KINDS, MethodTable, study, tabulate_methods
from ..options import corpus_options, models
from ..options.declared import option
from ..options.values import at_least
from ..tables import Paragraphs, Reason, Said, columns, lines, listing, notes, said, term, titled, words
from . import tabulated as studies
from .tabulated import Planned, Tabulated

FORMATS = (".json", ".csv")
ESTIMATES = columns(
    "method=row.method.name trainings=row.trainings:,.0f trains_on=row.share:.0% "
    "difference=row.difference.mean.value:+.4f sd=row.difference.sd:.4f SNR=row.difference.snr.value:.1f "
    "shift=row.difference.shift.shift:+.4f test p=first.pvalue:.3f decision=says"
)
AGREEMENT = columns(
    "differ=replicability.different:.2f opposite=replicability.opposite.value:.2f "
    "sign_differs=replicability.sign.value:.2f"
)


METHODS = ", ".join(
    f"{key}:{'x'.join(number.name.upper() for number in kind.numbers)}".rstrip(":")
    for key, kind in KINDS.items()
)
OPTIONS = (
    *corpus_options.CORPUS,
    corpus_options.ATTRIBUTES,
    option("--methods", f"{METHODS}; usual (default); all", value="METHOD", nargs="+", default=["usual"]),
    option("--laboratories", "that use each method, with seeds of their own", at_least(2), "R", default=20),
    corpus_options.SEED,
    corpus_options.ALPHA,
    *models.MODELS,
    *studies.TRAINING,
    option("--csv", "print CSV instead of text", bool),
)


def run(options: argparse.Namespace) -> Planned | Tabulated:
    studies.check_outputs(options, FORMATS)
    # What would be refused after a night of training is refused now.
    check_alpha(options.alpha)
    corpus = corpus_options.read(options)
    chosen = models.chosen_models(options, corpus)
    if len(chosen) != 2 or (options.metric and len(options.metric) > 1):
        raise UsageError("Methods are compared on two models and one metric.")
    settings = {name: getattr(options, name) for name in ("laboratories", "seed", "attributes")}
    laid_out = study(corpus, options.methods, **settings)
    notices = studies.notices_of(options, corpus)
    planned = _planned(laid_out, notices)
    if options.cost:
        return planned
    evaluation = studies.evaluate(options, laid_out, corpus, planned.sentences[0])
    metric = options.metric[0] if options.metric else None
    result = tabulate_methods(laid_out, evaluation, metric=metric, alpha=options.alpha)
    return studies.written(options, result, notices, as_csv=options.csv)


def _planned(study: Study, notices: tuple[Notice, ...]) -> Planned:
    document = {
        "methods": [scheme.label for scheme in study.schemes],
        "laboratories": study.arguments["laboratories"],
        "folds": study.cost(1),
        "trainings": study.cost(2),
        "left_out": [{"method": key, "reason": why} for key, why in study.left_out],
    }
    cost = said(
        "{laboratories} laboratories, {n_methods} methods: {folds:,} folds, 2 models, {trainings:,} "
        "trainings.",
        document,
        n_methods=len(study.schemes),
    )
    return Planned((cost, *_left_out(study)), document, notices)


def _left_out(study: Study) -> list[Said]:
    return [
        said("left out: {key}. {reason}", key=key, reason=Reason(reason)) for key, reason in study.left_out
    ]


@words.register
def _(found: MethodTable) -> Paragraphs:
    a, b = found.models
    says: dict[str, str] = {
        "A": titled("{model} better", model=a),
        "B": titled("{model} better", model=b),
        "none": titled("not shown"),
    }
    first = [row.first for row in found.rows]
    rows = [
        {"row": row, "first": one, "says": says[one.conclusion], "test": term(row.method.test)}
        for row, one in zip(found.rows, first, strict=True)
    ]
    yield said(
        "Would another laboratory have said the same? {n} laboratories divide {corpus} with seeds of their "
        "own and compare {a} and {b} by {metric}{lower}; the difference is {difference}; tests are "
        "two-sided at {alpha:g}.",
        {"n": found.study.arguments["laboratories"], "corpus": found.study.corpus, "a": a, "b": b},
        {"difference": " − ".join(found.difference)},
        found,
        lower=said(" (lower is better)") if found.smaller_is_better else "",
    )
    yield listing(rows, ESTIMATES)
    better: dict[str, str] = {
        title: f"{{replicability.rates.{key}.value:.0%}}" for key, title in says.items()
    }
    yield listing(found.rows, {"method": "{method.name}", **better, **AGREEMENT})
    yield lines(
        said(
            "sd: between laboratories on this corpus, with {level:g}% intervals; it is not the error of the "
            "estimate. shift: of the mean against random halves; a method that trains on more than half of "
            "the units estimates another quantity. test, p and decision are of the first laboratory. "
            "differ: chance that two laboratories conclude differently; opposite: that one calls A better "
            "and the other B.",
            level=100 * found.how.level,
        ),
        *_left_out(found.study),
        notes(found.notices),
    )
