"""Groups of two parts change places as long as that makes the parts more even."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..halves.philox import Draws
from .part_totals import PartTotals

SAMPLE = 1_500  # groups of each part that an exchange is chosen from
SHARING = 400_000  # pairs of groups that share labels, about, among which the best exchange is looked for
TIMES = 50  # exchanges made among them
BUDGET = 4_000  # pairs of parts looked at
IDLE = 60  # without gain in a row: chance finds nothing any more


class Exchanges:
    """Parts, what is in each of them, and how often that has changed."""

    def __init__(self, work: PartTotals, part_of: NDArray[np.int64], draws: Draws) -> None:
        self.work, self.part_of, self.draws = work, part_of.copy(), draws
        self.reached = work.totals(part_of)
        inside = np.bincount(part_of, weights=work.members, minlength=work.n_parts)
        self.sizes = inside - work.wanted  # of each part above its own
        self.groups = np.bincount(part_of, minlength=work.n_parts)
        self.changes = np.zeros(work.n_parts, np.int64)
        self.weights = work.weights

    def until_typical(self, expected: NDArray[np.float64]) -> NDArray[np.int64]:
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
                self.weights = work.weights.copy()
                for columns, wanted in zip(work.columns, uneven.tolist(), strict=True):
                    self.weights[columns] *= wanted
            p, q = self.draws.permutation(work.n_parts)[:2].tolist()
            changed = self._exchange(p, q, sample, 1)
            idle = 0 if changed else idle + 1
            if idle >= IDLE:
                if sample > 1:
                    break
                sample, idle = SAMPLE, 0  # look for the best
        return self.part_of

    def until_nothing_helps(self) -> NDArray[np.int64]:
        """The parts once no two of them gain by an exchange any more."""
        work = self.work
        holding = np.bincount(work.counts.indices, minlength=len(work.all)) / len(work.members)
        # Where all groups share labels, some of them say what helps as well as all do.
        sample = int((SHARING / max(float(holding @ holding), 1e-6)) ** 0.5) + 1
        for p, q in self._pairs():
            if not self._settled(p, q):
                self._exchange(p, q, sample, TIMES)
        return self.part_of

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """Pairs of parts, turn by turn, as long as one of the two has changed since they were looked at."""
        n = self.work.n_parts
        pairs = np.stack(np.triu_indices(n, 1), axis=1) if n * n < BUDGET else self._some_pairs(n)
        seen, left = np.full(pairs.shape, -1), BUDGET
        while len(late := np.flatnonzero((seen != self.changes[pairs]).any(axis=1))):
            for k in late[self.draws.permutation(len(late))].tolist():
                seen[k] = self.changes[pairs[k]]
                yield int(pairs[k, 0]), int(pairs[k, 1])
                left -= 1
                if not left:
                    return

    def _some_pairs(self, n: int) -> NDArray[np.int64]:
        one, further = self.draws.integers(n, BUDGET), 1 + self.draws.integers(n - 1, BUDGET)
        return np.stack([one, (one + further) % n], axis=1)

    def _settled(self, p: int, q: int) -> bool:
        """Whether no label gains when one of it moves, so that no exchange of two parts helps."""
        share = self.work.share
        gained = 2 * np.abs(self._surplus(p) / share[p] - self._surplus(q) / share[q])
        return bool((gained <= 1 / share[p] + 1 / share[q] + 1e-9).all())

    def _exchange(self, p: int, q: int, sample: int, times: int) -> bool:
        """Let groups of two parts change places, or one move, if that helps; whether it did."""
        work, share, counts = self.work, self.work.share, self.work.counts
        ours, theirs = self._sample(p, sample), self._sample(q, sample)
        # Part p gives a and gets b, which may be nothing, the last of each: then a group moves.
        a_size, b_size = np.append(work.members[ours], 0), np.append(work.members[theirs], 0)
        a_counts, b_counts = counts[ours], counts[theirs]
        # chi2/J is the sum of w_j o_kj^2 / share_k over parts k and labels j, o what is above the usual.
        # Moving x_j from p to q changes it by x_j^2 w_j (1/share_p + 1/share_q) - x_j slope_j.
        curve = self.weights * (1 / share[p] + 1 / share[q])
        a_square, b_square = a_counts.power(2) @ curve, b_counts.power(2) @ curve
        scaled = a_counts.astype(np.float64)
        scaled.data *= 2 * curve[scaled.indices]
        both = (scaled @ b_counts.T).tocoo()  # of groups that share labels; of others it is nothing
        a_gone, b_gone = (np.zeros(len(groups) + 1, np.bool_) for groups in (ours, theirs))
        for time in range(times):
            slope = 2 * self.weights * (self._surplus(p) / share[p] - self._surplus(q) / share[q])
            a_gain = np.append(a_square - a_counts @ slope, 0 if self._may_give(q) else np.inf)
            b_gain = np.append(b_square + b_counts @ slope, 0 if self._may_give(p) else np.inf)
            a_gain[a_gone], b_gain[b_gone] = np.inf, np.inf
            # Beside those that share labels, the best of each size are enough to look at.
            a_best, b_best = _best_of_sizes(a_gain, a_size), _best_of_sizes(b_gain, b_size)
            i = np.concatenate([np.repeat(a_best, len(b_best)), both.row])
            j = np.concatenate([np.tile(b_best, len(a_best)), both.col])
            gain = a_gain[i] + b_gain[j]
            gain[len(i) - both.nnz :] -= both.data
            more = b_size[j] - a_size[i]
            # Neither part may come to stand further from its size than the one that is furthest, or than
            # a usual group has units.
            bound = max(abs(self.sizes[p]), abs(self.sizes[q]), work.usual - 1) + 1e-9
            gain[np.maximum(np.abs(self.sizes[p] + more), np.abs(self.sizes[q] - more)) > bound] = 0
            best = int(np.argmin(gain))
            if gain[best] >= -1e-12:
                return time > 0
            a, b = int(i[best]), int(j[best])
            for k, groups, gone, source, target in ((a, ours, a_gone, p, q), (b, theirs, b_gone, q, p)):
                if k < len(groups):
                    self._move(int(groups[k]), source, target)
                    gone[k] = True
        return True

    def _surplus(self, part: int) -> NDArray[np.float64]:
        above: NDArray[np.float64] = self.reached[part] - self.work.share[part] * self.work.all
        return above

    def _may_give(self, part: int) -> bool:
        return bool(self.groups[part] > 1)  # no part is emptied

    def _move(self, group: int, source: int, target: int) -> None:
        counts = self.work.counts
        cells = slice(counts.indptr[group], counts.indptr[group + 1])
        for part, sign in ((source, -1), (target, 1)):
            self.reached[part, counts.indices[cells]] += sign * counts.data[cells]
            self.sizes[part] += sign * self.work.members[group]
            self.groups[part] += sign
            self.changes[part] += 1
        self.part_of[group] = target

    def _sample(self, part: int, sample: int) -> NDArray[np.int64]:
        groups = np.flatnonzero(self.part_of == part)
        if len(groups) <= sample:
            return groups
        drawn: NDArray[np.int64] = np.unique(groups[self.draws.integers(len(groups), sample)])  # none twice
        return drawn


def _best_of_sizes(gain: NDArray[np.float64], size: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each size the place of the least gain."""
    order = np.lexsort((gain, size))
    best: NDArray[np.int64] = order[np.flatnonzero(np.diff(size[order], prepend=-1))]
    return best
