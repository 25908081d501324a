"""Count labels in many random halves at once, 64 halves to a word.

Column j of a table of counts says how often label j occurs in each unit. Its
total in a half is a sum of bits, and the bits of 64 halves stand in one word, so
three words are added by five logical operations into a word of sums and a word of
carries (a carry-save adder). The carries are added likewise at twice the weight,
until each label has one word per binary digit of its total.

Which words meet is the same for all halves. It is planned once for a table and
then run on as many halves as wanted.

Where most units have most labels, a matrix product of unpacked masks is faster: 500,000 units
with twelve labels in 2,048 halves take .9 s of a processor instead of 3.4. Its factors are so
small that BLAS starts no threads, which would wait for one another on a busy machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array, hstack

from ..checks import label_totals

UNITS = 2**14  # counted at a time
CELLS = 8  # of units counted at a time, for each label at least
PRODUCT = 2**18  # multiplications up to which BLAS uses one thread
EXACT = 2**24  # up to which float32 has every whole number
Index = NDArray[Any]  # whole numbers
Words = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class _Pass:
    """One round of additions: rows a + b + c, rows d + e, and rows that wait."""

    a: Index
    b: Index
    c: Index
    d: Index
    e: Index
    waiting: Index

    @property
    def n_carries(self) -> int:
        return len(self.a) + len(self.d)

    @property
    def height(self) -> int:
        """Rows that follow: sums, then those that waited."""
        return self.n_carries + len(self.waiting)


@dataclass(frozen=True, slots=True, eq=False)
class _Digit:
    """How the words of one binary weight become one word per label."""

    passes: tuple[_Pass, ...]  # the first takes the units' words and, behind them, what was carried
    labels: Index  # whose digit each word left over is


class Tally:
    """A plan to count the labels of several attributes in random halves."""

    def __init__(self, tables: Sequence[csr_array]) -> None:
        sizes = [table.shape[1] for table in tables]
        offsets = np.cumsum([0, *sizes])
        self.n_labels = int(offsets[-1])
        self.attributes = [slice(int(a), int(b)) for a, b in pairwise(offsets)]
        self._plans = [(slice(None), _Product(tables))] if _is_dense(tables) else list(_pieces(tables))
        most = max(int(label_totals(table).max()) for table in tables)
        self._dtype = np.uint16 if most < 1 << 16 else np.uint32

    @property
    def n_words(self) -> int:
        """Words that `totals` works on for each column of 64 halves."""
        return max(plan.n_words for _rows, plan in self._plans)

    def totals(self, words: Words) -> NDArray[np.unsignedinteger[Any]]:
        """T_j for 64 halves per column of `words` (n_units, n_blocks), shape (n_labels, 64 n_blocks)."""
        totals = np.zeros((self.n_labels, 64 * words.shape[1]), self._dtype)
        for rows, plan in self._plans:
            plan.add_totals(words[rows], totals)
        return totals


def _is_dense(tables: Sequence[csr_array]) -> bool:
    """Whether multiplying takes less time than adding, and the sums of some units are exact."""
    n_units, n_labels = tables[0].shape[0], sum(table.shape[1] for table in tables)
    n_cells = sum(table.nnz for table in tables)
    most = max(int(table.data.max(initial=0)) for table in tables)
    return n_units * (20 + n_labels) <= 10 * n_cells and most * UNITS < EXACT


class _Product:
    """Counts as matrices of some units each, to be multiplied by the units' bits."""

    def __init__(self, tables: Sequence[csr_array]) -> None:
        n_units, n_labels = tables[0].shape[0], sum(table.shape[1] for table in tables)
        self._n_blocks = min(8, max(1, PRODUCT // (64 * 32 * n_labels)))  # of 64 halves at a time
        self._size = max(8, PRODUCT // (64 * self._n_blocks * n_labels))  # units of one matrix
        counts = np.zeros((-(-n_units // self._size) * self._size, n_labels), np.float32)
        np.concatenate([table.toarray() for table in tables], axis=1, out=counts[:n_units], casting="unsafe")
        self._matrices = counts.reshape(-1, self._size, n_labels).transpose(0, 2, 1)

    @property
    def n_words(self) -> int:
        return UNITS

    def add_totals(self, words: Words, totals: NDArray[np.unsignedinteger[Any]]) -> None:
        step = max(1, UNITS // 8 // self._size)  # matrices whose bits a processor keeps
        for start in range(0, len(self._matrices), step):
            matrices = self._matrices[start : start + step]
            units = words[start * self._size : (start + step) * self._size]
            for block in range(0, words.shape[1], self._n_blocks):
                some = np.ascontiguousarray(units[:, block : block + self._n_blocks])
                # Bit t of a word is half t of its block on machines of either byte order.
                octets = some.astype("<u8", copy=False).view(np.uint8)
                bits = np.zeros((len(matrices) * self._size, 64 * some.shape[1]), np.float32)
                bits[: len(some)] = np.unpackbits(octets, axis=1, bitorder="little")
                products = matrices @ bits.reshape(len(matrices), self._size, -1)
                halves = slice(64 * block, 64 * (block + self._n_blocks))
                totals[:, halves] += products.sum(axis=0).astype(totals.dtype)


def _pieces(tables: Sequence[csr_array]) -> Iterator[tuple[slice, _Piece]]:
    """Plans of some units each; each has words for all labels in the end, few beside its cells."""
    n_units, n_labels = tables[0].shape[0], sum(table.shape[1] for table in tables)
    n_cells = sum(len(table.data) for table in tables)
    n_pieces = min(-(-n_units // UNITS), n_cells // (CELLS * n_labels))
    step = -(-n_units // max(1, n_pieces))
    for start in range(0, n_units, step):
        rows = slice(start, start + step)
        joined = hstack([table[rows] for table in tables], format="coo")
        if joined.nnz:
            yield rows, _Piece(joined)


class _Piece:
    """The plan of some units, few enough that a processor keeps what it works on."""

    def __init__(self, joined: coo_array) -> None:
        self._n_units, self.n_labels = map(int, joined.shape)
        cells = [part.astype(np.int32) for part in (joined.row, joined.col, joined.data)]
        self._digits = _plan(cells, self._n_units, self.n_labels)
        steps = [step for digit in self._digits for step in digit.passes]
        self._n_threes = max(len(step.a) for step in steps)
        self._n_rows = max(step.height for step in steps)
        self._n_carries = max(sum(step.n_carries for step in digit.passes) for digit in self._digits)

    @property
    def n_words(self) -> int:
        return 3 * self._n_threes + 2 * self._n_rows + 2 * (self._n_units + self._n_carries)

    def add_totals(self, words: Words, totals: NDArray[np.unsignedinteger[Any]]) -> None:
        n_blocks = words.shape[1]
        octet = np.empty((self.n_labels, 64 * n_blocks), np.uint8)
        # Memory that is new in every pass would cost more than the additions.
        scratch = np.empty((3, self._n_threes, n_blocks), np.uint64)
        results = np.empty((2, self._n_rows, n_blocks), np.uint64)
        # What enters a weight, and what is carried to the next one behind the same units.
        entering = np.empty((2, self._n_units + self._n_carries, n_blocks), np.uint64)
        entering[:, : self._n_units] = words
        for weight, digit in enumerate(self._digits):
            rows, stop = entering[weight % 2], self._n_units
            for number, step in enumerate(digit.passes):
                start, stop = stop, stop + step.n_carries
                result = results[number % 2, : step.height]
                _add(rows, step, scratch, result, entering[1 - weight % 2, start:stop])
                rows = result
            if weight % 8 == 0:
                octet[:] = 0
            # Bit t of a word is half t of its block on machines of either byte order.
            octets = rows.astype("<u8", copy=False).view(np.uint8)
            bits = np.unpackbits(octets, axis=1, bitorder="little")
            np.left_shift(bits, weight % 8, out=bits)
            octet[digit.labels] |= bits
            if weight % 8 == 7 or weight == len(self._digits) - 1:
                totals += np.left_shift(octet, weight - weight % 8, dtype=totals.dtype)


def _add(rows: Words, step: _Pass, scratch: Words, result: Words, carry: Words) -> None:
    """Write the sums, and the rows that wait, into `result` and the carries into `carry`."""
    full, half = len(step.a), len(step.d)
    # mode="clip" lets `take` write straight into the buffer; the plan's indices are in range.
    a = np.take(rows, step.a, axis=0, out=scratch[0, :full], mode="clip")
    b = np.take(rows, step.b, axis=0, out=scratch[1, :full], mode="clip")
    c = np.take(rows, step.c, axis=0, out=scratch[2, :full], mode="clip")
    sums, carries = result[:full], carry[:full]
    np.bitwise_xor(a, b, out=sums)
    np.bitwise_and(a, b, out=carries)
    np.bitwise_and(sums, c, out=a)
    np.bitwise_or(carries, a, out=carries)
    np.bitwise_xor(sums, c, out=sums)
    if half:
        d, e = rows[step.d], rows[step.e]
        np.bitwise_xor(d, e, out=result[full : full + half])
        np.bitwise_and(d, e, out=carry[full:])
    np.take(rows, step.waiting, axis=0, out=result[full + half :], mode="clip")


def _plan(cells: list[NDArray[np.int32]], n_units: int, n_labels: int) -> tuple[_Digit, ...]:
    """The plan for cells given as units, labels and values; the list is empty afterwards."""
    units, labels, values = cells
    cells.clear()
    digits: list[_Digit] = []
    n_bits = int(values.max()).bit_length()
    carried = np.zeros(0, np.int64)  # labels of the words carried into this weight
    while len(digits) < n_bits or len(carried):
        entering = values & 1 == 1
        owner = np.concatenate([labels[entering].astype(np.int64), carried])
        passes: list[_Pass] = []
        carries = [np.zeros(0, np.int64)]
        while len(owner) and np.bincount(owner).max() > 1:
            step, summed, owner = _plan_pass(owner, n_labels)
            passes.append(step)
            carries.append(summed)
        # The first pass reads the words where they stand.
        places = np.concatenate([units[entering].astype(np.int64), n_units + np.arange(len(carried))])
        none = np.zeros(0, np.int64)
        first = passes[0] if passes else _Pass(none, none, none, none, none, np.arange(len(owner)))
        passes[:1] = [_Pass(*(places[getattr(first, f.name)] for f in fields(first)))]
        passes = [_Pass(*(getattr(one, f.name).astype(np.int32) for f in fields(one))) for one in passes]
        digits.append(_Digit(tuple(passes), owner))
        carried = np.concatenate(carries)
        more = values > 1
        units, labels, values = units[more], labels[more], values[more] >> 1
    return tuple(digits)


def _plan_pass(owner: Index, n_labels: int) -> tuple[_Pass, Index, Index]:
    """Threes of each label's words, a pair where only two are left; whose sums, whose rows follow."""
    order = np.argsort(owner, kind="stable")
    have = np.bincount(owner, minlength=n_labels)
    begin = np.cumsum(have) - have
    threes = have // 3
    three_of = np.repeat(np.arange(n_labels), threes)
    nth = np.arange(len(three_of)) - np.repeat(np.cumsum(threes) - threes, threes)
    first = begin[three_of] + 3 * nth
    pair_of = np.flatnonzero(have == 2)
    pair = begin[pair_of]
    a, b, c = (order[first + k] for k in range(3))
    d, e = order[pair], order[pair + 1]
    free = np.ones(len(owner), bool)
    for taken in (a, b, c, d, e):
        free[taken] = False
    waiting = np.flatnonzero(free)
    summed = np.concatenate([three_of, pair_of])
    return _Pass(a, b, c, d, e, waiting), summed, np.concatenate([summed, owner[waiting]])
