"""Experiments that survive the process that runs them: kept in a store, fold by fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import field, replace
from functools import cached_property
from typing import Any, Protocol

from ...brief import frozen
from ...corpus.model import Corpus
from ...errors import Mx2Error, ScoresError, StoreBusyError, StoreError
from ...models.model import Model
from ...partition import PartitionSet
from ...store import FoldIndex, NewExperiment, Store
from ...store.records import ExperimentRecord, PartitionSetRecord, State
from ..decisions.planned_tests import PlannedTest
from ..scores.result import Comparison
from .documents import model_document, model_of, partition_record, partitions_of
from .folds import FoldFailure, FoldResult
from .kept_folds import KeptFolds, when_free
from .plan import Plan, plan
from .runner import Run, run_all
from .worker_task import Result


@frozen
class CorpusFile:
    r"""Where a corpus came from, so that it can be read again.

    >>> mx.training.CorpusFile(b"cat\tN\n", {"columns": ["word", "pos"]}).options
    {'columns': ['word', 'pos']}
    """

    data: bytes = field(repr=False)
    options: Mapping[str, Any] = field(default_factory=dict)  # arguments of `read_corpus`


@frozen(eq=False, slots=False)
class Experiment:
    """Models that are compared on one set of partitions or several.

    Parameters
    ----------
    models : tuple of Model
        Two or more of one task, with names of their own.
    partitions : tuple of PartitionSet
        Made for this corpus.
    gold : str, optional
        The column to be predicted; by default role, label or pos, the first there is.
    strict : bool
        Count only chunks without a broken tag.
    metrics : tuple of str
        Those of interest; they decide no training.
    file : CorpusFile, optional
        Kept with the experiment, so that it can be continued from the store alone.
    owner : str
        Whose it is. Experiments of different owners are different ones, whatever they
        ask; their trainings are shared all the same.
    question : PlannedTest, optional
        What is asked of the models, kept from before their first training.

    Raises
    ------
    InputError
        At once, if models, corpus and partitions do not go together.

    Examples
    --------
    >>> experiment = mx.training.Experiment("A, B", corpus, mx.models.presets(corpus), (halves,))
    >>> len(experiment.models), experiment.name
    (2, 'A, B')
    """

    name: str
    corpus: Corpus
    models: tuple[Model, ...]
    partitions: tuple[PartitionSet, ...]
    gold: str | None = None
    strict: bool = False
    metrics: tuple[str, ...] = ()
    file: CorpusFile | None = None
    owner: str = ""
    question: PlannedTest | None = None

    def __post_init__(self) -> None:
        if not self.partitions:
            raise ScoresError("An experiment needs partitions.")
        for metric in (*self.metrics, *(() if self.question is None else (self.question.metric,))):
            self.plans[0].scorer.check_metric(metric)

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """One for each set of partitions."""
        return tuple(
            plan(self.corpus, self.models, partitions, gold=self.gold, strict=self.strict)
            for partitions in self.partitions
        )

    def record(self, corpus: str | None) -> NewExperiment:
        """What a store keeps of it; `corpus` is the key of its file there."""
        settings = {"strict": self.strict, "metrics": list(self.metrics)}
        new = new_experiment(self, corpus, settings, tuple(map(partition_record, self.partitions)))
        return new if self.question is None else replace(new, question=self.question.document())


class Keepable(Protocol):
    """What can be run and kept fold by fold: an experiment, or a design of `results`."""

    @property
    def name(self) -> str: ...
    @property
    def corpus(self) -> Corpus: ...
    @property
    def file(self) -> CorpusFile | None: ...
    @property
    def plans(self) -> tuple[Plan, ...]: ...
    @property
    def owner(self) -> str: ...
    @property
    def models(self) -> tuple[Model, ...]: ...
    def record(self, corpus: str | None) -> NewExperiment: ...


def new_experiment(
    work: Keepable,
    corpus: str | None,
    settings: Mapping[str, Any],
    partition_sets: tuple[PartitionSetRecord, ...] = (),
) -> NewExperiment:
    """What a store keeps of it; `corpus` is the key of its file there."""
    return NewExperiment(
        name=work.name,
        corpus_name=work.corpus.name,
        units_sha256=work.corpus.units_sha256,
        corpus=corpus,
        gold=work.plans[0].gold,
        models=tuple(map(model_document, work.models)),
        settings={**settings, **({"owner": work.owner} if work.owner else {})},
        partition_sets=partition_sets,
        folds={
            FoldIndex(number, *place): key
            for number, planned in enumerate(work.plans)
            for place, key in planned.keys().items()
        },
    )


@frozen(eq=False)
class ExperimentResult:
    id: str  # in the store
    comparisons: tuple[Comparison, ...]  # one for each set of partitions
    reused: int  # folds that were in the store
    trained: int  # folds trained now
    failed: int  # folds that could not be finished, now or before


def run_experiment(
    store: Store, experiment: Experiment, *, resume: bool = False, retry: bool = False, run: Run | None = None
) -> ExperimentResult:
    """Train what the store does not have yet, and keep each fold as it finishes.

    After any interruption, the same call resumes it.

    Parameters
    ----------
    experiment : Experiment
        One of the same name and content is continued.
    resume : bool
        Only go on: refuse to begin an experiment that the store does not have.
    retry : bool
        Train folds again that failed before; else they stay failed.
    run : Run, optional
        By whom folds are trained and who hears of them; the store is the one given.

    Raises
    ------
    StoreError
        If the store cannot be written, or has nothing to resume. Finished folds stay in it.
    ClusterError
        If a cluster cannot be reached.
    concurrent.futures.CancelledError
        When `cancelled` returned true.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> experiment = mx.training.Experiment("A, B", corpus, mx.models.presets(corpus), (halves,))
    >>> with TemporaryDirectory() as folder, mx.store.Store(f"{folder}/runs.db") as store:
    ...     found = mx.training.run_experiment(store, experiment, run=mx.training.Run(0))
    >>> len(found.comparisons)
    1
    """
    id = begin(store, experiment, resume=resume, retry=retry)
    run, trained = run or Run(), 0

    def count(number: int, result: Result) -> None:
        nonlocal trained
        trained += isinstance(result, FoldResult)
        run.fold_done(number, result)

    results = run_kept(store, id, experiment, replace(run, fold_done=count))
    failed = sum(isinstance(result, FoldFailure) for some in results for result in some)
    found = sum(map(len, results)) - trained - failed
    return ExperimentResult(id, _comparisons(experiment.plans, results), found, trained, failed)


def begin(store: Store, experiment: Keepable, *, resume: bool = False, retry: bool = False) -> str:
    """Keep an experiment before its first fold, or find it; its id."""
    corpus = None
    if experiment.file is not None:
        corpus = store.corpora.put(
            experiment.file.data,
            name=experiment.corpus.name,
            options=experiment.file.options,
            units_sha256=experiment.corpus.units_sha256,
            n_units=len(experiment.corpus),
        ).key
    new = experiment.record(corpus)
    if resume and store.experiments.find_equal(new) is None:
        raise StoreError(
            "{store} has no experiment {name} with this corpus, these models and partitions.",
            store=store.name,
            name=experiment.name,
        )
    id = store.experiments.begin(new)
    if retry:
        store.experiments.retry(id)
    return id


def run_kept(store: Store, id: str, experiment: Keepable, run: Run) -> list[list[Result]]:
    """Run an experiment that was begun, and note in the store how it ends."""

    def enter(state: State) -> None:
        when_free(lambda: store.experiments.enter(id, state))

    def note(number: int, result: Result) -> None:
        if isinstance(result, FoldFailure):
            failure = FoldIndex(number, *result.key), result.cause, result.detail
            when_free(lambda: store.experiments.fail(id, *failure), run.cancelled)
        else:
            # A sign of life: `changed` says when the last fold came.
            when_free(lambda: store.experiments.enter(id, "running"), run.cancelled)
        run.fold_done(number, result)

    try:
        known = known_results(store, id, experiment.plans)
        results = run_all(experiment.plans, replace(run, store=store, fold_done=note), known)
    except CancelledError:
        # Without being asked to end, this process is ending: whoever comes next goes on.
        if run.cancelled():
            enter("cancelled")
        raise
    except KeyboardInterrupt:
        store.experiments.enter(id, "cancelled")
        raise
    except StoreBusyError:
        raise  # nothing failed: whoever comes next goes on
    except Mx2Error:
        with suppress(StoreError):  # a full store cannot note even that
            store.experiments.enter(id, "failed")
        raise
    enter("done")
    return results


def known_results(store: Store, id: str, plans: Sequence[Plan]) -> list[list[Result]]:
    """What is known of each plan of an experiment: finished folds, and those that failed."""
    known: list[list[Result]] = [[] for _ in plans]
    keys = store.experiments.folds(id)
    for number, planned in enumerate(plans):
        brought = {(place.model, place.fold): key for place, key in keys.items() if place.set == number}
        known[number] += KeptFolds(store, planned, brought).load(planned.folds())
    for failure in store.experiments.failures(id):
        place = failure.place
        result = FoldFailure(place.model, place.fold, failure.cause, failure.detail)
        if all(result.key != one.key for one in known[place.set]):
            known[place.set].append(result)
    return known


def open_experiment(
    store: Store, id: str, *, corpus: Corpus | None = None
) -> tuple[ExperimentRecord, Experiment]:
    r"""An experiment with everything it needs, from the store alone, or with its `corpus` read before.

    Raises
    ------
    StoreError
        If its corpus file was not kept, or a model was made by Python code.
    InputError
        If the file is read differently today.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> data = b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4
    >>> options = {"columns": ["word", "pos"]}
    >>> corpus = mx.read_corpus(data, **options)
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> experiment = mx.training.Experiment(
    ...     "A, B", corpus, mx.models.presets(corpus), (halves,), file=mx.training.CorpusFile(data, options)
    ... )
    >>> with TemporaryDirectory() as folder, mx.store.Store(f"{folder}/runs.db") as store:
    ...     found = mx.training.run_experiment(store, experiment, run=mx.training.Run(0))
    ...     record, again = mx.training.open_experiment(store, found.id)
    >>> again.name, len(again.corpus)
    ('A, B', 8)
    """
    record = store.experiments.get(id)
    corpus, file = kept_corpus(store, record, corpus)
    partitions = [partitions_of(store.partition_sets.get(key).document) for key in record.partition_sets]
    return record, Experiment(
        name=record.name,
        corpus=corpus,
        models=tuple(map(model_of, record.models)),
        partitions=tuple(partitions),
        gold=record.gold,
        strict=record.settings.get("strict", False),
        metrics=tuple(record.settings.get("metrics", ())),
        file=file,
        owner=record.settings.get("owner", ""),
    )


def kept_corpus(
    store: Store, record: ExperimentRecord, corpus: Corpus | None = None
) -> tuple[Corpus, CorpusFile]:
    """The corpus of an experiment and its file; raises as `open_experiment` does."""
    from ...corpus.read import read_corpus

    if record.corpus is None:
        raise StoreError(
            "The store lacks {corpus} of experiment {name}; open it yourself.",
            name=record.name,
            corpus=record.corpus_name,
        )
    stored = store.corpora.get(record.corpus)
    file = CorpusFile(store.corpora.data(stored.sha256), stored.options)
    try:
        corpus = corpus or read_corpus(file.data, name=stored.name, **file.options)
    except TypeError:  # options of another version
        corpus = None
    if corpus is None or corpus.units_sha256 != record.units_sha256:
        raise StoreError("Experiment {name} was run by another version; run it again.", name=record.name)
    return corpus, file


def comparisons_so_far(store: Store, id: str, experiment: Experiment) -> tuple[Comparison, ...]:
    """What the finished folds of an experiment say; nothing is trained."""
    return _comparisons(experiment.plans, known_results(store, id, experiment.plans))


def _comparisons(plans: Sequence[Plan], results: Sequence[Sequence[Result]]) -> tuple[Comparison, ...]:
    return tuple(planned.comparison(some) for planned, some in zip(plans, results, strict=True))
