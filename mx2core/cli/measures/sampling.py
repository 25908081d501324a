"""Who trains and who validates by hold-out, K folds, leave-one-out or bootstrap, and what each estimates."""

from __future__ import annotations

import argparse

from ...studies import Sampling, sampling
from ...studies.calculators.sampling import SAMPLING_SCHEMES
from ..options import corpus_options
from ..options.declared import option
from ..tables import Paragraphs, columns, lines, listing, words

SHOWN = 30  # rounds in the table
NOT_IN_JSON = ("classes", "inner")
COLUMNS = columns(
    "round=# trains=n_train distinct=n_distinct validates=n_validate k training_error=training error"
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
    yield f"{found.scheme}, {found.n_units} units, {n} training{'s' * (n > 1)}"
    yield listing(found.rows, COLUMNS, SHOWN)
    spread = "" if found.spread is None else f" (sd of the rounds {found.spread:.4f})"
    yield lines(
        f"estimated error {found.estimate:.4f}{spread}; the final model (k = {found.k}, trained on "
        f"all units) errs on {found.truth:.4f} of fresh units and {found.training:.4f} of its own.",
        found.estimate_632 is not None
        and f".632 estimate {found.estimate_632:.4f}; left out {found.left_out:.4f} of the units, "
        f"expected (1 - 1/n)^n = {found.expected_left_out:.4f}",
    )
