"""How far long work is, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from ...errors import ClusterError
from ..text import Text, sentence, term

MANY = 100_000  # units beyond which the expected time is announced; or where
LONG = 20.0  # seconds is what it will take
EVERY = 5.0  # seconds between lines
SECONDS = 5.0e-5  # of a processor for a unit of some ten words: parts made, or random ones
SECONDS_SPLIT = 2.0e-5  # random ones where they are two
SPLITS_FOLLOW = term("compared with each other, then random splits are made")
KEPT = "{done:,} of {total:,} trainings were in the store."


def say(line: object, *, over: bool = False) -> None:
    """On standard error, where the next line may be written `over` it."""
    rest = "\x1b[K" if sys.stderr.isatty() else ""  # of a longer line before
    print(line, end=f"{rest}\r" if over else f"{rest}\n", file=sys.stderr, flush=True)


class StepProgress:
    """How far a step is and how long the rest takes, every few seconds; in a log some twenty lines.

    A step with `kept` also reports its end, and what was done before.
    """

    def __init__(self, form: str, kept: str | None = None, *, silent: bool = False) -> None:
        self.silent, self._form, self._kept = silent, form, kept
        self._began = self._last = 0.0
        self._first = self._said = self._done = self._total = -1

    def report(self, done: int, total: int) -> None:
        now, terminal, before, self._done = time.monotonic(), sys.stderr.isatty(), self._done, done
        if self.silent:
            return
        of, step = {"done": done, "total": total}, 0 if terminal else total / 20
        if total != self._total or done < before:  # another step
            self._began, self._last, self._total = now, now, total
            self._first = self._said = done
            if done and self._kept:
                say(sentence(self._kept, of))
        elif done > self._first and (
            (now - self._last >= EVERY and done - self._said >= step) or (self._kept and done == total)
        ):
            self._last, self._said = now, done
            left = _rough_time((now - self._began) / (done - self._first) * (total - done))
            say(sentence(self._form, of, about=left), over=terminal and done != total)


class Comparing(StepProgress):
    """Where near-duplicates and what follows take long: how long, and how far they are."""

    def __init__(
        self, what: str = "{n:,} units", then: Text = SPLITS_FOLLOW, each: float = SECONDS, *, quiet: bool
    ) -> None:
        super().__init__("{done:,} of {total:,}, about {about} left of this step", silent=True)
        self._what, self._then, self._each, self._quiet = what, then, each, quiet

    def begins(self, n: int, seconds: float) -> Callable[[int, int], None]:
        """As in `near_duplicate_units`."""
        seconds += n * self._each
        self.silent = self._quiet or (n < MANY and seconds < LONG)
        if not self.silent:
            announced = "{what}: texts are {then}, in about {about} of one processor. Ctrl-C ends it."
            what = sentence(self._what, n=n)
            say(sentence(announced, what=what, then=self._then, about=_rough_time(seconds)))
        return self.report


def _rough_time(seconds: float) -> Text:
    return sentence("{n:.0f} s", n=seconds) if seconds < 120 else sentence("{n:,.0f} min", n=seconds / 60)


def trainings(*, quiet: bool = False) -> Callable[[int, int], None]:
    """How many are done, and how many were in a store."""
    return StepProgress("training {done:,} of {total:,}, about {about} left", KEPT, silent=quiet).report


def waits(*, quiet: bool = False) -> Callable[[ClusterError | None], None]:
    """What a cluster lacks that is to train, for as long as it does."""

    def report(missing: ClusterError | None) -> None:
        terminal = sys.stderr.isatty()
        if not quiet and (missing is not None or terminal):
            say("" if missing is None else missing.notice, over=terminal)

    return report
