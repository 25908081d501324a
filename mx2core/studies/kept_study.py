"""Studies in the store: kept like experiments, so that they outlive the process that runs them.

What is kept is how a study was laid out, from which it is laid out again, and the key of every fold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from statistics import median
from typing import Any

from ..brief import frozen
from ..corpus.model import Corpus
from ..errors import StoreError
from ..models.model import Model
from ..store import NewExperiment, Store
from ..store.records import ExperimentRecord
from ..training import Evaluation
from ..training.run.documents import model_document, model_of
from ..training.run.experiment import (
    CorpusFile,
    Keepable,
    kept_corpus,
    known_results,
    new_experiment,
    open_experiment,
)
from ..training.run.plan import Plan, plan_folds
from .designs import design
from .methods.study import METHODS, study
from .study import Study

SETTING = "design"  # of the settings of an experiment


@frozen(eq=False, slots=False)
class KeptStudy:
    """A study, with the models that are trained on its folds.

    `corpus`: the one it was laid out for.
    `gold`: the column to be predicted.
    `file`: kept with it, so that it can be continued from the store alone.
    `owner`: whose it is, as in `Experiment`.
    """

    study: Study
    corpus: Corpus
    models: tuple[Model, ...]
    gold: str | None = None
    file: CorpusFile | None = None
    owner: str = ""

    @property
    def name(self) -> str:
        return f"{self.study.name}: {self.corpus.full_name}"

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """One, of all its folds."""
        return (plan_folds(self.corpus, self.models, self.study.folds, gold=self.gold),)

    def record(self, corpus: str | None) -> NewExperiment:
        """What a store keeps of it; `corpus` is the key of its file there."""
        return new_experiment(self, corpus, {SETTING: {"name": self.study.name, **self.study.arguments}})

    def evaluation(self, store: Store, id: str) -> Evaluation:
        """What the finished folds say; nothing is trained."""
        (planned,), (known,) = self.plans, known_results(store, id, self.plans)
        return planned.evaluation(known)


def open_study(
    store: Store,
    record: ExperimentRecord,
    report: Callable[[int, int], object] = lambda done, total: None,
    corpus: Corpus | None = None,
    known: Callable[[Corpus, str, Mapping[str, Any]], Study | None] = lambda corpus, name, arguments: None,
) -> KeptStudy:
    """A study with everything it needs, from the store alone, or with its `corpus` read before.

    `known` is asked whether it was laid out before.
    """
    laid_out = record.settings.get(SETTING)
    if not isinstance(laid_out, dict) or not isinstance(laid_out.get("name"), str):
        raise StoreError("Experiment {name} does not compare ways of splitting.", name=record.name)
    corpus, file = kept_corpus(store, record, corpus)
    arguments = {name: value for name, value in laid_out.items() if name != "name"}
    try:
        made = known(corpus, laid_out["name"], arguments)
        if made is None and laid_out["name"] == METHODS:
            made = study(corpus, **arguments, report=report)
        elif made is None:
            made = design(laid_out["name"], corpus, **arguments)
    except TypeError as error:  # arguments of another version
        raise _differs(record) from error
    opened = KeptStudy(
        study=made,
        corpus=corpus,
        models=tuple(map(model_of, record.models)),
        gold=record.gold,
        file=file,
        owner=record.settings.get("owner", ""),
    )
    # Trainings have other keys where a library has another version; that is no fault of the folds.
    if sum(planned.n_folds for planned in opened.plans) != record.n_folds:
        raise _differs(record)
    return opened


def open_kept(store: Store, id: str) -> Keepable:
    """An experiment or a study, whichever has that id; raises as `open_experiment` and `open_study` do."""
    record = store.experiments.get(id)
    return open_study(store, record) if SETTING in record.settings else open_experiment(store, id)[1]


def seconds_of(store: Store, corpus: Corpus, models: Sequence[Model]) -> tuple[float | None, ...]:
    """Median time of one training of each model on a corpus; None where the store knows of none.

    The first one in a process also loads the library that trains, so a mean is too long.
    """
    wanted = [{**model_document(model), "name": None, "tags": None} for model in models]
    seconds: list[list[float]] = [[] for _ in models]
    for document, log in store.experiments.trained(corpus.units_sha256):
        plain = {**document, "name": None, "tags": None}
        for number, one in enumerate(wanted):
            if one == plain and log.get("seconds") is not None:
                seconds[number].append(float(log["seconds"]))
    return tuple(median(some) if some else None for some in seconds)


def _differs(record: ExperimentRecord) -> StoreError:
    return StoreError("Experiment {name} was run by another version; run it again.", name=record.name)
