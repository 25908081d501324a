"""`calibrate overlap`: the variance of an estimate by the units that training sets share."""

from __future__ import annotations

import argparse
from typing import Any

from ..errors import UsageError
from .corpus_options import at_least
from .numbers import whole_numbers
from .tables import interval, table

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


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..studies import overlap_variance

    sizes = options.m
    if min(sizes) < 1:
        raise UsageError("-m must be at least 1, found {m}.", m=min(sizes))
    measured = overlap_variance(
        options.learner, n_units=options.units, n_corpora=options.corpora, seed=options.seed
    )
    rows = [
        {
            "overlap": row.overlap,
            "correlation": row.correlation,
            "sd": {str(m): measured.standard_error(m, row.correlation.value) for m in sizes},
        }
        for row in measured.rows
    ]
    return {"m": sizes, "overlaps": rows, "found": measured}


def text(result: dict[str, Any]) -> str:
    measured, sizes = result["found"], result["m"]
    lines = [
        f"{measured['learner']}: {measured['n_corpora']:,} generated corpora of {measured['n_units']} units, "
        f"seed {measured['seed']}; accuracy {measured['mean']:.4f} of models trained on half of the units.",
        "Correlation of the scores of two splits whose training sets share so many units, and the standard "
        f"deviation over corpora of the mean over m such splits. n/4 = {measured['n_units'] / 4:g}.",
        "",
    ]
    rows = []
    for row in result["overlaps"]:
        correlation = row["correlation"]
        rows.append(
            (
                row["overlap"],
                float(correlation["value"]),
                interval(correlation, ".3f"),
                *(float(sd) for sd in row["sd"].values()),
            )
        )
    lines.append(table(("shared units", "correlation", "95%", *(f"sd, m = {m}" for m in sizes)), rows))
    return "\n".join(lines)
