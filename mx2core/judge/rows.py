"""A row of a card about a split, and conditions on rows, by which a gate fails."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..brief import brief
from ..errors import Notice, UsageError
from ..partition import Standing

UNUSUAL = ("high", "low", "few")  # words of a row to look at first
ROWS = ("labels", "largest", "near", "seen", "seen_back", "lengths", "documents", "smallest")
_RELATIONS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_CONDITION = re.compile(
    rf"\s*({'|'.join(sorted(ROWS, key=len, reverse=True))})(\.percentile)?(?::([^<>]+?))?\s*"
    r"(>=|<=|>|<)\s*([0-9.eE+-]+)\s*(%?)\s*"
)


@brief
@dataclass(frozen=True, slots=True, eq=False)
class CardRow:
    r"""One thing about a split: a number, where it stands among random splits, and what follows.

    >>> import mx2core as mx
    >>> import numpy as np
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> card = mx.io.split_card(corpus, np.arange(len(corpus)) < 32, n_random=200)
    >>> card.rows[0].what
    'labels'
    """

    what: str  # one of ROWS
    name: str | None  # of the attribute
    standing: Standing
    word: str  # "typical", "high", "low", "balanced", "none", "whole", "few" or "enough"
    meaning: Notice  # for a score
    said: Notice  # the number in a sentence
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def value(self) -> float:
        return self.standing.value

    @property
    def percentile(self) -> float:
        """Mid-percentile among the random splits, 0 to 1."""
        return self.standing.percentile

    @property
    def percent(self) -> str:
        """The same as pages, tables and sentences write it."""
        return f"{self.standing.percent:.1f}%"

    @property
    def unusual(self) -> bool:
        """Whether it is to be looked at first."""
        good = self.word == "low" and self.what in (
            "near",
            "documents",
        )  # training has seen less than by chance
        return self.word in UNUSUAL and not good

    @property
    def document(self) -> dict[str, Any]:
        """The row as JSON has it."""
        return {
            "what": self.what,
            "attribute": self.name,
            "value": self.value,
            "random_mean": self.standing.mean,
            "percentile": self.percentile,
            "random_splits": len(self.standing.random),
            "word": self.word,
            "meaning": str(self.meaning),
            "details": dict(self.details),
        }


def unusual_first(rows: Iterable[CardRow]) -> list[CardRow]:
    """As a reader wants them; files keep the order of `ROWS`."""
    return sorted(rows, key=lambda row: not row.unusual)


def failing_rows(rows: Sequence[CardRow], condition: str) -> tuple[CardRow, ...]:
    """The rows that meet a condition, see `SplitCard.failing`."""
    what, name, of_percentile, holds, bound = read_condition(condition)
    asked = [row for row in rows if row.what == what and name in (None, row.name)]
    if not asked:
        raise UsageError(
            "--fail-if {condition}: this split has no such row. It has {known}.",
            condition=condition,
            known=[row.what + (f":{row.name}" if row.name else "") for row in rows],
        )
    return tuple(row for row in asked if holds(row.percentile if of_percentile else row.value, bound))


def read_condition(condition: str) -> tuple[str, str | None, bool, Callable[[float, float], bool], float]:
    """Row, attribute, whether its percentile is meant, relation and bound of `near>0.05` and the like.

    Raises
    ------
    UsageError
        If it cannot be read.
    """
    match = _CONDITION.fullmatch(condition)
    try:
        bound = float(match[5]) / (100 if match[6] else 1) if match else 0.0
    except ValueError:
        match = None
    if match is None:
        raise UsageError(
            "--fail-if takes a condition such as near>0.05, seen:word<0.7 or labels.percentile>0.95, got "
            "{condition}; it can test {known}.",
            condition=condition,
            known=list(ROWS),
        )
    return match[1], match[3], bool(match[2]), _RELATIONS[match[4]], bound
