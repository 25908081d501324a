"""What each step shows, in one sentence: beside its figure, in the teacher's notes and in the summary."""

from dashboard.words.text import _


def message(step: int) -> str:
    """The sentence of a step, in the language of the session; steps count from 1."""
    return (
        _("Two random splits differ in almost every label: one reason why scores move."),
        _(
            "About 1 for random halves (many labels, one per unit); far above its expected value they are lopsided."
        ),
        _("Only halves can be swapped: both runs train on equally many units and share none."),
        _("Blocks give every two splits the same overlap; random splits only on average."),
        _(
            "Regularized m×2 cross-validation keeps splits that meet conditions (the paper: c₀ = 1, c_k ≤ 1); m at once rarely do."
        ),
        _("Built splits reach far below chance, near the floor of the corpus."),
        _("More alike halves, higher score: much for this naive Bayes, little for the CRF."),
        _("More splits even out the luck of cutting, not of the corpus: the length has a limit."),
        _("With ρ = ½ each look adds error; the overall-level rule allows for all."),
        _("The out-of-fold test finds more from the same runs: here ρ is below its ½."),
        _("A condition of the paper bounds χ²/J by c, and each overlap within c₀ of n/4."),
        _(
            "T is a signal-to-noise ratio (the paper maximizes one) over Cₘ, which takes two runs’ differences to correlate by ρ = ½."
        ),
        _("It says how splits of one corpus agree, not other corpora; halves made alike raise it."),
    )[step - 1]
