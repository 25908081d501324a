"""The parts of the page on several corpora: the answer, ranks, pairs, a posterior, the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.corpora import forest
from dashboard.figures.comparisons import ranks as figures
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import margins
from dashboard.ui.choice import pick
from dashboard.words import problems, text
from dashboard.words.escaping import equations_whole
from dashboard.words.numbers import number
from dashboard.words.text import _, inert, joined
from mx2core.exchange import write_corpus_scores
from mx2core.metrics import proposed_margin

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from dashboard.corpora.corpus_scores import Ranked
    from mx2core.inference import FriedmanForms, FriedmanTest, NemenyiTest

ALPHAS = (0.10, 0.05, 0.025, 0.01, 0.005, 0.0025)


def page(ranked: Ranked, answer: DeltaGenerator) -> None:
    """The answer on top, then one of the views."""
    names = {
        "ranks": _("Ranks"),
        "forest": _("Mean difference"),
        "pairs": _("Pairs"),
        "bayes": _("Bayesian"),
        "scores": _("Scores"),
    }
    row = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center")
    view = pick(_("View"), names, "corpora_view", "ranks", place=row, buttons=True, hide_label=True)
    alpha = pick(
        "α",
        {value: f"α = {value:g}" for value in ALPHAS},
        "corpora_alpha",
        0.05,
        place=row,
        hide_label=True,
        width=130,
    )
    compared = mx.inference.nemenyi(ranked.values, ranked.scores.models, alpha=alpha)
    overall = (
        mx.inference.friedman(ranked.values, ranked.scores.models) if len(ranked.scores.models) > 2 else None
    )
    with answer.container(border=True):
        _answer(ranked, overall, compared, alpha)
    if view == "forest":
        forest.show(ranked, alpha)
    elif view == "pairs":
        _pairs(ranked, compared, alpha)
    elif view == "bayes":
        _posterior(ranked)
    elif view == "scores":
        _scores(ranked)
    else:
        _ranks(ranked, overall, compared)


def _answer(ranked: Ranked, overall: FriedmanTest | None, compared: NemenyiTest, alpha: float) -> None:
    n = len(ranked.scores.corpora)
    first = np.flatnonzero(np.isclose(compared.ranks, min(compared.ranks)))
    best = compared.models[int(first[0])]
    if overall is None:
        [pair] = mx.inference.signed_rank_pairs(ranked.values, ranked.scores.models)
        p = pair.pvalue
        yes = _("{model} is better on corpora like these").format(model=inert(pair.a))
        notice = None if p is not None else _("The two models tie on every corpus, so nothing is decided.")
        test = _("Wilcoxon's signed-rank test")
    else:
        p = overall.pvalue if overall.f_pvalue is None else overall.f_pvalue
        yes = _("The models differ on corpora like these")
        notice = None if overall.notice is None else problems.worded(overall.notice)
        test = _("Friedman's test")
    rejected = p is not None and p < alpha
    st.markdown("### " + (yes if rejected else _("No difference shown over these corpora")))
    sentences = []
    if p is not None:
        sentences.append(
            _("{test} over {n} corpora: p = {p:.2g} (α = {alpha:g}).").format(
                test=test, n=n, p=p, alpha=alpha
            )
        )
        sentences.append(
            text.ngettext(
                "**{models}** ranks first, with a mean rank of {rank:.2f} of {k}.",
                "**{models}** share the first rank, with a mean of {rank:.2f} of {k}.",
                len(first),
            ).format(
                models=inert(_(", ").join(compared.models[i] for i in first)),
                rank=min(compared.ranks),
                k=len(compared.models),
            )
        )
    if rejected and overall is not None:
        beside = [name for group in compared.groups if best in group for name in group if name != best]
        sentences.append(
            _("It cannot be distinguished from {models}.").format(
                models=inert(_(", ").join(dict.fromkeys(beside)))
            )
            if beside
            else _("It differs from every other model.")
        )
    if not rejected and p is not None:
        sentences.append(_("That is not evidence that the models are equal."))
    if notice is not None:
        sentences.append(notice)
    st.markdown(equations_whole(joined(sentences)))
    source = _("Scores: {source}; lower is better") if ranked.smaller_is_better else _("Scores: {source}")
    st.caption(source.format(source=inert(ranked.source)))
    least = 2.0 ** (1 - n)
    if least > alpha:
        st.warning(
            _(
                "With {n} corpora no p-value of a pair can fall below {least:.3g}, whatever the scores: more corpora "
                "are needed to tell two models apart."
            ).format(n=n, least=least),
            icon=":material/warning:",
        )
    if ranked.flattering:
        st.warning(
            _(
                "Some scores come from partitions that were chosen for low χ²/J. That tends to raise scores, more for some "
                "models than for others, and may change the ranks."
            ),
            icon=":material/warning:",
        )


def _ranks(ranked: Ranked, overall: FriedmanTest | None, compared: NemenyiTest) -> None:
    """The diagram, and Friedman's test in both forms."""
    picture, words = st.columns([2, 1], gap="medium")
    models = compared.models
    with picture:
        components.chart(
            figures.critical_difference(
                compared.ranks, models, compared.groups, compared.critical_difference, text=_
            ),
            "ranks",
            alt=_("Mean ranks of {k} models; bars join those that are not told apart.").format(k=len(models)),
            csv=lambda: components.columns_csv(
                model=list(models), mean_rank=compared.ranks, mean_score=ranked.scores.values.mean(axis=1)
            ),
        )
    with words:
        if overall is not None and overall.statistic is not None:
            st.metric(
                _("Friedman, F form"),
                "–" if overall.f_pvalue is None else f"p = {_p(overall.f_pvalue)}",
                _("no finite value")
                if overall.f_statistic is None
                else f"F({overall.df[0]}, {overall.df[1]}) = {overall.f_statistic:.3g}",
                **components.NEUTRAL,
            )
            st.metric(
                _("Friedman, χ² form"),
                f"p = {_p(overall.pvalue)}",
                f"χ²({overall.df[0]}) = {overall.statistic:.3g}",
                **components.NEUTRAL,
            )
            if overall.tied and overall.uncorrected is not None:
                st.caption(_uncorrected(overall.uncorrected))
        st.markdown("**" + _("How to read it") + "**")
        st.markdown(
            _(
                "A model stands at its mean rank over the corpora. A bar joins models that Nemenyi's test does not tell "
                "apart: their mean ranks differ by less than {d:.2f}. That is not equality."
            ).format(d=compared.critical_difference)
        )
        st.markdown(
            _(
                "A corpus counts as one observation, however many splits its score is the mean of. The test speaks of "
                "corpora like these, if they were not chosen for what they show."
            )
        )


def _uncorrected(forms: FriedmanForms) -> str:
    """Friedman's statistics as textbooks print them."""
    chi2 = _(
        "Without the correction for ties, as many textbooks print it: χ² = {chi2:.4g}, p = {p:.2g}."
    ).format(chi2=forms.statistic, p=forms.pvalue)
    if forms.f_statistic is None:
        return chi2
    f = _("The F form is then {f:.4g}, p = {p:.2g}.").format(f=forms.f_statistic, p=forms.f_pvalue)
    return joined([chi2, f])


def _pairs(ranked: Ranked, compared: NemenyiTest, alpha: float) -> None:
    """Every pair, or all against one, by signed ranks."""
    models = list(compared.models)
    every = ""
    names = {every: _("all pairs of models")} | {name: name for name in models}
    control = pick(_("Compared"), names, "corpora_control", every, width=320)
    pairs = mx.inference.signed_rank_pairs(ranked.values, models, control=control or None)
    rows = [
        {
            _("model"): pair.a,
            _("better than"): pair.b,
            _("won : lost"): f"{pair.wins} : {pair.losses}",
            _("mean difference"): round(pair.mean, 4),
            _("Nemenyi p"): _p(float(compared.pvalues[models.index(pair.a), models.index(pair.b)])),
            _("Wilcoxon p"): _p(pair.pvalue),
            _("Wilcoxon p by Holm"): _p(pair.adjusted),
            _("decision (Holm)"): _("no decision")
            if pair.adjusted is None
            else _("yes")
            if pair.adjusted < alpha
            else _("not shown"),
        }
        for pair in pairs
    ]
    components.table(pd.DataFrame(rows), "pairs")
    st.caption(
        text.ngettext(
            "Wilcoxon's signed-rank p is two-sided; by Holm's method {k} comparison has the error α. Nemenyi's p holds "
            "for all pairs of the table and depends on the other models in it. Decide by one of them, chosen beforehand.",
            "Wilcoxon's signed-rank p is two-sided; by Holm's method {k} comparisons share α. Nemenyi's p holds "
            "for all pairs of the table and depends on the other models in it. Decide by one of them, chosen beforehand.",
            len(pairs),
        ).format(k=len(pairs))
    )


@remembered(200)
def _likelier(differences: tuple[float, ...], rope: float) -> tuple[float, float, float]:
    found = mx.inference.bayesian_signed_rank_test(np.array(differences), rope=rope)
    return found.p_better, found.p_equivalent, found.p_worse


def _posterior(ranked: Ranked) -> None:
    """The Bayesian signed-rank test of one model against the others."""
    models = list(ranked.scores.models)
    picture, words = st.columns([2, 1], gap="medium")
    with words:
        best = models[int(np.argmax(ranked.values.mean(axis=1)))]
        model = pick(_("Model"), models, "corpora_one", best)
        proposed = proposed_margin(str(ranked.scores.metric), ranked.scores.values.mean(axis=1))
        rope = margins.ask(
            _("Differences too small to matter (ROPE): up to"),
            state.choice(margins.key("corpora_rope", proposed), proposed.value),
            proposed,
            least=0.0,
        )
    mine = ranked.values[models.index(model)]
    others = [name for name in models if name != model]
    shares = np.array(
        [_likelier(tuple((mine - ranked.values[models.index(other)]).tolist()), rope) for other in others]
    )
    with picture:
        components.chart(
            figures.likelier(model, others, shares, text=_),
            "likelier",
            alt=_("How probable it is that {model} is better than each other model.").format(model=model),
            csv=lambda: components.columns_csv(
                model=[model] * len(others),
                other=others,
                better=shares[:, 0],
                no_matter=shares[:, 1],
                worse=shares[:, 2],
            ),
        )
    with words:
        st.markdown(
            _(
                "On a further pair of corpora like these, which of the three is likeliest? The bars say how sure the "
                "data make us, by the Bayesian signed-rank test: it sees the signs and sizes of the differences on "
                "{n} corpora, and a prior worth half a corpus that says there is none."
            ).format(n=len(ranked.scores.corpora))
        )


def _scores(ranked: Ranked) -> None:
    """What is ranked: a row for each corpus."""
    scores = ranked.scores
    table = pd.DataFrame(scores.values.T, columns=list(scores.models)).round(4)
    table.insert(0, _("corpus"), list(scores.corpora))
    components.table(table, "corpora", csv=lambda: write_corpus_scores(scores))


def _p(value: float | None) -> str:
    return "–" if value is None else number(value, ".2g")
