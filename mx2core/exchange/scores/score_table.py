"""Scores of models on the folds of m×2 cross-validation, as a table in a file.

One row a score: `partition` or `split` (1 to m), `fold` (1 trains on the first half, 2 on
the second), `model`, `metric` (called score where there is none), `value` or `score`;
optionally `partitions`, the signature of the partitions the scores come from,
`smaller_is_better`, true or false, for metrics whose name does not tell which way they are
better, and `seed`, where a model was trained several times on the same folds: its scores are
averaged within a fold.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_range
from ...brief import Tabular, frozen
from ...errors import ScoresError
from ...files import Readable, name_of, read_limited, way_in, write
from ...metrics import known_direction, subtraction_order
from ...metrics import smaller_is_better as needed_direction
from ...partition import PartitionSet
from ...seeds import named_seeds
from ..sizes import MAX_PARTITIONS
from ..spreadsheet import csv_bytes
from ..table import DIRECTION, SEED, SeedRuns, StatedDirections, name_in, number_of, table_rows, whole_in
from .search_results import is_search, score_rows

MAX_BYTES = 50_000_000
COLUMNS = ("partition", "fold", "model", "metric", "value")
# Other names of columns, for where the column itself is absent.
CHINESE = {"切分": "partition", "折": "fold", "模型": "model", "预测": "predicted"}
SPLIT = {"split": "partition", **CHINESE}
ALIASES = {**SPLIT, "score": "value", "指标": "metric", "得分": "value", "分数": "value"}
UNNAMED = "score"  # what a metric without a name is called
DEFAULTS = {"metric": UNNAMED}
OPTIONAL = ("partitions", DIRECTION)  # and `SEED`
PROPORTIONS = re.compile(
    r"((macro|micro|weighted|oov|iv)[_-])?(f1|precision|recall)|accuracy|error_rate|roc_auc|average_precision",
    re.IGNORECASE,
)
ROUNDING = 1e-9  # by which a mean of ones may be above one


@frozen(eq=False)
class ScoreTable(Tabular):
    r"""Scores by model and metric, each on both folds of every partition.

    >>> data = b"partition,fold,model,metric,value\n1,1,A,f1,0.8\n1,2,A,f1,0.7\n"
    >>> table = mx.io.read_scores(data)
    >>> table.m, table.models, table.metrics
    (1, ('A',), ('f1',))
    """

    models: tuple[str, ...]  # in order of first appearance
    metrics: tuple[str, ...]
    m: int
    values: Mapping[tuple[str, str], NDArray[np.float64]]  # (model, metric) -> (m, 2)
    signature: str | None = None  # of the partitions that it was checked against, or that the file states
    stated: Mapping[str, bool] = field(
        default_factory=dict
    )  # metric -> whether the file says smaller is better
    by_seed: Mapping[tuple[str, str], NDArray[np.float64]] = field(
        default_factory=dict
    )  # (model, metric) -> (n_seeds, m, 2), of models that have seeds

    @property
    def main_metrics(self) -> tuple[str, ...]:
        """Those that are usually reported: of a table all that it has."""
        return self.metrics

    def with_metric_name(self, metric: str | None) -> ScoreTable:
        """The same, called `metric` where the table has one metric and no name for it.

        Raises ScoresError if that is a share, and a score is not between 0 and 1.
        """
        if metric is None or self.metrics != (UNNAMED,):
            return self
        for score in np.concatenate([one.ravel() for one in self.values.values()]).tolist():
            _check_share(metric, score)
        values, by_seed = (
            {(model, metric): scores for (model, _unnamed), scores in of.items()}
            for of in (self.values, self.by_seed)
        )
        stated = {metric: self.stated[UNNAMED]} if UNNAMED in self.stated else {}
        return replace(self, metrics=(metric,), values=values, by_seed=by_seed, stated=stated)

    def scores(self, model: str, metric: str) -> NDArray[np.float64]:
        """(m, 2). Raises ScoresError if the table has no such scores."""
        if model not in self.models:
            raise ScoresError("There is no model {model}; there are {known}.", model=model, known=self.models)
        if (model, metric) not in self.values:
            raise ScoresError(
                "There is no {metric} of {model}; there are {known}.",
                metric=metric,
                model=model,
                known=tuple(metric for of, metric in self.values if of == model),
            )
        return self.values[model, metric]

    def seed_scores(self, model: str, metric: str) -> NDArray[np.float64]:
        """Scores by seed, (n_seeds, m, 2), for `seed_variance`; of a model without seeds those it has.

        Raises ScoresError if the table has no such scores.
        """
        found = self.by_seed.get((model, metric))
        return self.scores(model, metric)[None] if found is None else found

    def known_direction(self, metric: str, stated: bool | None = None) -> bool | None:
        """Whether smaller is better, by name, table or what is `stated`; None: nothing tells."""
        return known_direction(metric, self.stated.get(metric), stated)

    def differences(
        self, a: str, b: str, metric: str, smaller_is_better: bool | None = None
    ) -> NDArray[np.float64]:
        """How far model `a` is ahead of model `b`, (m, 2): a − b, or b − a where smaller is better.

        Raises ScoresError as `scores` does; also if it is not known, or contradicted, which way the metric is
        better.
        """
        smaller = needed_direction(metric, self.stated.get(metric), smaller_is_better)
        first, second = subtraction_order(a, b, smaller=smaller)
        return self.scores(first, metric) - self.scores(second, metric)


class ComparedModels(Protocol):
    @property
    def models(self) -> Sequence[str]: ...
    @property
    def signature(self) -> str: ...
    @property
    def seeds(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def main_metrics(self) -> Sequence[str]: ...
    def scores(self, metric: str) -> NDArray[np.float64]: ...


def write_scores(
    comparison: ComparedModels | ScoreTable,
    metrics: Sequence[str] | None = None,
    *,
    path: str | Path | None = None,
) -> bytes:
    """Scores of a comparison or a table as CSV, with as many digits as they have.

    Folds that failed have no score (NaN) and no row. Without `metrics` these are the
    comparison's main ones. A table does not keep the names of its seeds, so they are numbered.

    Returns
    -------
    bytes
        UTF-8; `read_scores` gives the same numbers back.

    Examples
    --------
    >>> mx.io.write_scores(result, ["accuracy"]).splitlines()[0]
    b'partition,fold,model,metric,value,partitions,smaller_is_better'
    """
    runs = [
        (metric, model, seed, scores)
        for metric in (comparison.main_metrics if metrics is None else metrics)
        for model, seed, scores in _runs(comparison, metric)
    ]
    seeded = any(seed for _metric, _model, seed, _scores in runs)
    stated = comparison.stated if isinstance(comparison, ScoreTable) else {}
    rows: list[list[object]] = [[*COLUMNS, *OPTIONAL, *([SEED] if seeded else [])]]
    for metric, model, seed, scores in runs:
        smaller = {True: "true", False: "false", None: ""}[known_direction(metric, stated.get(metric))]
        for (split, fold), value in np.ndenumerate(scores):
            if not math.isnan(value):
                row = [split + 1, fold + 1, model, metric, float(value), comparison.signature or "", smaller]
                rows.append([*row, seed] if seeded else row)
    return write(csv_bytes(rows), path)


def _runs(
    compared: ComparedModels | ScoreTable, metric: str
) -> Iterator[tuple[str, str, NDArray[np.float64]]]:
    """Model, seed ("" where there is none) and scores of each training, (m, 2)."""
    if isinstance(compared, ScoreTable):
        for model in compared.models:
            if (model, metric) in compared.by_seed:
                for k, scores in enumerate(compared.by_seed[model, metric], start=1):
                    yield model, str(k), scores
            elif (model, metric) in compared.values:
                yield model, "", compared.values[model, metric]
        return
    of_run = named_seeds(compared.seeds)
    for run, scores in zip(compared.models, compared.scores(metric), strict=True):
        model, seed = of_run.get(run, (run, ""))
        yield model, seed, scores


def score_template(
    partitions: PartitionSet, models: Sequence[str] = ("A", "B"), *, metric: str = "f1"
) -> bytes:
    r"""A table to fill in elsewhere: a row for each training on these partitions, without its score.

    Models and metric may be called otherwise. `read_scores` takes it when each `value` is there.

    >>> print(mx.io.score_template(mx.random_partitions(8, 1), models=["A"]).decode())
    partition,fold,model,metric,value,partitions,smaller_is_better
    1,1,A,f1,,m:1|n:8|seed:0|id:c55cc2,
    1,2,A,f1,,m:1|n:8|seed:0|id:c55cc2,
    <BLANKLINE>
    """
    folds = [(partition, fold) for partition in range(1, partitions.m + 1) for fold in (1, 2)]
    signature = partitions.signature
    rows = [[*fold, model, metric, "", signature, ""] for model in models for fold in folds]
    return csv_bytes([[*COLUMNS, *OPTIONAL], *rows])


@way_in(ScoresError)
def read_scores(
    source: Readable, *, name: str | None = None, partitions: PartitionSet | None = None
) -> ScoreTable:
    r"""Scores from CSV, or from JSON lines with the same names.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame
        The file, or its content; also `cv_results_` of scikit-learn's `GridSearchCV` as a table.
    partitions : PartitionSet, optional
        The partitions the scores are to be of; without them any will do.

    Raises
    ------
    ScoresError
        If a value is not a number, or an accuracy, precision, recall or F1 is not between 0
        and 1, a score stands twice, one of a model's 2m scores is
        missing, the scores are of other partitions, or it is contradicted which way a metric is better.

    Examples
    --------
    >>> data = b"partition,fold,model,metric,value\n1,1,A,f1,0.8\n1,2,A,f1,0.7\n"
    >>> mx.io.read_scores(data).scores("A", "f1").tolist()
    [[0.8, 0.7]]
    """
    name = name_of(source, name)
    data = read_limited(source, MAX_BYTES, name)
    if is_search(data):
        data = score_rows(data, name)
    rows = table_rows(
        data,
        name,
        COLUMNS,
        guarded=("model", "metric"),
        optional=(*OPTIONAL, SEED),
        aliases=ALIASES,
        defaults=DEFAULTS,
    )
    runs = SeedRuns(name)
    value_of: dict[tuple[str, str, int, int], float] = {}
    lines: dict[tuple[str, str, int, int], int] = {}
    signatures: dict[str, int] = {}
    directions = StatedDirections(name)
    unfilled: list[int] = []
    for line, row in rows:
        if row["value"] is None or not str(row["value"]).strip():
            unfilled.append(line)
            continue
        partition = whole_in(row, "partition", MAX_PARTITIONS, name, line)
        fold = whole_in(row, "fold", 2, name, line)
        model = runs.run_of(name_in(row, "model", name, line), row, line)
        key = (model, name_in(row, "metric", name, line), partition, fold)
        if key in value_of:
            raise ScoresError(
                "This repeats line {earlier}. Keep one.", file=name, line=line, earlier=lines[key]
            )
        value_of[key] = _number(row, key[1], name, line)
        lines[key] = line
        directions.note(key[1], row, line)
        if row.get("partitions"):
            signatures.setdefault(str(row["partitions"]), line)
    if unfilled:
        raise ScoresError("Empty scores: {n:,}. Fill them in.", file=name, line=unfilled[0], n=len(unfilled))
    if len(signatures) > 1:
        (first, _), (second, line) = list(signatures.items())[:2]
        raise ScoresError(
            "Scores of partitions {first} and {second}. Give each its own file.",
            file=name,
            line=line,
            first=first,
            second=second,
        )
    table = averaged_over_seeds(
        _table(value_of, next(iter(signatures), None), directions.by_metric, name), runs.by_model, name
    )
    if partitions is not None:
        _check_partitions(table, partitions, name)
        table = replace(table, signature=partitions.signature)
    return table


def _check_partitions(table: ScoreTable, partitions: PartitionSet, file: str | None) -> None:
    """Refuse scores of other partitions; where the file does not say, their number must agree."""
    if table.signature not in (None, partitions.signature):
        raise ScoresError(
            "They belong to partitions {found}, not {expected}.",
            file=file,
            found=table.signature,
            expected=partitions.signature,
        )
    if table.m != partitions.m:
        raise ScoresError(
            "Scores of {found} partitions, but there are {expected}.",
            file=file,
            found=table.m,
            expected=partitions.m,
        )


def _table(
    value_of: Mapping[tuple[str, str, int, int], float],
    signature: str | None,
    stated: Mapping[str, bool],
    file: str | None,
) -> ScoreTable:
    if not value_of:
        raise ScoresError("The file has no scores.", file=file)
    m = max(partition for _, _, partition, _ in value_of)
    values = {}
    for (model, metric), n_scores in Counter((model, metric) for model, metric, _, _ in value_of).items():
        folds = [(model, metric, partition, fold) for partition in range(1, m + 1) for fold in (1, 2)]
        if n_scores < 2 * m:
            *_, partition, fold = next(key for key in folds if key not in value_of)
            raise ScoresError(
                "{metric} of {model} in partition {partition}, fold {fold} is missing; each half is scored. "
                "With one score a split, use the resampled t-test (Laboratory: Tests by hand).",
                file=file,
                metric=metric,
                model=model,
                partition=partition,
                fold=fold,
            )
        values[model, metric] = np.array([value_of[key] for key in folds]).reshape(m, 2)
    return ScoreTable(
        models=tuple(dict.fromkeys(model for model, _ in values)),
        metrics=tuple(dict.fromkeys(metric for _, metric in values)),
        m=m,
        values=values,
        signature=signature,
        stated=stated,
    )


def averaged_over_seeds(
    table: ScoreTable, runs: Mapping[str, tuple[str, ...]], file: str | None
) -> ScoreTable:
    """The runs of each model as one, their scores averaged within each fold."""
    if not runs:
        return table
    of_run = {run: model for model, of_model in runs.items() for run in of_model}
    values: dict[tuple[str, str], NDArray[np.float64]] = {}
    by_seed: dict[tuple[str, str], NDArray[np.float64]] = {}
    for run, metric in table.values:
        model = of_run.get(run, run)
        if (model, metric) in values:
            continue
        names = runs.get(model, (run,))
        missing = [name for name in names if (name, metric) not in table.values]
        if missing:
            raise ScoresError(
                "{metric} of {model} is missing for a seed.", file=file, metric=metric, model=missing[0]
            )
        stacked = np.stack([table.values[name, metric] for name in names])
        values[model, metric] = stacked.mean(axis=0)
        if model in runs:
            by_seed[model, metric] = stacked
    models = tuple(dict.fromkeys(model for model, _ in values))
    return replace(table, models=models, values=values, by_seed=by_seed)


def _number(row: Mapping[str, Any], metric: str, file: str | None, line: int) -> float:
    number = number_of(row["value"], "value", file, line)
    _check_share(metric, number, cell=row["value"], file=file, line=line)
    return number


def _check_share(metric: str, number: float, **where: Any) -> None:
    """Refuse an accuracy, precision, recall or F1 that is not between 0 and 1."""
    if not PROPORTIONS.fullmatch(metric) or -ROUNDING <= number <= 1 + ROUNDING:
        return
    if 2 <= number <= 100:
        raise ScoresError(
            "`{name}` must lie in [0, 1], found {value}: divide by 100.", name=metric, value=number, **where
        )
    check_range(metric, number, "[0, 1]", ScoresError, **where)
