"""Options that say where trainings are kept and who does them, and what follows from them."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InputError, UsageError
from . import corpus_options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...corpus.model import Corpus
    from ...models import Model
    from ...partition import PartitionSet
    from ...store import Store
    from ...training import Asked, Comparison

PLACE = "a file, or postgresql://user@host/database"


@dataclass(frozen=True, slots=True)
class Kept:
    """An experiment of a store after `compare`."""

    store: str
    experiment: str
    name: str
    found: int  # folds that were there already
    trained: int
    question: Asked | None

    @property
    def said(self) -> str:
        return (
            f"{self.trained} folds were trained, {self.found} were in {self.store} already; "
            f"experiment {self.experiment}, {self.name}."
        )


def add_store(command: argparse.ArgumentParser) -> None:
    """Options of a command that trains."""
    keeping = command.add_argument_group("keeping trainings", "what a store has is not trained again")
    keeping.add_argument("--store", metavar="FILE", help=f"where each finished training is kept: {PLACE}")
    keeping.add_argument("--name", help="name of the experiment in the store")
    keeping.add_argument(
        "--resume", action="store_true", help="only continue an experiment that the store has"
    )
    keeping.add_argument("--retry", action="store_true", help="retry trainings that failed before")
    command.add_argument(
        "--executor", metavar="dask:ADDRESS", help="train on the cluster of this Dask scheduler"
    )


def open_store(place: str, *, new: bool = True) -> Store:
    """The store at a place, made if there is none and it may be `new`."""
    from ...store import Store

    if not (new or Path(place).exists() or "://" in place):
        raise InputError("There is no store {store}.", store=place)
    return Store(place)


def compare_kept(
    options: argparse.Namespace,
    corpus: Corpus,
    models: Sequence[Model],
    partitions: PartitionSet,
    report: Callable[[int, int], None],
    before: Asked | None,
) -> tuple[Comparison, Kept | None]:
    """`compare`, in the store that the options name, if they do; and what it keeps."""
    from ...training import compare

    given = {
        "n_workers": options.workers,
        "executor": options.executor,
        "report": report,
    }
    if options.store is None:
        for option in ("name", "resume", "retry"):
            if getattr(options, option):
                raise UsageError("{option} needs {other}.", option=f"--{option}", other="--store FILE")
        return compare(corpus, models, partitions=partitions, gold=options.gold, **given), None
    with open_store(options.store) as store:
        from ...training.decisions.asked import asked_of
        from ...training.run.experiment import CorpusFile, Experiment, run_experiment

        experiment = Experiment(
            name=options.name or f"{corpus.called}: {', '.join(model.name for model in models)}",
            corpus=corpus,
            models=tuple(models),
            partitions=(partitions,),
            gold=options.gold,
            file=CorpusFile(corpus_options.content(options), corpus_options.reading(options)),
            question=before,
        )
        result = run_experiment(store, experiment, resume=options.resume, retry=options.retry, **given)
        first = store.experiments.asked(result.id).question  # of an experiment of before it stays
        question = None if first is None else asked_of(first)
        kept = Kept(store.name, result.id, experiment.name, result.reused, result.trained, question)
    return result.comparisons[0], kept
