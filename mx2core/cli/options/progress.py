"""How far a run of many trainings is, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from ...corpus.model import Corpus
from ...corpus.units.near_duplicates import expected_seconds
from ...errors import ClusterError
from ..text import Text, error_text, sentence, term

MANY = 100_000  # units beyond which it is said how long it will take; or where
LONG = 20.0  # seconds is what it will take
FEW = 2_000  # units: fewer are compared within a second or two
EVERY = 5.0  # seconds between lines
SECONDS = 5.0e-5  # of a processor for a unit of some ten words: random splits, or parts made
SPLITS_FOLLOW = term("compared with each other, then random splits are made")


def say(line: object, *, over: bool = False) -> None:
    """On standard error, where the next line may be written `over` it."""
    rest = "\x1b[K" if sys.stderr.isatty() else ""  # of a longer line before
    print(line, end=f"{rest}\r" if over else f"{rest}\n", file=sys.stderr, flush=True)


def silent(done: int, total: int) -> None:
    """Say nothing."""


def large(
    corpus: Corpus,
    near: float,
    *,
    digits: bool | None = None,
    quiet: bool = False,
    then: Text = SPLITS_FOLLOW,
) -> Callable[[int, int], None]:
    """Where near-duplicates and what follows take long: on standard error how long, and how far they are."""
    if quiet or not 0 < near <= 1:
        return silent
    n = len(corpus)
    seconds = n * SECONDS + (expected_seconds(corpus, near, digits) if n >= FEW else 0)
    return _announced(sentence("{n:,} units", n=n), n, then, seconds)


def comparing(*, quiet: bool = False) -> Callable[[int, float], Callable[[int, int], None]]:
    """The same where a corpus is read whose units are near-duplicates."""

    def begins(n: int, seconds: float) -> Callable[[int, int], None]:
        if quiet:
            return silent
        return _announced(sentence("{n:,} sentences", n=n), n, term("compared with each other"), seconds)

    return begins


def _announced(what: Text, n: int, then: Text, seconds: float) -> Callable[[int, int], None]:
    if n < MANY and seconds < LONG:
        return silent
    announced = "{what}: texts are {then}, in about {about} of one processor. Ctrl-C ends it."
    say(sentence(announced, what=what, then=then, about=_about(seconds)))
    began, last, total_before, done_before = time.monotonic(), 0.0, -1, 0

    def report(done: int, total: int) -> None:
        nonlocal began, last, total_before, done_before
        now = time.monotonic()
        another = total != total_before or done < done_before
        done_before = done
        if another:
            began, last, total_before = now, now, total
            return
        if done <= 0 or now - last < EVERY:
            return
        last = now
        left = (now - began) / done * (total - done)
        so_far = {"done": done, "total": total, "about": _about(left)}
        far = sentence("{done:,} of {total:,}, about {about} left of this step", so_far)
        say(far, over=sys.stderr.isatty())

    return report


def _about(seconds: float) -> Text:
    return sentence("{n:.0f} s", n=seconds) if seconds < 120 else sentence("{n:,.0f} min", n=seconds / 60)


def trainings(*, quiet: bool = False) -> Callable[[int, int], None]:
    """One line that counts up on a terminal, about twenty lines in a log; nothing where it is to be quiet."""
    if quiet:
        return silent
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
            say("" if missing is None else error_text(missing), over=terminal)

    return said
