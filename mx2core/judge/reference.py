"""Which random splits a split is compared with: of single units, or of groups that stay whole."""

from __future__ import annotations

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


@frozen(eq=False)
class KeptWhole:
    near: bool
    documents: bool
    groups: NDArray[np.int64] | None  # of each unit; None where single units are divided
    reference: Reference = "auto"  # as it was asked for
    cut: tuple[str, ...] = ()  # what this split divides, so that its random splits may
    batch: int | None = None  # units of documents that are but batches

    @property
    def names(self) -> tuple[str, ...]:
        """As JSON has them."""
        flags = {"near": self.near, "documents": self.documents}
        return tuple(name for name, kept in flags.items() if kept)

    @property
    def group_name(self) -> Notice:
        return _named(self.names)

    @property
    def sentences(self) -> tuple[Notice, ...]:
        """What the random splits keep whole, and why."""
        about, auto = {"kept": self.group_name} if self.names else {}, self.reference == "auto"
        batches = Notice("“Documents” of {n} units each are batches and may be cut.", {"n": self.batch})
        if about and auto:
            said = [Notice("Random splits keep {kept} together, as this split does.", about)]
        elif about:
            said = [Notice("Random splits keep {kept} together.", about)]
        elif self.cut:
            said = [Notice("Random splits may cut {cut}, as this split does.", {"cut": _named(self.cut)})]
        else:
            said = [Notice("Random splits keep nothing together.")]
        return (*said, batches) if auto and self.batch is not None else tuple(said)

    @property
    def plain(self) -> Notice | None:
        """Which rows compare with splits of single units, where others do not."""
        if not self.names:
            return None
        return Notice("Rows about {kept} use plain random splits.", {"kept": self.group_name})


def _named(groups: tuple[str, ...]) -> Notice:
    return GROUPS["both" if len(groups) > 1 else groups[0]]


def references(near: NearDuplicates, documents: NDArray[np.int64] | None) -> list[Reference]:
    """What can be asked of a corpus, the default first; that alone where there are no groups."""
    known: dict[Reference, bool] = {"near": near.n_units > 0, "documents": documents is not None}
    groups = [name for name, there in known.items() if there]
    both: list[Reference] = ["both"] if len(groups) > 1 else []
    return ["auto", "units", *groups, *both] if groups else ["auto"]


def kept_by(
    of_unit: NDArray[np.integer] | NDArray[np.bool_],
    reference: Reference,
    *,
    near: NearDuplicates | None,
    documents: NDArray[np.int64] | None,
    batch: int | None,
) -> KeptWhole:
    """What to keep whole: "auto" is what the split of `of_unit` itself does, but for batches; `near` may be
    unknown then, and `batch` is what `batch_size` says of the documents."""
    check_choice("reference", reference, REFERENCES)
    if reference in ("documents", "both") and documents is None:
        raise InputError("The corpus has no documents of several units.")
    cut: list[str] = []
    if reference == "auto":
        texts = documents if batch is None else None
        groups_of = {"near": None if near is None else near.groups, "documents": texts}
        whole = {name: of is not None and divides_none(of, of_unit) for name, of in groups_of.items()}
        of_near, of_documents = whole["near"], whole["documents"]
        cut = [name for name, of in groups_of.items() if of is not None and several(of) and not whole[name]]
    else:
        of_near, of_documents = reference in ("near", "both"), reference in ("documents", "both")
    groups = near.groups if near and of_near else None
    joined = joined_groups(groups, documents if of_documents else None)
    return KeptWhole(of_near, of_documents, joined, reference, tuple(cut), batch)


def several(groups: NDArray[np.int64]) -> bool:
    """Whether there are groups of several units."""
    return len(np.unique(groups)) < len(groups)


def divides_none(groups: NDArray[np.int64], of_unit: NDArray[np.integer] | NDArray[np.bool_]) -> bool:
    """Whether there are groups of several units, and none is divided."""
    parts = np.asarray(of_unit, dtype=np.int64)
    both = len(np.unique(groups * (parts.max() + 1) + parts))
    return several(groups) and both == len(np.unique(groups))
