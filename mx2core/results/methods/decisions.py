"""What a laboratory concludes from its scores, by the test that usually goes with its method.

All tests are two-sided at level alpha, so that any of three things can be concluded: A is
better, B is better, or no difference was shown. That a test is usual does not make it
right: the paired t-test of folds and McNemar's test err more often than they say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...inference import (
    alpaydin_5x2_f_test,
    corrected_resampled_t_test,
    dietterich_5x2_t_test,
    kfold_paired_t_test,
    mcnemar_test,
    mx2_t_test,
    sequential_t_test,
)
from ..resampling import Floats
from .catalogue import Method
from .replicability import A_BETTER, B_BETTER, NOT_SHOWN

FIRST_LOOK = 3


@dataclass(frozen=True, slots=True)
class Scores:
    """What one laboratory has, A and B on the same folds."""

    differences: Floats  # (n_folds,): how far A is ahead of B
    test_to_train: float  # size of a validation set over that of a training set
    only_a: int  # units that A alone has entirely right, over all folds
    only_b: int


@dataclass(frozen=True, slots=True)
class Decision:
    """The conclusion of one laboratory."""

    conclusion: str  # "A", "B" or "none"
    pvalue: float | None  # two-sided; None where there is none
    n_folds: int  # that were looked at


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
    match method.test:
        case "McNemar":
            # It counts units, so it can lean another way than the metric does.
            tested = mcnemar_test(scores.only_a, scores.only_b)
            return _decision(tested.pvalue, float(scores.only_a - scores.only_b), alpha, n_folds)
        case "percentile interval":
            return _percentile(values, alpha)
        case "sequential m×2 t":
            return _sequential(values, method.numbers[0], alpha)
        case "paired t":
            pvalue = kfold_paired_t_test(values).pvalue
        case "corrected resampled t":
            pvalue = corrected_resampled_t_test(values, scores.test_to_train, "two-sided").pvalue
        case "5×2 t":
            first = float(values[0])  # Dietterich's statistic is the first difference alone
            return _decision(dietterich_5x2_t_test(_pairs(values)).pvalue, first, alpha, n_folds)
        case "5×2 F":
            pvalue = alpaydin_5x2_f_test(_pairs(values)).pvalue
        case _:
            pvalue = mx2_t_test(_pairs(values), alpha, "two-sided").pvalue
    return _decision(pvalue, mean, alpha, n_folds)


def _decision(pvalue: float | None, leaning: float, alpha: float, n_folds: int) -> Decision:
    shown = pvalue is not None and pvalue < alpha
    return Decision(
        conclusion=NOT_SHOWN if not shown else A_BETTER if leaning > 0 else B_BETTER,
        pvalue=pvalue,
        n_folds=n_folds,
    )


def _percentile(values: Floats, alpha: float) -> Decision:
    """Whether the middle 1 - alpha of the bags leaves out 0."""
    low, high = np.quantile(values, [alpha / 2, 1 - alpha / 2])
    conclusion = A_BETTER if low > 0 else B_BETTER if high < 0 else NOT_SHOWN
    return Decision(conclusion, None, len(values))


def _sequential(values: Floats, m_stop: int, alpha: float) -> Decision:
    """Guaranteed rule, a look after every split from the third on."""
    found = sequential_t_test(
        _pairs(values), alpha, min(FIRST_LOOK, m_stop), m_stop, "guaranteed", alternative="two-sided"
    )
    last = found.table[-1]
    return Decision(found.better or NOT_SHOWN, last.pvalue, 2 * last.m)


def _pairs(values: Floats) -> NDArray[np.float64]:
    pairs: NDArray[np.float64] = values.reshape(-1, 2)
    return pairs
