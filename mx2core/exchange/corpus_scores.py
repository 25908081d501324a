"""Scores of models on several corpora, as a table in a file: `corpus`, `model`, `score`, one row each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import ScoresError
from ..files import read_limited, way_in
from .spreadsheet import csv_bytes
from .table import name_in, table_rows

MAX_BYTES = 1_000_000
COLUMNS = ("corpus", "model", "score")


@dataclass(frozen=True, slots=True, eq=False)
class CorpusScores:
    """One score for every model on every corpus."""

    models: tuple[str, ...]  # in order of first appearance
    corpora: tuple[str, ...]
    values: NDArray[np.float64]  # (n_models, n_corpora)


@way_in(ScoresError)
def read_corpus_scores(source: str | Path | bytes, *, name: str | None = None) -> CorpusScores:
    """Scores from CSV, or from JSON lines with the same names.

    Parameters
    ----------
    source : str, Path or bytes
        The file, or its content.
    name : str, optional
        Shown in messages instead of the file's name.

    Raises
    ------
    ScoresError
        If a score is not a number, stands twice or is missing, or there are fewer than two
        models or corpora.
    OSError
        If there is no such file, or it may not be read.
    """
    if not isinstance(source, bytes):
        name = name or Path(source).name
    data = read_limited(source, MAX_BYTES, name)
    found: dict[tuple[str, str], float] = {}
    for line, row in table_rows(data, name, COLUMNS, guarded=("corpus", "model")):
        corpus, model = name_in(row, "corpus", name, line), name_in(row, "model", name, line)
        if (corpus, model) in found:
            raise ScoresError(
                "The score of {model} on {corpus} stands twice. Ranks need one score, such as the mean over "
                "all splits.",
                file=name,
                line=line,
                model=model,
                corpus=corpus,
            )
        found[corpus, model] = _score(row["score"], model, corpus, name, line)
    corpora = tuple(dict.fromkeys(corpus for corpus, _ in found))
    models = tuple(dict.fromkeys(model for _, model in found))
    _check(found, corpora, models, name)
    values = np.array([[found[corpus, model] for corpus in corpora] for model in models])
    return CorpusScores(models, corpora, values)


def write_corpus_scores(scores: CorpusScores) -> bytes:
    """The same table as CSV; `read_corpus_scores` gives the same numbers back."""
    rows: list[list[object]] = [list(COLUMNS)]
    for corpus, column in zip(scores.corpora, scores.values.T.tolist(), strict=True):
        for model, value in zip(scores.models, column, strict=True):
            rows.append([corpus, model, value])
    return csv_bytes(rows)


def _check(
    found: dict[tuple[str, str], float], corpora: tuple[str, ...], models: tuple[str, ...], file: str | None
) -> None:
    if not found:
        raise ScoresError("The file has no scores.", file=file)
    if len(models) < 2:
        raise ScoresError(
            "The table has one model only, {model}: there is nothing to compare it with.",
            file=file,
            model=models[0],
        )
    if len(corpora) < 2:
        raise ScoresError(
            "The table has one corpus only, {corpus}: how models rank there cannot show whether they would "
            "rank so again. For one corpus take the sequential test.",
            file=file,
            corpus=corpora[0],
        )
    for corpus in corpora:
        for model in models:
            if (corpus, model) not in found:
                raise ScoresError(
                    "The score of {model} on {corpus} is missing: ranks need every model on every corpus. "
                    "Add it, or leave out that model or that corpus.",
                    file=file,
                    model=model,
                    corpus=corpus,
                )


def _score(value: object, model: str, corpus: str, file: str | None, line: int) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ScoresError(
            "The score of {model} on {corpus} is {value}; it must be a number such as 0.8123, with a point.",
            file=file,
            line=line,
            model=model,
            corpus=corpus,
            value=repr(value),
        )
    return number
