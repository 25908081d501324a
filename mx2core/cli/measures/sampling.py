"""Who trains and who validates by hold-out, K folds, leave-one-out or bootstrap, and what each estimates."""

from __future__ import annotations

from argparse import Namespace

from ...studies import Sampling, sampling
from ...studies.calculators.sampling import SAMPLING_SCHEMES
from ..options import corpus_options
from ..options.declared import option
from ..text import Text, printed, sentence, words

NOT_IN_JSON = ("classes", "inner")
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
FORM = """
{scheme}, {n_units} units, {many} trainings
{scheme}, {n_units} units, {single} training

[rows:30] round=# trains=n_train distinct=n_distinct validates=n_validate k training_error=training \
error|rate=error

estimated error {estimate:.4f}{sd}; the final model (k = {k}, trained on all units) errs on {truth:.4f} of \
fresh units and {training:.4f} of its own.
.632 estimate {estimate_632:.4f}; left out {left_out:.4f} of the units, expected (1 - 1/n)^n = \
{expected_left_out:.4f}
"""


def run(options: Namespace) -> Sampling:
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
def _(found: Sampling) -> Text:
    n, sd = len(found.rows), sentence(" (sd of the rounds {spread:.4f})", found)
    number = {"many": n if n > 1 else None, "single": n if n == 1 else None}
    return printed(FORM, found, **number, sd=sd)
