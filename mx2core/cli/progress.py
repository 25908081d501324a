"""How far a run of many trainings is, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable


def silent(done: int, total: int) -> None:
    """Say nothing."""


def trainings(*, quiet: bool = False) -> Callable[[int, int], None]:
    """One line that counts up on a terminal, about twenty lines in a log; nothing where it is to be quiet."""
    if quiet:
        return silent
    began, first = time.monotonic(), -1

    def told(done: int, total: int) -> None:
        nonlocal first
        if first < 0:
            first = done
            if done:
                print(f"{done:,} of {total:,} trainings were in the store.", file=sys.stderr, flush=True)
            return
        terminal = sys.stderr.isatty()
        if not terminal and done != total and done % max(1, total // 20):
            return
        left = (time.monotonic() - began) / (done - first) * (total - done)
        end = "\r" if terminal and done != total else "\n"
        print(
            f"training {done:,} of {total:,}, about {left / 60:.0f} min left",
            end=end,
            file=sys.stderr,
            flush=True,
        )

    return told
