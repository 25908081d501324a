"""The verdict on a split: one sentence, where it stands among random splits, and a badge."""

from __future__ import annotations

from typing import Literal
from urllib.parse import quote

from ..brief import frozen
from ..errors import Notice, Whole
from .rows import LENGTH, CardRow

Place = Literal[
    "typical", "uneven", "too even", "balanced", "harder", "easier", "uneven and harder", "uneven and easier"
]

_PLACE: dict[Place, Notice] = {
    "typical": Notice("typical of random splits"),
    "uneven": Notice("uneven in {name}"),
    "too even": Notice("too even in {name}"),
    "balanced": Notice("balanced by design"),
    "harder": Notice("harder than chance"),
    "easier": Notice("easier than chance"),
    "uneven and harder": Notice("uneven in {name} and harder"),
    "uneven and easier": Notice("uneven in {name} and easier"),
}
_MEANT = ("typical", "balanced", "harder")  # places that a leak spoils, and does not explain
_OF = {  # what was seen, by the end of the name of an attribute
    "+word": Notice("mentions (ignoring case)"),
    "+next": Notice("label pairs"),
    "+target": Notice("role–target pairs"),
    "target": Notice("target words"),
    "": Notice("words"),
}

_PLACES: dict[str, Place] = {"high": "uneven", "low": "too even", "balanced": "balanced"}  # by words of rows


@frozen(eq=False)
class SplitVerdict:
    r"""The verdict on a split in one sentence."""

    place: Place
    row: CardRow  # of the labels that are farthest from chance
    worst: CardRow  # that decides: this one, or another that is farther out than every random split
    spread: CardRow  # that decides where nothing is seen in training
    n_leaked: int  # validated units whose text is also in training
    n_validated: int
    n_near: int  # validated units with a near-duplicate in training
    part: Notice | list[str]  # what is validated, as its file calls it

    @property
    def name(self) -> Notice | str | None:
        """What the parts differ in."""
        return Notice("length") if self.spread.what == "lengths" else self.spread.name

    @property
    def place_notice(self) -> Notice:
        """The place in words; of several parts with the one that differs most."""
        name, part = self.name, self.spread.part_off
        if part is not None:
            name = Notice("{value} ({units})", {"value": name, "units": part})
        return Notice(_PLACE[self.place].message, {"name": name})

    @property
    def headline(self) -> Notice:
        place, name, part = self.place_notice, self.name, self.spread.part_off
        if self.n_leaked:
            return Notice(
                "The split is {place}, {leaks}: {n:,} of {total:,} {part} texts are also in training "
                "(ignoring spaces).",
                {
                    "place": place,
                    "leaks": Notice("but leaks") if self.place in _MEANT else Notice("and leaks"),
                    "n": self.n_leaked,
                    "total": self.n_validated,
                    "part": self.part,
                },
            )
        if self.worst.what in ("seen", "near"):
            return _seen_share(place, self.worst)
        if self.passes:
            return Notice("The split is {place}, with no text on both sides.", {"place": place})
        if self.place == "uneven" and part is not None:
            return Notice(
                "The split is uneven: {name} distributions differ more than by chance, most in {part}.",
                {"name": name, "part": part},
            )
        if self.place == "uneven":
            return Notice(
                "The split is uneven: {name} distributions differ more than by chance.", {"name": name}
            )
        return Notice(
            "The split is too even: {name} distributions are more alike than by chance.", {"name": name}
        )

    @property
    def advice(self) -> Notice:
        if self.n_leaked:
            return Notice("Keep copies on one side.")
        if self.intended:
            return Notice("If intended, keep it and say so.")
        if not self.passes:
            return Notice("Scores tend to exceed those on random splits.")
        if self.n_near:
            return Notice(
                "Near-duplicates on both sides: {n:,}. Random splits have them, too; keeping them "
                "together is optional.",
                {"n": self.n_near},
            )
        return Notice("Scores are comparable with those on random splits.")

    @property
    def intended(self) -> bool:
        """Whether nothing leaks, and what is unusual can be meant: another time, topic or source."""
        return ("uneven" in self.place or self.place == "harder") and not self.n_leaked

    @property
    def faults(self) -> frozenset[str]:
        """In words: what is not as by chance or by design, and what is on both sides."""
        both = {"leaked": self.n_leaked, "near-duplicates": self.n_near}
        places = {*self.place.split(" and ")} - {"typical", "balanced"}
        return frozenset(places | {what for what, n in both.items() if n})

    @property
    def passes(self) -> bool:
        """Whether all is as by chance or by design, and no text is on both sides."""
        return self.faults <= {"near-duplicates"}

    @property
    def clean(self) -> bool:
        """Whether it passes, and no near-duplicate is on both sides either."""
        return not self.faults

    @property
    def badge(self) -> str:
        """For a README; in English, as badges are."""
        leaks = "leak" if self.n_leaked == 1 else "leaks"
        return f"split: {self.place} · {self.n_leaked:,} {leaks}"

    @property
    def badge_markdown(self) -> str:
        """The same as an image of shields.io; nothing is fetched until a reader opens the README."""
        label, _colon, message = self.badge.partition(": ")
        colour = "teal" if self.passes else "orange"
        address = f"https://img.shields.io/badge/{label}-{quote(message.replace('-', '--'))}-{colour}"
        return f"![{self.badge}]({address})"

    @property
    def document(self) -> dict[str, object]:
        return {
            "sentence": str(self.headline),
            "place": self.place,
            "leaked": self.n_leaked,
            "near_duplicates": self.n_near,
            "validated": self.n_validated,
        }


def verdict_of(
    rows: tuple[CardRow, ...], *, n_leaked: int = 0, n_validated: int = 0, part: Notice | list[str]
) -> SplitVerdict:
    """The worst of what is judged decides.

    Of labels those that differ most, else those most alike; each attribute has its share of the tail of 5%.
    Lengths alike are no fault beside labels: no score is known to have risen. Anything else must be far out,
    see `CardRow.is_far`.
    """
    labels = sorted((row for row in rows if row.what == "labels"), key=lambda row: -row.percentile)
    counts = n_leaked, n_validated, sum(row.details["n"] for row in rows if row.what == "near")
    place, row = _worst_label(labels)
    worst = row
    if place != "uneven" and (other := _farthest(rows, ("largest", "lengths"))):
        place, worst = "uneven", other
    spread = worst
    if seen := _farthest(rows, ("seen", "near")):
        harder, uneven = seen.value < seen.standing.mean, place == "uneven"
        worst, place = seen, "harder" if harder else "easier"
        if uneven:
            place = "uneven and harder" if harder else "uneven and easier"
    return SplitVerdict(place, row, worst, spread, *counts, part)


def unlike_chance(rows: tuple[CardRow, ...]) -> Notice | None:
    """What in these rows of a card is not as by chance or by design, in a sentence; None where nothing is."""
    verdict = verdict_of(rows, part=rows[0].part) if rows else None
    return None if verdict is None or verdict.passes else verdict.headline


def _worst_label(labels: list[CardRow]) -> tuple[Place, CardRow]:
    """`labels`: rows, those that differ most first."""
    no_fault = ("low", LENGTH) if len(labels) > 1 else None
    for word, place in _PLACES.items():
        such = [row for row in labels if row.word == word and (word, row.name) != no_fault]
        if such:
            return place, such[-1 if word == "low" else 0]
    return "typical", labels[0]


def _farthest(rows: tuple[CardRow, ...], kinds: tuple[str, ...]) -> CardRow | None:
    far = (row for row in rows if row.what in kinds and row.is_far)
    return max(far, key=lambda row: row.distance, default=None)


def _seen_share(place: Notice, row: CardRow) -> Notice:
    """The direction, what was seen in training, and the range of the random splits."""
    random, name = row.standing.random, row.name or ""
    units = next(notice for end, notice in _OF.items() if name.endswith(end))
    if row.what == "near":
        units = Notice("units (near-duplicates)")
    return Notice(
        "The split is {place}: {number} of {part} {units} are seen in training (random: {low}–{high}).",
        {
            "place": place,
            "number": Whole(row.number_text()),
            "part": row.part,
            "units": units,
            "low": Whole(row.number_text(float(random.min())).removesuffix("%")),
            "high": Whole(row.number_text(float(random.max()))),
        },
    )
