"""Quality of train/validation partitions of annotated text, and tests on them.

Names are looked up when first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "CorpusFormatError": "errors",
    "DesignError": "errors",
    "InputError": "errors",
    "Notice": "errors",
    "PartitionFileError": "errors",
    "ScoresError": "errors",
    "TemplateError": "errors",
}

if TYPE_CHECKING:
    from .errors import (
        CorpusFormatError,
        DesignError,
        InputError,
        Notice,
        PartitionFileError,
        ScoresError,
        TemplateError,
    )

__all__ = [*sorted(_HOME), "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
