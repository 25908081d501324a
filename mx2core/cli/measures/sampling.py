"""Who trains and who validates by hold-out, K folds, leave-one-out or bootstrap, and what each estimates."""

from __future__ import annotations

import argparse

from ...studies import Sampling, sampling
from ...studies.calculators.sampling import SAMPLING_SCHEMES
from ..options import corpus_options
from ..options.declared import option
from ..tables import Paragraphs, columns, lines, listing, said, words

SHOWN = 30  # rounds in the table
NOT_IN_JSON = ("classes", "inner")
COLUMNS = columns(
    "round=# trains=n_train distinct=n_distinct validates=n_validate k training_error=training "
    "error|rate=error"
)
OPTIONS = (
    option("scheme", f"one of {', '.join(SAMPLING_SCHEMES)}", value="SCHEME", nargs="?", default="kfold"),
    option("--units", "", int, "N", default=40),
    option("--folds", "of kfold", int, "K", default=5),
    option("--share", "trained on, of hold_out", int, "PERCENT", default=70),
    option("--repeats", "default: 1; bags of bootstrap, default: 20", int, "R"),
    option("--stratified", "classes in equal shares on both sides", bool),
    option("-k", "neighbours of the model", int, "K", default=5),
    option("--tune", "choose the neighbours by a grid inside the training units", bool),
    corpus_options.SEED,
)


def run(options: argparse.Namespace) -> Sampling:
    usual = 20 if options.scheme == "bootstrap" else 1
    return sampling(
        options.scheme,
        options.units,
        folds=options.folds,
        share=options.share,
        repeats=usual if options.repeats is None else options.repeats,
        stratified=options.stratified,
        k=None if options.tune else options.k,
        seed=options.seed,
    )


@words.register
def _(found: Sampling) -> Paragraphs:
    n = len(found.rows)
    about = {"scheme": found.scheme, "n_units": found.n_units, "n": n}
    many = said("{scheme}, {n_units} units, {n} trainings", **about)
    yield many if n > 1 else said("{scheme}, {n_units} units, {n} training", **about)
    yield listing(found.rows, COLUMNS, SHOWN)
    yield lines(
        said(
            "estimated error {estimate:.4f}{spread}; the final model (k = {k}, trained on all units) errs on "
            "{truth:.4f} of fresh units and {training:.4f} of its own.",
            found,
            spread="" if found.spread is None else said(" (sd of the rounds {spread:.4f})", found),
        ),
        found.estimate_632 is not None
        and said(
            ".632 estimate {estimate:.4f}; left out {left_out:.4f} of the units, expected (1 - 1/n)^n = "
            "{expected:.4f}",
            {"estimate": found.estimate_632, "expected": found.expected_left_out},
            found,
        ),
    )
