"""What random halves would give: expected value, spread, law and floor of chi2/J."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from ..arguments import check_range
from ..brief import frozen
from ..errors import InputError
from .checks import check_counts, check_units, check_whole, label_totals, one_label_per_unit

CELLS = 2**22  # of a table worked on at a time
ROUNDING = 1e-13  # of the squared mean: a variance below it is none
ALL_CELLS = 2**27  # of the table that the bound of `floor` is the least of: a second or two
DISTINCT_TOTALS = 256  # label totals the bound of `floor` looks at, the smallest, which weigh most


@frozen(eq=False)
class ReferenceLaw:
    """chi2/J of a random half: chi2 is about `scale` times a chi-square of `df` degrees.

    Mean and standard deviation are those of random halves, exactly if every unit
    carries one label and otherwise up to terms of order 1/n_units. The shape is an
    approximation, made to have this mean and deviation (Satterthwaite 1946; Rao and
    Scott 1981 for counts of several labels per unit).
    """

    scale: float
    df: float
    n_labels: int
    mean: float
    sd: float

    def pdf(self, phi: ArrayLike) -> NDArray[np.float64]:
        """Density of chi2/J at `phi`; zero everywhere if chi2/J is always 0."""
        from scipy.special import gammaln, xlogy  # here, because it takes long to import

        x = np.asarray(phi, dtype=np.float64)
        if self.df == 0:
            return np.zeros_like(x)
        factor = self.n_labels / (2 * self.scale)  # J x / (2 scale) is gamma(df / 2), the factor its slope
        half = self.df / 2
        with np.errstate(divide="ignore"):
            inside = np.exp(xlogy(half - 1, factor * np.maximum(x, 0)) - factor * x - gammaln(half))
        return np.where(x >= 0, factor * inside, 0.0)

    def cdf(self, phi: ArrayLike) -> NDArray[np.float64]:
        """Share of random halves with chi2/J of at most `phi`."""
        from scipy.special import gammainc

        x = np.maximum(np.asarray(phi, dtype=np.float64), 0)
        if self.df == 0:
            return np.where(np.asarray(phi) >= 0, 1.0, 0.0)
        return np.asarray(gammainc(self.df / 2, x * self.n_labels / (2 * self.scale)))


@frozen(eq=False)
class OverlapLaw:
    """Units that two independent random halves share: the hypergeometric law."""

    values: NDArray[np.int64]
    probabilities: NDArray[np.float64]
    mean: float
    variance: float


def expected(counts: Any) -> float:
    """Mean chi2/J of random halves.

    (J-1)/J n/(n-1) if every unit carries one label, exactly. Otherwise the mean of
    sum_j (D_j - r_j D)^2/N_j, with D_j = T_j - V_j, which differs by terms of order
    1/n_units from chi2.

    Parameters
    ----------
    counts : ndarray or CSR of int, shape (n_units, n_labels)

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1]]
    >>> round(mx.partitions.expected(counts), 4)
    0.6667
    """
    table = check_counts(counts)
    n_labels = int(np.count_nonzero(label_totals(table)))
    return 0.0 if n_labels == 1 else _mean(table).chi2 / n_labels


def reference_law(counts: Any) -> ReferenceLaw:
    """Law of chi2/J of random halves, to be drawn over their histogram.

    Parameters
    ----------
    counts : ndarray or CSR of int, shape (n_units, n_labels)

    References
    ----------
    .. [1] Dawson, A simple expression for the variance of chi-squared on a k x 2
       contingency table, 1954.

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> law = mx.partitions.reference_law(counts)
    >>> round(law.mean, 6) == round(mx.partitions.expected(counts), 6)
    True
    """
    table = check_counts(counts)
    n_labels = int(np.count_nonzero(label_totals(table)))
    mean, variance = _moments(table)
    if mean <= 0 or variance <= 0:  # one label type, or nothing that halves could differ in
        return ReferenceLaw(scale=0.0, df=0.0, n_labels=n_labels, mean=mean, sd=0.0)
    # scale and df so that scale df / J is the mean, 2 scale^2 df / J^2 the variance.
    return ReferenceLaw(
        scale=n_labels * variance / (2 * mean),
        df=2 * mean * mean / variance,
        n_labels=n_labels,
        mean=mean,
        sd=float(np.sqrt(variance)),
    )


def sign_moments(n_units: int) -> tuple[float, float]:
    """E[x_u x_v] and E[x_u x_v x_w x_z] of different units, x = +1 in one half and -1 in the other."""
    n = n_units
    # n even: the signs add up to 0, so 1 + (n-1) c2 = 0 and 3 c2 + (n-3) c4 = 0. n odd: the square of
    # their sum is 1, so n + n(n-1) c2 = 1, and times x_u x_v: 2 + (5n-8) c2 + (n-2)(n-3) c4 = c2.
    if n % 2:
        return -1 / n, 3 / (n * (n - 2)) if n > 3 else 0.0
    return -1 / (n - 1), 3 / ((n - 1) * (n - 3)) if n > 3 else 0.0


def label_variances(counts: csr_array) -> NDArray[np.float64]:
    """E[D_j^2] of random halves, D_j = T_j - V_j, shape (n_labels,)."""
    c2, _ = sign_moments(counts.shape[0])
    totals = label_totals(counts).astype(np.float64)
    squares = np.bincount(counts.indices, weights=counts.data.astype(np.float64) ** 2, minlength=len(totals))
    # E[D_j^2] = sum_u y_u^2 + c2 sum_{u != v} y_u y_v, and the second sum is N_j^2 less the first.
    variances: NDArray[np.float64] = squares * (1 - c2) + totals * totals * c2
    return variances


@dataclass(frozen=True, slots=True, eq=False)
class _Mean:
    """The mean of chi2 over random halves, and what its variance is computed from."""

    chi2: float
    factor: float  # N^2/(N^2-D^2) at the mean of D^2
    diagonal: NDArray[np.float64]  # (n_units,)
    length: NDArray[np.float64]  # (n_units,): occurrences


def _mean(counts: csr_array) -> _Mean:
    """Mean of chi2 over random halves.

    chi2 is N^2/(N^2-D^2) times the quadratic form x'Ax of the signs x of the units,
    A_uv = sum_j z_uj z_vj / N_j with z_uj = y_uj - r_j L_u, L_u the occurrences in
    unit u. The rows of A add up to zero, so the moments of x'Ax need only its trace,
    its diagonal and its norm. The factor is taken at the mean of D^2.
    """
    totals = label_totals(counts)
    c2, _ = sign_moments(counts.shape[0])
    n_all = float(totals.sum())
    length = counts.sum(axis=1).astype(np.float64)
    diagonal = _diagonal(counts, totals) - length * length / n_all  # A_uu = sum_j y_uj^2/N_j - L_u^2/N
    spread = float((length * length).sum()) * (1 - c2) + n_all * n_all * c2  # E[D^2]
    if length.max() == n_all:
        raise InputError("All occurrences of this attribute are in one unit.")
    factor = 1 / (1 - max(spread, 0.0) / (n_all * n_all))
    # E[x'Ax] = tr A + c2 times the sum of A_uv over u != v, which is -tr A: (1 - c2) tr A.
    return _Mean(factor * (1 - c2) * float(diagonal.sum()), factor, diagonal, length)


def _diagonal(counts: csr_array, totals: NDArray[np.int64]) -> NDArray[np.float64]:
    """Sum of y_uj^2 / N_j over the labels of each unit, some units at a time."""
    n_units = counts.shape[0]
    sums = np.zeros(n_units)
    bounds = np.searchsorted(counts.indptr, np.arange(0, counts.indptr[-1], max(1, CELLS // 4)))
    for first, last in pairwise([*np.unique(bounds).tolist(), n_units]):
        cells = slice(counts.indptr[first], counts.indptr[last])
        owner = np.repeat(np.arange(last - first), np.diff(counts.indptr[first : last + 1]))
        squares = counts.data[cells].astype(np.float64) ** 2 / totals[counts.indices[cells]]
        sums[first:last] = np.bincount(owner, weights=squares, minlength=last - first)
    return sums


def _moments(counts: csr_array) -> tuple[float, float]:
    """Mean and variance of chi2/J over random halves."""
    totals = label_totals(counts)
    n_labels = int(np.count_nonzero(totals))
    if n_labels == 1:
        return 0.0, 0.0
    c2, c4 = sign_moments(counts.shape[0])
    mean = _mean(counts)
    trace = float(mean.diagonal.sum())
    d2 = float((mean.diagonal * mean.diagonal).sum())
    f2 = _norm(counts, totals, mean.length)
    # x'Ax = tr A + Q, Q the sum of A_uv x_u x_v over u != v; rows of A add up to 0, so E[Q] = -c2 tr A. In
    # E[Q^2] two pairs of units are the same (2 ways, 1), share one unit (4 ways, c2) or none (c4): sums of
    # A_uv^2, A_uv A_uw and A_uv A_wz over different units are f2 - d2, 2 d2 - f2 and tr^2 + 2 f2 - 6 d2.
    variance = 2 * (f2 - d2) + 4 * c2 * (2 * d2 - f2)
    variance += c4 * (trace * trace + 2 * f2 - 6 * d2) - (c2 * trace) ** 2
    variance *= mean.factor * mean.factor
    # Halves differ in rounding only, as when each label occurs once.
    if variance < ROUNDING * mean.chi2 * mean.chi2:
        variance = 0.0
    return mean.chi2 / n_labels, variance / n_labels**2


def _norm(counts: csr_array, totals: NDArray[np.int64], length: NDArray[np.float64]) -> float:
    """Sum of A_uv^2, from the products of label columns: the sum of (Z'Z)_jk^2 / (N_j N_k)."""
    n_all = float(totals.sum())
    if one_label_per_unit(counts):  # Z'Z = diag(N) - N N'/n
        return float(np.count_nonzero(totals) - 1)
    with_length = np.bincount(counts.indices, weights=counts.data * np.repeat(length, np.diff(counts.indptr)))
    used = np.flatnonzero(totals)
    sizes = totals[used].astype(np.float64)
    rates, along = sizes / n_all, with_length[used]
    squared_length = float((length * length).sum())
    columns = csr_array(counts[:, used])
    products = csr_array(csr_array(columns.T) @ columns)
    total = 0.0  # (Z'Z)_jk = (Y'Y)_jk - r_j (Y'L)_k - (Y'L)_j r_k + r_j r_k L'L
    step = max(1, CELLS // len(used))
    for start in range(0, len(used), step):
        part = slice(start, start + step)
        table = products[part].toarray().astype(np.float64)
        table -= rates[part, None] * along
        table -= along[part, None] * rates
        table += squared_length * rates[part, None] * rates
        total += float((table * table / sizes[part, None] / sizes).sum())
    return total


def floor(counts: Any) -> float:
    """The least chi2/J that two halves can have.

    Exact if every unit carries one label: each label with an odd number of
    occurrences contributes 1/N_j, and the odd unit over, if there is one, is placed
    where it costs least. With several labels per unit it is a lower bound, which
    halves need not reach: for every number of occurrences T that a half can hold,
    each label stands as near to its share of T as whole numbers allow.

    Parameters
    ----------
    counts : ndarray or CSR of int, shape (n_units, n_labels)

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1]]
    >>> mx.partitions.floor(counts)
    0.0
    """
    table = check_counts(counts)
    totals = label_totals(table)
    totals = totals[totals > 0]
    if len(totals) == 1:
        return 0.0
    if one_label_per_unit(table):
        n_units = table.shape[0]
        # |D_j| >= 1 where N_j is odd, so sum_j D_j^2/N_j is at least the sum of 1/N_j over those.
        least = float((1 / totals[totals % 2 == 1]).sum())
        if n_units % 2:
            least = (least - 1 / n_units) * n_units**2 / (n_units**2 - 1)  # |D| = 1 in eq. (3)
        return max(0.0, least) / len(totals)
    return _floor_bound(table, totals) / len(totals)


def _floor_bound(counts: csr_array, totals: NDArray[np.int64]) -> float:
    length = np.sort(counts.sum(axis=1))
    n_all, half = int(length.sum()), len(length) // 2
    low, high = max(1, int(length[:half].sum())), min(n_all - 1, int(length[-half:].sum()))
    if len(length) % 2 == 0:
        high = min(high, n_all // 2)  # T and N - T are the two halves of one partition
    sizes, copies = np.unique(totals, return_counts=True)
    # Leaving out labels, the frequent ones, keeps it a lower bound.
    most = max(1, min(DISTINCT_TOTALS, ALL_CELLS // (high - low + 1)))
    sizes, copies = sizes[:most], copies[:most]
    least = np.inf
    step = max(1, CELLS // 16 // len(sizes))  # so small that a processor keeps it
    # chi2 = sum_j (N T_j - T N_j)^2 / N_j / (T (N - T)); N T_j - T N_j is T N_j modulo N, or N less.
    for start in range(low, high + 1, step):
        first = np.arange(start, min(start + step, high + 1))
        rest = first[:, None] * sizes % n_all
        distance = np.minimum(rest, n_all - rest).astype(np.float64)
        terms = (distance * distance * (copies / sizes)).sum(axis=1)
        least = min(least, float((terms / (first * (n_all - first.astype(np.float64)))).min()))
    return least if np.isfinite(least) else 0.0


def overlap_law(n_units: int, first: int | None = None, second: int | None = None) -> OverlapLaw:
    """Units shared by two independent random halves of the given sizes (n_units // 2 if not given).

    The mean is n/4 and the variance n^2/16/(n-1) for even n; section 1 of the paper
    cites Markatou et al. for the law.

    >>> law = mx.partitions.overlap_law(8, 4, 4)
    >>> round(float(law.probabilities.sum()), 6), law.mean
    (1.0, 2.0)
    """
    n_units = check_units(n_units)
    sizes = [n_units // 2 if size is None else check_whole(size, "size", 0) for size in (first, second)]
    check_range("size", max(sizes), f"[0, {n_units}]")
    a, b = sizes
    values = np.arange(max(0, a + b - n_units), min(a, b) + 1)
    return OverlapLaw(
        values=values,
        probabilities=_hypergeometric(n_units, a, b, values),
        mean=a * b / n_units,
        variance=a * b * (n_units - a) * (n_units - b) / (n_units**2 * (n_units - 1)),
    )


def _hypergeometric(n_units: int, first: int, second: int, values: NDArray[np.int64]) -> NDArray[np.float64]:
    """Probability of each of all possible `values`, from the ratios of neighbours, outwards from the mode.

    Each ratio is a quotient of products of integers, so that all processors agree and time is linear; SciPy's
    takes the product over all primes below `n_units` for each value.
    """
    k = values[:-1].astype(np.float64)
    up = (first - k) * (second - k) / ((k + 1) * (n_units - first - second + k + 1))  # p(k + 1) / p(k)
    mode = int(np.count_nonzero(up > 1))
    below, above = np.cumprod(1 / up[:mode][::-1])[::-1], np.cumprod(up[mode:])
    weights = np.concatenate((below, [1.0], above))
    return np.asarray(weights / weights.sum())


def percentiles(values: ArrayLike, reference: ArrayLike) -> NDArray[np.float64]:
    """Share of `reference` that is at most each of `values`, between 0 and 1.

    >>> mx.partitions.percentiles([1, 2.5], [1, 2, 3, 4]).tolist()
    [0.25, 0.5]
    """
    ordered = np.sort(np.asarray(reference, dtype=np.float64), axis=None)
    if not len(ordered) or np.isnan(ordered).any():
        raise InputError("`reference` must hold numbers and no NaN.")
    return np.searchsorted(ordered, np.asarray(values, dtype=np.float64), side="right") / len(ordered)
