"""`test PREDICTIONS --corpus FILE`: the out-of-fold test, or that of fixed models, and what may be said."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ...exchange.canonical import plain
from ..options import corpus_options
from ..tables import table
from . import beside, pairs, where_they_differ
from .asked import chosen_margin, difference_of, margin, pair, question, rule

if TYPE_CHECKING:
    from ...errors import Notice
    from ...inference import BootstrapScore, OutOfFoldTTest
    from ...partition import PartitionSet
    from ...training import Decision, Evaluation

PARTS = {
    "units": "testing on these units",
    "covariance": "units that are both tested and trained on",
    "training": "training on these units",
    "splits": "these splits; more splits remove it",
}
REQUIREMENTS = ("better", "equivalent")
UNCHANGED = "No split changes these predictions, so it is the units that are exchanged and drawn again."


def add(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group(
        "out-of-fold test",
        "of predictions (CSV or JSON lines with partition, fold, model, unit_id, predicted) instead of a "
        "table of scores; it needs --corpus and --partitions, and has more power. Models "
        "that predict the same in every split, or have no partitions, get an approximate randomization test",
    )
    group.add_argument("--corpus", metavar="FILE", help="the corpus that was predicted")
    group.add_argument(
        "--partitions", metavar="P.json", help="that models were trained on; without: fixed models"
    )
    group.add_argument(
        "--tags", dest="gold", metavar="NAME", help="column that was predicted, where it is not clear"
    )
    group.add_argument("--strict", action="store_true", help="count only chunks without a broken tag")
    group.add_argument(
        "--margin",
        type=margin,
        metavar="D",
        help="difference that does not matter, chosen beforehand: also test for equivalence; 'proposed' is "
        "one point of a score from 0 to 1 or in percent, and one hundredth of scores without a range",
    )
    group.add_argument(
        "--stop",
        choices=("all", "precision"),
        help="precision (default): test once, on the first 3 to 10 splits after which more would not help, "
        "or on all there are; a set balanced as a whole is tested as a whole; all: on all "
        "splits given",
    )
    group.add_argument(
        "--clusters",
        metavar="FIELD",
        help="units with the same value, such as those of a document, depend on each other; no split may "
        "divide them",
    )
    where_they_differ.add(command)
    command.add_argument(
        "--require",
        choices=REQUIREMENTS,
        help="one line; exit status 3 unless A is better, or equivalent within --margin",
    )
    corpus_options.add_reading(command)


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer about two models, or the score of one, with what was asked for beside it."""

    corpus: str
    models: tuple[str, ...]
    metric: str
    smaller_is_better: bool | None
    decision: Decision | None  # None of one model
    alone: OutOfFoldTTest | BootstrapScore | None  # of one model
    require: str | None
    notices: tuple[Notice, ...]
    signature: str | None = None
    seeds: beside.Seeds | None = None
    where: where_they_differ.WhereTheyDiffer | None = None
    beside: beside.Beside = field(default_factory=beside.Beside)

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
        from ...inference import BootstrapScore

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
        return {**{name: getattr(self, name) for name in names}, **found, **plain(self.beside)}

    def text(self) -> str:
        if self.require is not None:
            return f"{self.require}: {'holds' if self.holds else 'does not hold'}. {_sentence(self)}"
        lines = [_sentence(self)]
        if self.decision is not None:
            lines += map(str, self.decision.meaning())
        lines += _made(self)
        if self.seeds is not None:
            lines.append(self.seeds.line)
        if self.decision is not None:
            lines += self.beside.lines(self.decision.a, self.decision.b, self.decision.question.alpha)
        if self.where is not None:
            lines += self.where.lines()
        return "\n".join([*lines, *(f"note: {notice}" for notice in self.notices)])


def _verdict(decision: Decision) -> dict[str, Any]:
    assert decision.verdict is not None
    curve = [{"n_units": n, "half_length": half} for n, half in decision.verdict.curve]
    return {**plain(decision.verdict, but=("pvalue",)), "curve": curve}


def run(options: argparse.Namespace) -> Answered | pairs.Pairs:
    from ...exchange import read_partitions
    from ...inference import OutOfFoldTTest, seed_variance
    from ...inference.mx2.promise import one_model_interval
    from ...metrics import default_metric
    from ...training import decide, read_fixed_predictions, read_predictions, unit_clusters

    if options.require == "equivalent" and options.margin is None:
        raise UsageError("{option} needs {other}.", option="--require equivalent", other="--margin")
    corpus = corpus_options.read_from(options.corpus, options)
    clusters = None if options.clusters is None else unit_clusters(corpus, options.clusters)
    partitions, compared = None, None
    if options.partitions is not None:
        partitions = read_partitions(options.partitions, corpus).partitions
        compared = read_predictions(
            options.file, corpus, partitions=partitions, gold=options.gold, id_column=options.id_column
        )
        compared = compared.reading(strict=options.strict)
        if options.pairs:
            return pairs.run(options, compared, corpus.name, partitions, clusters)
    predicted = compared or read_fixed_predictions(
        options.file, corpus, gold=options.gold, strict=options.strict, id_column=options.id_column
    )
    a, b = pair(options, predicted.names)
    metric = options.metric or default_metric(predicted.main_metrics)
    decision = alone = None
    if b is None:
        alone = _alone(options, predicted, partitions, a, metric, clusters)
    else:
        decision = decide(
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
    test = alone if decision is None else decision.test
    if not isinstance(test, OutOfFoldTTest) or compared is None or partitions is None:
        return answered
    by_seed = (compared.seed_scores(name, metric)[:, : test.m] for name in answered.models)
    answered = replace(
        answered,
        signature=partitions.signature,
        seeds=beside.seeds(answered.models, seed_variance(*by_seed), test),
    )
    if decision is None:
        short = one_model_interval(partitions.method)
        return answered if short is None else replace(answered, notices=(*answered.notices, short))
    if options.by or options.examples:
        where = where_they_differ.run(
            options, compared, (decision.a, decision.b), corpus, partitions, clusters, metric
        )
        answered = replace(answered, where=where)
    return replace(answered, beside=beside.of_predictions(options, decision, compared))


def _alone(
    options: argparse.Namespace,
    predicted: Evaluation,
    partitions: PartitionSet | None,
    model: str,
    metric: str,
    clusters: tuple[str, ...] | None,
) -> OutOfFoldTTest | BootstrapScore | None:
    """The score of one model with its interval."""
    from ...training import (
        Comparison,
        decide_differences,
        fixed_model_score,
        same_in_every_split,
        unit_differences,
    )

    if options.require is not None or options.others or options.rope is not None:
        raise UsageError(
            "{option} needs {other}.", option="--require, --others, --rope", other="--models A B"
        )
    if not isinstance(predicted, Comparison) or partitions is None or same_in_every_split(predicted, model):
        level = 1 - options.alpha
        return fixed_model_score(predicted, model, metric=metric, level=level, clusters=clusters)
    values = unit_differences(
        predicted.only(model),
        None,
        partitions=partitions,
        metric=metric,
        smaller_is_better=options.smaller_is_better,
    )
    return decide_differences(
        values,
        partitions.masks,
        question=question(options, None, clusters),
        rule=rule(options),
        may_stop_early=partitions.may_stop_early,
    ).test


def _made(result: Answered) -> list[str]:
    """How the test was made, and where it is known to err."""
    from ...inference import BootstrapScore
    from ...inference.mx2.promise import FIXED_MODELS, OUT_OF_FOLD

    decision = result.decision
    test = result.alone if decision is None else decision.test
    if isinstance(test, BootstrapScore) or test is None:
        tested = decision is not None and decision.pvalue is not None
        return [UNCHANGED, *([str(FIXED_MODELS)] if tested else [])]
    notices = [] if test.notice is None or test.pvalue is None else [f"note: {test.notice}"]
    if test.pvalue is None or test.m == 1:
        return notices
    rows = [(words, f"{getattr(test, name) / test.variance:.0%}") for name, words in PARTS.items()]
    return [
        "",
        table(("the variance of the mean comes from", "share"), rows),
        "",
        f"m = {test.m}, {test.n_units:,} units, {test.df:.0f} degrees of freedom.",
        str(OUT_OF_FOLD),
        *notices,
    ]


def _sentence(result: Answered) -> str:
    """The metric, the answer, the difference and how sure it is, in one line."""
    from ...inference import BootstrapScore

    alone, decision, metric = result.alone, result.decision, result.metric
    if isinstance(alone, BootstrapScore):
        return (
            f"{result.models[0]} has {metric} {alone.score:.4f}, {100 * alone.level:g}% "
            f"bootstrap interval {alone.lower:.4f} to {alone.upper:.4f} ({alone.n_units:,} units)."
        )
    if decision is None:
        assert alone is not None
        if alone.lower is None or alone.upper is None:
            return f"No interval of {metric}: {alone.notice}"
        interval = f"{100 * alone.level:g}% interval {alone.lower:+.4f} to {alone.upper:+.4f}"
        return f"{result.models[0]} has {metric} {alone.mean:.4f}, {interval}."
    made = decision.test or decision.fixed
    assert made is not None  # all the splits that are planned are there
    if made.pvalue is None:
        return f"{metric}: {decision.headline}. {made.notice}"
    said = f"{metric}: {decision.headline}; {difference_of(decision.a, decision.b, decision.mean)}"
    if decision.interval is None:
        return f"{said} ({made.n_units:,} units; no test was made)."
    lower, upper = decision.interval
    sides = "two-sided" if decision.question.two_sided else "one-sided"
    interval = f"{100 * made.level:g}% {{}}interval {lower:+.4f} to {upper:+.4f}"
    sure = f"{sides} p = {made.pvalue:.2g}"
    if decision.test is not None:
        return (
            f"{said} ({interval.format('')}; out-of-fold test, {sure}, m = {decision.m}, "
            f"{made.n_units:,} units)."
        )
    assert decision.fixed is not None
    runs = f"{'all' if decision.fixed.exact else 'random'} {decision.fixed.n_runs:,} swaps"
    return (
        f"{said} ({interval.format('bootstrap ')}; approximate randomization, {runs}, {sure}, "
        f"{made.n_units:,} units)."
    )
