"""The mean difference of two models over several corpora, from their out-of-fold tests: a forest plot."""

from contextlib import suppress
from typing import Any

import numpy as np
import streamlit as st

from dashboard.corpora.corpus_scores import Ranked, names_by_specification
from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.server.result_cache import remembered
from dashboard.server.running import experiments
from dashboard.ui import components
from dashboard.ui.widgets import pick
from dashboard.words import problems
from dashboard.words.metrics import metric_name
from dashboard.words.text import _, inert, prose
from mx2core.errors import Mx2Error
from mx2core.inference import MetaAnalysis, meta_analysis
from mx2core.training import decide

Difference = tuple[float, float]  # how far A is ahead, and the variance of that


def show(ranked: Ranked, alpha: float) -> None:
    if not ranked.records:
        st.info(_("This view needs predictions of each corpus."), icon=":material/info:")
        return
    models = ranked.scores.models
    row = st.container(horizontal=True, vertical_alignment="top")
    a = pick("A", models, "forest_a", models[0], place=row, width=200)
    rest = [name for name in models if name != a]
    b = pick(_("B (baseline)"), rest, "forest_b", rest[0], place=row, width=200)
    metric = str(ranked.scores.metric)
    asked = ranked.specifications[a], ranked.specifications[b], metric, ranked.smaller_is_better
    differences = {
        corpus: _difference(tuple((one.id, one.n_finished) for one in records), *asked)
        for corpus, records in ranked.records.items()
    }
    tested = {corpus: one for corpus, one in differences.items() if one is not None}
    if len(tested) < 2:
        sentence = _("Needs out-of-fold tests on two corpora; {n} has one.")
        st.info(sentence.format(n=len(tested)), icon=":material/info:")
        return
    estimates, variances = zip(*tested.values(), strict=True)
    result = meta_analysis(estimates, variances, names=list(tested), alpha=alpha)
    _draw(result, a, b, metric_name(metric, None), ranked.smaller_is_better)
    left = [corpus for corpus, one in differences.items() if one is None]
    if left:
        st.caption(_("Without a test: {corpora}").format(corpora=inert(_(", ").join(left))))


@remembered(200)
def _difference(
    records: tuple[tuple[str, int], ...], a: str, b: str, metric: str, smaller: bool
) -> Difference | None:
    """Of the newest experiment that has both models, of these specifications, and splits enough."""
    asked: dict[str, Any] = {"metric": metric, "smaller_is_better": smaller}
    for id, _n_finished in records:
        run = experiments.run(id)
        names = names_by_specification(run)
        if a not in names or b not in names:
            continue
        for partitions, comparison in zip(run.experiment.partitions, run.comparisons, strict=True):
            if not comparison.splits_done:
                continue
            with suppress(Mx2Error):
                decision = decide(comparison, names[a], names[b], partitions=partitions, **asked)
                if decision.variance is not None:
                    return decision.mean, decision.variance
    return None


def _draw(result: MetaAnalysis, a: str, b: str, metric: str, smaller: bool) -> None:
    picture, words = st.columns([2, 1], gap="medium")
    first, second = (b, a) if smaller else (a, b)
    difference = _("{metric} of {a} minus {b}")
    estimate, lower, upper, weight = (
        np.array([getattr(row, of) for row in result.rows]) for of in ("estimate", "lower", "upper", "weight")
    )
    corpora = [row.corpus for row in result.rows]
    with picture:
        components.chart(
            figures.forest(
                corpora,
                estimate,
                lower,
                upper,
                summary=(_("corpora like these"), result.mean, result.lower, result.upper),
                weights=weight,
                axis=difference.format(metric=metric, a=first, b=second),
            ),
            "forest",
            alt=difference.format(metric=metric, a=a, b=b),
            csv={"corpus": corpora, "difference": estimate, "lower": lower, "upper": upper, "weight": weight},
        )
    with words:
        st.markdown(f"**{problems.problem_text(result.headline(a, b))}**")
        st.markdown(prose(map(problems.problem_text, result.sentences)))
        st.caption(_("Hartung and Knapp (2001), from out-of-fold tests."))
