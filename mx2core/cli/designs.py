"""What the commands share that train on many splits of a corpus and write a table of results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import UsageError
from . import corpus_options, progress, stores

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..models import Model
    from ..studies import Design
    from ..studies.laid_out import LaidOut
    from ..training.evaluation import Evaluation

T = TypeVar("T")


def add_training(command: argparse.ArgumentParser, kinds: str) -> None:
    """Options of both; `kinds`: endings of the files they write."""
    command.add_argument(
        "--store", metavar="FILE", help="keep every training in this store, and reuse those it has"
    )
    command.add_argument(
        "--workers", type=corpus_options.at_least(0), metavar="N", help="worker processes; 0: none"
    )
    command.add_argument(
        "--executor", metavar="dask:ADDRESS", help="train on the cluster of this Dask scheduler"
    )
    command.add_argument("--cost", action="store_true", help="say how many trainings it takes, and exit")
    command.add_argument(
        "-o", "--output", metavar="OUT", nargs="+", default=[], help=f"files to write: {kinds}"
    )


def laid_out(options: argparse.Namespace, corpus: Corpus) -> Design:
    """The design that the options name, for a corpus."""
    from ..studies import design

    return design(
        options.design,
        corpus,
        repetitions=options.repetitions,
        m=options.m,
        seed=options.seed,
        attributes=options.attributes,
    )


def check_outputs(outputs: Sequence[str], formats: Collection[str]) -> None:
    """Refuse a file of an unknown kind before a night of training, not after."""
    for output in outputs:
        if Path(output).suffix not in formats:
            raise UsageError(
                "{output} is of no known kind. Name a file that ends in {formats}.",
                output=output,
                formats=tuple(formats),
            )


def evaluate(
    options: argparse.Namespace, laid_out: LaidOut, corpus: Corpus, models: Sequence[Model], cost: str
) -> Evaluation:
    """Say what it costs, then train and score every fold, in the store that the options name, if they do."""
    from ..studies import run_design
    from ..training.plan import plan_folds

    # What would be refused after a night of training is refused now.
    scorer = plan_folds(corpus, models, laid_out.folds, gold=options.gold).scorer
    for metric in options.metric or ():
        scorer.check_metric(metric)
    print(cost, file=sys.stderr, flush=True)
    with nullcontext() if options.store is None else stores.open_store(options.store) as store:
        evaluation = run_design(
            laid_out,
            corpus,
            models=models,
            gold=options.gold,
            store=store,
            n_workers=options.workers,
            executor=options.executor,
            report=progress.trainings(quiet=options.quiet),
        )
    return evaluation.reading(strict=options.strict)


def written(
    options: argparse.Namespace,
    document: dict[str, Any],
    table: T,
    writers: Mapping[str, Callable[[T], bytes]],
) -> dict[str, Any]:
    """The result of a command, after a table went to each output by the writer of its ending."""
    from ..files import write_whole

    for output in options.output:
        write_whole(output, writers[Path(output).suffix](table))
    return {**document, "output": options.output}
