"""The terms of the lesson, each in half a sentence, and the step that needs them first and shows them."""

from dashboard.words import text
from dashboard.words.text import _, inert


def terms() -> tuple[tuple[int, str, str], ...]:
    """Step (0: the page Start), term and meaning, in the language of the session; none gives an answer away."""
    return (
        (0, _("balanced"), _("on average the halves differ as random halves do")),
        (0, _("equivalent"), _("differing by less than a margin chosen before looking")),
        (
            2,
            "χ²/J",
            _("chi-square of two halves’ label counts, divided by the number of labels J"),
        ),
        (2, _("m×2 cross-validation"), _("the corpus halved m times; each half trains once and tests once")),
        (
            5,
            _("regularized m×2 cross-validation"),
            _("m×2 with conditions: each χ²/J at most c, each overlap near n/4"),
        ),
        (6, _("floor"), _("a χ²/J that no split of this corpus goes below")),
        (8, _("correlation ρ"), _("how far the differences A − B of two runs move together")),
        (
            9,
            _("overall-level rule"),
            _("valid if you test after every split (nearly normal scores, ρ up to ½)"),
        ),
        (10, _("out-of-fold test"), _("compares unit by unit, by models not trained on it")),
        (13, _("signal-to-noise ratio"), _("mean over standard deviation across splits")),
    )


def needed(step: int) -> tuple[str, ...]:
    """The terms that are new in a step, each in a line of Markdown."""
    return tuple(text.about(name, inert(meaning, most=None)) for at, name, meaning in terms() if at == step)
