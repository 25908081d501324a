"""An experiment as a table: schemes down, scores of models and differences across"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from ..brief import frozen
from ..errors import Notice, ScoresError
from ..partition import PartitionSet, divergence
from .designs import DESIGNS, RANDOM
from .directions import Direction, directions
from .resampling import Floats, Resampling
from .study import Study, Trained, row_of
from .summary import Ratios, Shift, Summary, mean_shift, spread_ratios, summarize

DIFFERENCE = "{a} − {b}"


class Evaluated(Trained, Protocol):
    @property
    def models(self) -> tuple[str, ...]: ...
    @property
    def gold(self) -> str: ...
    @property
    def main_metrics(self) -> tuple[str, ...]: ...
    def scores(self, metric: str) -> Floats: ...


@frozen(eq=False)
class Cell:
    r"""One score of a model, or of a difference of two models, on one scheme."""

    of: str  # a model, or "A − B" as it is written, whichever way the metric is better
    metric: str
    summary: Summary
    ratios: Ratios | None  # to the baseline; None on the baseline itself
    shift: Shift | None  # against random halves; None where there are none of the same size


@frozen(eq=False)
class Row:
    label: str
    repetitions: int
    splits: int  # in each repetition
    folds: int  # of each split
    n_train: int
    divergences: Mapping[str, float]  # mean chi2/J by attribute
    signature: str  # of its splits
    cells: tuple[Cell, ...]

    def cell(self, of: str, metric: str) -> Cell:
        for cell in self.cells:
            if (cell.of, cell.metric) == (of, metric):
                return cell
        raise ScoresError("There is no {metric} of {of} in this table.", metric=metric, of=of)


@frozen(eq=False)
class ResultTable:
    r"""What a design found on one corpus. All spreads are across splits of this corpus."""

    design: str
    question: Notice
    corpus: str
    units_sha256: str
    gold: str  # the column that was predicted
    models: tuple[str, ...]
    metrics: tuple[str, ...]
    baseline: str  # label of the row that ratios are to
    m: int
    seed: int
    trainings: int  # of a first run
    how: Resampling
    rows: tuple[Row, ...]
    notices: tuple[Notice, ...]
    paper: tuple[int, ...]  # numbers of the paper's tables it repeats
    directions: tuple[Direction, ...] = ()  # whether SNR goes the way of those tables

    @property
    def series(self) -> tuple[str, ...]:
        """Models, then differences, in the order of the cells."""
        return tuple(dict.fromkeys(cell.of for cell in self.rows[0].cells))

    def row(self, label: str) -> Row:
        return row_of({row.label: row for row in self.rows}, label)


def tabulate(
    design: Study,
    evaluation: Evaluated,
    *,
    metrics: Sequence[str] | None = None,
    baseline: str | None = None,
    how: Resampling | None = None,
) -> ResultTable:
    """Summaries of all schemes of a design, with ratios to a baseline and shifts.

    Parameters
    ----------
    design : Study
        One made by `design`.
    evaluation : Evaluation
        Of `design.folds`, by any number of models.
    metrics : sequence of str, optional
        Precision, recall and F1 of chunks, or accuracy and macro averages of classes, by default.
    baseline : str, optional
        Label of the scheme that spreads are set against; the design's own by default.
    how : Resampling, optional
        How intervals are made.

    Raises
    ------
    ScoresError
        If the evaluation is of other folds, or some are not finished.
    InputError
        If there is no such baseline.

    Examples
    --------
    >>> study = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> found = mx.studies.run_study(study, corpus, models=mx.models.presets(corpus), run=mx.training.Run(0))
    >>> table = mx.studies.tabulate(study, found, metrics=["accuracy"])
    >>> table.metrics
    ('accuracy',)
    """
    how = how or Resampling()
    design.check_finished(evaluation)
    metrics = tuple(evaluation.main_metrics if metrics is None else metrics)
    kind = DESIGNS[design.name]
    labels = [scheme.label for scheme in design.schemes]
    against = design.scheme(kind.baseline if baseline is None else baseline).label
    by_scheme = [
        {(of, metric): scores[scheme.places] for of, metric, scores in _scores(evaluation, metrics)}
        for scheme in design.schemes
    ]
    of_baseline = by_scheme[labels.index(against)]
    of_random = by_scheme[labels.index(RANDOM)] if RANDOM in labels else None
    rows = []
    for scheme, scores in zip(design.schemes, by_scheme, strict=True):
        cells = [
            Cell(
                of=of,
                metric=metric,
                summary=summarize(values, how),
                ratios=None
                if scores is of_baseline
                else spread_ratios(values, of_baseline[of, metric], how=how),
                shift=None
                if of_random is None or scores is of_random
                else mean_shift(values, of_random[of, metric], level=how.level),
            )
            for (of, metric), values in scores.items()
        ]
        rows.append(_row(design, scheme.label, cells))
    return ResultTable(
        design=design.name,
        question=kind.question,
        corpus=design.corpus,
        units_sha256=design.units_sha256,
        gold=evaluation.gold,
        models=evaluation.models,
        metrics=metrics,
        baseline=against,
        m=design.arguments["m"],
        seed=design.arguments["seed"],
        trainings=design.cost(len(evaluation.models)),
        how=how,
        rows=tuple(rows),
        notices=(*evaluation.notices, *_distinct(rows)),
        paper=kind.paper,
        directions=tuple(
            found
            for of, metric in by_scheme[0]
            for found in directions(
                design.name,
                of,
                metric,
                {label: scores[of, metric] for label, scores in zip(labels, by_scheme, strict=True)},
                how,
            )
        ),
    )


def _scores(evaluation: Evaluated, metrics: Sequence[str]) -> Iterator[tuple[str, str, Floats]]:
    """Scores of every model and of every difference, one a fold."""
    by_metric = {metric: evaluation.scores(metric) for metric in metrics}
    models = evaluation.models
    for number, model in enumerate(models):
        for metric, scores in by_metric.items():
            yield model, metric, scores[number]
    for a, b in combinations(range(len(models)), 2):
        for metric, scores in by_metric.items():
            yield DIFFERENCE.format(a=models[a], b=models[b]), metric, scores[a] - scores[b]


def _row(design: Study, label: str, cells: Sequence[Cell]) -> Row:
    masks = design.masks(label)
    flat = masks.reshape(-1, design.n_units)
    repetitions, splits, folds = design.scheme(label).places.shape
    return Row(
        label=label,
        repetitions=repetitions,
        splits=splits,
        folds=folds,
        n_train=int(flat[0].sum()),
        divergences={one.name: float(divergence(flat, one.counts).mean()) for one in design.attributes},
        signature=PartitionSet(flat, "imported", None).signature,
        cells=tuple(cells),
    )


def _distinct(rows: Sequence[Row]) -> list[Notice]:
    """What is worth knowing of the summaries, each sentence once."""
    unique = {str(notice): notice for row in rows for cell in row.cells for notice in cell.summary.notices}
    return list(unique.values())
