"""Views of what is not the test: other orders, a posterior, and the tests that people use today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import figures
from dashboard.decide.views import Shown
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components, margins
from dashboard.words import problems
from dashboard.words.numbers import number
from dashboard.words.text import _, inert
from mx2core.inference import error_at_one_look
from mx2core.training import Comparison

if TYPE_CHECKING:
    from dashboard.decide.unit_test import Answer
    from mx2core.inference import PairRatio


def orders(shown: Shown) -> None:
    """How much the stop depends on the order in which the splits came."""
    found = shown.rule.orders(shown.values)
    here = shown.test.m if shown.test.rejected else None
    picture, words = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            figures.stops(found.stops, here=here, text=_),
            "stops",
            alt=_("Share of random orders of the splits in which the test stops at each look."),
            csv=lambda: components.columns_csv(
                m=[m for m, _share in found.stops], share=[share for _m, share in found.stops]
            ),
        )
    with words:
        st.metric(
            _("Orders in which the test says yes"),
            f"{found.rejected:.1%}",
            _("of {n:,} random orders of the {m} splits").format(n=found.n_orders, m=len(shown.values)),
            **components.NEUTRAL,
        )
        st.metric(
            _("Splits used"),
            f"{found.mean_m:.1f}",
            _("on average over the orders"),
            **components.NEUTRAL,
        )
        st.markdown(
            _("In the order that was run, the test stops at m = {m}.").format(m=here)
            if here is not None
            else _("In the order that was run, the test has not stopped.")
        )
        st.markdown(
            _(
                "Random splits might have come in any order. Splits of a fixed design, such as block splits, might "
                "not: the third follows from the first two. Where the stop varies much, the m at which it happened "
                "says little. All orders share the same scores, so this is no second test."
            )
        )


def posterior(shown: Shown) -> None:
    """The Bayesian correlated t-test of the splits seen."""
    a, b = shown.names
    picture, words = st.columns([2, 1], gap="medium")
    with words:
        proposed = shown.tested.margin(a, b, str(state.chosen("tested")))
        rope = margins.ask(
            _("Differences too small to matter (ROPE): up to"),
            state.choice(margins.key("rope", proposed), proposed.value),
            proposed,
            least=0.0,
        )
        rho = st.slider(
            _("Correlation ρ between the scores"),
            0.0,
            0.9,
            step=0.05,
            format="%.2f",
            key=state.choice("bayes_rho", 0.5),
        )
    found = mx.inference.bayesian_correlated_t_test(shown.values, rho=rho, rope=rope)
    if found.notice is not None:
        picture.info(problems.worded(found.notice), icon=":material/info:")
        return
    assert found.scale is not None, "where there is none, a notice says so"
    with picture:
        three = st.columns(3)
        for place, name, value in zip(
            three,
            (
                _("{model} better").format(model=inert(b)),
                _("no difference that matters"),
                _("{model} better").format(model=inert(a)),
            ),
            (found.p_worse, found.p_equivalent, found.p_better),
            strict=True,
        ):
            place.metric(name, f"{value:.1%}", border=True)
        components.chart(
            figures.posterior(
                found.mean,
                found.scale,
                found.df,
                rope=rope,
                models=shown.names,
                terms=shown.differences.terms,
                text=_,
            ),
            "posterior",
            alt=_("Density of the mean difference, with the areas {b} better, no matter, {a} better.").format(
                a=a, b=b
            ),
            csv=lambda: components.columns_csv(
                mean=[found.mean],
                scale=[found.scale],
                df=[found.df],
                rho=[rho],
                rope=[rope],
                p_b_better=[found.p_worse],
                p_no_matter=[found.p_equivalent],
                p_a_better=[found.p_better],
            ),
        )
    with words:
        st.markdown(
            _(
                "Probabilities of the three areas, given the {n} scores and a ρ that is taken for granted. With ρ = ½, as "
                "halves suggest, and no ROPE, the chance that {a} is not better is the p-value of the m×2 test at "
                "this m. It knows nothing of how often you looked."
            ).format(n=shown.values.size, a=inert(a))
        )


def others(shown: Shown, answer: Answer | None = None) -> None:
    """What tests that people use today would say, and the diagnostic R."""
    table, words = st.columns([2, 1], gap="medium")
    with table:
        rows = [*_of_units(answer), *_tests(shown)]
        components.table(
            pd.DataFrame(rows, columns=[_("test"), "p", _("which p"), _("says"), _("error at ρ = ½")]),
            "tests",
            column_config={_("test"): st.column_config.TextColumn(width="medium")},
        )
        st.caption(
            _(
                "All on the same scores, at α = {alpha:g}. The last column is how often the test calls a model better "
                "when none is, at one look and with scores that are correlated by ½. The corrected resampled t-test is, "
                "for halves, the m×2 t-test to the last digit."
            ).format(alpha=shown.rule.alpha)
        )
        _mcnemar(shown)
    with words:
        _diagnostic(mx.inference.pair_ratio(shown.values))


def _of_units(answer: Answer | None) -> list[tuple[str, str, str, str, str]]:
    """The out-of-fold test in the same words."""
    test = None if answer is None else answer.test
    if test is None or test.pvalue is None:
        return []
    sided = _("two-sided") if test.alternative == "two-sided" else _("one-sided")
    says = _("yes") if test.rejected else _("not shown")
    return [
        (
            _("out-of-fold test, m = {m}").format(m=test.m),
            number(test.pvalue, ".2g"),
            sided,
            says,
            _("calibrated"),
        )
    ]


def _tests(shown: Shown) -> list[tuple[str, str, str, str, str]]:
    alpha, two_sided = shown.rule.alpha, shown.rule.two_sided
    sided = _("two-sided") if two_sided else _("one-sided")
    rows = []
    for test in mx.inference.other_tests(
        shown.values, alpha, alternative="two-sided" if two_sided else "greater"
    ):
        name = {
            "fixed": _("m×2 t, m = {m} fixed beforehand").format(m=test.n),
            "k-fold t": _("naive paired t of {n} scores").format(n=test.n),
            "5x2 t": _("5×2 t (first 5 splits)"),
            "5x2 F": _("5×2 F (first 5 splits)"),
        }[test.rule]
        which = sided if test.level == alpha else _("two-sided, against 2α")
        says = {True: _("yes"), False: _("not shown"), None: _("nothing")}[test.rejected]
        p = "–" if test.pvalue is None else number(test.pvalue, ".2g")
        rows.append((name, p, which, says, f"{_error(test.rule, test.n, alpha, two_sided):.1%}"))
    return rows


@remembered(200)
def _error(rule: str, n: int, alpha: float, two_sided: bool) -> float:
    """Type I error at one look where all correlations are ½."""
    return error_at_one_look(rule, n, rho=0.5, alpha=alpha, two_sided=two_sided)


def _mcnemar(shown: Shown) -> None:
    """McNemar's test on each hold-out, where the predictions are kept."""
    comparison = shown.tested.comparison
    if not isinstance(comparison, Comparison):
        st.caption(_("McNemar's test needs predictions; these are scores from a table."))
        return
    side = "two-sided" if shown.rule.two_sided else "greater"
    discordant = comparison.discordant(*shown.names)[: len(shown.values)].reshape(-1, 2)
    tests = [
        mx.inference.mcnemar_test(only_a, only_b, alternative=side) for only_a, only_b in discordant.tolist()
    ]
    yes = sum(test.pvalue is not None and test.pvalue < shown.rule.alpha for test in tests)
    first = tests[0]
    st.markdown("**" + _("McNemar's test, on one hold-out") + "**")
    st.markdown(
        _(
            "On the first half of split 1, tested on the other, the units wholly right were: by {a} alone {only_a:,}, by "
            "{b} alone {only_b:,}; p = {p} ({side}). Of all {n} hold-outs here it says yes on {yes}."
        ).format(
            a=inert(shown.names[0]),
            b=inert(shown.names[1]),
            only_a=first.only_a,
            only_b=first.only_b,
            p="–" if first.pvalue is None else number(first.pvalue, ".2g"),
            side=_("two-sided") if shown.rule.two_sided else _("one-sided"),
            n=len(tests),
            yes=yes,
        )
    )
    st.caption(
        _(
            "It knows the units of one test set and nothing of another training set: it speaks of two trained models, "
            "not of two ways to train them."
        )
    )


def _diagnostic(found: PairRatio) -> None:
    """Spread between splits over spread within, and how little that says."""
    st.metric(
        _("R: spread between splits over spread within"),
        "–" if found.ratio is None else f"{found.ratio:.2f}",
        _("chance alone: {low:.2f} to {high:.2f}").format(low=found.lower, high=found.upper),
        **components.NEUTRAL,
    )
    st.markdown(
        _(
            "If both correlations are equal, R follows the F law with {d1} and {d2} degrees of freedom, 95% of it in "
            "the range above. R outside of it hints that ρ1 and ρ2 differ. What all scores share moves neither "
            "spread, so R shows neither correlation alone."
        ).format(d1=found.df_between, d2=found.df_within)
    )
    given = [found.rho2(rho1) for rho1 in (0.0, 0.5)]
    if None not in given:
        st.markdown(
            _(
                "Given ρ1 it shows ρ2 = (1 + ρ1)/2 − R (1 − ρ1)/2, as roughly as R is known: {none:.2f} if ρ1 = 0, "
                "{half:.2f} if ρ1 = ½."
            ).format(none=given[0], half=given[1])
        )
