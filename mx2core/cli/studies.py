"""Commands that train on many splits of a corpus and write a table of results."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from contextlib import nullcontext

from ..arguments import check_choice
from ..corpus.model import Corpus
from ..errors import UsageError
from ..files import write_whole
from ..inference.checks import check_alpha
from ..metrics import default_metric
from ..studies import DESIGNS, ResultTable, Study, design, run_study, table_bytes, tabulate
from ..studies.methods import KINDS, MethodTable, left_out_words, study, tabulate_methods
from ..studies.table_files import Table, TableKind, table_document
from ..training.run.plan import plan_folds
from ..training.scores.evaluation import Evaluation
from .options import corpus_options, progress, trainings
from .options.declared import at_least, command, ending, given, option
from .text import Report, Text, printed, sentence

OUTPUTS: dict[str, TableKind] = {".json": "json", ".md": "md", ".csv": "csv"}
TRAINING = (
    trainings.STORE,
    *trainings.TRAINING,
    option("--cost", "say how many trainings it takes, and exit", bool),
    option("-o/--output", f"files to write: {', '.join(OUTPUTS)}", value="OUT", nargs="+", default=[]),
)


COST = "{design} ({labels}): {folds:,} folds, {models} models, {trainings:,} trainings."


def _studied(
    options: Namespace, corpus: Corpus, study: Study, tabulated: Callable[[Evaluation], Table]
) -> Report:
    """Say what a study takes; train and score its folds, in a store if one is named; write its table."""
    chosen, warnings = trainings.chosen_models(options, corpus), trainings.notices(options, corpus)
    # What would be refused after a night of training is refused now.
    forms = {output: OUTPUTS[ending(output, tuple(OUTPUTS))] for output in options.output}
    trainings.checked(options, plan_folds(corpus, chosen, study.folds, gold=options.gold))
    question = DESIGNS[study.name].question if study.name in DESIGNS else None
    document = study.cost_document(len(chosen)) | {"question": question}
    cost = sentence(COST, document, labels=[scheme.label for scheme in study.schemes])
    if options.cost:
        fields = {"cost": cost, "without": left_out_words(study)}
        return Report("{question}\n{cost}\n{without}", fields, **document, warnings=warnings)
    progress.say(cost)
    with nullcontext() if options.store is None else trainings.open_store(options.store) as store:
        run = trainings.run_of(options, store)
        found = run_study(study, corpus, models=chosen, gold=options.gold, run=run)
    table = tabulated(found.reading(strict=options.strict))
    for output, form in forms.items():
        write_whole(output, table_bytes(table, form))
    of = {"shown": result_words(table) if isinstance(table, ResultTable) else method_words(table)}
    made = {"output": options.output, "warnings": warnings}
    return Report("{shown}\n\n*output Wrote {it}.", of, **table_document(table), **made)


QUESTIONS = " ".join(f"{name}: {kind.question}" for name, kind in DESIGNS.items())
TABLE = """
{question}

{metric} on {corpus}: mean, and standard deviation of one score across splits of this corpus, with \
{how.level!p:g}% intervals. SNR is mean / sd; its ratio is to {baseline}.

[cells] of scheme mean=cell.summary.mean.value:.4f sd=cell.summary.one_score.sd:.4f \
SNR=cell.summary.one_score.snr:.1f ratio=cell.ratios.one_score.snr:.2f shift=cell.shift.shift:+.4f

*cells {scheme}, {of}: {cell.shift.notice}
{directions}
*notices note: {it}
"""


@command(
    *corpus_options.MEASURED,
    option("--design", QUESTIONS, list(DESIGNS), required=True),
    option("--repetitions", "splits, or sets of splits, of every scheme", at_least(2), "R", default=100),
    option("-m", "splits in a set", at_least(1), default=3),
    corpus_options.SEED,
    *trainings.MODELS,
    option("--baseline", "scheme that ratios refer to", value="SCHEME", usual="random, or 5:5"),
    *TRAINING,
)
def experiment(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    study = design(options.design, corpus, **given(options, "repetitions m seed attributes"))
    if options.baseline is not None:
        check_choice("--baseline", options.baseline, [scheme.label for scheme in study.schemes])
    asked = {"metrics": options.metric, "baseline": options.baseline}
    return _studied(options, corpus, study, lambda found: tabulate(study, found, **asked))


def result_words(given: ResultTable) -> Text:
    metric = default_metric(given.metrics)
    return printed(
        TABLE,
        given,
        metric=metric,
        cells=[
            {"scheme": row.label, "of": of, "cell": row.cell(of, metric)}
            for of in given.series
            for row in given.rows
        ],
        directions=[one.sentence for one in given.directions if one.metric == metric],
    )


METHODS = ", ".join(
    f"{key}:{'x'.join(number.name.upper() for number in kind.numbers)}".rstrip(":")
    for key, kind in KINDS.items()
)
METHOD_TABLE = """
Would another laboratory conclude the same? {n} laboratories divide {corpus} with seeds of their own and \
compare {a} and {b} by {metric}{lower}; the difference is {order}; tests are two-sided at {alpha:g}.
{headline}

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


@command(
    *corpus_options.MEASURED,
    option("--methods", f"{METHODS}; usual (default); all", value="METHOD", nargs="+", default=["usual"]),
    option("--laboratories", "that use each method, with seeds of their own", at_least(2), "R", default=20),
    corpus_options.SEED,
    corpus_options.ALPHA,
    *trainings.MODELS,
    *TRAINING,
)
def methods(options: Namespace) -> Report:
    for output in options.output:
        ending(output, (".json", ".csv"))
    check_alpha(options.alpha)
    corpus = corpus_options.read(options)
    metric, *others = options.metric or [None]
    if others or len(trainings.chosen_models(options, corpus)) != 2:
        raise UsageError("Methods need two models and one metric.")
    laid_out = study(corpus, options.methods, **given(options, "laboratories seed attributes"))
    asked = {"metric": metric, "alpha": options.alpha}
    return _studied(options, corpus, laid_out, lambda found: tabulate_methods(laid_out, found, **asked))


def method_words(found: MethodTable) -> Text:
    a, b = found.models
    says = {one: sentence("{model} better", model=model) for one, model in (("A", a), ("B", b))}
    says["none"] = sentence("not shown")
    return printed(
        METHOD_TABLE,
        {"n": found.rows[0].laboratories, "corpus": found.study.corpus, "a": a, "b": b},
        found,
        left_out=left_out_words(found.study),
        order=" − ".join(found.difference),
        lower=sentence(" (lower is better)") if found.smaller_is_better else "",
        estimates=[{"row": row, "says": says[row.first.conclusion]} for row in found.rows],
    )
