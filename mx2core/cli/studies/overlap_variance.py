"""`calibrate overlap`: the variance of an estimate by the units that training sets share."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from ...errors import UsageError
from ...exchange.canonical import plain
from ...studies import OverlapVariance, overlap_variance
from ...studies.calculators.overlap_variance import LEARNERS, OverlapPoint
from ..options.declared import Group, option
from ..options.values import at_least, whole_numbers
from ..tables import Paragraphs, lines, listing, said, titled, words

OVERLAP = Group(
    "overlap",
    "two splits of generated corpora whose training sets share more or fewer units; --seed is above",
    option("--learner", "", LEARNERS, default="nearest"),
    option("--corpora", "", at_least(10), "N", default=400),
    option("--units", "", at_least(16), "N", default=80),
    option("-m", "splits of the mean; default: 5", whole_numbers, "M,…", default=[5]),
)


@dataclass(frozen=True, slots=True)
class Overlap:
    """What was measured, and the number of splits whose mean is asked about."""

    m: list[int]
    measured: OverlapVariance

    @property
    def document(self) -> dict[str, Any]:
        overlaps = [plain(row) | {"sd": self.sd(row)} for row in self.measured.rows]
        return {**plain(self.measured, but=("rows",)), "m": self.m, "overlaps": overlaps}

    def sd(self, row: OverlapPoint) -> dict[str, float]:
        """Of the mean of the scores of so many splits."""
        return {str(m): self.measured.standard_error(m, row.correlation.value) for m in self.m}


def run(options: argparse.Namespace) -> Overlap:
    if min(options.m) < 1:
        raise UsageError("-m must be at least 1, found {m}.", m=min(options.m))
    of = {"n_units": options.units, "n_corpora": options.corpora, "seed": options.seed}
    return Overlap(options.m, overlap_variance(options.learner, **of))


@words.register
def _(found: Overlap) -> Paragraphs:
    measured = found.measured
    yield lines(
        said(
            "{learner}: {n_corpora:,} generated corpora of {n_units} units, seed {seed}; accuracy "
            "{mean:.4f} of models trained on half of the units.",
            learner=measured.learner,
            n_corpora=measured.n_corpora,
            n_units=measured.n_units,
            seed=measured.seed,
            mean=measured.mean,
        ),
        said(
            "Correlation of the scores of two splits whose training sets share so many units, and the "
            "standard deviation over corpora of the mean over m such splits. n/4 = {quarter:g}.",
            quarter=measured.n_units / 4,
        ),
    )
    columns = {"shared units": "{row.overlap}", "correlation, 95%": "{row.correlation:.4f}"}
    columns |= {titled("sd, m = {m}", m=m): f"{{sd.{m}}}" for m in found.m}
    yield listing([{"row": row, "sd": found.sd(row)} for row in measured.rows], columns)
