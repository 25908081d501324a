"""One design on each part of a corpus, as the paper's Table 6 has it frame by frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..brief import brief
from ..errors import DesignError
from ..exchange.canonical import canonical_bytes
from ..metrics import default_metric
from .directions import Direction
from .part_designs import PartDesigns
from .resampling import Estimate
from .table_files import flat_csv, markdown, shown, table_document, table_markdown, three
from .tables import Evaluated, ResultTable, tabulate


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
    n_labels: Mapping[str, int]
    snr: Mapping[str, Estimate | None]  # of each scheme: of one score
    direction: Direction | None  # whether it goes the way of the paper's table


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
        """The table of one score, a row a part."""
        return tuple(
            PartRow(
                one.part,
                one.n_units,
                one.n_labels,
                {row.label: row.cell(of, metric).summary.one_score.snr for row in one.table.rows},
                next((d for d in one.table.directions if (d.of, d.metric) == (of, metric)), None),
            )
            for one in self.parts
        )


def tabulate_parts(
    designs: PartDesigns,
    evaluations: Sequence[Evaluated],
    *,
    metrics: Sequence[str] | None = None,
    baseline: str | None = None,
) -> PartTables:
    """Tables of a design on every part.

    Parameters
    ----------
    designs : PartDesigns
    evaluations : sequence of Evaluation
        One for each part, of the folds of its design.
    metrics, baseline
        As in `tabulate`.

    Raises
    ------
    ScoresError, InputError
        As `tabulate` does.
    """
    parts = []
    for one, evaluation in zip(designs.parts, evaluations, strict=True):
        n_labels = {attribute.name: len(attribute.labels) for attribute in one.design.attributes}
        table = tabulate(one.design, evaluation, metrics=metrics, baseline=baseline)
        parts.append(PartTable(one.part, len(one.corpus), n_labels, table))
    return PartTables(designs.key, tuple(parts), designs.left_out)


def parts_document(tables: PartTables) -> dict[str, Any]:
    """Everything, as plain values."""
    return {
        "each": tables.key,
        "parts": [
            {"part": one.part, "n_units": one.n_units, "n_labels": dict(one.n_labels)}
            | table_document(one.table)
            for one in tables.parts
        ],
        "left_out": [{"part": part, "n_units": n} for part, n in tables.left_out],
    }


def parts_json(tables: PartTables) -> bytes:
    """The same in canonical JSON."""
    return canonical_bytes(parts_document(tables))


def parts_csv(tables: PartTables) -> bytes:
    """One line for every part, score and scheme."""
    return flat_csv(
        [
            {
                tables.key: row.part,
                "n_units": row.n_units,
                **{f"n_labels_{name}": n for name, n in row.n_labels.items()},
                "of": of,
                "metric": metric,
                "scheme": scheme,
                "snr": three(snr),
            }
            for of in tables.of
            for metric in tables.metrics
            for row in tables.rows(of, metric)
            for scheme, snr in row.snr.items()
        ]
    )


def parts_markdown(tables: PartTables) -> str:
    """The table of all parts for each score, then the table of each part."""
    metric = default_metric(tables.metrics)
    return "\n\n".join(
        [
            f"# {tables.parts[0].table.design}: each {tables.key}",
            f"Signal-to-noise ratio of one score in {metric}, with intervals; the last column is the ratio "
            "of the paper's claim.",
            *(f"## {of}\n\n{markdown(*_table(tables, of, metric))}" for of in tables.of),
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
            *(str(n) for n in row.n_labels.values()),
            *(shown(snr, 1) for snr in row.snr.values()),
            shown(ratio, 2),
        ]
