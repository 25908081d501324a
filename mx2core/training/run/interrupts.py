"""Ctrl-C while other threads work for this one."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def interrupts_held() -> Iterator[Callable[[], None]]:
    """Note Ctrl-C; KeyboardInterrupt is raised where the function that this gives is called, or at the end.

    Raised between any two steps of Python, it could leave a lock of a future taken, and the
    thread that has its result would wait for that lock for ever. A second Ctrl-C is not held.
    """
    ours = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not ours:
        yield _nothing  # nothing is raised in this thread, or somebody else decides what is
        return
    noted = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal noted
        if noted:
            signal.default_int_handler(number, frame)
        noted = True

    def look() -> None:
        if noted:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield look
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    look()


def _nothing() -> None:
    pass
