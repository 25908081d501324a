"""What models cost on a corpus: measured time, memory and size, counted operations and memory traffic."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ...exchange import write_answer_table
from ...files import write_whole
from ...metrics import measured_machine
from ...metrics.group_options import GROUP_OPTIONS
from ...partition import random_partitions
from ...training import compare
from ...training.scores.model_use import joined_parts, model_costs
from ..options import corpus_options, models, progress
from ..options.declared import option
from ..options.values import at_least
from ..text import Report, Text, columns, listing, sentence, term

COUNTED = columns(
    "one_sample=of operations=part.operations:,.0f weights=part.weights:,.0f outputs=part.outputs:,.1f "
    "traffic,_B=part.traffic:,.0f operations/B=part.intensity:.3f"
)
ROOF = (
    "Roof: {peak:,.2f}·10⁹ multiply-adds and {bandwidth:,.2f}·10⁹ bytes a second; from {ridge:.2f} "
    "operations per byte on, operations are the limit."
)
LIMITS = columns("at_least,_s=part.seconds:.2e limit=part.bound!t")
MEASURE = option("--measure", "measure both on this machine, which takes about a second", bool)
MACHINE = [
    option(f"--{name}", GROUP_OPTIONS[name].about, float, GROUP_OPTIONS[name].value)
    for name in ("peak", "bandwidth")
]
OPTIONS = (
    *corpus_options.CORPUS,
    *models.MODELS,
    corpus_options.SEED,
    option("--batch", "samples done together", at_least(1), "N", default=1),
    option("--width", "bytes per number", int, "BYTES", default=8),
    *MACHINE,
    MEASURE,
    option("-o/--output", "CSV of the parts, for `metrics`", value="OUT"),
)
FORM = """
{corpus}: {n_units:,} units, both halves trained on; means of a fold.

[models] model=use.model seconds=use.seconds:.3f iterations=use.iterations:,.1f \
size,_bytes=use.model_bytes:,.0f memory,_bytes=use.peak_memory_bytes:,.0f \
training,_operations=use.training_operations:,.0f

{counted}

{roof}
Not counted: {missing}, neither a CRF nor a linear text classifier.
*output Wrote {it}.
"""


def machine(options: Namespace) -> dict[str, float | None]:
    """How fast the machine is, as the options say or as it is measured."""
    given = measured_machine() if options.measure else options
    return {"peak": given.peak, "bandwidth": given.bandwidth}


def run(options: Namespace) -> Report:
    corpus = corpus_options.read(options)
    chosen = models.chosen_models(options, corpus)
    speed = machine(options)
    comparison = compare(
        corpus,
        chosen,
        partitions=random_partitions(len(corpus), 1, options.seed),
        gold=options.gold,
        n_workers=0,
        report=progress.trainings(quiet=options.quiet),
    )
    settings: dict[str, Any] = {"batch": options.batch, "width": options.width, "copies": 1} | speed
    costs = model_costs(chosen, comparison, **settings)
    if options.output is not None:
        write_whole(options.output, write_answer_table(joined_parts([one.use for one in costs])))
    roofed = None not in speed.values()
    rows = [
        {"of": sentence("{model}: {part}", model=one.use.model, part=term(name)), "part": part}
        for one in costs
        if one.cost is not None
        for name, part in [*((row.part, row) for row in one.cost.rows), ("all", one.cost)]
    ]
    return Report(
        FORM,
        words={
            "counted": listing(rows, COUNTED | (LIMITS if roofed else {})),
            "roof": _roof(**speed),
            "missing": [one.use.model for one in costs if one.cost is None],
        },
        corpus=corpus.name,
        n_units=len(corpus),
        **speed,
        models=costs,
        output=() if options.output is None else (options.output,),
        warnings=(*models.notices(options, corpus), *comparison.notices),
    )


def _roof(peak: float | None, bandwidth: float | None) -> Text | None:
    if peak is None or bandwidth is None:
        return None
    return sentence(ROOF, peak=peak / 1e9, bandwidth=bandwidth / 1e9, ridge=peak / bandwidth)
