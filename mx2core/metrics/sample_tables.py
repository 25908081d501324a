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


def queries() -> AnswerTable:
    """Two topics with some relevant pages, not all of them found, and films with a user's ratings."""
    lists = {
        "topic 1": ([1, 1, 0, 1, 0, 0, 1], 4),
        "topic 2": ([1, 0, 1, 0, 1, 0, 0], 5),
        "films": ([5, 3, 2, 1, 2, 4, 0], 6),
    }
    rows = [
        (query, str(relevance), str(len(ranked) - place), str(n))
        for query, (ranked, n) in lists.items()
        for place, relevance in enumerate(ranked)
    ]
    names = ("query", "relevance", "score", "n_relevant")
    return AnswerTable(dict(zip(names, zip(*rows, strict=True), strict=True)), name="queries.csv")


def numbers() -> AnswerTable:
    """Prices and what was predicted of them; one is far off."""
    gold = [12 + 2 * k + (k * 7) % 5 for k in range(30)]
    off = [((k * 13) % 11 - 5) / 2 for k in range(30)]
    predicted = [
        right + wrong + (15 if k == 20 else 0) for k, (right, wrong) in enumerate(zip(gold, off, strict=True))
    ]
    return AnswerTable(
        {"gold": tuple(map(str, gold)), "predicted": tuple(map(str, predicted))}, name="numbers.csv"
    )


SAMPLES: dict[str, Callable[[], AnswerTable]] = {
    "classification": classes,
    "threshold": scores,
    "costs": scores,
    "ranking": queries,
    "regression": numbers,
}
