"""Which random splits a split is compared with: of single units, or of groups that stay whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_choice
from ..brief import frozen
from ..corpus.units.near_duplicates import NearDuplicates
from ..errors import InputError, Notice
from .units import joined_groups

Reference = Literal["auto", "units", "near", "documents", "both"]
GROUPS = {
    "near": Notice("near-duplicates"),
    "documents": Notice("documents"),
    "both": Notice("near-duplicates and documents"),
}
REFERENCES: tuple[Reference, ...] = get_args(Reference)
_USUAL: dict[tuple[str, ...], Reference] = {(): "units", ("near",): "near", ("documents",): "documents"}


@frozen(eq=False)
class KeptWhole:
    near: bool
    documents: bool
    groups: NDArray[np.int64] | None  # of each unit; None where single units are divided
    reference: Reference = "auto"  # as it was asked for
    usual: Reference = "units"  # what "auto" means here
    cut: tuple[str, ...] = ()  # what this split divides, so that its random splits may
    cut_training: bool = True  # whether training has a part of what is cut
    batch: int | None = None  # units of documents that are but batches
    batches_whole: bool = False  # whether this split cuts none of those
    kept_place: Notice | None = None  # what it would be if random splits cut none either

    @property
    def names(self) -> tuple[str, ...]:
        """As JSON has them."""
        flags = {"near": self.near, "documents": self.documents}
        return tuple(name for name, kept in flags.items() if kept)

    @property
    def group_name(self) -> Notice:
        return _group_words(self.names)

    @property
    def sentences(self) -> tuple[Notice, ...]:
        """What the random splits keep whole, and why."""
        about, auto = {"kept": self.group_name} if self.names else {}, self.reference == "auto"
        batches = Notice("“Documents” of {n} units look like batches and may be cut.", {"n": self.batch})
        if self.batches_whole:
            batches = Notice(
                "“Documents” of {n} units look like batches: random splits cut them, this split none. "
                "Kept together, the split is {place}.",
                {"n": self.batch, "place": self.kept_place},
            )
        if about and auto:
            notices = [Notice("Random splits keep {kept} together, as this split does.", about)]
        elif about:
            notices = [Notice("Random splits keep {kept} together.", about)]
        elif self.cut:
            cut = {"cut": _group_words(self.cut)}
            notices = [Notice("Random splits may cut {cut}, as this split does outside training.", cut)]
            if self.cut_training:
                notices = [Notice("Random splits may cut {cut}, as this split does.", cut)]
        else:
            notices = [Notice("Random splits are made unit by unit.")]
        return (*notices, batches) if auto and self.batch is not None else tuple(notices)

    @property
    def plain(self) -> Notice | None:
        """Which rows compare with splits of single units, where others do not."""
        if not self.names:
            return None
        return Notice("Rows about {kept} use plain random splits.", {"kept": self.group_name})


def _group_words(groups: tuple[str, ...]) -> Notice:
    return GROUPS["both" if len(groups) > 1 else groups[0]]


def references(
    near: NearDuplicates, documents: NDArray[np.int64] | None, sizes: Sequence[int]
) -> list[Reference]:
    """What can be asked of a split into parts of these sizes, the default first; that alone without groups.

    Groups of which one is larger than any part are not offered: all random splits would be the same.
    """
    known: dict[Reference, NDArray[np.int64] | None] = {"near": near.groups, "documents": documents}
    largest = {name: 0 if of is None else int(np.bincount(of).max()) for name, of in known.items()}
    groups = [name for name, n_units in largest.items() if 1 < n_units <= max(sizes)]
    both: list[Reference] = ["both"] if len(groups) > 1 else []
    return ["auto", "units", *groups, *both] if groups else ["auto"]


def kept_by(
    of_unit: NDArray[np.integer] | NDArray[np.bool_],
    reference: Reference,
    *,
    near: NearDuplicates | None,
    documents: NDArray[np.int64] | None,
    batch: int | None,
    training: int | None = None,
) -> KeptWhole:
    """What to keep whole: "auto" is what the split of `of_unit` itself does, but for batches; `near` may be
    unknown then, and `batch` is what `batch_size` says of the documents."""
    check_choice("reference", reference, REFERENCES)
    if reference in ("documents", "both") and documents is None:
        raise InputError("The corpus has no documents of several units.")
    groups_of = {"near": near.groups if near else None, "documents": documents if batch is None else None}
    known = {name: of for name, of in groups_of.items() if of is not None and several(of)}
    whole = tuple(name for name, of in known.items() if divides_none(of, of_unit))
    usual = _USUAL.get(whole, "both")
    cut, cut_training = tuple(name for name in known if name not in whole), True
    if training is not None:
        cut_training = not all(divides_none(known[name], of_unit == training) for name in cut)
    batches = documents is not None and batch is not None and divides_none(documents, of_unit)
    keeps = usual if reference == "auto" else reference
    of_near, of_documents = keeps in ("near", "both"), keeps in ("documents", "both")
    groups = near.groups if near and of_near else None
    joined = joined_groups(groups, documents if of_documents else None)
    cut = cut if reference == "auto" else ()
    return KeptWhole(of_near, of_documents, joined, reference, usual, cut, cut_training, batch, batches)


def several(groups: NDArray[np.int64]) -> bool:
    """Whether there are groups of several units."""
    return len(np.unique(groups)) < len(groups)


def divides_none(groups: NDArray[np.int64], of_unit: NDArray[np.integer] | NDArray[np.bool_]) -> bool:
    """Whether there are groups of several units, and none is divided."""
    parts = np.asarray(of_unit, dtype=np.int64)
    both = len(np.unique(groups * (parts.max() + 1) + parts))
    return several(groups) and both == len(np.unique(groups))
