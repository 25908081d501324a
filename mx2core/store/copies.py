"""A copy of an experiment, for a user who owns the copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .records import NewExperiment

if TYPE_CHECKING:
    from .contents import Contents


def copy_experiment(store: Contents, id: str, owner: str) -> str:
    """Keep an experiment as another owner's; the id of the copy.

    The trainings are shared: they are kept once, whoever names them. What still trains is not
    trained for the copy, which can be gone on with like any that was cancelled.
    """
    record, asked = store.experiments.get(id), store.experiments.question_record(id)
    new = NewExperiment(
        name=record.name,
        corpus_name=record.corpus_name,
        units_sha256=record.units_sha256,
        corpus=record.corpus,
        gold=record.gold,
        models=record.models,
        settings={**record.settings, "owner": owner},
        partition_sets=tuple(map(store.partition_sets.get, record.partition_sets)),
        folds=store.experiments.folds(id),
        question=asked.question,
    )
    copy = store.experiments.add(new, "cancelled" if record.state == "running" else record.state)
    for failure in store.experiments.failures(id):
        store.experiments.fail(copy, failure.place, failure.cause, failure.detail)
    for look in asked.looks:
        store.experiments.look(copy, look)
    return copy
