"""Predicted numbers, rankings and texts: what each is worth, and what moves that."""

import streamlit as st

from dashboard.figures.measures import metrics as pictures
from dashboard.metrics.groups import intervals
from dashboard.metrics.layout import capital, cards, most_choice, notices, scores_of
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.widgets import Options, pick
from dashboard.words.metrics import metric_names
from dashboard.words.numbers import subscripted
from dashboard.words.text import _, inert
from mx2core.metrics import (
    METRIC_GROUPS,
    AnswerTable,
    BleuScores,
    NumberScores,
    RankedQueries,
    SegmentationScores,
    query_rows,
    rank_curve,
)
from mx2core.metrics import intervals as word_cuts
from mx2core.metrics.outputs.ranked_queries import QueryScores

MOST_K = 20  # candidates of a query
SHOWN = 40  # letters of a text that the figure has room for


def show_numbers(table: AnswerTable, _more: Options) -> None:
    """Errors of predicted numbers, and which scores one bad prediction moves."""
    answer = st.container(border=True)
    usual = METRIC_GROUPS["regression"].options
    worst, part = st.columns(2, gap="medium")
    key = state.choice("metrics_stretch", usual["stretch"])
    stretch = worst.slider(_("Multiply the largest error by"), 0.0, 10.0, step=0.5, key=key)
    key = state.choice("metrics_quantile", usual["quantile"])
    quantile = part.slider(_("Relative error quantile"), 0.0, 1.0, step=0.05, key=key)
    errors = scores_of(NumberScores, "regression", table, stretch=stretch, quantile=quantile)
    scores = errors.summary
    with answer:
        cards(
            (
                ("MAE", scores["mae"], _("mean |error|")),
                ("MSE", scores["mse"], _("mean error²")),
                ("RMSE", scores["rmse"], "√MSE"),
                ("MRE", scores["mre"], _("mean |error|/y")),
                ("MAPE", scores["mape"], _("median of these")),
                (_("Quantile {q:.0%}").format(q=errors.quantile), scores["relative_error_quantile"], None),
                ("R²", scores["r2"], _("variance explained")),
                (capital(metric_names()["spearman"]), scores["spearman"], None),
            )
        )
        st.caption(_("MAPE: the median here, the mean (MRE) in many libraries."))
    left, right = st.columns(2, gap="medium")
    with left:
        figure, alt = pictures.predicted_numbers(errors), _("Predicted against right values.")
        csv = {"right": errors.gold, "predicted": errors.predicted}
        components.chart(figure, "metrics_numbers", alt=alt, csv=csv)
    with right:
        if scores["mape"] is not None:
            components.chart(pictures.relative_errors(errors), "metrics_relative", alt=_("Relative errors"))
    notices(errors)
    columns = {_("row"): "item", _("right value"): "gold", _("predicted value"): "predicted"}
    columns |= {_("error"): "error", _("relative error"): "relative_error"}
    components.rows_table(errors.rows, columns, "metrics_largest", folded=_("The largest errors"))
    intervals.show(table)


def show_rankings(table: AnswerTable, more: Options) -> None:
    """What the first k candidates of each query are worth."""
    answer = st.container(border=True)
    how_many, which = st.columns(2, gap="medium", vertical_alignment="bottom")
    k = how_many.slider(_("k: top candidates"), 1, MOST_K, key=state.choice("metrics_k", 5))
    with more.place:
        # By what the average precision divides, where the table says how many relevant documents there are.
        found_only = "n_relevant" in table.columns and not st.toggle(
            _("Count relevant documents not found"), key=state.choice("metrics_n_relevant", True)
        )
    gains = {"linear": _("relevance"), "exponential": "2^rel − 1"}
    gain = more.pick(_("Gain"), gains, "metrics_gain", "linear", buttons=True)
    scores = scores_of(RankedQueries, "ranking", table, k=k, found_only=found_only)
    rows = {row.query: row for row in scores.rows}
    query = pick(_("Query"), list(rows), "metrics_query", next(iter(rows)), place=which)
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
    _ranking_pictures(table, rows[query], k, exponential=gain == "exponential")
    notices(scores)
    columns = {_("query"): "query", _("candidates"): "candidates", _("relevant"): "n_relevant"}
    columns |= {f"P@{k}": "precision_at_k", _("average precision"): "average_precision"}
    columns |= {_("reciprocal rank"): "reciprocal_rank", f"CG@{k}": "cg"}
    columns |= {f"DCG@{k}": "dcg", f"NDCG@{k}": "ndcg"}
    columns |= {f"DCG@{k}, 2^rel − 1": "dcg_exp", f"NDCG@{k}, 2^rel − 1": "ndcg_exp"}
    components.rows_table(scores.rows, columns, "metrics_by_query", folded=_("All numbers"))


def _ranking_pictures(table: AnswerTable, row: QueryScores, k: int, *, exponential: bool) -> None:
    rows, query = query_rows(table)[row.query], inert(row.query)
    relevance, score = table.numbers("relevance")[rows], table.numbers("score")[rows]
    curve = rank_curve(relevance, score, exponential=exponential)
    left, right = st.columns(2, gap="medium")
    with left:
        ndcg = row.ndcg_exp if exponential else row.ndcg
        st.markdown(_("**{query}**: NDCG@{k} = {value:.4f}").format(query=query, k=k, value=ndcg))
        csv = {"place": range(1, len(curve.gain) + 1), "gain": curve.gain, "best": curve.ideal}
        components.chart(pictures.rank_gains(curve, k), "metrics_gains", alt=_("Gain by place"), csv=csv)
    with right:
        sentence = _("**{query}**: average precision {value:.4f}, {n} relevant")
        st.markdown(sentence.format(query=query, value=row.average_precision, n=row.n_relevant))
        components.chart(pictures.rank_precision(curve, k), "metrics_precision", alt=_("Precision by place."))


def show_texts(table: AnswerTable, more: Options) -> None:
    """BLEU, its parts, and the recall that it lacks."""
    answer = st.container(border=True)
    order = st.slider(_("Longest n-grams"), 1, 6, key=state.choice("metrics_order", 4))
    ways = {
        "auto": _("by the texts"),
        "13a": _("words (13a)"),
        "zh": _("Chinese characters (zh)"),
        "char": _("letters (char)"),
        "none": _("spaces (none)"),
    }
    way = more.pick(_("Tokenization"), ways, "metrics_tokenize", "auto")
    key = more.choice("metrics_smooth", True, _("not smoothed"))
    smooth = more.place.toggle(_("Smooth zero Pₙ"), key=key)
    tokenize = None if way == "auto" else way
    scores = scores_of(BleuScores, "text", table, order=order, tokenize=tokenize, smooth=smooth)
    lengths = f"c = {scores.length:,} · r = {scores.reference_length:,}"
    with answer:
        cards(
            (
                ("BLEU", scores.bleu, f"n = 1 … {len(scores.rows)}"),
                (_("Brevity penalty"), scores.brevity_penalty, lengths),
                *(
                    (subscripted("P", row.n), row.precision, f"{row.clipped:,} / {row.predicted:,}")
                    for row in scores.rows
                ),
                (_("Average recall"), scores.average_recall, None),
                (_("Word error rate"), scores.word_error_rate, f"{scores.errors:,} / {scores.asked:,}"),
            )
        )
        st.caption(_("Compare BLEU only on the same corpus and tokens."))
    components.chart(pictures.ngram_rates(scores), "metrics_ngrams", alt=_("Precision and recall of n-grams"))
    notices(scores)
    counts = {"n": "n", _("predicted n-grams"): "predicted", _("reference n-grams"): "reference"}
    counts |= {_("matching"): "matched", _("matching, clipped"): "clipped"}
    components.rows_table(scores.rows, counts, "metrics_ngram_counts")


def show_words(table: AnswerTable, more: Options) -> None:
    """Words of texts as intervals, known and unknown, beside the longest match."""
    answer = st.container(border=True)
    n = len(table.texts("words"))
    first, which = st.columns(2, gap="medium", vertical_alignment="bottom")
    key = most_choice("metrics_train", n // 2, max(n - 1, 1))
    train = 0 if n < 2 else first.slider(_("Vocabulary texts"), 0, n - 1, key=key)
    turned = more.place.container(horizontal=True)
    key = more.choice("metrics_backward", False, _("backward"))
    backward = turned.toggle(_("Backward longest match"), key=key)
    key = more.choice("metrics_baseline", False, _("longest match"))
    baseline = "segmented" not in table.columns or turned.toggle(_("Show longest match"), key=key)
    scores = scores_of(
        SegmentationScores, "segmentation", table, train=train, backward=backward, baseline=baseline
    )
    total = len(scores.rows)
    number = which.number_input(_("Text"), 1, total, key=most_choice("metrics_text", total, total))
    unknown = f"{scores.n_unknown:,} / {scores.n_words:,}"
    with answer:
        cards(
            (
                ("F1", scores.f, f"P {scores.precision:.2f} · R {scores.recall:.2f}"),
                (_("Precision"), scores.precision, None),
                (_("Recall"), scores.recall, None),
                (_("Unknown words"), scores.summary["oov_rate"], unknown),
                (_("Recall, known"), scores.known_recall, None),
                (_("Recall, unknown"), scores.unknown_recall, None),
                (_("Longest match F1"), scores.baseline_f, None),
            )
        )
    row = scores.rows[number - 1]
    cuts = [(_("gold"), word_cuts(row.gold.split())), (_("predicted"), word_cuts(row.predicted.split()))]
    figure = pictures.word_intervals(row.text[:SHOWN], cuts)
    components.chart(figure, "metrics_intervals", alt=_("Right and predicted words"))
    sentence = _("This text: {right} of {predicted} words right, {gold} expected.")
    st.caption(sentence.format(gold=row.n_gold, predicted=row.n_predicted, right=row.right))
    notices(scores)
