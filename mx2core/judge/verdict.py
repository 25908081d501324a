"""The verdict on a split: one sentence, where it stands among random splits, and a badge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from ..brief import brief
from ..errors import Notice

if TYPE_CHECKING:
    from .rows import CardRow

Place = Literal["typical", "uneven", "too even", "balanced"]

_CLEAN: dict[Place, Notice] = {
    "typical": Notice("Typical split, no text on both sides."),
    "uneven": Notice("Uneven split: {name} differs more than by chance."),
    "too even": Notice("Too even: {name} is more alike than by chance."),
    "balanced": Notice("Balanced by design, no text on both sides."),
}
_LEAKING: dict[Place, Notice] = {
    "typical": Notice("Typical, but leaking"),
    "uneven": Notice("Uneven and leaking"),
    "too even": Notice("Too even and leaking"),
    "balanced": Notice("Balanced, but leaking"),
}

_PLACES: dict[str, Place] = {"high": "uneven", "low": "too even", "balanced": "balanced"}  # by words of rows


@brief
@dataclass(frozen=True, slots=True, eq=False)
class SplitVerdict:
    r"""What is said of a split in one sentence."""

    place: Place
    row: CardRow  # of the labels that decide
    n_leaked: int  # validated units whose text is also in training
    n_validated: int
    n_near: int  # validated units with a near-duplicate in training

    @property
    def headline(self) -> Notice:
        if not self.n_leaked:
            return Notice(_CLEAN[self.place].message, {"name": self.row.name})
        return Notice(
            "{what}: {n:,} of {total:,} validation texts are also in training.",
            {"what": _LEAKING[self.place], "n": self.n_leaked, "total": self.n_validated},
        )

    @property
    def passes(self) -> bool:
        """Whether labels are as by chance or by design, and no text is on both sides."""
        return self.place in ("typical", "balanced") and not self.n_leaked

    @property
    def clean(self) -> bool:
        """Whether it passes, and no near-copy is on both sides either."""
        return self.passes and not self.n_near

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
        """As JSON has it."""
        return {
            "sentence": str(self.headline),
            "place": self.place,
            "leaked": self.n_leaked,
            "near_duplicates": self.n_near,
            "validated": self.n_validated,
        }


def verdict_of(rows: tuple[CardRow, ...], *, n_leaked: int, n_validated: int) -> SplitVerdict:
    """The labels that are farthest from chance decide: those that differ most, else those most alike."""
    labels = sorted((row for row in rows if row.what == "labels"), key=lambda row: -row.percentile)
    near = next(row for row in rows if row.what == "near")
    counts = n_leaked, n_validated, near.details["n"]
    for word, place in _PLACES.items():
        such = [row for row in labels if row.word == word]
        if such:
            return SplitVerdict(place, such[-1 if word == "low" else 0], *counts)
    return SplitVerdict("typical", labels[0], *counts)
