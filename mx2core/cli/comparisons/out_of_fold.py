"""`test PREDICTIONS --corpus FILE`: the out-of-fold test, or that of fixed models, and what may be said."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from ... import training
from ...errors import Notice
from ...exchange import read_partitions
from ...exchange.canonical import plain
from ...inference import BootstrapScore, OutOfFoldTTest
from ...inference.mx2 import promise
from ...metrics import default_metric, oriented
from ...training.beside.side_tests import SideTests, side_tests
from ...training.beside.side_tests import seeds as seeds_of
from ...training.beside.where_they_differ import where_they_differ
from ...training.decisions.decision import whether_it_matters
from ...training.decisions.decision_rule import margin_for, score_of_model
from ...training.decisions.methods_words import ONE_SPLIT, decision_words, difference_words
from ..options import corpus_options
from ..options.declared import given, needs
from ..text import Report, Text, prose, sentence, term
from . import answers

UNCHANGED = term("No split changes these predictions, so it is the units that are exchanged and drawn again.")
SCORE = (
    "{model} has {metric} {score:.4f}, {percent:g}% interval {lower:.4f} to {upper:.4f} ({n_units:,} units)."
)
ANSWER = "{metric}: {answer}. {difference}"
FORM = """
{sentence}
{meaning}

{paragraph}

[variance] the_variance_of_the_mean_comes_from=part share:.0%

{unchanged}
{promised}
note: {notice}

{seeds}

{side_tests}

{differ}

*notices note: {it}
"""
DECIDED = "answer pvalue interval test fixed m verdict stop"
Alone: TypeAlias = OutOfFoldTTest | BootstrapScore | None  # the score of one model


def run(options: Namespace, *, gold_table: bool = False) -> Report:
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
    said = None if decision is None else prose(*decision_words(decision, metric, smaller=bool(smaller)))
    return Report(
        FORM if options.require is None else "{gate} {sentence}",
        words={
            "gate": answers.gate(options.require, holds),
            "meaning": () if decision is None else (*matters, *decision.meaning(), *decision.advice()),
            "paragraph": said if decision and decision.pvalue is not None else None,
            "variance": several
            and [{"part": name, "share": part / several.variance} for name, part in several.parts],
            "unchanged": UNCHANGED if test is None or isinstance(test, BootstrapScore) else None,
            "promised": promise.of_test(several) if several and decision is None else (),
            "notice": tested and tested.notice,
            "seeds": None if seeds is None else prose(*seeds.sentences),
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
        return test.notice or ONE_SPLIT
    return difference_words(test, made.question.alpha, made.pvalue)
