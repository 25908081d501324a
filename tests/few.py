"""A few of many cases in every run; the others in `make slow` alone."""

from collections.abc import Sequence
from typing import Any

import pytest


def few(names: str | tuple[str, ...], n: int, cases: Sequence[Any]) -> pytest.MarkDecorator:
    """Parametrize a test by the first `n` cases; those after them are slow."""
    later = [
        pytest.param(
            *getattr(case, "values", (case,) if isinstance(names, str) else case),  # those of a named case
            id=getattr(case, "id", None),
            marks=pytest.mark.slow,
        )
        for case in cases[n:]
    ]
    return pytest.mark.parametrize(names, [*cases[:n], *later])
