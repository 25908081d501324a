"""A decision in words: sentences that the page translates and the command prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Notice

if TYPE_CHECKING:
    from ..inference import Verdict
    from .decision import Decision

MOST_TIMES = 100  # of the units there are: with more of them nobody plans


def headline(decision: Decision) -> Notice:
    """The answer of a test of units in one line."""
    verdict, names = decision.verdict, {"a": decision.a, "b": decision.b}
    if decision.one_split and (verdict is None or verdict.pvalue is not None):
        # A verdict from one split is what this program warns of.
        if not decision.mean:
            return Notice("No difference on this one split")
        return Notice(
            "{a} is ahead on this one split", {"a": decision.a if decision.mean > 0 else decision.b}
        )
    if verdict is None:
        return Notice("Not decided yet: the test waits for more splits")
    if verdict.pvalue is None:
        return Notice("Nothing to test between {a} and {b}", names)
    of_margin = {**names, "margin": verdict.margin}
    if verdict.answer == "equivalent":
        return Notice("{a} and {b} are equivalent within δ = {margin:g}", of_margin)
    if verdict.answer == "undecided":
        return Notice("Undecided between {a} and {b}", names)
    if verdict.answer == "B better":
        names["a"], names["b"] = of_margin["a"], of_margin["b"] = decision.b, decision.a
    if verdict.equivalent:
        return Notice("{a} is better than {b}, by less than δ = {margin:g}", of_margin)
    return Notice("{a} is better than {b}", names)


def meaning(decision: Decision) -> tuple[Notice, ...]:
    """What the answer rests on and applies to; where nothing is decided, what would decide."""
    verdict = decision.verdict
    if verdict is None or verdict.pvalue is None or decision.one_split:
        return ()
    if verdict.answer == "undecided":
        return _what_would_decide(decision, verdict)
    if verdict.answer == "equivalent":
        return (_within(decision, verdict),)
    beyond = (_within(decision, verdict),) if verdict.equivalent else whether_it_matters(decision)
    if decision.test is None:
        return (*beyond, Notice("The answer applies to these two models on text of this kind."))
    return (
        *beyond,
        Notice(
            "The answer applies to models trained on about {n:,} units of this kind, half of this corpus.",
            {"n": decision.test.n_units // 2},
        ),
    )


def whether_it_matters(decision: Decision) -> tuple[Notice, ...]:
    """Of a model that is better: whether by more than the margin."""
    margin, ends = decision.question.margin, decision.interval
    if margin is None or ends is None:
        return ()
    if min(map(abs, ends)) > margin:
        return (Notice("The difference is larger than δ = {margin:g}.", {"margin": margin}),)
    return (Notice("Whether the difference is larger than δ = {margin:g} is not shown.", {"margin": margin}),)


def _within(decision: Decision, verdict: Verdict) -> Notice:
    assert verdict.equivalence_interval is not None
    lower, upper = verdict.equivalence_interval
    return Notice(
        "Its {level:.0%} interval, {lower:+.4f} to {upper:+.4f}, lies within ±δ, so the difference is "
        "smaller in both directions (α = {alpha:g}).",
        {
            "alpha": decision.question.alpha,
            "level": verdict.equivalence_level,
            "lower": lower,
            "upper": upper,
        },
    )


def _what_would_decide(decision: Decision, verdict: Verdict) -> tuple[Notice, ...]:
    margin, made = decision.question.margin, decision.test or decision.fixed
    assert made is not None
    sentences = [Notice("Half the length of the interval is {half:.4f}.", {"half": verdict.half_length})]
    if decision.test is not None:
        sentences.append(
            Notice(
                "As far as these {m} splits tell, ever more splits of this corpus would bring it to about "
                "{limit:.4f}.",
                {"m": decision.m, "limit": verdict.half_length_limit},
            )
        )
    if verdict.further_to_show and verdict.further_to_show <= MOST_TIMES * made.n_units:
        sentences.append(
            Notice(
                "If the difference stays as it is, some {k:,} further units would show it.",
                {"k": verdict.further_to_show},
            )
        )
    if verdict.further_units:
        sentences.append(
            Notice(
                "Some {k:,} further units would narrow it to δ = {margin:g}, to show equivalence. All of "
                "that takes the variance to fall as 1/n and is rough from few splits.",
                {"k": verdict.further_units, "margin": margin},
            )
        )
    elif margin is not None:
        sentences.append(
            Notice(
                "It is shorter than δ = {margin:g} already, but the {level:.0%} interval reaches beyond ±δ.",
                {"margin": margin, "level": verdict.equivalence_level},
            )
        )
    if decision.question.alternative == "greater" and decision.mean < 0:
        sentences.append(
            Notice(
                "{b} is ahead, but only “is {a} better” was asked. Swapping A and B now would double the "
                "error rate.",
                {"a": decision.a, "b": decision.b},
            )
        )
    return tuple(sentences)
