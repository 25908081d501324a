"""Memory that reading a corpus no longer needs."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Let the system have what was freed: the C library of Linux keeps it, in pieces too small for arrays.

    After 150 MB of text these are 150 MB. Elsewhere nothing is done.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)
