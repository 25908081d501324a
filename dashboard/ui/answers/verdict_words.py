"""What qualifies an answer about two models."""

from collections.abc import Iterable

from dashboard.words.numbers import pvalue
from dashboard.words.text import _, inert
from mx2core.errors import End, told_apart


def interval(
    metric: str,
    terms: Iterable[str],
    test: tuple[float, float | None, float | None],
    *,
    level: float,
    two_sided: bool,
    p: float | None,
) -> str:
    """The difference that a test found, with the ends of its interval and p, where it has one."""
    (a, b), (mean, lower, upper) = map(inert, map(told_apart, terms)), test
    form = _("{a} minus {b} in {metric}: **{mean:+.4f}**.")
    if lower is not None and upper is not None:
        lower, upper = End(lower), End(upper)
        form = _(
            "{a} minus {b} in {metric}: **{mean:+.4f}**, {level:.3g}% interval {lower:+.4f} to {upper:+.4f} "
            "({sides} p {p})."
        )
    about = {"level": 100 * level, "lower": lower, "upper": upper, "p": pvalue(p)}
    sides = _("two-sided") if two_sided else _("one-sided")
    return form.format(a=a, b=b, metric=inert(metric), mean=mean, sides=sides, **about)


def qualified(headline: str, *, low_divergence: bool, little: bool = False) -> str:
    """A headline with what speaks against it.

    `low_divergence`: its splits were chosen for low chi-square/J, which shifts scores; `little`: a model hardly learned anything.
    """
    if low_divergence:
        headline = _("On these splits, chosen for χ²/J below expectation: {headline}").format(
            headline=headline
        )
    if little:
        headline = _("{headline}, which says little").format(headline=headline)
    return headline
