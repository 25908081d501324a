"""Tests on right and wrong answers to one test set: McNemar's and the binomial test.

They know the units of one test set and nothing of another training set, so they speak of
these two trained models, not of the ways to train them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, sqrt

from scipy.special import bdtr, betainc, betaincinv, chdtrc, ndtr

from ...arguments import check_range, check_whole
from ...brief import Tabular, frozen
from ...errors import Notice
from ..checks import EQUAL, Alternative, check_alpha, check_alternative
from ..pvalues import written_pvalue


@frozen(eq=False)
class McNemarTest(Tabular):
    """`statistic` and `pvalue` are None when the models never disagree."""

    only_a: int  # units that A alone has right
    only_b: int
    statistic: float | None  # chi-square with one degree of freedom; the smaller count if exact
    pvalue: float | None
    exact: bool
    alternative: Alternative
    notice: Notice | None


def hold_out_sentences(tests: Sequence[McNemarTest], a: str, b: str, *, alpha: float) -> tuple[Notice, ...]:
    """The first test, on how many of several hold-outs it rejects, and what that is about."""
    first, rejected = tests[0], sum(test.pvalue is not None and test.pvalue < alpha for test in tests)
    side = Notice("two-sided") if first.alternative == "two-sided" else Notice("one-sided")
    p = written_pvalue(first.pvalue)
    models = {"a": a, "b": b, "only_a": first.only_a, "only_b": first.only_b, "p": p, "side": side}
    hold_outs = Notice(
        "Trained on split 1's first half; it rejects on {yes} of {n} hold-outs.",
        {"yes": rejected, "n": len(tests)},
    )
    return (
        Notice("McNemar's test: only {a} got {only_a:,} right, only {b} {only_b:,}; p {p} ({side}).", models),
        *([hold_outs] if len(tests) > 1 else []),
        Notice("It compares two trained models, not two ways to train."),
    )


@frozen(eq=False)
class BinomialTest(Tabular):
    """Whether an error rate is as low as claimed."""

    wrong: int
    n_units: int
    rate: float  # wrong / n_units
    claimed: float
    pvalue: float
    lower: float  # Clopper-Pearson interval of the error rate
    upper: float
    level: float  # of that interval: 1 - alpha
    alternative: Alternative


def mcnemar_test(
    only_a: int, only_b: int, *, exact: bool | None = None, alternative: Alternative = "two-sided"
) -> McNemarTest:
    """McNemar's test of two models on the same units.

    Parameters
    ----------
    only_a, only_b : int
        Units that A alone has right, and that B alone has right; the others say nothing.
    exact : bool, optional
        Binomial probability, or chi-square with continuity correction. Exact below 25
        disagreements if not given.
    alternative : {"greater", "less", "two-sided"}
        "greater": A is better than B.

    Raises
    ------
    InputError
        If a count is negative or not whole.

    References
    ----------
    .. [1] McNemar (1947), Note on the sampling error of the difference between correlated
       proportions or percentages.

    Examples
    --------
    >>> round(mx.inference.mcnemar_test(2, 9).pvalue, 4)
    0.0654
    >>> round(mx.inference.mcnemar_test(20, 50).statistic, 2)
    12.01
    """
    check_alternative(alternative)
    a, b = check_whole("only_a", only_a, "[0, ∞)"), check_whole("only_b", only_b, "[0, ∞)")
    n = a + b
    exactly = n < 25 if exact is None else exact
    if n == 0:
        notice = Notice("The models agree on every unit, so nothing is decided.")
        return McNemarTest(a, b, None, None, exactly, alternative, notice)
    if exactly:
        better, worse = _upper_tail(a, n), _upper_tail(b, n)
        two_sided = min(1.0, 2 * _upper_tail(max(a, b), n))
        statistic = float(min(a, b))
    else:
        statistic = max(abs(a - b) - 1, 0) ** 2 / n
        better, worse = (float(ndtr((1 - d) / sqrt(n))) for d in (a - b, b - a))
        two_sided = float(chdtrc(1, statistic))
    pvalue = {"greater": better, "less": worse, "two-sided": two_sided}[alternative]
    return McNemarTest(a, b, statistic, pvalue, exactly, alternative, None)


def binomial_test(
    wrong: int, n_units: int, *, claimed: float, alpha: float = 0.05, alternative: Alternative = "less"
) -> BinomialTest:
    """Whether the error rate of one model is below a claimed one.

    Parameters
    ----------
    wrong, n_units : int
        Units that it has wrong, of all in the test set.
    claimed : float
        The error rate that it is held against, between 0 and 1.
    alpha : float
        1 minus the level of the interval.
    alternative : {"greater", "less", "two-sided"}
        "less": the error rate is lower than claimed.

    Raises
    ------
    InputError
        If the counts or an argument are not possible.

    Examples
    --------
    >>> mx.inference.binomial_test(3, 100, claimed=0.1).rate
    0.03
    """
    from scipy.stats import binomtest

    check_alpha(alpha)
    check_alternative(alternative)
    n = check_whole("n_units", n_units, "[1, ∞)")
    k = check_whole("wrong", wrong, f"[0, {n}]")
    check_range("claimed", claimed, "(0, 1)")
    result = binomtest(k, n, claimed, alternative=alternative)
    interval = binomtest(k, n, claimed).proportion_ci(1 - alpha)
    return BinomialTest(
        wrong=k,
        n_units=n,
        rate=k / n,
        claimed=claimed,
        pvalue=float(result.pvalue),
        lower=float(interval.low),
        upper=float(interval.high),
        level=1 - alpha,
        alternative=alternative,
    )


def _upper_tail(k: int, n: int) -> float:
    """P(X >= k) of n tosses of a fair coin."""
    return 1.0 if k == 0 else float(betainc(k, n - k + 1, 0.5))


@frozen
class ErrorThreshold(Tabular):
    """Two bounds of the test error, and how often each is kept by a model that errs just as claimed."""

    n_units: int
    claimed: float
    alpha: float
    threshold: float  # the largest rate at which more errors than claimed have a chance below alpha
    threshold_error: float  # chance of a test error below it where the rate is the claimed one
    most_wrong: int | None  # errors with which the exact test accepts; None: not even with none
    exact_error: float  # chance of no more than these where the rate is the claimed one


def error_threshold(n_units: int, claimed: float, *, alpha: float = 0.05) -> ErrorThreshold:
    """From which test error on the claim "the error rate is at most so much" cannot be accepted.

    Textbooks define the threshold as the largest rate e with P(X > claimed n; e) < alpha, X the errors on n
    units. It bounds the true rate, and is held against the test error all the same: a model that errs just
    as claimed stays below it more often than alpha. The exact binomial test does not.
    Zhou (2016), Machine learning (in Chinese), section 2.4.1.
    """
    from scipy.stats import binom

    check_alpha(alpha)
    check_whole("n_units", n_units, "[1, ∞)")
    check_range("claimed", claimed, "(0, 1)")
    n = int(n_units)
    allowed = floor(claimed * n + EQUAL)  # below n, since the claim is
    threshold = float(betaincinv(allowed + 1, n - allowed, alpha))
    below = ceil(threshold * n - EQUAL) - 1  # most errors whose rate is below the threshold
    most = int(binom.ppf(alpha, n, claimed)) - 1
    return ErrorThreshold(
        n_units=n,
        claimed=claimed,
        alpha=alpha,
        threshold=threshold,
        threshold_error=float(bdtr(below, n, claimed)) if below >= 0 else 0.0,
        most_wrong=None if most < 0 else most,
        exact_error=0.0 if most < 0 else float(bdtr(most, n, claimed)),
    )
