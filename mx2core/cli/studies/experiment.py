"""Run a named experiment on a corpus and write its table."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import Any

from ...arguments import check_choice
from ...corpus.model import Corpus
from ...corpus.read import read
from ...errors import DesignError, InputError, Notice, ScoresError, TemplateError, Whole
from ...metrics import default_metric
from ...studies import DESIGNS, ResultTable, Study, design, tabulate
from ...studies.designs import design_cost
from ...studies.subsets import SubsetStudies, subset_studies
from ...studies.table_files import without_result
from ...studies.tables import SubsetTables, tabulate_subsets
from ...training.run.plan import gold_of
from ...training.scores.evaluation import Evaluation
from ..options import corpus_options, models
from ..options.declared import option
from ..options.values import at_least
from ..text import (
    Report,
    Text,
    error_text,
    form_value,
    lines,
    printed,
    sentence,
    table,
    term,
    words,
)
from .tabulated import TRAINING, check_outputs, check_trainable, evaluate, written

QUESTIONS = " ".join(f"{name}: {kind.question}" for name, kind in DESIGNS.items())
OPTIONS = (
    *corpus_options.CORPUS,
    corpus_options.ATTRIBUTES,
    option("--design", QUESTIONS, list(DESIGNS), required=True),
    option("--repetitions", "splits, or sets of splits, of every scheme", at_least(2), "R", default=100),
    option("-m", "splits in a set", at_least(1), default=3),
    corpus_options.SEED,
    option("--each", "on every part of the corpus with one value of this", value="COLUMN"),
    option("--least", "units that a part must have with --each", at_least(10), "N", default=100),
    *models.MODELS,
    option("--baseline", "scheme that ratios refer to; default: random, or 5:5", value="SCHEME"),
    *TRAINING,
)
COST = "{study} ({labels}): {folds:,} folds, {n_models} models, {trainings:,} trainings."
COST_OF_EACH = """
[costs] {each}=part units=n_units trainings
{n:,} trainings in all.
{without}
"""
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
SUBSETS = """
{design}, each {key}: SNR of one score in {metric}; ratio of the |SNR| that the paper finds larger to the \
other one, with its interval.

{tables}

{without}
"""


def run(options: Namespace) -> Report:
    check_outputs(options)
    corpus = corpus_options.read(options)
    notices = models.notices(options, corpus)
    if options.each is not None:
        return _each(options, corpus, notices)
    study = design(options.design, corpus, **_arguments(options))
    _check_baseline(options, study)
    n_models = len(models.chosen_models(options, corpus))
    document, labels = design_cost(study, n_models), ", ".join(scheme.label for scheme in study.schemes)
    cost = sentence(COST, document, study=study.name, labels=labels, n_models=n_models)
    if options.cost:
        return Report("{question}\n{cost}", words={"cost": cost}, **document, warnings=notices)
    evaluation = evaluate(options, study, corpus, cost)
    result = tabulate(study, evaluation, metrics=options.metric, baseline=options.baseline)
    return written(options, result, notices)


def _check_baseline(options: Namespace, study: Study) -> None:
    """A slip is said before hours of training, not after."""
    if options.baseline is not None:
        check_choice("--baseline", options.baseline, [scheme.label for scheme in study.schemes])


def _arguments(options: Namespace) -> dict[str, Any]:
    return {name: getattr(options, name) for name in ("repetitions", "m", "seed", "attributes")}


def _each(options: Namespace, whole: Corpus, notices: tuple[Notice, ...]) -> Report:
    """The same experiment on every subset of a corpus, as the paper's Table 6 has its frames."""
    options.models = list(models.chosen_names(options, whole))  # the same ones in every subset
    chosen = models.chosen_models(options, whole)
    reading = corpus_options.reading(options)
    planned = subset_studies(
        options.design,
        whole,
        lambda where: read(options.file, replace(reading, where=where)),
        each=options.each,
        least=options.least,
        gold=gold_of(whole, chosen, chosen[0].task, options.gold),
        check=lambda subset, study: check_trainable(options, study, subset),
        **_arguments(options),
    )
    for one in planned.subsets:
        _check_baseline(options, one.study)
    n, key = len(planned.subsets), planned.key
    if options.cost:
        costs: list[dict[str, Any]] = [
            {"part": one.value, "n_units": len(one.corpus), "trainings": one.study.cost(len(chosen))}
            for one in planned.subsets
        ]
        return Report(
            COST_OF_EACH,
            words={"n": sum(one["trainings"] for one in costs), "without": _failures(planned)},
            each=key,
            costs=costs,
            **without_result(planned),
            warnings=notices,
        )
    evaluations: list[Evaluation | InputError] = []
    for k, one in enumerate(planned.subsets, start=1):
        cost = sentence("{k} of {n}: {key} = {value}", one, k=k, n=n, key=key)
        try:
            evaluations.append(evaluate(options, one.study, one.corpus, cost))
        except (DesignError, ScoresError, TemplateError) as error:  # none of its models could be trained
            evaluations.append(error)
    tables = tabulate_subsets(planned, evaluations, metrics=options.metric, baseline=options.baseline)
    return written(options, tables, notices)


@words.register
def _(given: ResultTable) -> Text:
    metric = default_metric(given.metrics)
    return printed(
        TABLE,
        given,
        metric=metric,
        cells=[
            {"scheme": row.label, "of": of, "cell": row.cell(of, metric)}
            for of in given.of
            for row in given.rows
        ],
        directions=[one.sentence for one in given.directions if one.metric == metric],
    )


@words.register
def _(tables: SubsetTables) -> Text:
    metric = default_metric(tables.first.metrics)
    of_each = [lines(of, _each_table(tables, of, metric), "") for of in tables.first.of]
    of = {"metric": metric, "tables": lines(*of_each, between="\n\n"), "without": _failures(tables)}
    return printed(SUBSETS, tables, tables.first, **of)


def _failures(given: SubsetStudies | SubsetTables) -> list[Text]:
    found = [
        sentence("No result for {part} ({n_units}): {reason}", one, reason=error_text(one.reason))
        for one in given.failed
    ]
    names = [f"{value} ({n_units})" for value, n_units in given.left_out]
    return [*found, sentence("Too few units: {names}.", names=names)]


def _each_table(tables: SubsetTables, of: str, metric: str) -> Text:
    rows = []
    for row in tables.subset_rows(of, metric):
        snrs = [None if snr is None else f"{snr.value:.1f}" for snr in row.snr.values()]
        ratio = None if row.direction is None else row.direction.ratio
        last = form_value(ratio, ".2f") if row.reason is None else term("no result, see below")
        rows.append((row.value, row.n_units, *row.n_labels.values(), *snrs, last))
    names = map(Whole, (*tables.first.n_labels, *(row.label for row in tables.first.rows)))
    return table((Whole(tables.key), "units", *names, "ratio"), rows)
