"""The divergence of many random halves, of which only the values are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .checks import check_counts_list, check_seed, check_units, check_whole, label_totals
from .divergence import chi_square
from .halves import BLOCK, half_words
from .tally import Tally

CHUNK_WORDS = 2**18  # 2 MB of halves at a time stay in the processor's cache


def random_divergences(
    counts_list: Sequence[Any],
    n_candidates: int,
    seed: int = 0,
    report: Callable[[int, int], None] | None = None,
) -> NDArray[np.float64]:
    """chi2/J of the random halves 0..n_candidates-1 in every attribute.

    Parameters
    ----------
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
    n_candidates : int
    seed : int
    report : callable, optional
        Called as report(done, n_candidates) from time to time; an exception it
        raises ends the work.

    Returns
    -------
    ndarray of float, shape (n_candidates, n_attributes)
        Row i belongs to `random_masks(n_units, [i], seed)`, by which a candidate
        is made again; masks are not kept.

    Raises
    ------
    InputError
        If the counts cannot be used, or an attribute has so few occurrences that
        a half is left without any.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, section 6.2 (1,000 random splits of each frame).
    """
    tables = check_counts_list(counts_list)
    n_candidates, seed = check_whole(n_candidates, "n_candidates", 0), check_seed(seed)
    n_units = check_units(tables[0].shape[0])
    plan = Tally(tables)
    totals = [label_totals(table) for table in tables]
    result = np.empty((n_candidates, len(tables)))
    n_blocks = -(-n_candidates // BLOCK)
    step = max(8, CHUNK_WORDS // n_units)
    for block in range(0, n_blocks, step):
        words = half_words(n_units, block, min(step, n_blocks - block), seed)
        first = plan.totals(words)
        rows = result[block * BLOCK : (block + words.shape[1]) * BLOCK]
        for k, labels in enumerate(plan.attributes):
            phi = chi_square(first[labels, : len(rows)], totals[k], block * BLOCK) / np.count_nonzero(
                totals[k]
            )
            rows[:, k] = phi
        if report is not None:
            report(min((block + step) * BLOCK, n_candidates), n_candidates)
    return result
