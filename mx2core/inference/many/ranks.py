"""Several models on several corpora: Friedman's test, and Nemenyi's for the pairs.

Both see ranks only, one row of them for each corpus, so a corpus counts as one observation
however many splits its scores are the mean of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import inf, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc, fdtrc

from ...arguments import check_shape
from ...brief import Tabular, frozen
from ...errors import InputError, Notice, ScoresError
from ..checks import check_alpha, tied
from ..pvalues import written_pvalue

Table = ArrayLike | Mapping[str, Sequence[float]]
SMALL = 200  # ranks: of larger tables the F form is close
N_ORDERS = 10_000
_STREAM = 320
TIED = Notice("The models tie on every corpus, so nothing is decided.")


@frozen(eq=False)
class FriedmanForms(Tabular):
    """Both forms of Friedman's statistic with their p-values."""

    statistic: float  # chi-square with k - 1 degrees of freedom
    pvalue: float
    f_statistic: float | None  # of Iman and Davenport; None when all corpora rank alike
    f_pvalue: float | None


@frozen(eq=False)
class FriedmanTest(Tabular):
    """Whether models differ at all; all but `ranks` are None where no corpus tells them apart.

    The statistics are corrected for ties. `uncorrected` has them as textbooks print them,
    without that correction; the two agree where no models tie on a corpus.
    """

    models: tuple[str, ...]
    ranks: tuple[float, ...]  # mean over the corpora, 1 is the best; ties share
    n_corpora: int
    statistic: float | None  # chi-square with k - 1 degrees of freedom
    pvalue: float | None
    f_statistic: float | None  # of Iman and Davenport; None when all corpora rank alike
    df: tuple[int, int]  # of that: k - 1 and (k - 1)(N - 1)
    f_pvalue: float | None
    tied: bool  # models tie on a corpus
    uncorrected: FriedmanForms | None
    notice: Notice | None
    permutation_pvalue: float | None = None  # of random orders of the ranks of each corpus, in a small table

    @property
    def answer_pvalue(self) -> float | None:
        """The p-value that decides: of few corpora the F form errs in up to 19% at alpha = 5%."""
        known = (p for p in (self.permutation_pvalue, self.f_pvalue, self.pvalue) if p is not None)
        return next(known, None)


@frozen(eq=False)
class NemenyiTest(Tabular):
    """Which pairs of models differ, by their mean ranks."""

    models: tuple[str, ...]
    ranks: tuple[float, ...]
    n_corpora: int
    alpha: float
    critical_difference: float  # mean ranks further apart than this differ
    pvalues: NDArray[np.float64]  # (k, k), 1 on the diagonal
    groups: tuple[tuple[str, ...], ...]  # no difference is shown between neighbours in rank; best first


def friedman(table: Table, models: Sequence[str] | None = None) -> FriedmanTest:
    """Friedman's test: do the models differ on corpora like these?

    Parameters
    ----------
    table : array_like of float, shape (n_models, n_corpora), or mapping of rows
        Scores, larger ones better (see `metrics.oriented` for errors). A mapping has the models as keys.
    models : sequence of str, optional
        Names of the rows; A, B, ... if not given.

    Raises
    ------
    ScoresError
        If there are fewer than three models or two corpora, or a score is missing.

    References
    ----------
    .. [1] Friedman (1940), A comparison of alternative tests of significance for the
       problem of m rankings.
    .. [2] Iman & Davenport (1980), Approximations of the critical region of the Friedman
       statistic.
    .. [3] Demšar (2006), Statistical comparisons of classifiers over multiple data sets.

    Examples
    --------
    >>> found = friedman({"CRF": [.8, .7, .9, .6], "HMM": [.7, .6, .8, .5], "rules": [.6, .5, .7, .55]})
    >>> found.ranks, round(found.statistic, 6)
    ((1.0, 2.25, 2.75), 6.5)
    """
    scores, names = check_table(table, models, fewest=3)
    k, n = scores.shape
    ranks = _ranks(scores)
    mean = ranks.mean(axis=1)
    df = (k - 1, (k - 1) * (n - 1))
    chi2 = 12 * n / (k * (k + 1)) * float(((mean - (k + 1) / 2) ** 2).sum())
    left = _untied_share(ranks)
    if left == 0:
        return FriedmanTest(names, tuple(mean.tolist()), n, None, None, None, df, None, True, None, TIED)
    corrected = _forms(chi2 / left, k, n)
    permuted = _permutation_pvalue(ranks) if ranks.size <= SMALL else None
    notice = permuted and Notice("By permutation p {p}.", {"p": written_pvalue(permuted)})
    return FriedmanTest(
        models=names,
        ranks=tuple(mean.tolist()),
        n_corpora=n,
        statistic=corrected.statistic,
        pvalue=corrected.pvalue,
        f_statistic=corrected.f_statistic,
        df=df,
        f_pvalue=corrected.f_pvalue,
        tied=left < 1,
        uncorrected=_forms(chi2, k, n),
        notice=notice or None,
        permutation_pvalue=permuted,
    )


def _permutation_pvalue(ranks: NDArray[np.float64]) -> float:
    """Share of random orders in which mean ranks are as far apart, the given one among them."""
    k, n = ranks.shape
    ties = np.sort(ranks, axis=0)  # all that random orders know of the table, whatever stands first
    ties = ties[:, np.lexsort(ties)].T
    words = np.random.Philox(key=[0, _STREAM]).random_raw(N_ORDERS * n * k)
    orders = words.reshape(N_ORDERS, n, k).argsort(axis=2)
    sums = np.take_along_axis(np.broadcast_to(ties, orders.shape), orders, axis=2).sum(axis=1)
    apart = (sums**2).sum(axis=1) >= (ranks.sum(axis=1) ** 2).sum() - 1e-6
    return float((1 + apart.sum()) / (1 + N_ORDERS))


def _forms(chi2: float, k: int, n: int) -> FriedmanForms:
    """P-values of a chi-square statistic, and its F form."""
    pvalue = float(chdtrc(k - 1, chi2))
    rest = n * (k - 1) - chi2
    if rest <= 1e-9 * n * (k - 1):
        return FriedmanForms(chi2, pvalue, None, None)
    f = (n - 1) * chi2 / rest
    return FriedmanForms(chi2, pvalue, f, float(fdtrc(k - 1, (k - 1) * (n - 1), f)))


def _untied_share(ranks: NDArray[np.float64]) -> float:
    """Variance of the ranks over that of ranks without ties: 1 without ties, 0 if all tie everywhere."""
    k, n = ranks.shape
    together = np.concatenate([np.unique(row, return_counts=True)[1] for row in ranks.T])
    lost = int((together**3 - together).sum())
    return 1 - lost / float(n * k * (k * k - 1))


def nemenyi(table: Table, models: Sequence[str] | None = None, *, alpha: float = 0.05) -> NemenyiTest:
    """Nemenyi's test of all pairs, and what a critical-difference diagram shows.

    Parameters
    ----------
    table, models
        As in `friedman`; two models or more.
    alpha : float
        Error that all pairs share.

    Returns
    -------
    NemenyiTest
        CD = q_alpha sqrt(k (k + 1) / 6N), q_alpha the point of the studentized range over
        the root of 2. Models of one group are not shown to differ, which is not equality.

    Raises
    ------
    ScoresError, InputError
        If there are fewer than two models or corpora, a score is missing, or `alpha` is not possible.

    References
    ----------
    .. [1] Nemenyi (1963), Distribution-free multiple comparisons.
    .. [2] Demšar (2006), Statistical comparisons of classifiers over multiple data sets.

    Examples
    --------
    >>> table = [[0.8, 0.7, 0.9], [0.7, 0.6, 0.8], [0.6, 0.6, 0.5]]
    >>> mx.inference.nemenyi(table, ["A", "B", "C"]).groups
    (('A', 'B', 'C'),)
    """
    from scipy.stats import studentized_range

    check_alpha(alpha)
    scores, names = check_table(table, models, fewest=2)
    k, n = scores.shape
    mean = _ranks(scores).mean(axis=1)
    unit = sqrt(k * (k + 1) / (12 * n))  # the studentized range is over this
    difference = float(studentized_range.isf(alpha, k, inf)) * unit
    pairs = np.triu_indices(k, 1)
    pvalues = np.ones((k, k))
    pvalues[pairs] = studentized_range.sf(np.abs(mean[pairs[0]] - mean[pairs[1]]) / unit, k, inf)
    pvalues = np.minimum(pvalues, pvalues.T)
    return NemenyiTest(
        models=names,
        ranks=tuple(mean.tolist()),
        n_corpora=n,
        alpha=alpha,
        critical_difference=difference,
        pvalues=pvalues,
        groups=_groups(mean, names, difference),
    )


def _groups(
    ranks: NDArray[np.float64], names: tuple[str, ...], difference: float
) -> tuple[tuple[str, ...], ...]:
    """Longest runs of the models in the order of their ranks that span no more than the difference."""
    order = np.argsort(ranks, kind="stable")
    ends = [int(np.flatnonzero(ranks[order] - ranks[i] <= difference + 1e-12)[-1]) for i in order]
    starts = [0, *(i + 1 for i, (end, later) in enumerate(pairwise(ends)) if later > end)]
    runs = [order[start : ends[start] + 1] for start in starts]
    return tuple(tuple(names[i] for i in run) for run in runs if len(run) > 1)


def _ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks within each corpus, 1 for the highest score, scores equal but for rounding share their mean."""
    from scipy.stats import rankdata

    equal = np.stack([tied(column, np.abs(column).max()) for column in scores.T], axis=1)
    ranks: NDArray[np.float64] = rankdata(-equal, axis=0)
    return ranks


def check_table(
    table: Table, models: Sequence[str] | None, fewest: int
) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """Scores, (n_models, n_corpora), all finite, and the names of the models."""
    rows = table
    if isinstance(table, Mapping):
        models, rows = list(table), list(table.values())
    try:
        scores = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise ScoresError("The table needs one number per model and corpus.") from cause
    check_shape("table", scores.shape, "(models, corpora)", ScoresError)
    k, n = scores.shape
    if k < fewest or n < 2:
        raise ScoresError(
            "Ranking needs at least {fewest} models and 2 corpora, found {n_models} and {n_corpora}.",
            fewest=fewest,
            n_models=k,
            n_corpora=n,
        )
    names = tuple(models) if models is not None else tuple(_letter(i) for i in range(k))
    if len(names) != k or len(set(names)) != k:
        raise InputError(
            "`models` must name all {n_models} rows once, found {names}.", n_models=k, names=names
        )
    missing = np.argwhere(~np.isfinite(scores))
    if len(missing):
        raise ScoresError(
            "The score of {model} on corpus {corpus} is missing or not finite.",
            model=names[missing[0, 0]],
            corpus=int(missing[0, 1]) + 1,
        )
    return scores, names


def _letter(i: int) -> str:
    return chr(ord("A") + i) if i < 26 else f"model {i + 1}"
