"""The effect of K folds or one split on a score, everywhere from the same measurement.

`python -m benchmarks.price.folds` prints the figures; they stand in docs/results/price-folds.md.
"""

from __future__ import annotations

from ...errors import Notice
from .split_parts import Target

UNITS, CLASSES = 240, 20  # of the generated corpora
TYPICAL, ALIKE = 0.0042, 0.0235  # the largest shift of a score against random folds, in any of them
SPLIT = 0.0103  # the same of one typical split, or of parts, against random ones


def fold_effect(target: Target = "typical", *, folds: bool = True) -> Notice:
    """What parts made for that target do to a score; `folds`: they are K folds, each met once."""
    values = {"n_units": UNITS, "n_classes": CLASSES, "typical": TYPICAL, "alike": ALIKE, "split": SPLIT}
    if folds:
        return Notice(
            "Typical folds shifted scores by at most {typical:.4f}, the most alike by up to "
            "+{alike:.4f} ({n_units} units, {n_classes} classes, K = 5 and 10).",
            values,
        )
    if target == "typical":
        return Notice(
            "Measured elsewhere: a typical split shifted scores by up to +{split:.4f} ({n_units} units, "
            "{n_classes} classes).",
            values,
        )
    return Notice(
        "The most alike split was not measured; expect an upward shift (typical: up to +{split:.4f}).", values
    )
