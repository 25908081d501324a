"""How far A is ahead of B on several corpora: results of `test --json`, or a table.

A table has `corpus`, `difference` and `variance` of that difference over corpora that might have
been drawn (the square of its standard error), one row each; optionally `metric`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...arguments import check_range
from ...brief import frozen
from ...errors import ScoresError
from ...files import Readable, name_of, read_limited, way_in
from ..json_text import json_value
from ..table import name_in, number_of, table_rows

MAX_BYTES = 10_000_000
COLUMNS = ("corpus", "difference", "variance")
METRIC = "metric"


@frozen
class CorpusDifferences:
    r"""One difference and its variance for each corpus."""

    corpora: tuple[str, ...]
    differences: tuple[float, ...]
    variances: tuple[float, ...]
    models: tuple[str, str] | None  # A and B, where the files name them
    metric: str | None


@dataclass(frozen=True, slots=True)
class _Stated:
    corpus: str
    difference: float
    variance: float
    models: tuple[str, str] | None
    metric: str | None
    file: str | None
    line: int | None


@way_in(ScoresError)
def read_corpus_differences(sources: str | Path | bytes | Sequence[str | Path | bytes]) -> CorpusDifferences:
    r"""Differences on several corpora, from one file or from one for each corpus.

    Parameters
    ----------
    sources : str, Path or bytes, or a sequence of them
        Files, or their content: JSON that `test --json` wrote, or tables as CSV or JSON lines.

    Returns
    -------
    CorpusDifferences
        For `meta_analysis`.

    Raises
    ------
    ScoresError
        If a number is none, a corpus stands twice, files are of other models or another metric,
        or a result has no test.

    Examples
    --------
    >>> data = b"corpus,difference,variance\nen,0.02,0.0001\nde,0.03,0.0002\n"
    >>> mx.io.read_corpus_differences(data).differences
    (0.02, 0.03)
    """
    if isinstance(sources, str | Path | bytes):
        sources = [sources]
    stated = [one for source in sources for one in _stated(source)]
    first = stated[0] if stated else None
    if first is None:
        raise ScoresError("The file has no differences.", file=None)
    corpora: set[str] = set()
    for difference in stated:
        where: dict[str, Any] = {"file": difference.file, "line": difference.line}
        if difference.corpus in corpora:
            raise ScoresError("The corpus {corpus} appears twice.", **where, corpus=difference.corpus)
        corpora.add(difference.corpus)
        if (difference.models, difference.metric) != (first.models, first.metric):
            raise ScoresError(
                "This is {metric} of {models}; {corpus} has {other} of {others}. Give one of each.",
                **where,
                corpus=first.corpus,
                metric=difference.metric or "–",
                models=", ".join(difference.models or ()) or "–",
                other=first.metric or "–",
                others=", ".join(first.models or ()) or "–",
            )
    return CorpusDifferences(
        tuple(one.corpus for one in stated),
        tuple(one.difference for one in stated),
        tuple(one.variance for one in stated),
        first.models,
        first.metric,
    )


def _stated(source: Readable) -> Iterator[_Stated]:
    name = name_of(source, None)
    data = read_limited(source, MAX_BYTES, name)
    document = _document(data)
    if document is not None:
        yield _read_test(document, name)
        return
    for line, row in table_rows(data, name, COLUMNS, guarded=("corpus", METRIC), optional=(METRIC,)):
        metric = str(row.get(METRIC) or "").strip() or None
        difference = _number(row, "difference", name, line)
        variance = _number(row, "variance", name, line)
        yield _Stated(name_in(row, "corpus", name, line), difference, variance, None, metric, name, line)


def _document(data: bytes) -> dict[str, Any] | None:
    """What `test --json` wrote, if it is that."""
    try:
        document = json_value(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) and {"models", "corpus"} <= document.keys() else None


def _read_test(document: Mapping[str, Any], file: str | None) -> _Stated:
    test, key = (
        (document.get("test"), "mean") if document.get("test") else (document.get("fixed"), "difference")
    )
    models = document["models"]
    if not isinstance(models, list) or len(models) != 2:
        raise ScoresError("The result is not of two models.", file=file)
    if not isinstance(test, dict) or test.get("pvalue") is None:
        raise ScoresError("The result has no test of a difference.", file=file)
    a, b = map(str, models)
    return _Stated(
        corpus=str(document["corpus"]),
        difference=_number(test, key, file, None),
        variance=_number(test, "variance", file, None),
        models=(a, b),
        metric=str(document.get("metric")),
        file=file,
        line=None,
    )


def _number(row: Mapping[str, Any], column: str, file: str | None, line: int | None) -> float:
    number = number_of(row.get(column), column, file, line)
    if column == "variance":
        check_range(column, number, "(0, ∞)", ScoresError, cell=row[column], file=file, line=line)
    return number
