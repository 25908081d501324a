"""A row of a card about a split, and conditions on rows, by which a gate fails."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..brief import brief
from ..errors import Notice, UsageError
from ..partition import Standing

UNUSUAL = ("high", "low", "few")  # words of a row to look at first


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

    what: str  # one of KINDS
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


@brief
@dataclass(frozen=True, slots=True, eq=False)
class RowKind:
    """A kind of row: what it is called, its number in a sentence, and what that means for a score.

    >>> print(KINDS["seen"].title.message)
    Seen in training · {name}
    """

    what: str
    title: Notice
    said: Notice
    high: Notice  # than random splits have
    low: Notice
    usual: Notice

    def row(
        self,
        standing: Standing,
        details: Mapping[str, Any],
        *,
        name: str | None = None,
        word: str | None = None,
        meaning: Notice | None = None,
        **values: Any,
    ) -> CardRow:
        """The row of one split; `word` and `meaning` replace those of its standing."""
        numbers = {"value": standing.value, "mean": standing.mean, "percent": standing.percent}
        values = {"name": name, **numbers, **values}
        if meaning is None:
            by_place = {"high": self.high, "low": self.low, "usual": self.usual}
            meaning = Notice(by_place[standing.place].message, values)
        word = word or ("typical" if standing.place == "usual" else standing.place)
        return CardRow(
            self.what, name, standing, word, meaning, Notice(self.said.message, values), dict(details)
        )


LENGTHS_ALIKE = Notice("Lengths are more alike than by chance.")
LENGTHS_USUAL = Notice("Lengths differ as by chance.")
_LABELS = RowKind(
    "labels",
    Notice("χ²/J · {name}"),
    Notice("χ²/J of {name}: {value:.3f} (random {mean:.3f}, P {percent:g}%)."),
    high=Notice(
        "Labels differ more than by chance: the validation set has a different label mix from training. "
        "Unless that is intended, as with another time or genre, split again, or have a typical one made."
    ),
    low=Notice(
        "Labels are more alike than by chance. In halves and K folds made so, scores were shifted upwards."
    ),
    usual=Notice("Labels differ as by chance: they are no reason to distrust the score."),
)
LABELS_OF_LENGTH = replace(
    _LABELS,
    high=Notice(
        "Lengths differ more than by chance: the validation set has a different mix of lengths from training."
    ),
    low=LENGTHS_ALIKE,
    usual=LENGTHS_USUAL,
)
_KINDS = (
    _LABELS,
    RowKind(
        "largest",
        Notice("Largest χ²/J of a part · {name}"),
        Notice(
            "The largest χ²/J of {name} is {value:.3f}, of part {part} (random {mean:.3f}, P {percent:g}%)."
        ),
        high=Notice("Part {part} differs more in {name} than random parts: look at its score alone."),
        low=Notice("Even the part that differs most is more alike than by chance."),
        usual=Notice("The part that differs most is {part}, as by chance."),
    ),
    RowKind(
        "near",
        Notice("Validation near-duplicates"),
        Notice(
            "Near-duplicates (similarity {bound:g} or more) in training: {n:,} of the validation units, "
            "{value:.1%} (random {mean:.1%}, P {percent:g}%)."
        ),
        *[Notice("A model that memorises can gain on {points:g}% of the validation units.")] * 3,
    ),
    RowKind(
        "seen",
        Notice("Seen in training · {name}"),
        Notice(
            "Seen in training, by {name}: {value:.1%} of the validation set (random {mean:.1%}, "
            "P {percent:g}%)."
        ),
        high=Notice("Less is unseen than chance would give: by itself that raises scores."),
        low=Notice("More is unseen than chance would give: by itself that lowers scores."),
        usual=Notice("As much is unseen as chance would give."),
    ),
    RowKind(
        "seen_back",
        Notice("Seen in validation · {name}"),
        Notice(
            "Seen in validation, by {name}: {value:.1%} of the training set (random {mean:.1%}, "
            "P {percent:g}%)."
        ),
        high=Notice("If the sides change places, less is unseen than chance would give."),
        low=Notice("If the sides change places, more is unseen than chance would give."),
        usual=Notice("If the sides change places, as much is unseen as chance would give."),
    ),
    RowKind(
        "lengths",
        Notice("Shift of lengths (W₁)"),
        Notice("Lengths are shifted by {value:.2f} tokens (random {mean:.2f}, P {percent:g}%)."),
        high=Notice(
            "Lengths are distributed differently (mean tokens a unit: {means}): compare scores at equal "
            "lengths."
        ),
        low=LENGTHS_ALIKE,
        usual=LENGTHS_USUAL,
    ),
    RowKind(
        "documents",
        Notice("Documents known in training"),
        Notice(
            "Documents in several parts: {n_cut:,} of {n_documents:,}; {value:.1%} of the validated units "
            "are of a document known in training (random {mean:.1%}, P {percent:g}%)."
        ),
        *[
            Notice(
                "A part of the test is on documents known in training; keep documents whole to test on "
                "new ones."
            )
        ]
        * 3,
    ),
    RowKind(
        "smallest",
        Notice("Fewest occurrences of a label in a part · {name}"),
        Notice(
            "Fewest occurrences of a label of {name}: {n:,} of {label}, in part {part} (random {mean:.1f}, "
            "P {percent:g}%)."
        ),
        *[Notice("{label} has {n:,} occurrences to train on.")] * 3,
    ),
)
KINDS = {kind.what: kind for kind in _KINDS}


_RELATIONS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_CONDITION = re.compile(
    rf"\s*({'|'.join(sorted(KINDS, key=len, reverse=True))})(\.percentile)?(?::([^<>]+?))?\s*"
    r"(>=|<=|>|<)\s*([0-9.eE+-]+)\s*(%?)\s*"
)


def unusual_first(rows: Iterable[CardRow]) -> list[CardRow]:
    """As a reader wants them; files keep the order of `KINDS`."""
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
            known=list(KINDS),
        )
    return match[1], match[3], bool(match[2]), _RELATIONS[match[4]], bound
