"""One split into parts of any sizes: train and validation, train/dev/test, or K folds.

Groups stay whole, sizes are exact up to one group, and labels are spread over the parts as by chance
or as evenly as exchanges can make them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, hstack

from ...arguments import check_choice
from ...brief import brief
from ...errors import DesignError, Notice
from ..checks import (
    check_counts_list,
    check_groups,
    check_seed,
    group_numbers,
    label_totals,
    one_label_per_unit,
)
from ..halves.philox import PARTS, Draws
from ..law import expected

Target = Literal["typical", "alike"]
N_RANDOM = 100  # random parts that say what is typical, where no formula does
SAMPLE = 150  # groups of each part that an exchange is chosen from
TIMES = 20  # exchanges made among them
BUDGET = 4_000  # samples looked at
IDLE = 60  # without gain in a row: as good as it gets


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Which part every unit belongs to.

    >>> import mx2core as mx
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> parts = mx.partitions.deal_parts([counts], [0.5, 0.25, 0.25])
    >>> parts.asked, parts.sizes
    ((4, 2, 2), (4, 2, 2))
    """

    of_unit: NDArray[np.int64]  # (n_units,): 0, 1 …
    asked: tuple[int, ...]  # units of each part, as wanted
    sizes: tuple[int, ...]  # as they are: off by less than the largest group
    divergence: NDArray[np.float64]  # (n_attributes,): chi2/J of the table of all parts
    expected: NDArray[
        np.float64
    ]  # its mean over random parts; simulated with groups or several labels a unit
    missing: int  # labels that some part lacks
    largest: int  # units of the largest group

    @property
    def off(self) -> Notice | None:
        """What was asked where groups did not let it be made."""
        if self.sizes == self.asked:
            return None
        return Notice(
            "Sizes are {made}, not {asked}: groups stay whole, and the largest has {largest:,} units.",
            {
                "asked": " : ".join(f"{size:,}" for size in self.asked),
                "made": " : ".join(f"{size:,}" for size in self.sizes),
                "largest": self.largest,
            },
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
    report: Callable[[int, int], None] | None = None,
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
    seed : int
    report : callable, optional
        Called as report(done, of) from time to time; an exception it raises ends the work.

    Returns
    -------
    Parts

    Raises
    ------
    DesignError
        If there are fewer groups than parts, or sizes cannot be used.

    Notes
    -----
    Random parts by dealing groups, the largest first, each to a part drawn by the room that is left;
    then groups change places, those that lower the sum of chi2/J most and leave no part further from
    its size, or not further than a usual group has units. Sizes are off by less than the largest group,
    and exact where every unit is its own.

    Examples
    --------
    >>> import mx2core as mx
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> mx.partitions.deal_parts([counts], [0.75, 0.25]).sizes
    (6, 2)
    """
    tables = check_counts_list(counts_list)
    n_units, seed = tables[0].shape[0], check_seed(seed)
    check_choice("target", target, ("typical", "alike"), DesignError)
    of_group = np.arange(n_units) if groups is None else group_numbers(groups, n_units)
    members = np.bincount(of_group)
    wanted = _sizes(sizes, n_units)
    check_groups(len(members), len(wanted))
    joined = csr_array(hstack(tables, format="csr"))
    gather = csr_array((np.ones(n_units, np.int64), (of_group, np.arange(n_units))))
    work = _PartTotals(csr_array(gather @ joined), tables, members, wanted)
    draws = Draws(seed, PARTS)
    usual = np.mean([work.divergence(_deal(members, wanted, draws)) for _ in range(N_RANDOM)], axis=0)
    if groups is None:
        # K parts have K - 1 times the chi2 of halves, exactly where every unit carries one label
        usual = np.array(
            [
                (len(wanted) - 1) * expected(table) if one_label_per_unit(table) else mean
                for table, mean in zip(tables, usual.tolist(), strict=True)
            ]
        )
    part_of = _deal(members, wanted, draws)
    part_of = work.even_out(part_of, usual if target == "typical" else None, draws, report)
    of_unit = part_of[of_group]
    reached = work.totals(part_of)
    return Parts(
        of_unit=of_unit,
        asked=tuple(wanted.tolist()),
        sizes=tuple(np.bincount(of_unit, minlength=len(wanted)).tolist()),
        divergence=work.divergence(part_of),
        expected=usual,
        missing=int((reached[:, work.present] == 0).any(axis=0).sum()),
        largest=int(members.max()),
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
    exact = given * n_units / given.sum()
    whole: NDArray[np.int64] = np.maximum(np.floor(exact + 1e-9).astype(np.int64), 1)
    order = np.argsort(whole - exact, kind="stable")
    left = n_units - int(whole.sum())
    if left > 0:
        whole[order[:left]] += 1
    while whole.sum() > n_units:  # very small shares got their one unit
        whole[np.argmax(whole)] -= 1
    return whole


def _deal(members: NDArray[np.int64], wanted: NDArray[np.int64], draws: Draws) -> NDArray[np.int64]:
    """A part for each group, (n_groups,): large groups by the room left, single units as by shuffling."""
    part_of = np.full(len(members), -1)
    order = draws.permutation(len(members))
    order = order[np.argsort(-members[order], kind="stable")]
    room = wanted.copy()
    large = order[: int((members > 1).sum())]
    for group, draw in zip(large.tolist(), draws.below(2**20, len(large)).tolist(), strict=True):
        fits = np.where(room >= members[group], room, 0)
        if not fits.any():
            part = int(np.argmax(room))
        else:
            part = int(np.searchsorted(np.cumsum(fits), draw * int(fits.sum()) // 2**20, side="right"))
        part_of[group] = part
        room[part] -= members[group]
    single = order[len(large) :]
    room = np.maximum(room, 0)
    while room.sum() > len(single):  # other parts got more than they asked for: these share the lack
        room[np.argmax(room)] -= 1
    part_of[single] = np.repeat(np.arange(len(wanted)), room)
    for part in np.flatnonzero(np.bincount(part_of[part_of >= 0], minlength=len(wanted)) == 0).tolist():
        largest = int(np.argmax(np.bincount(part_of[part_of >= 0], minlength=len(wanted))))
        part_of[np.flatnonzero(part_of == largest)[-1]] = part  # no part stays empty
    return part_of


class _PartTotals:
    """Label totals of the parts, and exchanges of groups that even them out."""

    def __init__(
        self,
        counts: csr_array,
        tables: Sequence[csr_array],
        members: NDArray[np.int64],
        wanted: NDArray[np.int64],
    ) -> None:
        self.counts, self.members = counts, members
        self.all = label_totals(counts)
        self.present = self.all > 0
        self.wanted, self.share = wanted, wanted / wanted.sum()
        ends = np.cumsum([table.shape[1] for table in tables])
        self.columns = [slice(a, b) for a, b in zip([0, *ends[:-1]], ends, strict=True)]
        weights = np.zeros(len(self.all))
        for columns in self.columns:
            there = self.present[columns]
            weights[columns][there] = 1 / (self.all[columns][there] * there.sum())
        self.weights = weights
        self.n_parts = len(wanted)
        self.usual = members.mean()

    def totals(self, part_of: NDArray[np.int64]) -> NDArray[np.int64]:
        """Occurrences of each label in each part, (n_parts, n_labels)."""
        places = part_of, np.arange(len(part_of))
        pick = csr_array((np.ones(len(part_of), np.int64), places), shape=(self.n_parts, len(part_of)))
        found: NDArray[np.int64] = (pick @ self.counts).toarray()
        return found

    def divergence(self, part_of: NDArray[np.int64]) -> NDArray[np.float64]:
        """chi2/J of the table of parts and labels, (n_attributes,)."""
        return np.array([_chi_square(part) for part in self._tables(self.totals(part_of))])

    def _tables(self, totals: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        return [totals[:, columns][:, self.present[columns]] for columns in self.columns]

    def even_out(
        self,
        part_of: NDArray[np.int64],
        expected: NDArray[np.float64] | None,
        draws: Draws,
        report: Callable[[int, int], None] | None,
    ) -> NDArray[np.int64]:
        """After exchanges, until every attribute is at most as uneven as expected, or none helps."""
        part_of = part_of.copy()
        off = self.totals(part_of) - self.share[:, None] * self.all
        inside = np.bincount(part_of, weights=self.members, minlength=self.n_parts)
        sizes = (inside - self.wanted).astype(np.float64)
        idle, changed, weights = 0, True, self.weights
        # Any exchange that helps a little, where the best ones would go too far.
        sample, times = (SAMPLE, TIMES) if expected is None else (1, 1)
        for done in range(BUDGET):
            if expected is not None and changed:
                uneven = self.divergence(part_of) > expected
                if not uneven.any():
                    break
                # What is even enough already is left to chance, not made more alike still.
                weights = self.weights.copy()
                for columns, wanted in zip(self.columns, uneven.tolist(), strict=True):
                    weights[columns] *= wanted
            if report is not None and done % 50 == 0:
                report(done, BUDGET)
            changed = self._exchange(part_of, off, sizes, weights, draws, sample, times)
            idle = 0 if changed else idle + 1
            if idle >= IDLE and sample > 1:
                break
            if idle >= IDLE:  # chance finds nothing any more: look for the best
                sample, idle = SAMPLE, 0
        return part_of

    def _exchange(
        self,
        part_of: NDArray[np.int64],
        off: NDArray[np.float64],
        sizes: NDArray[np.float64],
        weights: NDArray[np.float64],
        draws: Draws,
        sample: int,
        times: int,
    ) -> bool:
        """Let groups of two parts change places, or one move, if that helps; whether it did."""
        p, q = draws.permutation(self.n_parts)[:2].tolist()
        ours, theirs = (self._sample(part_of, part, draws, sample) for part in (p, q))
        # Part p gives a and gets b, which may be nothing: then a moves. Neither part may come to
        # stand further from its size than the one that is furthest, or than a usual group has units.
        a_size, b_size = np.append(self.members[ours], 0), np.append(self.members[theirs], 0)
        more = b_size - a_size[:, None]
        bound = max(abs(sizes[p]), abs(sizes[q]), self.usual - 1) + 1e-9
        allowed = np.maximum(np.abs(sizes[p] + more), np.abs(sizes[q] - more)) <= bound
        allowed[-1, -1] = False
        for part, side in ((p, (slice(None), -1)), (q, (-1, slice(None)))):
            if np.count_nonzero(part_of == part) < 2:
                allowed[side] = False  # no part is emptied
        # chi2/J is the sum of w_j o_kj^2 / share_k over parts k and labels j, o what is above the usual.
        # Moving x_j from p to q changes it by x_j^2 w_j (1/share_p + 1/share_q) - x_j slope_j.
        curve = weights * (1 / self.share[p] + 1 / self.share[q])
        a_counts, b_counts = self.counts[ours], self.counts[theirs]
        a_square, b_square = (curve @ (counts * counts).T for counts in (a_counts, b_counts))
        both = 2 * (a_counts.multiply(curve).tocsr() @ b_counts.T).toarray()
        for time in range(times):
            slope = 2 * weights * (off[p] / self.share[p] - off[q] / self.share[q])
            gain = np.append(a_square - a_counts @ slope, 0)[:, None]
            gain = gain + np.append(b_square + b_counts @ slope, 0)
            gain[:-1, :-1] -= both
            gain[~allowed] = 0
            i, j = divmod(int(np.argmin(gain)), gain.shape[1])
            if gain[i, j] >= -1e-12:
                return time > 0
            moved = np.zeros(len(off[p]), np.int64)  # what p gains and q loses
            for k, groups, to, sign in ((i, ours, q, -1), (j, theirs, p, 1)):
                if k < len(groups):
                    part_of[groups[k]] = to
                    moved += sign * self.counts[[groups[k]]].toarray()[0]
            off[p] += moved
            off[q] -= moved
            sizes[p] += more[i, j]
            sizes[q] -= more[i, j]
            if more[i, j]:  # what is allowed has changed
                break
            allowed[i], allowed[:, j] = False, False
        return True

    def _sample(self, part_of: NDArray[np.int64], part: int, draws: Draws, sample: int) -> NDArray[np.int64]:
        """Some groups of a part."""
        groups = np.flatnonzero(part_of == part)
        if len(groups) <= sample:
            return groups
        drawn: NDArray[np.int64] = np.unique(groups[draws.below(len(groups), sample)])  # none twice
        return drawn


def _chi_square(table: NDArray[np.int64]) -> float:
    """chi2/J of parts and labels; parts without an occurrence add nothing."""
    sizes, labels = table.sum(axis=1), table.sum(axis=0)
    usual = sizes[sizes > 0, None] * (labels / labels.sum())
    return float(((table[sizes > 0] - usual) ** 2 / usual).sum()) / len(labels)
