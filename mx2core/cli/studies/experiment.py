"""Run a named experiment on a corpus and write its table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..options import corpus_options, models
from ..tables import listing, shown, table
from . import tabulated as studies
from .tabulated import Planned, Tabulated

if TYPE_CHECKING:
    from ...corpus.model import Corpus
    from ...errors import InputError, Notice
    from ...studies import ResultTable, Study
    from ...studies.subsets import SubsetStudies, SubsetStudy
    from ...studies.tables import SubsetTables
    from ...training.scores.evaluation import Evaluation

HELP = "Repeat an experiment of the paper on a corpus: means, spreads, signal-to-noise ratios, shifts."
NAMES = ("split_ratio", "good_bad", "block", "filtered", "constructed")
LEAST = 100
SCORES = {
    "of": "{of}",
    "scheme": "{scheme}",
    "mean": "{cell.summary.mean.value:.4f}",
    "sd": "{cell.summary.one_score.sd:.4f}",
    "SNR": "{cell.summary.one_score.snr:.1f}",
    "ratio": "{cell.ratios.one_score.snr:.2f}",
    "shift": "{cell.shift.shift:+.4f}",
}
FORMATS = (".json", ".md", ".csv")


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_attributes(command)
    command.add_argument(
        "--design",
        choices=NAMES,
        required=True,
        help="split_ratio: hold-out from 5:5 to 9:1; good_bad: the best and the worst 5%% of random halves; "
        "block: random against block sets; filtered: the worst random against the best block sets; "
        "constructed: random, block, balanced, centered and floor sets",
    )
    command.add_argument(
        "--repetitions",
        type=corpus_options.at_least(2),
        default=100,
        metavar="R",
        help="splits, or sets of splits, of every scheme; default: 100",
    )
    command.add_argument("-m", type=corpus_options.at_least(1), default=3, help="splits in a set; default: 3")
    command.add_argument("--seed", type=corpus_options.at_least(0), default=0)
    command.add_argument(
        "--each",
        metavar="COLUMN",
        help="run it on every part of the corpus that has one value of this field or column, such as frame: "
        "the paper's Table 6",
    )
    command.add_argument(
        "--least",
        type=corpus_options.at_least(10),
        default=LEAST,
        metavar="N",
        help=f"units that a part must have with --each; default: {LEAST}",
    )
    models.add_models(command, elsewhere=False)
    command.add_argument(
        "--baseline", metavar="SCHEME", help="scheme that ratios refer to; default: random, or 5:5"
    )
    studies.add_training(command, ".json, .md or .csv")


def run(options: argparse.Namespace) -> Planned | Tabulated:
    from ...studies import design, tabulate

    studies.check_outputs(options.output, FORMATS)
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
    from ...studies import DESIGNS

    question, folds, trainings = DESIGNS[study.name].question, study.cost(1), study.cost(n_models)
    labels = ", ".join(scheme.label for scheme in study.schemes)
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
        "warnings": corpus_options.warnings(notices),
    }
    cost = f"{study.name} ({labels}): {folds:,} folds, {n_models} models, {trainings:,} trainings."
    return Planned((str(question), cost), document)


def _each(options: argparse.Namespace, whole: Corpus, notices: tuple[Notice, ...]) -> Planned | Tabulated:
    """The same experiment on every subset of a corpus, as the paper's Table 6 has its frames."""
    from ...corpus import read_corpus
    from ...studies.subsets import subset_studies
    from ...studies.tables import tabulate_subsets
    from ...training.run.plan import gold_of

    options.models = list(models.chosen_names(options, whole))  # the same ones in every subset
    chosen = models.chosen_models(options, whole)
    reading = corpus_options.reading(options)
    planned = subset_studies(
        options.design,
        whole,
        lambda where: read_corpus(options.file, **{**reading, "where": where}),
        each=options.each,
        least=options.least,
        gold=gold_of(whole, chosen, chosen[0].task, options.gold),
        check=lambda subset, study: studies.check_trainable(options, study, subset),
        **_arguments(options),
    )
    if options.cost:
        return _planned_each(options, planned)
    evaluations = [
        _evaluate(options, one, f"{number} of {len(planned.subsets)}: {planned.key} = {one.value}")
        for number, one in enumerate(planned.subsets, start=1)
    ]
    tables = tabulate_subsets(planned, evaluations, metrics=options.metric, baseline=options.baseline)
    return studies.written(options, tables, notices)


def _planned_each(options: argparse.Namespace, planned: SubsetStudies) -> Planned:
    from ...studies.table_files import without_result

    costs = [
        (one.value, len(one.corpus), one.study.cost(len(models.chosen_models(options, one.corpus))))
        for one in planned.subsets
    ]
    names = ("part", "n_units", "trainings")
    document = {"each": planned.key, "costs": [dict(zip(names, one, strict=True)) for one in costs]}
    lines = [table((planned.key, "units", "trainings"), costs)]
    lines.append(f"{sum(trainings for *_, trainings in costs):,} trainings in all.")
    return Planned((*lines, *_without_result(planned)), document | without_result(planned))


def _evaluate(options: argparse.Namespace, subset: SubsetStudy, said: str) -> Evaluation | InputError:
    """Scores of a subset, or why none of its models could be trained."""
    from ...errors import DesignError, ScoresError, TemplateError

    try:
        return studies.evaluate(options, subset.study, subset.corpus, said)
    except (DesignError, ScoresError, TemplateError) as error:
        return error


def text(result: Planned | Tabulated) -> str:
    from ...studies.tables import ResultTable, SubsetTables

    if isinstance(result, Planned):
        return "\n".join(result.sentences)
    given = result.table
    lines = _each_lines(given) if isinstance(given, SubsetTables) else []
    if isinstance(given, ResultTable):
        lines = _lines(given)
    return "\n".join([*lines, *(f"Wrote {output}." for output in result.output)])


def _lines(given: ResultTable) -> list[str]:
    from ...metrics import default_metric

    metric = default_metric(given.metrics)
    scores = [
        {"of": of, "scheme": row.label, "cell": row.cell(of, metric)} for of in given.of for row in given.rows
    ]
    return [
        str(given.question),
        "",
        f"{metric} on {given.corpus}: mean, and standard deviation of one score across splits of "
        f"this corpus, with {100 * given.how.level:g}% intervals. SNR is mean / sd; its ratio is to "
        f"{given.baseline}.",
        "",
        listing(scores, SCORES),
        "",
        *(
            f"{row.label}, {of}: {shift.notice}"
            for of in given.of
            for row in given.rows
            if (shift := row.cell(of, metric).shift) is not None and shift.notice is not None
        ),
        *(str(one.said) for one in given.directions if one.metric == metric),
        *(f"note: {notice}" for notice in given.notices),
    ]


def _each_lines(tables: SubsetTables) -> list[str]:
    from ...metrics import default_metric

    metric = default_metric(tables.first.metrics)
    lines = [
        f"{tables.first.design}, each {tables.key}: SNR of one score in {metric}; ratio of the |SNR| "
        "that the paper finds larger to the other one, with its interval."
    ]
    for of in tables.first.of:
        lines += ["", of, _each_table(tables, of, metric)]
    return lines + _without_result(tables)


def _without_result(given: SubsetStudies | SubsetTables) -> list[str]:
    lines = [""] if given.failed else []
    lines += [f"No result for {one.part} ({one.n_units}): {one.reason}" for one in given.failed]
    if given.left_out:
        names = ", ".join(f"{value} ({n_units})" for value, n_units in given.left_out)
        lines += ["", f"Too few units: {names}."]
    return lines


def _each_table(tables: SubsetTables, of: str, metric: str) -> str:
    rows = []
    for row in tables.subset_rows(of, metric):
        snrs = [None if snr is None else f"{snr.value:.1f}" for snr in row.snr.values()]
        ratio = None if row.direction is None else row.direction.ratio
        last = shown(ratio, ".2f") if row.reason is None else "no result, see below"
        rows.append((row.value, row.n_units, *row.n_labels.values(), *snrs, last))
    names = (*tables.first.n_labels, *(row.label for row in tables.first.rows))
    return table((tables.key, "units", *names, "ratio"), rows)
