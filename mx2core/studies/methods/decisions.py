"""What a laboratory concludes from its scores, by the test that usually goes with its method.

All tests are two-sided at level alpha, so that any of three things can be concluded: A is
better, B is better, or no difference was shown. That a test is usual does not make it
right: the paired t-test of folds and McNemar's test err more often than they say.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from ...brief import brief
from ...inference import (
    PairedTTest,
    alpaydin_5x2_f_test,
    corrected_resampled_t_test,
    dietterich_5x2_t_test,
    kfold_paired_t_test,
    mcnemar_test,
    mx2_t_test,
)
from ...inference.mx2.t_test import upper_point
from ...training import Decision as Answered
from ...training import Question, Rule, decide_differences
from ..resampling import Floats
from .catalogue import Method
from .replicability import A_BETTER, B_BETTER, NOT_SHOWN

FIRST_LOOK = 3


@brief
@dataclass(frozen=True, slots=True)
class Scores:
    """What one laboratory has, A and B on the same folds."""

    differences: Floats  # (n_folds,): how far A is ahead of B
    test_to_train: float  # size of a validation set over that of a training set
    only_a: int  # units that A alone has entirely right, over all folds
    only_b: int
    units: Floats | None = (
        None  # (m, n_units): how far A is ahead on each; None where a score has no such parts
    )
    masks: NDArray[np.bool_] | None = None  # (m, n_units): True where a unit trains the first fold of a split


@brief
@dataclass(frozen=True, slots=True)
class Decision:
    """The conclusion of one laboratory."""

    conclusion: str  # "A", "B" or "none"
    pvalue: float | None  # two-sided; None where there is none
    n_folds: int  # that were looked at
    half_length: float | None = None  # of the interval at level 1 - alpha; None where the test has none


def decide(method: Method, scores: Scores, alpha: float = 0.05) -> Decision:
    """The conclusion by the usual test of a method.

    Raises
    ------
    ScoresError
        If a difference is not a finite number.
    """
    values = scores.differences
    mean, n_folds = float(values.mean()), len(values)
    pvalue: float | None
    half = None
    match method.test:
        case "McNemar":
            # It counts units, so it can lean another way than the metric does.
            counted = mcnemar_test(scores.only_a, scores.only_b)
            return _decision(counted.pvalue, float(scores.only_a - scores.only_b), alpha, n_folds)
        case "percentile interval":
            return _percentile(values, alpha)
        case "sequential m×2 t":
            return _sequential(values, method.numbers[0], alpha)
        case "out-of-fold t" | "out-of-fold t, stopped":
            return _out_of_fold(method, scores, alpha)
        case "paired t":
            tested = kfold_paired_t_test(values)
            pvalue, half = tested.pvalue, _half_length(tested, alpha)
        case "corrected resampled t":
            tested = corrected_resampled_t_test(values, scores.test_to_train, alternative="two-sided")
            pvalue, half = tested.pvalue, _half_length(tested, alpha)
        case "5×2 t":
            first = float(values[0])  # Dietterich's statistic is the first difference alone
            return _decision(dietterich_5x2_t_test(_pairs(values)).pvalue, first, alpha, n_folds)
        case "5×2 F":
            pvalue = alpaydin_5x2_f_test(_pairs(values)).pvalue
        case _:
            of_halves = mx2_t_test(_pairs(values), alpha, "two-sided")
            pvalue = of_halves.pvalue
            if of_halves.lower is not None and of_halves.upper is not None:
                half = (of_halves.upper - of_halves.lower) / 2
    return _decision(pvalue, mean, alpha, n_folds, half)


def _decision(
    pvalue: float | None, leaning: float, alpha: float, n_folds: int, half_length: float | None = None
) -> Decision:
    rejected = pvalue is not None and pvalue < alpha
    return Decision(
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


def _out_of_fold(method: Method, scores: Scores, alpha: float) -> Decision:
    """On all splits, or on the first ones after which more would not help."""
    n_folds = len(scores.differences)
    if scores.units is None or scores.masks is None:
        return Decision(NOT_SHOWN, None, n_folds)
    last = method.numbers[0]
    rule = Rule(
        "out-of-fold",
        "precision" if method.test == "out-of-fold t, stopped" else "all",
        looks=tuple(range(FIRST_LOOK, max(FIRST_LOOK, last) + 1)),
    )
    return _concluded(decide_differences(scores.units, scores.masks, question=Question(alpha), rule=rule))


def _percentile(values: Floats, alpha: float) -> Decision:
    """Whether the middle 1 - alpha of the bags leaves out 0."""
    low, high = np.quantile(values, [alpha / 2, 1 - alpha / 2])
    conclusion = A_BETTER if low > 0 else B_BETTER if high < 0 else NOT_SHOWN
    return Decision(conclusion, None, len(values))


def _sequential(values: Floats, m_stop: int, alpha: float) -> Decision:
    """Overall-level rule, a look after every split from the third on."""
    rule = Rule("overall", looks=tuple(range(min(FIRST_LOOK, m_stop), m_stop + 1)))
    return _concluded(decide_differences(_pairs(values), question=Question(alpha), rule=rule))


def _concluded(decided: Answered) -> Decision:
    """The conclusion from the folds up to the last look; the interval of a look has another level."""
    # Of one split the test alone is measured; the program draws no conclusion from it.
    made, test = decided.verdict or decided, decided.test
    ends = None if test is None or test.lower is None or test.upper is None else (test.lower, test.upper)
    return Decision(
        {"A better": A_BETTER, "B better": B_BETTER}.get(made.answer or "", NOT_SHOWN),
        made.pvalue,
        2 * decided.m,
        None if ends is None else (ends[1] - ends[0]) / 2,
    )


def _pairs(values: Floats) -> NDArray[np.float64]:
    pairs: NDArray[np.float64] = values.reshape(-1, 2)
    return pairs
