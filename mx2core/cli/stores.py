"""Options that say where trainings are kept and who does them, and what follows from them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from . import corpus_options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..corpus.model import Corpus
    from ..models import Model
    from ..partition import PartitionSet
    from ..store import Store
    from ..training import Asked, Comparison

PLACE = "a file, or postgresql://user@host/database"


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


def open_store(place: str) -> Store:
    """The store at a place, made if there is none."""
    from ..store import Store

    return Store(place)


def compare_kept(
    options: argparse.Namespace,
    corpus: Corpus,
    models: Sequence[Model],
    partitions: PartitionSet,
    report: Callable[[int, int], None],
    before: Asked,
) -> tuple[Comparison, dict[str, Any]]:
    """`compare`, in the store that the options name, if they do; and what to say of it."""
    from ..training import compare

    given = {
        "n_workers": options.workers,
        "executor": options.executor,
        "report": report,
    }
    if options.store is None:
        for option in ("name", "resume", "retry"):
            if getattr(options, option):
                raise UsageError("--{option} needs --store FILE as well.", option=option)
        return compare(corpus, models, partitions=partitions, gold=options.gold, **given), {}
    with open_store(options.store) as store:
        from ..training.asked import asked_of
        from ..training.experiment import CorpusFile, Experiment, run_experiment

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
        of_store = {
            "store": store.name,
            "experiment": result.id,
            "name": experiment.name,
            "found": result.reused,
            "trained": result.trained,
            "question": None if first is None else asked_of(first),
        }
    return result.comparisons[0], of_store


def kept_lines(result: dict[str, Any]) -> list[str]:
    """What a result says of the store, for people."""
    of_store = result.get("kept")
    if not of_store:
        return []
    return [
        f"{of_store['trained']} folds were trained, {of_store['found']} were in {of_store['store']} already; "
        f"experiment {of_store['experiment']}, {of_store['name']}."
    ]
