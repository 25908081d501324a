"""What `test` gives beside the test: seeds, a posterior, other tests, and what every look by itself says."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from ...exchange.canonical import plain
from ..tables import listing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...inference import (
        BayesianTTest,
        Look,
        McNemarTest,
        OutOfFoldTTest,
        PairRatio,
        SeedVariance,
        TestInUse,
    )
    from ...training import Comparison, Decision

OTHERS = {
    "other tests": "{test.name}",
    "p": "{test.pvalue:.2g}",
    "sides": "{test.alternative}",
    "at level": "{test.level:g}",
    "decision": "{decision}",
}
SAID = {True: "yes", False: "not shown", None: "nothing"}


@dataclass(frozen=True, slots=True)
class Beside:
    """Those that were asked for; None where they were not."""

    bayesian: BayesianTTest | None = None
    looks_by_themselves: tuple[Look, ...] | None = None
    others: tuple[TestInUse, ...] | None = None
    pair_ratio: PairRatio | None = None
    mcnemar: tuple[McNemarTest, ...] | None = None  # of every hold-out

    @property
    def document(self) -> dict[str, Any]:
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.pair_ratio is not None:
            rho2 = {f"rho1={rho1:g}": value for rho1, value in _rho2(self.pair_ratio).items()}
            found["pair_ratio"] = {**plain(self.pair_ratio), "rho2": rho2}
        return found

    def lines(self, a: str, b: str, alpha: float) -> list[str]:
        """Further paragraphs, each after an empty line."""
        lines: list[str] = []
        if self.bayesian is not None:
            lines += ["", _posterior(self.bayesian, a, b)]
        if self.looks_by_themselves is not None:
            said = [
                f"{word} at m = {', '.join(str(look.m) for look in looks)}"
                for word, looks in (
                    ("accepted", [look for look in self.looks_by_themselves if look.rejected]),
                    ("not", [look for look in self.looks_by_themselves if not look.rejected]),
                )
                if looks
            ]
            lines += [
                "",
                f"Each look by itself: {'; '.join(said)}. The test guards against choosing the look one "
                "likes.",
            ]
        if self.others is not None:
            rows = [{"test": test, "decision": SAID[test.rejected]} for test in self.others]
            lines += ["", listing(rows, OTHERS)]
        if self.mcnemar is not None:
            lines += ["", _hold_outs(self.mcnemar, a, b, alpha)]
        if self.pair_ratio is not None:
            lines += ["", _ratio(self.pair_ratio)]
        return lines


def of_scores(
    options: argparse.Namespace, decision: Decision, differences: NDArray[np.float64], *, looks: bool = True
) -> Beside:
    """What the options ask for of differences of scores, (m, 2); `looks`: of a sequential rule."""
    from ...inference import bayesian_correlated_t_test, other_tests, pair_ratio, stop_replay

    asked = decision.question
    posterior = None
    if options.rope is not None:
        posterior = bayesian_correlated_t_test(differences, options.rho, rope=options.rope)
    if not options.others:
        return Beside(posterior)
    return Beside(
        posterior,
        tuple(stop_replay(differences, **decision.rule.sequential(asked))) if looks else None,
        tuple(other_tests(differences, asked.alpha, alternative=asked.alternative)),
        pair_ratio(differences) if len(differences) > 1 else None,
    )


def of_predictions(options: argparse.Namespace, decision: Decision, comparison: Comparison) -> Beside:
    """The same of the scores on the splits tested, and McNemar's test."""
    a, b, m = decision.a, decision.b, decision.m
    differences = comparison.differences(a, b, decision.metric, options.smaller_is_better)[:m]
    found = of_scores(options, decision, differences, looks=False)
    if not options.others:
        return found
    tests = tuple(comparison.mcnemar(a, b, m=m, alternative=decision.question.alternative))
    return Beside(found.bayesian, None, found.others, found.pair_ratio, tests)


@dataclass(frozen=True, slots=True)
class Seeds:
    """What the seeds of models add to the variance of a mean, and to an interval where one is known."""

    models: tuple[str, ...]
    n_seeds: tuple[int, ...]
    variance: float
    one_seed: float
    share: float | None = None
    half_length_limit: float | None = None

    @property
    def line(self) -> str:
        counts = " and ".join(f"{n} of {model}" for n, model in zip(self.n_seeds, self.models, strict=True))
        said = f"Seeds ({counts}) give the mean a standard deviation of {self.variance**0.5:.4f}"
        if self.share is None:
            return f"{said}; with one seed each it would be {self.one_seed**0.5:.4f}."
        return (
            f"{said}, {100 * self.share:.0f}% of its variance; with ever more seeds the interval would reach "
            f"{self.half_length_limit:.4f} to either side."
        )


def seeds(models: tuple[str, ...], added: SeedVariance, test: OutOfFoldTTest | None = None) -> Seeds | None:
    """None where no model has several seeds; without a test what it may be a part of is not known."""
    if max(added.n_seeds) < 2:
        return None
    found = (models, added.n_seeds, added.variance, added.one_seed)
    if test is None or test.lower is None or test.upper is None:
        return Seeds(*found)
    half = (test.upper - test.lower) / 2
    return Seeds(*found, added.share(test.variance), added.half_length(half, test.variance))


def _hold_outs(tests: tuple[McNemarTest, ...], a: str, b: str, alpha: float) -> str:
    first = tests[0]
    p = "not defined" if first.pvalue is None else f"{first.pvalue:.2g}"
    rejected = sum(test.pvalue is not None and test.pvalue < alpha for test in tests)
    return (
        f"McNemar's test on one hold-out (trained on the first half of split 1, tested on the other): {a} "
        f"alone is right on {first.only_a:,} units, {b} alone on {first.only_b:,}; "
        f"p ({first.alternative}) = {p}. Of all {len(tests)} hold-outs it rejects on "
        f"{rejected}. It compares two trained models, not two ways to train them."
    )


def _rho2(ratio: PairRatio) -> dict[float, float | None]:
    return {rho1: ratio.rho2(rho1) for rho1 in (0.0, 0.5)}


def _ratio(ratio: PairRatio) -> str:
    value = "not defined" if ratio.ratio is None else f"{ratio.ratio:.3g}"
    known = " and ".join(
        f"{rho2:.2f} if rho1 = {rho1:g}" for rho1, rho2 in _rho2(ratio).items() if rho2 is not None
    )
    return (
        f"R, the spread between splits over the spread within: {value}; by chance {ratio.lower:.3g} "
        f"to {ratio.upper:.3g} if both correlations are equal. It shows no correlation alone"
        + (f", but rho2 given rho1, as roughly as R is known: {known}." if known else ".")
    )


def _posterior(bayes: BayesianTTest, a: str, b: str) -> str:
    if bayes.p_better is None:
        return f"Bayesian correlated t-test: {bayes.notice}"
    return (
        f"Bayesian correlated t-test, rho = {bayes.rho:g}, differences up to {bayes.rope:g} of no "
        f"matter: {a} better {bayes.p_better:.1%}, no matter {bayes.p_equivalent:.1%}, {b} better "
        f"{bayes.p_worse:.1%}. It does not account for how often one looked."
    )
