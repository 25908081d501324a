"""Hadamard matrices: square matrices of signs with orthogonal columns.

Their columns are the splits of balanced designs, because the overlap of two halves
is n/4 exactly when their sign columns are orthogonal and balanced.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Signs = NDArray[np.int8]


@lru_cache(maxsize=64)
def hadamard(order: int) -> Signs:
    """A Hadamard matrix whose first row and column are +1, of an order that `exists`.

    Doubling (Sylvester), quadratic residues (Paley I and II) and their Kronecker
    products: every multiple of 4 up to 200 except 52, 92, 100, 116, 156, 172, 184
    and 188.
    """
    assert exists(order), order
    signs = _constructed(order)
    signs = signs * signs[:, :1]
    matrix: Signs = (signs * signs[:1, :]).astype(np.int8)
    matrix.flags.writeable = False  # kept by the cache, shared by all callers
    return matrix


@lru_cache(maxsize=1024)
def exists(order: int) -> bool:
    """Whether `hadamard` can make this order."""
    return order in (1, 2) or (order > 0 and order % 4 == 0 and _construction(order) is not None)


def _construction(order: int) -> tuple[str, int] | None:
    if order & (order - 1) == 0:
        return "Sylvester", order
    if _is_prime(order - 1):
        return "Paley I", order - 1
    if order % 8 == 4 and _is_prime(order // 2 - 1):
        return "Paley II", order // 2 - 1
    for factor in (2, *range(4, order // 2, 4)):
        if order % factor == 0 and exists(factor) and exists(order // factor):
            return "Kronecker", factor
    return None


def _constructed(order: int) -> NDArray[np.integer[Any]]:
    name, parameter = _construction(order) or ("none", 0)
    if name == "Sylvester":  # +1 where the binary digits that row and column share are even in number
        ranks = np.arange(order)
        odd = np.bitwise_count(ranks[:, None] & ranks) % 2
        return np.where(odd == 1, -1, 1)
    if name == "Paley I":  # a prime q = 3 mod 4, order q + 1
        return _conference(parameter, -1) + np.eye(order, dtype=np.int64)
    if name == "Paley II":  # a prime q = 1 mod 4, order 2 (q + 1)
        conference = _conference(parameter, 1)
        one = np.eye(parameter + 1, dtype=np.int64)
        return np.kron(conference, [[1, 1], [1, -1]]) + np.kron(one, [[1, -1], [-1, -1]])
    return np.kron(hadamard(parameter), hadamard(order // parameter))


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % d for d in range(2, int(number**0.5) + 1))


def _conference(q: int, sign: int) -> NDArray[np.int64]:
    """[[0, 1'], [sign 1, Q]], Q_ab = +1 if a - b is a square modulo the prime q, -1 if not, 0 for a = b."""
    residue = np.full(q, -1)
    residue[np.arange(1, q) ** 2 % q] = 1
    residue[0] = 0
    index = np.arange(q)
    matrix = np.zeros((q + 1, q + 1), np.int64)
    matrix[0, 1:], matrix[1:, 0], matrix[1:, 1:] = 1, sign, residue[(index[:, None] - index) % q]
    return matrix
