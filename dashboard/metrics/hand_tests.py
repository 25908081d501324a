"""Tests on a few typed numbers: the decision, its margin, and the place of the statistic."""

from collections.abc import Callable

import streamlit as st

from dashboard.figures.comparisons.null_law import null_law
from dashboard.figures.comparisons.ranks import critical_difference
from dashboard.metrics.layout import Card, cards, notices
from dashboard.metrics.typed import typed
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.widgets import Options, options, pick
from dashboard.words.problems import notice_text, problem_text
from dashboard.words.text import _, inert
from mx2core.metrics import AnswerTable
from mx2core.studies import HAND_TESTS, HandRow, HandTest, hand_sample, hand_test

ALPHAS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2)


def show() -> None:
    names = {
        "binomial": _("Binomial"),
        "one_sample_t": _("One-sample t"),
        "kfold_t": _("K-fold paired t"),
        "resampled_t": _("Resampled t"),
        "5x2": "5×2",
        "mcnemar": "McNemar",
        "friedman": _("Friedman, Nemenyi"),
    }
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
        invented = table.columns == hand_sample(name).columns
        form = _("Invented example: {sentence}") if invented else "{sentence}"
        st.markdown("**" + form.format(sentence=problem_text(test.headline)) + "**")
        cards(_cards(test))
        st.caption(problem_text(test.limits))
    with picture:
        _law(test)
    with shown:
        if test.nemenyi is not None:
            _diagram(test)
        notices(test)
    _forms(test)


def _typed(name: str, more: Options) -> AnswerTable:
    words = {
        "wrong": _("errors"),
        "n_units": _("test units"),
        "error": _("error rate"),
        "error_a": _("Error of A"),
        "error_b": _("Error of B"),
        "corpus": _("data set"),
        "split": _("split"),
        "both_right": _("both right"),
        "only_a": _("only A right"),
        "only_b": _("only B right"),
        "both_wrong": _("both wrong"),
    }
    rows = name not in ("binomial", "mcnemar", "5x2")
    return typed(name, hand_sample(name), words, more.place, rows=rows)


def _options(name: str, more: Options) -> dict[str, float | bool]:
    key = more.choice("metrics_alpha", 0.05, "α = {value:g}")
    asked: dict[str, float | bool] = {"alpha": more.place.select_slider("α", ALPHAS, key=key)}
    if "claimed" in HAND_TESTS[name].options:
        key = state.choice("metrics_claimed", 0.1)
        label = _("ε₀: claimed error rate")
        asked["claimed"] = st.slider(label, 0.005, 0.6, step=0.005, format="%.3f", key=key)
    if "test_to_train" in HAND_TESTS[name].options:
        key = state.choice("metrics_test_to_train", HAND_TESTS[name].options["test_to_train"])
        label = _("Test size over training size")
        asked["test_to_train"] = st.number_input(label, 0.01, 100.0, format="%g", key=key, width=240)
    if "larger" in HAND_TESTS[name].options:
        larger = more.choice("metrics_larger", False, _("larger is better"))
        asked["larger"] = more.place.toggle(_("Larger numbers are better"), key=larger)
    return asked


def _cards(test: HandTest) -> list[Card]:
    """The numbers of a test; what its other forms say stands in the table of them."""
    notes = {"threshold_error": _("if ε = ε₀")}
    if test.test == "mcnemar":
        only = {"error_a": _("only A right: {n:.0f}"), "error_b": _("only B right: {n:.0f}")}
        notes = {key: words.format(n=test.summary[f"only_{key[-1]}"]) for key, words in only.items()}
    return [(notice_text(name), test.summary[key], notes.get(key)) for key, name in test.names.items()]


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
    density, counts = row.law.density(x), kind == "binomial"
    ends = {"low": row.low, "high": row.high, "statistic": row.statistic}
    figure = null_law(x, density, **ends, counts=counts, title=title, lines=lines)
    components.chart(figure, "metrics_null", alt=_("Null distribution"), csv={"x": x, "y": density})


def _diagram(test: HandTest) -> None:
    pairs = test.nemenyi
    assert pairs is not None
    ranks, models, least = pairs.ranks, pairs.models, pairs.critical_difference
    figure, csv = (
        critical_difference(ranks, models, pairs.groups, least),
        {"model": models, "mean_rank": ranks},
    )
    components.chart(figure, "metrics_demsar", alt=_("Demšar's diagram"), csv=csv)
    together = [_(", ").join(inert(name) for name in group) for group in pairs.groups]
    st.caption(
        _("Nemenyi does not tell apart: {groups}.").format(groups=_("; ").join(together))
        if together
        else _("Nemenyi tells all of them apart.")
    )


def _forms(test: HandTest) -> None:
    words = {None: components.NOTHING, True: _("yes"), False: _("no")}
    columns: dict[str, str | Callable[[HandRow], object]] = {
        _("test"): lambda row: notice_text(row.name),
        _("statistic"): "statistic",
        _("rejects up to"): "low",
        _("rejects from"): "high",
        "p": "pvalue",
        _("rejected"): lambda row: words[row.rejected],
    }
    file = f"metrics_test_{test.test}"
    components.rows_table(test.rows, columns, file, folded=_("Test variants"), places=6)
