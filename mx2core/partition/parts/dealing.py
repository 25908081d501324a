"""Groups dealt to parts that have room for them: at random, or each label as evenly as it goes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array, hstack

from ..halves.philox import Draws
from .part_totals import PartTotals

NOISE = 1_024  # draws that decide between parts as good as each other, used again and again
NO_ROOM = 1e6  # more than chi2/J grows by any group, for each unit that is too many


def deal_at_random(members: NDArray[np.int64], sizes: NDArray[np.int64], draws: Draws) -> NDArray[np.int64]:
    """A part for each group, (n_groups,): the largest first, each to a place drawn from those left.

    A part with room for r units has r // m places for groups of m. Groups that find no place go where
    the most room is.
    """
    part_of = np.full(len(members), -1)
    room = sizes.copy()
    order = np.argsort(-members, kind="stable")
    starts = np.flatnonzero(np.diff(members[order], prepend=-1)).tolist()
    for start, stop in zip(starts, [*starts[1:], len(order)], strict=True):
        size, groups = int(members[order[start]]), order[start:stop]
        places = np.repeat(np.arange(len(sizes)), np.maximum(room, 0) // size)
        drawn = places[draws.some(len(places), len(groups))]
        part_of[groups[: len(drawn)]] = drawn
        room -= size * np.bincount(drawn, minlength=len(sizes))
        for group in groups[len(drawn) :].tolist():
            part_of[group] = np.argmax(room)
            room[part_of[group]] -= size
    return _none_empty(part_of, len(sizes))


def deal_evenly(work: PartTotals, draws: Draws) -> NDArray[np.int64]:
    """A part for each group, (n_groups,): large ones first, then rare labels, each where it is wanted most.

    Groups with the same counts are dealt in whole rounds, which no share notices, and then what is left.
    """
    order = draws.permutation(len(work.members))
    copies = np.bincount(work.kinds)
    order = order[np.argsort(work.kinds[order], kind="stable")]
    share = work.share if np.ptp(work.target_sizes) > 1 else np.full(work.n_parts, work.share.min())
    rounds = np.floor(copies[:, None] * share + 1e-9).astype(np.int64)  # (n_kinds, n_parts)
    left = copies - rounds.sum(axis=1)
    parts = np.tile(np.append(np.arange(work.n_parts), -1), len(copies))
    part_of = np.empty(len(order), np.int64)
    part_of[order] = np.repeat(parts, np.column_stack([rounds, left]).ravel())
    _deal_by_need(work, part_of, order[part_of[order] < 0], draws)
    return _none_empty(part_of, work.n_parts)


def _deal_by_need(
    work: PartTotals, part_of: NDArray[np.int64], groups: NDArray[np.int64], draws: Draws
) -> None:
    """Each part with room gets one of the next groups, such that chi2/J grows least in all.

    Where parts are to have different sizes, groups are dealt one by one.
    """
    weights = np.append(work.weights, 0)  # of the labels, and of a group itself, so that none has no cell
    counts = csr_array(hstack([work.counts, csr_array(np.ones((len(part_of), 1), np.int64))], format="csr"))
    rare = np.maximum.reduceat(weights[counts.indices], counts.indptr[:-1])
    groups = groups[np.lexsort((-rare[groups], -work.members[groups]))]
    counts, members, dealt = counts[groups], work.members[groups], part_of >= 0
    above = np.zeros((len(weights), work.n_parts))
    above[:-1] = work.totals(part_of).T - work.all[:, None] * work.share
    room = work.target_sizes - np.bincount(part_of[dealt], work.members[dealt], work.n_parts)
    slopes = 2 * weights[counts.indices] * counts.data
    squares = np.add.reduceat(slopes * counts.data / 2, counts.indptr[:-1])
    noise = draws.integers(2**20, NOISE * work.n_parts).reshape(NOISE, -1) / 2**60
    alike, stop = np.ptp(work.target_sizes) < 2, 0
    while (start := stop) < len(groups):
        fits = min(int((room >= members[start]).sum()), NOISE) if alike else 1
        stop = min(start + max(fits, 1), len(groups))
        begins, size = counts.indptr[start : stop + 1], members[start:stop]
        cells = slice(begins[0], begins[-1])
        labels, found = counts.indices[cells], counts.data[cells]
        grows = np.add.reduceat(slopes[cells, None] * above[labels], begins[:-1] - begins[0])
        grows = (grows + squares[start:stop, None]) / work.share
        grows += noise[: stop - start] + NO_ROOM * np.maximum(size[:, None] - room, 0)
        parts = linear_sum_assignment(grows)[1]
        part_of[groups[start:stop]] = parts
        above[labels, np.repeat(parts, np.diff(begins))] += found
        room[parts] -= size


def _none_empty(part_of: NDArray[np.int64], n_parts: int) -> NDArray[np.int64]:
    """The same, with a group of the part with the most in each part that had none."""
    for part in np.flatnonzero(np.bincount(part_of, minlength=n_parts) == 0).tolist():
        largest = int(np.argmax(np.bincount(part_of, minlength=n_parts)))
        part_of[np.flatnonzero(part_of == largest)[-1]] = part
    return part_of
