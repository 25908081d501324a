"""`ranks --differences FILES`: one difference from several corpora, with the rows of a forest plot."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..tables import listing
from .asked import difference_of

if TYPE_CHECKING:
    from ...inference import MetaAnalysis


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--differences",
        nargs="+",
        metavar="FILE",
        help="instead of the table of scores: results of `test --json`, one for each corpus, or a table with "
        "the columns corpus, difference, variance. Gives the mean difference over corpora like these by "
        "Hartung and Knapp, and how much the corpora differ",
    )


@dataclass(frozen=True, slots=True)
class SeveralCorpora:
    """The mean difference over corpora, and of what."""

    models: tuple[str, str] | None
    metric: str | None
    several_corpora: MetaAnalysis


def run(options: argparse.Namespace) -> SeveralCorpora:
    from ...exchange import read_corpus_differences
    from ...inference import meta_analysis

    given = read_corpus_differences(options.differences)
    meta = meta_analysis(given.differences, given.variances, names=given.corpora, alpha=options.alpha)
    return SeveralCorpora(given.models, given.metric, meta)


def text(result: SeveralCorpora) -> str:
    meta, (a, b) = result.several_corpora, result.models or ("A", "B")
    metric = f" in {result.metric}" if result.metric else ""
    better, worse = (a, b) if meta.mean > 0 else (b, a)
    said = f"{better} is better than {worse}" if meta.rejected else f"Undecided between {a} and {b}"
    columns = {"corpus": "{corpus}", f"{a} ahead by": "{estimate:+.4f}"}
    columns |= {"from": "{lower:+.4f}", "to": "{upper:+.4f}", "weight": "{weight:.0%}"}
    return "\n".join(
        [
            f"{said}{metric} on corpora like these {len(meta.rows)}: {difference_of(a, b, meta.mean)} "
            f"({100 * meta.level:g}% interval {meta.lower:+.4f} to {meta.upper:+.4f}; "
            f"Hartung and Knapp, t({meta.df:.0f}), p = {meta.pvalue:.2g}).",
            "",
            listing(meta.rows, columns),
            "",
            f"Corpora differ beyond their own error by a standard deviation of {meta.between**0.5:.4f} "
            f"(I² = {100 * meta.share_between:.0f}%, Q = {meta.heterogeneity:.3g}, "
            f"p = {meta.heterogeneity_pvalue:.2g}); a further one is expected between "
            f"{meta.lower_prediction:+.4f} and {meta.upper_prediction:+.4f}.",
        ]
    )
