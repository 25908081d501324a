"""One split into parts of any sizes: train and validation, train/dev/test, or K folds.

Groups stay whole, sizes are exact up to one group, and labels are spread over the parts as by chance
or as evenly as exchanges can make them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cache, partial
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, hstack

from ...arguments import check_choice
from ...brief import frozen
from ...errors import DesignError, Notice
from ..checks import (
    check_counts_list,
    check_groups,
    check_seed,
    check_whole,
    group_numbers,
    one_label_per_unit,
)
from ..halves.philox import PARTS, Draws
from ..law import expected
from .dealing import deal_at_random, deal_evenly
from .exchanges import Exchanges
from .part_totals import PartTotals

Target = Literal["typical", "alike"]
N_RANDOM = 100  # random parts that say what is typical, where no formula does


@frozen(eq=False)
class Parts:
    """Which part every unit belongs to.

    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> parts = mx.partitions.deal_parts([counts], [0.5, 0.25, 0.25])
    >>> parts.sizes_requested, parts.sizes
    ((4, 2, 2), (4, 2, 2))
    """

    of_unit: NDArray[np.int64]  # (n_units,): 0, 1 …
    sizes_requested: tuple[int, ...]  # units of each part, as wanted
    sizes: tuple[int, ...]  # as they are: off by less than the largest group
    divergence: NDArray[np.float64]  # (n_attributes,): chi2/J of the table of all parts
    random: Callable[[], NDArray[np.float64]] = field(repr=False)  # what `expected` says
    missing: int  # labels that some part lacks
    largest: int  # units of the largest group
    kept_whole: tuple[str, ...] = ()  # what the groups are, as `better_parts` names it
    document: int | None = None  # units of the largest, where near-duplicates join more than a part holds

    @property
    def expected(self) -> NDArray[np.float64]:
        """Mean chi2/J over random parts, (n_attributes,); simulated with groups or several labels a unit."""
        return self.random()

    @property
    def size_notice(self) -> Notice | None:
        """What was asked where groups did not let it be made."""
        if self.sizes == self.sizes_requested:
            return None
        values = {
            "asked": " : ".join(f"{size:,}" for size in self.sizes_requested),
            "made": " : ".join(f"{size:,}" for size in self.sizes),
            "largest": self.largest,
        }
        if self.document is not None:
            return Notice(
                "Sizes are {made}, not {asked}: near-duplicates join documents into {largest:,} units "
                "(largest document: {document:,}). With documents alone whole, sizes are even; copies leak.",
                values | {"document": self.document},
            )
        return Notice(
            "Sizes are {made}, not {asked}: groups stay whole, and the largest has {largest:,} units.", values
        )

    def train(self, part: int = 0) -> NDArray[np.bool_]:
        """The units of a part, as a mask."""
        units: NDArray[np.bool_] = self.of_unit == part
        return units


def deal_parts(
    counts_list: Sequence[Any],
    sizes: Sequence[float],
    *,
    groups: ArrayLike | None = None,
    target: Target = "typical",
    seed: int = 0,
    attempt: int = 0,
) -> Parts:
    """Split units into parts whose labels are spread like those of random parts, or more evenly.

    Parameters
    ----------
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
    sizes : sequence of float
        Units of each part, or shares such as (8, 1, 1): what does not add up to the units is a ratio.
    groups : array of int, shape (n_units,), optional
        Units with the same number stay in the same part.
    target : {"typical", "alike"}
        "typical" mends random parts only until no attribute has more chi2/J than random parts have
        on average; "alike" goes on as long as exchanges help. What either does to a score of K folds
        says `fold_effect`.
    attempt : int
        Another number deals anew by the same seed.

    Raises
    ------
    DesignError
        If there are fewer groups than parts, or sizes cannot be used.

    Notes
    -----
    Typical parts begin as random ones: groups are dealt, the largest first, each by the room that is left.
    Parts alike begin with each group where its labels are wanted most. Then groups change places, those
    that lower the sum of chi2/J most and leave no part further from its size, or not further than a usual
    group has units and a quarter of the smallest part. Sizes are off by less than the largest group, and
    exact where every unit is its own.

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> mx.partitions.deal_parts([counts], [0.75, 0.25]).sizes
    (6, 2)
    """
    tables = check_counts_list(counts_list)
    n_units, seed = tables[0].shape[0], check_seed(seed)
    check_choice("target", target, get_args(Target), DesignError)
    of_group = np.arange(n_units) if groups is None else group_numbers(groups, n_units)
    members = np.bincount(of_group)
    wanted = _sizes(sizes, n_units)
    check_groups(len(members), len(wanted))
    joined = csr_array(hstack(tables, format="csr"))
    gather = csr_array((np.ones(n_units, np.int64), (of_group, np.arange(n_units))))
    work = PartTotals(csr_array(gather @ joined), tables, members, wanted)
    attempt = check_whole(attempt, "attempt", 0)
    draws = Draws(seed, PARTS, attempt)
    random: Callable[[], NDArray[np.float64]] = cache(
        partial(_usual, work, tables, draws, exact=bool(members.max() == 1))
    )
    if target == "typical":
        random = partial(np.asarray, random())
        search = Exchanges(work, deal_at_random(members, wanted, draws), draws)
        part_of = search.reach_typical(random())
    else:
        draws = Draws(seed, PARTS, attempt + 1)  # `random` takes its own when asked
        search = Exchanges(work, deal_evenly(work, draws), draws)
        part_of = search.reach_optimum()
    of_unit = part_of[of_group]
    return Parts(
        of_unit=of_unit,
        sizes_requested=tuple(wanted.tolist()),
        sizes=tuple(np.bincount(of_unit, minlength=len(wanted)).tolist()),
        divergence=work.divergence(search.reached),
        random=random,
        missing=int((search.reached[:, work.present] == 0).any(axis=0).sum()),
        largest=int(members.max()),
    )


def _usual(
    work: PartTotals, tables: Sequence[csr_array], draws: Draws, *, exact: bool
) -> NDArray[np.float64]:
    """Mean chi2/J over random parts, (n_attributes,); `exact`: units are single.

    K parts have K - 1 times the chi2 of halves, exactly where every unit carries one label.
    """
    known = [exact and one_label_per_unit(table) for table in tables]
    simulated = np.zeros(len(tables))
    if not all(known):
        dealt = (deal_at_random(work.members, work.target_sizes, draws) for _ in range(N_RANDOM))
        simulated = np.mean([work.divergence(work.totals(part_of)) for part_of in dealt], axis=0)
    return np.array(
        [
            (work.n_parts - 1) * expected(table) if sure else mean
            for table, sure, mean in zip(tables, known, simulated.tolist(), strict=True)
        ]
    )


def _sizes(sizes: Sequence[float], n_units: int) -> NDArray[np.int64]:
    """Units of each part; a ratio by the largest remainders."""
    given = np.asarray(sizes, dtype=np.float64)
    if given.ndim != 1 or len(given) < 2 or not np.isfinite(given).all() or (given <= 0).any():
        raise DesignError(
            "`sizes` must be positive numbers such as (8, 1, 1); found {sizes}.", sizes=repr(sizes)
        )
    if len(given) > n_units:
        raise DesignError(
            "{k} folds need at least {k} units, found {n_units}.", k=len(given), n_units=n_units
        )
    return whole_shares(given, n_units, least=1)


def whole_shares(shares: ArrayLike, total: int, *, least: int = 0) -> NDArray[np.int64]:
    """Whole numbers in the ratio of shares that add up to `total`, by the largest remainders.

    >>> whole_shares((1_350, 407, 507), 100).tolist()
    [60, 18, 22]
    """
    given = np.asarray(shares, dtype=np.float64)
    exact = given * total / given.sum()
    whole: NDArray[np.int64] = np.maximum(np.floor(exact + 1e-9).astype(np.int64), least)
    order = np.argsort(whole - exact, kind="stable")
    left = total - int(whole.sum())
    if left > 0:
        whole[order[:left]] += 1
    while whole.sum() > total:  # very small shares got their least
        whole[np.argmax(whole)] -= 1
    return whole
