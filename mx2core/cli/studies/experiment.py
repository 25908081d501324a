"""Run a named experiment on a corpus and write its table."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from typing import Any

from ...corpus.model import Corpus
from ...corpus.read import read
from ...errors import DesignError, InputError, Notice, ScoresError, TemplateError, Whole
from ...metrics import default_metric
from ...studies import DESIGNS, ResultTable, Study, design, tabulate
from ...studies.subsets import SubsetStudies, SubsetStudy, subset_studies
from ...studies.table_files import without_result
from ...studies.tables import SubsetTables, tabulate_subsets
from ...training.run.plan import gold_of
from ...training.scores.evaluation import Evaluation
from ..options import corpus_options, models
from ..options.declared import option
from ..options.values import at_least
from ..tables import (
    Paragraphs,
    Reason,
    Said,
    columns,
    formatted,
    lines,
    listed,
    listing,
    notes,
    said,
    table,
    words,
)
from . import tabulated as studies
from .tabulated import Planned, Tabulated

SCORES = columns(
    "of scheme mean=cell.summary.mean.value:.4f sd=cell.summary.one_score.sd:.4f "
    "SNR=cell.summary.one_score.snr:.1f ratio=cell.ratios.one_score.snr:.2f shift=cell.shift.shift:+.4f"
)
ASKED = " ".join(f"{name}: {kind.question}" for name, kind in DESIGNS.items())
OPTIONS = (
    *corpus_options.CORPUS,
    corpus_options.ATTRIBUTES,
    option("--design", ASKED, list(DESIGNS), required=True),
    option("--repetitions", "splits, or sets of splits, of every scheme", at_least(2), "R", default=100),
    option("-m", "splits in a set", at_least(1), default=3),
    corpus_options.SEED,
    option("--each", "on every part of the corpus with one value of this", value="COLUMN"),
    option("--least", "units that a part must have with --each", at_least(10), "N", default=100),
    *models.MODELS,
    option("--baseline", "scheme that ratios refer to; default: random, or 5:5", value="SCHEME"),
    *studies.TRAINING,
)


@dataclass(frozen=True, slots=True)
class Costs:
    """The trainings of each subset, as a table."""

    key: str
    rows: list[dict[str, Any]]

    def __str__(self) -> str:
        return listing(self.rows, {Whole(self.key): "{part}", **columns("units=n_units trainings")})


def run(options: argparse.Namespace) -> Planned | Tabulated:
    studies.check_outputs(options)
    corpus = corpus_options.read(options)
    notices = studies.notices_of(options, corpus)
    if options.each is not None:
        return _each(options, corpus, notices)
    study = design(options.design, corpus, **_arguments(options))
    planned = _planned(study, len(models.chosen_models(options, corpus)), notices)
    if options.cost:
        return planned
    if options.baseline is not None:
        study.scheme(options.baseline)
    evaluation = studies.evaluate(options, study, corpus, planned.sentences[-1])
    result = tabulate(study, evaluation, metrics=options.metric, baseline=options.baseline)
    return studies.written(options, result, notices)


def _arguments(options: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(options, name) for name in ("repetitions", "m", "seed", "attributes")}


def _planned(study: Study, n_models: int, notices: tuple[Notice, ...]) -> Planned:
    question, folds, trainings = DESIGNS[study.name].question, study.cost(1), study.cost(n_models)
    sizes = ("repetitions", "splits", "folds")
    document = {
        "design": study.name,
        "question": question,
        "folds": folds,
        "models": n_models,
        "trainings": trainings,
        "schemes": [
            {"label": one.label, **dict(zip(sizes, one.places.shape, strict=True))} for one in study.schemes
        ],
    }
    cost = said(
        "{study} ({schemes}): {folds:,} folds, {n_models} models, {trainings:,} trainings.",
        study=study.name,
        schemes=", ".join(scheme.label for scheme in study.schemes),
        folds=folds,
        n_models=n_models,
        trainings=trainings,
    )
    return Planned((question, cost), document, notices)


def _each(options: argparse.Namespace, whole: Corpus, notices: tuple[Notice, ...]) -> Planned | Tabulated:
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
        check=lambda subset, study: studies.check_trainable(options, study, subset),
        **_arguments(options),
    )
    if options.cost:
        return _planned_each(options, planned, notices)
    evaluations = [
        _evaluate(
            options,
            one,
            said(
                "{number} of {n}: {key} = {value}",
                number=number,
                n=len(planned.subsets),
                key=planned.key,
                value=one.value,
            ),
        )
        for number, one in enumerate(planned.subsets, start=1)
    ]
    tables = tabulate_subsets(planned, evaluations, metrics=options.metric, baseline=options.baseline)
    return studies.written(options, tables, notices)


def _planned_each(
    options: argparse.Namespace, planned: SubsetStudies, notices: tuple[Notice, ...]
) -> Planned:
    trainings = [one.study.cost(len(models.chosen_models(options, one.corpus))) for one in planned.subsets]
    costs = [
        {"part": one.value, "n_units": len(one.corpus), "trainings": n}
        for one, n in zip(planned.subsets, trainings, strict=True)
    ]
    rows = Costs(planned.key, costs)
    total = said("{n:,} trainings in all.", n=sum(trainings))
    document = {"each": planned.key, "costs": costs, **without_result(planned)}
    return Planned((rows, total, *_without_result(planned)), document, notices)


def _evaluate(options: argparse.Namespace, subset: SubsetStudy, said: Said) -> Evaluation | InputError:
    """Scores of a subset, or why none of its models could be trained."""
    try:
        return studies.evaluate(options, subset.study, subset.corpus, said)
    except (DesignError, ScoresError, TemplateError) as error:
        return error


@words.register
def _(given: ResultTable) -> Paragraphs:
    metric = default_metric(given.metrics)
    cells = [(of, row, row.cell(of, metric)) for of in given.of for row in given.rows]
    yield given.question
    yield said(
        "{metric} on {corpus}: mean, and standard deviation of one score across splits of this corpus, with "
        "{level:g}% intervals. SNR is mean / sd; its ratio is to {baseline}.",
        given,
        metric=metric,
        level=100 * given.how.level,
    )
    yield listing([{"of": of, "scheme": row.label, "cell": cell} for of, row, cell in cells], SCORES)
    yield lines(
        *(
            said("{scheme}, {of}: {notice}", scheme=row.label, of=of, notice=cell.shift.notice)
            for of, row, cell in cells
            if cell.shift is not None and cell.shift.notice is not None
        ),
        *(one.sentence for one in given.directions if one.metric == metric),
        notes(given.notices),
    )


@words.register
def _(tables: SubsetTables) -> Paragraphs:
    metric = default_metric(tables.first.metrics)
    yield said(
        "{design}, each {key}: SNR of one score in {metric}; ratio of the |SNR| that the paper finds larger "
        "to the other one, with its interval.",
        design=tables.first.design,
        key=tables.key,
        metric=metric,
    )
    for of in tables.first.of:
        yield lines(of, _each_table(tables, of, metric))
    yield lines(*_without_result(tables))


def _without_result(given: SubsetStudies | SubsetTables) -> list[Said]:
    found = [
        said("No result for {part} ({n_units}): {reason}", one, reason=Reason(one.reason))
        for one in given.failed
    ]
    if given.left_out:
        names = (f"{value} ({n_units})" for value, n_units in given.left_out)
        found.append(said("Too few units: {names}.", names=listed(names)))
    return found


def _each_table(tables: SubsetTables, of: str, metric: str) -> str:
    rows = []
    for row in tables.subset_rows(of, metric):
        snrs = [None if snr is None else f"{snr.value:.1f}" for snr in row.snr.values()]
        ratio = None if row.direction is None else row.direction.ratio
        last = formatted(ratio, ".2f") if row.reason is None else said("no result, see below")
        rows.append((row.value, row.n_units, *row.n_labels.values(), *snrs, last))
    names = map(Whole, (*tables.first.n_labels, *(row.label for row in tables.first.rows)))
    return table((Whole(tables.key), "units", *names, "ratio"), rows)
