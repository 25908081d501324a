"""The verdict on a split: one sentence, where it stands among random splits, and a badge."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import quote

from ..brief import frozen
from ..errors import Notice, Whole
from ..partition.parts.judgement import percentile_text
from .rows import LENGTH, CardRow

Place = Literal[
    "typical", "uneven", "too even", "balanced", "harder", "easier", "uneven and harder", "uneven and easier"
]

_PLACE: dict[Place, Notice] = {
    "typical": Notice("typical of random splits"),
    "uneven": Notice("uneven in {name}"),
    "too even": Notice("too even in {name}"),
    "balanced": Notice("balanced by design"),
    # What is seen in training suggests it; no model was asked.
    "harder": Notice("likely harder than random splits"),
    "easier": Notice("likely easier than random splits"),
    "uneven and harder": Notice("uneven in {name}, and likely harder"),
    "uneven and easier": Notice("uneven in {name}, and likely easier"),
}
_MEANT = ("typical", "balanced", "harder")  # places that a leak spoils, and does not explain
NAMED = 3  # attributes that a sentence names

_PLACES: dict[str, Place] = {"high": "uneven", "low": "too even", "balanced": "balanced"}  # by words of rows


@frozen(eq=False)
class SplitVerdict:
    r"""The verdict on a split in one sentence."""

    place: Place
    row: CardRow  # of the labels that are farthest from chance
    worst: CardRow  # that decides: this one, or another that is farther out than every random split
    off: tuple[CardRow, ...]  # in what the parts differ, or are too alike: one row for each attribute
    n_leaked: int  # validated units whose text is also in training
    n_validated: int
    n_near: int  # validated units with a near-duplicate in training
    part: Notice | list[str]  # what is validated, as its file calls it

    @property
    def names(self) -> list[str]:
        """Every attribute that the parts differ in, or are too alike in."""
        return [row.name or LENGTH for row in self.off]

    @property
    def name(self) -> Notice | str:
        """The same in words: up to three, and how many more there are."""
        return _listed(self.names)

    @property
    def part_off(self) -> Notice | str | None:
        """Of several parts the one that differs most, if it is the same one in every attribute."""
        part = self.off[0].part_off
        return part if len({str(row.part_off) for row in self.off}) == 1 else None

    @property
    def compared(self) -> tuple[CardRow, ...]:
        """The rows about labels among those, or the row that is farthest from chance."""
        return tuple(row for row in self.off if row.what == "labels") or (self.row,)

    @property
    def compared_name(self) -> Notice | str:
        """Whose labels stand where `exceeds` says."""
        return _listed([row.name or LENGTH for row in self.compared])

    @property
    def exceeds(self) -> str:
        """The percentiles of `compared`: one, or the lowest and the highest."""
        least, *_others, most = sorted(row.percentile for row in (*self.compared, *self.compared[:1]))
        return "–".join(dict.fromkeys(map(percentile_text, (least, most))))

    @property
    def place_notice(self) -> Notice:
        """The place in words; of several parts with the one that differs most."""
        name, part = self.name, self.part_off
        if part is not None:
            name = Notice("{value} ({units})", {"value": name, "units": part})
        return Notice(_PLACE[self.place].message, {"name": name})

    @property
    def headline(self) -> Notice:
        place, name, part = self.place_notice, self.name, self.part_off
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
        place = re.sub("harder|easier", r"likely \g<0>", self.place)
        names = re.sub(r"[^\w .+-]", "", str(self.name))  # which a file chooses, and Markdown reads
        if "even" in place:
            place = re.sub("(un|too )even", rf"\g<0> in {names}", place).replace(" and likely", ", likely")
        return f"split: {place} · {self.n_leaked:,} {leaks}"

    @property
    def badge_markdown(self) -> str:
        """The same as an image of shields.io; nothing is fetched until a reader opens the README."""
        label, _colon, message = self.badge.partition(": ")
        colour = "teal" if self.passes else "orange"
        message = message.replace("-", "--").replace("_", "__")
        address = f"https://img.shields.io/badge/{label}-{quote(message)}-{colour}"
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
    place, off = _off_labels(labels)
    worst = row = off[0]
    others = _far(rows, ("largest", "lengths"))
    if place != "uneven" and others:
        place, worst, off = "uneven", others[0], []
    if place == "uneven":
        named = {one.name or LENGTH: one for one in reversed([*off, *others])}
        off = [one for one in (*off, *others) if named[one.name or LENGTH] is one]
    if far := _far(rows, ("seen", "near")):
        seen = far[0]
        harder, uneven = seen.value < seen.standing.mean, place == "uneven"
        worst, place = seen, "harder" if harder else "easier"
        if uneven:
            place = "uneven and harder" if harder else "uneven and easier"
    return SplitVerdict(place, row, worst, tuple(off), *counts, part)


def unlike_chance(rows: tuple[CardRow, ...]) -> Notice | None:
    """What in these rows of a card is not as by chance or by design, in a sentence; None where nothing is."""
    verdict = verdict_of(rows, part=rows[0].part) if rows else None
    return None if verdict is None or verdict.passes else verdict.headline


def _off_labels(labels: list[CardRow]) -> tuple[Place, list[CardRow]]:
    """The rows of the place, the farthest first, else one row; `labels`: those that differ most first."""
    no_fault = ("low", LENGTH) if len(labels) > 1 else None
    for word, place in _PLACES.items():
        such = [row for row in labels if row.word == word and (word, row.name) != no_fault]
        if such:
            return place, such[::-1] if word == "low" else such
    return "typical", labels[:1]


def _far(rows: tuple[CardRow, ...], kinds: tuple[str, ...]) -> list[CardRow]:
    """Those of some kinds that are farther out than every random split, the farthest first."""
    return sorted((row for row in rows if row.what in kinds and row.is_far), key=lambda row: -row.distance)


def _listed(names: list[str]) -> Notice | str:
    first, last = names[:-1], names[-1]
    if not first:
        return last
    if len(names) > NAMED:
        more = Notice("{n} more", {"n": len(names) - NAMED})
        return Notice("{attributes} and {name}", {"attributes": names[:NAMED], "name": more})
    return Notice("{attributes} and {name}", {"attributes": first, "name": last})


def _seen_share(place: Notice, row: CardRow) -> Notice:
    """The direction, what was seen in training, and the range of the random splits."""
    random = row.standing.random
    return Notice(
        "The split is {place}: {number} of {part} {units} are seen in training (random range: {low}–{high}).",
        {
            "place": place,
            "number": Whole(row.number_text()),
            "part": row.part,
            "units": row.units,
            "low": Whole(row.number_text(float(random.min())).removesuffix("%")),
            "high": Whole(row.number_text(float(random.max()))),
        },
    )
