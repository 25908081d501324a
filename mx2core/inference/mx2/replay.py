"""Results of a sequential test of the same scores, stopped elsewhere or in another order."""

from __future__ import annotations

from math import sqrt
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_range
from ...brief import Tabular, frozen
from ..checks import EQUAL, check_differences, check_seed
from .draws import thresholds
from .sequential import Look, Schedule, SequentialRule, check_first_look, check_rule, look

_CHUNK = 2_000  # orders at a time; bounds the memory


@frozen(eq=False)
class OrderReplay(Tabular):
    """How much a decision hangs on the order in which the splits came.

    Random splits are exchangeable: they might have come in any order. Splits that follow a
    fixed design are not. The third of a block design is settled by the first two, since the
    product of the signs of S1, S2 and S3 is the same for all units, and that of S1, S2 and
    S4 is not; so an order may start with three splits that no block design starts with.
    Either way this is no test of the models: all orders share the same scores.
    """

    rejected: float  # share of the orders in which the test rejects
    standard_error: float  # of that share, for the orders were drawn
    stops: tuple[tuple[int, float], ...]  # m and the share of orders that reject there, all looks made
    mean_m: float  # splits used, on average over the orders
    n_orders: int
    seed: int
    level_per_look: float


def stop_replay(
    differences: ArrayLike, alpha: float = 0.05, **rule: Unpack[SequentialRule]
) -> tuple[Look, ...]:
    """Every look that the scores allow, also those after the test has stopped.

    Looking on after a decision is for teaching: choosing the look one likes best is what
    the sequential test guards against.

    Parameters
    ----------
    differences, alpha, **rule
        As in `sequential_t_test`.

    Returns
    -------
    tuple of Look
        `rejected` says what each look by itself sees.

    Raises
    ------
    ScoresError, InputError
        As `sequential_t_test`.

    Examples
    --------
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> [look.m for look in mx.inference.stop_replay(scores)]
    [3, 4, 5]
    """
    scores, schedule = _prepare(differences, alpha, rule)
    return tuple(look(scores[:m], schedule)[0] for m in schedule.looks if m <= len(scores))


def order_replay(
    differences: ArrayLike,
    alpha: float = 0.05,
    *,
    n_orders: int = 1000,
    seed: int = 0,
    **rule: Unpack[SequentialRule],
) -> OrderReplay:
    """Stopping m and decision over random orders of the splits.

    Parameters
    ----------
    differences, alpha, **rule
        As in `sequential_t_test`.
    n_orders, seed : int
        How many orders are drawn, and from where; order i depends on the seed and i alone.

    Raises
    ------
    ScoresError, InputError
        As `sequential_t_test`.

    Examples
    --------
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> mx.inference.order_replay(scores, n_orders=100).mean_m
    5.0
    """
    scores, schedule = _prepare(differences, alpha, rule)
    check_range("n_orders", n_orders, "[1, ∞)")
    check_seed(seed)
    made = tuple(m for m in schedule.looks if m <= len(scores))
    stops = np.zeros(len(made))
    for start in range(0, n_orders, _CHUNK):
        orders = _orders(len(scores), start, min(_CHUNK, n_orders - start), seed)
        rejecting = _rejecting(scores[orders], made, schedule)
        first = rejecting & (np.cumsum(rejecting, axis=1) == 1)
        stops += first.sum(axis=0)
    shares = stops / n_orders
    rejected = float(shares.sum())
    return OrderReplay(
        rejected=rejected,
        standard_error=sqrt(rejected * (1 - rejected) / n_orders),
        stops=tuple(zip(made, shares.tolist(), strict=True)),
        mean_m=float(shares @ np.array(made)) + (1 - rejected) * made[-1],
        n_orders=n_orders,
        seed=seed,
        level_per_look=schedule.level,
    )


def _prepare(
    differences: ArrayLike, alpha: float, rule: SequentialRule
) -> tuple[NDArray[np.float64], Schedule]:
    scores, schedule = check_differences(differences), check_rule(alpha, **rule)
    check_first_look(scores, schedule)
    return scores, schedule


def _orders(m: int, start: int, count: int, seed: int) -> NDArray[np.intp]:
    """Random permutations, (count, m): the ranks of 64 random bits, which do not tie."""
    words = [
        np.random.Philox(key=seed, counter=[0, 0, 1, i]).random_raw(m) for i in range(start, start + count)
    ]
    return np.argsort(np.array(words), axis=1, kind="stable")


def _rejecting(scores: NDArray[np.float64], looks: tuple[int, ...], rule: Schedule) -> NDArray[np.bool_]:
    """Whether each look of each order rejects, (orders, looks); scores are (orders, m, 2)."""
    centre = scores[0].mean()  # of all orders alike; keeps the sums of squares exact enough
    last = [m - 1 for m in looks]
    n = 2.0 * np.array(looks)
    mean = np.cumsum((scores - centre).sum(axis=2), axis=1)[:, last] / n
    square = np.cumsum(((scores - centre) ** 2).sum(axis=2), axis=1)[:, last] / n
    high = np.maximum.accumulate(scores.max(axis=2), axis=1)[:, last]
    low = np.minimum.accumulate(scores.min(axis=2), axis=1)[:, last]
    varied = high - low > EQUAL * np.maximum(1.0, np.maximum(np.abs(high), np.abs(low)))
    sigma = np.sqrt(np.maximum(square - mean**2, 0.0))
    mean = mean + centre
    side = {"greater": mean, "less": -mean, "two-sided": np.abs(mean)}[rule.alternative]
    levels = np.full(len(looks), rule.level)
    rejecting: NDArray[np.bool_] = varied & (side > thresholds(levels, looks) * sigma)
    return rejecting
