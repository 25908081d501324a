"""Tables of studies as CSV, JSON and Markdown, the paper's numbers beside them and marked as such."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from ..errors import InputError
from ..exchange.canonical import canonical_bytes, plain
from ..exchange.spreadsheet import csv_bytes
from ..text_table import markdown
from .methods.replicability import CONCLUSIONS
from .methods.table import MethodRow, MethodTable, Quantity
from .paper_tables import PaperCell, PaperTable, paper_table
from .resampling import Estimate
from .tables import Cell, ResultTable

TableKind = Literal["csv", "json", "md"]
Table = ResultTable | MethodTable
SPREADS = ("one_score", "two_fold", "set_mean")
HERE = "this corpus"
KEYS = ("source", "scheme", "of", "metric")
SIZES = ("repetitions", "splits", "folds", "n_train")
CHANCES = ("different", "opposite", "sign")
OF = ("a", "b", "difference")


def table_bytes(table: Table, kind: TableKind) -> bytes:
    """A table of a study as a file.

    Parameters
    ----------
    table : ResultTable or MethodTable
    kind : str
        "csv": a line for every score of every scheme, and the paper's, told apart by `source`; or
        for every method. An estimate takes three columns. "json":
        everything, in canonical JSON. "md": the lines of the CSV as tables, for an experiment.

    Raises
    ------
    InputError
        If there is no such kind of file.

    Examples
    --------
    >>> study = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> found = mx.studies.run_study(study, corpus, models=mx.models.presets(corpus), run=mx.training.Run(0))
    >>> table = mx.studies.tabulate(study, found, metrics=["accuracy"])
    >>> len(mx.studies.table_bytes(table, "csv").splitlines()) > len(table.rows)
    True
    """
    if kind == "json":
        return canonical_bytes(table_document(table))
    if kind == "csv":
        return _csv(list(_records(table)))
    if kind != "md" or isinstance(table, MethodTable):
        raise InputError("This table has no {kind} file.", kind=kind)
    return _markdown_of(table).replace("<", "\\<").encode(errors="backslashreplace")  # a name is no markup


def table_document(table: Table) -> dict[str, Any]:
    """Everything a table holds, as plain values."""
    return _method_document(table) if isinstance(table, MethodTable) else _result_document(table)


def _result_document(table: ResultTable) -> dict[str, Any]:
    rows = [
        {
            **plain(row, but=("label", "cells")),
            "scheme": row.label,
            "scores": [_cell_document(cell) for cell in row.cells],
        }
        for row in table.rows
    ]
    return {
        **plain(table, but=("units_sha256", "how", "rows")),
        "corpus": {"name": table.corpus, "units_sha256": table.units_sha256},
        "intervals": plain(table.how) | {"method": "studentized"},
        "spreads": "across splits of this corpus",
        "rows": rows,
        "paper": [_paper_document(paper_table(number)) for number in table.paper],
    }


def _method_document(table: MethodTable) -> dict[str, Any]:
    study, asked = table.study, table.study.arguments
    document: dict[str, Any] = {
        "corpus": {"name": study.corpus, "units_sha256": study.units_sha256, "n_units": study.n_units},
        "answers": table.gold,
        "models": {"a": table.models[0], "b": table.models[1]},
        "metric": table.metric,
        "smaller_is_better": table.smaller_is_better,
        "difference": " − ".join(table.difference),
        **{name: asked[name] for name in ("laboratories", "seed", "attributes")},
        "alpha": table.alpha,
        "trainings": study.cost(2),
        "intervals": table.how,
        "spreads": "between laboratories that divide this corpus with other seeds",
        "rows": [_method(row) for row in table.rows],
        "left_out": [{"method": key, "reason": reason} for key, reason in study.left_out],
        "notices": table.notices,
    }
    return {name: plain(value) for name, value in document.items()}


def _method(row: MethodRow) -> dict[str, Any]:
    chances = row.replicability
    return {
        "method": row.method.key,
        "name": row.method.name,
        "laboratories": row.laboratories,
        "trainings": row.trainings,
        "share_trained_on": row.share,
        **{of: _quantity(one) for of, one in zip(OF, row.quantities, strict=True)},
        "reference": None if row.reference is None else row.reference.key,
        "test": row.method.test,
        "half_length": row.half_length,
        "first_laboratory": plain(row.first, but=("n_folds", "half_length")),
        "rates": {
            name: _estimate_values(None if chances is None else chances.rates[name]) for name in CONCLUSIONS
        },
        **{name: _estimate_values(None if chances is None else getattr(chances, name)) for name in CHANCES},
        "conclusions": [decision.conclusion for decision in row.decisions],
        "estimates": row.estimates,
    }


def _quantity(quantity: Quantity) -> dict[str, Any]:
    parts = quantity.decomposition
    return {
        "mean": _estimate_values(quantity.mean),
        "sd": _estimate_values(quantity.sd),
        "snr": _estimate_values(quantity.snr),
        "shift": _estimate_values(None if quantity.shift is None else quantity.shift.shift),
        "bias": _estimate_values(None if parts is None else parts.bias),
        "squared_bias": None if parts is None else parts.squared_bias,
        "variance": None if parts is None else parts.variance,
    }


def _records(table: Table) -> Iterator[dict[str, Any]]:
    """A line of CSV each; estimates in them are mappings yet."""
    if isinstance(table, MethodTable):
        for method in table.rows:
            record = _method(method)
            yield {name: record[name] for name in record if name not in ("conclusions", "estimates")}
    else:
        yield from _result_records(table)


def _result_records(table: ResultTable) -> Iterator[dict[str, Any]]:
    line: dict[str, Any] = {}
    for row in table.rows:
        for cell in row.cells:
            line = {
                "source": HERE,
                "scheme": row.label,
                "of": cell.of,
                "metric": cell.metric,
                **{size: getattr(row, size) for size in SIZES},
                **{name: _estimate_values(estimate) for name, estimate in _estimates(cell).items()},
                "shift_beyond_chance": None if cell.shift is None else cell.shift.significant,
            }
            yield line
    for printed in map(paper_table, table.paper):
        for label, paper_cell in _paper_cells(printed):
            empty = dict.fromkeys(name for name, _ in _flat(line))
            empty |= {"source": f"paper, Table {printed.number}", "scheme": label}
            empty |= {"of": paper_cell.of, "metric": paper_cell.metric, "mean": paper_cell.mean}
            yield empty | {"sd_one_score": paper_cell.sd, "snr_one_score": paper_cell.snr}


def _csv(records: Sequence[Mapping[str, Any]]) -> bytes:
    """A line for each record; an estimate in it takes three columns."""
    lines = [[value for _, value in _flat(record)] for record in records]
    return csv_bytes([[name for name, _ in _flat(records[0])], *plain(lines)])


def _flat(values: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """Nested values under joined names; `value` itself adds nothing to the name."""
    cells: list[tuple[str, Any]] = []
    for name, value in values.items():
        joined = before if name == "value" else f"{before}_{name}" if before else name
        cells += _flat(value, joined) if isinstance(value, Mapping) else [(joined, value)]
    return cells


def _estimate_values(estimate: Estimate | None) -> dict[str, float | None]:
    """Value and bounds, whether there is an estimate or not."""
    found: dict[str, float | None] = plain(estimate or dict.fromkeys(("value", "lower", "upper")))
    return found


def _markdown_of(table: ResultTable) -> str:
    """The lines of the CSV turned: a table of each score, its schemes across."""
    how, blocks, shown = table.how, list[str](), dict[tuple[str, ...], list[dict[str, Any]]]()
    for record in _records(table):
        shown.setdefault((record["of"], record["metric"], record["source"]), []).append(record)
    for (of, metric, source), rows in shown.items():
        names = [name for name in rows[0] if name not in KEYS and any(row[name] is not None for row in rows)]
        lines = [[name.replace("_", " "), *(_cell_text(row[name]) for row in rows)] for name in names]
        blocks.append(f"## {of}: {metric} ({source})")
        blocks.append(markdown(["", *(row["scheme"] for row in rows)], lines))
    blocks.append("## What follows")
    for row in table.rows:
        notices = ((cell, cell.shift.notice) for cell in row.cells if cell.shift and cell.shift.significant)
        blocks += [f"- {row.label}, {cell.of}, {cell.metric}: {notice}" for cell, notice in notices]
    blocks += [f"- {one}" for one in (*(one.sentence for one in table.directions), *table.notices)]
    for printed in map(paper_table, table.paper):
        blocks.append(f"Table {printed.number}: {printed.title}. Printed in the paper, not measured here.")
        blocks.append(_note(printed))
    settings = (
        f"Seed {table.seed}; {table.gold} predicted by {', '.join(table.models)}; {table.trainings:,} "
        f"trainings; ratios to {table.baseline}. In brackets {100 * how.level:g}% intervals (studentized "
        f"bootstrap, {how.n_resamples:,} resamples; Student's t for means). Standard deviations are across "
        "splits of this corpus; SNR is mean / sd."
    )
    return "\n\n".join([f"# {table.design}: {table.corpus}", str(table.question), settings, *blocks, ""])


def _cell_text(value: Any) -> str:
    """A number with its interval in brackets, if it has one; a dash where there is none."""
    if isinstance(value, Mapping):
        interval = "" if value["lower"] is None else f" [{value['lower']:.4g}, {value['upper']:.4g}]"
        return "–" if value["value"] is None else f"{value['value']:.4g}{interval}"
    return "–" if value is None else f"{value:.4g}" if isinstance(value, float) else f"{value}"


def _paper_cells(printed: PaperTable) -> Iterator[tuple[str, PaperCell]]:
    for row in printed.rows:
        for cell in row.cells:
            yield row.label, cell


def _note(printed: PaperTable) -> str:
    return " ".join(map(str, printed.notes))


def _paper_document(printed: PaperTable) -> dict[str, Any]:
    return {
        "table": printed.number,
        "title": str(printed.title),
        "note": _note(printed),
        "rows": [{"label": label, **plain(cell)} for label, cell in _paper_cells(printed)],
    }


def _estimates(cell: Cell) -> dict[str, Estimate | None]:
    """All numbers of a cell, in the order of their columns."""
    estimates: dict[str, Estimate | None] = {"mean": cell.summary.mean}
    for ratio, spreads in (("", cell.summary), ("ratio_", cell.ratios)):
        for kind in SPREADS:
            for what in ("sd", "snr"):
                estimates[f"{what}_{ratio}{kind}"] = getattr(getattr(spreads, kind, None), what, None)
    estimates["shift"] = None if cell.shift is None else cell.shift.shift
    return estimates


def _cell_document(cell: Cell) -> dict[str, Any]:
    estimates = {name: estimate for name, estimate in _estimates(cell).items() if estimate is not None}
    document: dict[str, Any] = plain({"of": cell.of, "metric": cell.metric, **estimates})
    if cell.shift is not None:
        document["shift_in_sd"] = plain(cell.shift.in_sd)
        document["shift_beyond_chance"] = cell.shift.significant
        document["shift_said"] = plain(cell.shift.notice)
    return document
