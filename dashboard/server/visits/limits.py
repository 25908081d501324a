"""How much a server gives to one file, one project and all of them; environment variables change it."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from mx2core.corpus import Corpus, ReadOptions
from mx2core.corpus.files.source import Report
from mx2core.corpus.read import read
from mx2core.errors import LimitError, Notice
from mx2core.store import Store

MB = 1 << 20
LOOKED = 15.0  # seconds that the size of the store is believed


def _limit(variable: str, default: int | None, least: int = 1) -> Any:
    return field(default=default, metadata={"variable": variable, "least": least})


@dataclass(frozen=True, slots=True)
class Limits:
    """None is no limit. The table in `docs/deploy.md` says what each limits; a test compares them."""

    upload_mb: int = _limit("MX2_UPLOAD_MB", 50)
    session_mb: int | None = _limit("MX2_SESSION_UPLOADS_MB", None)  # of one tab
    uploads_mb: int | None = _limit("MX2_UPLOADS_MB", None)  # of all tabs
    reading_seconds: int = _limit("MX2_READING_SECONDS", 300)  # of a processor
    readings: int = _limit("MX2_READINGS", 3)  # at the same time
    units: int = _limit("MX2_UNITS", 300_000)
    tokens: int = _limit("MX2_TOKENS", 10_000_000)
    candidates: int = _limit("MX2_CANDIDATES", 100_000)
    splits: int = _limit("MX2_SPLITS", 1_000)
    trainings: int = _limit("MX2_TRAININGS", 20_000)  # of one comparison
    running: int = _limit("MX2_JOBS", 1, 0)
    waiting: int = _limit("MX2_JOBS_WAITING", 60)
    per_user: int = _limit("MX2_JOBS_PER_USER", 3)
    sessions: int = _limit("MX2_SESSIONS", 200)
    boards: int = _limit("MX2_BOARDS", 20)
    guessers: int = _limit("MX2_BOARD_PEOPLE", 300)  # on one board
    owner_share: int = _limit("MX2_OWNER_SHARE", 75)  # percent
    worker_mb: int | None = _limit("MX2_WORKER_MB", None, 64)
    worker_nice: int = _limit("MX2_WORKER_NICE", 15, 0)
    server_mb: int | None = _limit("MX2_SERVER_MB", None, 256)
    store_mb: int | None = _limit("MX2_STORE_MB", None)
    keep_days: int | None = _limit("MX2_KEEP_DAYS", None)
    keep_mb: int | None = _limit("MX2_KEEP_MB", None)

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Limits:
        """The limits of this server; LimitError if a variable is no whole number, or too small."""
        values = {}
        for limit in fields(cls):
            variable, least = limit.metadata["variable"], limit.metadata["least"]
            given = environment.get(variable, "").strip()
            if not given:
                continue
            if not (given.isascii() and given.isdigit() and int(given) >= least):
                raise LimitError(
                    "{variable} is {given}; give a whole number of at least {least}.",
                    variable=variable,
                    given=repr(given),
                    least=least,
                )
            values[limit.name] = int(given)
        return cls(**values)

    def session_total(self) -> int:
        """MB of the uploads of one tab; a form field around a file takes some bytes more than the file."""
        return max(4 * self.upload_mb if self.session_mb is None else self.session_mb, self.upload_mb + 1)

    def server_total(self) -> int:
        """MB of the uploads of all tabs."""
        return max(20 * self.upload_mb if self.uploads_mb is None else self.uploads_mb, self.session_total())


def unpacked() -> int:
    """Bytes that an uploaded archive may unpack to: text packs some ten times, and most of a project does not."""
    return 4 * Limits.read().upload_mb * MB


def read_in_time(data: bytes, options: ReadOptions, name: str, admit: Report, *, report: Report) -> Corpus:
    """A corpus, if this thread uses no more seconds of a processor for it than this server gives.

    So others who are here make nothing too long.
    """
    seconds, began = Limits.read().reading_seconds, time.thread_time()

    def go_on(done: int, total: int) -> None:
        if time.thread_time() - began > seconds:
            raise LimitError("Reading took over {limit:,} seconds. Upload a part.", limit=seconds)
        report(done, total)

    return read(data, options, name=name, report=go_on, admit=admit)


# The sentence for each exceeded limit.
REFUSED = {
    "units": Notice("Over {limit:,} units, this server's limit. Keep a subset, or use your own computer."),
    "tokens": Notice("Over {limit:,} tokens, this server's limit. Keep a subset, or use your own computer."),
    "reading_seconds": Notice(
        "This takes about {found:,} seconds (limit {limit:,}). Keep a subset, or use the command line."
    ),
    "candidates": Notice("{found:,} random halves exceed the limit of {limit:,}. Choose fewer."),
    "splits": Notice("{found:,} splits exceed the limit of {limit:,}. Choose fewer."),
    "trainings": Notice(
        "This takes {found:,} trainings; this server allows {limit:,}. Choose fewer splits, models or repetitions."
    ),
    "store_mb": Notice(
        "This server's store is full ({limit:,} MB). Delete something, or ask the administrator."
    ),
    "server_mb": Notice(
        "This server's memory is full ({limit:,} MB). Your project is kept; try again later."
    ),
}


def check(name: str, value: float) -> None:
    """Refuse what is more than a limit, by its name; LimitError."""
    limit = getattr(Limits.read(), name)
    if limit is not None and value > limit:
        raise LimitError(REFUSED[name].message, found=value, limit=limit)


def check_size(n_units: int, n_tokens: int) -> None:
    """Refuse a corpus, or what of it is read so far, that is larger than this server takes."""
    check("units", n_units)
    check("tokens", n_tokens)


def check_room(store: Store) -> None:
    """Refuse to begin anything new while memory or store are used up or read-only; what is there goes on."""
    store.check_may_write()
    check_memory()
    if Limits.read().store_mb is not None:  # else nobody asks for the size
        check("store_mb", _size(store) / MB)


def check_memory() -> None:
    """Refuse to take anything more into memory when this server uses all it was given."""
    check("server_mb", (memory() or 0) / MB)


def memory() -> int | None:
    """Bytes this process has in memory; None where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


_sizes: dict[str, tuple[float, int]] = {}


def _size(store: Store) -> int:
    looked, size = _sizes.get(store.name, (-LOOKED, 0))
    if time.monotonic() - looked >= LOOKED:
        looked, size = time.monotonic(), store.size()
        _sizes[store.name] = (looked, size)
    return size
