"""Results of trials with learners, as plain values and as a table of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..exchange.canonical import plain, rounded
from ..exchange.spreadsheet import csv_bytes
from .learners import LearnerResult

HEADER = ("task", "method", "m", "score", "quantity", "value", "lower", "upper")


def learners_document(result: LearnerResult) -> dict[str, Any]:
    """For JSON; intervals have level 95 %, and a bound that there is not is null."""
    trial = result.trial
    return {
        "task": trial.task,
        "metric": result.metric,
        "units": trial.n_units,
        "corpora": trial.n_corpora,
        "sets": trial.n_sets,
        "alpha": trial.alpha,
        "seed": trial.seed,
        "trainings": trial.n_trainings,
        "truth": plain(result.truth),
        "figures": [
            {**plain(figure, but=("estimate",)), **plain(figure.estimate)} for figure in result.figures
        ],
    }


def learners_csv(documents: Sequence[dict[str, Any]]) -> bytes:
    """All figures of several trials, one a line; true scores have the method `truth` and m = 0."""
    rows: list[Sequence[object]] = [HEADER]
    for document in documents:
        for score, estimate in document["truth"].items():
            rows.append([document["task"], "truth", 0, score, "mean", *_cells(estimate)])
        for figure in document["figures"]:
            names = (figure[name] for name in ("method", "m", "score", "quantity"))
            rows.append([document["task"], *names, *_cells(figure)])
    return csv_bytes(rows)


def _cells(estimate: dict[str, Any]) -> list[float | None]:
    values = (estimate[name] for name in ("value", "lower", "upper"))
    return [None if value is None else rounded(float(f"{value:.6g}")) for value in values]
