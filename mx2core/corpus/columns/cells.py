"""The cells of token lines as places in bytes, and how they become codes without becoming strings."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from .codes import Coder

_HALF = 8  # bytes
_BEFORE = _HALF - 1  # bytes of a cell in its first number, whose last byte is the size
LONGEST = _BEFORE + _HALF  # bytes of a cell that is told from others by two numbers
PADDING = bytes(2 * _HALF)  # behind the last cell, so that two numbers can be read of every one
_KEPT = np.array([(1 << 8 * size) - 1 for size in range(_HALF + 1)], dtype=np.uint64)  # bits of so many bytes
_FIRST = _KEPT[np.minimum(np.arange(LONGEST + 2), _BEFORE)]
_SIZE = np.arange(LONGEST + 2, dtype=np.uint64) << np.uint64(8 * _BEFORE)
_SLOTS = 18  # bits, at most
_NONE = np.uint64(2**64 - 1)  # the first number of no cell
_BEGIN = 4096  # cells, of which nearly all become strings, before the others are looked up
_SPREAD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)  # odd, with bits all over


@frozen(eq=False)
class Cells:
    """Cells of equally many columns, row by row."""

    data: bytes  # UTF-8, closed by `PADDING`
    starts: NDArray[np.int64]  # (n_rows, n_columns)
    ends: NDArray[np.int64]

    @classmethod
    def from_texts(cls, texts: Iterable[str], width: int) -> Cells:
        """Of strings, row by row."""
        pieces = [text.encode() for text in texts]
        sizes = np.array([len(piece) for piece in pieces], dtype=np.int64)
        ends = np.cumsum(sizes)
        starts = ends - sizes
        return cls(b"".join(pieces) + PADDING, starts.reshape(-1, width), ends.reshape(-1, width))

    def column(self, i: int) -> Cells:
        return Cells(self.data, self.starts[:, i], self.ends[:, i])

    def part(self, start: int, stop: int) -> Cells:
        return Cells(self.data, self.starts[start:stop], self.ends[start:stop])

    def texts(self, rows: NDArray[np.int64]) -> list[str]:
        """Those of one column."""
        places = zip(self.starts[rows].tolist(), self.ends[rows].tolist(), strict=True)
        return [self.data[start:end].decode() for start, end in places]


class CellCoder(Coder):
    """Numbers cells in the order in which they first appear.

    A short cell is two whole numbers. Where these stand in the slot that they fall into, so does its code;
    only cells that are new, long, or share a slot with an earlier one become strings.
    """

    def __init__(self) -> None:
        super().__init__()
        self._slots = 0  # bits

    def _make_room(self, n: int) -> None:
        """Slots for so many cells: a short file may have a thousand columns."""
        self._slots = min(_SLOTS, n.bit_length() + 2)
        self._firsts = np.full(1 << self._slots, _NONE, dtype=np.uint64)
        self._seconds = np.zeros(1 << self._slots, dtype=np.uint64)
        self._codes = np.full(1 << self._slots, -1, dtype=np.int32)

    def encode_cells(self, cells: Cells) -> NDArray[np.int32]:
        if not self._slots:
            self._make_room(len(cells.starts))
        if not self and len(cells.starts) > _BEGIN:
            begin = self.encode_cells(cells.part(0, _BEGIN))
            return np.concatenate([begin, self.encode_cells(cells.part(_BEGIN, len(cells.starts)))])
        sizes = np.minimum(cells.ends - cells.starts, LONGEST + 1)
        words = np.ndarray((len(cells.data) - _HALF + 1,), "<u8", cells.data, strides=(1,))
        firsts = words[cells.starts] & _FIRST[sizes] | _SIZE[sizes]
        seconds, mixed = np.zeros_like(firsts), firsts.copy()
        if len(further := np.flatnonzero(sizes > _BEFORE)):
            rest = np.minimum(sizes[further] - _BEFORE, _HALF)
            seconds[further] = words[cells.starts[further] + _BEFORE] & _KEPT[rest]
            mixed[further] ^= seconds[further] * _SPREAD[1]
        mixed *= _SPREAD[0]
        slots = (mixed >> np.uint64(64 - self._slots)).view(np.int64)
        codes: NDArray[np.int32] = self._codes[slots]
        known = self._firsts[slots] == firsts
        known[further] &= self._seconds[slots[further]] == seconds[further]
        others = np.flatnonzero(~known)
        codes[others] = self.encode(cells.texts(others), len(others))
        free = others[(sizes[others] <= LONGEST) & (self._codes[slots[others]] < 0)]
        free = free[np.unique(slots[free], return_index=True)[1]]  # one cell a slot
        self._firsts[slots[free]] = firsts[free]
        self._seconds[slots[free]] = seconds[free]
        self._codes[slots[free]] = codes[free]
        return codes
