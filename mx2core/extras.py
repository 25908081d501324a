"""Packages that only a part of the library needs, and the extra that installs each."""

from __future__ import annotations

import sys
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
    "pyarrow": ("pyarrow", "arrow"),
    "cassis": ("dkpro-cassis", "xmi"),
}


@contextmanager
def needed(problem: type[Mx2Error] = MissingPackageError) -> Iterator[None]:
    """Round the imports of packages that a bare installation lacks.

    Raises `problem` if one of them is not installed. One that is there says itself what is wrong.
    """
    try:
        yield
    except MissingPackageError:
        raise
    except ModuleNotFoundError as cause:
        module = (cause.name or "").partition(".")[0]
        if module in ("", "mx2core") or _installed(module):
            raise
        raise _missing(module, problem) from cause


def check_installed(package: str) -> None:
    """Refuse, before any work is done, what needs a package that is not there."""
    for module, (known, _) in _SOURCE.items():
        if known == package and not _installed(module):
            raise _missing(module, MissingPackageError)


def _installed(module: str) -> bool:
    return sys.modules.get(module) is not None or find_spec(module) is not None


def _missing(module: str, problem: type[P]) -> P:
    return not_installed(*_SOURCE.get(module, (module, "")), problem)


def not_installed(package: str, extra: str, problem: type[P]) -> P:
    """What to say of a package that is not there, and that an extra of mx2core may have."""
    command = f'pip install "mx2core[{extra}]"' if extra else f"pip install {package}"
    return problem("{package} is not installed. Type: {command}", package=package, command=Whole(command))
