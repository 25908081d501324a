"""Estimates and tests with real learners on generated corpora, where the truth is known.

For each way of making m splits: how far the estimate lies from the truth, how much it
scatters over seeds and over corpora, how its scores are correlated, how often tests call
one of two equal models better, and how often intervals cover the truth.

    python -m benchmarks.trials.learners                               two minutes
    python -m benchmarks.trials.learners --corpora 160 --csv FILE      twenty

Results and their reading stand in docs/results/calibration-learners.md.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mx2core.cli.options.declared import whole_numbers
from mx2core.exchange.canonical import rounded
from mx2core.exchange.spreadsheet import csv_bytes
from mx2core.files import write_whole
from mx2core.inference import USUAL_LOOKS, overall_level
from mx2core.studies.resampling import Estimate, Floats
from mx2core.text_table import table

from . import known_truth
from .batch import intervals, rejections
from .known_truth import METHODS, masks_of
from .tasks import CORPORA, TASKS, TRUTH, Task, true_scores

SIZES = (3, 5, 10, 20)
SCORES = ("A", "A-B", "A-twin")
RULES = ("fixed", "paper", "overall")
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


@dataclass(frozen=True, slots=True)
class LearnerTrial:
    """What is measured, and how thoroughly."""

    task: str = "texts"  # or "sequences"
    n_units: int = 240  # of each corpus; even, so that halves are equal
    n_corpora: int = 20
    n_sets: int = 2  # sets of splits of each corpus
    methods: tuple[str, ...] = METHODS
    sizes: tuple[int, ...] = SIZES  # splits in a set
    alpha: float = 0.05
    seed: int = 0

    @property
    def n_trainings(self) -> int:
        """Trainings of one model, without those that find the truth."""
        splits = {method: _built_sizes(self, method) for method in self.methods}
        return 2 * self.n_corpora * self.n_sets * sum(map(sum, splits.values()))


@dataclass(frozen=True, slots=True)
class LearnerFigure:
    """One number that was measured."""

    method: str
    m: int
    score: str  # "A", "A-B" or "A-twin": model A, against another model, against its equal
    quantity: str  # one of `QUANTITIES`
    estimate: Estimate  # with an interval of level 95 %


@dataclass(frozen=True, slots=True)
class LearnerResult:
    """What a trial found."""

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
    level = overall_level(alpha) if rule == "overall" else alpha
    return np.where(rejections(differences, looks, level).any(axis=1), 1.0, 0.0)


HEADER = ("task", "method", "m", "score", "quantity", "value", "lower", "upper")


def rows_of(results: Sequence[LearnerResult]) -> list[tuple[object, ...]]:
    """All figures of several trials; true scores have the method `truth` and m = 0."""
    rows: list[tuple[object, ...]] = []
    for result in results:
        task = result.trial.task
        for score, estimate in result.truth.items():
            rows.append((task, "truth", 0, score, "mean", *_cells(estimate)))
        for figure in result.figures:
            names = (figure.method, figure.m, figure.score, figure.quantity)
            rows.append((task, *names, *_cells(figure.estimate)))
    return rows


def _cells(estimate: Estimate) -> list[float | None]:
    values = (estimate.value, estimate.lower, estimate.upper)
    return [None if value is None else rounded(float(f"{value:.6g}")) for value in values]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tasks", nargs="+", choices=tuple(TASKS), default=tuple(TASKS))
    parser.add_argument("--corpora", type=int, default=20, metavar="N", help="of each task; default: 20")
    parser.add_argument("--sets", type=int, default=2, metavar="N", help="of each corpus; default: 2")
    parser.add_argument("--units", type=int, default=240, metavar="N", help="even; default: 240")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=METHODS, help="ways of splitting")
    parser.add_argument("-m", type=whole_numbers, metavar="M,…", default=SIZES, help="splits in a set")
    parser.add_argument("--alpha", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--csv", metavar="OUT", help="file for all figures with their intervals")
    options = parser.parse_args()
    settings = {"n_units": options.units, "n_corpora": options.corpora, "n_sets": options.sets}
    settings |= {"methods": tuple(options.methods), "sizes": tuple(options.m)}
    results = []
    for task in options.tasks:
        trial = LearnerTrial(task, alpha=options.alpha, seed=options.seed, **settings)
        print(f"{task}: {trial.n_trainings:,} trainings of every model", file=sys.stderr)
        results.append(run_learners(trial))
    rows = rows_of(results)
    print(table(HEADER, rows))
    if options.csv:
        write_whole(options.csv, csv_bytes([HEADER, *rows]))


if __name__ == "__main__":
    main()
