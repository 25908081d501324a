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

    @property
    def names(self) -> tuple[str, ...]:
        """As JSON has them."""
        flags = {"near": self.near, "documents": self.documents}
        return tuple(name for name, kept in flags.items() if kept)

    @property
    def kept(self) -> Notice:
        return GROUPS["both" if len(self.names) > 1 else self.names[0]]

    @property
    def sentence(self) -> Notice:
        if self.names:
            return Notice(
                "Random splits keep {kept} together; rows about them use plain random ones.",
                {"kept": self.kept},
            )
        return Notice("Random splits keep nothing together.")


def kept_by(
    of_unit: NDArray[np.integer] | NDArray[np.bool_],
    reference: Reference,
    *,
    near: NearDuplicates | None,
    documents: NDArray[np.int64] | None,
) -> KeptWhole:
    """What to keep whole: "auto" is what the split of `of_unit` itself does; `near` may be unknown then."""
    check_choice("reference", reference, REFERENCES)
    if reference in ("documents", "both") and documents is None:
        raise InputError("The corpus has no documents of several units.")
    if reference == "auto":
        of_near = near is not None and divides_none(near.groups, of_unit)
        of_documents = documents is not None and divides_none(documents, of_unit)
    else:
        of_near, of_documents = reference in ("near", "both"), reference in ("documents", "both")
    groups = near.groups if near and of_near else None
    joined = joined_groups(groups, documents if of_documents else None)
    return KeptWhole(of_near, of_documents, joined)


def divides_none(groups: NDArray[np.int64], of_unit: NDArray[np.integer] | NDArray[np.bool_]) -> bool:
    """Whether there are groups of several units, and none is divided."""
    n_groups = len(np.unique(groups))
    parts = np.asarray(of_unit, dtype=np.int64)
    return n_groups < len(groups) and len(np.unique(groups * (parts.max() + 1) + parts)) == n_groups
