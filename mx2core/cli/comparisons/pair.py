"""`test`: the sequential test on scores, the out-of-fold test on predictions, or a test on items."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ... import __version__
from ...errors import ScoresError, UsageError
from ...exchange import read_scores, split_scores
from ...exchange.canonical import plain
from ...exchange.scores import item_scores
from ...inference import order_replay
from ...inference.checks import mode_of
from ...metrics import default_metric
from ...training import compare_items, decide
from ...training.beside.side_tests import seeds as seeds_of
from ...training.beside.side_tests import side_tests
from ...training.decisions.methods_words import decision_words, items_words, task_words
from ..options import corpus_options, declared
from ..options.declared import PROPOSED, command, given, given_options, group, option
from ..options.trainings import STRICT
from ..text import Report, Text, prose, sentence
from . import answers, out_of_fold

ITEMS = """
A: {a}, B: {b}; {metric}, {direction}. Intervals are of level {level!p:g}%.

[tasks] task items=test.n_items:, clusters=test.n_clusters:, A=mean_a:.4f B=mean_b:.4f \
{a}_ahead_by=test.mean:+.4f error|standard=test.standard_error:.4f lower=test.lower:+.4f \
upper=test.upper:+.4f p_(Holm)=holm!v p_(FDR)=discovery:.2g answer!t

{sentence}

{paragraph}
"""


def of_items(options: Namespace, files: list[str]) -> Report:
    if others := given_options(options, "pairs metrics mode"):
        raise UsageError(
            "Scores per item have no splits and two models at a time: use --models, not {options}.",
            options=others,
        )
    if options.margin == PROPOSED:
        raise UsageError("Scores per item need --margin with a number.")
    scores = item_scores.read_item_scores(files, metric=options.metric)
    found = compare_items(
        scores,
        *(options.models or (None, None)),
        **given(options, "alpha alternative margin smaller_is_better"),
    )
    tasks = [
        {**plain(one), "answer": one.answer, "detectable": found.planned(one).detectable()}
        for one in found.tasks
    ]
    tasks_found = (_named(one.task, prose(*task_words(found, one))) for one in found.tasks)
    required = {"better": "A better", "equivalent": "equivalent"}.get(options.require or "")
    holds = None if required is None else all(one.answer == required for one in found.tasks)
    return Report(
        ITEMS if holds is None else "{gate}",
        found,
        words={
            "gate": answers.gate(options.require, holds),
            "direction": answers.direction(found.smaller_is_better),
        },
        sentence=sentence("{answer}.", answer=found.summary()),
        paragraph=prose(*items_words(found, scores.metric), *tasks_found),
        models=[found.a, found.b],
        metric=scores.metric,
        level=found.tasks[0].test.level,
        margin=found.margin,
        tasks=tasks,
        holds=holds,
        warnings=found.notices,
    )


def _named(task: str, answer: Text) -> Text:
    return sentence("{name}: {answer}", name=task, answer=answer) if task else answer


MODES = ("overall", "paper", "fixed")
OF_SCORES = "mode looks comparisons max_rho1 max_rho2 equal_rho orders"
OF_PREDICTIONS = "partitions gold strict stop conservative clusters by examples"
FORM = """
{sentence}
{metrics}
{meaning}

{metric}, {direction}: {average} on average. {paragraph}

[looks] look_m=m mean sigma T=statistic p=pvalue!v lower upper bound H₀_rejected=rejected

{seeds}
{replayed}

{side_tests}
"""
REPLAYED = (
    "In {n_orders:,} random orders of the same partitions the test accepts in {percent:.3g}% and uses "
    "{mean_m:.3g} partitions on average. Random partitions might have come in any order; those of a "
    "fixed design, such as block partitions, might not."
)
ONCE = "`--mode fixed` looks once."


@command(
    option(
        "files",
        "scores by fold (table to fill in: `export --as scores`), predictions (a file a model, or one with "
        "gold), or scores or logs of items",
        value="SCORES.csv",
        nargs="+",
    ),
    option(
        "--mode",
        "alpha is that of all looks: overall, or of each: paper",
        mode_of,
        choices=MODES,
        default=MODES[0],
    ),
    corpus_options.ALPHA,
    option("--looks", "partitions after which to look", declared.whole_numbers, "M,M,…", usual="3 to 20"),
    option("--comparisons", "comparisons that share alpha", declared.at_least(1), "K", default=1),
    option("--orders", "also say what N random orders would have given", declared.at_least(1), "N"),
    option(
        "--alternative",
        kind=("greater", "less", "two-sided"),
        default="two-sided",
        usual="two-sided (Python functions: greater); greater: is A better",
    ),
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
        option("--rope", "also the Bayesian correlated t-test; less than D is no matter", float, "D"),
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
        corpus_options.beside("the corpus that was predicted; may be repeated"),
        option("--partitions", "that models were trained on; without: fixed models", value="P.json"),
        option("--tags", "column that was predicted, where it is not clear", value="NAME", dest="gold"),
        STRICT,
        option(
            "--margin",
            "equivalence within D, chosen before, or proposed; of scores, the splits that would show D",
            declared.margin,
            "D",
        ),
        answers.STOP,
        answers.CONSERVATIVE,
        option("--clusters", "what units that depend on each other have alike", value="FIELD"),
    ),
    group(
        "where they differ",
        "of predictions with partitions",
        option(
            "--by",
            "groups of units: label, length, …, unseen, unseen:label+word",
            declared.names,
            "NAMES",
            default=[],
        ),
        option("--examples", "N units that each model answers better in every split", int, "N"),
    ),
    option("--require", "one line; exit status 3 if A is not so", ("better", "equivalent")),
    corpus_options.READING,
)
def test(options: Namespace) -> Report:
    found = _report(options)
    found.document["version"] = __version__
    return found


def _report(options: Namespace) -> Report:
    options.file = options.files[0]
    path = Path(options.file)
    names = item_scores.first_names(path.read_bytes()) if path.is_file() else set()
    gold = options.corpus is None and item_scores.is_gold_table(names)
    predicted = item_scores.has_predictions(names)
    if not (gold or predicted or options.corpus) and item_scores.has_item_scores(path):
        return of_items(options, options.files)
    others = [] if options.corpus else given_options(options, "partitions gold" if gold else OF_PREDICTIONS)
    if options.corpus is None and not gold:
        others += ["--require equivalent"] if options.require == "equivalent" else []
        if options.margin == PROPOSED:
            others.append("--margin proposed")
        elif options.margin is not None and (options.metrics or options.pairs):
            others.append("--margin with --metrics" if options.metrics else "--margin with --pairs")
    if others:
        raise UsageError("{options} needs predictions and --corpus.", options=others)
    if options.corpus is not None and item_scores.has_scores(names):
        raise UsageError("These are scores, which need no --corpus.", file=options.file)
    if options.corpus is not None or gold:
        if others := given_options(options, OF_SCORES):
            raise UsageError("{options} does not apply to predictions.", options=others)
        options.corpus = options.corpus or options.file
        return out_of_fold.run(options, gold_table=gold)
    if predicted:
        raise UsageError(
            "Predictions need --corpus, or a column gold; trained models also --partitions.",
            file=str(path),
        )
    if path.is_file() and split_scores(path.read_bytes()) is not None:
        raise UsageError("One row a split: `mx2 metrics` tests it.", file=str(path))
    if len(options.files) > 1:
        raise UsageError("Only predictions or scores per item may be several files.")
    scores = read_scores(options.file).named(options.metric)
    if len(scores.models) < 2:
        raise ScoresError(
            "A comparison needs at least two models, found {n}.", file=options.file, n=len(scores.models)
        )
    if options.pairs:
        return answers.several_answers(options, scores)
    a, b = answers.pair(options, scores.models)
    assert b is not None
    if options.metrics:
        return answers.several_answers(options, scores, (a, b))
    metric = options.metric or default_metric(scores.metrics)
    decision = decide(scores, a, b, metric=metric, **answers.decision_settings(options, options.margin))
    tested, replay = decision.sequential, None
    assert tested is not None
    if options.orders:
        settings = decision.rule.sequential(decision.question)
        replay = order_replay(decision.differences, n_orders=options.orders, **settings)
    seeds = seeds_of(scores, (a, b), metric, tested.m)
    beside = side_tests(decision, **given(options, answers.BESIDE_IT))
    smaller = bool(scores.known_direction(metric, options.smaller_is_better))
    means = {name: float(scores.scores(name, metric)[: tested.m].mean()) for name in (a, b)}
    holds = None if options.require is None else decision.answer == "A better"
    advice = decision.advice()
    once = (sentence(ONCE),) if tested.looks[0] < scores.m else ()
    return Report(
        FORM if holds is None else "{gate} {sentence}",
        decision,
        words={
            "gate": answers.gate(options.require, holds),
            "metrics": answers.other_metrics(scores.metrics, options.metric),
            "meaning": (*decision.meaning(), *advice[:1], *once, *advice[1:]),
            "direction": answers.direction(smaller),
            "average": [f"{name} {value:.4f}" for name, value in means.items()],
            "looks": tested.table,
            "replayed": replay and sentence(REPLAYED, replay, percent=100 * replay.rejected),
            "side_tests": answers.side_words(beside, decision),
            "seeds": None if seeds is None else prose(*seeds.sentences),
        },
        sentence=sentence("{name}: {answer}.", name=metric, answer=decision.headline),
        paragraph=prose(*decision_words(decision, metric, smaller=smaller)),
        **plain(tested),
        **plain(beside),
        smaller_is_better=smaller,
        means=means,
        m_given=scores.m,
        signature=scores.signature,
        seeds=seeds,
        orders=replay,
        holds=holds,
        next_step=decision.next_step,
        models=[a, b],
        metric=metric,
        answer=decision.answer,
        better=None if tested.better is None else {"A": a, "B": b}[tested.better],
    )
