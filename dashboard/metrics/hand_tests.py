"""Tests on a few typed numbers: what is decided, by how much, and where the statistic falls."""

import pandas as pd
import streamlit as st

from dashboard.figures.comparisons import ranks as rank_pictures
from dashboard.figures.comparisons.null_law import null_law
from dashboard.metrics.layout import Card, cards, notices, share
from dashboard.metrics.typed import typed, typed_square
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.widgets import Options, options, pick
from dashboard.words.problems import notice_text
from dashboard.words.text import _, inert, prose
from mx2core.metrics import AnswerTable
from mx2core.studies import HAND_TESTS, HandTest, hand_sample, hand_test

ALPHAS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2)


def show() -> None:
    words = {
        "binomial": _("Binomial"),
        "one_sample_t": _("One-sample t"),
        "kfold_t": _("K-fold paired t"),
        "resampled_t": _("Resampled t"),
        "5x2": "5×2",
        "mcnemar": "McNemar",
        "friedman": _("Friedman, Nemenyi"),
    }
    names = {name: words[name] for name in HAND_TESTS}
    _view(pick(_("Test"), names, "metrics_test", "binomial", buttons=True, hide_label=True))


@fragment()
def _view(name: str) -> None:
    answer = st.container(border=True)
    moved, picture = st.columns([3, 2] if name == "friedman" else 2, gap="medium")
    shown = st.container()
    with options() as more:
        with moved:
            table = _typed(name, more)
            asked = _options(name, more)
        test = hand_test(name, table, **asked)
    with answer:
        st.markdown("**" + _verdict(test, asked, list(table.columns)) + "**")
        cards(_cards(test))
        st.caption(_caption(test))
    with picture:
        _law(test)
    with shown:
        if test.nemenyi is not None:
            _diagrams(test)
        notices(test)
    _forms(test)


def _typed(name: str, more: Options) -> AnswerTable:
    sample = hand_sample(name)
    if name == "mcnemar":
        # Row by row: B right with A right and A wrong, then B wrong.
        order = ("both_right", "only_b", "only_a", "both_wrong")
        square = AnswerTable({name: sample.columns[name] for name in order}, name=sample.name)
        across, down = (_("A right"), _("A wrong")), (_("B right"), _("B wrong"))
        return typed_square(name, square, across, down, more.place)
    words = {
        "wrong": _("errors"),
        "n_units": _("test units"),
        "error": _("error rate"),
        "error_a": _("Error of A"),
        "error_b": _("Error of B"),
        "corpus": _("data set"),
        "split": _("split"),
    }
    return typed(name, sample, words, more.place, rows=name not in ("binomial", "5x2"))


def _options(name: str, more: Options) -> dict[str, float | bool]:
    key = more.choice("metrics_alpha", 0.05, "α = {value:g}")
    asked: dict[str, float | bool] = {"alpha": more.place.select_slider("α", ALPHAS, key=key)}
    if "claimed" in HAND_TESTS[name].options:
        asked["claimed"] = st.slider(
            _("ε₀: claimed error rate"),
            0.005,
            0.6,
            step=0.005,
            format="%.3f",
            key=state.choice("metrics_claimed", 0.1),
        )
    if "test_to_train" in HAND_TESTS[name].options:
        asked["test_to_train"] = st.number_input(
            _("Test size over training size"),
            min_value=0.01,
            max_value=100.0,
            format="%g",
            key=state.choice("metrics_test_to_train", 1.0),
            width=240,
        )
    if "larger" in HAND_TESTS[name].options:
        larger = more.choice("metrics_larger", False, _("larger is better"))
        asked["larger"] = more.place.toggle(_("Larger numbers are better"), key=larger)
    return asked


def _verdict(test: HandTest, options: dict[str, float | bool], columns: list[str]) -> str:
    claimed = options.get("claimed", 0.0)
    if test.rejected is None:
        return _("Nothing can be tested.")
    if test.test == "binomial":
        below, above = test.rows
        if below.rejected:
            return _("Shown: error rate below {claimed:.1%}.").format(claimed=claimed)
        if above.rejected:
            return _("Refuted: error rate above {claimed:.1%}.").format(claimed=claimed)
        return _("Undecided: it may be {claimed:.1%}.").format(claimed=claimed)
    if test.test == "one_sample_t":
        differs = _("The error rate is not {claimed:.1%}.")
        return (differs if test.rejected else _("Undecided: it may be {claimed:.1%}.")).format(
            claimed=claimed
        )
    if not test.rejected:
        return _("Undecided; that is not equality.")
    if test.test == "friedman":
        return _("The models differ on data sets like these.")
    if test.test == "resampled_t":
        higher, lower = sorted(columns[1:], reverse=(test.summary["mean"] or 0) < 0, key=columns.index)
        return _("{a} scores higher than {b}.").format(a=inert(higher), b=inert(lower))
    a_better = (test.summary["error_a"] or 0) < (test.summary["error_b"] or 0)
    return _("A has fewer errors than B.") if a_better else _("B has fewer errors than A.")


def _cards(test: HandTest) -> list[Card]:
    """The numbers of a test, each with what it is made of."""
    scores, two_sided = test.summary, _("two-sided")
    df = f"df = {test.rows[0].law.parameters[0]:.0f}" if test.rows and test.rows[0].law.parameters else ""
    if test.test == "binomial":
        bound = test.threshold
        assert bound is not None
        return [
            (_("Test error"), scores["error_rate"], share(test.rows[0].statistic or 0, bound.n_units)),
            (_("p, below"), test.rows[0].pvalue, _("exact")),
            (_("p, above"), test.rows[1].pvalue, _("exact")),
            (_("Lower end"), scores["lower"], None),
            (_("Upper end"), scores["upper"], None),
            (_("Threshold ε̄"), scores["threshold"], None),
            (_("Accepted by ε̄"), scores["threshold_error"], _("if ε = ε₀")),
        ]
    if test.test == "one_sample_t":
        return [
            (_("Mean"), scores["mean"], f"k = {test.rows[0].law.parameters[0] + 1:.0f}"),
            (_("Standard deviation"), scores["sd"], None),
            ("t", scores["statistic"], "√k (μ − ε₀) / σ"),
            (_("Critical value"), scores["critical"], df),
            ("p", scores["pvalue"], two_sided),
        ]
    if test.test == "kfold_t":
        return [
            (_("Error of A"), scores["error_a"], _("mean")),
            (_("Error of B"), scores["error_b"], _("mean")),
            (_("A − B"), scores["mean"], f"σ {scores['sd']:.4f}"),
            ("t", scores["statistic"], "√k μ / σ"),
            (_("Critical value"), scores["critical"], df),
            ("p", scores["pvalue"], two_sided),
            (_("p, corrected"), test.rows[1].pvalue, _("for overlap")),
        ]
    if test.test == "resampled_t":
        return [
            ("A", scores["mean_a"], _("mean")),
            ("B", scores["mean_b"], _("mean")),
            (_("A − B"), scores["mean"], f"σ {scores['sd']:.4f}"),
            (_("Lower end"), scores["lower"], f"{1 - test.alpha:.3g}"),
            (_("Upper end"), scores["upper"], f"{1 - test.alpha:.3g}"),
            ("t", scores["statistic"], df),
            (_("p, corrected"), scores["pvalue"], two_sided),
        ]
    if test.test == "5x2":
        return [
            (_("A − B"), scores["mean"], None),
            (_("First A − B"), scores["first"], None),
            (_("Variance"), scores["variance"], None),
            ("t", scores["t"], "df = 5"),
            (_("p of t"), scores["t_pvalue"], two_sided),
            ("F", scores["f"], None),
            (_("p of F"), scores["f_pvalue"], "df = 10, 5"),
        ]
    if test.test == "mcnemar":
        return [
            (_("Error of A"), scores["error_a"], _("only A right: {n:.0f}").format(n=scores["only_a"])),
            (_("Error of B"), scores["error_b"], _("only B right: {n:.0f}").format(n=scores["only_b"])),
            ("χ²", scores["statistic"], _("corrected")),
            (_("p, corrected"), scores["pvalue"], _("chi-square")),
            (_("p, exact"), scores["exact_pvalue"], _("binomial")),
        ]
    chi2_p, f_p = (
        None if scores[name] is None else f"p {scores[name]:.4f}" for name in ("chi2_pvalue", "f_pvalue")
    )
    return [
        ("χ²", scores["chi2"], chi2_p),
        ("F", scores["f"], f_p),
        (_("Critical F"), scores["f_critical"], f"α = {test.alpha:g}"),
        (_("Critical difference"), scores["critical_difference"], "CD"),
    ]


def _caption(test: HandTest) -> str:
    if test.test == "binomial":
        bound = test.threshold
        assert bound is not None
        few = (
            _("Too few units for the exact test.")
            if bound.most_wrong is None
            else _("Exact test: ε < ε₀ with up to {most} errors of {n}.").format(
                most=bound.most_wrong, n=bound.n_units
            )
        )
        book = _("The textbook ε̄ calls ε = ε₀ better in {error:.1%} of test sets.")
        return prose((few, book.format(error=bound.threshold_error)))
    return {
        "one_sample_t": _("Needs independent test sets, not repeated hold-outs."),
        "kfold_t": _("Training sets overlap: the plain test rejects too often."),
        "resampled_t": _("Corrected for overlap by Nadeau and Bengio (2003), approximately."),
        "5x2": _("t uses one difference, F all ten."),
        "mcnemar": _("About these trained models, not other training sets."),
        "friedman": _("Friedman: do models differ? Nemenyi: which?"),
    }[test.test]


def _law(test: HandTest) -> None:
    row = test.rows[0] if test.rows else None
    if test.test == "binomial" and test.rows[1].rejected:
        row = test.rows[1]
    if row is None or (row.law.kind == "binomial" and not row.law.parameters[0]):
        return
    kind, parameters, lines = row.law.kind, row.law.parameters, {}
    if kind != "binomial":
        title = f"{kind.replace('chi2', 'χ²')}, df = {', '.join(f'{each:.0f}' for each in parameters)}"
    elif test.test == "mcnemar":
        title = _("units only A has right, of {n:.0f}").format(n=parameters[0])
    else:
        title = _("errors of {n:.0f} units at {rate:.1%}").format(n=parameters[0], rate=parameters[1])
    if test.threshold is not None:
        lines = {_("threshold ε̄ · m"): test.threshold.threshold * test.threshold.n_units}
    x = row.law.span(row.statistic)
    density = row.law.density(x)
    components.chart(
        null_law(
            x,
            density,
            low=row.low,
            high=row.high,
            statistic=row.statistic,
            counts=kind == "binomial",
            title=title,
            lines=lines,
        ),
        "metrics_null",
        alt=_("Null distribution"),
        csv={"x": x, "y": density},
    )


def _diagrams(test: HandTest) -> None:
    pairs = test.nemenyi
    assert pairs is not None
    of_friedman, of_demsar = _("Friedman's diagram"), _("Demšar's diagram")
    ranks, models, least = pairs.ranks, pairs.models, pairs.critical_difference
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(f"**{of_friedman}**")
        components.chart(
            rank_pictures.rank_segments(ranks, models, least),
            "metrics_segments",
            alt=of_friedman,
            csv={"model": models, "mean_rank": ranks},
        )
    with right:
        st.markdown(f"**{of_demsar}**")
        figure = rank_pictures.critical_difference(ranks, models, pairs.groups, least)
        components.chart(figure, "metrics_demsar", alt=of_demsar)
    together = [_(", ").join(inert(name) for name in group) for group in pairs.groups]
    st.caption(
        _("Nemenyi does not tell apart: {groups}.").format(groups=_("; ").join(together))
        if together
        else _("Nemenyi tells all of them apart.")
    )


def _forms(test: HandTest) -> None:
    words = {None: components.NOTHING, True: _("yes"), False: _("no")}
    with st.expander(_("Test variants")):
        table = pd.DataFrame(
            {
                _("test"): [notice_text(row.name) for row in test.rows],
                _("statistic"): [row.statistic for row in test.rows],
                _("rejects up to"): [row.low for row in test.rows],
                _("rejects from"): [row.high for row in test.rows],
                "p": [row.pvalue for row in test.rows],
                _("rejected"): [words[row.rejected] for row in test.rows],
            }
        )
        components.table(table.round(6), f"metrics_test_{test.test}")
