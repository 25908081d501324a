"""`test`: the sequential test on scores, the out-of-fold test on predictions, or a test on items."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from .. import __version__, training
from ..errors import Notice, ScoresError, UsageError
from ..exchange import read_partitions, read_scores, split_scores
from ..exchange.canonical import plain
from ..exchange.scores import item_scores
from ..inference import BootstrapScore, OutOfFoldTTest
from ..inference.checks import mode_of
from ..inference.mx2 import promise
from ..metrics import default_metric, oriented
from ..training import compare_items, decide
from ..training.beside.side_tests import SideTests, side_tests
from ..training.beside.side_tests import seeds as seeds_of
from ..training.beside.where_they_differ import where_they_differ
from ..training.decisions import methods_words
from ..training.decisions.decision import whether_it_matters
from ..training.decisions.decision_rule import margin_for, score_of_model
from . import answers
from .options import corpus_options, declared
from .options.declared import PROPOSED, command, given, given_options, group, needs, option
from .options.trainings import STRICT
from .text import Report, Text, prose, sentence, term

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
    tasks_found = (_named(one.task, prose(*methods_words.task_words(found, one))) for one in found.tasks)
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
        paragraph=prose(*methods_words.items_words(found, scores.metric), *tasks_found),
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


UNCHANGED = term("No split changes these predictions, so it is the units that are exchanged and drawn again.")
SCORE = (
    "{model} has {metric} {score:.4f}, {percent:g}% interval {lower:.4f} to {upper:.4f} ({n_units:,} units)."
)
ANSWER = "{metric}: {answer}. {difference}"
UNITS = """
{sentence}
{meaning}

{paragraph}

[variance] the_variance_of_the_mean_comes_from=part share:.0%

{unchanged}
{promised}
note: {notice}

{seeds.sentences}

{side_tests}

{differ}

*notices note: {it}
"""
DECIDED = "answer pvalue interval test fixed m verdict stop"
Alone: TypeAlias = OutOfFoldTTest | BootstrapScore | None  # the score of one model


def of_units(options: Namespace, *, gold_table: bool) -> Report:
    """`gold_table`: the predictions have the right answers beside them, and need no corpus."""
    if options.require == "equivalent" and options.margin is None:
        raise needs("--require equivalent", "--margin")
    if options.pairs and options.partitions is None:
        raise needs("--pairs", "--partitions")
    predicted: training.Evaluation
    if gold_table:
        corpus, predicted = training.read_gold_table(options.files)
        predicted = predicted.reading(strict=options.strict)
    else:
        corpus = corpus_options.read(options, options.corpus, predictions=True)
    clusters = None if options.clusters is None else training.unit_clusters(corpus, options.clusters)
    partitions, compared = None, None
    of = given(options, "gold id_column strict")
    if options.partitions is not None:
        partitions = read_partitions(options.partitions, corpus).partitions
        compared = training.read_predictions(options.files, corpus, partitions=partitions, **of)
    where: dict[str, Any] = {"partitions": partitions, "clusters": clusters}
    if compared is not None:
        if options.pairs:
            return answers.several_answers(options, compared, None, corpus.name, **where)
        predicted = compared
    elif not gold_table:
        predicted = training.read_fixed_predictions(options.files, corpus, **of)
    a, b = answers.pair(options, predicted.names)
    if options.metrics:
        if b is None:
            raise needs("--metrics", "--models A B")
        return answers.several_answers(options, predicted, (a, b), corpus.name, **where)
    metric = options.metric or default_metric(predicted.main_metrics)
    decision = alone = None
    margin = None if b is None else answers.chosen_margin(options, predicted, (a, b), metric)
    settings = answers.decision_settings(options, margin, **where)
    if b is not None:
        decision = training.decide(predicted, a, b, metric=metric, **settings)
    elif options.require is not None or options.others or options.rope is not None:
        raise needs(["--require", "--others", "--rope"], "--models A B")
    else:
        alone = score_of_model(predicted, a, metric=metric, **settings)
    test = alone if decision is None else decision.test
    names, notices = (a,) if b is None else (a, b), predicted.notices
    seeds = differ = signature = None
    beside = SideTests()
    if isinstance(test, OutOfFoldTTest) and compared is not None and partitions is not None:
        seeds = seeds_of(compared, names, metric, test.m, test)
        signature = partitions.signature
        if decision is None:
            short = promise.one_model_interval(partitions.method)
            notices += () if short is None else (short,)
        else:
            if options.by or options.examples:
                asked = given(options, "by examples smaller_is_better")
                differ = where_they_differ(compared, decision, corpus, partitions, **asked)
            beside = side_tests(decision, compared, **given(options, answers.BESIDE_IT))
    elif decision is not None and decision.fixed is not None:
        beside = side_tests(decision, predicted, **given(options, answers.BESIDE_IT))
    smaller = predicted.known_direction(metric, options.smaller_is_better)
    means = predicted.seed_means(metric)[:, : test.m if isinstance(test, OutOfFoldTTest) else None]
    scores = [float(means[predicted.names.index(name)].mean()) for name in names]
    if isinstance(test, BootstrapScore):  # on all units, however they are split
        scores = [test.score]
    elif decision is not None and decision.fixed is not None:
        scores = oriented(np.array(decision.fixed.scores), bool(predicted.known_direction(metric))).tolist()
    matters: tuple[Notice, ...] = ()
    if decision is not None and margin is None and decision.answer in ("A better", "B better"):
        proposed = margin_for(predicted, *names, metric=metric).value  # which decides nothing here
        matters = whether_it_matters(replace(decision, question=replace(decision.question, margin=proposed)))
    holds, document = None, dict.fromkeys((*DECIDED.split(), "score")) | plain(decision or {})
    if decision is None:
        document["score" if isinstance(alone, BootstrapScore) else "test"] = alone
    elif options.require == "equivalent":
        verdict = decision.verdict
        holds = verdict is not None and verdict.equivalent and not decision.one_split
    elif options.require is not None:
        holds = decision.answer == "A better"
    tested = test if isinstance(test, OutOfFoldTTest) and test.pvalue is not None else None
    several = tested if tested and tested.m > 1 else None
    said = (
        None
        if decision is None
        else prose(*methods_words.decision_words(decision, metric, smaller=bool(smaller)))
    )
    return Report(
        UNITS if options.require is None else "{gate} {sentence}",
        words={
            "gate": answers.gate(options.require, holds),
            "meaning": () if decision is None else (*matters, *decision.meaning(), *decision.advice()),
            "paragraph": said if decision and decision.pvalue is not None else None,
            "variance": several
            and [{"part": name, "share": part / several.variance} for name, part in several.parts],
            "unchanged": UNCHANGED if test is None or isinstance(test, BootstrapScore) else None,
            "promised": promise.promise_of_test(several) if several and decision is None else (),
            "notice": tested and tested.notice,
            "side_tests": decision and answers.side_words(beside, decision),
            "differ": answers.where_words(differ),
        },
        sentence=_score(a, metric, alone)
        if decision is None
        else sentence(ANSWER, decision, answer=decision.headline, difference=_difference(decision)),
        paragraph=said,
        corpus=corpus.name,
        models=names,
        means=dict(zip(names, scores, strict=True)),
        metric=metric,
        smaller_is_better=smaller,
        require=options.require,
        holds=holds,
        notices=notices,
        signature=signature,
        seeds=seeds,
        where=differ,
        **document,
        **plain(beside),
    )


def _score(model: str, metric: str, test: Alone) -> Text:
    """The score of one model and how sure it is, in one line."""
    assert test is not None
    score = test.score if isinstance(test, BootstrapScore) else test.mean
    of = {"model": model, "metric": metric, "score": score, "percent": 100 * test.level}
    return sentence(SCORE, of, test) or sentence("No interval of {metric}: {notice}", of, test)


def _difference(made: training.Decision) -> Notice | str:
    test = made.test or made.fixed
    assert test is not None  # all the splits that are planned are there
    if test.pvalue is None or made.interval is None:
        return test.notice or methods_words.ONE_SPLIT
    return methods_words.difference_words(test, made.question.alpha, made.pvalue)


MODES = ("overall", "paper", "fixed")
OF_SCORES = "mode looks comparisons max_rho1 max_rho2 equal_rho"
OF_PREDICTIONS = "partitions gold strict stop conservative clusters by examples"
FORM = """
{sentence}
{metrics}
{meaning}

{metric}, {direction}: {average} on average. {paragraph}

[looks] look_m=m mean sigma T=statistic p=pvalue!v lower upper bound H₀_rejected=rejected

{seeds.sentences}

{side_tests}
"""
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
        return of_units(options, gold_table=gold)
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
    tested = decision.sequential
    assert tested is not None
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
            "side_tests": answers.side_words(beside, decision),
        },
        sentence=sentence("{name}: {answer}.", name=metric, answer=decision.headline),
        paragraph=prose(*methods_words.decision_words(decision, metric, smaller=smaller)),
        **plain(tested),
        **plain(beside),
        smaller_is_better=smaller,
        means=means,
        m_given=scores.m,
        signature=scores.signature,
        seeds=seeds,
        holds=holds,
        next_step=decision.next_step,
        models=[a, b],
        metric=metric,
        answer=decision.answer,
        better=None if tested.better is None else {"A": a, "B": b}[tested.better],
    )
