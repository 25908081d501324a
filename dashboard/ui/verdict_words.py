"""What may be said of two models, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.words.text import _, inert

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mx2core.inference import OutOfFoldTTest, RandomizationTest, Verdict


def one_split(*, advice: bool = True) -> str:
    """What is said beside everything that one split shows; without `advice` as a paper says it."""
    if advice:
        return _(
            "One split cannot show how far the next one would differ: compare on more before you decide."
        )
    return _("One split cannot show how far the next one would differ.")


def ahead(mean: float, a: str, b: str) -> str:
    """Who is ahead on one split, and no more: a verdict from one split is what this program warns of."""
    if not mean:
        return _("No difference on this one split")
    return _("{a} is ahead on this one split").format(a=inert(a if mean > 0 else b))


def qualified(headline: str, *, on_low: bool, little: Sequence[str] = ()) -> str:
    """A headline with what speaks against it.

    `on_low`: its splits were chosen for low chi-square/J, which shifts scores; `little`: models that hardly learned
    anything.
    """
    if on_low:
        headline = _("On these splits, chosen for low χ²/J: {headline}").format(headline=headline)
    if little:
        headline = _("{headline}; {models} learned next to nothing").format(
            headline=headline, models=inert(_(", ").join(little))
        )
    return headline


def whether_it_matters(test: OutOfFoldTTest | RandomizationTest, margin: float | None) -> list[str]:
    """Of a model that is better: whether by more than the margin."""
    if margin is None or test.lower is None or test.upper is None:
        return []
    if min(abs(test.lower), abs(test.upper)) > margin:
        return [_("The difference is larger than δ = {margin:g}.").format(margin=margin)]
    return [_("Whether the difference is larger than δ = {margin:g} is not shown.").format(margin=margin)]


def headline(verdict: Verdict | None, a: str, b: str, margin: float | None) -> str:
    """The answer about models `a` and `b`; `verdict` is None while splits are awaited."""
    a, b = inert(a), inert(b)
    if verdict is None:
        return _("Not decided yet: the test waits for more splits")
    if verdict.pvalue is None:
        return _("Nothing to test between {a} and {b}").format(a=a, b=b)
    if verdict.answer == "equivalent":
        return _("{a} and {b} are equivalent within δ = {margin:g}").format(a=a, b=b, margin=margin)
    if verdict.answer == "undecided":
        return _("Undecided between {a} and {b}").format(a=a, b=b)
    winner, loser = (a, b) if verdict.answer == "A better" else (b, a)
    if verdict.equivalent:
        return _("{a} is better than {b}, by less than δ = {margin:g}").format(
            a=winner, b=loser, margin=margin
        )
    return _("{a} is better than {b}").format(a=winner, b=loser)
