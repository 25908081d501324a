"""Studies of a project: what they will take, begun, followed, and read back from the store.

Laying one out and reading what was trained takes seconds on a large corpus, so both are
done once for all who have the same study; a rerun of the page asks the store for one row.
"""

import hashlib
import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import streamlit as st

from dashboard.server import examples
from dashboard.server.project import Project
from dashboard.server.result_cache import Remembered, remembered
from dashboard.server.running import experiments, resources
from dashboard.server.visits import limits
from dashboard.session import state
from dashboard.session.progress import progress
from dashboard.ui.models import expected_time, job_progress
from dashboard.ui.widgets import main_button
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.models import Model
from mx2core.models.training_failures import failure_reason
from mx2core.store.records import ExperimentRecord
from mx2core.studies import Study
from mx2core.studies.kept_study import KeptStudy, open_study
from mx2core.studies.summary import Shift
from mx2core.training import Evaluation, ExperimentJob
from mx2core.training.run.experiment import CorpusFile

KEPT = 12  # studies whose folds and results stay in memory

_opened: Remembered[KeptStudy] = Remembered(KEPT)


@dataclass(frozen=True, slots=True, eq=False)
class StudyRun:
    """A study that was begun, and what it gave so far."""

    record: ExperimentRecord
    kept_study: KeptStudy

    @property
    def evaluation(self) -> Evaluation:
        """What the finished folds say, read from the store once."""
        return _evaluation(self)

    @property
    def digest(self) -> Hashable:
        """A key of what the finished folds say; studies of the same trainings share it."""
        record = self.record
        if record.n_finished < record.n_folds:
            return record.id, record.n_finished, record.n_failed
        return _laid_out(record), _trainings(record.id)


@remembered(KEPT)
def _evaluation(run: StudyRun) -> Evaluation:
    return run.kept_study.evaluation(resources.store(), run.record.id)


def offer(
    choice: str,
    project: Project,
    lay_out: Callable[[Callable[[int, int], object]], Study],
    models: Sequence[Model],
    gold: str,
    n_trainings: int,
) -> None:
    """What a study takes, and a button; when it is pressed the run begins and becomes what `choice` names.

    InputError if it cannot be laid out or kept, or this server takes no more.
    """
    row, note = st.columns([1, 4], vertical_alignment="center")
    time = _expected(n_trainings, models)
    sentence = _("At most {n:,} trainings: {time}. Finished runs are reused.")
    note.caption(sentence.format(n=n_trainings, time=time))
    if not main_button(_("Run"), place=row, key=f"run_{choice.removesuffix('_run')}", width="stretch"):
        return
    by = experiments.admit(project)
    limits.check("trainings", n_trainings)
    with progress(_("Laying out the splits"), "laying_out") as report:
        study = lay_out(report)
    asked = KeptStudy(
        study=study,
        corpus=project.corpus,
        models=tuple(models),
        gold=gold,
        file=CorpusFile(project.source.content(), project.source.keywords),
        owner=project.alias,
    )
    job = ExperimentJob(resources.store(), asked, **resources.trainers())
    _opened.get(_laid_out(resources.store().experiments.get(job.id)), lambda: asked)
    state.choose(choice, resources.jobs().submit(job, by))
    st.rerun()


def _expected(n_trainings: int, models: Sequence[Model]) -> str:
    """How long that many trainings take, from those that the store has of these models on this corpus."""
    at_once = resources.processes(n_trainings)
    if at_once is None:
        return _("time depends on the cluster")
    seconds = expected_time.total_seconds(models, n_trainings, at_once)
    if seconds is None:
        return _("time is estimated after the first folds")
    return job_progress.duration(seconds)


def run_of(project: Project, id: str | None) -> StudyRun | None:
    """A study that was begun, on the corpus that is open; None where there is none."""
    record = next(iter(resources.store().experiments.existing([id] if id else [])), None)
    if record is None or record.units_sha256 != project.corpus.units_sha256:
        return None

    def opened() -> KeptStudy:
        with progress(_("Laying out the splits"), "laying_out") as report:
            corpus = resources.projects().corpus(record.corpus)
            return open_study(resources.store(), record, report, corpus, examples.laid_out)

    return StudyRun(record, _opened.get(_laid_out(record), opened))


def _laid_out(record: ExperimentRecord) -> Hashable:
    """A key of a study, whoever owns it: its corpus, its models, and how it is laid out."""
    settings = {name: value for name, value in record.settings.items() if name != "owner"}
    about = json.dumps([[dict(model) for model in record.models], settings], sort_keys=True)
    return record.corpus, record.gold, record.n_folds, about


@remembered(10 * KEPT)
def _trainings(id: str) -> str:
    """A digest of what each fold of a study is kept under."""
    return hashlib.sha256(repr(resources.store().experiments.folds(id)).encode()).hexdigest()


def follow(run: StudyRun) -> bool:
    """Show how far a study is; whether all of it is there."""
    id = run.record.id
    if resources.jobs().running(id):
        job_progress.follow(id)
        return False
    if run.record.state == "running":
        job_progress.follow_elsewhere(id)
        return False
    if run.record.state == "done" and run.record.n_finished == run.record.n_folds:
        return True
    job = resources.jobs().get(id)
    if job is not None and job.error is not None:
        st.error(problems.problem_text(job.error), icon=":material/error:")
    n_failed = run.record.n_failed
    for failure in resources.store().experiments.failures(id)[:1] if n_failed else ():
        words = text.ngettext("{n} training failed: {reason}", "{n} trainings failed: {reason}", n_failed)
        reason = problems.problem_text(failure_reason(failure.cause, failure.detail))
        st.error(words.format(n=n_failed, reason=reason), icon=":material/error:")
    sentence = _("{done} of {total} trainings are done. Run finishes the rest.")
    st.info(
        sentence.format(done=run.record.n_finished, total=run.record.n_folds), icon=":material/pause_circle:"
    )
    return False


def warn_of_shift(name: str, shift: Shift | None) -> None:
    """A shift of the estimate that is beyond chance."""
    if shift is not None and shift.notice is not None:
        st.warning(text.titled(name, problems.problem_text(shift.notice)), icon=":material/warning:")
