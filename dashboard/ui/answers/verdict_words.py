"""What qualifies an answer about two models."""

from collections.abc import Sequence

from dashboard.words.text import _, inert


def one_split() -> str:
    """What is said beside everything that one split shows."""
    return _("One split cannot show the spread of splits.")


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
