"""A table of results as CSV, JSON and Markdown, the paper's numbers beside it and marked as such."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..exchange.canonical import canonical_bytes, plain
from ..exchange.spreadsheet import csv_bytes
from ..metrics import default_metric
from .paper_tables import PaperCell, PaperTable, paper_table
from .resampling import Estimate
from .spread import SpreadAcrossSplits, SpreadRatio
from .tables import Cell, ResultTable

SPREADS = ("one_score", "two_fold", "set_mean")
SPREAD_NAMES = {
    "one_score": "one score",
    "two_fold": "mean of the two scores of a split",
    "set_mean": "mean of a set of splits",
}
HERE = "this corpus"
SIZES = ("repetitions", "splits", "folds", "n_train")


def table_csv(table: ResultTable) -> bytes:
    r"""One line for every score of every scheme, then the paper's, told apart by `source`.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> planned = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> evaluation = mx.studies.run_design(planned, corpus, models=mx.models.presets(corpus), n_workers=0)
    >>> table = mx.studies.tabulate(planned, evaluation, metrics=["accuracy"])
    >>> len(mx.studies.table_csv(table).splitlines()) > len(table.rows)
    True
    """
    lines = [
        {
            "source": HERE,
            "scheme": row.label,
            "of": cell.of,
            "metric": cell.metric,
            **{size: getattr(row, size) for size in SIZES},
            **{name: three(estimate) for name, estimate in _estimates(cell).items()},
            "shift_beyond_chance": None if cell.shift is None else cell.shift.beyond_noise,
        }
        for row in table.rows
        for cell in row.cells
    ]
    for printed in map(paper_table, table.paper):
        for label, paper_cell in _paper_cells(printed):
            line = dict.fromkeys(name for name, _ in flat(lines[0]))
            line |= {"source": f"paper, Table {printed.number}", "scheme": label}
            line |= {"of": paper_cell.of, "metric": paper_cell.metric, "mean": paper_cell.mean}
            lines.append(line | {"sd_one_score": paper_cell.sd, "snr_one_score": paper_cell.snr})
    return flat_csv(lines)


def flat_csv(records: Sequence[Mapping[str, Any]]) -> bytes:
    """A line for each record; an estimate in it takes three columns."""
    lines = [[value for _, value in flat(record)] for record in records]
    return csv_bytes([[name for name, _ in flat(records[0])], *plain(lines)])


def flat(values: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """Nested values under joined names; `value` itself adds nothing to the name."""
    cells: list[tuple[str, Any]] = []
    for name, value in values.items():
        joined = before if name == "value" else f"{before}_{name}" if before else name
        cells += flat(value, joined) if isinstance(value, Mapping) else [(joined, value)]
    return cells


def three(estimate: Estimate | None) -> dict[str, float | None]:
    """Value and bounds, whether there is an estimate or not."""
    found: dict[str, float | None] = plain(estimate or dict.fromkeys(("value", "lower", "upper")))
    return found


def table_json(table: ResultTable) -> bytes:
    r"""Everything a table holds, in canonical JSON.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> planned = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> evaluation = mx.studies.run_design(planned, corpus, models=mx.models.presets(corpus), n_workers=0)
    >>> table = mx.studies.tabulate(planned, evaluation, metrics=["accuracy"])
    >>> mx.studies.table_json(table)[:1]
    b'{'
    """
    return canonical_bytes(table_document(table))


def table_document(table: ResultTable) -> dict[str, Any]:
    r"""Everything a table holds, as plain values.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> planned = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> evaluation = mx.studies.run_design(planned, corpus, models=mx.models.presets(corpus), n_workers=0)
    >>> table = mx.studies.tabulate(planned, evaluation, metrics=["accuracy"])
    >>> mx.studies.table_document(table)["design"]
    'block'
    """
    rows = [
        {
            **plain(row, but=("label", "cells")),
            "scheme": row.label,
            "scores": [_cell_document(cell) for cell in row.cells],
        }
        for row in table.rows
    ]
    return {
        **plain(table, but=("units_sha256", "how", "rows", "of")),
        "corpus": {"name": table.corpus, "units_sha256": table.units_sha256},
        "intervals": plain(table.how),
        "spreads": "across splits of this corpus",
        "rows": rows,
        "paper": [_paper_document(paper_table(number)) for number in table.paper],
    }


def table_markdown(table: ResultTable) -> str:
    r"""Laid out as the paper's tables are, with intervals.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> planned = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> evaluation = mx.studies.run_design(planned, corpus, models=mx.models.presets(corpus), n_workers=0)
    >>> table = mx.studies.tabulate(planned, evaluation, metrics=["accuracy"])
    >>> "accuracy" in mx.studies.table_markdown(table)
    True
    """
    main = default_metric(table.metrics)
    parts = [
        f"# {table.design}: {table.corpus}",
        str(table.question),
        _settings(table),
        *(_scores_of(table, of) for of in table.of),
        "## Other spreads across splits of this corpus",
        f"Of {main}. The mean of several scores varies less than one score; neither spread is the error "
        "that other corpora would show.",
        markdown(
            ["scheme", "of", "what varies", "sd", "SNR", "sd ratio", "SNR ratio"], _other_spreads(table, main)
        ),
        *_shifts(table),
        "## How the splits differ in their labels",
        markdown(
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
        f"intervals ({how.method} bootstrap of {what}, {how.n_resamples:,} resamples; Student's t for "
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
                shown(spread.sd, 4),
                shown(spread.snr, 2),
                "1" if cell.ratios is None else shown(ratio, 2),
            ]
        lines.append(line)
    return f"## {of}\n\n{markdown(header, lines)}"


def _other_spreads(table: ResultTable, metric: str) -> Iterator[list[str]]:
    for of in table.of:
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
                    shown(spread.sd, 4),
                    shown(spread.snr, 1),
                    "–" if ratio is None else shown(ratio.sd, 2),
                    "–" if ratio is None else shown(ratio.snr, 2),
                ]


def _shifts(table: ResultTable) -> list[str]:
    lines = [
        [
            row.label,
            cell.of,
            cell.metric,
            shown(cell.shift.shift, 4, sign=True),
            "–" if cell.shift.in_sd is None else f"{cell.shift.in_sd:+.2f}",
            "**beyond chance**" if cell.shift.beyond_noise else "within chance",
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
        if cell.shift is not None and cell.shift.beyond_noise
    ]
    return [
        "## Shift of the mean against random halves",
        f"Welch's {100 * table.how.level:g}% intervals, each by itself: of {len(lines)} true zeros about "
        f"{(1 - table.how.level) * len(lines):.1f} would be flagged.",
        markdown(["scheme", "of", "metric", "shift", "in sd of one score", ""], lines),
        *(["\n".join(said)] if said else []),
    ]


def _directions(table: ResultTable) -> list[str]:
    if not table.directions:
        return []
    lines = "\n".join(f"- {one.said}" for one in table.directions)
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
        f"Printed in the paper, not measured here. {_note(printed)}\n\n{markdown(header, lines)}"
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
        document["shift_beyond_chance"] = cell.shift.beyond_noise
        document["shift_said"] = plain(cell.shift.notice)
    return document


def shown(estimate: Estimate | None, digits: int, *, sign: bool = False) -> str:
    """A value with its interval in brackets; a dash where there is none."""
    if estimate is None:
        return "–"
    form = f"{'+' if sign else ''}.{digits}f"
    if estimate.lower is None or estimate.upper is None:
        return f"{estimate.value:{form}}"
    return f"{estimate.value:{form}} [{estimate.lower:{form}}, {estimate.upper:{form}}]"


def markdown(header: Sequence[str], lines: Iterator[list[str]] | Sequence[Sequence[str]]) -> str:
    rows = [header, ["---"] * len(header), *lines]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
