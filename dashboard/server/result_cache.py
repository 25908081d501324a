"""Results that take a moment to compute, kept for whoever asks again; who asks at once waits for one computation.

What depends on few plain arguments and on nothing that changes is kept by `functools.cache`, as in `mx2core`, which
knows no sessions. State that would be lost if an entry fell out (uploads, class boards) is no cache.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import update_wrapper
from inspect import signature
from typing import Any, Generic, ParamSpec, TypeVar

from mx2core.corpus import Corpus

T = TypeVar("T")
P = ParamSpec("P")


class Remembered(Generic[T]):
    """The last `most` results of all sessions, by a key that says all they depend on.

    Streamlit's own caches replay what a function draws, so a function that moves a
    progress bar cannot be kept by them.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._making: dict[Hashable, threading.Event] = {}
        self._lock = threading.Lock()

    def __contains__(self, key: Hashable) -> bool:
        with self._lock:
            return key in self._kept

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of that key, made now unless it is there; an exception leaves nothing behind.

        Who asks while it is being made waits for it: a class that opens the same page at once
        would otherwise compute the same thing thirty times on the same processors.
        """
        while True:
            with self._lock:
                if key in self._kept:
                    self._kept.move_to_end(key)
                    return self._kept[key]
                others = self._making.get(key)
                if others is None:
                    done = self._making[key] = threading.Event()
                    break
            others.wait()  # if that was given up, it is our turn
        try:
            made = make()
            with self._lock:
                self._kept[key] = made
                while len(self._kept) > self.most:
                    self._kept.popitem(last=False)
            return made
        finally:
            with self._lock:
                del self._making[key]
            done.set()


class RememberedFunction(Generic[P, T]):
    """A function whose last `most` results are remembered by its arguments.

    Of what has a `digest` or a `signature` that is the key, and of a corpus what it was read from and how. An argument
    whose name begins with `_` is no part of the key: others say all that it holds. All who ask get the same object,
    so nobody may change it.
    """

    def __init__(self, function: Callable[P, T], most: int) -> None:
        self._results: Remembered[T] = Remembered(most)
        self._function = function
        self._hidden = [name.startswith("_") for name in signature(function).parameters]
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **named: P.kwargs) -> T:
        return self._results.get(self._key(args, named), lambda: self._function(*args, **named))

    def holds(self, *args: P.args, **named: P.kwargs) -> bool:
        """Whether the result is there."""
        return self._key(args, named) in self._results

    def _key(self, args: tuple[Any, ...], named: Mapping[str, Any]) -> Hashable:
        shown = [value for value, hides in zip(args, self._hidden, strict=False) if not hides]
        others = sorted(item for item in named.items() if not item[0].startswith("_"))
        return (*map(_key_part, shown), *((name, _key_part(value)) for name, value in others))


def _key_part(value: Any) -> Hashable:
    """By what a value is told from others."""
    if isinstance(value, Corpus):
        read = value.unit, value.where, tuple(value.sentences.columns), tuple(value.sentences.fields)
        return value.sha256, value.units_sha256, value.name, *read
    if isinstance(value, dict):
        return tuple(value.items())
    told: Hashable = getattr(value, "digest", None) or getattr(value, "signature", None) or value
    return told


def remembered(most: int) -> Callable[[Callable[P, T]], RememberedFunction[P, T]]:
    """Above a function, or around one."""
    return lambda function: RememberedFunction(function, most)
