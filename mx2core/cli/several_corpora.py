"""`ranks --differences FILES`: one difference from several corpora, with the rows of a forest plot."""

from __future__ import annotations

import argparse
from typing import Any

from ..exchange.canonical import plain
from .model_pair import difference_of
from .tables import table


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--differences",
        nargs="+",
        metavar="FILE",
        help="instead of the table of scores: results of `test --json`, one for each corpus, or a table with "
        "the columns corpus, difference, variance. Gives the mean difference over corpora like these by "
        "Hartung and Knapp, and how much the corpora differ",
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..exchange import read_corpus_differences
    from ..inference import meta_analysis

    given = read_corpus_differences(options.differences)
    meta = meta_analysis(given.differences, given.variances, names=given.corpora, alpha=options.alpha)
    return {
        "models": given.models,
        "metric": given.metric,
        "several_corpora": plain(meta, but=("alternative",)),
    }


def text(result: dict[str, Any]) -> str:
    meta = result["several_corpora"]
    a, b = result["models"] or ("A", "B")
    metric = f" in {result['metric']}" if result["metric"] else ""
    n, level = len(meta["rows"]), f"{100 * meta['level']:g}%"
    better, worse = (a, b) if meta["mean"] > 0 else (b, a)
    said = f"{better} is better than {worse}" if meta["rejected"] else f"Undecided between {a} and {b}"
    rows = [
        (
            row["corpus"],
            f"{row['estimate']:+.4f}",
            f"{row['lower']:+.4f}",
            f"{row['upper']:+.4f}",
            f"{100 * row['weight']:.0f}%",
        )
        for row in meta["rows"]
    ]
    return "\n".join(
        [
            f"{said}{metric} on corpora like these {n}: {difference_of(a, b, meta['mean'])} "
            f"({level} interval {meta['lower']:+.4f} to {meta['upper']:+.4f}; "
            f"Hartung and Knapp, t({meta['df']:.0f}), p = {meta['pvalue']:.2g}).",
            "",
            table(("corpus", f"{a} ahead by", "from", "to", "weight"), rows),
            "",
            f"Corpora differ beyond their own error by a standard deviation of {meta['between'] ** 0.5:.4f} "
            f"(I² = {100 * meta['share_between']:.0f}%, Q = {meta['heterogeneity']:.3g}, "
            f"p = {meta['heterogeneity_pvalue']:.2g}); a further one is expected between "
            f"{meta['lower_prediction']:+.4f} and {meta['upper_prediction']:+.4f}.",
        ]
    )
