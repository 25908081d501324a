"""`test PREDICTIONS --corpus FILE`: the out-of-fold test, or that of fixed models, and what may be said."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any, TypeAlias

from ... import training
from ...errors import Notice
from ...exchange import read_partitions
from ...exchange.canonical import plain
from ...inference import BootstrapScore, OutOfFoldTTest, seed_variance
from ...inference.mx2.promise import FIXED_MODELS, one_model_interval, out_of_fold
from ...metrics import default_metric
from ...partition import PartitionSet
from ..options import corpus_options
from ..options.declared import needs
from ..tables import Paragraphs, Report, Said, lines, notes, picked, said, table, words
from . import several_answers, side_tests, where_they_differ
from .question_options import asked_in, chosen_margin, difference_of, gate, pair, question, rule

PARTS = {
    "units": said("testing on these units"),
    "covariance": said("units that are both tested and trained on"),
    "training": said("training on these units"),
    "splits": said("these splits; more splits remove it"),
}
UNCHANGED = said("No split changes these predictions, so it is the units that are exchanged and drawn again.")


Alone: TypeAlias = OutOfFoldTTest | BootstrapScore | None  # the score of one model
DECIDED = "answer pvalue interval test fixed"


def _document(decision: training.Decision | None, alone: Alone) -> dict[str, Any]:
    """What JSON has of it: the parts of the decision, not the differences that it is from."""
    found: dict[str, Any] = dict.fromkeys((*DECIDED.split(), "m", "score", "verdict", "stop"))
    found["score" if isinstance(alone, BootstrapScore) else "test"] = alone
    if decision is not None:
        found |= picked(decision, DECIDED)
        found["m"] = decision.m if decision.fixed is None else None
        found["verdict"] = decision.verdict and _verdict(decision)
        found["stop"] = decision.stop and plain(decision.stop, but=("test",))
    return found


def _holds(require: str | None, decision: training.Decision | None) -> bool | None:
    """Whether what is required holds."""
    if require is None or decision is None:
        return None
    if require == "equivalent":
        verdict = decision.verdict
        return verdict is not None and verdict.equivalent and not decision.one_split
    return decision.answer == "A better"


def _verdict(decision: training.Decision) -> dict[str, Any]:
    assert decision.verdict is not None
    curve = [{"n_units": n, "half_length": half} for n, half in decision.verdict.curve]
    return {**plain(decision.verdict, but=("pvalue",)), "curve": curve}


def run(options: argparse.Namespace) -> Report:
    if options.require == "equivalent" and options.margin is None:
        raise needs("--require equivalent", "--margin")
    corpus = corpus_options.read(options, options.corpus)
    clusters = None if options.clusters is None else training.unit_clusters(corpus, options.clusters)
    partitions, compared = None, None
    of = {"gold": options.gold, "id_column": options.id_column}
    if options.partitions is not None:
        partitions = read_partitions(options.partitions, corpus).partitions
        compared = training.read_predictions(options.file, corpus, partitions=partitions, **of)
        compared = compared.reading(strict=options.strict)
        if options.pairs:
            return several_answers.pair_report(options, compared, corpus.name, partitions, clusters)
    predicted = compared or training.read_fixed_predictions(options.file, corpus, strict=options.strict, **of)
    a, b = pair(options, predicted.names)
    if options.metrics:
        if b is None:
            raise needs("--metrics", "--models A B")
        return several_answers.metric_report(options, predicted, a, b, corpus.name, partitions, clusters)
    metric = options.metric or default_metric(predicted.main_metrics)
    decision = alone = None
    if b is None:
        alone = _alone(options, predicted, partitions, a, metric, clusters)
    else:
        decision = training.decide(
            predicted,
            a,
            b,
            metric=metric,
            **asked_in(options, partitions, clusters, chosen_margin(options, predicted, a, b, metric)),
        )
    test = alone if decision is None else decision.test
    names, notices = (a,) if b is None else (a, b), predicted.notices
    seeds = where = signature = None
    beside = side_tests.SideTests()
    if isinstance(test, OutOfFoldTTest) and compared is not None and partitions is not None:
        by_seed = (compared.seed_scores(name, metric)[:, : test.m] for name in names)
        seeds = side_tests.seeds(names, seed_variance(*by_seed), test)
        signature = partitions.signature
        if decision is None:
            short = one_model_interval(partitions.method)
            notices += () if short is None else (short,)
        else:
            if options.by or options.examples:
                where = where_they_differ.run(options, compared, decision, corpus, partitions)
            beside = side_tests.prediction_tests(options, decision, compared)
    return Report(
        partial(_words, decision, alone, beside),
        corpus=corpus.name,
        models=names,
        metric=metric,
        smaller_is_better=predicted.known_direction(metric, options.smaller_is_better),
        require=options.require,
        holds=_holds(options.require, decision),
        notices=notices,
        signature=signature,
        seeds=seeds,
        where=where,
        **_document(decision, alone),
        **plain(beside),
    )


def _alone(
    options: argparse.Namespace,
    predicted: training.Evaluation,
    partitions: PartitionSet | None,
    model: str,
    metric: str,
    clusters: tuple[str, ...] | None,
) -> Alone:
    """The score of one model with its interval."""
    if options.require is not None or options.others or options.rope is not None:
        raise needs(["--require", "--others", "--rope"], "--models A B")
    if (
        not isinstance(predicted, training.Comparison)
        or partitions is None
        or training.same_in_every_split(predicted, model)
    ):
        level = 1 - options.alpha
        return training.fixed_model_score(predicted, model, metric=metric, level=level, clusters=clusters)
    values = training.unit_differences(
        predicted.only(model),
        None,
        partitions=partitions,
        metric=metric,
        smaller_is_better=options.smaller_is_better,
    )
    return training.decide_differences(
        values,
        partitions.masks,
        question=question(options, None, clusters),
        rule=rule(options),
        may_stop_early=partitions.may_stop_early,
    ).test


def _words(
    made: training.Decision | None, alone: Alone, beside: side_tests.SideTests, found: Report
) -> Paragraphs:
    if made is not None:
        sentence = said("{name}: {answer}", name=found.metric, answer=_answer(made))
    else:
        assert alone is not None
        sentence = _alone_said(found, alone)
    if found.require is not None:
        yield said("{gate} {sentence}", gate=gate(found.require, found.holds), sentence=sentence)
        return
    yield lines(sentence, *(made.meaning() if made is not None else ()))
    yield from _how(alone if made is None else made.test, made)
    yield lines(found.seeds)
    if made is not None:
        yield from side_tests.paragraphs(beside, made)
    if found.where is not None:
        yield from words(found.where)
    yield notes(found.notices)


def _how(test: Alone, made: training.Decision | None) -> Paragraphs:
    """How the test was made, and where it is known to err."""
    if isinstance(test, BootstrapScore) or test is None:
        yield lines(UNCHANGED, made is not None and made.pvalue is not None and FIXED_MODELS)
        return
    notice = test.pvalue is not None and test.notice and said("note: {notice}", test)
    if test.pvalue is None or test.m == 1:
        yield lines(notice)
        return
    rows = [(part, f"{getattr(test, name) / test.variance:.0%}") for name, part in PARTS.items()]
    yield table(("the variance of the mean comes from", "share"), rows)
    stopped, every_look = made is not None and made.stop is not None, test.looks is not None
    known = out_of_fold(test.m, stopped=stopped, conservative=test.conservative, every_look=every_look)
    given = test.m if made is None else len(made.differences)
    unused = test.m < given and said(
        "Stopped after split {m} of {given}; later ones are not used.", test, given=given
    )
    how = said("m = {m}, {n_units:,} units, {df:.0f} degrees of freedom.", test)
    yield lines(how, unused, known, notice)


def _alone_said(found: Report, test: OutOfFoldTTest | BootstrapScore) -> Said:
    """The score of one model and how sure it is, in one line."""
    model = found.models[0]
    if isinstance(test, BootstrapScore):
        return said(
            "{model} has {metric} {score:.4f}, {level:g}% bootstrap interval {lower:.4f} to {upper:.4f} "
            "({n_units:,} units).",
            {"model": model, "metric": found.metric, "level": 100 * test.level},
            test,
        )
    if test.lower is None or test.upper is None:
        return said("No interval of {metric}: {notice}", test, metric=found.metric)
    return said(
        "{model} has {metric} {mean:.4f}, {level:g}% interval {lower:+.4f} to {upper:+.4f}.",
        {"model": model, "metric": found.metric, "level": 100 * test.level},
        test,
    )


def _answer(made: training.Decision) -> Said:
    test = made.test or made.fixed
    assert test is not None  # all the splits that are planned are there
    if test.pvalue is None:
        return said("{answer}. {notice}", answer=made.headline, notice=test.notice)
    of: dict[str, object] = {
        "answer": made.headline,
        "difference": difference_of(made.a, made.b, made.mean),
        "n_units": test.n_units,
    }
    if made.interval is None:
        return said("{answer}; {difference} ({n_units:,} units; no test was made).", **of)
    of |= {"lower": made.interval[0], "upper": made.interval[1], "level": 100 * test.level, "p": test.pvalue}
    of["sides"] = Notice("two-sided") if made.question.two_sided else Notice("one-sided")
    if made.fixed is None:
        return said(
            "{answer}; {difference} ({level:g}% interval {lower:+.4f} to {upper:+.4f}; out-of-fold test, "
            "{sides} p = {p:.2g}, m = {m}, {n_units:,} units).",
            made,
            **of,
        )
    n = made.fixed.n_runs
    return said(
        "{answer}; {difference} ({level:g}% bootstrap interval {lower:+.4f} to {upper:+.4f}; approximate "
        "randomization, {swaps}, {sides} p = {p:.2g}, {n_units:,} units).",
        swaps=said("all {n:,} swaps", n=n) if made.fixed.exact else said("random {n:,} swaps", n=n),
        **of,
    )
