"""Options that say where trainings are kept, and what follows from them; SQLAlchemy is an extra."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...corpus.model import Corpus
from ...errors import InputError
from ...models import Model
from ...partition import PartitionSet
from ...training import Comparison, PlannedTest, Run
from ...training.decisions.planned_tests import planned_test
from ...training.run.plan import plan
from ...training.run.runner import run_all
from . import corpus_options
from .declared import group, needs, option
from .progress import trainings, waits

if TYPE_CHECKING:
    from ...store import Store

PLACE = "a file, or postgresql://user@host/database"
STORE = option("--store", f"where each finished training is kept and found again: {PLACE}", value="FILE")
KEEPING = group(
    "keeping trainings",
    "what a store has is not trained again",
    STORE,
    option("--name", "name of the experiment in the store"),
    option("--resume", "only continue an experiment that the store has", bool),
    option("--retry", "retry trainings that failed before", bool),
)


@dataclass(frozen=True, slots=True)
class KeptExperiment:
    """An experiment of a store after `compare`."""

    store: str
    experiment: str
    name: str
    found: int  # folds that were there already
    trained: int
    question: PlannedTest | None


def open_store(place: str, *, new: bool = True) -> Store:
    """The store at a place, made if there is none and it may be `new`."""
    from ...store import Store

    if not (new or Path(place).exists() or "://" in place):
        raise InputError("There is no store {store}.", store=place)
    return Store(place)


def compare_kept(
    options: Namespace,
    corpus: Corpus,
    models: Sequence[Model],
    partitions: PartitionSet,
    before: PlannedTest | None = None,
) -> tuple[Comparison, KeptExperiment | None]:
    """`compare`, in the store that the options name, if they do; and what it keeps."""
    quiet = options.quiet
    run = Run(options.workers, report=trainings(quiet=quiet), waits=waits(quiet=quiet))
    if options.store is None:
        for name in ("name", "resume", "retry"):
            if getattr(options, name):
                raise needs(f"--{name}", "--store FILE")
        planned = plan(corpus, models, partitions, gold=options.gold)
        (results,) = run_all([planned], run)
        return planned.comparison(results), None
    with open_store(options.store) as store:
        from ...training.run.experiment import CorpusFile, Experiment, run_experiment

        experiment = Experiment(
            name=options.name or f"{corpus.called}: {', '.join(model.name for model in models)}",
            corpus=corpus,
            models=tuple(models),
            partitions=(partitions,),
            gold=options.gold,
            file=CorpusFile(corpus_options.content(options), corpus_options.reading(options).keywords),
            question=before,
        )
        result = run_experiment(store, experiment, resume=options.resume, retry=options.retry, run=run)
        first = store.experiments.question_record(result.id).question  # of an experiment of before it stays
        question = None if first is None else planned_test(first)
        kept = KeptExperiment(store.name, result.id, experiment.name, result.reused, result.trained, question)
    return result.comparisons[0], kept
