"""The terms of the lesson, each in half a sentence, and the step that needs them first."""

from __future__ import annotations

from dashboard.words.text import _


def terms() -> tuple[tuple[int, str, str], ...]:
    """Step (0: the page Start), term and meaning, in the language of the session; none gives an answer away."""
    return (
        (1, _("split"), _("one way to cut the corpus into two halves: one to train on, one to test on")),
        (1, _("label"), _("what is counted in the corpus, such as a word, a role or a class")),
        (0, _("balanced"), _("splits whose halves differ, on average, as much as random halves do")),
        (
            0,
            _("equivalent"),
            _("shown to differ by less than a margin that was chosen before looking"),
        ),
        (
            2,
            "χ²/J",
            _(
                "one number for how differently two halves have the J kinds of labels; 0 where they have them alike"
            ),
        ),
        (2, _("expected value"), _("the average over all random halves")),
        (3, _("unit"), _("what is never cut: a sentence or a text")),
        (
            3,
            _("m×2 cross-validation"),
            _("m splits in half, each half once for training and once for testing"),
        ),
        (4, _("block"), _("a piece of the corpus that stays together in every split")),
        (
            5,
            _("threshold c"),
            _("the largest χ²/J that a split may have; the paper calls it regularization parameter"),
        ),
        (6, _("floor"), _("a χ²/J that no split of this corpus goes below")),
        (7, _("bias"), _("how far an estimate is off on average")),
        (8, _("m×2 test"), _("compares two models by their scores on both halves of m splits")),
        (
            8,
            _("confidence interval"),
            _("a range made to contain the true difference in 90% (or 95%) of experiments"),
        ),
        (
            8,
            _("correlation ρ"),
            _("how far the differences A − B of two runs move together: 0 not at all, 1 entirely"),
        ),
        (
            9,
            _("overall-level rule"),
            _(
                "a test that stays valid if you check after every split, for nearly normal scores with ρ up to ½"
            ),
        ),
        (
            10,
            _("out-of-fold test"),
            _("compares them unit by unit, each by the models that were not trained on it"),
        ),
    )


def needed(step: int) -> str:
    """The terms that are new in a step, in one line; empty where there are none."""
    return _("; ").join(
        _("{name}: {sentence}").format(name=name, sentence=meaning)
        for at, name, meaning in terms()
        if at == step
    )
