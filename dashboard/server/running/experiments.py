"""The experiments of a project: begun, followed, and read back from the store."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from dashboard.server.project import Project
from dashboard.server.read_only import looking
from dashboard.server.result_cache import Remembered
from dashboard.server.running import resources
from dashboard.server.running.job_queue import UNDER_WAY
from dashboard.server.visits.limits import check, check_room
from mx2core.corpus import Corpus
from mx2core.errors import Mx2Error
from mx2core.metrics import default_metric
from mx2core.models import Model
from mx2core.partition import PartitionSet
from mx2core.store.records import ExperimentRecord
from mx2core.training import Comparison, ExperimentJob, PlannedTest
from mx2core.training.decisions.planned_tests import ShownAnswer, planned_test, shown_answer
from mx2core.training.run.experiment import CorpusFile, Experiment, comparisons_so_far, open_experiment
from mx2core.training.run.plan import plan

OPENED = 16  # experiments whose corpus is kept in memory


@dataclass(frozen=True, slots=True, eq=False)
class ShownRun:
    """An experiment as a page shows it."""

    record: ExperimentRecord
    experiment: Experiment
    comparisons: tuple[Comparison, ...]  # one for each set of partitions
    job: ExperimentJob | None  # None where this server did not run it
    plan: PlannedTest | None  # before the run; None where that was not recorded
    looks: tuple[ShownAnswer, ...]  # answers shown so far

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.state in UNDER_WAY

    @property
    def elsewhere(self) -> bool:
        """Whether another server that shares the store trains it, or will."""
        return self.record.state == "running" and not self.running

    @property
    def live(self) -> bool:
        """Whether its trainings are still coming in."""
        return self.running or self.elsewhere


_experiments: Remembered[Experiment] = Remembered(OPENED)
_metrics: Remembered[tuple[tuple[str, ...], str]] = Remembered(60)
_comparisons: Remembered[tuple[Comparison, ...]] = Remembered(OPENED)


def begin(
    project: Project,
    name: str,
    models: Sequence[Model],
    partitions: Sequence[PartitionSet],
    gold: str,
    question: PlannedTest | None = None,
) -> str:
    """Have models compared on sets of partitions; the id of the experiment.

    InputError if they do not go together, the store cannot be written, or this server takes no more.
    """
    by = admit(project)
    experiment = Experiment(
        name=name,
        corpus=project.corpus,
        models=tuple(models),
        partitions=tuple(partitions),
        gold=gold,
        file=CorpusFile(project.source.content(), project.source.keywords),
        owner=project.alias,
        question=question,
    )
    check("trainings", sum(planned.n_folds for planned in experiment.plans))
    id = resources.jobs().submit(ExperimentJob(resources.store(), experiment, **resources.trainers()), by)
    _experiments.get(id, lambda: experiment)
    if id in project.experiments:
        project.experiments.remove(id)
    project.experiments.append(id)
    return id


def metrics(
    corpus: Corpus, models: Sequence[Model], partitions: PartitionSet, gold: str
) -> tuple[tuple[str, ...], str]:
    """Those by which models can be compared, and the usual one; InputError if the arguments do not go together."""
    key = (corpus.units_sha256, gold, *(type(model).__name__ for model in models))

    def compute() -> tuple[tuple[str, ...], str]:
        scorer = plan(corpus, models, partitions, gold=gold).scorer
        return scorer.metrics, default_metric(scorer.main_metrics)

    return _metrics.get(key, compute)


def retry(project: Project, id: str) -> None:
    """Train the folds of an experiment that failed or were never begun."""
    by = admit(project)
    record = resources.store().experiments.get(id)
    job = ExperimentJob(resources.store(), _experiment(record), retry=True, **resources.trainers())
    resources.jobs().submit(job, by)


def admit(project: Project) -> str:
    """Ask whether something may be begun, by this session and with the room there is; whose turn it takes.

    That is the user's, or the project's where nobody logs in.
    """
    by = project.owner or project.alias
    check_room(resources.store())
    resources.jobs().admit(by)
    return by


def run(id: str) -> ShownRun:
    """An experiment with what it has found so far.

    StoreError if the store does not have it any longer, InputError if its corpus can no longer be read.
    """
    record, job = resources.store().experiments.get(id), resources.jobs().get(id)
    experiment = _experiment(record)
    kept = resources.store().experiments.question_record(id)
    asked = None if kept.question is None else planned_test(kept.question)
    if job is not None and job.state == "running":
        comparisons = job.comparisons_so_far
    else:
        key = (id, record.n_finished, record.n_failed)
        comparisons = _comparisons.get(key, lambda: comparisons_so_far(resources.store(), id, experiment))
    return ShownRun(record, experiment, comparisons, job, asked, tuple(map(shown_answer, kept.looks)))


def record_look(id: str, looks: Sequence[ShownAnswer], look: ShownAnswer) -> None:
    """Note that an answer is shown, unless it is among `looks`; whoever only looks at a view leaves no trace."""
    if look not in looks and not looking():
        resources.store().experiments.look(id, look.document())


def _experiment(record: ExperimentRecord) -> Experiment:
    corpus = resources.projects().corpus(record.corpus)
    return _experiments.get(
        record.id, lambda: open_experiment(resources.store(), record.id, corpus=corpus)[1]
    )


def names_here(project: Project) -> dict[str, str]:
    """Names of the experiments of this project on the corpus that is open, by id, newest first."""
    with suppress(Mx2Error):  # the store is gone, which every page says
        return resources.store().experiments.names(project.experiments[::-1], project.corpus.units_sha256)
    return {}


def experiment_list(project: Project) -> Sequence[ExperimentRecord]:
    """The experiments of this project that were not deleted, newest first."""
    with suppress(Mx2Error):
        return resources.store().experiments.existing(project.experiments[::-1])
    return ()
