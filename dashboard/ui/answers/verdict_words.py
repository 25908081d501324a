"""What qualifies an answer about two models."""

from collections.abc import Sequence

from dashboard.words.numbers import pvalue as written
from dashboard.words.problems import notice_text
from dashboard.words.text import _, inert
from mx2core.training.decisions.methods_words import ONE_SPLIT, OUT_OF_FOLD


def one_split() -> str:
    """What is said beside everything that one split shows."""
    return notice_text(ONE_SPLIT)


def out_of_fold() -> str:
    """What the word means, where an answer first has it."""
    return notice_text(OUT_OF_FOLD)


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
