"""`calibrate overlap`: the variance of an estimate by the units that training sets share."""

from __future__ import annotations

import argparse
from functools import partial

from ...errors import UsageError
from ...exchange.canonical import plain
from ...studies import OverlapVariance, overlap_variance
from ...studies.calculators.overlap_variance import LEARNERS, OverlapPoint
from ..options.declared import Group, option
from ..options.values import at_least, whole_numbers
from ..tables import Paragraphs, Report, lines, listing, said, titled

OVERLAP = Group(
    "overlap",
    "two splits of generated corpora whose training sets share more or fewer units; --seed is above",
    option("--learner", "", LEARNERS, default="nearest"),
    option("--corpora", "", at_least(10), "N", default=400),
    option("--units", "", at_least(16), "N", default=80),
    option("-m", "splits of the mean; default: 5", whole_numbers, "M,…", default=[5]),
)


def run(options: argparse.Namespace) -> Report:
    if min(options.m) < 1:
        raise UsageError("-m must be at least 1, found {m}.", m=min(options.m))
    of = {"n_units": options.units, "n_corpora": options.corpora, "seed": options.seed}
    measured = overlap_variance(options.learner, **of)
    rows = [plain(row) | {"sd": _sd(measured, row, options.m)} for row in measured.rows]
    return Report(partial(_words, measured), **plain(measured, but=("rows",)), m=options.m, overlaps=rows)


def _sd(measured: OverlapVariance, row: OverlapPoint, several: list[int]) -> dict[str, float]:
    """Of the mean of the scores of so many splits."""
    return {str(m): measured.standard_error(m, row.correlation.value) for m in several}


def _words(measured: OverlapVariance, found: Report) -> Paragraphs:
    yield lines(
        said(
            "{learner}: {n_corpora:,} generated corpora of {n_units} units, seed {seed}; accuracy "
            "{mean:.4f} of models trained on half of the units.",
            measured,
        ),
        said(
            "Correlation of the scores of two splits whose training sets share so many units, and the "
            "standard deviation over corpora of the mean over m such splits. n/4 = {quarter:g}.",
            quarter=measured.n_units / 4,
        ),
    )
    columns = {"shared units": "{row.overlap}", "correlation, 95%": "{row.correlation:.4f}"}
    columns |= {titled("sd, m = {m}", m=m): f"{{sd.{m}}}" for m in found.m}
    yield listing([{"row": row, "sd": _sd(measured, row, found.m)} for row in measured.rows], columns)
