"""Partitions: made, measured, chosen and judged. `mx.partitions` is this.

>>> halves = mx.partitions.random_masks(1000, range(10), seed=0)
>>> halves.shape
(10, 1000)
"""

from typing import TYPE_CHECKING, Any

from . import partition

if TYPE_CHECKING:
    from .partition import *  # noqa: F403

__all__ = partition.__all__
__dir__ = __all__.copy


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(partition, name)
