"""What K folds or one split do to a score, said everywhere from the same measurement.

`python -m benchmarks.price.folds` prints the figures; they stand in docs/results/price-folds.md.
"""

from __future__ import annotations

from ...errors import Notice
from .split_parts import Target

UNITS, CLASSES = 240, 20  # of the generated corpora
TYPICAL, ALIKE = 0.0042, 0.0235  # the largest shift of a score against random folds, in any of them
SPLIT = 0.0103  # the same of one typical split, or of parts, against random ones


def fold_effect(target: Target = "typical", *, folds: bool = True) -> Notice:
    """What parts made for that target do to a score; `folds`: they are K folds, each met once.

    >>> print(fold_effect("typical", folds=False))
    Such a split flatters slightly: on corpora of 240 units in 20 classes, at 1:1, 4:1 and 8:1:1, it \
shifted a score upwards by up to 0.0103; K folds made in the same way by at most 0.0042.
    """
    if not folds and target == "typical":
        return Notice(
            "Such a split flatters slightly: on corpora of {n_units} units in {n_classes} classes, at 1:1, "
            "4:1 and 8:1:1, it shifted a score upwards by up to {split:.4f}; K folds made in the same way by "
            "at most {typical:.4f}.",
            {"n_units": UNITS, "n_classes": CLASSES, "split": SPLIT, "typical": TYPICAL},
        )
    if not folds:
        return Notice(
            "One split as alike as possible was not measured. K folds made so shifted a score upwards by up "
            "to {alike:.4f}, and even a typical split by up to {split:.4f}: expect it to flatter.",
            {"alike": ALIKE, "split": SPLIT},
        )
    values = {"n_units": UNITS, "n_classes": CLASSES, "typical": TYPICAL, "alike": ALIKE}
    if target == "alike":
        return Notice(
            "Folds as alike as possible flatter: on corpora of {n_units} units in {n_classes} classes, K = 5 "
            "and 10, they shifted a score upwards by up to {alike:.4f}, as scikit-learn's StratifiedKFold "
            "did; typical ones by at most {typical:.4f}.",
            values,
        )
    return Notice(
        "Such folds estimate like random ones: on corpora of {n_units} units in {n_classes} classes, K = 5 "
        "and 10, they shifted a score by at most {typical:.4f}, and came no nearer to the truth. Folds as "
        "alike as possible, stratified ones too, shifted it upwards by up to {alike:.4f}.",
        values,
    )
