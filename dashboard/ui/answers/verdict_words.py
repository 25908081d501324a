"""What qualifies an answer about two models."""

from collections.abc import Sequence
from typing import Any

from dashboard.words.numbers import pvalue as written
from dashboard.words.text import _, inert


def one_split() -> str:
    """What is said beside everything that one split shows."""
    return _("One split cannot show the spread of splits.")


def out_of_fold() -> str:
    """What the word means, where an answer first has it."""
    return _("Out of fold, each unit is scored by models not trained on it.")


def interval(
    metric: str,
    terms: tuple[str, str],
    mean: float,
    *,
    level: float,
    lower: float | None,
    upper: float | None,
    alternative: str,
    pvalue: float | None,
) -> str:
    """The difference that was tested, with its interval and p, where it has one."""
    said = _("{a} minus {b} in {metric}: **{mean:+.4f}**.")
    if lower is not None:
        said = _(
            "{a} minus {b} in {metric}: **{mean:+.4f}**, {level:.3g}% interval {lower:+.4f} to {upper:+.4f} "
            "({sides} p {p})."
        )
    return said.format(
        metric=inert(metric),
        a=inert(terms[0]),
        b=inert(terms[1]),
        mean=mean,
        level=100 * level,
        lower=lower,
        upper=upper,
        sides=_("two-sided") if alternative == "two-sided" else _("one-sided"),
        p=written(pvalue),
    )


def difference(test: Any, mean: float, pvalue: float | None, alpha: float) -> str:
    """The same for a paper; `test` has an interval with its level, and sides."""
    return _(
        "The difference was {mean:+.4f}, with a {level:.3g}% interval from {lower:+.4f} to {upper:+.4f} "
        "({sides} p {p}, α = {alpha:g})."
    ).format(
        mean=mean,
        level=100 * test.level,
        lower=test.lower,
        upper=test.upper,
        sides=_("two-sided") if test.alternative == "two-sided" else _("one-sided"),
        p=written(pvalue),
        alpha=alpha,
    )


def qualified(headline: str, *, on_low: bool, little: Sequence[str] = ()) -> str:
    """A headline with what speaks against it.

    `on_low`: its splits were chosen for low chi-square/J, which shifts scores; `little`: models that hardly learned
    anything.
    """
    if on_low:
        headline = _("On these splits, chosen for χ²/J below expectation: {headline}").format(
            headline=headline
        )
    if little:
        headline = _("{headline}, which says little: {models} learned next to nothing").format(
            headline=headline, models=inert(_(", ").join(little))
        )
    return headline
