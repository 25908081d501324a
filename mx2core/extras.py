"""Packages that only a part of the library needs, and the extra that installs each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TypeVar

from .errors import MissingPackageError, Mx2Error, Whole

P = TypeVar("P", bound=Mx2Error)

# module imported: (package it comes with, extra of mx2core that has it)
_SOURCE = {
    "sklearn": ("scikit-learn", "sklearn"),
    "joblib": ("joblib", "sklearn"),
    "threadpoolctl": ("threadpoolctl", "sklearn"),
    "pycrfsuite": ("python-crfsuite", "crf"),
    "sacrebleu": ("sacrebleu", "bleu"),
    "sqlalchemy": ("SQLAlchemy", "store"),
    "pg8000": ("pg8000", "postgres"),
    "distributed": ("dask[distributed]", "cluster"),
    "dask": ("dask[distributed]", "cluster"),
    "pandas": ("pandas", "plot"),
    "matplotlib": ("matplotlib", "plot"),
}


@contextmanager
def needed() -> Iterator[None]:
    """Round the imports of packages that a bare installation lacks.

    >>> with needed():
    ...     import pycrfsuite
    """
    try:
        yield
    except MissingPackageError:
        raise
    except ModuleNotFoundError as cause:
        module = (cause.name or "").partition(".")[0]
        if module in ("", "mx2core"):
            raise
        raise _missing(module) from cause


def check_installed(package: str) -> None:
    """Refuse, before any work is done, what needs a package that is not there."""
    for module, (known, _) in _SOURCE.items():
        if known == package and find_spec(module) is None:
            raise _missing(module)


def _missing(module: str) -> MissingPackageError:
    return not_installed(*_SOURCE.get(module, (module, "")), MissingPackageError)


def not_installed(package: str, extra: str, problem: type[P]) -> P:
    """What to say of a package that is not there, and that an extra of mx2core may have."""
    command = f'pip install "mx2core[{extra}]"' if extra else f"pip install {package}"
    return problem("{package} is not installed. Type: {command}", package=package, command=Whole(command))
