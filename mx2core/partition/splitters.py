"""m x 2 and K-fold cross-validation for scikit-learn; the only module here that imports it.

What makes the splits is imported when they are made, so that the import takes no longer than scikit-learn's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack, issparse
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state

from ..arguments import check_choice
from ..errors import DesignError
from .checks import USUAL_M, check_counts, check_counts_list, check_seed, check_whole, group_numbers

if TYPE_CHECKING:
    from .design import PartitionSet
    from .parts.split_parts import Parts, Target
    from .thresholds import Bound

Method = Literal["random", "block", "stratified_block", "balanced", "centered", "floor", "thresholds"]
RandomState = int | np.random.RandomState | np.random.Generator | None
GROUPS = {"groups": True}  # what scikit-learn routes to a split without being asked
METHODS = get_args(Method)


class Mx2Split(BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
    """m partitions into halves, each used both ways: 2m splits.

    The two splits of a partition come one after the other: first trained on the first
    half, then on the second. The same settings and data give the same splits, so two
    models can be compared split by split.

    Parameters
    ----------
    m : int
        Number of partitions.
    method : {"block", "random", "stratified_block", "balanced", "centered", "floor", "thresholds"}
        "block": all halves overlap by a quarter of the units, labels are left to chance;
        "stratified_block" deals the units of each label over the blocks, see
        `stratified_block_partitions`; the others control how labels are distributed, see
        `regularized_partitions`.
    counts : ndarray or CSR of int (n_samples, n_labels), or a list of such, optional
        How often each label occurs in each sample, for the methods that look at
        labels; taken from `y` if not given.
    thresholds : float or sequence, optional
        For method="thresholds" what `regularized_partitions` takes as `target`: an upper
        bound c, or one c or pair (lower, upper) for each table of counts.
    random_state : int, RandomState, Generator or None
        Picks one of the many sets of partitions. Other than a whole number, it draws a seed at every
        split, as in scikit-learn; `seed_` has the one that was used last.

    Examples
    --------
    >>> X, y = [[k] for k in range(8)], [0, 1] * 4
    >>> [len(train) for train, validation in mx.Mx2Split(m=2).split(X, y)]
    [4, 4, 4, 4]
    """

    __metadata_request__split = GROUPS

    def __init__(
        self,
        m: int = USUAL_M,
        *,
        method: Method = "block",
        counts: Any = None,
        thresholds: float | Sequence[Bound] | None = None,
        random_state: RandomState = 0,
    ) -> None:
        self.m = m
        self.method = method
        self.counts = counts
        self.thresholds = thresholds
        self.random_state = random_state

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Training and validation indices of the 2m splits.

        Raises DesignError if the settings do not fit the data, or a group holds more than half of the
        samples.

        Parameters
        ----------
        X : array-like of length n_samples
        y : array-like, optional
            Labels: one per sample, a table of counts (n_samples, n_labels), or a
            sequence of tags for each sample, of which chunks are counted.
        groups : array-like of length n_samples, optional
            Samples of a group stay together; halves then have equally many groups.
        """
        yield from self.partitions(X, y, groups).folds()

    def partitions(self, X: Any, y: Any = None, groups: Any = None) -> PartitionSet:
        """The partitions that `split` yields, as masks over the samples."""
        from .design import PartitionSet

        check_choice("method", self.method, METHODS, DesignError)
        if (self.thresholds is not None) != (self.method == "thresholds"):
            raise DesignError('`thresholds` goes with method="thresholds", and only with it.')
        n_samples = _n_samples(X)
        unit = np.arange(n_samples) if groups is None else _units(groups, n_samples)
        n_units = int(unit.max()) + 1
        made = self._partitions(unit, n_units, n_samples, y)
        return PartitionSet(made.masks[:, unit], made.method, made.seed)

    def _partitions(self, unit: NDArray[np.int64], n_units: int, n_samples: int, y: Any) -> PartitionSet:
        """Partitions of the units, which are samples or groups of them."""
        from .construct.build import regularized_partitions
        from .construct.named import WITHOUT_LABELS, named_partitions
        from .halves.blocks import DEFAULT_M_MAX

        m = check_whole(self.m, "m", 1)
        self.seed_ = seed = seed_of(self.random_state)
        m_max = max(m, DEFAULT_M_MAX)
        counts: list[csr_array] = []
        if self.method not in WITHOUT_LABELS:
            ones, samples = np.ones(n_samples, np.int64), np.arange(n_samples)
            per_unit = csr_array((ones, (unit, samples)), shape=(n_units, n_samples))
            counts = [csr_array(per_unit @ table) for table in self._tables(y, n_samples)]
        if self.method == "thresholds":
            return regularized_partitions(counts, m, seed, self.thresholds)
        if self.method == "stratified_block":
            counts = [csr_array(hstack(counts))]
        return named_partitions(self.method, n_units, m, seed, counts=counts, m_max=m_max)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Twice the number of partitions."""
        return 2 * self.m

    def _tables(self, y: Any, n_samples: int) -> list[csr_array]:
        if self.counts is None and y is None:
            raise DesignError("Labels are missing: pass y or `counts`.")
        return _tables(self.counts, y, n_samples)


class BalancedKFold(BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
    """K folds whose labels, and lengths, differ no more than in random folds; groups stay whole.

    Every sample is validated once. Fold sizes differ by one sample at most, or with groups are off by
    less than the largest group.

    Parameters
    ----------
    n_splits : int
        K, at least 2.
    counts : ndarray or CSR of int (n_samples, n_labels), or a list of such, optional
        How often each label occurs in each sample; taken from `y` if not given. With several tables
        all of them are looked at together.
    lengths : array of float (n_samples,), optional
        Numbers whose distribution over the folds is looked at too, by fifths of the samples.
    target : {"typical", "alike"}
        "typical": random folds, mended only until no attribute differs more than in random folds on
        average. "alike": as even as exchanges can make it.
    random_state : int, RandomState, Generator or None
        Picks one of the many ways to fold; as in `Mx2Split`.

    Notes
    -----
    Typical folds estimate like random ones; those as alike as possible shift scores upwards where
    labels are rare, as StratifiedKFold does (docs/results/price-folds.md). In neither case is the corpus
    larger: mean scores hardly come nearer to the truth.

    Examples
    --------
    >>> X, y, groups = [[k] for k in range(12)], [0, 1, 2] * 4, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    >>> [len(test) for _train, test in mx.BalancedKFold(3).split(X, y, groups)]
    [4, 4, 4]
    """

    __metadata_request__split = GROUPS

    def __init__(
        self,
        n_splits: int = 5,
        *,
        counts: Any = None,
        lengths: Any = None,
        target: Target = "typical",
        random_state: RandomState = 0,
    ) -> None:
        self.n_splits = n_splits
        self.counts = counts
        self.lengths = lengths
        self.target = target
        self.random_state = random_state

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Training and validation indices of the K folds, of what `Mx2Split.split` takes.

        `y` is not looked at if `counts` are given. Raises DesignError if the settings do not fit the data,
        or there are fewer groups than folds.
        """
        of_sample = self.parts(X, y, groups).of_unit
        for fold in range(self.n_splits):
            yield np.flatnonzero(of_sample != fold), np.flatnonzero(of_sample == fold)

    def parts(self, X: Any, y: Any = None, groups: Any = None) -> Parts:
        """The folds that `split` yields, with what was measured on them."""
        from .parts.split_parts import deal_parts

        n_samples = _n_samples(X)
        n_splits = check_whole(self.n_splits, "n_splits", 2)
        tables: list[csr_array] = []
        if self.counts is not None or y is not None:
            tables = _tables(self.counts, y, n_samples)
        if self.lengths is not None:
            tables.append(_fifths(self.lengths, n_samples))
        if not tables:
            raise DesignError("Labels are missing: pass y or `counts`.")
        sizes = (1,) * n_splits
        self.seed_ = seed_of(self.random_state)
        return deal_parts(tables, sizes, groups=groups, target=self.target, seed=self.seed_)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """The number of folds."""
        return self.n_splits


def seed_of(random_state: RandomState) -> int:
    """The seed that a whole number is, or that is drawn from NumPy's generators, None for its global one."""
    if random_state is None or isinstance(random_state, np.random.RandomState):
        return int(check_random_state(random_state).randint(2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31 - 1))
    return check_seed(random_state)


def _tables(counts: Any, y: Any, n_samples: int) -> list[csr_array]:
    if counts is not None:
        return [check_counts(table, n_units=n_samples) for table in check_counts_list(counts)]
    return [_counts_of(y, n_samples)]


def _fifths(lengths: Any, n_samples: int) -> csr_array:
    """Which fifth of the samples each is of by its length, equal lengths in the same one."""
    given = np.asarray(lengths)
    if given.shape != (n_samples,) or given.dtype.kind not in "biuf" or not np.isfinite(given).all():
        raise DesignError(
            "`{name}` must hold one finite number per unit, found {dtype} of shape {shape}.",
            name="lengths",
            dtype=str(given.dtype),
            shape=given.shape,
        )
    below = np.searchsorted(np.sort(given), given, side="left")
    return check_counts(below * 5 // n_samples, n_units=n_samples, name="lengths")


def _n_samples(X: Any) -> int:
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def _units(groups: Any, n_samples: int) -> NDArray[np.int64]:
    """Number of each sample's group, by first appearance."""
    _, first, code, sizes = np.unique(
        group_numbers(groups, n_samples), return_index=True, return_inverse=True, return_counts=True
    )
    if 2 * sizes.max() > n_samples + 1:
        largest = int(np.argmax(sizes))
        raise DesignError(
            "Group {group} has {size} of {n} samples, more than half.",
            group=repr(np.asarray(groups, dtype=object).tolist()[first[largest]]),
            size=int(sizes[largest]),
            n=n_samples,
        )
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    units: NDArray[np.int64] = rank[code]
    return units


def _counts_of(y: Any, n_samples: int) -> csr_array:
    """Label counts of each sample from what scikit-learn users pass as y."""
    if not issparse(y) and _n_samples(y) != n_samples:
        raise DesignError("`y` has {rows} entries for {n} samples.", rows=_n_samples(y), n=n_samples)
    if isinstance(y, np.ndarray) and y.shape == (n_samples, 1):
        y = y[:, 0]
    return check_counts(y, n_units=n_samples, name="y")
