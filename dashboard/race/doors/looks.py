"""What every look sees, as numbers: also the looks before and after the one that decides."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

import mx2core as mx
from dashboard.words.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from mx2core.inference import SequentialTTest
    from mx2core.training import Question

FIRST = 2  # splits; with one there is next to no spread to measure


def table(values: NDArray[np.float64], asked: Question, tests: dict[str, SequentialTTest]) -> pd.DataFrame:
    """One row for every m from 2 on, NaN where there is nothing.

    `needed_*` is what the mean has to exceed at a look of that rule; `rejects_*` whether it does,
    taken by itself.
    """
    rows = []
    for m in range(FIRST, len(values) + 1):
        plain = mx.mx2_t_test(values[:m], asked.alpha, asked.alternative)
        row = {
            "m": m,
            "mean": plain.mean,
            "sigma": plain.sigma,
            "lower": plain.lower,
            "upper": plain.upper,
            "statistic": plain.statistic,
            "pvalue": plain.pvalue,
        }
        for mode, test in tests.items():
            one = mx.mx2_t_test(values[:m], test.level_per_look) if m in test.looks else None
            needed = None if one is None or one.lower is None else one.mean - one.lower
            row[f"needed_{mode}"] = needed
            side = abs(plain.mean) if asked.two_sided else plain.mean
            row[f"rejects_{mode}"] = float("nan") if needed is None else float(side > needed)
        rows.append(row)
    columns = [
        "mean",
        "sigma",
        "lower",
        "upper",
        "statistic",
        "pvalue",
        *(f"{what}_{mode}" for mode in tests for what in ("needed", "rejects")),
    ]
    return pd.DataFrame(rows, columns=["m", *columns]).astype(dict.fromkeys(columns, float))


def runs(numbers: Iterable[int]) -> str:
    """`3–5, 8`."""
    found = sorted(numbers)
    spans = [
        [m for _, m in group] for _, group in groupby(enumerate(found), key=lambda pair: pair[1] - pair[0])
    ]
    return _(", ").join(str(one[0]) if len(one) == 1 else f"{one[0]}–{one[-1]}" for one in spans)
