"""Train and score models on the folds of given partitions."""

from __future__ import annotations

from argparse import Namespace

from ...errors import ScoresError
from ...exchange import read_partitions, write_scores
from ...files import write_whole
from ...metrics import default_metric, known_direction
from ...training import PlannedTest, read_predictions
from ...training.beside.mean_scores import check_finished, mean_scores, shift_notices, undefined_metrics
from ...training.decisions.planned_tests import plan_notices
from ...training.run.plan import plan
from ..options import corpus_options, models, stores
from ..options.declared import group, option
from ..text import Report, comma_list, sentence
from .question_options import CONSERVATIVE, STOP

OPTIONS = (
    *corpus_options.CORPUS,
    corpus_options.PARTITIONS,
    *models.MODELS,
    models.PREDICTIONS,
    models.SEEDS,
    *models.TRAINING,
    group(
        "the question",
        "asked before training, of the first --metric, and kept in the store",
        corpus_options.ALPHA,
        option("--alternative", "", ("two-sided", "greater"), default="two-sided"),
        option("--margin", "difference that does not matter", float, "D"),
        CONSERVATIVE,
        STOP,
    ),
    stores.KEEPING,
    option("-o/--output", "file to write", value="SCORES.csv", required=True),
)


FORM = """
Scores of {named} on {tags}{scheme_name}, partitions {signature}: mean over the {n_folds} folds, and the \
standard deviation between folds (which is not the error of the mean).{lower}

[scores] metric model folds mean sd

Wrote {output}.
{fixed}
{trained} folds were trained, {found} were in {store} already; experiment {experiment}, {name}.
"""


def run(options: Namespace) -> Report:
    corpus = corpus_options.read(options, predictions=options.predictions is not None)
    given = read_partitions(options.partitions, corpus)
    kept, question = None, None
    if options.predictions is not None:
        of = {"gold": options.gold, "id_column": options.id_column}
        comparison = read_predictions(options.predictions, corpus, partitions=given.partitions, **of)
    else:
        chosen = models.chosen_models(options, corpus)
        # A slip in a metric's name is said before hours of training, not after.
        scorer = plan(corpus, chosen, given.partitions, gold=options.gold).scorer
        for metric in options.metric or ():
            scorer.check_metric(metric)
        first = (options.metric or [default_metric(scorer.main_metrics)])[0]
        fixed = (options.alpha, options.alternative, options.margin)
        question = PlannedTest(
            first, *fixed, stop=options.stop or "precision", conservative=bool(options.conservative)
        )
        comparison, kept = stores.compare_kept(options, corpus, chosen, given.partitions, question)
        question = question if kept is None else kept.question
    comparison = comparison.reading(strict=options.strict)
    check_finished(comparison)
    undefined = undefined_metrics(comparison, options.metric or comparison.main_metrics)
    if undefined and options.metric:
        notice = next(iter(undefined.values()))
        raise ScoresError(notice.message, **notice.values)
    metrics = tuple(one for one in options.metric or comparison.main_metrics if one not in undefined)
    write_whole(options.output, write_scores(comparison, metrics))
    scheme, strict = comparison.scheme if comparison.task == "tags" else None, not comparison.lenient
    scores = mean_scores(comparison, metrics)
    errors = [metric for metric in metrics if known_direction(metric)]
    return Report(
        FORM,
        kept or dict.fromkeys(("trained", "found", "store", "experiment", "name")),
        words={
            "named": comma_list(comparison.models),
            "tags": comparison.gold,
            "scheme_name": sentence(" ({scheme}, strict)" if strict else " ({scheme})", scheme=scheme),
            "lower": sentence(" Lower is better for {metrics}.", metrics=comma_list(errors))
            if errors
            else "",
            "fixed": () if question is None else plan_notices(question),
        },
        output=options.output,
        kept=kept,
        question=question,
        signature=comparison.signature,
        tags=comparison.gold,
        scheme=scheme,
        strict=strict,
        models=comparison.models,
        n_folds=2 * given.partitions.m,
        scores=scores,
        smaller_is_better={metric: known_direction(metric) for metric in metrics},
        warnings=(
            *models.notices(options, corpus),
            *given.notices,
            *shift_notices(given.partitions, corpus),
            *comparison.notices,
            *undefined.values(),
        ),
    )
