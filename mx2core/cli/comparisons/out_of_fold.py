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
from ...inference import BootstrapScore, OutOfFoldTTest, RandomizationTest, seed_variance
from ...inference.mx2.promise import FIXED_MODELS, one_model_interval, out_of_fold
from ...metrics import default_metric, oriented
from ...training.beside.side_tests import SideTests, side_tests
from ...training.beside.side_tests import seeds as seeds_of
from ...training.beside.where_they_differ import where_they_differ
from ...training.decisions.decision import whether_it_matters
from ...training.decisions.decision_rule import margin_for, score_of_model
from ...training.decisions.methods_words import decision_words
from ..options import corpus_options
from ..options.declared import needs
from ..text import Report, Text, lines, paragraphs, prose, sentence, table, term, words
from . import several_answers
from . import where_they_differ as _words_of_groups  # noqa: F401 registers them
from .question_options import chosen_margin, decision_settings, difference_of, gate, pair, question
from .side_tests import side_settings, side_words

VARIANCE = {
    "units": term("testing on these units"),
    "covariance": term("units that are both tested and trained on"),
    "training": term("training on these units"),
    "splits": term("these splits; more splits remove it"),
}
UNCHANGED = term("No split changes these predictions, so it is the units that are exchanged and drawn again.")
BOOTSTRAP_SCORE = (
    "{model} has {metric} {score:.4f}, {percent:g}% bootstrap interval {lower:.4f} to {upper:.4f} "
    "({n_units:,} units)."
)
SCORE = "{model} has {metric} {mean:.4f}, {percent:g}% interval {lower:+.4f} to {upper:+.4f}."
OUT_OF_FOLD = (
    "{answer}; {difference} ({percent:g}% interval {lower:+.4f} to {upper:+.4f}; out-of-fold test, {sides} "
    "p {pvalue!v}, m = {m}, {n_units:,} units)."
)
RANDOMIZATION = (
    "{answer}; {difference} ({percent:g}% bootstrap interval {lower:+.4f} to {upper:+.4f}; approximate "
    "randomization, {swaps}, {sides} p {pvalue!v}, {n_units:,} units)."
)
UNTESTED = "{answer}; {difference} ({n_units:,} units; no test was made)."
UNUSED = "Stopped after split {m} of {given}; later ones are not used."
FORM = """
{sentence}
{meaning}

{variance}

{how}

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
    predicted: training.Evaluation
    if gold_table:
        corpus, predicted = training.read_gold_table(options.files)
        predicted = predicted.reading(strict=options.strict)
    else:
        corpus = corpus_options.read(options, options.corpus, predictions=True)
    clusters = None if options.clusters is None else training.unit_clusters(corpus, options.clusters)
    partitions, compared = None, None
    of = {"gold": options.gold, "id_column": options.id_column}
    if options.partitions is not None:
        partitions = read_partitions(options.partitions, corpus).partitions
        compared = training.read_predictions(options.files, corpus, partitions=partitions, **of)
        compared = compared.reading(strict=options.strict)
        if options.pairs:
            return several_answers.pair_report(options, compared, corpus.name, partitions, clusters)
        predicted = compared
    elif not gold_table:
        predicted = training.read_fixed_predictions(options.files, corpus, strict=options.strict, **of)
    a, b = pair(options, predicted.names)
    if options.metrics:
        if b is None:
            raise needs("--metrics", "--models A B")
        return several_answers.metric_report(options, predicted, a, b, corpus.name, partitions, clusters)
    metric = options.metric or default_metric(predicted.main_metrics)
    decision = alone = None
    margin = None if b is None else chosen_margin(options, predicted, (a, b), metric)
    settings = decision_settings(options, partitions, clusters, margin)
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
        by_seed = (compared.seed_scores(name, metric)[:, : test.m] for name in names)
        seeds = seeds_of(names, seed_variance(*by_seed), test)
        signature = partitions.signature
        if decision is None:
            short = one_model_interval(partitions.method)
            notices += () if short is None else (short,)
        else:
            if options.by or options.examples:
                given = {name: getattr(options, name) for name in ("by", "examples", "smaller_is_better")}
                differ = where_they_differ(compared, decision, corpus, partitions, **given)
            beside = side_tests(decision, compared, **side_settings(options))
    elif decision is not None and decision.fixed is not None:
        beside = side_tests(decision, predicted, **side_settings(options))
    if decision is None:
        answer = _score(a, metric, alone)
    else:
        answer = sentence("{name}: {answer}", name=metric, answer=_answer(decision))
    smaller = predicted.known_direction(metric, options.smaller_is_better)
    matters: tuple[Notice, ...] = ()
    if decision is not None and margin is None and decision.answer in ("A better", "B better"):
        proposed = margin_for(predicted, *names, metric=metric).value  # which decides nothing here
        matters = whether_it_matters(replace(decision, question=question(options, proposed)))
    holds = _holds(options.require, decision)
    return Report(
        FORM if options.require is None else "{gate} {sentence}",
        words={
            "gate": gate(options.require, holds),
            "meaning": () if decision is None else (*matters, *decision.meaning(), *decision.advice()),
            **_how(test, decision),
            "seeds": None if seeds is None else prose(*seeds.sentences),
            "side_tests": None if decision is None else paragraphs(*side_words(beside, decision)),
            "differ": None if differ is None else paragraphs(*words(differ)),
        },
        sentence=answer,
        paragraph=decision and prose(*decision_words(decision, metric, smaller=bool(smaller))),
        corpus=corpus.name,
        models=names,
        means=_means(predicted, names, metric, test if decision is None else test or decision.fixed),
        metric=metric,
        smaller_is_better=smaller,
        require=options.require,
        holds=holds,
        notices=notices,
        signature=signature,
        seeds=seeds,
        where=differ,
        **_document(decision, alone),
        **plain(beside),
    )


def _means(
    predicted: training.Evaluation, names: tuple[str, ...], metric: str, test: Alone | RandomizationTest
) -> dict[str, float]:
    """The score of each model, on the splits that were tested; of fixed models on all units."""
    if isinstance(test, BootstrapScore):
        return {names[0]: test.score}
    if isinstance(test, RandomizationTest):
        of_both = oriented(np.array(test.scores), bool(predicted.known_direction(metric)))
        return dict(zip(names, of_both.tolist(), strict=True))
    scores, used = predicted.seed_means(metric), None if test is None else test.m
    return {name: float(scores[predicted.names.index(name)][:used].mean()) for name in names}


def _document(decision: training.Decision | None, alone: Alone) -> dict[str, Any]:
    """What JSON has of it; of one model its score alone."""
    found: dict[str, Any] = dict.fromkeys((*DECIDED.split(), "score"))
    found["score" if isinstance(alone, BootstrapScore) else "test"] = alone
    return found if decision is None else found | plain(decision)


def _holds(require: str | None, decision: training.Decision | None) -> bool | None:
    """Whether what is required holds."""
    if require is None or decision is None:
        return None
    if require == "equivalent":
        verdict = decision.verdict
        return verdict is not None and verdict.equivalent and not decision.one_split
    return decision.answer == "A better"


def _how(test: Alone, made: training.Decision | None) -> dict[str, object]:
    """What the variance comes from, how the test was made, and where it is known to err."""
    if isinstance(test, BootstrapScore) or test is None:
        known = FIXED_MODELS if made and made.pvalue is not None else None
        return {"variance": None, "how": lines(UNCHANGED, known)}
    notice = sentence("note: {notice}", test)
    if test.pvalue is None or test.m == 1:
        return {"variance": None, "how": notice if test.pvalue is not None else None}
    rows = [(part, f"{getattr(test, name) / test.variance:.0%}") for name, part in VARIANCE.items()]
    stopped, every_look = made is not None and made.stop is not None, test.looks is not None
    error = out_of_fold(test.m, stopped=stopped, conservative=test.conservative, every_look=every_look)
    given = test.m if made is None else len(made.differences)
    unused = sentence(UNUSED, test, given=given if test.m < given else None)
    size = sentence("m = {m}, {n_units:,} units, {df:.0f} degrees of freedom.", test)
    shares = table(("the variance of the mean comes from", "share"), rows)
    return {"variance": shares, "how": lines(size, unused, error, notice)}


def _score(model: str, metric: str, test: Alone) -> Text:
    """The score of one model and how sure it is, in one line."""
    assert test is not None
    of = {"model": model, "metric": metric, "percent": 100 * test.level}
    if isinstance(test, BootstrapScore):
        return sentence(BOOTSTRAP_SCORE, of, test)
    if test.lower is None or test.upper is None:
        return sentence("No interval of {metric}: {notice}", of, test)
    return sentence(SCORE, of, test)


def _answer(made: training.Decision) -> Text:
    test = made.test or made.fixed
    assert test is not None  # all the splits that are planned are there
    if test.pvalue is None:
        return sentence("{answer}. {notice}", test, answer=made.headline)
    of: dict[str, object] = {"answer": made.headline, "difference": difference_of(made.a, made.b, made.mean)}
    if made.interval is None:
        return sentence(UNTESTED, of, test)
    of |= {"lower": made.interval[0], "upper": made.interval[1], "percent": 100 * test.level}
    of["sides"] = Notice("two-sided") if made.question.two_sided else Notice("one-sided")
    if made.fixed is None:
        return sentence(OUT_OF_FOLD, of, made, test)
    swaps = sentence("all {n_runs:,} swaps" if made.fixed.exact else "random {n_runs:,} swaps", made.fixed)
    return sentence(RANDOMIZATION, of, test, swaps=swaps)
