"""The measures of how much two halves differ that the pages offer."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.words.numbers import number
from dashboard.words.text import _
from mx2core.partition.thresholds import PAPER, PER_DEGREE

TINY = 1e-4  # below this a value is written with a power of ten
SHIFT = "wasserstein"  # of a number per unit, so for lengths only

# How the numbers of a measure are called in a table.
COLUMN = {
    PAPER: "chi2_per_label",
    PER_DEGREE: "chi2_per_label_less_one",
    "jensen_shannon": "jensen_shannon_nats",
    "g2": "g2_per_label",
    "cressie_read": "cressie_read_per_label",
    "hellinger": "hellinger",
    "total_variation": "total_variation",
    SHIFT: "wasserstein_tokens",
    "seen": "seen_share",
    "seen_back": "seen_share_back",
}


def symbols() -> dict[str, str]:
    """What stands at an axis."""
    return {
        PAPER: "χ²/J",
        PER_DEGREE: "χ²/(J−1)",
        "jensen_shannon": _("Jensen–Shannon"),
        "g2": "G²/J",
        "cressie_read": _("Cressie–Read/J"),
        "hellinger": _("Hellinger"),
        "total_variation": _("total variation"),
        SHIFT: _("shift in tokens"),
        "seen": _("seen share"),
        "seen_back": _("seen share, other way"),
    }


def names() -> dict[str, str]:
    """What they are called where one is chosen."""
    return symbols() | {PAPER: _("χ²/J (Wang, Wang & Li)"), SHIFT: _("Wasserstein, for lengths")}


def about(key: str) -> str:
    """One sentence on what a measure says, and what is known of it without drawing splits."""
    return {
        PAPER: _(
            "χ²/J says how differently the labels fall on the two halves: 0 means alike, and random halves scatter "
            "around the expected value."
        ),
        PER_DEGREE: _(
            "χ²/(J−1) is χ²/J times J/(J−1): the same order of splits on a scale where one label a unit gives an "
            "expected value of about 1."
        ),
        "jensen_shannon": _(
            "Jensen–Shannon divergence of the label rates of the two halves, in nats; times 2N it is G²."
        ),
        "g2": _("G²/J, the likelihood ratio: close to χ²/J but for rare labels."),
        "cressie_read": _("Cressie and Read's power divergence (λ = 2/3) over J, between χ²/J and G²/J."),
        "hellinger": _("Hellinger distance of the label rates of the two halves, from 0 to 1."),
        "total_variation": _(
            "Total variation: the largest difference that any set of labels has between the rates of the two halves."
        ),
        SHIFT: _(
            "Wasserstein distance of the lengths of the two halves: the mean number of tokens by which one is shifted "
            "against the other; other attributes keep χ²/J."
        ),
        "seen": _(
            "Of all occurrences in the second half, the share whose label the first half has too. A low share asks a "
            "model for something new, a high one for what it has seen: set a lower and an upper bound. Words, target "
            "words and pairs are measured so; beside them other attributes keep χ²/J."
        ),
        "seen_back": _(
            "Of all occurrences in the first half, the share whose label the second half has too: what is seen when "
            "the halves change places."
        ),
    }[key]


def simulated(measures: Sequence[str]) -> str | None:
    """What is not known of measures other than the paper's; None where all of it is."""
    if all(key in (PAPER, PER_DEGREE) for key in measures):
        return None
    return _(
        "Floor, exact expected value and reference law are known for χ²/J only; here the mean of the random splits is "
        "shown, and percentiles mean the same. Partitions are constructed on χ²/J and seen shares only."
    )


def written(value: float, places: int = 3) -> str:
    """A value with `places` digits behind the point, or so many that count where it is small."""
    if value == 0:
        return "0"
    if 0 < value < TINY:
        return number(value, ".1e")
    return f"{value:.{places}f}" if value >= 0.1 else f"{value:#.{places}g}"
