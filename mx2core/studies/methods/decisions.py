"""What a laboratory concludes from its scores: the tests that go with methods, one record for each.

All tests are two-sided at level alpha, so that any of three things can be concluded: A is
better, B is better, or undecided. That a test is usual does not make it
right: the paired t-test of folds and McNemar's test err more often than they say.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import Notice
from ...inference import (
    RULES,
    CrossValidationTest,
    Mx2TTest,
    PairedTTest,
    alpaydin_5x2_f_test,
    conservative_z_test,
    corrected_resampled_t_test,
    cross_validation_z_test,
    dietterich_5x2_t_test,
    mcnemar_test,
    mx2_t_test,
    naive_paired_t_test,
    nested_cross_validation_test,
)
from ...inference.classical.cross_validation import CONSERVATIVE_Z, FoldVariance
from ...inference.classical.paired_tests import ALPAYDIN, CORRECTED, DIETTERICH
from ...inference.classical.rules import FOLD_Z, FOLD_Z_WITHIN, MCNEMAR, NESTED, OUT_OF_FOLD, PROVED
from ...inference.mx2.one_look import upper_point
from ...training import Decision, Question, Rule, decide_differences
from ..resampling import Floats
from .catalogue import Method
from .replicability import A_BETTER, B_BETTER, NOT_SHOWN

FIRST_LOOK = 3
Needs = Literal["scores", "answers", "half splits", "folds", "nested folds"]
Numbers = tuple[int, ...]  # settings of a method


@frozen
class Scores:
    """What one laboratory has, A and B on the same folds."""

    differences: Floats  # (n_folds,): how far A is ahead of B
    test_to_train: float  # size of a validation set over that of a training set
    only_a: int  # units that A alone has entirely right, over all folds
    only_b: int
    # How far A is ahead on each unit, (m, n_units), of folds (1, n_units); None where a score has no parts.
    units: Floats | None = None
    masks: NDArray[np.bool_] | None = None  # (m, n_units): True where a unit trains the first fold of a split
    folds: NDArray[np.int64] | None = None  # (1, n_units): the fold that validates each unit
    inner: Floats | None = None  # (1, n_units, K): the same trained without a second fold


@frozen
class LaboratoryDecision:
    conclusion: str  # "A", "B" or "none"
    pvalue: float | None  # two-sided; None where there is none
    n_folds: int  # that were looked at
    half_length: float | None = None  # of the interval at level 1 - alpha; None where the test has none


@frozen(eq=False)
class UsualTest:
    """The test that goes with a way of splitting."""

    key: str
    name: Notice
    decide: Callable[[Scores, float, Numbers], LaboratoryDecision]
    needs: Needs = "scores"  # beside the scores of folds


def decide(method: Method, scores: Scores, alpha: float = 0.05) -> LaboratoryDecision:
    """The conclusion by the usual test of a method."""
    return TESTS[method.test].decide(scores, alpha, method.numbers)


def _mcnemar(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
    """It counts units, so it can lean another way than the metric does."""
    counted = mcnemar_test(scores.only_a, scores.only_b)
    return _decision(counted.pvalue, float(scores.only_a - scores.only_b), alpha, len(scores.differences))


def _paired_t(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
    return _decide_t(naive_paired_t_test(scores.differences), scores, alpha)


def _corrected_t(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
    return _decide_t(corrected_resampled_t_test(scores.differences, scores.test_to_train), scores, alpha)


def _decide_t(test: PairedTTest, scores: Scores, alpha: float) -> LaboratoryDecision:
    return _decision(test.pvalue, test.mean, alpha, len(scores.differences), _half_length(test, alpha))


def _five_t(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
    """Dietterich's statistic is the first difference alone."""
    pvalue = dietterich_5x2_t_test(_pairs(scores.differences)).pvalue
    return _decision(pvalue, float(scores.differences[0]), alpha, len(scores.differences))


def _five_f(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
    test = alpaydin_5x2_f_test(_pairs(scores.differences))
    return _decision(test.pvalue, test.mean, alpha, len(scores.differences))


def _mx2_t(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
    return _from_test(mx2_t_test(_pairs(scores.differences), alpha, "two-sided"), scores, alpha)


def _fold_z(variance: FoldVariance) -> Callable[[Scores, float, Numbers], LaboratoryDecision]:
    def decided(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
        if scores.units is None or scores.folds is None:
            return LaboratoryDecision(NOT_SHOWN, None, len(scores.differences))
        test = cross_validation_z_test(scores.units[0], scores.folds[0], variance=variance, alpha=alpha)
        return _from_test(test, scores, alpha)

    return decided


def _nested(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
    if scores.units is None or scores.inner is None or scores.folds is None:
        return LaboratoryDecision(NOT_SHOWN, None, len(scores.differences))
    test = nested_cross_validation_test(scores.units, scores.inner, folds=scores.folds, alpha=alpha)
    return _from_test(test, scores, alpha)


def _conservative(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
    """Hold-outs of the whole come first, then those of the halves of each cut."""
    _share, repeats, m = numbers
    whole, parts = scores.differences[:repeats], scores.differences[repeats:]
    return _from_test(
        conservative_z_test(whole, parts.reshape(m, 2, repeats).mean(axis=2), alpha=alpha), scores, alpha
    )


def _from_test(test: CrossValidationTest | Mx2TTest, scores: Scores, alpha: float) -> LaboratoryDecision:
    half = None if test.lower is None or test.upper is None else (test.upper - test.lower) / 2
    return _decision(test.pvalue, test.mean, alpha, len(scores.differences), half)


def _decision(
    pvalue: float | None, leaning: float, alpha: float, n_folds: int, half_length: float | None = None
) -> LaboratoryDecision:
    rejected = pvalue is not None and pvalue < alpha
    return LaboratoryDecision(
        conclusion=NOT_SHOWN if not rejected else A_BETTER if leaning > 0 else B_BETTER,
        pvalue=pvalue,
        n_folds=n_folds,
        half_length=half_length,
    )


def _half_length(test: PairedTTest, alpha: float) -> float | None:
    """Of the interval of a t-test of the mean."""
    if test.statistic is None or not isfinite(test.mean) or test.statistic == 0:
        return None
    return abs(test.mean / test.statistic) * upper_point(alpha / 2, test.df)


def _decide_out_of_fold(
    scores: Scores,
    alpha: float,
    numbers: Numbers,
    *,
    stop: Literal["precision", "all"],
    conservative: bool = False,
) -> LaboratoryDecision:
    """On all splits, or on the first ones after which more would not help."""
    if scores.units is None or scores.masks is None:
        return LaboratoryDecision(NOT_SHOWN, None, len(scores.differences))
    looks = tuple(range(FIRST_LOOK, max(FIRST_LOOK, numbers[0]) + 1))
    rule = Rule(OUT_OF_FOLD, stop, looks=looks, conservative=conservative)
    return _concluded(decide_differences(scores.units, scores.masks, question=Question(alpha), rule=rule))


def _percentile(scores: Scores, alpha: float, numbers: Numbers) -> LaboratoryDecision:
    """Whether the middle 1 - alpha of the bags leaves out 0."""
    values = scores.differences
    low, high = np.quantile(values, [alpha / 2, 1 - alpha / 2])
    conclusion = A_BETTER if low > 0 else B_BETTER if high < 0 else NOT_SHOWN
    return LaboratoryDecision(conclusion, None, len(values))


def _sequential(
    scores: Scores, alpha: float, numbers: Numbers, *, rule: Literal["overall", "paper"]
) -> LaboratoryDecision:
    """A look after every split from the third on."""
    last = numbers[0]
    looks = Rule(rule, looks=tuple(range(min(FIRST_LOOK, last), last + 1)))
    return _concluded(decide_differences(_pairs(scores.differences), question=Question(alpha), rule=looks))


def _concluded(decided: Decision) -> LaboratoryDecision:
    """The conclusion from the folds up to the last look; the interval of a look has another level."""
    # Of one split the test alone is measured; the program draws no conclusion from it.
    made, test = decided.verdict or decided, decided.test
    ends = None if test is None or test.lower is None or test.upper is None else (test.lower, test.upper)
    return LaboratoryDecision(
        {"A better": A_BETTER, "B better": B_BETTER}.get(made.answer or "", NOT_SHOWN),
        made.pvalue,
        2 * decided.m,
        None if ends is None else (ends[1] - ends[0]) / 2,
    )


def _pairs(values: Floats) -> NDArray[np.float64]:
    pairs: NDArray[np.float64] = values.reshape(-1, 2)
    return pairs


_ALL = (
    UsualTest("McNemar", RULES[MCNEMAR].name, _mcnemar, "answers"),
    UsualTest("paired t", Notice("paired t"), _paired_t),
    UsualTest(CORRECTED, RULES[CORRECTED].name, _corrected_t),
    UsualTest("all-pairs z", RULES[FOLD_Z].name, _fold_z("all-pairs"), "folds"),
    UsualTest("within-fold z", RULES[FOLD_Z_WITHIN].name, _fold_z("within-fold"), "folds"),
    UsualTest("nested cross-validation", RULES[NESTED].name, _nested, "nested folds"),
    UsualTest(CONSERVATIVE_Z, RULES[CONSERVATIVE_Z].name, _conservative),
    UsualTest("percentile interval", Notice("percentile interval"), _percentile),
    UsualTest("5×2 t", RULES[DIETTERICH].name, _five_t),
    UsualTest("5×2 F", RULES[ALPAYDIN].name, _five_f),
    UsualTest("m×2 t", Notice("m×2 t"), _mx2_t),
    UsualTest(
        "sequential m×2 t", Notice("sequential m×2 t, overall level"), partial(_sequential, rule="overall")
    ),
    UsualTest("sequential m×2 t, paper", RULES["paper"].name, partial(_sequential, rule="paper")),
    UsualTest(
        "out-of-fold t", RULES[OUT_OF_FOLD].name, partial(_decide_out_of_fold, stop="all"), "half splits"
    ),
    UsualTest(
        "out-of-fold t, stopped",
        Notice("out-of-fold test when precise"),
        partial(_decide_out_of_fold, stop="precision"),
        "half splits",
    ),
    UsualTest(
        "out-of-fold t, conservative",
        RULES[PROVED].name,
        partial(_decide_out_of_fold, stop="all", conservative=True),
        "half splits",
    ),
)
TESTS = {test.key: test for test in _ALL}
