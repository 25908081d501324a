"""P-values of several tests, adjusted so that they may be held against one alpha."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import ScoresError


def adjusted_pvalues(pvalues: ArrayLike) -> NDArray[np.float64]:
    """Adjusted by Holm: reject those below alpha, and the chance of any wrong rejection is at most alpha.

    They suit tests at an m fixed beforehand. A sequential test shares alpha before the
    level of a look is found, by its argument `comparisons`.

    Parameters
    ----------
    pvalues : array_like of float, shape (k,)

    Returns
    -------
    ndarray of float, shape (k,)

    Raises
    ------
    ScoresError
        If a p-value is missing or not between 0 and 1.

    References
    ----------
    .. [1] Holm (1979), A simple sequentially rejective multiple test procedure.

    Examples
    --------
    >>> [round(float(p), 3) for p in adjusted_pvalues([.01, .04, .03])]
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(pvalues, dtype=np.float64)
    if values.ndim != 1 or len(values) == 0 or not np.all((values >= 0) & (values <= 1)):
        raise ScoresError("`pvalues` must be a list of numbers from 0 to 1.")
    k = len(values)
    order = np.argsort(values, kind="stable")
    steps = np.maximum.accumulate(values[order] * np.arange(k, 0, -1))
    adjusted = np.empty(k)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted
