"""A row of a card about a split, and conditions on rows, by which a gate fails."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from ..arguments import check_range
from ..brief import frozen
from ..corpus.units.pairs import JOINED
from ..errors import Notice, UsageError, Whole
from ..partition import Standing
from ..partition.parts.judgement import percentile_text

LENGTH = "length"  # the attribute that is no label
UNUSUAL = ("high", "low", "few")  # words of a row to look at first
FAR = ("largest", "lengths", "seen", "near")  # that decide a verdict where they are far out
POINTS = 0.01  # of what is validated: a share seen in training that differs by less is no news


@frozen(eq=False)
class CardRow:
    r"""One thing about a split: a number, where it stands among random splits, and what follows."""

    what: str  # one of KINDS
    name: str | None  # of the attribute
    standing: Standing
    word: str  # "typical", "high", "low", "balanced", "none", "whole", "few" or "enough"
    meaning: Notice  # for a score
    details: dict[str, Any] = field(default_factory=dict)
    part: Notice | list[str] = field(default=Notice("validation"))  # that it is of, as its file calls it
    among: float = math.inf  # rows that share a tail, see `Standing.place_among`
    part_off: Notice | str | None = None  # of several parts that which differs most

    @property
    def title(self) -> Notice:
        """As the headline calls it; of pairs with the attribute, as a corpus may have several."""
        values = {"name": self.name, "part": self.part, "units": self.units}
        title = Notice(KINDS[self.what].title.message, values)
        name, joined, _second = (self.name or "").partition(JOINED)
        return Notice("{title} · {name}", {"title": title, "name": name}) if joined else title

    @property
    def units(self) -> Notice:
        """What is seen in training, or on the other side."""
        if self.what == "near":
            return Notice("units (near-duplicates)")
        return next(notice for end, notice in _OF.items() if (self.name or "").endswith(end))

    @property
    def value(self) -> float:
        return self.standing.value

    @property
    def percentile(self) -> float:
        """Mid-percentile among the random splits, 0 to 1."""
        return self.standing.percentile

    @property
    def sentences(self) -> tuple[Notice, ...]:
        """What a paper says of it: how far labels differ, and what explains it or a score."""
        number = (self._number,) if self.what == "labels" else ()
        explains = {
            "labels": self.word == "balanced",
            "lengths": self.word == "high",
            "near": self.word != "none",
        }
        return (*number, self.meaning) if explains.get(self.what) else number

    @property
    def _number(self) -> Notice:
        return Notice(
            "For {name}, χ²/J was {value} (random mean {mean}, percentile {percent:g}).",
            {
                "name": self.name,
                "value": Whole(self.number_text()),
                "mean": Whole(self.number_text(self.standing.mean)),
                "percent": self.standing.percent,
            },
        )

    @property
    def percent(self) -> str:
        """The same as pages, tables and sentences write it."""
        return percentile_text(self.percentile)

    def number_text(self, value: float | None = None) -> str:
        """The number of this row, or another one as it would stand there."""
        return KINDS[self.what].number_text(self.value if value is None else value)

    @property
    def share(self) -> bool:
        """Whether the number is one, 0 to 1."""
        return KINDS[self.what].share

    @property
    def unusual(self) -> bool:
        """Whether it is to be looked at first: what decides the verdict can, and labels that are too few."""
        if self.word not in UNUSUAL:
            return False
        return (
            self.what in ("labels", "smallest")
            or self.is_far
            or (self.what, self.word) == ("documents", "high")
        )

    @property
    def is_far(self) -> bool:
        """Whether it is high or low, to the bad side, beside labels; see `RowKind.place`.

        That near-duplicates are few, and parts alike in lengths, is no fault.
        """
        return self.what in FAR and (self.word == "high" or (self.what, self.word) == ("seen", "low"))

    @property
    def distance(self) -> float:
        """How far it is from the mean of random splits."""
        return abs(self.value - self.standing.mean)

    @property
    def document(self) -> dict[str, Any]:
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


@frozen(eq=False)
class RowKind:
    """A kind of row: what it is called, its number in a sentence, and what that means for a score."""

    what: str
    title: Notice
    form: str  # of the number, as `format` takes it; d where it is a count, or a mean of counts
    high: Notice  # than random splits have
    low: Notice
    usual: Notice

    def row(
        self,
        standing: Standing,
        details: Mapping[str, Any],
        *,
        among: float = math.inf,
        name: str | None = None,
        word: str | None = None,
        meaning: Notice | None = None,
        **values: Any,
    ) -> CardRow:
        """The row of one split, `among` several that share the tail; `word` and `meaning` replace its own."""
        values = {"name": name, "value": standing.value, **values}
        place = self.place(standing, among)
        if meaning is None:
            by_place = {"high": self.high, "low": self.low, "usual": self.usual}
            meaning = Notice(by_place[place].message, values)
        word = word or place.replace("usual", "typical")
        part = values.get("part")
        return CardRow(self.what, name, standing, word, meaning, dict(details), among=among, part_off=part)

    def place(self, standing: Standing, among: float) -> str:
        """ "high", "low" or "usual": what a row says, and what the verdict goes by.

        Labels have a tail that attributes share. One of the many other rows is often in a tail by chance:
        they are high or low beyond every random split alone, and not by next to nothing.
        """
        near = self.share and abs(standing.value - standing.mean) < POINTS
        return "usual" if near else standing.place_among(among)

    @property
    def share(self) -> bool:
        """Whether its number is one, 0 to 1."""
        return self.form.endswith("%")

    def number_text(self, value: float) -> str:
        whole = self.form == "d" and value == int(value)
        return f"{value:,.0f}" if whole else format(value, self.form.replace("d", ",.1f"))


_OF = {  # what was seen, by the end of the name of an attribute
    "+word": Notice("mentions (ignoring case)"),
    "+next": Notice("label pairs"),
    "+target": Notice("role–target pairs"),
    "target": Notice("target words"),
    "": Notice("words"),
}
BY_CHANCE = Notice("As by chance.")
ALIKE = Notice("More alike than by chance.")
_KINDS = (
    RowKind(
        "labels",
        Notice("χ²/J · {name}"),
        ".3f",
        high=Notice("More than by chance: a different mix."),
        low=Notice("More alike than by chance. Such halves and folds raised scores."),
        usual=BY_CHANCE,
    ),
    RowKind(
        "largest",
        Notice("Largest χ²/J of any part · {name}"),
        ".3f",
        high=Notice("Part {part} differs more than by chance."),
        low=ALIKE,
        usual=BY_CHANCE,
    ),
    RowKind(
        "near",
        Notice("Copies and near-duplicates in {part}"),
        ".1%",
        *[Notice("Memorizing near-duplicates can raise scores on {points:g}% of units.")] * 3,
    ),
    RowKind(
        "seen",
        Notice("{part} {units} seen in training"),
        ".1%",
        high=Notice("Less unseen than by chance, which raises scores."),
        low=Notice("More unseen than by chance, which lowers scores."),
        usual=BY_CHANCE,
    ),
    RowKind(
        "seen_back",
        Notice("Training {units} seen in {part}"),
        ".1%",
        *[Notice("Share of training occurrences.")] * 3,
    ),
    RowKind(
        "lengths",
        Notice("Shift of lengths, tokens (W₁)"),
        ".2f",
        high=Notice("Mean tokens: {means}. Length can affect scores: compare them at equal lengths."),
        low=ALIKE,
        usual=BY_CHANCE,
    ),
    RowKind(
        "documents",
        Notice("Documents known in training"),
        ".1%",
        high=Notice("Keep documents whole to test on new ones."),
        low=Notice("Cut: {n_cut:,}/{n_documents:,} documents."),
        usual=Notice("Keep documents whole to test on new ones."),
    ),
    RowKind(
        "smallest",
        Notice("Rarest label in a part · {name}"),
        "d",
        *[Notice("Occurrences of {label} to train on: {n:,}.")] * 3,
    ),
)
KINDS = {kind.what: kind for kind in _KINDS}
# Of lengths that are attributes no score is known to have risen.
LABELS_OF_LENGTH = replace(KINDS["labels"], low=ALIKE)


_RELATIONS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
CONDITIONS = (*KINDS, "texts")  # what a condition may be about
_CONDITION = re.compile(
    rf"\s*({'|'.join(sorted(CONDITIONS, key=len, reverse=True))})(\.percentile)?(?::([^<>]+?))?"
    r"(\.percentile)?\s*(>=|<=|>|<)\s*([0-9.eE+-]+)\s*(%?)\s*"
)


@frozen
class EqualTexts:
    """The validated units whose text is also in training, as a condition reads them."""

    value: int
    what = "texts"
    name = None

    @property
    def document(self) -> dict[str, Any]:
        return {"what": self.what, "attribute": self.name, "value": self.value}


def unusual_first(rows: Iterable[CardRow]) -> list[CardRow]:
    """In the order for a reader; files keep the order of `KINDS`."""
    return sorted(rows, key=lambda row: not row.unusual)


def failing_rows(
    rows: Sequence[CardRow], texts: EqualTexts, condition: str
) -> tuple[CardRow | EqualTexts, ...]:
    """The rows that meet a condition, or the equal texts, see `SplitCard.failing`."""
    what, name, of_percentile, holds, bound = read_condition(condition)
    if what == texts.what:
        return (texts,) if holds(texts.value, bound) else ()
    # lengths are no labels, unless they are named
    asked = [row for row in rows if row.what == what and (row.name == name if name else row.name != LENGTH)]
    if not asked:
        raise UsageError(
            "--fail-if {condition}: write one like near>0.05. Rows: {known}.",
            condition=condition,
            known=[*(row.what + (f":{row.name}" if row.name else "") for row in rows), texts.what],
        )
    return tuple(row for row in asked if holds(row.percentile if of_percentile else row.value, bound))


def read_condition(condition: str) -> tuple[str, str | None, bool, Callable[[float, float], bool], float]:
    """Row, attribute, whether its percentile is meant, relation and bound of `near>0.05` and the like."""
    match = _CONDITION.fullmatch(condition)
    try:
        bound = float(match[6]) / (100 if match[7] else 1) if match else 0.0
    except ValueError:
        match = None
    if match is None:
        raise UsageError(
            "--fail-if {condition}: write one like near>0.05. Rows: {known}.",
            condition=condition,
            known=CONDITIONS,
        )
    of_percentile = bool(match[2] or match[4])
    if match[1] == EqualTexts.what and (of_percentile or match[3]):
        raise UsageError("--fail-if {condition}: texts has only a count, as texts>0.", condition=condition)
    if of_percentile or (match[1] in KINDS and KINDS[match[1]].share):
        check_range("--fail-if", bound, "[0, 1]", UsageError, cell=condition)  # 95 meant as .95 passes always
    return match[1], match[3], of_percentile, _RELATIONS[match[5]], bound
