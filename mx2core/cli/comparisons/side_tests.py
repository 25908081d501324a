"""What `test` gives beside the test: seeds, a posterior, other tests, and what every look by itself says."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import inference
from ...exchange.canonical import plain
from ...training import Comparison, Decision
from ..text import Text, columns, comma_list, listing, paragraphs, prose, semicolon_list, sentence, term

OTHERS = columns("other_tests=test.name p=test.pvalue:.2g sides at_level=test.level:g decision")
DECISIONS = {True: term("yes"), False: term("not shown"), None: term("nothing")}
LOOKS = "Each look by itself: {looks}. The test guards against choosing the look one likes."
SPREAD = "R, the spread between splits over the spread within: {value}; by chance {lower:.3g} to {upper:.3g}."
POSTERIOR = (
    "Bayesian correlated t-test, rho = {rho:g}, differences up to {rope:g} of no matter: {a} better "
    "{p_better:.1%}, no matter {p_equivalent:.1%}, {b} better {p_worse:.1%}. It does not account for how "
    "often one looked."
)


@dataclass(frozen=True, slots=True)
class SideTests:
    """Those that were asked for; None where they were not."""

    bayesian: inference.BayesianTTest | None = None
    looks_by_themselves: tuple[inference.Look, ...] | None = None
    others: tuple[inference.TestInUse, ...] | None = None
    pair_ratio: inference.PairRatio | None = None
    mcnemar: tuple[inference.McNemarTest, ...] | None = None  # of every hold-out

    @property
    def document(self) -> dict[str, Any]:
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.pair_ratio is not None:
            rho2 = {f"rho1={rho1:g}": self.pair_ratio.rho2(rho1) for rho1 in (0.0, 0.5)}
            found["pair_ratio"] = {**plain(self.pair_ratio), "rho2": rho2}
        return found

    def words(self, made: Decision) -> Text:
        """Of what was asked for; McNemar's test on one hold-out stands for those on all."""
        looks = hold_outs = spread = None
        if self.looks_by_themselves is not None:
            yes = [look.m for look in self.looks_by_themselves if look.rejected]
            no = [look.m for look in self.looks_by_themselves if not look.rejected]
            rejected = sentence("H₀ rejected at m = {looks}", looks=comma_list(yes) or None)
            other = sentence("not at m = {looks}", looks=comma_list(no) or None)
            looks = sentence(LOOKS, looks=semicolon_list((rejected, other)))
        if self.mcnemar is not None:
            found = inference.hold_out_sentences(self.mcnemar, made.a, made.b, alpha=made.question.alpha)
            hold_outs = prose(term("McNemar's test, on one hold-out."), *found)
        if (ratio := self.pair_ratio) is not None:
            value = "–" if ratio.ratio is None else f"{ratio.ratio:.3g}"
            spread = prose(sentence(SPREAD, ratio, value=value), *ratio.sentences)
        others = [
            {"test": test, "sides": term(test.alternative), "decision": DECISIONS[test.rejected]}
            for test in self.others or ()
        ]
        return paragraphs(_posterior(self.bayesian, made), looks, listing(others, OTHERS), hold_outs, spread)


def score_tests(
    options: Namespace, decision: Decision, differences: NDArray[np.float64], *, looks: bool = True
) -> SideTests:
    """What the options ask for of differences of scores, (m, 2); `looks`: of a sequential rule."""
    question = decision.question
    posterior = None
    if options.rope is not None:
        posterior = inference.bayesian_correlated_t_test(differences, options.rho, rope=options.rope)
    if not options.others:
        return SideTests(posterior)
    return SideTests(
        posterior,
        tuple(inference.stop_replay(differences, **decision.rule.sequential(question))) if looks else None,
        tuple(inference.other_tests(differences, question.alpha, alternative=question.alternative)),
        inference.pair_ratio(differences) if len(differences) > 1 else None,
    )


def prediction_tests(options: Namespace, decision: Decision, comparison: Comparison) -> SideTests:
    """The same of the scores on the splits tested, and McNemar's test."""
    a, b, m = decision.a, decision.b, decision.m
    differences = comparison.differences(a, b, decision.metric, options.smaller_is_better)[:m]
    found = score_tests(options, decision, differences, looks=False)
    if not options.others:
        return found
    alternative = decision.question.alternative
    tests = tuple(comparison.mcnemar(a, b, m=m, alternative=alternative))
    others = found.others
    if decision.masks is not None:
        of_units = {"units": decision.differences, "masks": decision.masks}
        others = tuple(
            inference.other_tests(differences, decision.question.alpha, alternative=alternative, **of_units)
        )
    return SideTests(found.bayesian, None, others, found.pair_ratio, tests)


@dataclass(frozen=True, slots=True)
class Seeds:
    """What the seeds of models add to the variance of a mean, and to the interval of a test."""

    models: tuple[str, ...]
    added: inference.SeedVariance
    test: inference.OutOfFoldTTest | None

    @property
    def document(self) -> dict[str, Any]:
        share = limit = None
        if self.test is not None and self.test.lower is not None and self.test.upper is not None:
            half, whole = (self.test.upper - self.test.lower) / 2, self.test.variance
            share, limit = self.added.share(whole), self.added.half_length(half, whole)
        return {"models": self.models, **plain(self.added), "share": share, "half_length_limit": limit}

    def __str__(self) -> str:
        return str(prose(*self.added.sentences(self.models, self.test)))


def seeds(
    models: tuple[str, ...], added: inference.SeedVariance, test: inference.OutOfFoldTTest | None = None
) -> Seeds | None:
    """None where no model has several seeds."""
    return Seeds(models, added, test) if max(added.n_seeds) > 1 else None


def _posterior(bayes: inference.BayesianTTest | None, made: Decision) -> Text | None:
    if bayes is None:
        return None
    if bayes.p_better is None:
        return sentence("Bayesian correlated t-test: {notice}", bayes)
    return sentence(POSTERIOR, bayes, made)
