"""Pairs of models on several corpora, by the signs and ranks of their differences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from ...arguments import check_choice
from ...brief import Tabular, frozen
from ..checks import tied_differences
from .multiple import adjusted_pvalues
from .ranks import Table, check_table


@frozen(eq=False)
class SignedRankPair(Tabular):
    """Do two models differ on corpora like these; `pvalue` is None when they tie on all of them."""

    a: str
    b: str
    mean: float  # how far A is ahead of B, over the corpora
    wins: int  # corpora on which A is better
    losses: int
    pvalue: float | None  # Wilcoxon's, two-sided; exact for few corpora without ties
    adjusted: float | None  # the same by Holm, for all pairs together


def signed_rank_pairs(
    table: Table, models: Sequence[str] | None = None, *, control: str | None = None
) -> tuple[SignedRankPair, ...]:
    """Wilcoxon's signed-rank test of every pair, or of every model against one, adjusted by Holm's method.

    Unlike a comparison of mean ranks, that of two models does not depend on which others are
    in the table.

    Parameters
    ----------
    table, models
        As in `friedman`; two models or more.
    control : str, optional
        Compare the others with this model only: fewer tests share the error.

    Returns
    -------
    tuple of SignedRankPair
        The model that is ahead by the ranks that are tested comes first in each pair, whatever its mean; the
        smallest p-value first.

    Raises
    ------
    ScoresError, InputError
        If there are fewer than two models or corpora, a score is missing, or there is no such model.

    References
    ----------
    .. [1] Wilcoxon (1945), Individual comparisons by ranking methods.
    .. [2] Benavoli, Corani & Mangili (2016), Should we really use post-hoc tests based on
       mean-ranks?

    Examples
    --------
    >>> rows = {"CRF": [.8, .7, .9, .6, .75, .82], "HMM": [.7, .65, .8, .5, .74, .8]}
    >>> [pair] = signed_rank_pairs(rows)
    >>> pair.a, pair.wins, pair.pvalue
    ('CRF', 6, 0.03125)
    """
    scores, names = check_table(table, models, fewest=2)
    if control is not None:
        check_choice("control", control, names)
    rows = dict(zip(names, scores, strict=True))
    tested = []
    for first, second in combinations(names, 2):
        if control is not None and control not in (first, second):
            continue
        differences = tied_differences(rows[first], rows[second])
        sign = 1 if _signed_sum(differences) >= 0 else -1
        a, b = (first, second)[::sign]
        tested.append((a, b, sign * differences, _pvalue(differences)))
    # A pair that ties everywhere cannot be rejected and still counts among the tests.
    adjusted = adjusted_pvalues([1.0 if p is None else p for *_, p in tested])
    pairs = [
        SignedRankPair(
            a=a,
            b=b,
            mean=float(differences.mean()),
            wins=int((differences > 0).sum()),
            losses=int((differences < 0).sum()),
            pvalue=p,
            adjusted=None if p is None else float(value),
        )
        for (a, b, differences, p), value in zip(tested, adjusted, strict=True)
    ]
    return tuple(sorted(pairs, key=lambda pair: 2.0 if pair.pvalue is None else pair.pvalue))


def _signed_sum(differences: np.ndarray) -> float:
    """Ranks of the sizes where A is ahead, less those where B is."""
    from scipy.stats import rankdata

    return float(np.sign(differences) @ rankdata(np.abs(differences)))


def _pvalue(differences: np.ndarray) -> float | None:
    from scipy.stats import wilcoxon

    if not differences.any():
        return None
    return float(wilcoxon(differences).pvalue)
