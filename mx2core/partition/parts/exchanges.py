"""Groups of two parts change places as long as that makes the parts more even."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from ..halves.philox import Draws
from .part_totals import PartTotals

SAMPLE = 1_500  # groups of each part that an exchange is chosen from
BEST = 300  # of each part, among which the best exchange is looked for, as long as any helps
TIMES = 3  # exchanges made among them
BUDGET = 4_000  # pairs of parts looked at
IDLE = 60  # without gain in a row: chance finds nothing any more
CELLS = 2**20  # of groups and labels that are written out
MOST_OFF = 0.25  # of the smallest part: labels are no reason to halve it
NEVER = 1e300  # more than any exchange gains
PRODUCT = 2**17  # multiplications at once, for which no further thread is woken


class Exchanges:
    """Parts, what is in each of them, and how often that has changed."""

    def __init__(self, work: PartTotals, part_of: NDArray[np.int64], draws: Draws) -> None:
        self.work, self.draws = work, draws
        self.nothing = len(part_of)  # the number of a group of no units, which is in no part
        self.part_of, self.members = np.append(part_of, -1), np.append(work.members, 0).astype(np.int32)
        self.reached = work.totals(part_of)
        inside = np.bincount(part_of, weights=work.members, minlength=work.n_parts)
        # What a usual group has units, or less; of small parts no more than a quarter of them.
        self.bound = np.int32(min(work.members.mean() - 1, work.target_sizes.min() * MOST_OFF) + 1e-9)
        self.sizes = (inside - work.target_sizes).astype(np.int32)  # of each part above its own
        self.groups = np.bincount(part_of, minlength=work.n_parts)
        self.changes = np.zeros(work.n_parts, np.int64)
        self.most = work.counts.max(axis=0).toarray().astype(np.float64)  # of each label in a group
        self._weigh(work.weights)

    def _weigh(self, weights: NDArray[np.float64]) -> None:
        self.weights, self.curve = weights, _exact(2 * weights, self.most**2)

    def reach_typical(self, expected: NDArray[np.float64]) -> NDArray[np.int64]:
        """The parts once every attribute is at most as uneven as expected, or nothing helps.

        Any exchange that helps a little is made, where the best ones would go too far.
        """
        work, idle, sample, changed = self.work, 0, 1, True
        for _ in range(BUDGET):
            if changed:
                uneven = work.divergence(self.reached) > expected
                if not uneven.any():
                    break
                # What is even enough already is left to chance, not made more alike still.
                weights = work.weights.copy()
                for columns, wanted in zip(work.columns, uneven.tolist(), strict=True):
                    weights[columns] *= wanted
                self._weigh(weights)
            pair = self.draws.permutation(work.n_parts)[:2]
            changed = self._exchange(pair[None], [self._some(part, sample) for part in pair.tolist()], 1)
            idle = 0 if changed else idle + 1
            if idle >= IDLE:
                if sample > 1:
                    break
                sample, idle = min(SAMPLE, self._group_limit(1)), 0  # look for the best
        return self.part_of[:-1]

    def reach_optimum(self) -> NDArray[np.int64]:
        """The parts once no two of them gain by an exchange any more."""
        for pairs in self._turns():
            self._exchange(pairs, self._best(pairs), TIMES)
        return self.part_of[:-1]

    def _turns(self) -> Iterator[NDArray[np.int64]]:
        """Pairs without a part in common, as long as one part of a pair changed since it was looked at."""
        n, left = self.work.n_parts, BUDGET
        pairs = np.stack(np.triu_indices(n, 1), axis=1) if n * n < BUDGET else self._some_pairs(n)
        seen, looked = np.full(pairs.shape, -1), np.zeros(len(pairs))
        while left > 0:
            late = np.flatnonzero((seen != self.changes[pairs]).any(axis=1))
            late = late[~self._settled(pairs[late])]
            if not len(late):
                return
            turn, busy = list[int](), set[int]()
            for k in late[np.argsort(looked[late], kind="stable")].tolist():  # the longest ago first
                if busy.isdisjoint(pair := pairs[k].tolist()):
                    turn.append(k)
                    busy.update(pair)
            seen[turn] = self.changes[pairs[turn]]
            left -= len(turn)
            looked[turn] = BUDGET - left
            yield pairs[turn]

    def _some_pairs(self, n: int) -> NDArray[np.int64]:
        one, further = self.draws.integers(n, BUDGET), 1 + self.draws.integers(n - 1, BUDGET)
        return np.stack([one, (one + further) % n], axis=1)

    def _settled(self, pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether no label gains when one of it moves, so that no exchange of two parts helps."""
        settled: NDArray[np.bool_] = (2 * np.abs(self._lead(pairs)) - self._steps(pairs)).max(axis=1) <= 1e-9
        return settled

    def _steps(self, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the lead of the first part of each pair falls by when a label moves to the second, (n, 1)."""
        steps: NDArray[np.float64] = (1 / self.work.share[pairs]).sum(axis=1, keepdims=True)
        return steps

    def _lead(self, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the first part of each pair has above its share of a label, over that of the second."""
        rates = self.reached / self.work.share[:, None]
        lead: NDArray[np.float64] = rates[pairs[:, 0]] - rates[pairs[:, 1]]
        return lead

    def _exchange(self, pairs: NDArray[np.int64], groups: list[NDArray[np.int64]], times: int) -> bool:
        """Let groups of each two parts change places, or one move, if that helps; whether it did.

        `groups` to choose from are those of the first part of the first pair, of its second part, and so on.
        """
        table = np.full((len(groups), max(map(len, groups)) + 1), self.nothing)
        for row, some in zip(table, groups, strict=True):
            row[: len(some)] = some
        # Part p gives a and gets b, which may be nothing, the last of each: then a group moves.
        ours, theirs = table[::2], table[1::2]
        a_counts, b_counts = self._counts(ours), self._counts(theirs)
        # chi2/J is the sum of w_j o_kj^2 / share_k over parts k and labels j, o what is above the usual.
        # Moving x_j from p to q changes it by x_j^2 w_j - x_j slope_j, times 1/share_p + 1/share_q.
        slope = _exact(2 * self.weights * self._lead(pairs) / self._steps(pairs), self.most)
        scaled = a_counts * self.curve
        a_gain = np.einsum("pgj,pgj->pg", a_counts, scaled) / 2 - _dot(a_counts, slope)
        b_gain = np.einsum("pgj,pgj->pg", b_counts, b_counts * self.curve) / 2 + _dot(b_counts, slope)
        if self.groups[pairs].min() <= times:  # no part is emptied
            few, times = self.groups[pairs] < 2, 1
            a_gain[few[:, 1:] & (ours == self.nothing)] = NEVER
            b_gain[few[:, :1] & (theirs == self.nothing)] = NEVER
        both = np.empty((len(pairs), table.shape[1], table.shape[1]))
        block = max(1, PRODUCT // b_counts[0].size)
        for start in range(0, table.shape[1], block):
            np.matmul(
                scaled[:, start : start + block],
                b_counts.transpose(0, 2, 1),
                out=both[:, start : start + block],
            )
        more = self.members[theirs][:, None, :] - self.members[ours][:, :, None]
        state = [pairs, ours, theirs, a_counts, b_counts, a_gain, b_gain, both, more]
        buffer = np.empty_like(both)
        for time in range(times):
            pairs, ours, theirs, a_counts, b_counts, a_gain, b_gain, both, more = state
            gain = np.subtract(a_gain[:, :, None], both, out=buffer[: len(pairs)])
            gain += b_gain[:, None, :]
            # Neither part may come to stand further from its size than the one that is furthest, or than
            # a usual group has units.
            off = self.sizes[pairs].T[..., None, None]
            bound = np.maximum(np.abs(off).max(axis=0), self.bound)
            low, high = np.maximum(-off[0], off[1]) - bound, np.minimum(-off[0], off[1]) + bound
            gain *= (more >= low) & (more <= high)
            flat = gain.reshape(len(pairs), -1)
            best = flat.argmin(axis=1)
            better = np.flatnonzero(flat[np.arange(len(pairs)), best] < -1e-12)
            if not len(better):
                return time > 0
            if len(better) < len(pairs):
                state, best = [one[better] for one in state], best[better]
                pairs, ours, theirs, a_counts, b_counts, a_gain, b_gain, both, more = state
            each, (i, j) = np.arange(len(pairs)), np.divmod(best, table.shape[1])
            a, b, counts = ours[each, i], theirs[each, j], a_counts[each, i] - b_counts[each, j]
            self._swap(pairs, a, b, counts.astype(np.int64))
            a_gain += _dot(a_counts, self.curve * counts)
            b_gain -= _dot(b_counts, self.curve * counts)
            a_gain[each, i] += NEVER * (a < self.nothing)
            b_gain[each, j] += NEVER * (b < self.nothing)
        return True

    def _swap(
        self, pairs: NDArray[np.int64], a: NDArray[np.int64], b: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> None:
        """The first parts give groups a to the second ones, and get groups b; `counts` are a's less b's."""
        signs, more = np.array([-1, 1]), self.members[a] - self.members[b]
        n_groups = (a < self.nothing) * 1 - (b < self.nothing)
        self.reached[pairs] += signs[:, None] * counts[:, None]
        self.sizes[pairs] += np.outer(more, signs).astype(np.int32)
        self.groups[pairs] += np.outer(n_groups, signs)
        self.changes[pairs] += 1
        self.part_of[a], self.part_of[b] = pairs[:, 1], pairs[:, 0]
        self.part_of[-1] = -1

    def _counts(self, groups: NDArray[np.int64]) -> NDArray[np.float64]:
        """Of groups (…), in an array (…, n_labels)."""
        if isinstance(self._rows, np.ndarray):
            return self._rows.take(groups, axis=0)
        found: NDArray[np.float64] = self._rows[groups.ravel()].toarray()
        return found.reshape(*groups.shape, -1)

    @cached_property
    def _rows(self) -> Any:
        """Counts of each group and of none, as CSR where they are many."""
        none = csr_array((1, len(self.work.all)), dtype=np.int64)
        counts = csr_array(vstack([self.work.counts, none], format="csr")).astype(np.float64)
        return counts.toarray() if counts.shape[0] * counts.shape[1] <= CELLS else counts

    def _best(self, pairs: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """Of each part the groups that gain most when they move to the other, one of each kind."""
        work, short = self.work, np.min_scalar_type(-self.work.n_parts)  # numbers that are sorted by counting
        order = np.argsort(self.part_of.astype(short), kind="stable")[1:]  # without none
        ends = np.cumsum(self.groups)
        spans = np.stack([ends - self.groups, ends], axis=1)[pairs.ravel()]
        found = [order[start:end] for start, end in spans.tolist()]
        best = min(BEST, self._group_limit(len(pairs)))
        if max(map(len, found)) <= best:
            return found
        squares = work.counts.power(2) @ self.weights
        slope = work.counts @ (2 * self.weights * self._lead(pairs)).T
        steps = self._steps(pairs)[:, 0]
        for k, groups in enumerate(found):
            kinds = groups[np.unique(work.kinds[groups], return_index=True)[1]]
            gain = squares[kinds] * steps[k // 2] + (-1, 1)[k % 2] * slope[kinds, k // 2]
            found[k] = kinds[np.argsort(gain, kind="stable")[:best]]
        return found

    def _group_limit(self, n_pairs: int) -> int:
        """Groups of a part whose counts are looked at: fewer where labels are many."""
        return max(4 * CELLS // (len(self.work.all) * n_pairs), 10)

    def _some(self, part: int, sample: int) -> NDArray[np.int64]:
        groups = np.flatnonzero(self.part_of == part)
        if len(groups) <= sample:
            return groups
        drawn: NDArray[np.int64] = np.unique(groups[self.draws.integers(len(groups), sample)])  # none twice
        return drawn


def _dot(counts: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of counts (n_pairs, n_groups, n_labels) times weights (n_pairs, n_labels)."""
    sums: NDArray[np.float64] = np.matmul(counts, weights[:, :, None])[..., 0]
    return sums


def _exact(weights: NDArray[np.float64], most: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rounded to where sums of them, times `most` at most, are exact, in whatever order a processor adds."""
    bound = (np.abs(weights) * most).sum(axis=-1, keepdims=True)
    grid = np.ldexp(1.0, np.frexp(bound)[1] - 51)
    found: NDArray[np.float64] = np.round(weights / grid) * grid
    return found
