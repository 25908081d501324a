"""One design on each part of a corpus, as the paper's Table 6 has it frame by frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..brief import brief
from ..errors import DesignError, InputError, ScoresError
from ..exchange.canonical import canonical_bytes, plain
from ..metrics import default_metric
from .directions import Direction
from .part_designs import FailedPart, PartDesigns
from .resampling import Estimate
from .table_files import flat_csv, markdown, shown, table_document, table_markdown, three
from .tables import ResultTable, tabulate

if TYPE_CHECKING:
    from ..training.evaluation import Evaluation


@brief
@dataclass(frozen=True, slots=True, eq=False)
class PartTable:
    """What a design found on one part."""

    part: str  # the value its sentences have
    n_units: int
    n_labels: Mapping[str, int]  # of each attribute
    table: ResultTable


@brief
@dataclass(frozen=True, slots=True, eq=False)
class PartRow:
    """One part in the table of all of them."""

    part: str
    n_units: int
    n_labels: Mapping[str, int | None]  # None: not known, as it failed
    snr: Mapping[str, Estimate | None]  # of each scheme: of one score
    direction: Direction | None  # whether it goes the way of the paper's table
    reason: InputError | None = None  # why there is no number


@brief
@dataclass(frozen=True, slots=True, eq=False)
class PartTables:
    """A design on every part that is large enough.

    Raises
    ------
    DesignError
        If there is no part.

    Examples
    --------
    >>> PartTables("frame", (), ())
    Traceback (most recent call last):
        ...
    mx2core.errors.DesignError: No value of frame has enough units for this design.
    """

    key: str  # the field or column by whose values the corpus is divided
    parts: tuple[PartTable, ...]
    left_out: tuple[tuple[str, int], ...]  # values with too few units, and how many they have
    failed: tuple[FailedPart, ...] = ()  # parts that could not be laid out or trained

    def __post_init__(self) -> None:
        if not self.parts:
            raise DesignError("No value of {key} has enough units for this design.", key=self.key)

    @property
    def of(self) -> tuple[str, ...]:
        """Models, then differences."""
        return self.parts[0].table.of

    @property
    def metrics(self) -> tuple[str, ...]:
        return self.parts[0].table.metrics

    def rows(self, of: str, metric: str) -> tuple[PartRow, ...]:
        """The table of one score, a row a part; those that failed come last."""
        rows = [
            PartRow(
                one.part,
                one.n_units,
                one.n_labels,
                {row.label: row.cell(of, metric).summary.one_score.snr for row in one.table.rows},
                next((d for d in one.table.directions if (d.of, d.metric) == (of, metric)), None),
            )
            for one in self.parts
        ]
        labels, schemes = dict.fromkeys(rows[0].n_labels), dict.fromkeys(rows[0].snr)
        failed = [PartRow(one.part, one.n_units, labels, schemes, None, one.reason) for one in self.failed]
        return (*rows, *failed)


def tabulate_parts(
    designs: PartDesigns,
    evaluations: Sequence[Evaluation | InputError],
    *,
    metrics: Sequence[str] | None = None,
    baseline: str | None = None,
) -> PartTables:
    """Tables of a design on every part.

    Parameters
    ----------
    designs : PartDesigns
    evaluations : sequence of Evaluation or InputError
        One for each part, of the folds of its design; an error is why there is none. A part without all its
        scores is one of `failed`.
    metrics, baseline
        As in `tabulate`.

    Raises
    ------
    ScoresError, InputError
        As `tabulate` does, if no part has all its scores.
    """
    parts, failed = [], list(designs.failed)
    for part, evaluation in zip(designs.parts, evaluations, strict=True):
        n_labels = {attribute.name: len(attribute.labels) for attribute in part.design.attributes}
        try:
            table = tabulate(part.design, _whole(evaluation), metrics=metrics, baseline=baseline)
        except InputError as error:
            failed.append(FailedPart(part.part, len(part.corpus), error))
        else:
            parts.append(PartTable(part.part, len(part.corpus), n_labels, table))
    if failed and not parts:
        raise failed[-1].reason
    return PartTables(designs.key, tuple(parts), designs.left_out, tuple(failed))


def _whole(evaluation: Evaluation | InputError) -> Evaluation:
    """An evaluation without failures; else the reason of the first."""
    if isinstance(evaluation, InputError):
        raise evaluation
    if evaluation.failures:
        first = evaluation.failures[0]
        raise ScoresError(
            "{n} of {total} trainings failed. The first one: {reason}",
            n=len(evaluation.failures),
            total=evaluation.finished.size,
            reason=first.reason,
        )
    return evaluation


def parts_document(tables: PartTables) -> dict[str, Any]:
    """Everything, as plain values."""
    return {
        "each": tables.key,
        "parts": [
            {"part": one.part, "n_units": one.n_units, "n_labels": dict(one.n_labels)}
            | table_document(one.table)
            for one in tables.parts
        ],
        **without_result(tables),
    }


def without_result(parts: PartDesigns | PartTables) -> dict[str, Any]:
    """The parts that have no numbers, and why, as plain values."""
    return {
        "left_out": [{"part": part, "n_units": n} for part, n in parts.left_out],
        "failed": plain(parts.failed),
    }


def parts_json(tables: PartTables) -> bytes:
    """The same in canonical JSON."""
    return canonical_bytes(parts_document(tables))


def parts_csv(tables: PartTables) -> bytes:
    """One line for every part, score and scheme."""
    lines = [
        {
            tables.key: row.part,
            "n_units": row.n_units,
            **{f"n_labels_{name}": n for name, n in row.n_labels.items()},
            "of": of,
            "metric": metric,
            "scheme": scheme,
            "snr": three(snr),
            "reason": None if row.reason is None else str(row.reason),
        }
        for of in tables.of
        for metric in tables.metrics
        for row in tables.rows(of, metric)
        for scheme, snr in row.snr.items()
    ]
    return flat_csv(lines)


def parts_markdown(tables: PartTables) -> str:
    """The table of all parts for each score, then the table of each part."""
    metric = default_metric(tables.metrics)
    return "\n\n".join(
        [
            f"# {tables.parts[0].table.design}: each {tables.key}",
            f"Signal-to-noise ratio of one score in {metric}, with intervals; the last column is the ratio "
            "of the paper's claim.",
            *(f"## {of}\n\n{markdown(*_table(tables, of, metric))}" for of in tables.of),
            *(f"No result for {one.part} ({one.n_units:,} units): {one.reason}" for one in tables.failed),
            *(f"# {one.part}\n\n{table_markdown(one.table)}" for one in tables.parts),
        ]
    )


def _table(tables: PartTables, of: str, metric: str) -> tuple[Sequence[str], list[list[str]]]:
    rows = tables.rows(of, metric)
    header = [tables.key, "units", *rows[0].n_labels, *rows[0].snr, "ratio"]
    return header, list(_cells(rows))


def _cells(rows: Sequence[PartRow]) -> Iterator[list[str]]:
    for row in rows:
        ratio = None if row.direction is None else row.direction.ratio
        yield [
            row.part,
            f"{row.n_units:,}",
            *("–" if n is None else str(n) for n in row.n_labels.values()),
            *(shown(snr, 1) for snr in row.snr.values()),
            shown(ratio, 2),
        ]
