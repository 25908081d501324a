"""`ranks --differences FILES`: one difference from several corpora, with the rows of a forest plot."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from ...exchange import read_corpus_differences
from ...inference import MetaAnalysis, meta_analysis
from ..tables import Paragraphs, listing, words
from .question_options import difference_of


@dataclass(frozen=True, slots=True)
class SeveralCorpora:
    """The mean difference over corpora, and of what."""

    models: tuple[str, str] | None
    metric: str | None
    several_corpora: MetaAnalysis


def run(options: argparse.Namespace) -> SeveralCorpora:
    given = read_corpus_differences(options.differences)
    meta = meta_analysis(given.differences, given.variances, names=given.corpora, alpha=options.alpha)
    return SeveralCorpora(given.models, given.metric, meta)


@words.register
def _(found: SeveralCorpora) -> Paragraphs:
    meta, (a, b) = found.several_corpora, found.models or ("A", "B")
    metric = f" in {found.metric}" if found.metric else ""
    better, worse = (a, b) if meta.mean > 0 else (b, a)
    said = f"{better} is better than {worse}" if meta.rejected else f"Undecided between {a} and {b}"
    yield (
        f"{said}{metric} on corpora like these {len(meta.rows)}: {difference_of(a, b, meta.mean)} "
        f"({100 * meta.level:g}% interval {meta.lower:+.4f} to {meta.upper:+.4f}; "
        f"Hartung and Knapp, t({meta.df:.0f}), p = {meta.pvalue:.2g})."
    )
    columns = {"corpus": "{corpus}", f"{a} ahead by": "{estimate:+.4f}"}
    yield listing(
        meta.rows, columns | {"from": "{lower:+.4f}", "to": "{upper:+.4f}", "weight": "{weight:.0%}"}
    )
    yield (
        f"Corpora differ beyond their own error by a standard deviation of {meta.between**0.5:.4f} "
        f"(I² = {100 * meta.share_between:.0f}%, Q = {meta.heterogeneity:.3g}, "
        f"p = {meta.heterogeneity_pvalue:.2g}); a further one is expected between "
        f"{meta.lower_prediction:+.4f} and {meta.upper_prediction:+.4f}."
    )
