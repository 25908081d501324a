"""Sets of random halves that meet thresholds, as section 4 of the paper makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...errors import DesignError
from ..checks import as_list, check_seed, check_whole
from ..design import PartitionSet, Selection
from ..thresholds import Bound, Thresholds, check_thresholds
from .candidates import N_RANDOM
from .random_halves import random_masks
from .ranking import rank_candidates
from .scored import score_halves
from .selection import even_candidates


def selected_partitions(
    counts_list: Any,
    m: int,
    *,
    thresholds: float | Sequence[Bound] | None = None,
    share: float = 0.05,
    n_candidates: int = N_RANDOM,
    seed: int = 0,
    attributes: Sequence[str] | None = None,
    report: Callable[[int, int], None] | None = None,
) -> PartitionSet:
    """The paper's way: filter random halves, keep m with overlaps near n/4.

    Parameters
    ----------
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
        For thresholds of a measure of numbers one per unit, shape (n_units,).
    thresholds : float or sequence, optional
        For each attribute an upper bound c of chi2/J, a pair (lower, upper) of which either
        may be None, or `Thresholds`; a single number is the bound of all attributes. If not
        given, the common upper bound that `share` of the candidates survives.
    attributes : sequence of str, optional
        Names, for the record.
    report : callable, optional
        As in `random_divergences`.

    Raises
    ------
    DesignError
        If fewer than m different candidates survive.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, section 4.

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> chosen = mx.partitions.selected_partitions([counts], 3, share=0.5, n_candidates=100)
    >>> chosen.m, chosen.method
    (3, 'selected')
    """
    counts_list = as_list(counts_list)
    m, seed = check_whole(m, "m", 1), check_seed(seed)
    n_candidates = check_whole(n_candidates, "n_candidates", 1)
    names = [str(k + 1) for k in range(len(counts_list))] if attributes is None else attributes
    asked = None if thresholds is None else check_thresholds(thresholds, len(counts_list), names)
    halves = score_halves(
        counts_list,
        n_candidates,
        seed=seed,
        names=names,
        measures=None if asked is None else [one.measure for one in asked],
        report=report,
    )
    if asked is None:
        ranking = rank_candidates(halves.divergences, share)
        asked = tuple(
            Thresholds(name, upper=ranking.bound if k in ranking.varied else None)
            for k, name in enumerate(names)
        )
    passed = np.flatnonzero(halves.survivors(asked))
    if len(passed) < m:
        raise DesignError(
            "{passed} of {candidates} candidates meet the thresholds, fewer than m={m}; widen them, "
            "draw more, or build.",
            passed=len(passed),
            candidates=n_candidates,
            m=m,
        )
    return selected_from(
        passed, halves.n_units, m=m, seed=seed, thresholds=halves.limits(asked), n_candidates=n_candidates
    )


def selected_from(
    numbers: ArrayLike,
    n_units: int,
    *,
    m: int,
    seed: int = 0,
    thresholds: Sequence[Thresholds],
    n_candidates: int,
) -> PartitionSet:
    """m of the random halves that survived, with overlaps near n/4, and the record of how.

    `numbers`: the survivors among the candidates 0..n_candidates-1 of `seed`.
    `thresholds`: what they met, one for each attribute, as `Thresholds.limits` has them.
    """
    survived = np.asarray(numbers, dtype=np.int64)
    chosen = even_candidates(survived, n_units, m=m, seed=seed).tolist()
    selection = Selection(tuple(thresholds), n_candidates, len(survived), tuple(chosen))
    return PartitionSet(random_masks(n_units, chosen, seed=seed), "selected", seed, selection)
