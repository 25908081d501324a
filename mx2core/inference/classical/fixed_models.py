"""Two models that no split changes: prompted ones, rules, ones that were trained elsewhere.

Their predictions depend on the test units alone, so the units (or documents) are what is
drawn again. Tests of half splits do not suit them: these look for what a training half
changes, and it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri, stdtrit

from ...arguments import check_finite, check_range, check_shape
from ...brief import Tabular, frozen
from ...errors import Notice, ScoresError
from ..checks import TIED, Alternative, check_alpha, check_alternative, check_level, check_seed
from ..rare_differences import MarginEvidence, rare_bound

Floats = NDArray[np.float64]
Score = Callable[[Floats], ArrayLike]  # sums of counts (n_runs, k) -> scores (n_runs,)
LEAST_RUNS = 10_000
_STREAMS = {"swaps": 300, "bootstrap": 301}
_CHUNK = 4_000_000  # numbers at a time


@frozen(eq=False)
class RandomizationTest(Tabular):
    """Two fixed models on the same units; `pvalue` and the interval are None where they never differ."""

    difference: float  # score of A minus score of B
    pvalue: float | None
    lower: float | None  # of the paired bootstrap, expanded percentiles
    upper: float | None
    level: float  # of that interval: 1 - 2 alpha for a one-sided test, else 1 - alpha
    variance: float | None  # of the difference over draws of the bootstrap
    differences: MarginEvidence | None  # of units (or clusters) by the jackknife, for equivalence
    rejected: bool
    alpha: float
    alternative: Alternative
    n_runs: int  # swaps that were tried
    exact: bool  # whether they are all there are
    n_units: int
    n_clusters: int
    notice: Notice | None
    n_differing: int = 0  # units (or clusters) on which the models differ
    scores: tuple[float, float] = (0.0, 0.0)  # of A and of B, the larger the better
    even_units: float | None = (
        None  # as many if all weighed what the heaviest does; None of sums without bounds
    )

    def bound(self, alpha: float) -> float | None:
        """Of models that never differ: their true difference lies within it but with a chance of alpha.

        None of others, and of scores that are no mean over items from 0 to 1.
        """
        if self.n_differing or self.even_units is None:
            return None
        return rare_bound(alpha, self.even_units, 0)

    @property
    def mean(self) -> float:
        """The difference, as other tests call it; there is no statistic of a known law, so no df."""
        return self.difference


@frozen(eq=False)
class BootstrapScore(Tabular):
    """One fixed model by itself: its score, and how far other units might have moved it."""

    score: float
    lower: float  # expanded percentiles of the bootstrap; of shares as in `share_interval`
    upper: float
    level: float
    n_runs: int
    n_units: int
    n_clusters: int


def bootstrap_score(
    counts: ArrayLike,
    score: Score | None = None,
    *,
    level: float = 0.95,
    clusters: ArrayLike | None = None,
    n_runs: int = LEAST_RUNS,
    seed: int = 0,
) -> BootstrapScore:
    """The score of a model that no split changes, with a bootstrap interval over units.

    `counts`: what it adds on each unit, shape (n_units,) or (n_units, k). All else, and what raises, as in
    `approximate_randomization_test`.
    """
    check_level(level)
    _check_runs(n_runs, seed)
    values, _, n_units = _check_counts(counts, counts, clusters)
    scores = _score_of(score, n_units)
    draws = bootstrap_weights(len(values), n_runs, seed)
    drawn = np.concatenate([scores(weights @ values) for weights in draws])
    tail = expanded_tail((1 - level) / 2, len(values))
    lower, upper = np.quantile(drawn, [tail, 1 - tail]).tolist()
    own = float(scores(values.sum(axis=0)[None])[0])
    return BootstrapScore(own, lower, upper, level, n_runs, n_units, len(values))


def resampled_sums(
    counts: ArrayLike, *, clusters: ArrayLike | None = None, n_runs: int = LEAST_RUNS, seed: int = 0
) -> Floats:
    """Sums of counts over units (or clusters) that are drawn with replacement, (n_runs, k).

    The units are those that `bootstrap_score` draws. Several scores, or those of two models side by side,
    are functions of one such array.
    """
    _check_runs(n_runs, seed)
    values, _, _ = _check_counts(counts, counts, clusters)
    return np.concatenate([weights @ values for weights in bootstrap_weights(len(values), n_runs, seed)])


def share_interval(
    part: ArrayLike, whole: ArrayLike, *, beta: float = 0.0, level: float = 0.95
) -> tuple[float, float]:
    """Wilson's interval of a share of sums over independent units: `part` of `whole` in each.

    Of units of several items n is as many independent items as have this spread, at most all there are, and t
    takes the place of the normal law; where nothing varies, n is Kish's number of equal units.

    `beta`: the interval is that of F_beta, which rises with the share s of tp in tp + fp + beta^2 fn:
    (1 + beta^2) s / (1 + beta^2 s).

    References
    ----------
    .. [1] Wilson (1927), Probable inference, the law of succession, and statistical inference.
    .. [2] Korn & Graubard (1998), Confidence intervals for proportions with small expected number of positive
       counts estimated from survey data.

    Examples
    --------
    >>> low, high = mx.inference.share_interval([1, 1, 1, 0], [1, 1, 1, 1])
    >>> round(low, 3), round(high, 3)
    (0.301, 0.954)
    """
    check_level(level)
    n = np.asarray(whole, dtype=np.float64)
    k, n = np.asarray(part, dtype=np.float64)[n > 0], n[n > 0]
    total, tail = float(n.sum()), (1 - level) / 2
    single = bool((n == 1).all())
    if not len(n) or (len(n) == 1 and not single):
        return 0.0, 1.0
    share, point = float(k.sum()) / total, float(ndtri(tail))
    if not single:
        point = float(stdtrit(len(n) - 1, tail))
        spread = len(n) / (len(n) - 1) * float(((k - share * n) ** 2).sum()) / total**2
        if not 0 < share < 1:
            total = total**2 / float((n**2).sum())
        elif spread:
            total = min(total, share * (1 - share) / spread)
    # The ends p solve (share - p)^2 = z^2 p (1 - p) / n, a quadratic equation: centre -/+ half.
    z2 = point**2
    centre = (share * total + z2 / 2) / (total + z2)
    half = (z2 * (total * share * (1 - share) + z2 / 4)) ** 0.5 / (total + z2)
    ends = max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))  # rounding apart
    low, high = ((1 + beta**2) * end / (1 + beta**2 * end) for end in ends)
    return low, high


def expanded_tail(tail: float, n: int, df: float | None = None) -> float:
    """The tail of a percentile interval that has the width of a t interval of n numbers (Hesterberg 2015).

    n: units that show the spread; of two models those on which they differ. Percentiles of few are too near:
    models at the margin were called equivalent in up to 13% at alpha = 5%.
    df: n - 1, or fewer where few of the units decide.
    """
    return 0.0 if n < 2 else float(ndtr(sqrt(n / (n - 1)) * stdtrit(n - 1 if df is None else df, tail)))


def approximate_randomization_test(
    a: ArrayLike,
    b: ArrayLike,
    *,
    score: Score | None = None,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    clusters: ArrayLike | None = None,
    items: ArrayLike | None = None,
    n_runs: int = LEAST_RUNS,
    seed: int = 0,
) -> RandomizationTest:
    """Exchange the two models' answers unit by unit at random: how often is the difference as large?

    Parameters
    ----------
    a, b : array_like of float, shape (n_units,) or (n_units, k)
        What each model adds on each unit: right answers, or counts such as tp, fp, fn.
    score : callable, optional
        Scores of sums of counts, (n_runs, k) -> (n_runs,); the mean over units if not given.
    alpha, alternative
        As in `out_of_fold_t_test`.
    clusters : array_like, shape (n_units,), optional
        Document of each unit; those of one are exchanged and drawn together.
    items : array_like of int, shape (n_units,), optional
        Items of each unit, where the score is their mean and each has 0 to 1: then equivalence can be
        shown of models that never differ.
    n_runs : int
        At least 10,000, for the swaps and for the bootstrap. All swaps are tried where there are
        no more.

    Returns
    -------
    RandomizationTest
        The p-value counts the observed difference among the random ones; a two-sided one is
        twice the smaller of the one-sided ones.

    Raises
    ------
    ScoresError
        If the arrays do not fit or a number is not finite.
    InputError
        If an option is not possible.

    References
    ----------
    .. [1] Noreen (1989), Computer-intensive methods for testing hypotheses.
    .. [2] Yeh (2000), More accurate tests for the statistical significance of result differences.
    .. [3] Hesterberg (2015), What teachers should know about the bootstrap.

    Examples
    --------
    >>> test = approximate_randomization_test([1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0])
    >>> test.exact, test.pvalue
    (True, 0.0625)
    """
    check_alpha(alpha)
    check_alternative(alternative)
    _check_runs(n_runs, seed)
    first, second, n_units = _check_counts(a, b, clusters)
    n = len(first)
    scores = _score_of(score, n_units)
    totals = first.sum(axis=0), second.sum(axis=0)
    of_both = float(scores(totals[0][None])[0]), float(scores(totals[1][None])[0])
    difference = of_both[0] - of_both[1]
    tail = alpha / 2 if alternative == "two-sided" else alpha
    exact = 2**n <= n_runs if n < 64 else False
    pvalue = lower = upper = variance = of_units = notice = None
    differing = int((first != second).any(axis=1).sum())
    if np.array_equal(first, second):
        notice = Notice("The models agree on every unit.")
    else:
        greater = less = runs = 0
        for swaps in _all_swaps(n) if exact else _random_swaps(n, n_runs, seed):
            moved = swaps @ (second - first)
            swapped = np.stack([scores(totals[0] + moved), scores(totals[1] - moved)])
            differences, room = swapped[0] - swapped[1], TIED * float(np.abs(swapped).max())
            runs += len(differences)
            greater += int((differences >= difference - room).sum())
            less += int((differences <= difference + room).sum())
        own = 0 if exact else 1
        sides = [(count + own) / (runs + own) for count in (greater, less)]
        pvalue = {"greater": sides[0], "less": sides[1]}.get(alternative, min(1.0, 2 * min(sides)))
        drawn = [
            scores(weights @ first) - scores(weights @ second)
            for weights in bootstrap_weights(n, n_runs, seed)
        ]
        together = np.concatenate(drawn)
        variance = float(together.var(ddof=1))
        outer = expanded_tail(tail, differing)
        lower, upper = np.quantile(together, [outer, 1 - outer]).tolist()
        without = scores(totals[0] - first) - scores(totals[1] - second)
        # Of a mean a part is (x_i - mean) / n, so that the sum of squares times n / (n - 1) is s^2 / n.
        parts = without.mean() - without
        error = sqrt(float((parts**2).sum()) * n / max(1, n - 1))
        even = None if items is None else _even_units(items, clusters)
        of_units = MarginEvidence.fit(difference, error, parts, n - 1, differing, even) if error else None
    return RandomizationTest(
        difference=difference,
        pvalue=pvalue,
        lower=lower,
        upper=upper,
        level=1 - 2 * tail,
        variance=variance,
        differences=of_units,
        rejected=pvalue is not None and pvalue < alpha,
        alpha=alpha,
        alternative=alternative,
        n_runs=2**n if exact else n_runs,
        exact=exact,
        n_units=n_units,
        n_clusters=n,
        notice=notice,
        n_differing=differing,
        scores=of_both,
        even_units=None if items is None else _even_units(items, clusters),
    )


def _even_units(items: ArrayLike, clusters: ArrayLike | None) -> float:
    """How many units (or clusters) as heavy as the heaviest have all items."""
    weights = np.asarray(items, dtype=np.float64)
    if clusters is not None:
        of_unit = np.unique(np.asarray(clusters), return_inverse=True)[1]
        weights = np.bincount(of_unit, weights=weights).astype(np.float64)
    return float(weights.sum() / weights.max())


def _check_runs(n_runs: int, seed: int) -> None:
    check_seed(seed)
    check_range("n_runs", n_runs, f"[{LEAST_RUNS}, ∞)")


def _score_of(score: Score | None, n_units: int) -> Callable[[Floats], Floats]:
    """Scores of sums of counts, (some runs,); without a score the mean over units."""

    def scores(sums: Floats) -> Floats:
        values = sums[:, 0] / n_units if score is None else np.asarray(score(sums), dtype=np.float64)
        return values.reshape(len(sums))

    return scores


def _check_counts(a: ArrayLike, b: ArrayLike, clusters: ArrayLike | None) -> tuple[Floats, Floats, int]:
    """What each model adds on each cluster, (n_clusters, k), and the number of units."""
    first, second = (np.asarray(values, dtype=np.float64) for values in (a, b))
    if first.shape != second.shape or first.ndim not in (1, 2) or len(first) < 2:
        raise ScoresError(
            "Both models need the same units, at least two; found shapes {a} and {b}.",
            a=first.shape,
            b=second.shape,
        )
    check_finite("a", first, ScoresError)
    check_finite("b", second, ScoresError)
    n_units = len(first)
    first, second = first.reshape(n_units, -1), second.reshape(n_units, -1)
    if clusters is None:
        return first, second, n_units
    labels = np.asarray(clusters)
    check_shape("clusters", labels.shape, f"({n_units},)", ScoresError)
    of_unit = np.unique(labels, return_inverse=True)[1]
    sums = np.zeros((2, int(of_unit.max()) + 1, first.shape[1]))
    for total, values in zip(sums, (first, second), strict=True):
        np.add.at(total, of_unit, values)
    return sums[0], sums[1], n_units


def _all_swaps(n: int) -> Iterator[Floats]:
    numbers = np.arange(2**n)
    yield ((numbers[:, None] >> np.arange(n)) & 1).astype(np.float64)


def _random_swaps(n: int, n_runs: int, seed: int) -> Iterator[Floats]:
    words = -(-n // 64)
    for start, size in _chunks(n, n_runs):
        raw = _raw(seed, "swaps", start, size * words).astype("<u8").view(np.uint8)
        yield np.unpackbits(raw.reshape(size, -1), axis=1)[:, :n].astype(np.float64)


def bootstrap_weights(n: int, n_runs: int, seed: int) -> Iterator[Floats]:
    """How often each cluster is drawn, (some runs, n)."""
    for start, size in _chunks(n, n_runs):
        high = _raw(seed, "bootstrap", start, size * n) >> np.uint64(32)
        drawn = ((high * np.uint64(n)) >> np.uint64(32)).astype(np.int64).reshape(size, n)
        cells = drawn + n * np.arange(size)[:, None]
        yield np.bincount(cells.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def _raw(seed: int, purpose: str, start: int, n_words: int) -> NDArray[np.uint64]:
    generator = np.random.Philox(key=[seed, _STREAMS[purpose]], counter=[0, 0, 0, start])
    words: NDArray[np.uint64] = generator.random_raw(n_words)
    return words


def _chunks(n: int, n_runs: int) -> Iterator[tuple[int, int]]:
    step = max(1, min(n_runs, _CHUNK // n))
    for start in range(0, n_runs, step):
        yield start, min(step, n_runs - start)
