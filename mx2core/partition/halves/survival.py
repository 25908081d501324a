"""How many candidates stay within two upper bounds, for a grid of both."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...brief import frozen
from ...errors import InputError, Whole

POINTS = 41  # bounds along each axis


@frozen(eq=False)
class SurvivalGrid:
    """Survivors of every pair of upper bounds."""

    c1: NDArray[np.float64]  # (n1,), ascending
    c2: NDArray[np.float64]  # (n2,), ascending
    survivors: NDArray[np.int64]  # (n1, n2): candidates with Phi_1 <= c1[a] and Phi_2 <= c2[b]


def survival_grid(
    divergences: ArrayLike, c1: ArrayLike | None = None, c2: ArrayLike | None = None
) -> SurvivalGrid:
    """Count the candidates within each pair of upper bounds at once.

    One pass over the candidates: each is counted in the cell of the smallest bounds
    that admit it, and the cells are added up along both axes.

    Parameters
    ----------
    divergences : array of float, shape (B, 2)
        Of B candidates in two attributes; B may be 0 if both grids are given.
    c1, c2 : array of float, optional
        Bounds of the first and the second; 41 points over the range of the values
        if not given.

    Raises
    ------
    InputError
        If the values are not of that shape, or there are none to take the range of.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, section 3.4 (choice of c_1 and c_2).

    Examples
    --------
    >>> values = [[0.3, 0.1], [0.1, 0.9], [0.9, 0.5]]
    >>> mx.partitions.survival_grid(values, [0.5, 1.0], [0.2, 1.0]).survivors.tolist()
    [[1, 2], [1, 3]]
    """
    values = np.asarray(divergences, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] != 2 or np.isnan(values).any():
        raise InputError(
            "`divergences` must hold numbers of shape {expected}, found {shape}.",
            expected=Whole("(candidates, 2)"),
            shape=values.shape,
        )
    first, second = _points(values[:, 0], c1), _points(values[:, 1], c2)
    # The smallest bound that admits a value; one beyond the last if none does.
    row = np.searchsorted(first, values[:, 0], side="left")
    column = np.searchsorted(second, values[:, 1], side="left")
    shape = len(first) + 1, len(second) + 1
    cells = np.bincount(row * shape[1] + column, minlength=shape[0] * shape[1]).reshape(shape)
    counted = cells[:-1, :-1].cumsum(axis=0).cumsum(axis=1).astype(np.int64)
    return SurvivalGrid(first, second, counted)


def _points(values: NDArray[np.float64], c: ArrayLike | None) -> NDArray[np.float64]:
    if c is not None:
        return np.sort(np.asarray(c, dtype=np.float64), axis=None)
    if not len(values):
        raise InputError("There are no candidates; give `c1` and `c2`.")
    points = np.linspace(values.min(), values.max(), POINTS)
    points[-1] = values.max()  # linspace may end a last bit below its end
    return points
