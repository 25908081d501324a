"""`test PREDICTIONS --corpus FILE`: the out-of-fold test, or that of fixed models, and what may be said."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from typing import Any

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
from ..tables import Paragraphs, Said, lines, said, table, words
from . import pairs, several_metrics, side_tests, where_they_differ
from .question_options import chosen_margin, difference_of, gate, pair, question, rule

PARTS = {
    "units": said("testing on these units"),
    "covariance": said("units that are both tested and trained on"),
    "training": said("training on these units"),
    "splits": said("these splits; more splits remove it"),
}
UNCHANGED = said("No split changes these predictions, so it is the units that are exchanged and drawn again.")


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer about two models, or the score of one, with what was asked for beside it."""

    corpus: str
    models: tuple[str, ...]
    metric: str
    smaller_is_better: bool | None
    decision: training.Decision | None  # None of one model
    alone: OutOfFoldTTest | BootstrapScore | None  # of one model
    require: str | None
    notices: tuple[Notice, ...]
    signature: str | None = None
    seeds: side_tests.Seeds | None = None
    where: where_they_differ.WhereTheyDiffer | None = None
    side_tests: side_tests.SideTests = field(default_factory=side_tests.SideTests)

    @property
    def test(self) -> OutOfFoldTTest | BootstrapScore | None:
        return self.alone if self.decision is None else self.decision.test

    @property
    def holds(self) -> bool | None:
        """Whether what is required holds."""
        if self.require is None or self.decision is None:
            return None
        verdict = self.decision.verdict
        if self.require == "equivalent":
            return verdict is not None and verdict.equivalent and not self.decision.one_split
        return self.decision.answer == "A better"

    @property
    def document(self) -> dict[str, Any]:
        """What JSON has of it: the parts of the decision, not the differences that it is from."""
        found: dict[str, Any] = dict.fromkeys(
            ("answer", "m", "pvalue", "interval", "test", "fixed", "score", "verdict", "stop")
        )
        found["score" if isinstance(self.alone, BootstrapScore) else "test"] = self.alone
        if (made := self.decision) is not None:
            parts = ("answer", "pvalue", "interval", "test", "fixed")
            found |= {name: getattr(made, name) for name in parts}
            found |= {
                "m": made.m if made.fixed is None else None,
                "verdict": made.verdict and _verdict(made),
                "stop": made.stop and plain(made.stop, but=("test",)),
            }
        about = ("corpus", "models", "metric", "smaller_is_better", "require", "holds", "notices")
        names = (*about, "signature", "seeds", "where")
        return {**{name: getattr(self, name) for name in names}, **found, **plain(self.side_tests)}


def _verdict(decision: training.Decision) -> dict[str, Any]:
    assert decision.verdict is not None
    curve = [{"n_units": n, "half_length": half} for n, half in decision.verdict.curve]
    return {**plain(decision.verdict, but=("pvalue",)), "curve": curve}


def run(options: argparse.Namespace) -> Answered | pairs.Pairs | several_metrics.Metrics:
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
            return pairs.run(options, compared, corpus.name, partitions, clusters)
    predicted = compared or training.read_fixed_predictions(options.file, corpus, strict=options.strict, **of)
    a, b = pair(options, predicted.names)
    if options.metrics:
        if b is None:
            raise needs("--metrics", "--models A B")
        return several_metrics.run(options, predicted, a, b, corpus.name, partitions, clusters)
    metric = options.metric or default_metric(predicted.main_metrics)
    decision = alone = None
    if b is None:
        alone = _alone(options, predicted, partitions, a, metric, clusters)
    else:
        decision = training.decide(
            predicted,
            a,
            b,
            partitions=partitions,
            metric=metric,
            question=question(options, chosen_margin(options, predicted, a, b, metric), clusters),
            rule=rule(options),
            smaller_is_better=options.smaller_is_better,
        )
    answered = Answered(
        corpus=corpus.name,
        models=(a,) if b is None else (a, b),
        metric=metric,
        smaller_is_better=predicted.known_direction(metric, options.smaller_is_better),
        decision=decision,
        alone=alone,
        require=options.require,
        notices=predicted.notices,
    )
    test = answered.test
    if not isinstance(test, OutOfFoldTTest) or compared is None or partitions is None:
        return answered
    by_seed = (compared.seed_scores(name, metric)[:, : test.m] for name in answered.models)
    seeds = side_tests.seeds(answered.models, seed_variance(*by_seed), test)
    answered = replace(answered, signature=partitions.signature, seeds=seeds)
    if decision is None:
        short = one_model_interval(partitions.method)
        return answered if short is None else replace(answered, notices=(*answered.notices, short))
    if options.by or options.examples:
        where = where_they_differ.run(options, compared, decision, corpus, partitions)
        answered = replace(answered, where=where)
    return replace(answered, side_tests=side_tests.of_predictions(options, decision, compared))


def _alone(
    options: argparse.Namespace,
    predicted: training.Evaluation,
    partitions: PartitionSet | None,
    model: str,
    metric: str,
    clusters: tuple[str, ...] | None,
) -> OutOfFoldTTest | BootstrapScore | None:
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


@words.register
def _(found: Answered) -> Paragraphs:
    made = found.decision
    if found.require is not None:
        yield said("{gate} {sentence}", gate=gate(found.require, found.holds), sentence=_sentence(found))
        return
    yield lines(_sentence(found), *(made.meaning() if made is not None else ()))
    yield from _how(found)
    yield lines(found.seeds)
    if made is not None:
        yield from side_tests.paragraphs(found.side_tests, made)
    if found.where is not None:
        yield from words(found.where)
    yield lines(*(said("note: {notice}", notice=notice) for notice in found.notices))


def _how(found: Answered) -> Paragraphs:
    """How the test was made, and where it is known to err."""
    test, made = found.test, found.decision
    if isinstance(test, BootstrapScore) or test is None:
        yield lines(UNCHANGED, made is not None and made.pvalue is not None and FIXED_MODELS)
        return
    notice = test.pvalue is not None and test.notice and said("note: {notice}", notice=test.notice)
    if test.pvalue is not None and test.m > 1:
        rows = [(part, f"{getattr(test, name) / test.variance:.0%}") for name, part in PARTS.items()]
        yield table(("the variance of the mean comes from", "share"), rows)
        counts = said(
            "m = {m}, {n_units:,} units, {df:.0f} degrees of freedom.",
            m=test.m,
            n_units=test.n_units,
            df=test.df,
        )
        stopped = made is not None and made.stop is not None
        known = out_of_fold(
            test.m, stopped=stopped, conservative=test.conservative, every_look=test.looks is not None
        )
        yield lines(counts, known, notice)
    else:
        yield lines(notice)


def _sentence(found: Answered) -> Said:
    """The metric, the answer, the difference and how sure it is, in one line."""
    alone, made, metric = found.alone, found.decision, found.metric
    if made is not None:
        return said("{name}: {answer}", name=metric, answer=_answer(made))
    if isinstance(alone, BootstrapScore):
        return said(
            "{model} has {metric} {score:.4f}, {level:g}% bootstrap interval {lower:.4f} to {upper:.4f} "
            "({n_units:,} units).",
            model=found.models[0],
            metric=metric,
            score=alone.score,
            level=100 * alone.level,
            lower=alone.lower,
            upper=alone.upper,
            n_units=alone.n_units,
        )
    assert alone is not None
    if alone.lower is None or alone.upper is None:
        return said("No interval of {metric}: {notice}", metric=metric, notice=alone.notice)
    return said(
        "{model} has {metric} {mean:.4f}, {level:g}% interval {lower:+.4f} to {upper:+.4f}.",
        model=found.models[0],
        metric=metric,
        mean=alone.mean,
        level=100 * alone.level,
        lower=alone.lower,
        upper=alone.upper,
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
            m=made.m,
            **of,
        )
    n = made.fixed.n_runs
    return said(
        "{answer}; {difference} ({level:g}% bootstrap interval {lower:+.4f} to {upper:+.4f}; approximate "
        "randomization, {swaps}, {sides} p = {p:.2g}, {n_units:,} units).",
        swaps=said("all {n:,} swaps", n=n) if made.fixed.exact else said("random {n:,} swaps", n=n),
        **of,
    )
