"""What the commands share that train on many splits of a corpus and write a table of what was found."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from . import corpus_options, progress, stores

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..models import Model
    from ..results.running import Planned
    from ..training.evaluation import Evaluation


def add_training(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--store", metavar="FILE", help="keep every training there, and take from there what it has"
    )
    command.add_argument(
        "--workers", type=corpus_options.at_least(0), metavar="N", help="worker processes; 0: none"
    )
    command.add_argument(
        "--executor", metavar="dask:ADDRESS", help="train on the cluster of this Dask scheduler"
    )
    command.add_argument("--cost", action="store_true", help="say how many trainings it takes, and end")


def check_outputs(outputs: Sequence[str], formats: Collection[str]) -> None:
    """Refuse a file of an unknown kind before a night of training, not after."""
    for output in outputs:
        if Path(output).suffix not in formats:
            raise UsageError(
                "{output} is of no known kind. Name a file that ends in {formats}.",
                output=output,
                formats=tuple(formats),
            )


def write(outputs: Sequence[str], writers: Mapping[str, Callable[[], bytes]]) -> None:
    """Each output by the writer of its ending."""
    from ..files import write_whole

    for output in outputs:
        write_whole(output, writers[Path(output).suffix]())


def evaluate(
    options: argparse.Namespace, laid_out: Planned, corpus: Corpus, models: Sequence[Model]
) -> Evaluation:
    """Train and score every fold that is laid out, in the store that the options name, if they do."""
    from ..results import run_design

    with nullcontext() if options.store is None else stores.open_store(options.store) as store:
        evaluation = run_design(
            laid_out,
            corpus,
            models=models,
            answers=options.tags,
            store=store,
            n_workers=options.workers,
            executor=options.executor,
            report=progress.trainings(quiet=options.quiet),
        )
    return evaluation.reading(strict=options.strict)
