"""Results that take a moment to compute, kept for whoever asks again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """The last `most` results of all sessions, by a key that says all they depend on.

    Streamlit's own caches replay what a function draws, so a function that moves a
    progress bar cannot be kept by them.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = threading.Lock()

    def __contains__(self, key: Hashable) -> bool:
        with self._lock:
            return key in self._kept

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of that key, made now unless it is there; an exception leaves nothing behind."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()  # without the lock: others need not wait for it
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return made
