"""Views of what is not the test: other orders, a posterior, and the tests that people use today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.figures.comparisons import sequential as figures
from dashboard.race.doors.views import BothRules, ask_correlation
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import margins
from dashboard.words import problems
from dashboard.words.numbers import number
from dashboard.words.text import _, inert
from mx2core.inference import RULES, hold_outs_said, rejection_rate
from mx2core.inference.benchmark import measured, out_of_fold_method
from mx2core.training import Comparison

if TYPE_CHECKING:
    from dashboard.race.answer.out_of_fold_view import Answer
    from mx2core.inference import OutOfFoldTTest, PairRatio
    from mx2core.inference.checks import Alternative

ORDERS = 1_000


def orders(both: BothRules) -> None:
    """How much the stop depends on the order in which the splits came."""
    replay = mx.inference.order_replay(both.values, **both.rule.sequential(both.question), n_orders=ORDERS)
    here = both.test.m if both.test.rejected else None
    picture, words = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            figures.stops(replay.stops, here=here),
            "stops",
            alt=_("Share of random orders that stop at each look."),
            csv=lambda: components.columns_csv(
                m=[m for m, _share in replay.stops], share=[share for _m, share in replay.stops]
            ),
        )
    with words:
        st.metric(
            _("Orders with a difference"),
            f"{replay.rejected:.1%}",
            _("of {n:,} random orders").format(n=replay.n_orders),
            **components.NEUTRAL,
        )
        st.metric(
            _("Splits used"),
            f"{replay.mean_m:.1f}",
            _("on average over the orders"),
            **components.NEUTRAL,
        )
        st.markdown(
            _("As run, the test stops at m = {m}.").format(m=here)
            if here is not None
            else _("As run, the test has not stopped.")
        )
        st.markdown(_("All orders share the scores; a stop that varies says little."))


def posterior(both: BothRules) -> None:
    """The Bayesian correlated t-test of the splits seen."""
    a, b = both.names
    picture, words = st.columns([2, 1], gap="medium")
    with words:
        proposed = both.tested.margin(a, b, both.metric)
        rope = margins.ask(
            _("Differences too small to matter (ROPE): up to"),
            state.choice(margins.key("rope", proposed), proposed.value),
            proposed,
            least=0.0,
        )
        rho = ask_correlation("bayes_rho")
    bayes = mx.inference.bayesian_correlated_t_test(both.values, rho=rho, rope=rope)
    if bayes.notice is not None:
        picture.info(problems.worded(bayes.notice), icon=":material/info:")
        return
    assert bayes.scale is not None, "where there is none, a notice says so"
    with picture:
        three = st.columns(3)
        for place, name, value in zip(
            three,
            (
                _("{model} better").format(model=inert(b)),
                _("too small to matter"),
                _("{model} better").format(model=inert(a)),
            ),
            (bayes.p_worse, bayes.p_equivalent, bayes.p_better),
            strict=True,
        ):
            place.metric(name, f"{value:.1%}", border=True)
        components.chart(
            figures.posterior(
                bayes.mean, bayes.scale, bayes.df, rope=rope, models=both.names, terms=both.differences.terms
            ),
            "posterior",
            alt=_("Density of the mean difference of {a} and {b}.").format(a=a, b=b),
            csv=lambda: components.columns_csv(
                mean=[bayes.mean],
                scale=[bayes.scale],
                df=[bayes.df],
                rho=[rho],
                rope=[rope],
                p_b_better=[bayes.p_worse],
                p_no_matter=[bayes.p_equivalent],
                p_a_better=[bayes.p_better],
            ),
        )
    with words:
        st.markdown(
            _("Probabilities given {n} scores and ρ, not how often you looked.").format(
                n=both.values.size, a=inert(a)
            )
        )


def others(both: BothRules, answer: Answer | None = None) -> None:
    """What tests that people use today would say, and the diagnostic R."""
    table, words = st.columns([2, 1], gap="medium")
    with table:
        rows = [*_of_units(answer), *_tests(both, answer)]
        headings = [
            _("test"),
            "p",
            _("sides"),
            _("decision"),
            _("error at ρ = ½"),
            _("benchmark maximum"),
        ]
        components.table(
            pd.DataFrame(rows, columns=headings),
            "tests",
            column_config={_("test"): st.column_config.TextColumn(width="medium")},
        )
        st.caption(
            _("α = {alpha:g}. Error at ρ = ½: one look. In the benchmark: one-sided at 5%.").format(
                alpha=both.question.alpha
            )
        )
        _mcnemar(both)
    with words:
        _diagnostic(mx.inference.pair_ratio(both.values))


def _of_units(answer: Answer | None) -> list[tuple[str, ...]]:
    """The out-of-fold test in the same words."""
    test = None if answer is None else answer.test
    if test is None or test.pvalue is None:
        return []
    sided = _("two-sided") if test.alternative == "two-sided" else _("one-sided")
    says = _("difference shown") if test.rejected else _("not shown")
    return [
        (
            _("out-of-fold test, m = {m}").format(m=test.m),
            number(test.pvalue, ".2g"),
            sided,
            says,
            "–",
            _largest_by_units(test, stopped=answer is not None and answer.decision.stop is not None),
        )
    ]


def _largest(method: str | None) -> str:
    """The error on the population of the benchmark where the test errs most; a dash if it was not measured."""
    return "–" if method is None else f"{measured(method).most:.1%}"


def _largest_by_units(test: OutOfFoldTTest, *, stopped: bool) -> str:
    if test.looks is not None or (test.conservative and stopped):  # not measured
        return _largest(None)
    return _largest(out_of_fold_method(test.m, stopped=stopped, conservative=test.conservative))


def _tests(both: BothRules, answer: Answer | None) -> list[tuple[str, ...]]:
    alpha, two_sided = both.question.alpha, both.question.two_sided
    sided = _("two-sided") if two_sided else _("one-sided")
    rows: list[tuple[str, ...]] = []
    units = None if answer is None or answer.decision.masks is None else answer.decision
    for test in mx.inference.other_tests(
        both.values,
        alpha,
        alternative="two-sided" if two_sided else "greater",
        units=None if units is None else units.differences,
        masks=None if units is None else units.masks,
    ):
        which = sided if test.level == alpha else _("two-sided, against 2α")
        says = {True: _("difference shown"), False: _("not shown"), None: _("no decision")}[test.rejected]
        p = "–" if test.pvalue is None else number(test.pvalue, ".2g")
        kind = RULES[test.rule]
        rated = kind.decide is not None and kind.rates is not None
        error = f"{_error(test.rule, test.n, alpha, two_sided):.1%}" if rated else "–"
        rows.append((problems.said(test.name), p, which, says, error, _largest(test.benchmark)))
    return rows


@remembered(200)
def _error(rule: str, n: int, alpha: float, two_sided: bool) -> float:
    """Type I error at one look where all correlations are ½."""
    sides: Alternative = "two-sided" if two_sided else "greater"
    return rejection_rate(rule, 0.0, alpha=alpha, looks=(n,), folds=n, alternative=sides).rate


def _mcnemar(both: BothRules) -> None:
    """McNemar's test on each hold-out, where the predictions are kept."""
    comparison = both.tested.comparison
    if not isinstance(comparison, Comparison):
        return
    side: Alternative = "two-sided" if both.question.two_sided else "greater"
    tests = comparison.mcnemar(*both.names, m=len(both.values), alternative=side)
    rejects, about = hold_outs_said(tests, *both.names, alpha=both.question.alpha)
    st.markdown("**" + _("McNemar's test, on one hold-out") + "**")
    st.markdown(problems.worded(rejects))
    st.caption(problems.worded(about))


def _diagnostic(ratio: PairRatio) -> None:
    """Spread between splits over spread within, and how little that says."""
    st.metric(
        _("R: between over within splits"),
        "–" if ratio.ratio is None else f"{ratio.ratio:.2f}",
        _("chance alone: {low:.2f} to {high:.2f}").format(low=ratio.lower, high=ratio.upper),
        **components.NEUTRAL,
    )
    for sentence in ratio.sentences:
        st.markdown(problems.worded(sentence))
