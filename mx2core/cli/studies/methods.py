"""Compare ways of splitting by what laboratories with other seeds find on one corpus."""

from __future__ import annotations

from argparse import Namespace

from ...errors import UsageError
from ...inference.checks import check_alpha
from ...studies import Study
from ...studies.methods import KINDS, MethodTable, study, tabulate_methods
from ..options import corpus_options, models
from ..options.declared import option
from ..options.values import at_least
from ..text import Report, Text, error_text, printed, sentence, words
from .tabulated import TRAINING, check_outputs, evaluate, written

FORMATS = (".json", ".csv")
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
    *TRAINING,
    option("--csv", "print CSV instead of text", bool),
)
COST = "{laboratories} laboratories, {n_methods} methods: {folds:,} folds, 2 models, {trainings:,} trainings."
TABLE = """
Would another laboratory have said the same? {n} laboratories divide {corpus} with seeds of their own and \
compare {a} and {b} by {metric}{lower}; the difference is {order}; tests are two-sided at {alpha:g}.

[estimates] method=row.method.name trainings=row.trainings:,.0f trains_on=row.share:.0% \
difference=row.difference.mean.value:+.4f sd=row.difference.sd:.4f SNR=row.difference.snr.value:.1f \
shift=row.difference.shift.shift:+.4f test=row.method.test!t p=row.first.pvalue!v decision=says

[rows] method=method.name {a}_better=replicability.rates.A.value:.0% \
{b}_better=replicability.rates.B.value:.0% not_shown=replicability.rates.none.value:.0% \
differ=replicability.different:.2f opposite=replicability.opposite.value:.2f \
sign_differs=replicability.sign.value:.2f

sd: between laboratories on this corpus, with {how.level!p:g}% intervals; it is not the error of the \
estimate. shift: of the mean against random halves; a method that trains on more than half of the units \
estimates another quantity. test, p and decision are of the first laboratory. differ: chance that two \
laboratories conclude differently; opposite: that one calls A better and the other B.
{left_out}
*notices note: {it}
"""


def run(options: Namespace) -> Report:
    check_outputs(options, FORMATS)
    # What would be refused after a night of training is refused now.
    check_alpha(options.alpha)
    corpus = corpus_options.read(options)
    chosen = models.chosen_models(options, corpus)
    if len(chosen) != 2 or (options.metric and len(options.metric) > 1):
        raise UsageError("Methods need two models and one metric.")
    settings = {name: getattr(options, name) for name in ("laboratories", "seed", "attributes")}
    laid_out = study(corpus, options.methods, **settings)
    notices = models.notices(options, corpus)
    document = {
        "methods": [scheme.label for scheme in laid_out.schemes],
        "laboratories": laid_out.arguments["laboratories"],
        "folds": laid_out.cost(1),
        "trainings": laid_out.cost(2),
        "left_out": [{"method": key, "reason": why} for key, why in laid_out.left_out],
    }
    cost = sentence(COST, document, n_methods=len(laid_out.schemes))
    if options.cost:
        spoken = {"cost": cost, "omitted": _left_out(laid_out)}
        return Report("{cost}\n{omitted}", words=spoken, **document, warnings=notices)
    evaluation = evaluate(options, laid_out, corpus, cost)
    metric = options.metric[0] if options.metric else None
    result = tabulate_methods(laid_out, evaluation, metric=metric, alpha=options.alpha)
    return written(options, result, notices, as_csv=options.csv)


def _left_out(study: Study) -> list[Text]:
    return [
        sentence("left out: {key}. {reason}", key=key, reason=error_text(error))
        for key, error in study.left_out
    ]


@words.register
def _(found: MethodTable) -> Text:
    a, b = found.models
    says = {one: sentence("{model} better", model=model) for one, model in (("A", a), ("B", b))}
    says["none"] = sentence("not shown")
    return printed(
        TABLE,
        {"n": found.study.arguments["laboratories"], "corpus": found.study.corpus, "a": a, "b": b},
        found,
        order=" − ".join(found.difference),
        lower=sentence(" (lower is better)") if found.smaller_is_better else "",
        estimates=[{"row": row, "says": says[row.first.conclusion]} for row in found.rows],
        left_out=_left_out(found.study),
    )
