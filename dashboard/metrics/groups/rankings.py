"""Rankings: what the first k candidates of each query are worth."""

import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.layout import cards, notices, scores_of
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.options import Options
from dashboard.words.text import _, inert
from mx2core.metrics import AnswerTable, RankedQueries, query_rows, rank_curve

MOST_K = 20


def show(table: AnswerTable, more: Options) -> None:
    answer = st.container(border=True)
    how_many, which = st.columns(2, gap="medium", vertical_alignment="bottom")
    k = how_many.slider(_("k: top candidates"), 1, MOST_K, key=state.choice("metrics_k", 5))
    with more.place:
        found_only = _over(table)
        gains = {"linear": _("relevance"), "exponential": "2^rel − 1"}
        gain = pick(_("Gain"), gains, "metrics_gain", "linear", buttons=True)
    more.note("metrics_gain", "linear", gains[gain])
    scores = scores_of(RankedQueries, "ranking", table, k=k, found_only=found_only)
    query = pick(
        _("Query"), [row.query for row in scores.rows], "metrics_query", scores.rows[0].query, place=which
    )
    with answer:
        _answer(scores, exponential=gain == "exponential")
    _pictures(table, scores, query, exponential=gain == "exponential")
    notices(scores)
    _numbers(scores)


def _over(table: AnswerTable) -> bool:
    """By what the average precision divides, where the table says how many relevant documents there are."""
    if "n_relevant" not in table.columns:
        return False
    divided = st.toggle(_("Count relevant documents not found"), key=state.choice("metrics_n_relevant", True))
    return not divided


def _answer(ranked: RankedQueries, *, exponential: bool) -> None:
    k, scores = ranked.k, ranked.summary
    n = len(ranked.rows)
    gain = "_exp" if exponential else ""
    cards(
        (
            ("MAP", scores["map"], _("over {n} queries").format(n=n)),
            (f"P@{k}", scores[f"p@{k}"], _("relevant among {k}").format(k=k)),
            ("MRR", scores["mrr"], _("1 / first place")),
            (f"CG@{k}", scores[f"cg@{k}"], None),
            (f"DCG@{k}", scores[f"dcg{gain}@{k}"], "÷ log₂(i + 1)"),
            (f"NDCG@{k}", scores[f"ndcg{gain}@{k}"], None),
        )
    )
    st.caption(_("Relevant: relevance above 0. Ties: mean gain; for MAP and MRR, the worst order."))


def _pictures(table: AnswerTable, scores: RankedQueries, query: str, *, exponential: bool) -> None:
    rows = query_rows(table)[query]
    curve = rank_curve(
        table.numbers("relevance")[rows], table.numbers("score")[rows], exponential=exponential
    )
    row = next(row for row in scores.rows if row.query == query)
    left, right = st.columns(2, gap="medium")
    with left:
        ndcg = row.ndcg_exp if exponential else row.ndcg
        st.markdown(
            _("**{query}**: NDCG@{k} = {value:.4f}").format(query=inert(query), k=scores.k, value=ndcg)
        )
        components.chart(
            pictures.rank_gains(curve, scores.k),
            "metrics_gains",
            alt=_("Gain by place"),
            csv=lambda: components.columns_csv(
                place=range(1, len(curve.gain) + 1), gain=curve.gain, best=curve.ideal
            ),
        )
    with right:
        st.markdown(
            _("**{query}**: average precision {value:.4f}, {n} relevant").format(
                query=inert(query), value=row.average_precision, n=row.n_relevant
            )
        )
        components.chart(
            pictures.rank_precision(curve, scores.k), "metrics_precision", alt=_("Precision by place.")
        )


def _numbers(scores: RankedQueries) -> None:
    components.rows_table(
        scores.rows,
        {
            _("query"): "query",
            _("candidates"): "candidates",
            _("relevant"): "n_relevant",
            f"P@{scores.k}": "precision_at_k",
            _("average precision"): "average_precision",
            _("reciprocal rank"): "reciprocal_rank",
            f"CG@{scores.k}": "cg",
            f"DCG@{scores.k}": "dcg",
            f"NDCG@{scores.k}": "ndcg",
            f"DCG@{scores.k}, 2^rel − 1": "dcg_exp",
            f"NDCG@{scores.k}, 2^rel − 1": "ndcg_exp",
        },
        "metrics_by_query",
        folded=_("All numbers"),
    )
