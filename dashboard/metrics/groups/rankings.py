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
        # By what the average precision divides, where the table says how many relevant documents there are.
        found_only = "n_relevant" in table.columns and not st.toggle(
            _("Count relevant documents not found"), key=state.choice("metrics_n_relevant", True)
        )
        gains = {"linear": _("relevance"), "exponential": "2^rel − 1"}
        gain = pick(_("Gain"), gains, "metrics_gain", "linear", buttons=True)
    more.note("metrics_gain", "linear", gains[gain])
    scores = scores_of(RankedQueries, "ranking", table, k=k, found_only=found_only)
    query = pick(
        _("Query"), [row.query for row in scores.rows], "metrics_query", scores.rows[0].query, place=which
    )
    suffix, summary = "_exp" if gain == "exponential" else "", scores.summary
    with answer:
        cards(
            (
                ("MAP", summary["map"], _("over {n} queries").format(n=len(scores.rows))),
                (f"P@{k}", summary[f"p@{k}"], _("relevant among {k}").format(k=k)),
                ("MRR", summary["mrr"], _("1 / first place")),
                (f"CG@{k}", summary[f"cg@{k}"], None),
                (f"DCG@{k}", summary[f"dcg{suffix}@{k}"], "÷ log₂(i + 1)"),
                (f"NDCG@{k}", summary[f"ndcg{suffix}@{k}"], None),
            )
        )
        st.caption(_("Relevant: relevance above 0. Ties: mean gain; for MAP and MRR, the worst order."))
    _pictures(table, scores, query, exponential=gain == "exponential")
    notices(scores)
    columns = {_("query"): "query", _("candidates"): "candidates", _("relevant"): "n_relevant"}
    columns |= {f"P@{k}": "precision_at_k", _("average precision"): "average_precision"}
    columns |= {
        _("reciprocal rank"): "reciprocal_rank",
        f"CG@{k}": "cg",
        f"DCG@{k}": "dcg",
        f"NDCG@{k}": "ndcg",
    }
    columns |= {f"DCG@{k}, 2^rel − 1": "dcg_exp", f"NDCG@{k}, 2^rel − 1": "ndcg_exp"}
    components.rows_table(scores.rows, columns, "metrics_by_query", folded=_("All numbers"))


def _pictures(table: AnswerTable, scores: RankedQueries, query: str, *, exponential: bool) -> None:
    rows, k = query_rows(table)[query], scores.k
    relevance, score = table.numbers("relevance")[rows], table.numbers("score")[rows]
    curve = rank_curve(relevance, score, exponential=exponential)
    row = next(row for row in scores.rows if row.query == query)
    left, right = st.columns(2, gap="medium")
    with left:
        ndcg = row.ndcg_exp if exponential else row.ndcg
        st.markdown(_("**{query}**: NDCG@{k} = {value:.4f}").format(query=inert(query), k=k, value=ndcg))
        components.chart(
            pictures.rank_gains(curve, k),
            "metrics_gains",
            alt=_("Gain by place"),
            csv=lambda: components.columns_csv(
                place=range(1, len(curve.gain) + 1), gain=curve.gain, best=curve.ideal
            ),
        )
    with right:
        sentence = _("**{query}**: average precision {value:.4f}, {n} relevant")
        st.markdown(sentence.format(query=inert(query), value=row.average_precision, n=row.n_relevant))
        components.chart(pictures.rank_precision(curve, k), "metrics_precision", alt=_("Precision by place."))
