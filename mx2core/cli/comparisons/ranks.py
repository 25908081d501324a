"""Several models on several corpora, from a table of scores; or one difference on several corpora."""

from __future__ import annotations

from argparse import Namespace

from ... import inference
from ...errors import InputError, UsageError
from ...exchange import read_corpus_differences, read_corpus_scores
from ...exchange.canonical import plain
from ..options import corpus_options
from ..options.declared import option
from ..text import Report, Text, comma_list, lines, prose, semicolon_list, sentence, term
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
{overall}

[models] model mean_rank:.2f mean_score=mean

{groups}

[pairs] model=a better_than=b won=wins lost=losses ahead_by=mean Nemenyi_p=nemenyi!v \
Wilcoxon_p=wilcoxon!v by_Holm=holm!v P_better=p_better:.3f P_no_matter=p_no_matter:.3f

{notes}
"""
DIFFERENCE = """
{answer}{of_metric} on corpora like these {n}: {difference} ({level!p:g}% interval {lower:+.4f} to \
{upper:+.4f}; Hartung and Knapp, t({df:.0f}), p {pvalue!v}).

[rows] corpus {a}_ahead_by=estimate:+.4f from=lower:+.4f to=upper:+.4f weight:.0%

Corpora differ beyond their own error by a standard deviation of {sd:.4f} (I² = {share_between:.0%}, \
Q = {heterogeneity:.3g}, p {heterogeneity_pvalue!v}); a further one is expected between \
{lower_prediction:+.4f} and {upper_prediction:+.4f}.
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
    return Report(
        RANKS,
        found,
        words={
            "overall": _overall(found.friedman, len(scores.corpora), options.alpha),
            "groups": _groups(found.nemenyi),
            "notes": _notes(options, scores.metric, smaller=smaller),
        },
        corpora=scores.corpora,
        metric=scores.metric,
        smaller_is_better=smaller,
        alpha=options.alpha,
        rope=options.rope,
        control=options.control,
        **plain(found),
    )


def _notes(options: Namespace, metric: str | None, *, smaller: bool) -> Text:
    of_metric = sentence(" ({metric})", metric=metric or None)
    better = "Lower scores are better{metric}." if smaller else "Higher scores are better{metric}."
    against = sentence("against {model}", model=options.control) or term("of all pairs")
    holm = (
        "Wilcoxon's signed-rank p-values are two-sided, adjusted by Holm for the comparisons {against}; "
        "decide by one of the tests, chosen beforehand."
    )
    return prose(
        sentence(better, metric=of_metric),
        term("A corpus counts as one observation, however many splits its score is the mean of."),
        sentence(holm, against=against),
        sentence("P better, P no matter: Bayesian signed-rank test with a ROPE of {rope:g}.", options),
    )


def _overall(test: inference.FriedmanTest | None, n: int, alpha: float) -> object:
    """Friedman's test, which never says that models are equal."""
    if test is None:
        return sentence(
            "Two models on {n} corpora; Friedman's test is for three or more, so see their pair below.", n=n
        )
    p = test.answer_pvalue
    if p is None:
        return test.notice
    answer = term("the models differ on corpora like these")
    if p >= alpha:
        answer = term("undecided, which does not show that the models are equal")
    told = {"n": n, "answer": answer, "alpha": alpha}
    told_apart = sentence("Friedman over {n} corpora: {answer} (alpha = {alpha:g}).", told)
    uncorrected = _forms(test.uncorrected, test.df) if test.uncorrected and test.tied else None
    return lines(
        prose(told_apart, test.notice, _forms(test, test.df)),
        sentence("Without the correction for ties, as many textbooks print it: {forms}", forms=uncorrected),
    )


def _forms(forms: inference.FriedmanTest | inference.FriedmanForms, df: tuple[int, int]) -> Text:
    """Chi-square, and F where it is finite."""
    of = {"df": df[0], "df_error": df[1]}
    if forms.f_statistic is None:
        return sentence("Chi-square({df}) = {statistic:.4g}, p {pvalue!v}.", of, forms)
    return sentence(
        "Chi-square({df}) = {statistic:.4g}, p {pvalue!v}; F({df}, {df_error}) = {f_statistic:.4g}, "
        "p {f_pvalue!v}.",
        of,
        forms,
    )


def _groups(test: inference.NemenyiTest) -> Text:
    """Which models are not told apart by their mean ranks."""
    distance = sentence("Nemenyi: mean ranks further apart than {critical_difference:.3f} differ.", test)
    alike = sentence("Not told apart: {groups}.", groups=semicolon_list(map(comma_list, test.groups)))
    return prose(distance, alike if test.groups else term("No two models are closer than that."))


def _several_corpora(options: Namespace) -> Report:
    """One difference from several corpora, with the rows of a forest plot."""
    given = read_corpus_differences(options.differences)
    meta = inference.meta_analysis(
        given.differences, given.variances, names=given.corpora, alpha=options.alpha
    )
    a, b = given.models or ("A", "B")
    better, worse = (a, b) if meta.mean > 0 else (b, a)
    answer = sentence("Undecided between {a} and {b}", a=a, b=b)
    if meta.rejected:
        answer = sentence("{a} is better than {b}", a=better, b=worse)
    return Report(
        DIFFERENCE,
        meta,
        words={
            "a": a,
            "answer": answer,
            "of_metric": sentence(" in {metric}", metric=given.metric or None),
            "n": len(meta.rows),
            "difference": difference_of(a, b, meta.mean),
            "sd": meta.between**0.5,
        },
        models=given.models,
        metric=given.metric,
        several_corpora=meta,
    )
