"""How far a run of many trainings is, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from ...errors import ClusterError
from ..text import Text, sentence, term

MANY = 100_000  # units beyond which it is said how long it will take; or where
LONG = 20.0  # seconds is what it will take
EVERY = 5.0  # seconds between lines
SECONDS = 5.0e-5  # of a processor for a unit of some ten words: parts made, or random ones
SECONDS_SPLIT = 2.0e-5  # random ones where they are two
SPLITS_FOLLOW = term("compared with each other, then random splits are made")


def say(line: object, *, over: bool = False) -> None:
    """On standard error, where the next line may be written `over` it."""
    rest = "\x1b[K" if sys.stderr.isatty() else ""  # of a longer line before
    print(line, end=f"{rest}\r" if over else f"{rest}\n", file=sys.stderr, flush=True)


class Comparing:
    """Where near-duplicates and what follows take long: on standard error how long, and how far they are."""

    def __init__(
        self, what: str = "{n:,} units", then: Text = SPLITS_FOLLOW, each: float = SECONDS, *, quiet: bool
    ) -> None:
        self._what, self._then, self._each, self._quiet = what, then, each, quiet
        self._silent, self._total, self._done = True, -1, -1
        self._began = self._last = 0.0

    def begins(self, n: int, seconds: float) -> Callable[[int, int], None]:
        """As in `near_duplicate_units`."""
        seconds += n * self._each
        self._silent = self._quiet or (n < MANY and seconds < LONG)
        if not self._silent:
            announced = "{what}: texts are {then}, in about {about} of one processor. Ctrl-C ends it."
            what = sentence(self._what, n=n)
            say(sentence(announced, what=what, then=self._then, about=_about(seconds)))
        return self.report

    def report(self, done: int, total: int) -> None:
        """Of one step after the other."""
        if self._silent:
            return
        now = time.monotonic()
        another = total != self._total or done < self._done
        self._done = done
        if another:
            self._began, self._last, self._total = now, now, total
        if done <= 0 or another or now - self._last < EVERY:
            return
        self._last = now
        left = (now - self._began) / done * (total - done)
        so_far = {"done": done, "total": total, "about": _about(left)}
        far = sentence("{done:,} of {total:,}, about {about} left of this step", so_far)
        say(far, over=sys.stderr.isatty())


def _about(seconds: float) -> Text:
    return sentence("{n:.0f} s", n=seconds) if seconds < 120 else sentence("{n:,.0f} min", n=seconds / 60)


def trainings(*, quiet: bool = False) -> Callable[[int, int], None]:
    """One line that counts up on a terminal, about twenty lines in a log; nothing where it is to be quiet."""
    if quiet:
        return lambda done, total: None
    began, first = time.monotonic(), -1

    def report(done: int, total: int) -> None:
        nonlocal first
        if first < 0:
            first = done
            if done:
                say(sentence("{done:,} of {total:,} trainings were in the store.", done=done, total=total))
            return
        terminal = sys.stderr.isatty()
        if not terminal and done != total and done % max(1, total // 20):
            return
        left = (time.monotonic() - began) / (done - first) * (total - done)
        so_far = {"done": done, "total": total, "left": left / 60}
        far = sentence("training {done:,} of {total:,}, about {left:.0f} min left", so_far)
        say(far, over=terminal and done != total)

    return report


def waits(*, quiet: bool = False) -> Callable[[ClusterError | None], None]:
    """What a cluster lacks that is to train, for as long as it does."""

    def said(missing: ClusterError | None) -> None:
        terminal = sys.stderr.isatty()
        if not quiet and (missing is not None or terminal):
            say("" if missing is None else missing.notice, over=terminal)

    return said
