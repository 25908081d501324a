"""Scores of models on several corpora, as a table in a file: `corpus`, `model`, `score`, one row each.

Optionally `metric`, the name of what was scored, and `smaller_is_better`, true or false, where that
name does not tell. For scores without a name larger ones are better unless stated otherwise.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import ScoresError
from ...files import Readable, name_of, read_limited, way_in, write
from ...metrics import known_direction, oriented, smaller_is_better
from ..spreadsheet import csv_bytes
from ..table import DIRECTION, StatedDirections, name_in, number_of, table_rows

MAX_BYTES = 1_000_000
COLUMNS = ("corpus", "model", "score")
METRIC = "metric"


@frozen(eq=False)
class CorpusScores:
    r"""One score for every model on every corpus.

    >>> data = b"corpus,model,score\nen,A,0.8\nen,B,0.7\nde,A,0.6\nde,B,0.5\n"
    >>> scores = mx.io.read_corpus_scores(data)
    >>> scores.models, scores.corpora, scores.values.shape
    (('A', 'B'), ('en', 'de'), (2, 2))
    """

    models: tuple[str, ...]  # in order of first appearance
    corpora: tuple[str, ...]
    values: NDArray[np.float64]  # (n_models, n_corpora)
    metric: str | None = None  # what the scores are, where the table names it
    stated: bool | None = None  # whether the table says that smaller is better

    def known_direction(self, stated: bool | None = None) -> bool | None:
        """Whether smaller is better, by the metric, this table or what is `stated`; None: nothing tells.

        Raises ScoresError if these do not agree.
        """
        if self.metric is None:  # of scores without a name larger ones are better
            return bool(known_direction(COLUMNS[2], self.stated, stated))
        return known_direction(self.metric, self.stated, stated)

    def smaller_is_better(self, stated: bool | None = None) -> bool:
        """As `known_direction`, for a decision. Raises ScoresError also if nothing tells."""
        return smaller_is_better(self.metric or COLUMNS[2], self.known_direction(stated))

    def oriented(self, smaller: bool) -> NDArray[np.float64]:
        """Scores of which larger ones are better, (n_models, n_corpora)."""
        return oriented(self.values, smaller)


@way_in(ScoresError)
def read_corpus_scores(source: Readable, *, name: str | None = None) -> CorpusScores:
    r"""Scores from CSV, or from JSON lines with the same names.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame
        The file, or its content.

    Raises
    ------
    ScoresError
        If a score is not a number, stands twice or is missing, there are fewer than two models
        or corpora, metrics are mixed, or it is contradicted which way they are better.

    Examples
    --------
    >>> data = b"corpus,model,score\nen,A,0.8\nen,B,0.7\nde,A,0.6\nde,B,0.5\n"
    >>> mx.io.read_corpus_scores(data).values.tolist()
    [[0.8, 0.6], [0.7, 0.5]]
    """
    name = name_of(source, name)
    data = read_limited(source, MAX_BYTES, name)
    value_of: dict[tuple[str, str], float] = {}
    metric: str | None = None
    directions = StatedDirections(name)
    rows = table_rows(data, name, COLUMNS, guarded=("corpus", "model", METRIC), optional=(METRIC, DIRECTION))
    for line, row in rows:
        corpus, model = name_in(row, "corpus", name, line), name_in(row, "model", name, line)
        if (corpus, model) in value_of:
            raise ScoresError(
                "{model} has two scores on {corpus}; ranks need one.",
                file=name,
                line=line,
                model=model,
                corpus=corpus,
            )
        scored = str(row.get(METRIC) or "").strip() or None
        if value_of and scored != metric:
            raise ScoresError(
                "The table has {metric} and {other}. Give each its own.",
                file=name,
                line=line,
                metric=metric or "–",
                other=scored or "–",
            )
        metric = scored
        directions.note(metric or COLUMNS[2], row, line)
        value_of[corpus, model] = number_of(row["score"], "score", name, line)
    corpora = tuple(dict.fromkeys(corpus for corpus, _ in value_of))
    models = tuple(dict.fromkeys(model for _, model in value_of))
    _check(value_of, corpora, models, name)
    values = np.array([[value_of[corpus, model] for corpus in corpora] for model in models])
    return CorpusScores(models, corpora, values, metric, directions.by_metric.get(metric or COLUMNS[2]))


def write_corpus_scores(scores: CorpusScores, path: str | Path | None = None) -> bytes:
    r"""The same table as CSV; `read_corpus_scores` gives the same numbers back.

    >>> data = b"corpus,model,score\nen,A,0.8\nen,B,0.7\nde,A,0.6\nde,B,0.5\n"
    >>> mx.io.write_corpus_scores(mx.io.read_corpus_scores(data)).splitlines()[0]
    b'corpus,model,score'
    """
    smaller = scores.known_direction()
    further = {} if scores.metric is None else {METRIC: scores.metric}
    if smaller is not None and (further or smaller):
        further[DIRECTION] = str(smaller).lower()
    rows: list[list[object]] = [[*COLUMNS, *further]]
    for corpus, column in zip(scores.corpora, scores.values.T.tolist(), strict=True):
        for model, value in zip(scores.models, column, strict=True):
            rows.append([corpus, model, value, *further.values()])
    return write(csv_bytes(rows), path)


def _check(
    value_of: dict[tuple[str, str], float],
    corpora: tuple[str, ...],
    models: tuple[str, ...],
    file: str | None,
) -> None:
    if not value_of:
        raise ScoresError("The file has no scores.", file=file)
    if len(models) < 2:
        raise ScoresError("The table has one model only.", file=file)
    if len(corpora) < 2:
        raise ScoresError("Ranks need several corpora, found {corpus}.", file=file, corpus=corpora[0])
    for corpus in corpora:
        for model in models:
            if (corpus, model) not in value_of:
                raise ScoresError(
                    "{model} has no score on {corpus}; ranks need all.", file=file, model=model, corpus=corpus
                )
