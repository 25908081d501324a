"""Train and score models on the folds of given partitions, or without each line of a template; rank them."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from .. import inference
from ..errors import ScoresError, UsageError
from ..exchange import read_corpus_differences, read_corpus_scores, read_partitions, write_scores
from ..exchange.canonical import plain
from ..files import write_whole
from ..inference.checks import check_alpha
from ..metrics import default_metric, known_direction
from ..models import CRF
from ..models.model_words import model_words
from ..plot import template_lines
from ..studies import leave_one_out, line_effects
from ..training import PlannedTest, read_predictions
from ..training.beside.mean_scores import check_finished, mean_scores, shift_notices, undefined_metrics
from ..training.decisions.planned_tests import plan_notices
from ..training.run.plan import plan
from .answers import CONSERVATIVE, DIRECTION, STOP
from .options import corpus_options, trainings
from .options.declared import command, ending, given, group, option
from .text import Report, comma_list, semicolon_list, sentence, term

ON_PARTITIONS = (*corpus_options.CORPUS, corpus_options.PARTITIONS, *trainings.MODELS)
SCORES = """
Scores of {models} on {tags}, partitions {signature}: mean over the {n_folds} folds, and the \
standard deviation between folds (which is not the error of the mean).{lower}
{comparison.how_scored}

*described {model}: {words}

[scores] metric model folds mean sd

Wrote {output}.
{fixed}
{trained} folds were trained, {found} were in {store} already; experiment {experiment}, {name}.
"""


@command(
    *ON_PARTITIONS,
    trainings.PREDICTIONS,
    trainings.SEEDS,
    *trainings.TRAINING,
    group(
        "the question",
        "asked before training, of the first --metric, and kept in the store",
        corpus_options.ALPHA,
        option("--alternative", "", ("two-sided", "greater"), default="two-sided"),
        option("--margin", "difference that does not matter", float, "D"),
        CONSERVATIVE,
        STOP,
    ),
    trainings.KEEPING,
    option("-o/--output", "file to write", value="SCORES.csv", required=True),
)
def compare(options: Namespace) -> Report:
    corpus = corpus_options.read(options, predictions=options.predictions is not None)
    judged = read_partitions(options.partitions, corpus)
    kept, question, described = None, None, list[dict[str, Any]]()
    if options.predictions is not None:
        of = given(options, "gold id_column strict")
        comparison = read_predictions(options.predictions, corpus, partitions=judged.partitions, **of)
    else:
        chosen = trainings.chosen_models(options, corpus)
        planned = trainings.checked(options, plan(corpus, chosen, judged.partitions, gold=options.gold))
        first = (options.metric or [default_metric(planned.scorer.main_metrics)])[0]
        question = PlannedTest(first, **given(options, "alpha alternative margin stop conservative"))
        words = model_words(corpus, options.gold, chosen)
        described = [{"model": name, "words": one} for name, one in words.items()]
        comparison, kept = trainings.compare_kept(options, corpus, planned, judged.partitions, question)
        question = question if kept is None else kept["question"]
    check_finished(comparison)
    wanted = options.metric or comparison.main_metrics
    undefined = undefined_metrics(comparison, wanted)
    for notice in undefined.values() if options.metric else ():
        raise ScoresError(notice.message, **notice.values)
    metrics = tuple(one for one in wanted if one not in undefined)
    write_whole(options.output, write_scores(comparison, metrics))
    scheme, strict = comparison.scheme if comparison.task == "tags" else None, not comparison.lenient
    errors = [metric for metric in metrics if known_direction(metric)]
    lower = sentence(" Lower is better for {metrics}.", metrics=errors)
    fixed = () if question is None else plan_notices(question)
    of = {"n_folds": 2 * judged.partitions.m, "scores": mean_scores(comparison, metrics)}
    of |= {"smaller_is_better": {metric: known_direction(metric) for metric in metrics}}
    warnings = (*trainings.notices(options, corpus), *judged.notices, *comparison.notices)
    warnings += (*shift_notices(judged.partitions, corpus), *undefined.values())
    json = "output=options.output kept question scheme strict tags=comparison.gold warnings"
    done = kept or dict.fromkeys(("trained", "found", "store", "experiment", "name"))
    of |= given(comparison, "signature models")
    return Report(SCORES, done, names=locals(), json=json, **of)


LINES = """
{model}: {metric} {score:.4f} with all {n} lines; intervals hold together at {level:.0%}.

[rows] line adds_to_{metric}=test.mean:+.4f from=test.lower:+.4f to=test.upper:+.4f p=test.pvalue!v |=word!t

{sentences}
*written Wrote {it}.
"""


@command(
    *ON_PARTITIONS,
    option("--alpha", "shared by all lines", float, default=0.05),
    *trainings.TRAINING,
    option("--picture", "write the figure: .svg, .png or .pdf", value="FILE"),
    option("--selected", "write the template with the lines that are needed alone", value="FILE"),
    trainings.KEEPING,
)
def lines(options: Namespace) -> Report:
    check_alpha(options.alpha)
    if options.picture is not None:
        ending(options.picture, (".svg", ".png", ".pdf"))
    corpus = corpus_options.read(options)
    judged = read_partitions(options.partitions, corpus)
    chosen = trainings.chosen_models(options, corpus)
    model = chosen[0]
    if not isinstance(model, CRF) or (options.models and len(chosen) > 1):
        raise UsageError("Give one CRF, such as --models A.")
    every = leave_one_out(model)
    metric = (options.metric or [None])[0]
    planned = trainings.checked(options, plan(corpus, every, judged.partitions, gold=options.gold))
    comparison, _ = trainings.compare_kept(options, corpus, planned, judged.partitions)
    found = line_effects(comparison, model, partitions=judged.partitions, metric=metric, alpha=options.alpha)
    if options.selected is not None:
        write_whole(options.selected, found.template.encode())
    if options.picture is not None:
        figure: Any = template_lines(found).figure
        figure.set_size_inches(7, 1.2 + 0.28 * len(found.rows))
        figure.savefig(options.picture)
    warnings = (*corpus.notices, *judged.notices, *comparison.notices)
    written = tuple(filter(None, (options.selected, options.picture)))
    n, level = len(found.rows), 1 - found.alpha
    return Report(LINES, found, names=locals(), json="written warnings", **plain(found))


RANKS = """
{headline}.
{sentences}
{permuted}
Chi-square({df}) = {friedman.statistic:.4g}, p {friedman.pvalue!v}.
F({df}, {df_error}) = {friedman.f_statistic:.4g}, p {friedman.f_pvalue!v}.
Uncorrected for ties: χ² = {raw.statistic:.4g}, p {raw.pvalue!v}.
Uncorrected for ties: F = {raw.f_statistic:.4g}, p {raw.f_pvalue!v}.

[models] model mean_rank:.2f mean_score=mean

Nemenyi: mean ranks further apart than {nemenyi.critical_difference:.3f} differ. Not told apart: {alike}.

[pairs] model=a better_than=b won=wins lost=losses ahead_by=mean Nemenyi_p=nemenyi!v \
Wilcoxon_p=wilcoxon!v by_Holm=holm!v P_better=p_better:.3f P_negligible=p_no_matter:.3f

{better}
A corpus counts as one observation, however many splits its score is the mean of.
Wilcoxon's signed-rank p-values are two-sided, adjusted by Holm for the comparisons {against}; decide by one \
of the tests, chosen beforehand.
P better, P negligible: Bayesian signed-rank test with a ROPE of {rope:g}.
"""
DIFFERENCE = """
{concluded}{of_metric}. {a} − {b} = {mean:+.4f} (Hartung and Knapp, t({df:.0f}), p {pvalue!v}).
{sentences}

[rows] corpus {a}_ahead_by=estimate:+.4f from=lower:+.4f to=upper:+.4f weight:.0%

Corpora differ beyond their own error by a standard deviation of {sd:.4f} (Q = {heterogeneity:.3g}).
"""


@command(
    option("file", "columns corpus, model, score; may have metric", value="TABLE.csv", nargs="?"),
    option(
        "--differences", "results of `test --json`, one for each corpus, or a table", value="FILE", nargs="+"
    ),
    corpus_options.ALPHA,
    DIRECTION,
    option("--control", "compare the others with this model only, instead of all pairs", value="MODEL"),
    option("--rope", "differences that do not matter, for the Bayesian test", float, "D", default=0.01),
)
def ranks(options: Namespace) -> Report:
    if (options.file is None) == (options.differences is None):
        raise UsageError("Give a table or {option}.", option="--differences")
    if options.differences is not None:
        return _several_corpora(options)
    scores = read_corpus_scores(options.file)
    smaller = scores.smaller_is_better(options.smaller_is_better)
    asked = given(options, "alpha rope control")
    shown = [float(row.mean()) for row in scores.values]
    found = inference.model_ranks(scores.oriented(smaller), scores.models, means=shown, **asked)
    overall = found.friedman
    permuted = overall.notice if overall is not None and overall.pvalue is not None else None
    df, df_error = (None, None) if overall is None else overall.df
    raw = overall.uncorrected if overall is not None and overall.tied else None
    alike = semicolon_list(map(comma_list, found.nemenyi.groups)) if found.nemenyi.groups else term("none")
    way = "Lower scores are better{metric}." if smaller else "Higher scores are better{metric}."
    better = sentence(way, metric=sentence(" ({metric})", metric=scores.metric or None))
    against = sentence("against {model}", model=options.control) or term("of all pairs")
    json = "corpora=scores.corpora metric=scores.metric smaller_is_better=smaller"
    return Report(RANKS, found, names=locals(), json=json, **asked, **plain(found))


def _several_corpora(options: Namespace) -> Report:
    """One difference from several corpora, with the rows of a forest plot."""
    read = read_corpus_differences(options.differences)
    meta = inference.meta_analysis(read.differences, read.variances, names=read.corpora, alpha=options.alpha)
    a, b = read.models or ("A", "B")
    concluded, sd = meta.headline(a, b), meta.between**0.5
    of_metric = sentence(" ({metric})", metric=read.metric or None)
    json = "models=read.models metric=read.metric several_corpora=meta"
    return Report(DIFFERENCE, meta, names=locals(), json=json)
