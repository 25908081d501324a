"""Tables of studies as CSV, JSON and Markdown, the paper's numbers beside them and marked as such."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from ..errors import InputError
from ..exchange.canonical import canonical_bytes, plain
from ..exchange.spreadsheet import csv_bytes
from ..metrics import default_metric
from .methods.replicability import CONCLUSIONS
from .methods.table import MethodRow, MethodTable, Quantity
from .paper_tables import PaperCell, PaperTable, paper_table
from .resampling import Estimate
from .spread import SpreadAcrossSplits, SpreadRatio
from .tables import Cell, ResultTable

TableKind = Literal["csv", "json", "md"]
Table = ResultTable | MethodTable
SPREADS = ("one_score", "two_fold", "set_mean")
SPREAD_NAMES = {
    "one_score": "one score",
    "two_fold": "mean of the two scores of a split",
    "set_mean": "mean of a set of splits",
}
HERE = "this corpus"
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
        everything, in canonical JSON. "md": laid out as the paper's tables are, for an experiment.

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
    main = default_metric(table.metrics)
    parts = [
        f"# {table.design}: {table.corpus}",
        str(table.question),
        _settings(table),
        *(_scores_of(table, of) for of in table.series),
        "## Other spreads across splits of this corpus",
        f"Of {main}. The mean of several scores varies less than one score; neither spread is the error "
        "that other corpora would show.",
        _markdown(
            ["scheme", "of", "what varies", "sd", "SNR", "sd ratio", "SNR ratio"], _other_spreads(table, main)
        ),
        *_shifts(table),
        "## How the splits differ in their labels",
        _markdown(
            [
                "scheme",
                "units to train on",
                *(f"mean χ²/J of {name}" for name in table.rows[0].divergences),
                "splits",
            ],
            [
                [
                    row.label,
                    f"{row.n_train:,}",
                    *(f"{v:.3f}" for v in row.divergences.values()),
                    f"`{row.signature}`",
                ]
                for row in table.rows
            ],
        ),
        *_directions(table),
        *(f"- {notice}" for notice in table.notices),
        *(_paper_markdown(paper_table(number)) for number in table.paper),
    ]
    return "\n\n".join(parts) + "\n"


def _settings(table: ResultTable) -> str:
    how, row = table.how, table.rows[0]
    what = "splits" if table.m == 1 else f"sets of {table.m} splits"
    return (
        f"{row.repetitions} {what} of each scheme, seed {table.seed}; {table.gold} predicted by "
        f"{', '.join(table.models)}; {table.trainings:,} trainings. In brackets {100 * how.level:g}% "
        f"intervals (studentized bootstrap of {what}, {how.n_resamples:,} resamples; Student's t for "
        "means). Standard deviations are across splits of this corpus; SNR is mean / sd of one score."
    )


def _scores_of(table: ResultTable, of: str) -> str:
    header = ["scheme"]
    for metric in table.metrics:
        header += [metric, "sd", "SNR", f"SNR : {table.baseline}"]
    lines = []
    for row in table.rows:
        line = [row.label]
        for metric in table.metrics:
            cell = row.cell(of, metric)
            spread = cell.summary.one_score
            ratio = None if cell.ratios is None else cell.ratios.one_score.snr
            line += [
                f"{cell.summary.mean.value:.4f}",
                _interval_text(spread.sd, 4),
                _interval_text(spread.snr, 2),
                "1" if cell.ratios is None else _interval_text(ratio, 2),
            ]
        lines.append(line)
    return f"## {of}\n\n{_markdown(header, lines)}"


def _other_spreads(table: ResultTable, metric: str) -> Iterator[list[str]]:
    for of in table.series:
        for row in table.rows:
            cell = row.cell(of, metric)
            for kind in SPREADS[1:]:
                spread: SpreadAcrossSplits | None = getattr(cell.summary, kind)
                if spread is None:
                    continue
                ratio: SpreadRatio | None = None if cell.ratios is None else getattr(cell.ratios, kind)
                yield [
                    row.label,
                    of,
                    SPREAD_NAMES[kind],
                    _interval_text(spread.sd, 4),
                    _interval_text(spread.snr, 1),
                    "–" if ratio is None else _interval_text(ratio.sd, 2),
                    "–" if ratio is None else _interval_text(ratio.snr, 2),
                ]


def _shifts(table: ResultTable) -> list[str]:
    lines = [
        [
            row.label,
            cell.of,
            cell.metric,
            _interval_text(cell.shift.shift, 4, sign=True),
            "–" if cell.shift.in_sd is None else f"{cell.shift.in_sd:+.2f}",
            "**beyond chance**" if cell.shift.significant else "within chance",
        ]
        for row in table.rows
        for cell in row.cells
        if cell.shift is not None
    ]
    if not lines:
        return []
    said = [
        f"- {row.label}, {cell.of}, {cell.metric}: {cell.shift.notice}"
        for row in table.rows
        for cell in row.cells
        if cell.shift is not None and cell.shift.significant
    ]
    return [
        "## Shift of the mean against random halves",
        f"Welch's {100 * table.how.level:g}% intervals, each by itself: of {len(lines)} true zeros about "
        f"{(1 - table.how.level) * len(lines):.1f} would be flagged.",
        _markdown(["scheme", "of", "metric", "shift", "in sd of one score", ""], lines),
        *(["\n".join(said)] if said else []),
    ]


def _directions(table: ResultTable) -> list[str]:
    if not table.directions:
        return []
    lines = "\n".join(f"- {one.sentence}" for one in table.directions)
    return ["## The paper's direction", lines]


def _paper_markdown(printed: PaperTable) -> str:
    metrics = dict.fromkeys((cell.of, cell.metric) for row in printed.rows for cell in row.cells)
    kinds = [kind for kind in ("mean", "sd", "snr") if getattr(printed.rows[0].cells[0], kind) is not None]
    names = {"mean": "", "sd": " sd", "snr": " SNR"}
    header = ["", *(f"{of} {metric}{names[kind]}" for of, metric in metrics for kind in kinds)]
    lines = [
        [row.label, *(f"{getattr(cell, kind):g}" for cell in row.cells for kind in kinds)]
        for row in printed.rows
    ]
    return (
        f"## The paper's Table {printed.number}: {printed.title}\n\n"
        f"Printed in the paper, not measured here. {_note(printed)}\n\n{_markdown(header, lines)}"
    )


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


def _interval_text(estimate: Estimate | None, digits: int, *, sign: bool = False) -> str:
    """A value with its interval in brackets; a dash where there is none."""
    if estimate is None:
        return "–"
    form = f"{'+' if sign else ''}.{digits}f"
    if estimate.lower is None or estimate.upper is None:
        return f"{estimate.value:{form}}"
    return f"{estimate.value:{form}} [{estimate.lower:{form}}, {estimate.upper:{form}}]"


def _markdown(header: Sequence[str], lines: Iterator[list[str]] | Sequence[Sequence[str]]) -> str:
    rows = [header, ["---"] * len(header), *lines]
    cells = ([" ".join(cell.split()).replace("|", "\\|") for cell in row] for row in rows)
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)
