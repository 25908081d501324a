"""What an expected loss is made of: bias, variance and noise, for squared loss and for 0/1 loss.

Squared loss is the decomposition of the textbooks. For 0/1 loss it is that of Domingos: the main
prediction is the most frequent one, bias is whether it is wrong, and variance adds loss where it is right
and takes some away where it is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import check_choice, check_finite, check_shape
from ..brief import frozen
from ..errors import Notice, ScoresError

Loss = Literal["squared", "zero_one"]
LOSSES = get_args(Loss)
SHOWN = 10  # units that are listed


@frozen
class LossParts:
    """Means over points; `expected` is the sum of `bias`, `variance` and `noise`."""

    expected: float
    bias: float  # squared, for squared loss; share of points whose main prediction is wrong, for 0/1 loss
    variance: float  # for 0/1 loss what adds minus what takes away
    noise: float  # for 0/1 loss the loss that noise adds, given the predictions
    variance_adds: float  # 0/1 loss: where the main prediction is right; the same as `variance` else
    variance_takes: float  # 0/1 loss: where it is wrong


@frozen
class UnitSpread:
    """What several trainings predicted of one unit."""

    unit: str
    gold: str
    main: str  # mean, or most frequent prediction
    n: int
    loss: float
    bias: float
    variance: float


@frozen(eq=False)
class BiasVariance:
    """Parts of the loss of predictions that several trainings made of the same units."""

    loss: Loss
    n_units: int
    n_predictions: tuple[int, int]  # of a unit: fewest and most
    parts: LossParts
    by_unit: NDArray[np.float64]  # (n_units, 3): loss, bias, variance
    summary: dict[str, float | None]
    rows: tuple[UnitSpread, ...]  # where trainings disagree most
    notices: tuple[Notice, ...]


def squared_parts(predictions: ArrayLike, truth: ArrayLike, *, noise: ArrayLike = 0.0) -> LossParts:
    """Bias², variance and noise of squared loss, E = (f̄ − y)² + E(f − f̄)² + noise.

    `predictions`: array_like of float, shape (n_trainings, n_points).
    `truth` (array_like of float, shape (n_points,)): what would be right without noise.
    `noise` (float or array_like of float, shape (n_points,)): variance of answers around the truth.
    Returns LossParts: the trainings given are taken for all there are: variance has the divisor n_trainings.
    Geman, Bienenstock & Doursat (1992), Neural networks and the bias/variance dilemma.
    """
    given, right = _table(predictions), np.asarray(truth, dtype=np.float64)
    _check(given, right, given.shape[1:])
    spread = np.broadcast_to(np.asarray(noise, dtype=np.float64), right.shape)
    mean = given.mean(axis=0)
    bias = float(((mean - right) ** 2).mean())
    variance = float(((given - mean) ** 2).mean())
    around = float(spread.mean())
    expected = float(((given - right) ** 2).mean()) + around
    return LossParts(expected, bias, variance, around, variance, 0.0)


def zero_one_parts(predictions: ArrayLike, chances: ArrayLike) -> LossParts:
    """Bias, variance and noise of 0/1 loss, as Domingos defines them.

    `predictions` (array_like of int, shape (n_trainings, n_points)): numbers of classes.
    `chances` (array_like of float, shape (n_points, n_classes)): probability of each class at each point. The
    best prediction is the most likely class.
    Returns LossParts: `expected` is the chance that a prediction and a fresh answer differ. Of equally
    frequent predictions each is the main one in equal shares.
    Domingos (2000), A unified bias-variance decomposition and its applications.
    """
    given, of_class = np.asarray(_table(predictions)), np.asarray(chances, dtype=np.float64)
    _check(given, of_class, (given.shape[1], of_class.shape[-1]))
    k = of_class.shape[1]
    if (given != np.round(given)).any() or given.min() < 0 or given.max() >= k:
        raise ScoresError("Predictions must be class numbers from 0 to {last}.", last=k - 1)
    share = np.stack([(given == label).mean(axis=0) for label in range(k)], axis=1)  # (n_points, k)
    best = of_class.argmax(axis=1)
    at = np.arange(len(best))
    right, main = share[at, best], share >= share.max(axis=1, keepdims=True) - 1e-12
    bias = 1 - main[at, best] / main.sum(axis=1)
    expected = 1 - (share * of_class).sum(axis=1)
    return _zero_one(right, bias, expected)


def _zero_one(
    right: NDArray[np.float64], bias: NDArray[np.float64], expected: NDArray[np.float64]
) -> LossParts:
    """From shares of trainings with the best prediction, the bias, and the loss at each point."""
    adds, takes = (1 - right) * (1 - bias), right * bias
    return LossParts(
        expected=float(expected.mean()),
        bias=float(bias.mean()),
        variance=float((adds - takes).mean()),
        noise=float((expected - (1 - right)).mean()),
        variance_adds=float(adds.mean()),
        variance_takes=float(takes.mean()),
    )


def bias_variance(
    gold: Sequence[str],
    predicted: Sequence[str],
    *,
    units: Sequence[str],
    loss: Loss | None = None,
    name: str | None = None,
) -> BiasVariance:
    """Bias and variance from predictions of several trainings, one row a prediction.

    One right answer a unit cannot separate bias from noise, so bias includes both. For squared loss both
    parts are free of the error that few trainings make (variance has the divisor n − 1, and bias² loses
    variance / n); they add up to the mean loss all the same. The main prediction of 0/1 loss is that of
    the trainings given.

    Parameters
    ----------
    gold, predicted : sequence of str, length n_rows
    units : sequence of str, length n_rows
        Which unit was predicted.
    loss : {"squared", "zero_one"}, optional
        Squared for numbers with fractions if not given, else 0/1.
    name : str, optional
        Of the file, for messages.

    Raises
    ------
    ScoresError
        If every unit has one prediction only, a unit several right answers, or a cell is no number where the
        loss is squared.

    Examples
    --------
    >>> found = bias_variance(["1", "1", "2", "2"], ["1.5", "2.5", "2", "2"], units=["u", "u", "v", "v"])
    >>> found.loss, found.parts.variance, found.parts.bias, found.parts.expected
    ('squared', 0.25, 0.375, 0.625)
    """
    check_choice("loss", loss, (None, *LOSSES), ScoresError)
    of, right, given = np.array(units), np.array(gold), np.array(predicted)
    names, unit, n = np.unique(of, return_inverse=True, return_counts=True)
    alone = int((n < 2).sum())
    if alone == len(n):
        raise ScoresError("A variance needs at least two predictions of a unit.", file=name)
    if alone:
        of, right, given = (column[n[unit] > 1] for column in (of, right, given))
        names, unit, n = np.unique(of, return_inverse=True, return_counts=True)
    first = np.unique(unit, return_index=True)[1]
    other = np.flatnonzero(right != right[first][unit])
    if len(other):
        raise ScoresError(
            "Unit {unit} has two right answers: {one} and {other}.",
            file=name,
            unit=str(of[other[0]]),
            one=str(right[first][unit][other[0]]),
            other=str(right[other[0]]),
        )
    numbers = _numbers(right, given)
    if loss is None:
        fractions = numbers is not None and any((part != np.round(part)).any() for part in numbers)
        loss = "squared" if fractions else "zero_one"
    if loss == "squared":
        if numbers is None:
            raise ScoresError("Squared loss needs numbers; use the 0/1 loss.", file=name)
        columns, main = _squared_by_unit(unit, n, numbers[0], numbers[1], first)
        parts, spread = _means_of_squared(columns), columns[:, 2]
    else:
        columns, main, share = _zero_one_by_unit(unit, n, right, given)
        parts, spread = _zero_one(share, columns[:, 1], columns[:, 0]), share * (1 - share)
    order = np.lexsort((np.arange(len(n)), -spread))[:SHOWN]
    rows = tuple(
        UnitSpread(
            str(names[k]), str(right[first[k]]), main[k], int(n[k]), *(float(cell) for cell in columns[k])
        )
        for k in order.tolist()
    )
    summary: dict[str, float | None] = {
        "expected_loss": parts.expected,
        "bias_and_noise": parts.bias,
        "variance": parts.variance,
        "variance_adds": parts.variance_adds if loss == "zero_one" else None,
        "variance_takes": parts.variance_takes if loss == "zero_one" else None,
        "predictions": float(n.mean()),
    }
    notices: tuple[Notice, ...] = ()
    if alone:
        notices = (Notice("{n} units with one prediction are left out.", {"n": alone}),)
    if loss == "zero_one" and n.min() < 5:
        notices += (
            Notice(
                "Some units have only {n} predictions: bias and variance of 0/1 loss are uncertain.",
                {"n": int(n.min())},
            ),
        )
    return BiasVariance(loss, len(n), (int(n.min()), int(n.max())), parts, columns, summary, rows, notices)


def _squared_by_unit(
    unit: NDArray[np.int64],
    n: NDArray[np.int64],
    right: NDArray[np.float64],
    predicted: NDArray[np.float64],
    first: NDArray[np.int64],
) -> tuple[NDArray[np.float64], list[str]]:
    mean = np.bincount(unit, predicted) / n
    spread = np.bincount(unit, (predicted - mean[unit]) ** 2) / (n - 1)
    loss = np.bincount(unit, (predicted - right) ** 2) / n
    bias = (mean - right[first]) ** 2 - spread / n
    return np.column_stack([loss, bias, spread]), [f"{value:.6g}" for value in mean]


def _means_of_squared(columns: NDArray[np.float64]) -> LossParts:
    loss, bias, variance = columns.mean(axis=0).tolist()
    return LossParts(loss, bias, variance, 0.0, variance, 0.0)


def _zero_one_by_unit(
    unit: NDArray[np.int64], n: NDArray[np.int64], right: NDArray[np.str_], predicted: NDArray[np.str_]
) -> tuple[NDArray[np.float64], list[str], NDArray[np.float64]]:
    """Loss, bias and net variance of each unit; its main predictions; the share that is right."""
    share = np.bincount(unit, predicted == right) / n
    labels, code = np.unique(predicted, return_inverse=True)
    pairs, times = np.unique(unit * len(labels) + code, return_counts=True)
    of, label = pairs // len(labels), pairs % len(labels)
    most = np.zeros(len(n), np.int64)
    np.maximum.at(most, of, times)
    is_main = times == most[of]
    first = np.unique(unit, return_index=True)[1]
    of_gold = labels[label] == right[first][of]
    bias = 1 - np.bincount(of, is_main & of_gold, len(n)) / np.bincount(of, is_main, len(n))
    names: list[list[str]] = [[] for _ in n]
    for k, word in zip(of[is_main].tolist(), labels[label[is_main]].tolist(), strict=True):
        names[k].append(word)
    loss = 1 - share
    return np.column_stack([loss, bias, loss - bias]), [" / ".join(words) for words in names], share


def _numbers(*columns: NDArray[np.str_]) -> tuple[NDArray[np.float64], ...] | None:
    try:
        values = tuple(column.astype(np.float64) for column in columns)
    except ValueError:
        return None
    return values if all(np.isfinite(column).all() for column in values) else None


def _table(predictions: ArrayLike) -> NDArray[np.float64]:
    given = np.asarray(predictions, dtype=np.float64)
    check_shape("predictions", given.shape, "(trainings, points)", ScoresError)
    return given


def _check(predicted: NDArray[np.float64], right: NDArray[np.float64], shape: tuple[int, ...]) -> None:
    check_shape("truth", right.shape, str(shape), ScoresError)
    check_finite("predictions", predicted, ScoresError)
    check_finite("truth", right, ScoresError)
