"""What `test` gives beside the test: seeds, a posterior, other tests, and what every look by itself says."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ... import inference
from ...training import Decision
from ...training.beside.side_tests import SideTests
from ..text import Paragraphs, Text, printed, prose, semicolon_list, sentence

DECISIONS = {True: "yes", False: "not shown", None: "nothing"}
FORM = """
{posterior}

{looks}

[others] other_tests=test.name p=test.pvalue!v sides=test.alternative!t at_level=test.level:g decision!t

{hold_outs}

{spread}
"""
LOOKS = "Each look by itself: {looks}. The test guards against choosing the look one likes."
SPREAD = "R, the spread between splits over the spread within: {value}; by chance {lower:.3g} to {upper:.3g}."
POSTERIOR = (
    "Bayesian correlated t-test, rho = {rho:g}, differences up to {rope:g} of no matter: {a} better "
    "{p_better:.1%}, no matter {p_equivalent:.1%}, {b} better {p_worse:.1%}. It does not account for how "
    "often one looked."
)


def side_settings(options: Namespace) -> dict[str, Any]:
    """What the options ask for beside a decision."""
    return {name: getattr(options, name) for name in ("rope", "rho", "others", "smaller_is_better")}


def side_words(beside: SideTests, made: Decision) -> Paragraphs:
    """Of what was asked for; McNemar's test on one hold-out stands for those on all."""
    looks = hold_outs = spread = None
    if beside.looks_by_themselves is not None:
        yes = [look.m for look in beside.looks_by_themselves if look.rejected]
        no = [look.m for look in beside.looks_by_themselves if not look.rejected]
        rejected = sentence("H₀ rejected at m = {looks}", looks=yes)
        other = sentence("not at m = {looks}", looks=no)
        looks = sentence(LOOKS, looks=semicolon_list((rejected, other)))
    if beside.mcnemar is not None:
        found = inference.hold_out_sentences(beside.mcnemar, made.a, made.b, alpha=made.question.alpha)
        hold_outs = prose(*found)
    if (ratio := beside.pair_ratio) is not None:
        value = "–" if ratio.ratio is None else f"{ratio.ratio:.3g}"
        spread = prose(sentence(SPREAD, ratio, value=value), *ratio.sentences)
    others = [{"test": test, "decision": DECISIONS[test.rejected]} for test in beside.others or ()]
    shown = {"looks": looks, "others": others, "hold_outs": hold_outs, "spread": spread}
    return printed(FORM, shown, posterior=_posterior(beside.bayesian, made))


def _posterior(bayes: inference.BayesianTTest | None, made: Decision) -> Text | None:
    if bayes is None:
        return None
    if bayes.p_better is None:
        return sentence("Bayesian correlated t-test: {notice}", bayes)
    return sentence(POSTERIOR, bayes, made)
