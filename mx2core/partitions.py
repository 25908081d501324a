"""Partitions: made, measured, chosen and judged. `mx.partitions` is this.

>>> import mx2core as mx
>>> halves = mx.partitions.random_masks(1000, range(10), seed=0)
>>> halves.shape
(10, 1000)
"""

from typing import TYPE_CHECKING, Any

from . import partition
from .partition import __all__ as __all__

if TYPE_CHECKING:
    from .partition import *  # noqa: F403


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(partition, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
