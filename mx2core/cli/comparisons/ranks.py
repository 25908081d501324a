"""Several models on several corpora, from a table of scores; or one difference on several corpora."""

from __future__ import annotations

from argparse import Namespace

from ... import inference
from ...errors import InputError, UsageError
from ...exchange import read_corpus_differences, read_corpus_scores
from ...exchange.canonical import plain
from ..options import corpus_options
from ..options.declared import option
from ..text import Report, comma_list, prose, semicolon_list, sentence, term
from .question_options import DIRECTION, difference_of

OPTIONS = (
    option("file", "columns corpus, model, score; may have metric", value="TABLE.csv", nargs="?"),
    option(
        "--differences", "results of `test --json`, one for each corpus, or a table", value="FILE", nargs="+"
    ),
    corpus_options.ALPHA,
    DIRECTION,
    option("--control", "compare the others with this model only, instead of all pairs", value="MODEL"),
    option("--rope", "differences that do not matter, for the Bayesian test", float, "D", default=0.01),
)
RANKS = """
{headline}.
{sentences}
{permuted}
Chi-square({df}) = {friedman.statistic:.4g}, p {friedman.pvalue!v}.
F({df}, {df_error}) = {friedman.f_statistic:.4g}, p {friedman.f_pvalue!v}.
Uncorrected for ties: χ² = {raw.statistic:.4g}, p {raw.pvalue!v}.
Uncorrected for ties: F = {raw.f_statistic:.4g}, p {raw.f_pvalue!v}.

[models] model mean_rank:.2f mean_score=mean

Nemenyi: mean ranks further apart than {nemenyi.critical_difference:.3f} differ. Not told apart: {alike}.

[pairs] model=a better_than=b won=wins lost=losses ahead_by=mean Nemenyi_p=nemenyi!v \
Wilcoxon_p=wilcoxon!v by_Holm=holm!v P_better=p_better:.3f P_no_matter=p_no_matter:.3f

{better}
A corpus counts as one observation, however many splits its score is the mean of.
Wilcoxon's signed-rank p-values are two-sided, adjusted by Holm for the comparisons {against}; decide by one \
of the tests, chosen beforehand.
P better, P no matter: Bayesian signed-rank test with a ROPE of {rope:g}.
"""
DIFFERENCE = """
{headline}{of_metric}: {difference} (Hartung and Knapp, t({df:.0f}), p {pvalue!v}).
{sentences}

[rows] corpus {a}_ahead_by=estimate:+.4f from=lower:+.4f to=upper:+.4f weight:.0%

Corpora differ beyond their own error by a standard deviation of {sd:.4f} (Q = {heterogeneity:.3g}).
"""


def run(options: Namespace) -> Report:
    if (options.file is None) == (options.differences is None):
        raise UsageError("Give a table or --differences.")
    if options.differences is not None:
        return _several_corpora(options)
    scores = read_corpus_scores(options.file)
    if options.control is not None and options.control not in scores.models:
        raise InputError(
            "There is no model {model}; there are {known}.", model=options.control, known=scores.models
        )
    smaller = scores.smaller_is_better(options.smaller_is_better)
    values, models = scores.oriented(smaller), scores.models
    found = inference.model_ranks(
        values,
        models,
        shown=[float(row.mean()) for row in scores.values],
        alpha=options.alpha,
        control=options.control,
        rope=options.rope,
    )
    overall = found.friedman
    df, df_error = (None, None) if overall is None else overall.df
    better = "Lower scores are better{metric}." if smaller else "Higher scores are better{metric}."
    against = sentence("against {model}", model=options.control) or term("of all pairs")
    alike = semicolon_list(map(comma_list, found.nemenyi.groups))
    return Report(
        RANKS,
        found,
        words={
            "permuted": overall.notice if overall is not None and overall.pvalue is not None else None,
            "df": df,
            "df_error": df_error,
            "raw": overall.uncorrected if overall is not None and overall.tied else None,
            "sentences": prose(*found.sentences),
            "alike": alike if found.nemenyi.groups else term("none"),
            "better": sentence(better, metric=sentence(" ({metric})", metric=scores.metric or None)),
            "against": against,
            "rope": options.rope,
        },
        corpora=scores.corpora,
        metric=scores.metric,
        smaller_is_better=smaller,
        alpha=options.alpha,
        rope=options.rope,
        control=options.control,
        **plain(found),
    )


def _several_corpora(options: Namespace) -> Report:
    """One difference from several corpora, with the rows of a forest plot."""
    given = read_corpus_differences(options.differences)
    meta = inference.meta_analysis(
        given.differences, given.variances, names=given.corpora, alpha=options.alpha
    )
    a, b = given.models or ("A", "B")
    return Report(
        DIFFERENCE,
        meta,
        words={
            "a": a,
            "headline": meta.headline(a, b),
            "of_metric": sentence(" ({metric})", metric=given.metric or None),
            "sentences": prose(*meta.sentences),
            "difference": difference_of(a, b, meta.mean),
            "sd": meta.between**0.5,
        },
        models=given.models,
        metric=given.metric,
        several_corpora=meta,
    )
