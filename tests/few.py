"""A few of many cases in every run; the others in `make slow` alone."""

from collections.abc import Sequence
from typing import Any

import pytest

NAMED = type(pytest.param())


def few(names: str | tuple[str, ...], n: int, cases: Sequence[Any]) -> pytest.MarkDecorator:
    """Parametrize a test by the first `n` cases; those after them are slow."""
    later = []
    for case in cases[n:]:
        named = isinstance(case, NAMED)
        values = case.values if named else (case,) if isinstance(names, str) else case
        later.append(pytest.param(*values, id=case.id if named else None, marks=pytest.mark.slow))
    return pytest.mark.parametrize(names, [*cases[:n], *later])
