"""`ranks --differences FILES`: one difference from several corpora, with the rows of a forest plot."""

from __future__ import annotations

import argparse

from ...exchange import read_corpus_differences
from ...inference import meta_analysis
from ..tables import Paragraphs, Report, listing, said, titled
from .question_options import difference_of


def run(options: argparse.Namespace) -> Report:
    given = read_corpus_differences(options.differences)
    meta = meta_analysis(given.differences, given.variances, names=given.corpora, alpha=options.alpha)
    return Report(_words, models=given.models, metric=given.metric, several_corpora=meta)


def _words(found: Report) -> Paragraphs:
    meta, (a, b) = found.several_corpora, found.models or ("A", "B")
    better, worse = (a, b) if meta.mean > 0 else (b, a)
    values: dict[str, object] = {
        "answer": said("{a} is better than {b}", a=better, b=worse)
        if meta.rejected
        else said("Undecided between {a} and {b}", a=a, b=b),
        "metric": said(" in {metric}", found) if found.metric else "",
        "n": len(meta.rows),
        "difference": difference_of(a, b, meta.mean),
        "level": 100 * meta.level,
        "p": meta.pvalue,
    }
    yield said(
        "{answer}{metric} on corpora like these {n}: {difference} ({level:g}% interval {lower:+.4f} to "
        "{upper:+.4f}; Hartung and Knapp, t({df:.0f}), p = {p:.2g}).",
        values,
        meta,
    )
    columns = {"corpus": "{corpus}", titled("{a} ahead by", a=a): "{estimate:+.4f}"}
    columns |= {"from": "{lower:+.4f}", "to": "{upper:+.4f}", "weight": "{weight:.0%}"}
    yield listing(meta.rows, columns)
    yield said(
        "Corpora differ beyond their own error by a standard deviation of {sd:.4f} (I² = {share:.0f}%, "
        "Q = {q:.3g}, p = {p:.2g}); a further one is expected between {lower:+.4f} and {upper:+.4f}.",
        sd=meta.between**0.5,
        share=100 * meta.share_between,
        q=meta.heterogeneity,
        p=meta.heterogeneity_pvalue,
        lower=meta.lower_prediction,
        upper=meta.upper_prediction,
    )
