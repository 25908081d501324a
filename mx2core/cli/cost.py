"""What models cost on a corpus: measured time, memory and size, counted operations and memory traffic."""

from __future__ import annotations

import argparse
from typing import Any

from . import corpus_options, models, progress
from .tables import table

HELP = "Train models on half of a corpus; measure them, count their operations, place them under a roofline."


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    models.add_models(command, elsewhere=False)
    command.add_argument("--seed", type=corpus_options.at_least(0), default=0)
    command.add_argument(
        "--batch", type=corpus_options.at_least(1), default=1, metavar="N", help="samples done together"
    )
    command.add_argument("--width", type=int, default=8, metavar="BYTES", help="bytes per number; default: 8")
    add_machine(command)
    command.add_argument("-o", "--output", metavar="OUT", help="CSV of the parts, for `metrics`")


def add_machine(command: argparse.ArgumentParser) -> None:
    """Options that say how fast the machine is."""
    command.add_argument(
        "--peak", type=float, metavar="N", help="multiply-adds that the machine does in a second"
    )
    command.add_argument(
        "--bandwidth", type=float, metavar="BYTES", help="bytes of memory that the machine moves in a second"
    )
    command.add_argument(
        "--measure", action="store_true", help="measure both on this machine, which takes about a second"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..exchange import write_answer_table
    from ..files import write_whole
    from ..metrics import AnswerTable, measured_machine, model_cost
    from ..partition import random_partitions
    from ..training import compare, model_uses

    corpus = corpus_options.read(options)
    chosen = models.chosen_models(options, corpus)
    halves = random_partitions(len(corpus), 1, options.seed)
    peak, bandwidth = options.peak, options.bandwidth
    if options.measure:
        machine = measured_machine()
        peak, bandwidth = machine.peak, machine.bandwidth
    comparison = compare(
        corpus,
        chosen,
        partitions=halves,
        gold=options.gold,
        n_workers=0,
        report=progress.trainings(quiet=options.quiet),
    )
    uses = model_uses(chosen, comparison)
    costs = [
        model_cost(
            use.parts, batch=options.batch, width=options.width, copies=1, peak=peak, bandwidth=bandwidth
        )
        if use.parts
        else None
        for use in uses
    ]
    if options.output is not None:
        tables = [use.table for use in uses if use.parts]
        columns: dict[str, tuple[str, ...]] = {}
        for name in ("part", "operations", "weights", "outputs", "touched"):
            columns[name] = tuple(
                f"{one.name}: {cell}" if name == "part" else cell
                for one in tables
                for cell in one.columns[name]
            )
        write_whole(options.output, write_answer_table(AnswerTable(columns)))
    return {
        "corpus": corpus.name,
        "n_units": len(corpus),
        "peak": peak,
        "bandwidth": bandwidth,
        "models": [{"use": use, "cost": cost} for use, cost in zip(uses, costs, strict=True)],
        "output": [] if options.output is None else [options.output],
        "warnings": corpus_options.warnings(
            (*corpus.notices, *models.notices(options, corpus), *comparison.notices)
        ),
    }


def text(result: dict[str, Any]) -> str:
    uses = [one["use"] for one in result["models"]]
    lines = [
        f"{result['corpus']}: {result['n_units']:,} units, both halves trained on; means of a fold.",
        "",
        table(
            ("model", "seconds", "iterations", "size, kB", "memory, MB", "training, 10⁶ operations"),
            [
                (
                    use["model"],
                    f"{use['seconds']:.3f}",
                    _whole(use["iterations"], 1),
                    _whole(use["model_bytes"], 1e3),
                    _whole(use["peak_memory_bytes"], 1e6),
                    _whole(use["training_operations"], 1e6),
                )
                for use in uses
            ],
        ),
    ]
    rows: list[tuple[object, ...]] = []
    for model in result["models"]:
        if model["cost"] is None:
            continue
        whole = {"part": "all", **model["cost"]}
        for part in (*model["cost"]["rows"], whole):
            rows.append(
                (
                    f"{model['use']['model']}: {part['part']}",
                    f"{part['operations']:,.0f}",
                    f"{part['weights']:,.0f}",
                    f"{part['outputs']:,.1f}",
                    f"{part['traffic']:,.0f}",
                    f"{part['intensity']:.3f}",
                    *(() if result["peak"] is None else (f"{part['seconds'] * 1e6:,.2f}", part["bound"])),
                )
            )
    if rows:
        roofed = () if result["peak"] is None else ("at least, µs", "limit")
        header = ("one sample", "operations", "weights", "outputs", "traffic, B", "operations/B", *roofed)
        lines += ["", table(header, rows)]
    if result["peak"] is not None:
        lines += [
            "",
            f"Roof: {result['peak'] / 1e9:,.2f}·10⁹ multiply-adds and {result['bandwidth'] / 1e9:,.2f}·10⁹ "
            f"bytes a second; from {result['peak'] / result['bandwidth']:.2f} operations per byte on, "
            "operations are the limit.",
        ]
    missing = [one["use"]["model"] for one in result["models"] if one["cost"] is None]
    if missing:
        lines.append(f"Not counted: {', '.join(missing)}, neither a CRF nor a linear text classifier.")
    lines += [f"Wrote {output}." for output in result["output"]]
    return "\n".join(lines)


def _whole(value: float | None, unit: float) -> str:
    return "–" if value is None else f"{value / unit:,.1f}"
