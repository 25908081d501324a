"""Groups dealt to parts that have room for them: at random, or each label as evenly as it goes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..halves.philox import Draws
from .part_totals import PartTotals

NOISE = 1_024  # draws that decide between parts as good as each other, used again and again


def deal_at_random(members: NDArray[np.int64], wanted: NDArray[np.int64], draws: Draws) -> NDArray[np.int64]:
    """A part for each group, (n_groups,): the largest first, each to a place drawn from those left.

    A part with room for r units has r // m places for groups of m. Groups that find no place go where
    the most room is.
    """
    part_of = np.full(len(members), -1)
    room = wanted.copy()
    order = np.argsort(-members, kind="stable")
    starts = np.flatnonzero(np.diff(members[order], prepend=-1)).tolist()
    for start, stop in zip(starts, [*starts[1:], len(order)], strict=True):
        size, groups = int(members[order[start]]), order[start:stop]
        places = np.repeat(np.arange(len(wanted)), np.maximum(room, 0) // size)
        drawn = places[draws.some(len(places), len(groups))]
        part_of[groups[: len(drawn)]] = drawn
        room -= size * np.bincount(drawn, minlength=len(wanted))
        for group in groups[len(drawn) :].tolist():
            part_of[group] = np.argmax(room)
            room[part_of[group]] -= size
    return _none_empty(part_of, len(wanted))


def deal_evenly(work: PartTotals, draws: Draws) -> NDArray[np.int64]:
    """A part for each group, (n_groups,): large ones first, then rare labels, each where it is wanted most.

    Groups with the same counts are dealt in whole rounds, which no share notices, and what is left of
    them one by one, to the part whose chi2/J grows least.
    """
    order = draws.permutation(len(work.members))
    kinds, kind, copies = np.unique(_kinds(work)[order], return_inverse=True, return_counts=True)
    order = order[np.argsort(kind, kind="stable")]
    rounds = np.floor(copies[:, None] * work.share + 1e-9).astype(np.int64)  # (n_kinds, n_parts)
    left = copies - rounds.sum(axis=1)
    parts = np.tile(np.append(np.arange(work.n_parts), -1), len(kinds))
    part_of = np.empty(len(order), np.int64)
    part_of[order] = np.repeat(parts, np.column_stack([rounds, left]).ravel())
    _deal_by_need(work, part_of, order[part_of[order] < 0], draws)
    return _none_empty(part_of, work.n_parts)


def _kinds(work: PartTotals) -> NDArray[np.uint64]:
    """A word for each group, the same where members and all counts are, and else another."""
    counts = work.counts
    words = np.random.Philox(key=[0, 0]).random_raw(counts.shape[1] + 1)
    found: NDArray[np.uint64] = work.members.astype(np.uint64) * words[-1]
    np.add.at(found, work.of_cell, counts.data.astype(np.uint64) * words[counts.indices])
    return found


def _deal_by_need(
    work: PartTotals, part_of: NDArray[np.int64], groups: NDArray[np.int64], draws: Draws
) -> None:
    counts, members = work.counts, work.members
    dealt = part_of >= 0
    reached = np.zeros((len(work.all), work.n_parts))
    known = dealt[work.of_cell]
    np.add.at(reached, (counts.indices[known], part_of[work.of_cell[known]]), counts.data[known])
    above = reached - work.all[:, None] * work.share
    room = work.wanted - np.bincount(part_of[dealt], members[dealt], work.n_parts)
    rare = np.maximum.reduceat(np.append(work.weights[counts.indices], 0), counts.indptr[:-1].clip(0))
    rare[np.diff(counts.indptr) == 0] = 0
    groups = groups[np.lexsort((-rare[groups], -members[groups]))]
    noise = draws.integers(2**20, NOISE * work.n_parts).reshape(NOISE, -1) / 2**20
    share = work.share
    for step, group in enumerate(groups.tolist()):
        cells = slice(counts.indptr[group], counts.indptr[group + 1])
        labels, found, size = counts.indices[cells], counts.data[cells], members[group]
        weighted = work.weights[labels] * found
        grows = (2 * (weighted @ above[labels]) + weighted @ found) / share
        fits = room >= size
        if fits.any():
            grows = np.where(fits, grows, np.inf)
            best = grows <= grows.min() + 1e-12
            part = int(np.argmax(np.where(best, room / share + noise[step % NOISE], -np.inf)))
        else:
            part = int(np.argmax(room))
        part_of[group] = part
        above[labels, part] += found
        room[part] -= size


def _none_empty(part_of: NDArray[np.int64], n_parts: int) -> NDArray[np.int64]:
    """The same, with a group of the part with the most in each part that had none."""
    for part in np.flatnonzero(np.bincount(part_of, minlength=n_parts) == 0).tolist():
        largest = int(np.argmax(np.bincount(part_of, minlength=n_parts)))
        part_of[np.flatnonzero(part_of == largest)[-1]] = part
    return part_of
