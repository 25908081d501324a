"""Which model is better across several corpora? The answer, ranks, pairs, the scores."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.corpora import corpus_scores, forest
from dashboard.corpora.corpus_scores import Ranked
from dashboard.figures.comparisons import ranks as figures
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.ui import components, example, menu
from dashboard.ui.answers.rule_choice import ALPHAS
from dashboard.ui.documents import python_code
from dashboard.ui.widgets import options, pick, show_one
from dashboard.words import problems
from dashboard.words.numbers import PValue, pvalue
from dashboard.words.text import _, inert, prose
from mx2core.exchange import write_corpus_scores
from mx2core.inference import ModelRanks

ALPHA = 0.05

_ranked: Remembered[ModelRanks] = Remembered(60)


def page(ranked: Ranked, alpha: float) -> None:
    found = _ranks_of(ranked, alpha)
    views = {
        "ranks": (_("Ranks"), partial(_ranks, ranked, found)),
        "forest": (_("Mean difference"), partial(forest.show, ranked, alpha)),
        "pairs": (_("Pairs"), partial(_pairs, ranked, alpha)),
        "scores": (_("Scores"), partial(_scores, ranked)),
    }
    with st.container(border=True):
        _answer(ranked, found)
    show_one(_("View"), views, "corpora_view")


def _ranks_of(ranked: Ranked, alpha: float, control: str | None = None) -> ModelRanks:
    values, models, shown = ranked.values, ranked.scores.models, ranked.scores.values.mean(axis=1).tolist()
    asked: dict[str, Any] = {"alpha": alpha, "control": control}
    return _ranked.get(
        (models, values.tobytes(), ranked.smaller_is_better, *asked.values()),
        lambda: mx.inference.model_ranks(values, models, means=shown, rope=None, **asked),
    )


def _answer(ranked: Ranked, ranks: ModelRanks) -> None:
    st.markdown("#### " + problems.problem_text(ranks.headline))
    st.markdown(prose(map(problems.problem_text, ranks.sentences)))
    source = _("Scores: {source}; lower is better") if ranked.smaller_is_better else _("Scores: {source}")
    st.caption(source.format(source=inert(ranked.source)))
    if ranked.flattering:
        st.warning(
            _("Some splits were chosen for low χ²/J, which can change ranks."), icon=":material/warning:"
        )


def _ranks(ranked: Ranked, ranks: ModelRanks) -> None:
    """The diagram, and Friedman's test in both forms."""
    overall, compared = ranks.friedman, ranks.nemenyi
    picture, words = st.columns([2, 1], gap="medium")
    models = compared.models
    with picture:
        components.chart(
            figures.critical_difference(
                compared.ranks, models, compared.groups, compared.critical_difference
            ),
            "ranks",
            alt=_("Mean ranks of models over {n} corpora; critical difference {least:.2f}.").format(
                n=compared.n_corpora, least=compared.critical_difference
            ),
            csv={
                "model": list(models),
                "mean_rank": compared.ranks,
                "mean_score": ranked.scores.values.mean(axis=1),
            },
            python=partial(python_code.plot_code, "ranks", 'scatter(numbers, x="mean_rank", y="model")'),
        )
    with words:
        if overall is not None and overall.statistic is not None:
            f, k, p = overall.f_statistic, overall.df, overall.permutation_pvalue
            components.metric(
                _("Friedman, χ² form") if p is None else _("Friedman, by permutation"),
                f"p {pvalue(overall.pvalue if p is None else p)}",
                f"χ²({k[0]}) = {overall.statistic:.3g}",
            )
            components.metric(
                _("Friedman, F form"),
                components.NOTHING if overall.f_pvalue is None else f"p {pvalue(overall.f_pvalue)}",
                _("no finite value") if f is None else f"F({k[0]}, {k[1]}) = {f:.3g}",
            )
        st.caption(_("Bars join models not told apart. Holds if corpora were not chosen for their results."))


def _pairs(ranked: Ranked, alpha: float) -> None:
    names = {"": _("all pairs of models")} | {name: name for name in ranked.scores.models}
    control = pick(_("Compared"), names, "corpora_control", "", width=320)
    decisions = {None: _("no decision"), True: _("yes"), False: _("not shown")}
    columns: dict[str, Any] = {
        _("model"): "a",
        _("better than"): "b",
        _("won : lost"): lambda pair: f"{pair.wins} : {pair.losses}",
        _("mean difference"): "mean",
        _("Nemenyi p"): lambda pair: PValue(pair.nemenyi),
        _("Wilcoxon p"): lambda pair: PValue(pair.wilcoxon),
        _("Wilcoxon p by Holm"): lambda pair: PValue(pair.holm),
        _("decision (Holm)"): lambda pair: decisions[None if pair.holm is None else pair.holm < alpha],
    }
    components.rows_table(_ranks_of(ranked, alpha, control or None).pairs, columns, "pairs")
    st.caption(_("Two-sided. Choose Holm's or Nemenyi's beforehand."))


def _scores(ranked: Ranked) -> None:
    scores = ranked.scores
    table = pd.DataFrame(scores.values.T, columns=list(scores.models)).round(4)
    table.insert(0, _("corpus"), list(scores.corpora))
    components.table(table, "corpora", csv=lambda: write_corpus_scores(scores))


def show() -> None:
    """The answer and one of its views; where there is too little to rank, the ways to more."""
    if not corpus_scores.enough(state.project()):
        menu.lead("race", _("Compare models on the open corpus"))
        example.offer("corpora")
        corpus_scores.importer()
        return
    above = st.container()
    with options() as more:
        alpha = pick("α", ALPHAS, "corpora_alpha", ALPHA, width=130)
        more.note("corpora_alpha", ALPHA, "α = {value:g}")
        ranked = corpus_scores.choose(state.project(), more)
        corpus_scores.importer()
    if ranked is not None:
        with above:
            page(ranked, alpha)
