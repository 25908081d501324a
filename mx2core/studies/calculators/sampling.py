"""Ways of sampling one small corpus: who trains, who validates, and what each estimates of a known truth.

The corpus has two classes on both sides of a wave and some wrong labels, the model is k nearest neighbours,
so that the error that an estimate is about can be computed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ...arguments import check_choice, check_whole
from ...brief import frozen
from ...errors import Notice, Whole
from ...simulation import COMPLEXITY_TASKS
from ...simulation.numbers import Numbers
from ..methods.catalogue import method_of
from ..methods.folds import StudyMaterial, folds_of

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
SAMPLING_SCHEMES = ("hold_out", "kfold", "leave_one_out", "bootstrap")
GRID = (1, 3, 5, 9, 15)  # numbers of neighbours that tuning chooses from
LEAST, MOST = 10, 200  # units
MOST_REPEATS = 50
INNER = 70  # per cent of the training units that are trained on while tuning
STREAM, FRESH = 720, 4000  # random numbers of these corpora; fresh units for the truth
BOOTSTRAP_LEAST = 20  # bags of the catalogue's method


@frozen
class SamplingRound:
    n_train: int  # with copies
    n_distinct: int
    n_validate: int
    k: int  # neighbours
    training: float  # error on the units that were trained on
    error: float  # on those that validate


@frozen(eq=False)
class Sampling:
    """Who trains and who validates in every round, what is estimated, and what would have been right."""

    scheme: str
    n_units: int
    classes: NDArray[np.int64]  # (n_units,): 0 and 1, in this order
    times: NDArray[np.int64]  # (n_rounds, n_units): how often a unit is trained on
    inner: NDArray[np.bool_] | None  # (n_rounds, n_units): training units that validate while tuning
    rows: tuple[SamplingRound, ...]
    estimate: float  # mean error of the rounds
    spread: float | None  # its standard deviation over the rounds
    truth: float  # error on fresh units of the final model, trained on all units
    k: int  # of the final model
    training: float  # error of the final model on its own units
    estimate_632: float | None  # .368 training + .632 estimate, of a bootstrap
    left_out: float  # mean share of units that were not trained on
    expected_left_out: float | None  # (1 - 1/n)^n, of a bootstrap

    @property
    def counts(self) -> Notice:
        """How many units train and validate, how often."""
        train, validate = ([getattr(row, of) for row in self.rows] for of in ("n_train", "n_validate"))
        values = {"train": _ends(train), "validate": _ends(validate), "rounds": len(self.rows)}
        return Notice("{train} units train, {validate} validate; rounds: {rounds}.", values)

    @property
    def limits(self) -> Notice:
        """What such an estimate depends on."""
        return LIMITS[self.scheme]

    @property
    def final(self) -> Notice:
        """The model that is meant to be used."""
        if self.inner is None:
            return Notice("Final model: all {n} units, k = {k}.", {"n": self.n_units, "k": self.k})
        used = [str(k) for k in sorted({row.k for row in self.rows})]
        return Notice("Rounds chose k = {used}; final k = {k}.", {"used": used, "k": self.k})


LIMITS = {
    "hold_out": Notice("Another seed gives another number."),
    "kfold": Notice("Each unit validates once a repeat; training sets overlap."),
    "leave_one_out": Notice("One training a unit, no chance."),
    "bootstrap": Notice("The out-of-bag error tends to be too large, .632 too small for k = 1."),
}


def _ends(numbers: Sequence[int]) -> Whole:
    return Whole("–".join(dict.fromkeys(f"{end:,}" for end in (min(numbers), max(numbers)))))


def sampling(
    scheme: str,
    n_units: int = 40,
    *,
    folds: int = 5,
    share: int = 70,
    repeats: int | None = None,
    stratified: bool = False,
    k: int | None = 5,
    seed: int = 0,
) -> Sampling:
    """One way of sampling on a generated corpus of two classes.

    Parameters
    ----------
    scheme : {"hold_out", "kfold", "leave_one_out", "bootstrap"}
    folds : int
        Of "kfold".
    share : int
        Per cent of the units that are trained on, of "hold_out".
    repeats : int, optional
        How often it is done again: once, or 20 bags of "bootstrap".
    stratified : bool
        Both sides have the classes in equal shares; of "hold_out" and "kfold".
    k : int, optional
        Neighbours of the model. None: chosen from 1, 3, 5, 9, 15 by a hold-out inside the training units.

    Raises
    ------
    InputError
        If there is no such scheme, or a number is not possible.

    References
    ----------
    .. [1] Efron (1983), Estimating the error rate of a prediction rule.

    Examples
    --------
    >>> found = sampling("leave_one_out", 25)
    >>> len(found.rows), found.rows[0].n_train
    (25, 24)
    """
    check_choice("scheme", scheme, SAMPLING_SCHEMES)
    _check("n_units", n_units, LEAST, MOST)
    if repeats is None:
        repeats = BOOTSTRAP_LEAST if scheme == "bootstrap" else 1
    _check("repeats", repeats, 1, MOST_REPEATS)
    _check("share", share, 5, 95)
    _check("folds", folds, 2, n_units)
    if k is not None:
        _check("k", k, 1, n_units)
    _check("seed", seed, 0, 2**32 - 1)
    numbers = Numbers(seed, STREAM)
    task = COMPLEXITY_TASKS["nearest_classes"]
    corpus = task.draw(numbers, 1, n_units, task.noise)
    order = np.argsort(corpus.y[0], kind="stable")
    x, y = corpus.x[0][order], corpus.y[0][order].astype(np.int64)
    fresh = task.draw(numbers, 1, FRESH, task.noise)
    world = (fresh.x[0], fresh.y[0].astype(np.int64))
    rows, times, inner, inner_errors = [], [], [], np.zeros(len(GRID))
    for number, (train, test) in enumerate(_folds(scheme, y, folds, share, repeats, stratified, seed)):
        held = np.zeros(n_units, dtype=bool)
        chosen = k
        if chosen is None:
            errors, held = _grid(x, y, train, seed, number)
            chosen, inner_errors = _fewest_errors(errors), inner_errors + errors
        answer = _neighbours(x[train], y[train], np.concatenate([x[train], x[test]]), chosen)
        own, away = np.split(answer, [len(train)])
        rows.append(
            SamplingRound(
                n_train=len(train),
                n_distinct=len(np.unique(train)),
                n_validate=len(test),
                k=chosen,
                training=float((own != y[train]).mean()),
                error=float((away != y[test]).mean()),
            )
        )
        times.append(np.bincount(train, minlength=n_units))
        inner.append(held)
    final = _fewest_errors(inner_errors) if k is None else k
    answer = _neighbours(x, y, np.concatenate([x, world[0]]), final)
    training = float((answer[:n_units] != y).mean())
    outside = np.array([row.error for row in rows])
    estimate = float(outside.mean())
    table = np.array(times)
    bag = scheme == "bootstrap"
    return Sampling(
        scheme=scheme,
        n_units=n_units,
        classes=y,
        times=table,
        inner=np.array(inner) if k is None else None,
        rows=tuple(rows),
        estimate=estimate,
        spread=float(outside.std(ddof=1)) if len(outside) > 1 else None,
        truth=float((answer[n_units:] != world[1]).mean()),
        k=final,
        training=training,
        estimate_632=0.368 * training + 0.632 * estimate if bag else None,
        left_out=float((table == 0).mean()),
        expected_left_out=(1 - 1 / n_units) ** n_units if bag else None,
    )


def _folds(
    scheme: str, y: Codes, folds: int, share: int, repeats: int, stratified: bool, seed: int
) -> list[tuple[Codes, Codes]]:
    """Training and validation units of every round, by the splitters of the comparison of methods."""
    material = StudyMaterial(len(y), [csr_array(np.eye(2, dtype=np.int64)[y])], seed)
    if scheme == "leave_one_out":
        return folds_of(method_of("leave_one_out"), material, 0)
    if scheme == "bootstrap":
        return folds_of(method_of(f"bootstrap:{max(repeats, BOOTSTRAP_LEAST)}"), material, 0)[:repeats]
    written = f"kfold:{folds}" if scheme == "kfold" else f"hold_out:{share}"
    method = method_of(f"stratified_{written}" if stratified else written)
    return [fold for number in range(repeats) for fold in folds_of(method, material, number)]


def _fewest_errors(errors: Floats) -> int:
    """The number of neighbours with the least error; of equal ones the largest, the simplest model."""
    return max(k for k, error in zip(GRID, errors, strict=True) if error <= errors.min() + 1e-12)


def _grid(x: Floats, y: Codes, train: Codes, seed: int, number: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Errors of the grid on a hold-out of the training units, and who validated there.

    Copies of a unit stay on one side.
    """
    units = np.unique(train)
    order = units[np.argsort(Numbers(seed, STREAM + 1, number).uniform(len(units)), kind="stable")]
    cut = min(max(round(len(order) * INNER / 100), 1), len(order) - 1)
    asked = order[cut:]
    known = train[~np.isin(train, asked)]
    errors = np.array([(_neighbours(x[known], y[known], x[asked], k) != y[asked]).mean() for k in GRID])
    held = np.zeros(len(x), dtype=bool)
    held[asked] = True
    return errors, held


def _neighbours(x: Floats, y: Codes, queries: Floats, k: int) -> Codes:
    """The more frequent class of the k nearest units, or of all where there are fewer; the first if equal."""
    distance = ((queries[:, None, :] - x[None, :, :]) ** 2).sum(axis=2)
    most = min(k, len(x))
    near = distance.argsort(axis=1, kind="stable")[:, :most]
    votes: Codes = (y[near].mean(axis=1) > 0.5).astype(np.int64)
    return votes


def _check(name: str, value: int, least: int, most: int) -> None:
    check_whole(name, value, f"[{least}, {most}]")
