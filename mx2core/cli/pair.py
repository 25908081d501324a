"""`test`: the sequential test on scores, the out-of-fold test on predictions, or a test on items."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from .. import __version__, training
from ..errors import Notice, ScoresError, UsageError
from ..exchange import ScoreTable, read_partitions, read_scores, split_scores
from ..exchange.canonical import plain
from ..exchange.scores import item_scores
from ..inference import OutOfFoldTTest, hold_out_sentences
from ..inference.checks import mode_of
from ..inference.mx2 import promise
from ..judge.partition_words import splits_in_brief
from ..metrics import default_metric
from ..training.beside.side_tests import SideTests, seeds, side_tests
from ..training.beside.where_they_differ import where_they_differ
from ..training.decisions import methods_words
from ..training.decisions.decision_rule import score_of_model
from . import answers
from .answers import Predicted
from .options import corpus_options, declared
from .options.declared import PROPOSED, command, given, given_options, group, needs, option
from .options.trainings import STRICT
from .text import Report, paragraphs, prose, sentence, term

ITEMS = """
A: {a}, B: {b}; {metric}, {direction}. Intervals are of level {level!p:g}%.

[tasks] task items=test.n_items:, clusters=test.n_clusters:, A=mean_a:.4f B=mean_b:.4f \
{a}_ahead_by=test.mean:+.4f error|standard=test.standard_error:.4f lower=test.lower:+.4f \
upper=test.upper:+.4f p_(Holm)=holm!v p_(FDR)=discovery:.2g answer!t

{sentence}

{paragraph}
"""
GATES: dict[bool | None, str] = {
    True: "{require}: holds. {sentence}",
    False: "{require}: does not hold. {sentence}",
}


def _compare_items(options: Namespace) -> Report:
    if options.margin == PROPOSED:
        raise UsageError("Scores per item need --margin with a number.")
    scores = item_scores.read_item_scores(options.files, metric=options.metric)
    asked = given(options, "alpha alternative margin smaller_is_better")
    found = training.compare_items(scores, *(options.models or (None, None)), **asked)
    tasks = [
        {**plain(one), "answer": one.answer, "detectable": found.planned(one).detectable()}
        for one in found.tasks
    ]
    shown = [(one.task or None, prose(*methods_words.task_words(found, one))) for one in found.tasks]
    named = (sentence("{name}: {answer}", name=name, answer=answer) or answer for name, answer in shown)
    required = {"better": "A better", "equivalent": "equivalent"}.get(options.require or "")
    holds = None if required is None else all(one.answer == required for one in found.tasks)
    direction, require = answers.direction(found.smaller_is_better), options.require
    answered = sentence("{answer}.", answer=found.summary())
    paragraph = prose(*methods_words.items_words(found, scores.metric), *named)
    of = {"models": [found.a, found.b], "level": found.tasks[0].test.level, "warnings": found.notices}
    json = "sentence=answered paragraph metric=scores.metric margin=found.margin tasks holds"
    return Report(GATES.get(holds, ITEMS), found, names=locals(), json=json, **of)


def _predictions(options: Namespace, *, gold_table: bool) -> tuple[training.Evaluation, Predicted]:
    """What was predicted, and on which corpus, partitions and clusters.

    `gold_table`: the predictions have the right answers beside them, and need no corpus.
    """
    if options.require == "equivalent" and options.margin is None:
        raise needs("--require equivalent", "--margin")
    if options.pairs and options.partitions is None:
        raise needs("--pairs", "--partitions")
    of, partitions = given(options, "gold id_column strict"), None
    predicted: training.Evaluation
    if gold_table:
        corpus, predicted = training.read_gold_table(options.files)
        predicted = predicted.reading(strict=options.strict)
    else:
        corpus = corpus_options.read(options, options.corpus, predictions=True)
    clusters = None if options.clusters is None else training.unit_clusters(corpus, options.clusters)
    if options.partitions is not None:
        partitions = read_partitions(options.partitions, corpus).partitions
        predicted = training.read_predictions(options.files, corpus, partitions=partitions, **of)
    elif not gold_table:
        predicted = training.read_fixed_predictions(options.files, corpus, **of)
    return predicted, Predicted(corpus, partitions, clusters)


UNCHANGED = term("No split changes these predictions, so it is the units that are exchanged and drawn again.")
FORM = """
{sentence}
{metrics}
{meaning}

{metric}, {direction}: {average} on average.
{shown}

[looked] look_m=m mean sigma T=statistic p=pvalue!v lower upper bound H₀_rejected=rejected

[parts] the_variance_of_the_mean_comes_from=part share:.0%

{unchanged}
{promised}
note: {remark}

{seeds.sentences}

Bayesian correlated t-test, rho = {bayesian.rho:g}, differences up to {bayesian.rope:g} negligible: {a} \
better {bayesian.p_better:.1%}, negligible {bayesian.p_equivalent:.1%}, {b} better {bayesian.p_worse:.1%}. \
It ignores repeated looks.
Bayesian correlated t-test: {bayesian.notice}

[looks_by_themselves] look_by_itself=m p=pvalue!v H₀_rejected=rejected

[others] other_tests=name p=pvalue!v sides=alternative!t at_level=level:g H₀_rejected=rejected

{hold_outs}

R, the spread between splits over the spread within: {pair_ratio.ratio:.3g}; by chance \
{pair_ratio.lower:.3g} to {pair_ratio.upper:.3g}.
{pair_ratio.sentences}

{differ}

*notices note: {it}
"""
DECIDED = "answer pvalue interval fixed m verdict stop next_step rule"
SCORE = (
    "{model} has {metric} {score:.4f}, {percent:g}% interval {lower:.4f} to {upper:.4f} ({n_units:,} units)."
)


def _answer(options: Namespace, results: Any, models: tuple[str, ...], on: Predicted) -> Report:
    """Which of two models is better by scores or predictions; of one model its score and how sure it is."""
    (a, *b), scores = models, isinstance(results, ScoreTable)
    made: Any = None
    metric = options.metric or default_metric(results.main_metrics)
    if not b and (options.require is not None or options.others or options.rope is not None):
        raise needs(["--require", "--others", "--rope"], "--models A B")
    margin = answers.chosen_margin(options, results, models, metric) if b else None
    settings = answers.decision_settings(options, results, margin, on)
    test: Any = None if b else score_of_model(results, a, metric=metric, **settings)
    beside, where = SideTests(), None
    if b:
        made = training.decide(results, *models, metric=metric, **settings)
        test = made.test or made.fixed or made.sequential
        asked = given(options, "rope rho others smaller_is_better")
        beside = side_tests(made, None if scores else results, **asked)
    assert test is not None  # all the splits that are planned are there
    units = test if isinstance(test, OutOfFoldTTest) else None
    several = units if units and units.m > 1 and units.pvalue is not None else None
    smaller = results.known_direction(metric, options.smaller_is_better)
    notices = () if scores else results.notices
    n = made.m if made else getattr(test, "m", 0)
    if made:
        means = list(made.means)
    else:  # of the bootstrap, on all units, however they are split
        means = [float(results.seed_scores(a, metric)[:, :n].mean()) if units else test.score]
    if units and on.partitions and not b:
        notices = (*results.notices, *filter(None, (promise.one_model_interval(on.partitions.method),)))
    elif units and (options.by or options.examples):
        asked = given(options, "by examples smaller_is_better")
        where = where_they_differ(results, made, on.corpus, on.partitions, **asked)
    paragraph = holds = None
    if made:
        called = "" if on.corpus is None else on.corpus.full_name
        splits = splits_in_brief(on.corpus, on.partitions) if on.corpus and on.partitions else ()
        paragraph = prose(
            *methods_words.decision_words(made, smaller=bool(smaller), corpus=called, splits=splits)
        )
        holds = {"better": made.answer == "A better", "equivalent": made.equivalent}.get(options.require)
        answer = sentence("{metric}: {answer}.", made, answer=made.headline)
        answered = prose(answer, None if scores else _difference(made))
    else:
        of = {"model": a, "metric": metric, "score": means[0], "percent": 100 * test.level}
        answered = sentence(SCORE, of, test) or sentence("No interval of {metric}: {notice}", of, test)
    metrics = answers.other_metrics(results.metrics, options.metric) if scores else None
    meaning = made and (*made.meaning(), *made.advice())
    direction, looked = answers.direction(smaller), test.table if scores else None
    by_model = dict(zip(models, means, strict=True))
    average = [f"{name} {mean:.4f}" for name, mean in by_model.items()] if scores else None
    shown = paragraph if scores or (made and made.pvalue is not None) else None
    parts = several and [{"part": name, "share": part / several.variance} for name, part in several.parts]
    unchanged = None if scores or units else UNCHANGED
    promised = made.promised_further if made else promise.promise_of_test(several) if several else ()
    remark = several.notice if several and not made else None  # else the paragraph has it
    outs = beside.mcnemar and hold_out_sentences(beside.mcnemar, a, *b, alpha=options.alpha)
    hold_outs, differ = outs and prose(*outs), where and paragraphs(*answers.where_words(where))
    signature = (on.partitions if units else results).signature if units or scores else None
    seeded = seeds(results, models, metric, n, units) if units or scores else None
    better = made and {"A better": a, "B better": b[0]}.get(made.answer or "")
    score = None if made or units else test
    decided = dict.fromkeys(DECIDED.split()) | plain(made or {}) | (plain(test) if scores else {})
    json = (
        "sentence=answered paragraph corpus=on.corpus.name models means=by_model metric holds notices "
        "signature smaller_is_better=smaller require=options.require seeds=seeded where better score "
        "test=units"
    )
    return Report(GATES.get(holds, FORM), beside, names=locals(), json=json, **decided | plain(beside))


def _difference(made: training.Decision) -> Notice | str:
    test = made.test or made.fixed
    assert test is not None
    if test.pvalue is None or made.interval is None:
        return test.notice or methods_words.ONE_SPLIT
    return methods_words.difference_words(test, made.question.alpha, made.pvalue)


MODES = ("overall", "paper", "fixed")
OF_SCORES = "mode looks comparisons max_rho1 max_rho2 equal_rho"
OF_PREDICTIONS = "partitions gold strict stop conservative clusters by examples"
NEEDS = Notice("{options} needs predictions and --corpus.")
NO_SPLITS = Notice("Scores per item have no splits and two models at a time: use --models, not {options}.")
NOT_APPLIED = Notice("{options} does not apply to predictions.")
REFUSED = {  # options without meaning for the content of a file, and the sentence about them
    "items": {"pairs metrics mode": NO_SPLITS},
    "gold": {"partitions gold": NEEDS, OF_SCORES: NOT_APPLIED},
    "predictions": {OF_SCORES: NOT_APPLIED},
    "scores": {OF_PREDICTIONS: NEEDS},
}


RESULTS = (
    "scores by fold (table to fill in: `export --as scores`), predictions (a file a model, or one with "
    "gold), or scores or logs of items"
)
OF_ALPHA = "alpha is that of all looks: overall, or of each: paper; fixed: one look"
SIDES = "two-sided (Python functions: greater); greater: is A better"
EQUIVALENCE = "equivalence within D, chosen before; of scores, the splits that would show D"
BY = "groups of units: label, length, …, unseen, unseen:label+word"


@command(
    option("files", RESULTS, value="SCORES.csv", nargs="+"),
    option("--mode", OF_ALPHA, mode_of, choices=MODES, default=MODES[0]),
    corpus_options.ALPHA,
    option("--looks", "partitions after which to look", declared.whole_numbers, "M,M,…", usual="3 to 20"),
    option("--comparisons", "comparisons that share alpha", declared.at_least(1), "K", default=1),
    option("--alternative", "", ("greater", "less", "two-sided"), usual=SIDES, default="two-sided"),
    group(
        "what mode overall assumes",
        "correlations of scores over corpora; one corpus cannot show rho1, and only given it rho2",
        option("--max-rho1", "within a split", float, "R", default=0.5),
        option("--max-rho2", "between splits", float, "R", default=0.5),
        option("--equal-rho", "both correlations are equal, whatever they are", bool),
    ),
    group(
        "beside the test",
        None,
        option("--pairs", "every pair of models, with an error that all share", bool),
        option("--metrics", "each of these, or all, with an error that all share", declared.names, "NAMES"),
        option("--rope", "also the Bayesian correlated t-test; below D is negligible", float, "D"),
        option("--rho", "correlation that it assumes", float, "R", default=0.5),
        option("--others", "also other tests, R, and each look, or McNemar on hold-outs", bool),
    ),
    option("--metric", "", usual="f1, or the first metric of the table"),
    answers.DIRECTION,
    option("--models", "is A better than B", nargs=2, metavar=("A", "B"), usual="the two in the file"),
    group(
        "out-of-fold test",
        "of predictions (partition, fold, model, unit_id, predicted), with more power than of scores; needs "
        "--corpus and --partitions. Models that no split changes get a randomization test",
        option("--corpus", "the corpus that was predicted", value="FILE", action="append"),
        option("--partitions", "that models were trained on; without: fixed models", value="P.json"),
        option("--tags", "column that was predicted, where it is not clear", value="NAME", dest="gold"),
        STRICT,
        option("--margin", EQUIVALENCE, declared.margin, "D", usual=PROPOSED),
        answers.STOP,
        answers.CONSERVATIVE,
        option("--clusters", "what units that depend on each other have alike", value="FIELD"),
    ),
    group(
        "where they differ",
        "of predictions with partitions",
        option("--by", BY, declared.names, "NAMES", default=[]),
        option("--examples", "N units that each model answers better in every split", int, "N"),
    ),
    option("--require", "one line; exit status 3 if A is not so", ("better", "equivalent")),
    corpus_options.READING,
)
def test(options: Namespace) -> Report:
    found = _report(options)
    found.document["version"] = __version__
    return found


def _kind(options: Namespace, path: Path) -> str:
    """What is in the files; refused with options that mean nothing for it."""
    names = item_scores.first_names(path.read_bytes()) if path.is_file() else set()
    gold, predicted = item_scores.is_gold_table(names), item_scores.has_predictions(names)
    if options.corpus is not None:
        kind = "predictions"
        if item_scores.has_scores(names):
            raise UsageError("These are scores, which need no --corpus.", file=str(path))
    elif predicted and not gold:
        raise UsageError(
            "Predictions need --corpus, or a column gold; trained models also --partitions.", file=str(path)
        )
    else:
        kind = "gold" if gold else "items" if item_scores.has_item_scores(path) else "scores"
    refused = [(given_options(options, others), refusal) for others, refusal in REFUSED[kind].items()]
    if kind == "scores":
        more = {
            "--require equivalent": options.require == "equivalent",
            "--margin proposed": options.margin == PROPOSED,
            "--margin with --metrics": options.margin and options.metrics,
            "--margin with --pairs": options.margin and options.pairs,
        }
        refused.append(([name for name, asked in more.items() if asked], NEEDS))
    for others, refusal in refused:
        if others:
            raise UsageError(refusal.message, options=others)
    return kind


def _report(options: Namespace) -> Report:
    path, on = Path(options.files[0]), Predicted()
    kind = _kind(options, path)
    if kind == "items":
        return _compare_items(options)
    results: training.Evaluation | ScoreTable
    if kind == "scores":
        if path.is_file() and split_scores(path.read_bytes()) is not None:
            raise UsageError("One row a split: `mx2 metrics` tests it.", file=str(path))
        if len(options.files) > 1:
            raise UsageError("Only predictions or scores per item may be several files.")
        results = read_scores(path).with_metric_name(options.metric)
        if (n := len(results.models)) < 2:
            raise ScoresError("A comparison needs at least two models, found {n}.", file=str(path), n=n)
    else:
        results, on = _predictions(options, gold_table=kind == "gold")
    if options.pairs:
        return answers.several_answers(options, results, None, on)
    models = answers.asked_about(options, getattr(results, "names", results.models))
    if not options.metrics:
        return _answer(options, results, models, on)
    if len(models) < 2:
        raise needs("--metrics", "--models A B")
    return answers.several_answers(options, results, models, on)
