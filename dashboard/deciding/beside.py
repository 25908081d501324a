"""Views of what is not the test: other orders, a posterior, and the tests that people use today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import figures, panels, problems, state
from dashboard.deciding.views import Shown
from dashboard.text import _, inert
from mx2core.compare import Comparison
from mx2core.errors import InputError

if TYPE_CHECKING:
    from mx2core.inference import PairRatio


def orders(shown: Shown) -> None:
    """How much the stop depends on the order in which the splits came."""
    found = shown.rule.orders(shown.values)
    here = shown.test.m if shown.test.rejected else None
    picture, words = st.columns([2, 1], gap="medium")
    with picture:
        panels.chart(
            figures.stops(found.stops, here=here, text=_),
            "stops",
            alt=_("Share of random orders of the splits in which the test stops at each look."),
            csv=lambda: panels.columns_csv(
                m=[m for m, _share in found.stops], share=[share for _m, share in found.stops]
            ),
        )
    with words:
        st.metric(
            _("Orders in which the test says yes"),
            f"{found.rejected:.1%}",
            _("of {n:,} random orders of the {m} splits").format(n=found.n_orders, m=len(shown.values)),
            **panels.NEUTRAL,
        )
        st.metric(
            _("Splits used"),
            f"{found.mean_m:.1f}",
            _("on average over the orders"),
            **panels.NEUTRAL,
        )
        st.markdown(
            _("In the order that was run, the test stops at m = {m}.").format(m=here)
            if here is not None
            else _("In the order that was run, the test has not stopped.")
        )
        st.markdown(
            _(
                "Any order of the same splits might have been the one that was run. Where the stop varies much, the "
                "m at which it happened says little; all orders share the same scores, so this is no second test."
            )
        )


def posterior(shown: Shown) -> None:
    """The Bayesian correlated t-test of the splits seen."""
    a, b = shown.names
    picture, words = st.columns([2, 1], gap="medium")
    with words:
        rope = st.number_input(
            _("Differences too small to matter (ROPE): up to"),
            0.0,
            0.5,
            step=0.005,
            format="%.3f",
            key=state.choice("rope", 0.01),
        )
        rho = st.slider(
            _("Correlation ρ between the scores"),
            0.0,
            0.9,
            step=0.05,
            format="%.2f",
            key=state.choice("bayes_rho", 0.5),
        )
    found = mx.bayesian_correlated_t_test(shown.values, rho=rho, rope=rope)
    if found.scale is None or found.notice is not None:
        picture.info(problems.worded(found.notice), icon=":material/info:")
        return
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
        panels.chart(
            figures.posterior(found.mean, found.scale, found.df, rope=rope, models=shown.names, text=_),
            "posterior",
            alt=_("Density of the mean difference, with the areas {b} better, no matter, {a} better.").format(
                a=a, b=b
            ),
            csv=lambda: panels.columns_csv(
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
                "Probabilities of the three areas, given the {n} scores and a ρ that nobody can see. With ρ = ½, as "
                "halves suggest, and no ROPE, the chance that {a} is not better is the p-value of the m×2 test at "
                "this m. It knows nothing of how often you looked."
            ).format(n=shown.values.size, a=inert(a))
        )


def others(shown: Shown) -> None:
    """What tests that people use today would say, and the diagnostic R."""
    table, words = st.columns([2, 1], gap="medium")
    with table:
        rows = _tests(shown)
        panels.table(
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
        _diagnostic(mx.pair_ratio(shown.values))


def _tests(shown: Shown) -> list[tuple[str, str, str, str, str]]:
    values, alpha, m = shown.values, shown.rule.alpha, len(shown.values)
    side = "two-sided" if shown.rule.two_sided else "greater"
    sided = _("two-sided") if shown.rule.two_sided else _("one-sided")
    without_side = _("two-sided") if shown.rule.two_sided else _("two-sided, against 2α")
    tests: list[tuple[str, float | None, str, str, float]] = []
    plain = mx.mx2_t_test(values, alpha, side)
    fixed = _("m×2 t, m = {m} fixed beforehand").format(m=m)
    tests.append((fixed, plain.pvalue, sided, "fixed", plain.mean))
    naive = mx.naive_paired_t_test(values, side)
    tests.append(
        (_("naive paired t of {n} scores").format(n=2 * m), naive.pvalue, sided, "k-fold t", naive.mean)
    )
    if m >= 5:
        try:
            five = mx.dietterich_5x2_t_test(values[:5], side)
            combined = mx.alpaydin_5x2_f_test(values[:5])
            tests.append((_("5×2 t (first 5 splits)"), five.pvalue, sided, "5x2 t", five.mean))
            tests.append((_("5×2 F (first 5 splits)"), combined.pvalue, without_side, "5x2 F", combined.mean))
        except InputError as problem:
            st.caption(problems.worded(problem))
    rows = []
    for name, p, which, rule, mean in tests:
        # The F test has no sides of its own; for "A is better" it takes 2 alpha and the sign of the mean.
        level = 2 * alpha if rule == "5x2 F" and not shown.rule.two_sided else alpha
        yes = p is not None and p < level and (shown.rule.two_sided or mean > 0)
        error = _error(rule, alpha, 2 * m if rule == "k-fold t" else m, shown.rule.two_sided)
        rows.append(
            (
                name,
                "–" if p is None else f"{p:.2g}",
                which,
                _("yes") if yes else _("nothing") if p is None else _("not shown"),
                f"{error:.1%}",
            )
        )
    return rows


@st.cache_data(max_entries=200, show_spinner=False)
def _error(rule: str, alpha: float, n: int, two_sided: bool) -> float:
    """Type I error at one look where all correlations are ½; `n` is m, or the number of scores."""
    level, sides = (alpha / 2, 2) if two_sided else (alpha, 1)
    found = mx.type_one_error(rule, 0.5, 0.5, level, (n,) if rule == "fixed" else (20,), folds=max(n, 2))
    return sides * found.rate


def _mcnemar(shown: Shown) -> None:
    """McNemar's test on each hold-out, where the predictions are kept."""
    comparison = shown.tested.comparison
    if not isinstance(comparison, Comparison):
        st.caption(_("McNemar's test needs predictions; these are scores from a table."))
        return
    side = "two-sided" if shown.rule.two_sided else "greater"
    tests = [
        mx.mcnemar_test(*_disagreements(comparison, *shown.names, split, half), alternative=side)
        for split in range(len(shown.values))
        for half in (0, 1)
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
            p="–" if first.pvalue is None else f"{first.pvalue:.2g}",
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


def _disagreements(comparison: Comparison, a: str, b: str, split: int, half: int) -> tuple[int, int]:
    """Units that A alone has wholly right, and B alone."""
    right = []
    for model in (a, b):
        answered = comparison.answered(model, split, half)
        wrong = np.add.reduceat(answered.gold != answered.predicted, answered.starts[:-1])
        right.append(np.bincount(answered.units, weights=wrong) == 0)
    return int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())


def _diagnostic(found: PairRatio) -> None:
    """Spread between splits over spread within, and how little that says."""
    st.metric(
        _("R: spread between splits over spread within"),
        "–" if found.ratio is None else f"{found.ratio:.2f}",
        _("chance alone: {low:.2f} to {high:.2f}").format(low=found.lower, high=found.upper),
        **panels.NEUTRAL,
    )
    st.markdown(
        _(
            "If both correlations are equal, R follows the F law with {d1} and {d2} degrees of freedom, 95% of it in "
            "the range above. R outside of it hints that ρ1 and ρ2 differ. It is no estimate of ρ: what all scores "
            "share moves neither spread, and no corpus can show it."
        ).format(d1=found.df_between, d2=found.df_within)
    )
