"""Several models on several corpora, from a table of scores; or one difference on several corpora."""

from __future__ import annotations

import argparse
from typing import Any

from ... import inference
from ...errors import InputError, UsageError
from ...exchange import read_corpus_differences, read_corpus_scores
from ..options import corpus_options
from ..options.declared import option
from ..tables import (
    Paragraphs,
    Report,
    Said,
    columns,
    joined,
    lines,
    listed,
    listing,
    parted,
    picked,
    said,
    titled,
)
from .question_options import DIRECTION, difference_of

MODELS = {"model": "{model}", "mean rank": "{mean_rank:.2f}", "mean score": "{mean}"}
PAIRS = columns(
    "model=a better_than=b won=wins lost=losses ahead_by=mean Nemenyi_p=nemenyi:.2g Wilcoxon_p=wilcoxon:.2g "
    "by_Holm=holm:.2g P_better=p_better:.3f P_no_matter=p_no_matter:.3f"
)


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


def run(options: argparse.Namespace) -> Report:
    if (options.file is None) == (options.differences is None):
        raise UsageError("Give a table of scores, or --differences.")
    if options.differences is not None:
        return _several_corpora(options)
    scores = read_corpus_scores(options.file)
    if options.control is not None and options.control not in scores.models:
        raise InputError(
            "There is no model {model}; there are {known}.", model=options.control, known=scores.models
        )
    smaller = scores.smaller_is_better(options.smaller_is_better)
    values = scores.oriented(smaller)
    compared = inference.nemenyi(values, scores.models, alpha=options.alpha)
    row = {model: number for number, model in enumerate(scores.models)}

    def pair(one: inference.SignedRankPair) -> dict[str, Any]:
        """What each test says of two models."""
        a, b = row[one.a], row[one.b]
        posterior = inference.bayesian_signed_rank_test(values[a] - values[b], options.rope)
        tests = {"nemenyi": float(compared.pvalues[a, b]), "wilcoxon": one.pvalue, "holm": one.adjusted}
        shares = picked(posterior, "p_better p_worse") | {"p_no_matter": posterior.p_equivalent}
        return picked(one, "a b wins losses mean") | tests | shares

    return Report(
        _words,
        corpora=scores.corpora,
        metric=scores.metric,
        smaller_is_better=smaller,
        alpha=options.alpha,
        rope=options.rope,
        control=options.control,
        models=tuple(
            {"model": model, "mean_rank": compared.ranks[k], "mean": float(scores.values[k].mean())}
            for model, k in sorted(row.items(), key=lambda of: compared.ranks[of[1]])
        ),
        friedman=inference.friedman(values, scores.models) if len(row) > 2 else None,
        nemenyi=compared,
        pairs=tuple(map(pair, inference.signed_rank_pairs(values, scores.models, control=options.control))),
    )


def _words(found: Report) -> Paragraphs:
    yield _whether_any_differ(found)
    yield listing(found.models, MODELS)
    yield _groups(found.nemenyi)
    yield listing(found.pairs, PAIRS)
    values = {
        "metric": said(" ({metric})", found) if found.metric else "",
        "against": said("against {model}", model=found.control) if found.control else said("of all pairs"),
        "rope": found.rope,
    }
    yield joined(
        (
            said("Lower scores are better{metric}.", **values)
            if found.smaller_is_better
            else said("Higher scores are better{metric}.", **values),
            said("A corpus counts as one observation, however many splits its score is the mean of."),
            said(
                "Wilcoxon's signed-rank p-values are two-sided, adjusted by Holm for the comparisons "
                "{against}; decide by one of the tests, chosen beforehand.",
                **values,
            ),
            said("P better, P no matter: Bayesian signed-rank test with a ROPE of {rope:g}.", **values),
        )
    )


def _whether_any_differ(result: Report) -> object:
    """Friedman's test, which never says that models are equal."""
    test, n = result.friedman, len(result.corpora)
    if test is None:
        return said(
            "Two models on {n} corpora; Friedman's test is for three or more, so see their pair below.", n=n
        )
    if test.pvalue is None:
        return test.notice
    p = test.f_pvalue if test.f_pvalue is not None else test.pvalue
    answer = said(
        "Friedman over {n} corpora: {answer} (alpha = {alpha:g}).",
        result,
        n=n,
        answer=said("the models differ on corpora like these")
        if p < result.alpha
        else said("undecided, which does not show that the models are equal"),
    )
    without = test.uncorrected if test.tied else None
    reason = [test.notice] if test.f_statistic is None else []
    return lines(
        joined((answer, _forms(test, test.df), *reason)),
        without
        and said(
            "Without the correction for ties, as many textbooks print it: {forms}",
            forms=_forms(without, test.df),
        ),
    )


def _forms(forms: inference.FriedmanTest | inference.FriedmanForms, df: tuple[int, int]) -> Said:
    """Chi-square, and F where it is finite."""
    values = {"df": df[0], "chi2": forms.statistic, "p": forms.pvalue}
    if forms.f_statistic is None:
        return said("Chi-square({df}) = {chi2:.4g}, p = {p:.2g}.", **values)
    return said(
        "Chi-square({df}) = {chi2:.4g}, p = {p:.2g}; F({df}, {df_error}) = {f:.4g}, p = {f_p:.2g}.",
        **values,
        df_error=df[1],
        f=forms.f_statistic,
        f_p=forms.f_pvalue,
    )


def _groups(test: inference.NemenyiTest) -> object:
    """Which models are not told apart by their mean ranks."""
    alike = said("Not told apart: {groups}.", groups=parted(map(listed, test.groups)))
    return joined(
        (
            said(
                "Nemenyi: mean ranks further apart than {distance:.3f} differ.",
                distance=test.critical_difference,
            ),
            alike if test.groups else said("No two models are closer than that."),
        )
    )


def _several_corpora(options: argparse.Namespace) -> Report:
    """One difference from several corpora, with the rows of a forest plot."""
    given = read_corpus_differences(options.differences)
    of: dict[str, Any] = {"names": given.corpora, "alpha": options.alpha}
    meta = inference.meta_analysis(given.differences, given.variances, **of)
    return Report(_joined, models=given.models, metric=given.metric, several_corpora=meta)


def _joined(found: Report) -> Paragraphs:
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
