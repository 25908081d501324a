"""Random words that are the same on every machine and NumPy version.

Only the raw output of a counter-based bit generator is promised to stay; the
methods of `numpy.random.Generator` may change between releases. What is drawn is
therefore made here from raw words with whole-number arithmetic.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# One stream per purpose, so that the same seed does not reuse words.
HALVES, BLOCKS, CONSTRUCTION, SIDES, PARTS, FOLDS, GROUPS = 1, 2, 3, 4, 5, 6, 7

LOW = np.uint64(2**32 - 1)


def raw_words(
    seed: int, stream: int, n_words: int, *, position: int = 0, stage: int = 0
) -> NDArray[np.uint64]:
    """`n_words` words from counter `position` on; a counter value holds four words."""
    # Python numbers, because the counter is carried into its higher words by NumPy itself.
    counter = [position & (2**64 - 1), position >> 64, 0, stage]
    words: NDArray[np.uint64] = np.random.Philox(key=[seed, stream], counter=counter).random_raw(n_words)
    return words


def split_words(words: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """The lower, then the upper 32 bits of every word of the last axis, on machines of either byte order."""
    parts: NDArray[np.uint32] = words.astype("<u8", copy=False).view("<u4")
    return parts


def scaled(words32: NDArray[np.uint32], n: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Numbers 0..n-1 from 32-bit words, and which of them to use.

    The high half of word * n is uniform once the few words are dropped whose low
    half falls below 2^32 mod n (Lemire, Fast random integer generation in an
    interval, 2019); n is below 2^31.
    """
    product = words32.astype(np.uint64) * np.uint64(n)
    return (product >> np.uint64(32)).astype(np.int64), (product & LOW) >= np.uint64(2**32 % n)


class Draws:
    """Uniform whole numbers one after the other, for searches and shuffles."""

    def __init__(self, seed: int, stream: int, stage: int = 0) -> None:
        self._generator = np.random.Philox(key=[seed, stream], counter=[0, 0, 0, stage])

    def integers(self, n: int, size: int) -> NDArray[np.int64]:
        """`size` numbers, each 0..n-1 with equal probability."""
        accepted: list[NDArray[Any]] = []
        missing = size
        while missing:
            words = split_words(self._generator.random_raw((missing + 1) // 2))[:missing]
            numbers, usable = scaled(words, n)
            accepted.append(numbers[usable])
            missing -= len(accepted[-1])
        return np.concatenate(accepted) if accepted else np.zeros(0, np.int64)

    def permutation(self, n: int) -> NDArray[np.int64]:
        """0..n-1 in an order drawn uniformly from all orders."""
        while True:
            keys = self._generator.random_raw(n)
            order: NDArray[np.int64] = np.argsort(keys, kind="stable")
            ordered = keys[order]
            if (ordered[1:] != ordered[:-1]).all():
                return order

    def permutations(self, count: int, n: int) -> NDArray[np.int64]:
        """`count` independent orders of 0..n-1, shape (count, n)."""
        # By sorting keys. Equal keys, one pair in 2^64, would favour an order: draw all again.
        while True:
            keys = self._generator.random_raw(count * n).reshape(count, n)
            order: NDArray[np.int64] = np.argsort(keys, axis=1, kind="stable").astype(np.int64)
            if (np.diff(np.take_along_axis(keys, order, axis=1), axis=1) != 0).all():
                return order

    def some(self, n: int, size: int) -> NDArray[np.int64]:
        """The first `size` of `permutation(n)`; the rest is not put in order."""
        while 0 < size < n:
            keys = self._generator.random_raw(n)
            least = np.argpartition(keys, size)[: size + 1]
            order: NDArray[np.int64] = least[np.argsort(keys[least])]
            if (np.diff(keys[order]) != 0).all():
                return order[:size]
        return self.permutation(n)[:size]

    def orders_and_signs(self, count: int, n: int, m: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """An order of 0..n-1, then m signs, `count` times over, shapes (count, n) and (count, m).

        The same words as `permutation(n)` and `signs(m)` in turn take, all at once.
        """
        before = self._generator.state
        words = self._generator.random_raw(count * (n + (m + 1) // 2)).reshape(count, -1)
        orders = np.argsort(words[:, :n], axis=1, kind="stable").astype(np.int64)
        if (np.diff(np.take_along_axis(words[:, :n], orders, axis=1), axis=1) == 0).any():
            self._generator.state = before  # an order is drawn again: one by one
            drawn = [(self.permutation(n), self.signs(m)) for _ in range(count)]
            return np.stack([order for order, _ in drawn]), np.stack([signs for _, signs in drawn])
        halves = split_words(np.ascontiguousarray(words[:, n:]))[:, :m]
        return orders, 2 * scaled(halves, 2)[0] - 1

    def signs(self, size: int) -> NDArray[np.int64]:
        """`size` numbers, each -1 or +1."""
        return 2 * self.integers(2, size) - 1
