"""`calibrate overlap`: the variance of an estimate by the units that training sets share."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ...exchange.canonical import plain
from ..options.corpus_options import at_least
from ..options.numbers import whole_numbers
from ..tables import listing

if TYPE_CHECKING:
    from ...studies import OverlapVariance
    from ...studies.calculators.overlap_variance import OverlapPoint

LEARNERS = ("nearest", "centroid", "naive_bayes", "tree", "fixed_rule")  # of `results.overlap_variance`


def add(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group(
        "overlap",
        "two splits of generated corpora whose training sets share more or fewer units; --seed is above",
    )
    group.add_argument("--learner", choices=LEARNERS, default="nearest", help="default: nearest")
    group.add_argument("--corpora", type=at_least(10), default=400, metavar="N", help="default: 400")
    group.add_argument("--units", type=at_least(16), default=80, metavar="N", help="default: 80")
    group.add_argument(
        "-m", type=whole_numbers, metavar="M,…", default=[5], help="splits of the mean; default: 5"
    )


@dataclass(frozen=True, slots=True)
class Overlap:
    """What was measured, and the number of splits whose mean is asked about."""

    m: list[int]
    measured: OverlapVariance

    @property
    def document(self) -> dict[str, Any]:
        overlaps = [{**plain(row), "sd": self.sd(row)} for row in self.measured.rows]
        return {**plain(self.measured, but=("rows",)), "m": self.m, "overlaps": overlaps}

    def sd(self, row: OverlapPoint) -> dict[str, float]:
        """Of the mean of the scores of so many splits."""
        return {str(m): self.measured.standard_error(m, row.correlation.value) for m in self.m}


def run(options: argparse.Namespace) -> Overlap:
    from ...studies import overlap_variance

    if min(options.m) < 1:
        raise UsageError("-m must be at least 1, found {m}.", m=min(options.m))
    measured = overlap_variance(
        options.learner, n_units=options.units, n_corpora=options.corpora, seed=options.seed
    )
    return Overlap(options.m, measured)


def text(result: Overlap) -> str:
    measured = result.measured
    columns = {"shared units": "{row.overlap}", "correlation, 95%": "{row.correlation:.4f}"}
    columns |= {f"sd, m = {m}": f"{{sd.{m}}}" for m in result.m}
    return "\n".join(
        [
            f"{measured.learner}: {measured.n_corpora:,} generated corpora of {measured.n_units} units, "
            f"seed {measured.seed}; accuracy {measured.mean:.4f} of models trained on half of the units.",
            "Correlation of the scores of two splits whose training sets share so many units, and the "
            "standard deviation over corpora of the mean over m such splits. "
            f"n/4 = {measured.n_units / 4:g}.",
            "",
            listing([{"row": row, "sd": result.sd(row)} for row in measured.rows], columns),
        ]
    )
