"""Answers to try the groups of metrics on: small, the same everywhere, and with what makes metrics differ."""

from __future__ import annotations

from collections.abc import Callable

from .answer_table import AnswerTable

# Right class, predicted class, how often: a frequent class, a rare one, and one in between.
_CLASSES = (
    *(("sport", "sport", 54), ("sport", "finance", 4), ("sport", "health", 2)),
    *(("finance", "finance", 27), ("finance", "sport", 9), ("finance", "health", 4)),
    *(("health", "health", 9), ("health", "sport", 3), ("health", "finance", 8)),
)


def classes() -> AnswerTable:
    """Texts of three subjects, one of them rare."""
    rows = [(right, predicted) for right, predicted, n in _CLASSES for _ in range(n)]
    gold, predicted = zip(*rows, strict=True)
    return AnswerTable({"gold": gold, "predicted": predicted}, name="classes.csv")


def scores() -> AnswerTable:
    """Patients, a quarter of them ill, and how likely each is to be; many scores are equal."""
    ill = [min(97, 38 + 2 * k - (k * 37) % 23) for k in range(30)]
    well = [2 + k // 2 + (k * 29) % 19 for k in range(90)]
    rows = [("ill", value) for value in ill] + [("well", value) for value in well]
    gold, percent = zip(*rows, strict=True)
    return AnswerTable(
        {"gold": gold, "score": tuple(f"{value / 100:.2f}" for value in percent)}, name="scores.csv"
    )


SAMPLES: dict[str, Callable[[], AnswerTable]] = {
    "classification": classes,
    "threshold": scores,
    "costs": scores,
}
