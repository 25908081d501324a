"""All pairs of sets that are nearly the same, without comparing each with each.

Two sets that share t features share, of the features in one common order, their first i among the first
size - t + i of each (Bayardo, Ma and Srikant, 2007; Wang, Li and Feng, 2012). So sets are put together by
their first shared feature; where that is one of many sets, by the first two, and so on. Where many sets
share most of their features, as texts of one template do, they are told apart by how each differs from
what most of them share: two sets are as far apart as these differences are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ...executors.pieces import map_pieces

FEW = 32  # sets put together that are compared with each other; more are told apart by another feature
DEPTH = 5  # features by which they are
LARGE = 250_000  # pairs of sets put together beyond which it is looked at what most of them share,
ROOM = 1_300_000  # or fewer where there are many sets: so many pairs of all are compared
ALL = 4_000_000  # pairs beyond which sets told apart by nothing are joined, not all compared
LISTED = (
    2_000_000  # pairs found at a time beyond which only the most alike ones that join the same sets are kept
)
PIECE = 200_000  # first features that a thread, or an executor, deals with: so that all have some
CELLS, PAIRS = 1_000_000, 250_000  # dealt with at a time
VERIFIED = 400_000  # features of pairs whose similarity is computed at a time: in memory that is used again
SOME = 256  # sets that say what most share
LESS, AGAIN = 0.5, 0.85  # of the features: what sets differ by has to be less; what differences do
SAMPLE, LARGEST = 40, 16  # one feature in so many says how long it takes, and the largest ones
SECONDS_CELL, SECONDS_PAIR, SECONDS_FEATURE, SECONDS_SET = 3e-7, 3e-8, 1e-7, 3e-7  # of a processor
SECONDS_SHARED, SECONDS_GROUP = 1e-7, 3.5e-4  # for a feature of sets that share most, a group of such sets
SECONDS_VERIFIED = 1.2e-8  # for a feature of a pair whose similarity is computed
LOOKED_AT = 300  # pairs that say how many are

Cells = NDArray[np.int64]  # places in the list of all features of all sets
Found = tuple[NDArray[np.int64], NDArray[np.float64]]  # pairs as one number each, in order, and how alike
Report = Callable[[int, int], None]


class SetJoin:
    """Sets of features, (n, n_features) of 0 and 1, and what is looked at to find the pairs."""

    def __init__(self, features: csr_array, bound: float) -> None:
        self.features, self.bound = features, bound
        sizes: NDArray[np.int64] = np.diff(features.indptr).astype(np.int64)
        self.sizes: NDArray[np.int64] = sizes
        self.far = (1 - bound) / (1 + bound)  # of both sizes: features that only one of a pair may have
        # of a pair the larger set shares bound * size or more, the smaller one 2 bound / (1 + bound) * size
        rows = np.arange(len(sizes), dtype=np.int32)
        self.lists = _Lists(
            rows,
            np.repeat(rows, sizes),
            features.indices,
            features.shape[1],
            weight=np.asarray((1 - self.far) * sizes, np.float64),
            larger=_rounded_up(bound * sizes),
        )
        self.marks = self._marks()
        self.partners = max(ROOM // max(len(sizes), 1), 2 * FEW)
        self._ended = Event()

    def __reduce__(self) -> tuple[type[SetJoin], tuple[csr_array, float]]:
        return SetJoin, (self.features, self.bound)  # half as much to send

    def _marks(self) -> NDArray[np.uint64]:
        """Words for each set whose bits differ in no more places than sets do in features, (n_words, n)."""
        n_words = int(np.clip(self.sizes.mean() / 60 + 1, 1, 8)) if len(self.sizes) else 1
        drawn = np.random.Philox(key=[0, 1]).random_raw(self.features.shape[1])
        bit = np.uint64(1) << (drawn >> np.uint64(58))
        word = (drawn & np.uint64(2**32 - 1)) % np.uint64(n_words)
        marks = np.zeros((n_words, len(self.sizes)), np.uint64)
        filled = np.flatnonzero(self.sizes)
        for k in range(n_words if len(filled) else 0):
            bits = np.where(word == k, bit, np.uint64(0))[self.features.indices]
            marks[k, filled] = np.bitwise_xor.reduceat(bits, self.features.indptr[filled])
        return marks

    def pairs(self, report: Report | None = None) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The pairs, (n_pairs, 2), the smaller row first, and their Jaccard similarity, in order of rows.

        By all processors, or an executor; which of them finds a pair makes no difference. An exception of
        `report` ends it.
        """
        n, done, told = len(self.sizes), 0, report or (lambda _done, _total: None)
        told(0, n)
        codes, values = [np.empty(0, np.int64)], [np.empty(0)]
        pieces = list(self.lists.pieces())
        results = map_pieces(self._pairs, pieces, n_threads=_processors())
        try:
            for found in results:
                if done or found is None:
                    told(done * n // len(self.lists.first), n)
                if found is not None:
                    done += len(pieces[len(codes) - 1])
                    codes.append(found[0])
                    values.append(found[1])
        finally:
            self._ended.set()  # of no use where all are done
            results.close()
            self._ended.clear()
        code, place = np.unique(np.concatenate(codes), return_index=True)
        return np.stack(np.divmod(code, max(n, 1)), axis=1), np.concatenate(values)[place]

    def _pairs(self, cells: Cells) -> Found:
        code, value = np.empty(0, np.int64), np.empty(0)
        for codes in self._some_at_a_time(cells):
            if len(code):  # none of those found before again
                codes = codes[code[np.minimum(np.searchsorted(code, codes), len(code) - 1)] != codes]
            codes, values = self._close_pairs(codes)
            code = np.concatenate([code, codes])
            order = np.argsort(code, kind="stable")
            code, value = code[order], np.concatenate([value, values])[order]
            if len(code) > LISTED:
                code, value = self._most_alike(code, value)
        return code, value

    def _some_at_a_time(self, cells: Cells) -> Iterator[NDArray[np.int64]]:
        """Candidates as numbers, each once in a number of them."""
        waiting: list[NDArray[np.int64]] = []
        n_waiting = 0
        for candidates in self._candidates(self.lists, cells):
            if self._ended.is_set():
                raise CancelledError
            waiting.append(self._codes(candidates))
            n_waiting += len(waiting[-1])
            if n_waiting > CELLS // 2:
                yield _distinct(np.concatenate(waiting))
                waiting, n_waiting = [], 0
        if n_waiting:
            yield _distinct(np.concatenate(waiting))

    def _most_alike(self, codes: NDArray[np.int64], values: NDArray[np.float64]) -> Found:
        """The most alike pairs that join the same sets."""
        from scipy.sparse.csgraph import minimum_spanning_tree  # here, because it takes long to import

        n = len(self.sizes)
        tree = minimum_spanning_tree(csr_array((2 - values, np.divmod(codes, n)), (n, n))).tocoo()
        place = np.searchsorted(codes, np.sort(tree.row.astype(np.int64) * n + tree.col))
        return codes[place], values[place]

    def seconds(self) -> float:
        """About how many of a processor making this and `pairs` take; a sample says it."""
        lists = self.lists
        ranks, starts, counts = np.unique(lists.rank[lists.first], return_index=True, return_counts=True)
        largest = np.argsort(counts, kind="stable")[::-1][:LARGEST]
        rest = np.setdiff1d(np.arange(len(ranks)), largest)
        seconds = SECONDS_SET * len(self.sizes) + SECONDS_FEATURE * len(lists.owner)
        step = SAMPLE if len(lists.first) > CELLS else 1
        for which, times in ((largest, 1), (rest[step // 2 :: step], step)):
            size = counts[which]
            cells = np.repeat(starts[which] - np.cumsum(size) + size, size) + np.arange(size.sum())
            seconds += times * self._seconds_of(lists.first[cells])
        return float(seconds)

    def _seconds_of(self, cells: Cells) -> float:
        seconds = 0.0
        for level in self.lists.levels(cells):
            for group, members in level.large(self.partners**2):
                if (shared := self._shared(self.lists, members)) is not None:
                    level.leave(group)
                    n_features = float(self.sizes[members].sum())
                    n_groups = min(n_features, len(members) ** 2 / (2 * FEW)) / len(members)
                    seconds += SECONDS_SHARED * n_features + SECONDS_GROUP * n_groups
                    seconds += self._verifying(self._n_near(members, shared), members)
            seconds += SECONDS_CELL * len(level.cells) + SECONDS_PAIR * level.n_pairs()
            one, other = level.some_pairs(LOOKED_AT)
            seconds += self._verifying(level.n_pairs() * self._share_near(one, other), one)
        return seconds

    def _n_near(self, members: NDArray[np.int64], shared: NDArray[np.int32]) -> float:
        """About how many pairs of sets that share most are verified: those that differ as few do."""
        drawn = np.random.default_rng(0).integers(0, len(members), (2, LOOKED_AT))
        near = self._share_near(*members[drawn]) * len(members)
        some = members[:: len(members) // SOME + 1].astype(np.int32)
        differences = self._differing(some, shared, np.ones(len(some), np.bool_))
        sharing = np.bincount(differences.rank)[differences.rank] * (len(members) / len(some))
        sharing[sharing > 2 * self.partners] = 0
        met = np.bincount(differences.owner, sharing, len(some))
        return float(np.minimum(np.maximum(met, FEW), near).mean()) * len(members) / 2

    def _share_near(self, one: NDArray[Any], other: NDArray[Any]) -> float:
        """Of pairs the share that is near."""
        codes = self._codes(np.stack([one, other], axis=1)[one != other])
        return len(self._close_pairs(codes)[0]) / max(len(codes), 1)

    def _verifying(self, n_pairs: float, some: NDArray[Any]) -> float:
        """Seconds for so many pairs of sets like these, met by several features each and verified once."""
        if not n_pairs:
            return 0.0
        n_met = max(len(self.lists.first) / len(self.sizes), 1.0)
        return SECONDS_VERIFIED * n_pairs * 2 * float(self.sizes[some].mean()) / n_met

    def _candidates(self, lists: _Lists, cells: Cells) -> Iterator[NDArray[Any]]:
        """Pairs as far as sizes and marks tell, (n_pairs, 2)."""
        met = np.full(len(lists.rows), -1, np.int32)  # a group of which each pair was looked at
        n_met = 0
        for level in lists.levels(cells):
            for group, members in level.large(self.partners**2):
                before = met[members]
                usual = np.bincount(before + 1)[1:]
                fresh = before != usual.argmax() if len(usual) else np.ones(len(before), np.bool_)
                if not fresh.any():
                    level.leave(group)
                elif (shared := self._shared(lists, members)) is not None:
                    level.leave(group)
                    met[members[before < 0]] = n_met
                    n_met += 1
                    differences = self._differing(lists.rows[members], shared, fresh)
                    yield from self._outright(differences)
                    for piece in differences.pieces():
                        yield from self._candidates(differences, piece)
                elif level.endless(group):
                    level.leave(group)
                    yield from self._joined(lists.rows[members])
            of = lists.owner[level.cells]
            for one, other in level.pairs():
                a, b, free = of[one], of[other], level.eligible[other]
                # where the other may only be the larger one, it has to be
                good = free | (lists.weight[a] <= lists.weight[b])
                a, b = lists.rows[a[good]], lists.rows[b[good]]
                good = self._may_be_near(a, b)
                yield np.stack([a[good], b[good]], axis=1)

    def _shared(self, lists: _Lists, members: NDArray[np.int64]) -> NDArray[np.int32] | None:
        """The features that most of the sets share; None where most features differ."""
        some = members[:: len(members) // SOME + 1]
        _, features = self._features_of(lists.rows[some])
        values, counts = np.unique(features, return_counts=True)
        shared = values[2 * counts > len(some)]
        n_different = len(features) + len(shared) * len(some) - 2 * int(np.isin(features, shared).sum())
        most = (LESS if lists is self.lists else AGAIN) * float(lists.lengths[some].sum())
        return shared if len(shared) and n_different <= most else None

    def _features_of(self, rows: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The place among the rows, and the feature, of each feature that they have."""
        sizes = self.sizes[rows]
        cells = np.repeat(self.features.indptr[rows], sizes) + _ranges(sizes)
        return np.repeat(np.arange(len(rows)), sizes), self.features.indices[cells]

    def _differing(
        self, rows: NDArray[np.int32], shared: NDArray[np.int32], fresh: NDArray[np.bool_]
    ) -> _Lists:
        """What each set lacks of the shared features, and has besides."""
        of: list[NDArray[Any]] = []
        features: list[NDArray[Any]] = []
        step = max(CELLS // len(shared), 1)
        for start in range(0, len(rows), step):
            some, feature = self._features_of(rows[start : start + step])
            place = np.minimum(np.searchsorted(shared, feature), len(shared) - 1)
            common = shared[place] == feature
            has = np.zeros((len(rows[start : start + step]), len(shared)), np.bool_)
            has[some[common], place[common]] = True
            lacking, lacked = np.nonzero(~has)
            of += [some[~common] + start, lacking + start]
            features += [feature[~common], shared[lacked]]
        names, named = np.unique(np.concatenate(features), return_inverse=True)
        lists = np.concatenate(of)
        sizes, lengths = self.sizes[rows], np.bincount(lists, minlength=len(rows))
        # With d features that differ, two sets share (d + d' - far * (size + size')) / 2 of them or more.
        return _Lists(
            rows,
            lists,
            named,
            len(names),
            weight=lengths - self.far * sizes,
            larger=_rounded_up(lengths - (1 / self.bound - 1) * sizes),
            fresh=fresh,
        )

    def _outright(self, lists: _Lists) -> Iterator[NDArray[Any]]:
        """Pairs so close to what most share that they need share nothing else; joined where they are many."""
        order = np.argsort(lists.weight, kind="stable")
        weight = lists.weight[order]
        upto = np.searchsorted(weight, -weight + 1e-9, "right")
        n_later = np.maximum(upto - np.arange(len(order)) - 1, 0)
        if n_later.sum() > FEW * len(order):
            n_later[1:] = 0  # the closest one is near all that are near any
        one = np.repeat(np.arange(len(order)), n_later)
        yield lists.rows[order[np.stack([one, one + 1 + _ranges(n_later)], axis=1)]]

    def _joined(self, rows: NDArray[np.int32]) -> Iterator[NDArray[np.int64]]:
        """Pairs that join the same sets as all pairs would: each set is met by one of its kin, not by all."""
        reached: list[int] = []
        while len(rows):
            if not reached:
                reached, rows = [int(rows[0])], rows[1:]
            one = np.full(len(rows), reached.pop(), np.int32)
            chosen = np.flatnonzero(self._may_be_near(one, rows))
            codes, _ = self._close_pairs(self._codes(np.stack([one[chosen], rows[chosen]], axis=1)))
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
        apart = self.far * (a + b) + 1e-9  # features that only one of them has
        near: NDArray[np.bool_] = (differ <= apart) & (np.abs(a - b) <= apart)
        return near

    def _codes(self, pairs: NDArray[Any]) -> NDArray[np.int64]:
        low, high = pairs.min(axis=1).astype(np.int64), pairs.max(axis=1)
        return _distinct(low * len(self.sizes) + high)

    def _close_pairs(self, codes: NDArray[np.int64]) -> Found:
        """Those that are as alike as the bound, and how much."""
        kept, values = [np.empty(0, np.int64)], [np.empty(0)]
        step = 1 + VERIFIED * len(self.sizes) // max(self.features.nnz, 1)
        for start in range(0, len(codes), step):
            code = codes[start : start + step]
            i, j = np.divmod(code, len(self.sizes))
            common = np.asarray(self.features[i].multiply(self.features[j]).sum(axis=1)).ravel()
            similarity = common / (self.sizes[i] + self.sizes[j] - common)
            near = similarity >= self.bound - 1e-12
            kept.append(code[near])
            values.append(similarity[near])
        return np.concatenate(kept), np.concatenate(values)


class _Lists:
    """Lists of features, rare ones first, of which near sets share some.

    Of two near sets the one of less weight shares as many features as its weight or more, the other as
    many as `larger`.
    """

    def __init__(
        self,
        rows: NDArray[np.int32],  # of each list
        owner: NDArray[Any],  # the list of each feature
        features: NDArray[Any],
        n_features: int,
        *,
        weight: NDArray[np.float64],
        larger: NDArray[np.int64],
        fresh: NDArray[np.bool_] | None = None,  # lists of which each pair holds one, or all
    ) -> None:
        self.rows, self.weight, self.fresh = rows, weight, fresh
        self.lengths: NDArray[np.int64] = np.bincount(owner, minlength=len(rows))
        self.ends = np.cumsum(self.lengths)
        self.width = max(n_features, 1)
        frequency = np.bincount(features, minlength=n_features)
        rank = np.empty(len(frequency), np.int64)
        rank[np.argsort(frequency, kind="stable")] = np.arange(len(frequency))
        cells = np.sort(owner.astype(np.int64) * self.width + rank[features])
        self.owner, self.rank = (part.astype(np.int32) for part in np.divmod(cells, self.width))
        self.least = np.maximum(_rounded_up(weight), 1)
        self.smaller = self.ends - self.least + 1  # before it stands the first shared feature
        self.larger = self.ends - np.maximum(larger, 1) + 1
        place = np.arange(len(self.owner))
        wanted = np.sort(frequency) > 1
        if fresh is not None:
            wanted &= np.bincount(self.rank[fresh[self.owner]], minlength=n_features) > 0
        first = place[(place < self.larger[self.owner]) & wanted[self.rank]]
        self.first = first[_order(self.rank[first].astype(np.int64))]

    def pieces(self) -> Iterator[Cells]:
        """First features, all sets of one together."""
        ends = np.flatnonzero(np.diff(self.rank[self.first], append=-1)) + 1
        start = 0
        while start < len(self.first):
            last = int(np.searchsorted(ends, start + PIECE, "right")) - 1  # at least one feature
            stop = int(ends[last]) if last >= 0 and ends[last] > start else int(ends[last + 1])
            yield self.first[start:stop]
            start = stop

    def levels(self, cells: Cells) -> Iterator[_Level]:
        """Sets put together by one feature, by two …"""
        key = self.rank[cells].astype(np.int64)
        for depth in range(DEPTH):
            level = _Level(self, cells, key, depth)
            yield level
            told_apart = np.flatnonzero(level.apart[level.group])
            last = level.cells[told_apart]
            of = self.owner[last]
            more = np.maximum(np.minimum(self.larger[of] + depth + 1, self.ends[of]) - last - 1, 0)
            cells = np.repeat(last + 1, more) + _ranges(more)
            if not len(cells):
                return
            key = np.repeat(level.group[told_apart], more) * self.width + self.rank[cells]


class _Level:
    """Sets with the same first shared features side by side, in groups by them."""

    def __init__(self, lists: _Lists, cells: Cells, key: NDArray[np.int64], depth: int) -> None:
        self._lists = lists
        of = lists.owner[cells]
        eligible = cells < lists.smaller[of] + depth  # as the smaller set of a pair
        done = eligible & (lists.least[of] <= depth + 1)  # nothing more need be shared
        order = _order(3 * key + (2 - eligible.astype(np.int64) - done))
        self.cells, self.eligible, self._done, key = cells[order], eligible[order], done[order], key[order]
        self._starts = np.flatnonzero(np.diff(key, prepend=-1))
        self._counts = np.diff(self._starts, append=len(key))
        self.group = group = np.repeat(np.arange(len(self._starts)), self._counts)
        n_eligible, n_done = (
            np.bincount(group[which], minlength=len(self._starts)) for which in (self.eligible, self._done)
        )
        self._n_later = np.repeat(self._starts + self._counts, self._counts) - np.arange(len(key)) - 1
        last = depth == DEPTH - 1
        if lists.fresh is not None:
            held = np.bincount(group, weights=lists.fresh[lists.owner[self.cells]], minlength=len(n_done)) > 0
            n_eligible, self.eligible = n_eligible * held, self.eligible & held[group]
        many = (n_eligible > FEW) & (self._counts > 1)
        self.apart = many & (not last)  # groups told apart by another feature
        self._left = np.zeros(len(many), np.bool_)
        self._n_pairs = np.where(many, n_eligible * self._counts, 0)
        self._endless = (n_eligible if last else n_done) * self._counts > ALL

    def large(self, n_pairs: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
        """Groups of more pairs, and the lists that they are of."""
        for group in np.flatnonzero(self._n_pairs > min(n_pairs, LARGE)).tolist():
            start = self._starts[group]
            yield (
                group,
                np.unique(self._lists.owner[self.cells[start : start + self._counts[group]]]).astype(
                    np.int64
                ),
            )

    def leave(self, group: int) -> None:
        """Neither compare a group nor tell it apart: it is dealt with otherwise."""
        self._left[group], self.apart[group] = True, False

    def endless(self, group: int) -> bool:
        """Whether a group is too large to compare all, and no feature tells it apart."""
        return bool(self._endless[group])

    def n_pairs(self) -> float:
        return float(self._n_later[self._compared()].sum())

    def some_pairs(self, most: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The lists of some of the pairs to compare, evenly from all."""
        first = np.flatnonzero(self._compared() & (self._n_later > 0))
        ends = np.cumsum(self._n_later[first])
        total = int(ends[-1]) if len(ends) else 0
        places = np.arange(min(most, total)) * total // max(min(most, total), 1)
        which = np.searchsorted(ends, places, "right")
        one, other = first[which], first[which] + ends[which] - places
        of = self._lists.owner[self.cells].astype(np.int64)
        return of[one], of[other]

    def _compared(self) -> NDArray[np.bool_]:
        compared: NDArray[np.bool_] = (
            self.eligible & ~self._left[self.group] & (~self.apart[self.group] | self._done)
        )
        return compared

    def pairs(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Places of two sets of a group, some at a time; the first may be the smaller one."""
        first = np.flatnonzero(self._compared() & (self._n_later > 0))
        ends = np.cumsum(self._n_later[first])
        start = 0
        while start < len(first):
            before = int(ends[start - 1]) if start else 0
            stop = max(int(np.searchsorted(ends, before + PAIRS, "right")), start + 1)
            one, later = first[start:stop], self._n_later[first[start:stop]]
            yield np.repeat(one, later), np.repeat(one + 1, later) + _ranges(later)
            start = stop


def _processors() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _ranges(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1 … up to each of the counts, one after the other."""
    ends = np.cumsum(counts)
    places: NDArray[np.int64] = np.arange(int(counts.sum())) - np.repeat(ends - counts, counts)
    return places


def _order(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """A stable order; whole numbers that hold key and place are sorted in half the time."""
    n = max(len(keys), 1)
    if int(keys.max(initial=0)) > np.iinfo(np.int64).max // n - 1:
        return np.argsort(keys, kind="stable")
    return np.sort(keys * n + np.arange(len(keys))) % n


def _distinct(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    codes = np.sort(codes)
    return codes[np.diff(codes, prepend=-1) > 0]


def _rounded_up(values: NDArray[Any]) -> NDArray[np.int64]:
    whole: NDArray[np.int64] = np.ceil(values - 1e-9).astype(np.int64)
    return whole
