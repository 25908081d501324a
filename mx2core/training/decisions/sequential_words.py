"""What tests say of two models, in words that page, command and report share."""

from __future__ import annotations

from ...errors import Notice
from ...inference import SequentialTTest


def headline(test: SequentialTTest, a: str, b: str) -> Notice:
    """The answer in one line, which never says that two models are equal."""
    if test.rejected:
        values = {"model": b if test.better == "B" else a, "m": test.m}
        if len(test.looks) == 1:
            return Notice("{model} is better, by one look at m = {m}", values)
        return Notice("{model} is better, and the test stops at m = {m}", values)
    if test.state == "not rejected":
        return Notice("Undecided after m = {m}", {"m": test.m})
    return Notice("Not decided yet at m = {m}", {"m": test.m})


def answer_headline(
    answer: str | None, a: str, b: str, margin: float | None, *, equivalent: bool | None
) -> Notice:
    """What a test of units or items answers, in one line; None: there was nothing to test."""
    of = {"a": b, "b": a} if answer == "B better" else {"a": a, "b": b}
    if answer is None:
        return Notice("Nothing to test between {a} and {b}", of)
    if answer == "undecided":
        return Notice("Undecided between {a} and {b}", of)
    if answer == "equivalent":
        return Notice("{a} and {b} are equivalent within δ = {margin:g}", {**of, "margin": margin})
    if equivalent:
        return Notice("{a} is better than {b}, by less than δ = {margin:g}", {**of, "margin": margin})
    return Notice("{a} is better than {b}", of)


def equivalence_notice(margin: float, interval: tuple[float, float], level: float) -> Notice:
    """Whether the interval of equivalence lies within the margin."""
    lower, upper = interval
    values = {"level": 100 * level, "lower": lower, "upper": upper, "margin": margin}
    if max(-lower, upper) < margin:
        return Notice("Equivalence: {level:.3g}% interval {lower:+.4f} to {upper:+.4f} within ±δ.", values)
    return Notice(
        "The {level:.3g}% interval, {lower:+.4f} to {upper:+.4f}, does not lie within ±{margin:g}.", values
    )


def meaning(test: SequentialTTest, a: str, b: str) -> tuple[Notice, ...]:
    """What the answer applies to, or does not show."""
    names = {"a": a, "b": b}
    if test.notice is not None:
        return (test.notice,)
    if test.rejected:
        if test.better == "B":
            names = {"a": b, "b": a}
        return (Notice("Trained on half the text, {a} is better than {b} on average.", names),)
    if (test.alternative, test.leader) in (("greater", "B"), ("less", "A")):
        if test.alternative == "less":
            names = {"a": b, "b": a}
        return (
            Notice(
                "{b} is ahead, but only “is {a} better” was asked; swapping doubles the error rate.", names
            ),
        )
    if test.state == "not rejected":
        return (Notice("That does not show equality."),)
    return ()
