"""Designs and studies in the store: kept like experiments, so that they outlive the process that runs them.

What is kept is how a design was laid out, from which it is laid out again, and the key of
every fold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..brief import brief
from ..errors import StoreError
from ..models.model import Model
from ..store import FoldIndex, NewExperiment
from ..training.documents import model_document, model_of
from ..training.experiment import CorpusFile, Keepable, kept_corpus, known_results, open_experiment
from ..training.plan import Plan, plan_folds
from .designs import Design, design
from .methods.study import Study, study

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..store import Store
    from ..store.records import ExperimentRecord
    from ..training import Evaluation

SETTING = "design"  # of the settings of an experiment


@brief
@dataclass(frozen=True, eq=False)
class KeptDesign:
    """A design or a study, with the models that are trained on its folds.

    Parameters
    ----------
    design : Design or Study
    corpus : Corpus
        The one it was laid out for.
    models : tuple of Model
    gold : str, optional
        The column to be predicted.
    file : CorpusFile, optional
        Kept with it, so that it can be gone on with from the store alone.
    owner : str
        Whose it is, as in `Experiment`.

    Raises
    ------
    InputError
        When its `plans` are asked for, if models, corpus and folds do not go together.
    """

    design: Design | Study
    corpus: Corpus
    models: tuple[Model, ...]
    gold: str | None = None
    file: CorpusFile | None = None
    owner: str = ""

    @property
    def name(self) -> str:
        return f"{self.design.name}: {self.corpus.called}"

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """One, of all its folds."""
        return (plan_folds(self.corpus, self.models, self.design.folds, gold=self.gold),)

    def record(self, corpus: str | None) -> NewExperiment:
        """What a store keeps of it; `corpus` is the key of its file there."""
        settings: dict[str, Any] = {SETTING: {"name": self.design.name, **self.design.arguments}}
        return NewExperiment(
            name=self.name,
            corpus_name=self.corpus.name,
            units_sha256=self.corpus.units_sha256,
            corpus=corpus,
            gold=self.plans[0].gold,
            models=tuple(model_document(model) for model in self.models),
            settings=settings | ({"owner": self.owner} if self.owner else {}),
            partition_sets=(),
            folds={FoldIndex(0, *place): key for place, key in self.plans[0].keys().items()},
        )

    def evaluation(self, store: Store, id: str) -> Evaluation:
        """What the finished folds say; nothing is trained."""
        return self.plans[0].evaluation(known_results(store, id, self.plans)[0])


def open_design(
    store: Store, record: ExperimentRecord, report: Callable[[int, int], object] = lambda done, total: None
) -> KeptDesign:
    """A design with everything it needs, from the store alone.

    Raises
    ------
    StoreError
        If the record is not of a design, or this version of the program would lay it out
        with other folds.
    InputError
        As `open_experiment` does.
    """
    laid_out = record.settings.get(SETTING)
    if not isinstance(laid_out, dict) or not isinstance(laid_out.get("name"), str):
        raise StoreError("Experiment {name} is not one about ways of splitting.", name=record.name)
    corpus, file = kept_corpus(store, record)
    arguments = {name: value for name, value in laid_out.items() if name != "name"}
    try:
        made: Design | Study = (
            study(corpus, **arguments, report=report)
            if laid_out["name"] == Study.name
            else design(laid_out["name"], corpus, **arguments)
        )
    except TypeError as error:  # arguments of another version
        raise _differs(record) from error
    opened = KeptDesign(
        design=made,
        corpus=corpus,
        models=tuple(map(model_of, record.models)),
        gold=record.gold,
        file=file,
        owner=record.settings.get("owner", ""),
    )
    # Trainings have other keys where a library has another version; that is no fault of the folds.
    if opened.plans[0].n_folds != record.n_folds:
        raise _differs(record)
    return opened


def open_kept(store: Store, id: str) -> Keepable:
    """An experiment or a design, whichever has that id; raises as `open_experiment` and `open_design` do."""
    record = store.experiments.get(id)
    return open_design(store, record) if SETTING in record.settings else open_experiment(store, id)[1]


def seconds_of(store: Store, corpus: Corpus, models: Sequence[Model]) -> tuple[float | None, ...]:
    """Mean time of one training of each model on a corpus; None where the store knows of none."""
    wanted = [{**model_document(model), "name": None, "tags": None} for model in models]
    seconds: list[list[float]] = [[] for _ in models]
    for document, log in store.experiments.trained(corpus.units_sha256):
        plain = {**document, "name": None, "tags": None}
        for number, one in enumerate(wanted):
            if one == plain and log.get("seconds") is not None:
                seconds[number].append(float(log["seconds"]))
    return tuple(sum(some) / len(some) if some else None for some in seconds)


def _differs(record: ExperimentRecord) -> StoreError:
    return StoreError(
        "This version of the program lays out experiment {name} with other folds. Run it anew.",
        name=record.name,
    )
