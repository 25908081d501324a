"""What models cost on a corpus: measured time, memory and size, counted operations and memory traffic."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..options import corpus_options, models, progress
from ..tables import listing, wrote

if TYPE_CHECKING:
    from ...errors import Notice
    from ...metrics import ModelCost
    from ...training import ModelUse

HELP = "Train models on half of a corpus; measure them, count their operations, place them under a roofline."

MEASURED = {
    "model": "{model}",
    "seconds": "{seconds:.3f}",
    "iterations": "{iterations:,.1f}",
    "size, bytes": "{model_bytes:,.0f}",
    "memory, bytes": "{peak_memory_bytes:,.0f}",
    "training, operations": "{training_operations:,.0f}",
}
COUNTED = {
    "one sample": "{of}",
    "operations": "{part.operations:,.0f}",
    "weights": "{part.weights:,.0f}",
    "outputs": "{part.outputs:,.1f}",
    "traffic, B": "{part.traffic:,.0f}",
    "operations/B": "{part.intensity:.3f}",
}
LIMITS = {"at least, s": "{part.seconds:.2e}", "limit": "{part.bound}"}


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


@dataclass(frozen=True, slots=True)
class CostOfModel:
    """What was measured of a model, and what was counted where its operations can be."""

    use: ModelUse
    cost: ModelCost | None


@dataclass(frozen=True, slots=True)
class Cost:
    """Of every model on a corpus."""

    corpus: str
    n_units: int
    peak: float | None
    bandwidth: float | None
    models: tuple[CostOfModel, ...]
    output: tuple[str, ...]
    warnings: tuple[Notice, ...]


def run(options: argparse.Namespace) -> Cost:
    from ...exchange import write_answer_table
    from ...files import write_whole
    from ...metrics import AnswerTable, measured_machine, model_cost
    from ...partition import random_partitions
    from ...training import compare, model_uses

    corpus = corpus_options.read(options)
    chosen = models.chosen_models(options, corpus)
    peak, bandwidth = options.peak, options.bandwidth
    if options.measure:
        machine = measured_machine()
        peak, bandwidth = machine.peak, machine.bandwidth
    comparison = compare(
        corpus,
        chosen,
        partitions=random_partitions(len(corpus), 1, options.seed),
        gold=options.gold,
        n_workers=0,
        report=progress.trainings(quiet=options.quiet),
    )
    settings = {"batch": options.batch, "width": options.width, "copies": 1}
    settings |= {"peak": peak, "bandwidth": bandwidth}
    costs = tuple(
        CostOfModel(use, model_cost(use.parts, **settings) if use.parts else None)
        for use in model_uses(chosen, comparison)
    )
    if options.output is not None:
        tables = [one.use.table for one in costs if one.use.parts]
        columns: dict[str, tuple[str, ...]] = {}
        for name in ("part", "operations", "weights", "outputs", "touched"):
            columns[name] = tuple(
                f"{one.name}: {cell}" if name == "part" else cell
                for one in tables
                for cell in one.columns[name]
            )
        write_whole(options.output, write_answer_table(AnswerTable(columns)))
    return Cost(
        corpus=corpus.name,
        n_units=len(corpus),
        peak=peak,
        bandwidth=bandwidth,
        models=costs,
        output=() if options.output is None else (options.output,),
        warnings=(*corpus.notices, *models.notices(options, corpus), *comparison.notices),
    )


def text(result: Cost) -> str:
    lines = [
        f"{result.corpus}: {result.n_units:,} units, both halves trained on; means of a fold.",
        "",
        listing([one.use for one in result.models], MEASURED),
    ]
    rows = [
        {"of": f"{one.use.model}: {getattr(part, 'part', 'all')}", "part": part}
        for one in result.models
        if one.cost is not None
        for part in (*one.cost.rows, one.cost)
    ]
    roofed = result.peak is not None and result.bandwidth is not None
    if rows:
        lines += ["", listing(rows, COUNTED | (LIMITS if roofed else {}))]
    if result.peak is not None and result.bandwidth is not None:
        lines += [
            "",
            f"Roof: {result.peak / 1e9:,.2f}·10⁹ multiply-adds and {result.bandwidth / 1e9:,.2f}·10⁹ "
            f"bytes a second; from {result.peak / result.bandwidth:.2f} operations per byte on, "
            "operations are the limit.",
        ]
    missing = [one.use.model for one in result.models if one.cost is None]
    if missing:
        lines.append(f"Not counted: {', '.join(missing)}, neither a CRF nor a linear text classifier.")
    return "\n".join([*lines, *wrote(result.output)])
