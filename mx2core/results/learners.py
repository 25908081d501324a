"""Estimates and tests with real learners on generated corpora, where the truth is known.

For each way of making m splits: how far the estimate lies from the truth, how much it
scatters over seeds and over corpora, how its scores are correlated, how often tests call
one of two equal models better, and how often intervals cover the truth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..errors import InputError
from ..inference import USUAL_LOOKS, guaranteed_level
from ..inference.batch import intervals, rejections
from ..inference.checks import check_alpha
from ..partition.checks import check_whole
from ..simulation import TASKS, Task, true_scores
from ..simulation.tasks import CORPORA, TRUTH
from . import known_truth
from .known_truth import METHODS, masks_of
from .resampling import Estimate, Floats

SIZES = (3, 5, 10, 20)
SCORES = ("A", "A-B", "A-twin")
RULES = ("fixed", "paper", "guaranteed")
QUANTITIES = (
    "bias",
    "shift",
    "spread over seeds",
    "spread over corpora",
    "rmse",
    "rho1",
    "rho2",
    "coverage",
    *(f"error, {rule}" for rule in RULES),
)

_NESTED = ("random", "block", "floor")  # the first splits of a larger set are the smaller set


@brief
@dataclass(frozen=True, slots=True)
class LearnerTrial:
    """What is measured, and how thoroughly.

    Raises
    ------
    InputError
        If a setting is not possible.

    Examples
    --------
    >>> import mx2core as mx
    >>> trial = mx.results.LearnerTrial(n_units=60, n_corpora=10, sizes=(3,))
    >>> trial.task, trial.n_units
    ('texts', 60)
    """

    task: str = "texts"  # or "sequences"
    n_units: int = 240  # of each corpus; even, so that halves are equal
    n_corpora: int = 20
    n_sets: int = 2  # sets of splits of each corpus
    methods: tuple[str, ...] = METHODS
    sizes: tuple[int, ...] = SIZES  # splits in a set
    alpha: float = 0.05
    seed: int = 0

    def __post_init__(self) -> None:
        _check_known(self.task, "task", tuple(TASKS))
        for method in self.methods:
            _check_known(method, "method", METHODS)
        if not self.methods or not self.sizes:
            raise InputError("A trial needs at least one way of splitting and one number of splits.")
        for size in self.sizes:
            check_whole(size, "m", 2)
            if size > USUAL_LOOKS[-1]:
                raise InputError(
                    "`m` must be at most {most}, where the sequential test ends; found {m}.",
                    most=USUAL_LOOKS[-1],
                    m=size,
                )
        check_whole(self.n_corpora, "n_corpora", 10)
        check_whole(self.n_sets, "n_sets", 2)
        check_whole(self.n_units, "n_units", 60)
        if self.n_units % 2:
            raise InputError("`n_units` must be even, so that halves are equal; found {n}.", n=self.n_units)
        check_alpha(self.alpha)
        check_whole(self.seed, "seed", 0)
        if self.seed >= 2**31:
            raise InputError("`seed` must be below 2**31, found {seed}.", seed=self.seed)

    @property
    def n_trainings(self) -> int:
        """Trainings of one model, without those that find the truth."""
        splits = {method: _built_sizes(self, method) for method in self.methods}
        return 2 * self.n_corpora * self.n_sets * sum(map(sum, splits.values()))


@brief
@dataclass(frozen=True, slots=True)
class LearnerFigure:
    """One number that was measured."""

    method: str
    m: int
    score: str  # "A", "A-B" or "A-twin": model A, against another model, against its equal
    quantity: str  # one of `QUANTITIES`
    estimate: Estimate  # with an interval of level 95 %


@brief
@dataclass(frozen=True, slots=True)
class LearnerResult:
    """What a trial found.

    >>> import mx2core as mx
    >>> trial = mx.results.LearnerTrial(n_units=60)
    >>> mx.results.LearnerResult(trial, "accuracy", truth={}, figures=()).metric
    'accuracy'
    """

    trial: LearnerTrial
    metric: str
    truth: dict[str, Estimate]  # true mean of each of `SCORES`; "A-twin" is 0 by construction
    figures: tuple[LearnerFigure, ...]

    def get(self, method: str, m: int, score: str, quantity: str) -> Estimate | None:
        """A figure, None if it was not measured."""
        wanted = (method, m, score, quantity)
        return next(
            (f.estimate for f in self.figures if (f.method, f.m, f.score, f.quantity) == wanted), None
        )


def run_learners(
    trial: LearnerTrial, report: Callable[[int, int], None] = lambda done, total: None
) -> LearnerResult:
    """Train the models of a task on sets of splits of many generated corpora.

    Parameters
    ----------
    trial : LearnerTrial
    report : callable
        Called with the number of corpora that are done, and of all.

    Returns
    -------
    LearnerResult
        The same for the same trial.

    Examples
    --------
    >>> import mx2core as mx
    >>> trial = mx.results.LearnerTrial(n_units=60, n_corpora=10, methods=("random",), sizes=(3,))
    >>> len(mx.results.run_learners(trial).figures) > 0
    True
    """
    task = TASKS[trial.task]
    scores = _all_scores(task, trial, report)
    runs = true_scores(
        task.population,
        task.models,
        trial.n_units // 2,
        n_runs=4 * trial.n_corpora,
        stream=2 * trial.seed + TRUTH,
    )
    of_models = dict(zip(task.models, runs, strict=True))
    # A and its equal have one true score, so both tell what it is.
    mean_a = (of_models["A"] + of_models["twin"]) / 2
    truth = {"A": mean_a, "A-B": of_models["A"] - of_models["B"], "A-twin": np.zeros(2)}
    figures = [
        LearnerFigure(method, m, score, quantity, estimate)
        for (method, m), values in scores.items()
        for score in SCORES
        for quantity, estimate in _figures(
            values[score], scores[trial.methods[0], m][score], truth[score], score, method, trial
        ).items()
    ]
    known = {score: known_truth.mean_of(values) for score, values in truth.items()}
    return LearnerResult(trial, task.metric, known, tuple(figures))


def _all_scores(
    task: Task, trial: LearnerTrial, report: Callable[[int, int], None]
) -> dict[tuple[str, int], dict[str, Floats]]:
    """Scores of A and differences by method and m, each (n_corpora, n_sets, m, 2)."""
    cells = list(product(trial.methods, trial.sizes))
    scores_of: dict[tuple[str, int], list[Floats]] = {cell: [] for cell in cells}
    for c in range(trial.n_corpora):
        corpus = task.population.draw(trial.n_units, (2 * trial.seed + CORPORA, c))
        counts = task.counts(corpus)
        for method in trial.methods:
            for built in _built_sizes(trial, method):
                masks = [
                    masks_of(method, counts, built, (trial.seed * trial.n_corpora + c) * trial.n_sets + k)
                    for k in range(trial.n_sets)
                ]
                scores = _scores(task, corpus, np.stack(masks))
                for m in trial.sizes if method in _NESTED else (built,):
                    scores_of[method, m].append(scores[:, :, :m])
        report(c + 1, trial.n_corpora)
    a, twin, b = (list(task.models).index(name) for name in ("A", "twin", "B"))
    result = {}
    for cell, parts in scores_of.items():
        scores = np.stack(parts, axis=1)  # (n_models, n_corpora, n_sets, m, 2)
        result[cell] = {"A": scores[a], "A-B": scores[a] - scores[b], "A-twin": scores[a] - scores[twin]}
    return result


def _built_sizes(trial: LearnerTrial, method: str) -> tuple[int, ...]:
    """Numbers of splits for which sets are made: of nested ones the largest has all."""
    return (max(trial.sizes),) if method in _NESTED else trial.sizes


def _scores(task: Task, corpus: Any, masks: NDArray[np.bool_]) -> Floats:
    """Scores of every model on sets of splits, (n_models, n_sets, m, 2)."""
    n_sets, m, n_units = masks.shape
    folds = np.stack([masks, ~masks], axis=2).reshape(-1, n_units)
    return np.stack([model(corpus, folds).reshape(n_sets, m, 2) for model in task.models.values()])


def _figures(
    values: Floats, first: Floats, truth: Floats, score: str, method: str, trial: LearnerTrial
) -> dict[str, Estimate]:
    """All that one method's scores (n_corpora, n_sets, m, 2) say; `first` are those of the first method."""
    n_corpora, n_sets, m = values.shape[:3]
    means = values.mean(axis=(2, 3))
    figures = {}
    if score != "A-twin":
        figures["bias"] = known_truth.bias(means, truth)
        figures["rmse"] = known_truth.error_across(means, truth, trial.seed)
        if method != trial.methods[0] and trial.methods[0] == "random":
            figures["shift"] = known_truth.shift(means, first.mean(axis=(2, 3)))
    figures["spread over seeds"] = known_truth.spread_within(means, trial.seed)
    figures["spread over corpora"] = known_truth.spread_across(means, trial.seed)
    figures["rho1"], figures["rho2"] = known_truth.correlations(values, trial.seed)
    flat = values.reshape(-1, m, 2)
    lower, upper = intervals(flat, trial.alpha)
    covered = (lower <= truth.mean()) & (truth.mean() <= upper)
    figures["coverage"] = known_truth.rate(covered.reshape(n_corpora, n_sets).mean(axis=1))
    if score == "A-twin":
        for rule in RULES:
            # Neither model is better, so each direction tells of the same error.
            wrong = [_rejected(sign * flat, rule, trial.alpha) for sign in (1, -1)]
            share = np.mean(wrong, axis=0).reshape(n_corpora, n_sets).mean(axis=1)
            figures[f"error, {rule}"] = known_truth.rate(share)
    return figures


def _rejected(differences: Floats, rule: str, alpha: float) -> NDArray[np.float64]:
    """1 where a rule calls A better by the last of the splits it is given, (n,)."""
    m = differences.shape[1]
    once = rule == "fixed" or m < USUAL_LOOKS[0]
    looks = [m] if once else [look for look in USUAL_LOOKS if look <= m]
    level = guaranteed_level(alpha) if rule == "guaranteed" else alpha
    return np.where(rejections(differences, looks, level).any(axis=1), 1.0, 0.0)


def _check_known(value: str, name: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise InputError(
            "`{name}` must be one of {known}, found {value!r}.",
            name=name,
            known=tuple(known),
            value=value,
        )
