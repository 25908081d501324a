"""A folder for the files of trainings: it goes with its owner, or when the next one is made."""

from __future__ import annotations

import os
import re
import shutil
import stat
import time
import weakref
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from threading import Lock
from typing import BinaryIO

PREFIX = "mx2core-"
OWNER = ".owner"  # a file that is locked while the owner lives: process numbers are used again, locks are not
NEW = "new"  # what it is called until it is locked
UNLOCKED = ".unlocked"  # where there are no locks: nobody can tell whether the owner lives
_MADE = re.compile(PREFIX + r"\w{8}")
_GOING = re.compile(PREFIX + r"\w{8}\.going")  # renamed by `remove`, which may have been killed
NEVER_OWNED = 3600.0  # seconds after which whoever made a folder and did not lock it was killed
TRIES, PAUSE = 50, 0.02  # seconds between two


class Scratch:
    """A new folder; it is also removed when nobody has the object any longer, and at exit."""

    def __init__(self) -> None:
        sweep()
        self.path = Path(mkdtemp(prefix=PREFIX))
        self._removed = Lock()
        self._remove = weakref.finalize(self, _let_go, self.path, _lock(self.path))

    def remove(self) -> None:
        """Take the folder away; when this returns it has gone, whoever began to remove it."""
        with self._removed:  # an interpreter that ends must not cut off a thread that is about it
            self._remove()


def remove(folder: Path) -> None:
    """Take a folder away while others may still write into it."""
    going = folder.with_name(f"{folder.name}.going")
    try:
        folder.rename(going)  # from here on nobody finds it to write into it
    except FileNotFoundError:
        pass  # another process was first; it may have been killed since
    except OSError:  # Windows: files in it are open
        going = folder
    _clear(going)


def _clear(folder: Path) -> None:
    """Remove a folder with its files, and those whose making was under way when it was renamed.

    Such a file comes after the listing of what is to be removed; then the folder is not empty in the end.
    """
    for _ in range(TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(PAUSE)


def sweep() -> None:
    """Take away the folders of owners that were killed together with all of their workers."""
    for path in Path(gettempdir()).glob(f"{PREFIX}*"):
        if not _is_ours(path):
            continue
        if _GOING.fullmatch(path.name):
            _clear(path)
        elif _is_abandoned(path):
            remove(path)


def _lock(folder: Path) -> BinaryIO | None:
    """Hold the lock of a folder; without the means for it, as on Windows, the folder is never swept."""
    try:
        import fcntl

        file = (folder / NEW).open("wb")
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        (folder / NEW).rename(folder / OWNER)  # locked before anybody can look for it
    except (ImportError, OSError):
        with suppress(OSError):
            (folder / UNLOCKED).touch()
        return None
    return file


def _let_go(folder: Path, owner: BinaryIO | None) -> None:
    remove(folder)
    if owner is not None:
        owner.close()


def _is_ours(path: Path) -> bool:
    """Whether it is a folder, and of this user."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and (not hasattr(os, "getuid") or status.st_uid == os.getuid())


def _is_abandoned(folder: Path) -> bool:
    try:
        import fcntl

        with (folder / OWNER).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return _was_never_owned(folder)
    except (ImportError, OSError):
        return False
    return True


def _was_never_owned(folder: Path) -> bool:
    """Whether there is nothing in it, and has been for so long that nobody is about to lock it."""
    try:
        names, changed = os.listdir(folder), folder.stat().st_mtime
    except OSError:
        return False
    is_empty = bool(_MADE.fullmatch(folder.name)) and set(names) <= {NEW}
    return is_empty and time.time() - changed > NEVER_OWNED
