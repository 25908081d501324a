"""How far a run of many trainings is, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from ...corpus.model import Corpus
from ...corpus.units.near_duplicates import expected_seconds
from ..tables import Said, said

MANY = 100_000  # units beyond which it is said how long it will take; or where
LONG = 20.0  # seconds is what it will take
FEW = 2_000  # units: fewer are compared within a second or two
EVERY = 5.0  # seconds between lines
SECONDS = 1.0e-4  # of a processor for a unit of some ten words: random splits, or parts made


def say(line: object, *, over: bool = False) -> None:
    """On standard error, where the next line may be written `over` it."""
    print(line, end="\r" if over else "\n", file=sys.stderr, flush=True)


def silent(done: int, total: int) -> None:
    """Say nothing."""


def large(
    corpus: Corpus, near: float, *, digits: bool | None = None, quiet: bool = False, then: Said | None = None
) -> Callable[[int, int], None]:
    """Where near-duplicates and what follows take long: on standard error how long, and how far they are."""
    if quiet or not 0 < near <= 1:
        return silent
    n_units = len(corpus)
    seconds = n_units * SECONDS + (expected_seconds(corpus, near, digits) if n_units >= FEW else 0)
    then = then or said("compared with each other, then random splits are made")
    return _announced(said("{n:,} units", n=n_units), n_units, then, seconds)


def comparing(*, quiet: bool = False) -> Callable[[int, float], Callable[[int, int], None]]:
    """The same where a corpus is read whose units are near-duplicates."""

    def begins(n_texts: int, seconds: float) -> Callable[[int, int], None]:
        if quiet:
            return silent
        texts = said("{n:,} sentences", n=n_texts)
        return _announced(texts, n_texts, said("compared with each other"), seconds)

    return begins


def _announced(what: Said, n: int, then: Said, seconds: float) -> Callable[[int, int], None]:
    if n < MANY and seconds < LONG:
        return silent
    minutes = max(1, round(seconds / 60))
    say(
        said(
            "{what}: texts are {then}, in about {minutes:,} min of one processor. Ctrl-C ends it.",
            what=what,
            then=then,
            minutes=minutes,
        )
    )
    began, last, total_before, done_before = time.monotonic(), 0.0, -1, 0

    def told(done: int, total: int) -> None:
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
        about = said("{n:.0f} s", n=left) if left < 120 else said("{n:,.0f} min", n=left / 60)
        far = said(
            "{done:,} of {total:,}, about {about} left of this step", done=done, total=total, about=about
        )
        say(far, over=sys.stderr.isatty())

    return told


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
                say(said("{done:,} of {total:,} trainings were in the store.", done=done, total=total))
            return
        terminal = sys.stderr.isatty()
        if not terminal and done != total and done % max(1, total // 20):
            return
        left = (time.monotonic() - began) / (done - first) * (total - done)
        far = {"done": done, "total": total, "left": left / 60}
        over = terminal and done != total
        say(said("training {done:,} of {total:,}, about {left:.0f} min left", **far), over=over)

    return told


def folds(done: int, total: int) -> None:
    """One line that counts up on a terminal, one line a training in a log."""
    say(
        said("{done} of {total} trainings", done=done, total=total),
        over=done != total and sys.stderr.isatty(),
    )
