"""All pairs of sets that are nearly the same, without comparing each with each.

Two sets that share t features share, of the features in one common order, their first i among the first
size - t + i of each (Bayardo, Ma and Srikant, 2007; Wang, Li and Feng, 2012). So sets are put together by
their first shared feature; where that is one of many sets, by the first two, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

FEW = 32  # sets put together that are compared with each other; more are told apart by another feature
DEPTH = 5  # features by which they are
ALL = 4_000_000  # pairs beyond which sets told apart by nothing are joined, not all compared
CELLS, PAIRS = 1_000_000, 2_000_000  # dealt with at a time
SAMPLE, LARGEST = 40, 16  # one feature in so many says how long it takes, and the largest ones
SECONDS_CELL, SECONDS_PAIR, SECONDS_FEATURE, SECONDS_SET = 3e-7, 3e-8, 1e-7, 3e-7  # of a processor

Cells = NDArray[np.int64]  # places in the list of all features of all sets
Report = Callable[[int, int], None]


class SetJoin:
    """Sets of features, (n, n_features) of 0 and 1, and what is looked at to find the pairs."""

    def __init__(self, features: csr_array, bound: float) -> None:
        self.features, self.bound = features, bound
        sizes: NDArray[np.int64] = np.diff(features.indptr).astype(np.int64)
        self.sizes: NDArray[np.int64] = sizes
        self.ends: NDArray[np.int64] = features.indptr[1:].astype(np.int64)
        frequency = np.bincount(features.indices, minlength=features.shape[1])
        rank = np.empty(len(frequency), np.int64)
        rank[np.argsort(frequency, kind="stable")] = np.arange(len(frequency))
        self.row = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        width = max(len(frequency), 1)
        # rare features first in each set
        self.rank = (np.sort(self.row.astype(np.int64) * width + rank[features.indices]) % width).astype(
            np.int32
        )
        # of a pair the larger set shares bound * size or more, the smaller one 2 bound / (1 + bound) * size
        self.least: NDArray[np.int64] = _up(2 * bound / (1 + bound) * sizes)
        self.larger: NDArray[np.int64] = (
            self.ends - _up(bound * sizes) + 1
        )  # before it stands the first shared feature
        self.smaller: NDArray[np.int64] = self.ends - self.least + 1
        place = np.arange(len(self.row))
        first = place[(place < self.larger[self.row]) & (np.sort(frequency)[self.rank] > 1)]
        self.first = first[np.argsort(self.rank[first], kind="stable")]
        self.marks = self._marks()

    def _marks(self) -> NDArray[np.uint64]:
        """Words for each set whose bits differ in no more places than sets do in features, (n_words, n)."""
        n_words = int(np.clip(self.sizes.mean() / 60 + 1, 1, 8)) if len(self.sizes) else 1
        drawn = np.random.Philox(key=[0, 1]).random_raw(self.features.shape[1])
        bit = np.uint64(1) << (drawn >> np.uint64(58))
        word = (drawn & np.uint64(2**32 - 1)) % np.uint64(n_words)
        marks = np.zeros((n_words, len(self.sizes)), np.uint64)
        filled = np.flatnonzero(self.sizes)
        for k in range(n_words if len(filled) else 0):
            bits = np.where(word == k, bit, np.uint64(0))[self.rank]
            marks[k, filled] = np.bitwise_xor.reduceat(bits, self.ends[filled] - self.sizes[filled])
        return marks

    def pairs(self, report: Report | None = None) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The pairs, (n_pairs, 2), the smaller row first, and their Jaccard similarity, in order of rows."""
        n, done = len(self.sizes), 0
        codes, values = [np.empty(0, np.int64)], [np.empty(0)]
        if report is not None:
            report(0, n)
        for cells in self._pieces():
            if report is not None and done:
                report(done * n // len(self.first), n)
            done += len(cells)
            for candidates in self._candidates(cells, report):
                code, similar = self._near(self._codes(candidates))
                codes.append(code)
                values.append(similar)
        code, place = np.unique(np.concatenate(codes), return_index=True)
        return np.stack(np.divmod(code, max(n, 1)), axis=1), np.concatenate(values)[place]

    def seconds(self) -> float:
        """About how many of a processor making this and `pairs` take; a sample says it."""
        ranks, starts, counts = np.unique(self.rank[self.first], return_index=True, return_counts=True)
        largest = np.argsort(counts, kind="stable")[::-1][:LARGEST]
        rest = np.setdiff1d(np.arange(len(ranks)), largest)
        seconds = SECONDS_SET * len(self.sizes) + SECONDS_FEATURE * len(self.row)
        step = SAMPLE if len(self.first) > CELLS else 1
        for which, times in ((largest, 1), (rest[step // 2 :: step], step)):
            size = counts[which]
            cells = np.repeat(starts[which] - np.cumsum(size) + size, size) + np.arange(size.sum())
            seconds += times * self._seconds_of(self.first[cells])
        return float(seconds)

    def _seconds_of(self, cells: Cells) -> float:
        seconds = 0.0
        for level in self._levels(cells):
            n_pairs = level.n_later[level.compared].sum() + sum(len(group) for group in level.joined())
            seconds += SECONDS_CELL * len(level.cells) + SECONDS_PAIR * float(n_pairs)
        return seconds

    def _pieces(self) -> Iterator[Cells]:
        """First features, all sets of one together."""
        ends = np.flatnonzero(np.diff(self.rank[self.first], append=-1)) + 1
        start = 0
        while start < len(self.first):
            last = int(np.searchsorted(ends, start + CELLS, "right")) - 1  # at least one feature
            stop = int(ends[last]) if last >= 0 and ends[last] > start else int(ends[last + 1])
            yield self.first[start:stop]
            start = stop

    def _levels(self, cells: Cells) -> Iterator[_Level]:
        """Sets put together by one feature, by two …"""
        key = self.rank[cells].astype(np.int64)
        for depth in range(DEPTH):
            level = _Level(self, cells, key, depth)
            yield level
            last = level.cells[level.told_apart]
            row = self.row[last]
            more = np.maximum(np.minimum(self.larger[row] + depth + 1, self.ends[row]) - last - 1, 0)
            cells = np.repeat(last + 1, more) + _within(more)
            if not len(cells):
                return
            group = np.repeat(level.group[level.told_apart], more)
            key = group * self.features.shape[1] + self.rank[cells]

    def _candidates(self, cells: Cells, report: Report | None) -> Iterator[NDArray[np.int64]]:
        """Pairs as far as sizes and marks tell, (n_pairs, 2)."""
        for level in self._levels(cells):
            rows = self.row[level.cells]
            for one, other in level.pairs():
                a, b, free = rows[one], rows[other], level.eligible[other]
                # where the other may only be the larger one, it has to be
                good = (free | (self.sizes[a] <= self.sizes[b])) & self._may_be_near(a, b)
                yield np.stack([a[good], b[good]], axis=1)
            for group in level.joined():
                yield from self._joined(np.unique(rows[group]), report)

    def _joined(self, rows: NDArray[np.int32], report: Report | None) -> Iterator[NDArray[np.int64]]:
        """Pairs that join the same sets as all pairs would: each set is met by one of its kin, not by all."""
        reached: list[int] = []
        while len(rows):
            if report is not None:
                report(int(rows[0]), len(self.sizes))
            if not reached:
                reached, rows = [int(rows[0])], rows[1:]
            one = np.full(len(rows), reached.pop(), np.int32)
            chosen = np.flatnonzero(self._may_be_near(one, rows))
            codes, _ = self._near(self._codes(np.stack([one[chosen], rows[chosen]], axis=1)))
            near = np.stack(np.divmod(codes, len(self.sizes)), axis=1)
            met = np.isin(rows, near)
            reached += rows[met].tolist()
            rows = rows[~met]
            yield near

    def _may_be_near(self, one: NDArray[np.int32], other: NDArray[np.int32]) -> NDArray[np.bool_]:
        a, b = self.sizes[one], self.sizes[other]
        differ = np.zeros(len(one), np.int64)
        for mark in self.marks:
            differ += np.bitwise_count(mark[one] ^ mark[other])
        apart = (1 - self.bound) / (1 + self.bound) * (a + b) + 1e-9  # features that only one of them has
        near: NDArray[np.bool_] = (differ <= apart) & (np.abs(a - b) <= apart)
        return near

    def _codes(self, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
        low, high = pairs.min(axis=1).astype(np.int64), pairs.max(axis=1)
        codes: NDArray[np.int64] = np.unique(low * len(self.sizes) + high)
        return codes

    def _near(self, codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Those that are as alike as the bound, and how much."""
        kept, values = [np.empty(0, np.int64)], [np.empty(0)]
        for start in range(0, len(codes), CELLS // 4):
            code = codes[start : start + CELLS // 4]
            i, j = np.divmod(code, len(self.sizes))
            common = np.asarray(self.features[i].multiply(self.features[j]).sum(axis=1)).ravel()
            similarity = common / (self.sizes[i] + self.sizes[j] - common)
            near = similarity >= self.bound - 1e-12
            kept.append(code[near])
            values.append(similarity[near])
        return np.concatenate(kept), np.concatenate(values)


class _Level:
    """Sets with the same first shared features side by side, in groups by them."""

    def __init__(self, join: SetJoin, cells: Cells, key: NDArray[np.int64], depth: int) -> None:
        row = join.row[cells]
        eligible = cells < join.smaller[row] + depth  # as the smaller set of a pair
        done = eligible & (join.least[row] <= depth + 1)  # nothing more need be shared
        order = np.argsort(3 * key + (2 - eligible.astype(np.int64) - done), kind="stable")
        self.cells, self.eligible, key = cells[order], eligible[order], key[order]
        starts = np.flatnonzero(np.diff(key, prepend=-1))
        counts = np.diff(starts, append=len(key))
        n_eligible = np.add.reduceat(self.eligible.astype(np.int64), starts) if len(starts) else counts
        self.group = np.repeat(np.arange(len(starts)), counts)
        self.n_later = np.repeat(starts + counts, counts) - np.arange(len(key)) - 1
        last = depth == DEPTH - 1
        many = (n_eligible > FEW) & (counts > 1)
        joined = many & last & (n_eligible * counts > ALL)
        apart = many & (not last)
        self.compared = self.eligible & (~(apart | joined)[self.group] | (apart[self.group] & done[order]))
        self.told_apart = np.flatnonzero(apart[self.group])
        self._joined = [(int(starts[k]), int(starts[k] + counts[k])) for k in np.flatnonzero(joined)]

    def joined(self) -> list[Cells]:
        """Groups too large to compare all, that no feature tells apart."""
        return [np.arange(start, stop) for start, stop in self._joined]

    def pairs(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Places of two sets of a group, some at a time; the first may be the smaller one."""
        first = np.flatnonzero(self.compared & (self.n_later > 0))
        ends = np.cumsum(self.n_later[first])
        start = 0
        while start < len(first):
            before = int(ends[start - 1]) if start else 0
            stop = max(int(np.searchsorted(ends, before + PAIRS, "right")), start + 1)
            one, later = first[start:stop], self.n_later[first[start:stop]]
            yield np.repeat(one, later), np.repeat(one + 1, later) + _within(later)
            start = stop


def _within(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1 … up to each of the counts, one after the other."""
    ends = np.cumsum(counts)
    places: NDArray[np.int64] = np.arange(int(counts.sum())) - np.repeat(ends - counts, counts)
    return places


def _up(values: NDArray[Any]) -> NDArray[np.int64]:
    whole: NDArray[np.int64] = np.ceil(values - 1e-9).astype(np.int64)
    return whole
