"""Where two models differ: by groups of units, and unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_bool, check_shape
from ...brief import Tabular, frozen
from ...errors import ScoresError
from ..checks import TIED, check_alpha, tied
from .unit_by_unit import SMALLEST, OutOfFoldTTest, checked_units, out_of_fold_t_test

LEAST = 10  # ordinary units that a group has to be worth; the interval of less says nothing


@frozen
class GroupDifference(Tabular):
    """The units of one group; interval and p-value are None where too few units vary."""

    group: str
    n_units: int  # that are in it in some split
    share: float  # of all units; of all validations where membership changes with the split
    mean: float  # how far A is ahead of B
    lower: float | None  # intervals of all groups hold together at `level`
    upper: float | None
    pvalue: float | None  # two-sided, by Bonferroni as the intervals: below alpha where they leave out 0
    level: float


def group_differences(
    differences: ArrayLike,
    masks: ArrayLike,
    groups: ArrayLike | Mapping[str, ArrayLike],
    *,
    within: Callable[[NDArray[np.bool_]], ArrayLike] | None = None,
    alpha: float = 0.05,
    clusters: ArrayLike | None = None,
) -> tuple[GroupDifference, ...]:
    """Mean difference of each group of units, with intervals adjusted for multiple groups.

    Parameters
    ----------
    differences, masks : array_like, shape (m, n_units)
        As in `out_of_fold_t_test`.
    groups : array_like, shape (n_units,), or mapping
        Group of each unit: its class, length, document. Or for each name the units that are in
        the group, bool of shape (n_units,), or (m, n_units) where that depends on the split, as
        whether all words of a unit were in the training half. Groups may overlap, as labels of
        sentences do.
    within : callable, optional
        For scores that are no means, such as F1: called with the units of a group, bool of shape
        (m, n_units), it returns how far A is ahead on each by a score of these units alone
        (`unit_differences` with `within`); other places are not looked at. Without: `differences`,
        whose mean over some units is no F1.
    alpha : float
        Chance that any interval misses, shared by Bonferroni.
    clusters : array_like, shape (n_units,), optional
        As in `out_of_fold_t_test`.

    Returns
    -------
    tuple of GroupDifference
        Largest group first. Each group has the out-of-fold test of its mean, a ratio of sums that
        is linearized, with no more degrees of freedom than the group has units.

    Raises
    ------
    ScoresError, InputError
        As `out_of_fold_t_test`; if a unit has no group.

    Examples
    --------
    >>> masks = mx.random_partitions(40, 3).masks
    >>> ahead = np.stack([(np.arange(40) * k) % 7 < 2 for k in range(1, 4)]) - 0.2
    >>> groups = {"short": np.arange(40) < 20, "long": np.arange(40) >= 20}
    >>> [row.group for row in mx.inference.group_differences(ahead, masks, groups)]
    ['long', 'short']
    """
    check_alpha(alpha)
    values, halves = checked_units(differences, masks)
    members = _members(groups, values.shape)
    sizes = {name: float(inside.mean()) for name, inside in members.items()}
    order = sorted((name for name in members if sizes[name]), key=lambda name: (-sizes[name], name))
    own = {name: values if within is None else _score_group(within, members[name]) for name in order}
    tests = {name: _test_group(own[name], members[name], halves, clusters) for name in order}
    k = max(sum(test is not None for test in tests.values()), 1)
    results = []
    for name in order:
        inside, test = members[name], tests[name]
        pvalue = None if test is None else test.pvalue_of(0.0, "two-sided")
        lower, upper = (None if test is None else test.interval(1 - alpha / k)) or (None, None)
        results.append(
            GroupDifference(
                group=name,
                n_units=int(inside.any(axis=0).sum()),
                share=sizes[name],
                mean=float(own[name][inside].mean()),
                lower=lower,
                upper=upper,
                pvalue=None if pvalue is None else min(1.0, k * pvalue),
                level=1 - alpha,
            )
        )
    return tuple(results)


def steady_units(differences: ArrayLike, masks: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Units on which A is ahead in every split, and those on which B is; the clearest first.

    `differences` and `masks`, shape (m, n_units), as in `out_of_fold_t_test`.
    """
    values, _ = checked_units(differences, masks)
    scale = float(np.abs(values).max())
    order = np.argsort(-tied(np.abs(values.mean(axis=0)), scale), kind="stable")
    least, most = values.min(axis=0)[order], values.max(axis=0)[order]
    return order[least > TIED * scale], order[most < -TIED * scale]


def _members(
    groups: ArrayLike | Mapping[str, ArrayLike], shape: tuple[int, ...]
) -> dict[str, NDArray[np.bool_]]:
    """Who is in each group, (m, n_units)."""
    if isinstance(groups, Mapping):
        members = {str(name): np.asarray(inside) for name, inside in groups.items()}
        for name, inside in members.items():
            check_bool(f"groups[{name!r}]", inside, shape[1:], shape, problem=ScoresError)
        return {name: np.broadcast_to(inside, shape) for name, inside in members.items()}
    labels = np.asarray(groups).astype(str)
    check_shape("groups", labels.shape, f"({shape[1]},)", ScoresError)
    return {str(name): np.broadcast_to(labels == name, shape) for name in np.unique(labels)}


def _score_group(
    score: Callable[[NDArray[np.bool_]], ArrayLike], group: NDArray[np.bool_]
) -> NDArray[np.float64]:
    return np.where(group, np.asarray(score(group), dtype=np.float64), 0.0)


def _test_group(
    values: NDArray[np.float64],
    group: NDArray[np.bool_],
    masks: NDArray[np.bool_],
    clusters: ArrayLike | None,
) -> OutOfFoldTTest | None:
    """The out-of-fold test of a group's mean; None where there are too few units, or they do not vary."""
    there = group.any(axis=0)
    n = int(there.sum()) if clusters is None else len(np.unique(np.asarray(clusters)[there]))
    if n < SMALLEST:
        return None
    test = out_of_fold_t_test(group_values(values, group), masks, alternative="two-sided", clusters=clusters)
    if test.pvalue is None or test.effective_units < LEAST:
        return None
    return replace(test, df=min(test.df, n - 1))  # what is outside the group tells nothing of its spread


def group_values(values: ArrayLike, group: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The mean of a group as the mean of m x n values: those of a ratio of sums, linearized."""
    known = np.where(group, np.asarray(values, dtype=np.float64), 0.0)
    share = group.mean()
    mean = known.sum() / group.sum()
    found: NDArray[np.float64] = mean + np.where(group, known - mean, 0.0) / share
    return found
