"""The decision rules that people use, one record for each: what it sees, how often it errs, what it decides.

Half splits and tenths of one corpus do not share their correlations, so rules that see different
scores are not compared at one number: they have tables of their own. Pages and commands list what
`RULES` has, or `rated_rules`: those whose rates follow from correlations of scores. The corrected resampled
t-test of m x 2 scores is the m x 2 test itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Literal, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_choice, check_shape
from ...brief import Tabular, frozen
from ...errors import Notice, ScoresError
from ..benchmark import Measured, measured
from ..checks import Alternative, check_alpha, check_alternative, check_differences, check_effect, mode_of
from ..mx2.one_look import mx2_t_test
from ..mx2.sequential_error import SimulatedError
from .cross_validation import CONSERVATIVE_Z, FoldVariance, cross_validation_z_test
from .paired_tests import (
    ALPAYDIN,
    CORRECTED,
    DIETTERICH,
    alpaydin_5x2_f_test,
    dietterich_5x2_t_test,
    naive_paired_t_test,
)
from .rule_errors import (
    Assumed,
    Effects,
    Rates,
    Setting,
    SettingOptions,
    kept_level,
    rates_5x2_f,
    rates_5x2_t,
    rates_of_fold_z,
    rates_of_folds,
    rates_of_mcnemar,
    sequential_rates,
)

SPLITS_OF_5X2 = 5
MCNEMAR, FOLD_T, FOLD_Z, FOLD_Z_WITHIN, NESTED = (
    "mcnemar",
    "k-fold t",
    "k-fold z",
    "k-fold z within",
    "nested",
)
OUT_OF_FOLD: Final = "out-of-fold"
PROVED = "out-of-fold conservative"  # whose variance is proved

Sees = Literal["half splits", "tenths", "one test set", "units"]
Scores = NDArray[np.float64]  # (m, 2): how far A is ahead of B
Masks = NDArray[np.bool_]  # (m, n_units): units that train the first run


@frozen
class TestInUse(Tabular):
    """One of them: its p-value, and whether it rejects."""

    __test__ = False  # not a test of the program

    rule: str  # a key of `RULES`
    n: int  # splits that it looks at; scores for "k-fold t"
    mean: float  # of those differences: how far A is ahead of B
    pvalue: float | None  # None without variation
    alternative: Alternative  # what the p-value is about
    level: float  # the p-value is held against it
    rejected: bool | None  # whether the alternative asked about is accepted; None without a p-value

    @property
    def name(self) -> Notice:
        """What it is called beside the m x 2 test."""
        named = RULES[self.rule]
        return Notice((named.scores_name or named.name).message, {"n": self.n, "k": self.n})

    @property
    def benchmark(self) -> str | None:
        """What the benchmark calls this very test; None where it was given other scores or fewer splits."""
        rule = RULES[self.rule]
        return rule.benchmark if rule.sees == "half splits" and self.n == SPLITS_OF_5X2 else None


@frozen(eq=False)
class TestKind(Tabular):
    """A rule that decides whether A is better than B."""

    __test__ = False  # not a test of the program

    key: str
    name: Notice
    description: Notice  # what it sees, and takes for granted; its values are filled in for `k` folds
    sees: Sees
    benchmark: str | None = None  # what it is called there; None where nobody measured it
    # How often it calls A better; None where correlations of scores do not tell, as for all that sees units.
    rates: Callable[[Effects, Setting], Rates] | None = None
    place: Literal["ours", "paper", "other"] = "other"  # its colour in figures
    scores_name: Notice | None = None  # its name beside an m x 2 test of the same scores
    # What it says of them, with alpha and alternative; None where it cannot be made.
    decide: Callable[[Scores, float, Alternative], TestInUse | None] | None = None
    # The same of units of half splits, (m, n_units), and the masks of these.
    decide_units: Callable[[Scores, Masks, float, Alternative], TestInUse | None] | None = None

    @property
    def measured(self) -> Measured | None:
        """What the benchmark found of it; None where it has not been there."""
        return None if self.benchmark is None else measured(self.benchmark)


def _decide_fixed(scores: Scores, alpha: float, alternative: Alternative) -> TestInUse:
    test = mx2_t_test(scores, alpha, alternative)
    return _test_in_use("fixed", len(scores), test.mean, test.pvalue, alternative, alpha)


def _decide_5x2_t(scores: Scores, alpha: float, alternative: Alternative) -> TestInUse | None:
    if len(scores) < SPLITS_OF_5X2:
        return None
    test = dietterich_5x2_t_test(scores[:SPLITS_OF_5X2], alternative)
    return _test_in_use(DIETTERICH, SPLITS_OF_5X2, test.mean, test.pvalue, alternative, alpha)


def _decide_5x2_f(scores: Scores, alpha: float, alternative: Alternative) -> TestInUse | None:
    if len(scores) < SPLITS_OF_5X2:
        return None
    test = alpaydin_5x2_f_test(scores[:SPLITS_OF_5X2])
    on_side = {"greater": test.mean > 0, "less": test.mean < 0}.get(alternative, True)
    level = alpha if alternative == "two-sided" else 2 * alpha
    return _test_in_use(ALPAYDIN, SPLITS_OF_5X2, test.mean, test.pvalue, "two-sided", level, on_side=on_side)


def _decide_naive(scores: Scores, alpha: float, alternative: Alternative) -> TestInUse:
    test = naive_paired_t_test(scores, alternative)
    return _test_in_use(FOLD_T, scores.size, test.mean, test.pvalue, alternative, alpha)


def _decide_two_folds(rule: str, variance: FoldVariance) -> Callable[..., TestInUse | None]:
    """The halves of the first split as two folds."""

    def decided(units: Scores, masks: Masks, alpha: float, alternative: Alternative) -> TestInUse | None:
        if min(np.bincount(masks[0], minlength=2)) < 2:
            return None
        test = cross_validation_z_test(
            units[0], masks[0], variance=variance, alpha=alpha, alternative=alternative
        )
        return _test_in_use(rule, 2, test.mean, test.pvalue, alternative, alpha)

    return decided


def _test_in_use(
    rule: str,
    n: int,
    mean: float,
    pvalue: float | None,
    alternative: Alternative,
    level: float,
    *,
    on_side: bool = True,
) -> TestInUse:
    rejected = None if pvalue is None else pvalue < level and on_side
    return TestInUse(rule, n, mean, pvalue, alternative, level, rejected)


_ALL = (
    TestKind(
        "overall",
        name=Notice("overall-level rule"),
        description=Notice("Half splits, stricter level; normal scores, correlations up to ½."),
        sees="half splits",
        benchmark="m×2, overall level, looks 3–5",
        rates=sequential_rates(kept_level),
        place="ours",
    ),
    TestKind(
        "paper",
        name=Notice("Wang et al.'s rule"),
        description=Notice("The same looks, each at level α."),
        sees="half splits",
        benchmark="m×2, Wang et al.'s rule, looks 3–5",
        rates=sequential_rates(),
        place="paper",
    ),
    TestKind(
        "fixed",
        name=Notice("m×2 t, m = 20"),
        description=Notice("Half splits, one look at level α."),
        sees="half splits",
        benchmark="m×2 t, m = 5",
        rates=sequential_rates(last_only=True),
        scores_name=Notice("m×2 t, m = {n} fixed beforehand"),
        decide=_decide_fixed,
    ),
    TestKind(
        DIETTERICH,
        name=Notice("5×2 t"),
        description=Notice("Five half splits: first difference over the spread within splits."),
        sees="half splits",
        benchmark="5×2 t",
        rates=rates_5x2_t,
        scores_name=Notice("5×2 t (first 5 splits)"),
        decide=_decide_5x2_t,
    ),
    TestKind(
        ALPAYDIN,
        name=Notice("5×2 F"),
        description=Notice("Five half splits, ten differences; one-sided: 2α, positive mean."),
        sees="half splits",
        benchmark="5×2 F",
        rates=rates_5x2_f,
        scores_name=Notice("5×2 F (first 5 splits)"),
        decide=_decide_5x2_f,
    ),
    TestKind(
        CORRECTED,
        name=Notice("corrected resampled t"),
        description=Notice("{k} test sets, each 1/{k} of the corpus; assumes ρ2 = 1/{k}."),
        sees="tenths",
        benchmark="10-fold corrected resampled t",
        rates=rates_of_folds(corrected=True),
    ),
    TestKind(
        FOLD_T,
        name=Notice("{k}-fold paired t", {"k": "K"}),
        description=Notice("The same {k} scores, assumed independent."),
        sees="tenths",
        benchmark="10-fold paired t",
        rates=rates_of_folds(corrected=False),
        scores_name=Notice("naive paired t of {n} scores"),
        decide=_decide_naive,
    ),
    TestKind(
        MCNEMAR,
        name=Notice("McNemar"),
        description=Notice("One test set; ignores the training set."),
        sees="one test set",
        benchmark="McNemar, hold-out 8:2",
        rates=rates_of_mcnemar,
    ),
    TestKind(
        FOLD_Z,
        name=Notice("{k}-fold z, all pairs", {"k": "K"}),
        description=Notice("Single units of all folds, assumed independent."),
        sees="tenths",
        benchmark="10-fold z, all pairs",
        rates=rates_of_fold_z,
        decide_units=_decide_two_folds(FOLD_Z, "all-pairs"),
    ),
    TestKind(
        FOLD_Z_WITHIN,
        name=Notice("{k}-fold z, within folds", {"k": "K"}),
        description=Notice("The same, variance within folds."),
        sees="units",
        benchmark="10-fold z, within folds",
        decide_units=_decide_two_folds(FOLD_Z_WITHIN, "within-fold"),
    ),
    TestKind(
        NESTED,
        name=Notice("nested cross-validation"),
        description=Notice("Needs trainings that leave out each pair of folds."),
        sees="units",
        benchmark="nested 4-fold",
    ),
    TestKind(
        CONSERVATIVE_Z,
        name=Notice("conservative z"),
        description=Notice("Needs hold-outs within halves of the corpus."),
        sees="units",
        benchmark="conservative z",
    ),
    TestKind(
        OUT_OF_FOLD,
        name=Notice("out-of-fold test"),
        description=Notice("Single units of half splits."),
        sees="units",
        benchmark="out-of-fold, m = 5",
        place="ours",
    ),
    TestKind(
        PROVED,
        name=Notice("conservative out-of-fold test"),
        description=Notice("Single units of half splits."),
        sees="units",
        benchmark="out-of-fold, conservative, m = 5",
        place="ours",
    ),
)
RULES = {one.key: one for one in _ALL}


def rated_rules() -> dict[str, TestKind]:
    """Those of `RULES` whose rates follow from correlations of scores."""
    return {key: one for key, one in RULES.items() if one.rates is not None}


def type_one_error(
    rule: str, rho1: float = 0.5, rho2: float = 0.5, **setting: Unpack[SettingOptions]
) -> SimulatedError:
    """How often a rule calls A better when it is not: `rejection_rate` with no effect.

    Runs are drawn once and kept, so that after the first call a change of any correlation
    or level is answered in a fraction of a second.

    >>> error = mx.inference.type_one_error("k-fold t", 0.3, 0.3, n_runs=2000)
    >>> error.rate > 0.05
    True
    """
    return rejection_rate(rule, 0.0, rho1=rho1, rho2=rho2, **setting)


def rejection_rate(
    rule: str, effect: float, *, alternative: Alternative = "greater", **setting: Unpack[Assumed]
) -> SimulatedError:
    """How often a rule calls A better, or with two sides either model: the type I error at effect 0.

    Parameters
    ----------
    rule : str
        One of `rated_rules`; the module says what each of them sees.
    effect : float
        True difference in standard deviations of one hold-out difference.
    alternative : {"greater", "less", "two-sided"}
        What is asked: whether A is better, whether B is, or, at half the level each, whether either is.
    rho1, rho2 : float
        True correlation of the two scores of a split, and of scores of two splits; 1/2 if not given.
    alpha : float
        Level of the rule.
    looks : sequence of int
        Schedule of the sequential rules, 3 to 20 if not given; "fixed" has its last look only.
    folds : int
        Number of scores for the K-fold and the corrected resampled test, default 10.
    hold_out : HoldOut
        The hold-out for McNemar's test.
    bounds : CorrelationBounds
        What the overall-level rule assumes of the correlations.
    n_runs, seed : int
        Size and seed of the simulation, 40,000 and 0 if not given.

    Returns
    -------
    SimulatedError
        With `n_runs` 0 and no standard error where the rate is computed exactly: the
        K-fold, corrected resampled and McNemar's test.

    Raises
    ------
    InputError
        If an argument is not possible.

    Examples
    --------
    >>> found = rejection_rate("paper", 0., rho1=.5, rho2=.5)
    >>> abs(found.rate - .095) < .003
    True
    """
    return rejection_rates(rule, (effect,), alternative=alternative, **setting)[0]


def rejection_rates(
    rule: str, effects: Sequence[float], *, alternative: Alternative = "greater", **setting: Unpack[Assumed]
) -> tuple[SimulatedError, ...]:
    """`rejection_rate` for several effects: what the runs ask for is computed once for all."""
    check_alternative(alternative)
    for effect in effects:
        check_effect(effect)
    asked, rates = Setting(**setting), _rates_of(rule)
    opposite = [-effect for effect in effects]
    if alternative != "two-sided":
        return rates(effects if alternative == "greater" else opposite, asked)
    half = replace(asked, alpha=asked.alpha / 2)
    return tuple(
        _rate_of_either(a, b) for a, b in zip(rates(effects, half), rates(opposite, half), strict=True)
    )


def _rate_of_either(a: SimulatedError, b: SimulatedError) -> SimulatedError:
    """Of two that exclude each other in any run."""
    rate = min(a.rate + b.rate, 1.0)
    deviation = (rate * (1 - rate) / a.n_runs) ** 0.5 if a.n_runs else 0.0
    return SimulatedError(rate, deviation, a.n_runs)


def _rates_of(rule: str) -> Callable[[Effects, Setting], Rates]:
    rule = mode_of(rule)
    check_choice("rule", rule, rated_rules())
    rates = RULES[rule].rates
    assert rates is not None
    return rates


def other_tests(
    differences: ArrayLike,
    alpha: float = 0.05,
    *,
    alternative: Alternative = "greater",
    units: ArrayLike | None = None,
    masks: ArrayLike | None = None,
) -> tuple[TestInUse, ...]:
    """Decisions of all rules for m x 2 scores on the same scores, in the order of `RULES`.

    Parameters
    ----------
    differences : array_like of float, shape (m, 2) or (2m,)
        How far A is ahead of B; the 5 x 2 tests take the first five splits, and are
        left out where there are fewer.
    alternative : {"greater", "less", "two-sided"}
        What is asked. The p-value of the F test has no side: for one side it is held
        against 2 alpha, and the mean must lie on that side.
    units, masks : array_like of shape (m, n_units), optional
        As `out_of_fold_t_test` takes them: rules that look at single units are left out without them.

    Raises
    ------
    ScoresError
        If `differences` is not m rows of two finite numbers.
    InputError
        If another argument is not possible.

    Examples
    --------
    >>> scores = [[.02, .03], [.01, .03], [.04, .01], [.03, .03], [.01, .04]]
    >>> [(test.rule, test.rejected) for test in other_tests(scores)]
    [('fixed', True), ('5x2 t', False), ('5x2 F', False), ('k-fold t', True)]
    """
    check_alpha(alpha)
    check_alternative(alternative)
    scores = check_differences(differences)
    tests = [rule.decide(scores, alpha, alternative) for rule in RULES.values() if rule.decide is not None]
    if units is not None and masks is not None:
        values, halves = np.asarray(units, dtype=np.float64), np.asarray(masks, dtype=bool)
        check_shape("masks", halves.shape, str(values.shape), ScoresError)
        tests += [
            rule.decide_units(values, halves, alpha, alternative)
            for rule in RULES.values()
            if rule.decide_units is not None
        ]
    return tuple(test for test in tests if test is not None)
